"""``list``, ``show``, ``check`` and ``replay``: what is said, what is not, and with which exit code."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from cli_running import Commands, cassette

from workbench.core.files import folder_bytes
from workbench.core.fixture import open_fixture

ROOT = Path(__file__).parents[2]
GUIDE = ROOT / "docs" / "json-output.md"


def members(value: object) -> Iterator[str]:
    """Every member name below ``value``, but those of an outcome, which is the family's own."""
    if isinstance(value, dict):
        for name, inner in value.items():
            yield name
            if name != "outcome":
                yield from members(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from members(inner)


def test_a_list_has_a_line_a_fixture_and_a_summary(workbench: Commands, captures: Path) -> None:
    ran = workbench("list", captures)
    assert ran.code == 0
    assert "clean.yaml  cassette · vcrpy 1, YAML · 1 exchange\n" in ran.out
    assert ran.out.splitlines()[-1] == "3 fixtures: 2 loaded and 1 refused"


def test_many_paths_are_taken_in_their_order(workbench: Commands, captures: Path) -> None:
    first, second = captures / "planted.yaml", captures / "clean.yaml"
    ran = workbench("list", second, first, "--json")
    assert [line["path"] for line in ran.lines] == [str(second), str(first)]


@pytest.mark.parametrize("command", ["list", "show", "check", "replay"])
def test_json_is_one_line_a_fixture_with_the_schema(
    workbench: Commands, captures: Path, command: str
) -> None:
    ran = workbench(command, captures, "--json")
    assert [line["status"] for line in ran.lines] == ["refused", "loaded", "loaded"]
    assert {line["schema"] for line in ran.lines} == {"fixture-workbench/1"}
    assert {line["command"] for line in ran.lines} == {command}
    assert ran.out.isascii()


@pytest.mark.parametrize("command", ["list", "show", "check", "replay"])
def test_a_refused_capture_says_why_and_shows_no_value(
    workbench: Commands, tmp_path: Path, canaries: Mapping[str, str], command: str
) -> None:
    path = tmp_path / "broken.yaml"
    path.write_bytes(cassette(canaries["person"])[:-10] + b"\n - [" + canaries["email"].encode())
    ran = workbench(command, path, "--json")
    refusal = ran.line["refusal"]
    assert refusal["code"]
    assert refusal["what"] in refusal["text"]
    assert not any(value in ran.out + ran.err for value in canaries.values())


def test_every_member_of_every_line_is_in_the_guide(
    workbench: Commands, captures: Path, promoted: Path
) -> None:
    """The contract is complete: a member that is printed is a member that is documented."""
    guide = set(re.findall(r"`([A-Za-z0-9]+)`", GUIDE.read_text("utf-8")))
    lines: list[dict[str, Any]] = []
    for command in ("list", "show", "check", "replay"):
        lines += workbench(command, captures, promoted, "--json").lines
    lines += workbench("replay", promoted, "--json", "--outcome").lines
    lines += workbench("promote", captures / "clean.yaml", "--name", "a-name", "--json").lines
    assert set(members(lines)) - guide == set()


def test_show_gives_digests_that_a_script_can_recompute(
    workbench: Commands, captures: Path
) -> None:
    path = captures / "clean.yaml"
    line = workbench("show", path, "--json").line
    (file,) = line["files"]
    assert file["sha256"] == hashlib.sha256(path.read_bytes()).hexdigest()
    assert line["digest"] == open_fixture(path).digest
    assert line["steps"] == 1


def test_show_prints_numbered_steps_and_one_step_in_each_reading(
    workbench: Commands, captures: Path
) -> None:
    path = captures / "planted.yaml"
    assert re.search(r"^ +0  .+\n +1  ", workbench("show", path).out, re.M)
    readings = {
        reading: workbench("show", path, "--step", 1, "--reading", reading).out
        for reading in ("plain", "decoded", "raw")
    }
    assert len(set(readings.values())) == 3
    assert "canary sang" not in readings["plain"]
    assert "canary sang" in readings["decoded"]
    assert "bytes" in readings["raw"]


def test_a_step_that_is_not_there_is_said(workbench: Commands, captures: Path) -> None:
    ran = workbench("show", captures / "clean.yaml", "--step", 7)
    assert ran.code == 2
    assert "Steps go from 0 to 0" in ran.err


def test_hostile_text_reaches_no_terminal(workbench: Commands, tmp_path: Path) -> None:
    """Escape sequences, markup and direction marks of a capture are shown, never obeyed."""
    path = tmp_path / "odd.yaml"
    path.write_bytes(cassette("\x1b[2J\x07[red]x[/red] \u202eabc\u200b", answer="\x9b31m"))
    for arguments in (["show", path], ["show", path, "--step", "0"], ["check", path]):
        out = workbench(*arguments).out
        assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u200b\u202e]", out)
    assert "[red]x[/red]" in workbench("show", path, "--step", "0").out


def test_check_gives_findings_with_raw_places_and_without_values(
    workbench: Commands, captures: Path, canaries: Mapping[str, str]
) -> None:
    path = captures / "planted.yaml"
    ran = workbench("check", path, "--json")
    assert ran.code == 1
    assert not any(value in ran.out + ran.err for value in canaries.values())
    emails = [finding for finding in ran.line["findings"] if finding["kind"] == "EMAIL"]
    (place,) = emails[0]["places"]
    (span,) = place["spans"]
    raw = path.read_bytes()[span["start"] : span["end"]]
    assert raw == canaries["email"].encode()
    assert emails[0]["length"] == len(canaries["email"])


def test_check_in_text_shows_no_value_of_a_finding(
    workbench: Commands, captures: Path, canaries: Mapping[str, str]
) -> None:
    ran = workbench("check", captures)
    assert ran.code == 1
    assert "? Contents" in ran.out
    assert not any(value in ran.out + ran.err for value in canaries.values())


def test_known_identities_are_found_and_not_printed(
    workbench: Commands, captures: Path, tmp_path: Path
) -> None:
    known = tmp_path / "known.txt"
    known.write_text("other:harbour-example\n", "utf-8")
    ran = workbench("check", captures / "planted.yaml", "--known", known, "--json")
    assert "proof" in {finding["certainty"] for finding in ran.line["findings"]}
    assert "harbour" not in ran.out + ran.err


def test_check_leaves_nothing_behind(workbench: Commands, captures: Path, tmp_path: Path) -> None:
    before = folder_bytes(tmp_path)
    workbench("check", captures)
    assert folder_bytes(tmp_path) == before


def test_check_counts_the_verdicts_of_a_review_that_was_begun(
    workbench: Commands, captures: Path
) -> None:
    path = captures / "planted.yaml"
    workbench("review", path, keys="<Enter> s t")
    verdicts = [each["verdict"] for each in workbench("check", path, "--json").line["findings"]]
    assert "not_identifying" in verdicts


def test_a_promoted_fixture_checks_clean(workbench: Commands, promoted: Path) -> None:
    ran = workbench("check", promoted, "--json")
    assert ran.code == 0
    assert (ran.line["ok"], ran.line["promoted"], ran.line["problems"]) == (True, True, [])
    assert ran.line["comparison"]["meaning"] == "same"


def test_a_promoted_fixture_with_one_changed_byte_is_not_clean(
    workbench: Commands, promoted: Path
) -> None:
    (path,) = promoted.glob("*/*.yaml")
    path.write_bytes(path.read_bytes().replace(b"noon", b"dawn"))
    ran = workbench("check", promoted, "--json")
    assert ran.code == 1
    assert "changed_fixture" in {problem["code"] for problem in ran.line["problems"]}
    assert workbench("check", promoted).code == 1


def test_replay_says_what_a_fixture_without_a_golden_does(
    workbench: Commands, captures: Path
) -> None:
    ran = workbench("replay", captures / "clean.yaml")
    assert ran.code == 0
    assert "no golden" in ran.out
    outcome = workbench("replay", captures / "clean.yaml", "--outcome").out
    assert json.loads(outcome[outcome.index("{") : outcome.rindex("}") + 1])["family"]


def test_replay_tells_a_different_decision_from_the_same(
    workbench: Commands, promoted: Path
) -> None:
    assert workbench("replay", promoted, "--json").line["comparison"]["meaning"] == "same"
    (golden,) = promoted.glob("*/*.outcome.json")
    outcome = json.loads(golden.read_bytes())
    outcome["steps"][0]["status"] = 500
    golden.write_text(json.dumps(outcome))
    ran = workbench("replay", promoted, "--json")
    comparison = ran.line["comparison"]
    assert ran.code == 1
    assert (comparison["meaning"], comparison["at"]) == ("different decision", 0)
    assert "different decision" in workbench("replay", promoted).out


def test_a_golden_that_is_only_written_differently_holds(
    workbench: Commands, promoted: Path
) -> None:
    (golden,) = promoted.glob("*/*.outcome.json")
    golden.write_text(json.dumps(json.loads(golden.read_bytes())))
    ran = workbench("replay", promoted, "--json")
    assert (ran.code, ran.line["comparison"]["meaning"]) == (0, "format only")


@pytest.mark.parametrize("content", [b"", b"[]", b"{"])
def test_a_golden_that_cannot_be_read_is_refused_by_name(
    workbench: Commands, promoted: Path, content: bytes
) -> None:
    (golden,) = promoted.glob("*/*.outcome.json")
    golden.write_bytes(content)
    ran = workbench("replay", promoted, "--json")
    assert (ran.code, ran.line["refusal"]["code"]) == (1, "bad_golden")
