"""External engines in the terminal: chosen with ``--engine``, checked with ``engine check``."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest
from cli_running import Commands

from workbench.plays.external import conformance

SAMPLES = Path(__file__).parents[2] / "sample_fixtures"
REFERENCE = f"'{sys.executable}' '{SAMPLES / 'engines' / 'story_graph.py'}'"
CAMPAIGNS = ["--campaigns", str(SAMPLES / "campaigns")]


@pytest.fixture
def ferry(tmp_path: Path) -> Path:
    """A clean play, in a folder of its own."""
    folder = tmp_path / "captures"
    folder.mkdir()
    shutil.copy(SAMPLES / "captures" / "ferry-report-0007.fixture.json", folder)
    return folder / "ferry-report-0007.fixture.json"


@pytest.mark.parametrize("command", ["replay", "check"])
def test_the_engine_of_the_version_replays_and_the_result_says_so(
    workbench: Commands, ferry: Path, command: str
) -> None:
    ran = workbench(command, ferry, *CAMPAIGNS, "--json", "--engine", f"0.11.0={REFERENCE}")
    assert ran.line["replay"]["status"] == "replayed"
    assert "(external, in place of the built-in one)" in ran.line["replay"]["engine"]


@pytest.mark.parametrize("command", ["replay", "check", "review", "promote", "goldens"])
def test_every_command_that_replays_takes_an_engine(
    workbench: Commands, ferry: Path, command: str
) -> None:
    target = SAMPLES / "promoted" if command == "goldens" else ferry
    more = ["--name", "a-name"] if command == "promote" else []
    ran = workbench(command, target, *more, "--engine", "0.11.0", keys="")
    assert ran.code == 2
    assert ran.err.startswith("An engine is given without a version or without a command")


@pytest.mark.parametrize("choice", ["=cat", "0.11.0=", "0.11.0='"])
def test_a_choice_that_is_none_is_refused(workbench: Commands, ferry: Path, choice: str) -> None:
    assert workbench("replay", ferry, "--engine", choice).code == 2


def test_two_engines_for_one_version_are_a_guess(workbench: Commands, ferry: Path) -> None:
    ran = workbench("replay", ferry, "--engine", "1.0.0=cat", "--engine", "1.0.0=tac")
    assert (ran.code, "Two engines are given for one version" in ran.err) == (2, True)


def test_an_engine_that_does_not_work_is_never_replaced(workbench: Commands, ferry: Path) -> None:
    ran = workbench("replay", ferry, *CAMPAIGNS, "--json", "--engine", "0.11.0=/nothing/is/here")
    assert ran.line["replay"]["status"] == "unrunnable"
    assert ran.line["replay"]["reason"] == "engine_not_started"


def test_the_reference_engine_passes_every_check(workbench: Commands) -> None:
    engine = [sys.executable, str(SAMPLES / "engines" / "story_graph.py")]
    ran = workbench("engine", "check", "--json", "--", *engine)
    assert ran.code == 0, ran.out
    assert {line["result"] for line in ran.lines} == {"passed"}
    assert [line["name"] for line in ran.lines][:2] == ["hello", "sample plays"]
    guide = (SAMPLES.parent / "docs" / "json-output.md").read_text("utf-8")
    assert all(f"`{member}`" in guide for line in ran.lines for member in line)


def test_a_check_names_what_fails_and_skips_the_rest(workbench: Commands) -> None:
    ran = workbench("engine", "check", "--", "cat")
    assert ran.code == 1
    assert ran.out.splitlines()[0] == (
        "FAILED  hello: The engine sent a message the protocol does not have (/engineVersions)."
    )
    assert ran.out.splitlines()[-1] == "9 checks: 1 failed, 8 skipped"
    assert workbench("engine", "check", "--", "/nothing/is/here").code == 2


#: Engines that are wrong in one way, made from the reference: what is replaced, and the check.
_ALMOST = {
    "unlocks nothing": ('if each["id"] not in self.state["achieved"]', "if False", "sample plays"),
    "logs what it rejects": (
        "before if game.logged > before else None",
        "before",
        "rejected submission",
    ),
    "tells the time": (
        '"terminal": {"terminal"',
        '"terminal": {"at": __import__("time").time_ns(), "terminal"',
        "two replays in one process",
    ),
    "dies of what it cannot read": (
        'answer = {"type": "error", "reason": "malformed_request"}',
        "raise",
        "malformed request",
    ),
    "runs what it does not have": (
        'return {"type": "unrunnable", "reason": "campaign_withdrawn"}',
        'return {"type": "error", "reason": "no"}',
        "unknown campaign",
    ),
}


@pytest.mark.parametrize("name", _ALMOST)
def test_a_check_fails_for_an_engine_that_is_almost_right(
    workbench: Commands, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setattr(conformance, "LONG", 200)
    before, after, check = _ALMOST[name]
    source = (SAMPLES / "engines" / "story_graph.py").read_text("utf-8")
    assert before in source
    engine = tmp_path / "engine.py"
    engine.write_text(source.replace(before, after), "utf-8")
    play = SAMPLES / "captures" / "ferry-report-0007.fixture.json"
    options = ["--plays", play, *CAMPAIGNS, "--seconds", "10", "--json"]
    ran = workbench("engine", "check", *options, "--", sys.executable, engine)
    assert ran.code == 1
    failed = [line["name"] for line in ran.lines if line["result"] == "failed"]
    assert check in failed, ran.out
