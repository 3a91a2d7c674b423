"""``workbench promote``: every decision given beforehand, and none made by itself."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest
from cli_running import Commands, promote

from workbench.cli.promoting import read_verdicts
from workbench.core.errors import Refused
from workbench.core.files import folder_bytes

NAME = "boat-leaves-at-noon"


def test_what_is_missing_is_said_with_what_to_give(workbench: Commands, captures: Path) -> None:
    ran = workbench("promote", captures / "clean.yaml", "--name", NAME)
    assert ran.code == 1
    assert "needs a person" in ran.err
    assert "for --outcome: " in ran.out
    assert not (captures.parent / "promoted").exists()


def test_findings_need_verdicts_by_their_keys(
    workbench: Commands, captures: Path, tmp_path: Path, canaries: Mapping[str, str]
) -> None:
    path = captures / "planted.yaml"
    given = ["--name", "mail-question-answered", "--name-reason", "vocabulary", "--json"]
    missing = workbench("promote", path, *given).line
    assert missing["openFindings"]
    verdicts = tmp_path / "verdicts.txt"
    lines = [f"{finding['key']} identifies  # by hand" for finding in missing["openFindings"]]
    verdicts.write_text("# all of them\n\n" + "\n".join(lines) + "\n")
    given += ["--verdicts", str(verdicts)]
    outcome = workbench("promote", path, *given).line["outcomeSha256"]
    ran = workbench("promote", path, *given, "--outcome", outcome)
    assert ran.code == 0, ran.out + ran.err
    folder = Path(ran.line["folder"])
    assert canaries["email"].encode() not in b"".join(folder_bytes(folder).values())
    assert workbench("check", folder).code == 0


def test_promoting_again_writes_the_same_bytes_or_nothing(
    workbench: Commands, captures: Path
) -> None:
    promote(captures / "clean.yaml", NAME)
    promoted = captures.parent / "promoted"
    before = folder_bytes(promoted)
    ran = workbench("promote", captures / "clean.yaml", "--name", NAME, "--json")
    assert ran.code == 0, ran.out + ran.err
    assert ran.line["written"] is False
    assert folder_bytes(promoted) == before


def test_a_refused_name_is_not_used(workbench: Commands, captures: Path) -> None:
    ran = workbench("promote", captures / "clean.yaml", "--name", "clean")
    assert ran.code == 1
    assert not (captures.parent / "promoted").exists()


def test_a_capture_that_does_not_load_is_refused(workbench: Commands, captures: Path) -> None:
    ran = workbench("promote", captures / "broken.yaml", "--name", NAME, "--json")
    assert ran.code == 1
    assert ran.line["status"] == "refused"


def test_a_folder_is_not_one_capture(workbench: Commands, captures: Path) -> None:
    ran = workbench("promote", captures, "--name", NAME)
    assert ran.code == 2
    assert "not one capture" in ran.err


@pytest.mark.parametrize("line", ["only-a-key", "a b c"])
def test_a_line_of_verdicts_that_is_not_understood_is_refused_by_number(
    tmp_path: Path, line: str
) -> None:
    path = tmp_path / "verdicts.txt"
    path.write_text(f"# first\n{line}\n")
    with pytest.raises(Refused) as caught:
        read_verdicts(path)
    assert caught.value.where == "line 2"
