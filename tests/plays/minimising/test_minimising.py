"""Shorter plays that still show the same: the search, what is kept, and the command."""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from workbench.cli.app import app
from workbench.core.errors import BadCommand, NotReplayable
from workbench.core.fixture import Replay, ReplayEnvironment, ReplayStatus, open_fixture
from workbench.plays.fixture import PlayFixture
from workbench.plays.minimising import Keep, Minimised, minimise
from workbench.plays.minimising.kept import SameDecision, SameEnding, SameFault
from workbench.plays.minimising.shrinking import OutOfBudget, shrink
from workbench.plays.recorded import Action, Recorded

SAMPLES = Path(__file__).parents[3] / "sample_fixtures"
REFERENCE = (sys.executable, str(SAMPLES / "engines" / "story_graph.py"))
ENDED = ("ada-example-late-boat", "ferry-report-0007", "lantern-report-0003", "meadow-report-0004")


def recorded(name: str) -> Recorded:
    fixture = open_fixture(SAMPLES / "captures" / f"{name}.fixture.json")
    assert isinstance(fixture, PlayFixture)
    return fixture.recorded


def outcome(play: Recorded, environment: ReplayEnvironment) -> dict[str, Any]:
    """Replayed apart from the search: written to bytes and read again."""
    from workbench.core.files import SourceFile

    data = json.dumps(play.to_json()).encode()
    replay = PlayFixture(SourceFile.of("a.fixture.json", data)).replay(environment)
    assert isinstance(replay.outcome, dict), replay.sentence
    return replay.outcome


def without(play: Recorded, index: int) -> Recorded:
    left = tuple(each for at, each in enumerate(play.submissions) if at != index)
    return replace(play, submissions=left)


# --- the search ----------------------------------------------------------------------------------


@given(st.sets(st.integers(0, 60)), st.integers(61, 90))
def test_exactly_what_is_needed_is_left(needed: set[int], total: int) -> None:
    result = shrink(range(total), lambda chosen: chosen if needed <= set(chosen) else None)
    assert set(result.numbers) == needed
    assert result.minimal


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 40), st.integers(), st.sets(st.integers(0, 40), max_size=3))
def test_whatever_the_test_the_result_holds_and_no_single_number_can_go(
    total: int, salt: int, must: set[int]
) -> None:
    """Also for tests that make no sense, where less may hold again."""
    must &= set(range(total))

    def test(chosen: tuple[int, ...]) -> tuple[int, ...] | None:
        whole = len(chosen) == total
        return chosen if whole or hash((salt, chosen)) % 3 == 0 else None

    result = shrink(range(total), test, must=frozenset(must))
    assert test(result.numbers) is not None
    assert must <= set(result.numbers)
    for number in set(result.numbers) - must:
        assert test(tuple(each for each in result.numbers if each != number)) is None
    assert shrink(range(total), test, must=frozenset(must)) == result


def test_the_search_is_quick_where_little_is_needed() -> None:
    tests = 0

    def test(chosen: tuple[int, ...]) -> tuple[int, ...] | None:
        nonlocal tests
        tests += 1
        return chosen if {70_000, 5} <= set(chosen) else None

    assert shrink(range(100_000), test).numbers == (5, 70_000)
    assert tests < 150


@given(st.integers(0, 30))
def test_a_budget_that_runs_out_gives_the_best_so_far(budget: int) -> None:
    made: list[int] = []

    def test(chosen: tuple[int, ...]) -> tuple[int, ...] | None:
        if len(made) >= budget:
            raise OutOfBudget
        made.append(1)
        return chosen if {3, 9} <= set(chosen) else None

    result = shrink(range(16), test)
    assert {3, 9} <= set(result.numbers)
    assert not result.minimal or set(result.numbers) == {3, 9}


# --- what is kept --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ENDED)
def test_the_ending_stays_and_no_single_submission_can_go(
    environment: ReplayEnvironment, name: str
) -> None:
    play = recorded(name)
    result = minimise(play, environment)
    assert isinstance(result.kept, SameEnding)
    assert result.minimal and result.shorter
    expected, given = outcome(play, environment), outcome(result.recorded, environment)
    assert (given["finalStatus"], given["terminal"]) == (
        expected["finalStatus"],
        expected["terminal"],
    )
    assert all(decision["accepted"] for decision in given["decisions"])
    for index in range(len(result.recorded.submissions)):
        left = outcome(without(result.recorded, index), environment)
        assert (left["finalStatus"], left["terminal"]) != (given["finalStatus"], given["terminal"])


@pytest.mark.parametrize("name", ["ferry-report-0012", "ferry-report-0019"])
def test_a_refusal_stays_for_its_reason(environment: ReplayEnvironment, name: str) -> None:
    play = recorded(name)
    whole = outcome(play, environment)["decisions"]
    first = next(decision for decision in whole if not decision["accepted"])
    result = minimise(play, environment)
    assert isinstance(result.kept, SameDecision)
    last = outcome(result.recorded, environment)["decisions"][-1]
    assert (last["actionId"], last["reason"]) == (first["actionId"], first["reason"])
    assert result.numbers[-1] == first["index"]
    assert minimise(play, environment, keep=Keep.REJECTION).numbers == result.numbers


def test_the_decision_that_differs_from_the_golden_stays(environment: ReplayEnvironment) -> None:
    """The golden says that the third submission was refused; it is not, and stays accepted."""
    play = recorded("ferry-report-0007")
    golden = outcome(play, environment)
    golden["decisions"][2] = {
        "index": 2, "seq": None, "actionId": "light_lantern", "accepted": False,
        "reason": "requirement_unmet",
    }  # fmt: skip
    result = minimise(play, environment, golden=golden)
    assert result.kept.sentence == (
        "the decision that differs from the golden stays: submission 2 is kept, and is accepted"
    )
    # One has to be on board to light the lantern.
    assert result.numbers == (1, 2)
    # An outcome that is as expected diverges nowhere, so its ending is kept.
    assert isinstance(
        minimise(play, environment, golden=outcome(play, environment)).kept, SameEnding
    )
    golden = outcome(play, environment) | {"achievements": []}
    assert isinstance(minimise(play, environment, golden=golden).kept, SameEnding)


def test_the_decision_that_is_asked_for_stays(environment: ReplayEnvironment) -> None:
    result = minimise(recorded("ferry-report-0007"), environment, at=3)
    assert result.numbers == (1, 3)
    with pytest.raises(BadCommand, match="no decided submission of this number"):
        minimise(recorded("ferry-report-0007"), environment, at=6)


def test_a_fault_stays_where_it_was(story: Callable[..., Any], tmp_path: Path) -> None:
    step = {"kind": "choice", "choices": [
        {"id": "wait", "labelKey": "tale.a", "goto": "start"},
        {"id": "open", "labelKey": "tale.a", "goto": "start", "effects": [{"op": "set", "var": "open", "value": True}]},
        {"id": "fall", "labelKey": "tale.a", "goto": "round", "showWhen": {"field": "var.open", "operator": "equals", "value": True}},
    ]}  # fmt: skip
    nodes = {"start": step, "round": {"kind": "auto", "goto": "round"}}
    campaign = story(nodes, variables={"open": {"type": "bool", "initial": False}}).campaign
    document = {"id": "tale", "kindId": "story-graph", "version": "1.0.0",
                "titleKey": campaign.title_key, "content": campaign.content}  # fmt: skip
    (tmp_path / "tale.json").write_text(json.dumps(document))
    ids = ["wait", "wait", "open", "wait", "fall", "wait"]
    play = Recorded("a", "tale", "seed", "1.0.0", "0.11.0", tuple(map(Action, ids)))
    result = minimise(play, ReplayEnvironment(campaigns=(tmp_path,)))
    assert result.kept == SameFault(4, "settle_guard_tripped")
    assert result.numbers == (2, 4)


@pytest.mark.parametrize(
    ("keep", "what"),
    [
        (Keep.FAULT, "does not fail"),
        (Keep.DIVERGENCE, "does not differ"),
        (Keep.REJECTION, "is accepted"),
    ],
)
def test_what_a_play_does_not_show_cannot_be_kept(
    environment: ReplayEnvironment, keep: Keep, what: str
) -> None:
    with pytest.raises(BadCommand, match=what):
        minimise(recorded("ferry-report-0007"), environment, keep=keep)


def test_a_play_without_an_ending_shows_nothing(environment: ReplayEnvironment) -> None:
    play = recorded("ferry-report-0007")
    unfinished = replace(play, submissions=play.submissions[:3])
    with pytest.raises(BadCommand, match="reaches no ending"):
        minimise(unfinished, environment)
    with pytest.raises(NotReplayable):
        minimise(replace(play, campaign_id="nowhere"), environment)
    with pytest.raises(NotReplayable):
        minimise(replace(play, captured_under="9.9.9"), environment)


def test_the_same_play_gives_the_same_whatever_the_process(environment: ReplayEnvironment) -> None:
    results = [minimise(recorded("lantern-report-0003"), environment) for _ in range(2)]
    assert results[0].numbers == results[1].numbers
    assert results[0].replays == results[1].replays


@pytest.mark.parametrize("budget", [1, 2, 5, 9])
def test_a_small_budget_gives_a_play_that_shows_it_and_says_so(
    environment: ReplayEnvironment, budget: int
) -> None:
    play = recorded("lantern-report-0003")
    result = minimise(play, environment, budget=budget)
    assert not result.minimal
    assert result.replays <= budget + 2
    assert (
        outcome(result.recorded, environment)["terminal"] == outcome(play, environment)["terminal"]
    )


def test_progress_is_told_and_may_stop_the_search(environment: ReplayEnvironment) -> None:
    told: list[tuple[int, int]] = []

    def progress(replays: int, left: int) -> bool:
        told.append((replays, left))
        return len(told) < 6

    result = minimise(recorded("lantern-report-0003"), environment, progress=progress)
    assert len(told) == 6
    assert not result.minimal
    assert [left for _, left in told] == sorted((left for _, left in told), reverse=True)


def test_a_longer_play_with_many_refusals_is_as_short_in_the_end(
    environment: ReplayEnvironment,
) -> None:
    """Refused submissions leave no trace, so they cost no search."""
    play = recorded("ferry-report-0007")
    noise = tuple(Action(f"nothing-{number}") for number in range(300))
    noisy = replace(play, submissions=tuple(
        each for submission in play.submissions for each in (*noise, submission)
    ))  # fmt: skip
    assert len(noisy.submissions) == 1806
    result = minimise(noisy, environment, keep=Keep.ENDING)
    assert result.recorded.submissions == minimise(play, environment).recorded.submissions
    assert result.replays < 30


def test_an_external_engine_minimises_to_the_same(environment: ReplayEnvironment) -> None:
    play = recorded("ferry-report-0019")
    other = replace(environment, engines={"0.11.0": REFERENCE})
    assert minimise(play, other).numbers == minimise(play, environment).numbers


# --- the command ---------------------------------------------------------------------------------


@pytest.fixture
def ferry(tmp_path: Path) -> Path:
    shutil.copy(SAMPLES / "captures" / "ferry-report-0007.fixture.json", tmp_path)
    return tmp_path / "ferry-report-0007.fixture.json"


def run(*arguments: object) -> Any:
    given = [*map(str, arguments), "--campaigns", str(SAMPLES / "campaigns")]
    return CliRunner().invoke(app, ["minimise", *given])


def test_the_command_writes_beside_and_never_over(ferry: Path) -> None:
    before = ferry.read_bytes()
    ran = run(ferry)
    assert ran.exit_code == 0, ran.stderr
    target = ferry.with_name("ferry-report-0007-min.fixture.json")
    assert ran.stdout.splitlines()[0] == (
        "Kept: the game ends with the same status and the same ending."
    )
    assert ferry.read_bytes() == before
    shorter = json.loads(target.read_text("utf-8"))
    assert shorter["name"] == "ferry-report-0007-min"
    assert shorter["submissions"] == [{"actionId": "pay_fare"}, {"actionId": "cast_off"}]
    again = run(ferry)
    assert again.exit_code == 2
    assert "Nothing is ever written over a capture" in again.stderr
    assert run(ferry, "--output", ferry).exit_code == 2
    assert sorted(os.listdir(ferry.parent)) == [target.name, ferry.name]
    assert "none can be left out" in run(target).stdout
    assert len(os.listdir(ferry.parent)) == 2


def test_every_member_of_the_json_line_is_in_the_guide(ferry: Path) -> None:
    ran = run(ferry, "--json", "--output", ferry.with_name("b.fixture.json"))
    line = json.loads(ran.stdout)
    assert (line["before"], line["after"], line["minimal"]) == (6, 2, True)
    assert line["submissions"] == [1, 3]
    guide = (SAMPLES.parent / "docs" / "json-output.md").read_text("utf-8")
    assert all(f"`{member}`" in guide for member in line)


def test_a_golden_beside_the_play_is_what_is_expected(
    ferry: Path, environment: ReplayEnvironment
) -> None:
    golden = outcome(recorded("ferry-report-0007"), environment)
    golden["decisions"][1] |= {"accepted": False, "seq": None, "reason": "requirement_unmet"}
    (ferry.parent / "ferry-report-0007.outcome.json").write_text(json.dumps(golden))
    assert "submission 1 is kept, and is accepted" in run(ferry).stdout


def test_a_promoted_folder_holds_what_was_reviewed_and_nothing_else(tmp_path: Path) -> None:
    folder = tmp_path / "night-ferry-reaches-harbour"
    shutil.copytree(SAMPLES / "promoted" / folder.name, folder)
    before = sorted(os.listdir(folder))
    ran = run(folder / f"{folder.name}.fixture.json")
    assert (ran.exit_code, "--output" in ran.stderr) == (2, True)
    assert sorted(os.listdir(folder)) == before


def test_ctrl_c_leaves_every_file_as_it_was(ferry: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from workbench.plays.minimising import shortening as search

    made = 0
    build = search.build

    def stopped(*given: Any, **named: Any) -> Any:
        nonlocal made
        made += 1
        if made == 3:
            raise KeyboardInterrupt
        return build(*given, **named)

    monkeypatch.setattr(search, "build", stopped)
    assert run(ferry).exit_code == 130
    assert os.listdir(ferry.parent) == [ferry.name]


def test_what_is_no_play_and_what_cannot_be_kept_is_said(tmp_path: Path, ferry: Path) -> None:
    cassette = SAMPLES / "captures" / "tide-table-0009.yaml"
    ran = run(cassette, "--output", tmp_path / "x.fixture.json")
    assert (ran.exit_code, "not a play" in ran.stderr) == (2, True)
    assert run(ferry, "--keep", "everything").exit_code == 2
    assert run(ferry, "--keep", "fault").exit_code == 2
    assert run(ferry, "--output", tmp_path / "x.json").exit_code == 2
    assert os.listdir(tmp_path) == [ferry.name]


def test_a_shorter_play_says_nothing_of_its_submissions(
    ferry: Path, environment: ReplayEnvironment
) -> None:
    result: Minimised = minimise(recorded("ada-example-late-boat"), environment)
    assert "ada" not in repr(result)
    assert "rope" not in repr(result)


def test_kept_conditions_are_held_against_what_replayed() -> None:
    gone = Replay(ReplayStatus.FAULT, "", reason="bad_text", fault_at=0)
    assert not SameEnding("ended", "{}").holds(gone, (0,))
    assert SameFault(3, "bad_text").holds(gone, (3,))
    assert not SameFault(3, "bad_text").holds(gone, (2,))
    assert not SameDecision(1, accepted=True, logged=True, reason=None, why="").holds(gone, (1,))
    outcome: Mapping[str, Any] = {"finalStatus": "ended", "terminal": {"a": 1}}
    same = SameEnding("ended", '{"a":1}')
    assert same.holds(Replay(ReplayStatus.REPLAYED, "", outcome=dict(outcome)), ())
    assert not same.holds(
        Replay(ReplayStatus.REPLAYED, "", outcome={**outcome, "terminal": {"a": True}}), ()
    )
