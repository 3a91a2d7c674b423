"""What a play shows of a step and of itself."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar, cast

import pytest

from workbench.core.fixture import ReplayEnvironment
from workbench.core.panels import (
    Captured,
    Cell,
    Change,
    Difference,
    Facts,
    Grid,
    Panel,
    Series,
    Table,
)
from workbench.plays.fixture import PlayFixture
from workbench.plays.panels import whole

Document = Callable[..., dict[str, Any]]
Load = Callable[..., PlayFixture]
Shape = TypeVar("Shape", bound=Panel)

SAMPLES = Path(__file__).parents[2] / "sample_fixtures" / "captures"


def of(panels: Iterable[Panel], title: str, shape: type[Shape]) -> Shape:
    """The panel of that title."""
    (found,) = (panel for panel in panels if panel.title == title)
    assert isinstance(found, shape)
    return found


def words(cell: Cell) -> str:
    """A cell as plain text."""
    return "".join(part.text if isinstance(part, Captured) else part for part in cell.parts)


def texts(panel: Table | Facts) -> list[tuple[str, ...]]:
    """The rows of a panel as plain text."""
    return [tuple(map(words, row.cells)) for row in panel.rows]


def actions(*ids: str) -> list[dict[str, Any]]:
    return [{"actionId": each} for each in ids]


def sample(name: str, load: Load) -> PlayFixture:
    """A sample capture."""
    if not SAMPLES.is_dir():
        pytest.skip("the sample captures are not here")
    return load((SAMPLES / name).read_bytes(), name)


# --- a step -----------------------------------------------------------------------------------------


def test_the_submitted_choice_is_marked_among_those_offered(
    fixture_document: Document, load: Load, environment: ReplayEnvironment
) -> None:
    fixture = load(fixture_document(submissions=actions("climb_rope")))
    panels = fixture.panels(0, environment)
    choices = of(panels, "Choices offered", Table)
    assert choices.sentence == (
        "3 choices offered: 2 available, 1 gated. The submitted one was gated."
    )
    assert texts(choices)[2] == (
        "climb_rope",
        "Climb the mooring rope",
        "gated: Your fingers are too cold for the rope.",
        "submitted",
    )
    assert [row.here for row in choices.rows] == [False, False, True]
    decision = of(panels, "Decision", Facts)
    assert (decision.sentence, decision.weight) == ("Rejected: requirement unmet.", "ask")


def test_an_id_that_nothing_offers_stands_first_and_is_nobodys(
    fixture_document: Document, load: Load, environment: ReplayEnvironment
) -> None:
    panels = load(fixture_document(submissions=actions("made-up"))).panels(0, environment)
    first = of(panels, "Choices offered", Table).rows[0]
    assert words(first.cells[2]) == "not offered here or anywhere"
    ids = of(panels, "Ids, and who issued them", Table)
    assert texts(ids)[0][2] == "nobody"
    assert ids.weight == "ask"


def test_an_id_of_elsewhere_is_not_offered_here(
    fixture_document: Document, load: Load, environment: ReplayEnvironment
) -> None:
    panels = load(fixture_document(submissions=actions("cast_off"))).panels(0, environment)
    assert texts(of(panels, "Choices offered", Table))[0][2] == "not offered here"
    assert texts(of(panels, "Ids, and who issued them", Table))[0][2:] == (
        "campaign content",
        "deck",
    )


def test_changes_tell_what_the_player_was_not_told(
    fixture_document: Document, load: Load, environment: ReplayEnvironment
) -> None:
    route = actions("buy_tea", "pay_fare", "light_lantern")
    changes = of(
        load(fixture_document(submissions=route)).panels(2, environment), "What changed", Difference
    )
    assert changes.changes == (
        Change(
            Captured("var.lantern"), Captured("dark"), Captured("lit"), "hidden from the player"
        ),
    )
    assert changes.sentence == "1 value changed, 1 of them hidden."


def test_a_play_that_cannot_run_says_why_at_every_step(
    fixture_document: Document, load: Load, environment: ReplayEnvironment
) -> None:
    fixture = load(fixture_document(capturedUnder="9.9.9"))
    (panel,) = fixture.panels(1, environment)
    assert panel.sentence == "Recorded under 9.9.9, which is not available here."


# --- the whole --------------------------------------------------------------------------------------


def test_rejections_are_the_first_thing_said(
    fixture_document: Document, load: Load, environment: ReplayEnvironment
) -> None:
    """In a capture each is an alarm: the session layer records accepted submissions only."""
    fixture = load(fixture_document(submissions=actions("climb_rope", "buy_tea", "made-up")))
    first = fixture.overview(environment)[0]
    assert isinstance(first, Table)
    assert (first.title, first.weight) == ("Rejected submissions", "ask")
    assert [(row.step, words(row.cells[2])) for row in first.rows] == [
        (0, "a later one is accepted"),
        (2, "nothing after it is"),
    ]


def test_a_clean_play_raises_no_alarm(
    fixture_document: Document, load: Load, environment: ReplayEnvironment
) -> None:
    panels = load(fixture_document()).overview(environment)
    assert {panel.weight for panel in panels} == {"note"}


def _golden(fixture: PlayFixture, environment: ReplayEnvironment) -> dict[str, Any]:
    return cast(dict[str, Any], json.loads(json.dumps(fixture.replay(environment).outcome)))


def _verdict(fixture: PlayFixture, environment: ReplayEnvironment, golden: dict[str, Any]) -> Panel:
    # A golden of its own for each look: the overview is kept while its surroundings are equal.
    panels = fixture.overview(replace(environment, golden=deepcopy(golden)))
    return next(panel for panel in panels if panel.title == "Verdict")


def test_the_verdict_is_held_against_the_golden(
    fixture_document: Document, load: Load, environment: ReplayEnvironment
) -> None:
    fixture = load(fixture_document())
    golden = _golden(fixture, environment)
    match = _verdict(fixture, environment, golden)
    assert isinstance(match, Facts)
    assert texts(match) == [("verdict", "match: every decision and the ending are as recorded")]

    golden["decisions"][1] |= {"accepted": False, "reason": "requirement_unmet", "seq": None}
    diverged = _verdict(fixture, environment, golden)
    assert isinstance(diverged, Difference)
    assert diverged.sentence.startswith("Diverged, at 1: the replay differs at decision 1.")
    assert diverged.changes[1] == Change(
        "decision 1",
        Captured("pay_fare: rejected, requirement_unmet"),
        Captured("pay_fare: accepted"),
        "differs first here",
    )


def test_a_verdict_that_differs_in_the_ending_only_says_so(
    fixture_document: Document, load: Load, environment: ReplayEnvironment
) -> None:
    fixture = load(fixture_document())
    golden = _golden(fixture, environment) | {"achievements": ["keeper_of_the_light"]}
    diverged = _verdict(fixture, environment, golden)
    assert isinstance(diverged, Difference)
    assert diverged.sentence.startswith("Diverged, at 2:")
    assert diverged.changes[-1] == Change(
        "achievements", Captured('["keeper_of_the_light"]'), Captured("[]")
    )


def test_a_version_that_is_not_here_is_said(
    fixture_document: Document, load: Load, environment: ReplayEnvironment
) -> None:
    fixture = load(fixture_document(submissions=[*actions("buy_tea"), {"adopt": "7.7.7"}]))
    versions = of(fixture.overview(environment), "Versions of the content", Table)
    assert versions.weight == "ask"
    assert [row[:3] for row in texts(versions)][1] == (
        "7.7.7",
        "1",
        "not in the campaign folders; a private version, perhaps",
    )


def test_versions_are_compared_with_the_one_before(
    load: Load, environment: ReplayEnvironment
) -> None:
    fixture = sample("mill-report-0005.fixture.json", load)
    rows = texts(of(fixture.overview(environment), "Versions of the content", Table))
    assert [(row[0], row[1], row[3]) for row in rows] == [
        ("1.0.0", "0–3", "the first"),
        ("1.1.0", "4–7", "2 added, 1 changed"),
    ]


@pytest.mark.parametrize(
    ("changes", "row", "tone"),
    [
        ({}, "times", "pass"),
        (
            {"submissions": [{"actionId": "buy_tea", "params": {"at": 1_767_225_600}}]},
            "times",
            "ask",
        ),
        (
            {"submissions": [{"actionId": "buy_tea", "params": {"at": 1_767_225_600_000}}]},
            "times",
            "ask",
        ),
        ({"submissions": [{"actionId": "2026-01-02T03:04:05"}]}, "times", "ask"),
        ({"submissions": [{"actionId": "buy_tea", "params": {"n": 20260102}}]}, "times", "pass"),
        ({"config": {"campaignId": "night-ferry", "seed": "a-night-one-b"}}, "seed check", "fail"),
        ({"config": {"campaignId": "night-ferry", "seed": "late-night-x"}}, "seed check", "ask"),
        ({"config": {"campaignId": "night-ferry", "seed": "grey"}}, "seed check", "pass"),
        ({"config": {"campaignId": "night-ferry", "seed": "s", "audience": "ai"}}, "config", "ask"),
        (
            {
                "config": {
                    "campaignId": "night-ferry",
                    "seed": "s",
                    "kindProfileData": {"a": [1, "b"]},
                }
            },
            "profile data",
            "pass",
        ),
        (
            {
                "config": {
                    "campaignId": "night-ferry",
                    "seed": "s",
                    "kindProfileData": {"a": "Ada Example"},
                }
            },
            "profile data",
            "ask",
        ),
    ],
)
def test_what_the_file_holds_is_checked(
    changes: dict[str, Any],
    row: str,
    tone: str,
    fixture_document: Document,
    load: Load,
    environment: ReplayEnvironment,
) -> None:
    fixture = load(fixture_document(**changes))
    held = of(fixture.overview(environment), "What the file holds", Facts)
    tones = {words(each.cells[0]): each.cells[1].tone for each in held.rows}
    assert tones[row] == tone


# --- what a kind draws --------------------------------------------------------------------------------


def test_the_weeks_of_a_life_are_its_states(load: Load, environment: ReplayEnvironment) -> None:
    """Money over the weeks is what the state says after each week was lived."""
    fixture = sample("lantern-report-0003.fixture.json", load)
    money = of(fixture.overview(environment), "Money over the weeks", Series)
    lived = [
        step
        for step in fixture.trace(environment)
        if step.states and step.before.place != step.after.place
    ]
    assert [moment.step for moment in money.moments] == [None, *(step.index for step in lived)]
    cash = [
        step.states[1].kind_state["player"]["finances"]["cashCents"]
        for step in lived
        if step.states
    ]
    assert list(money.lines[0].values[1:]) == cash


def test_a_map_shows_everything_where_it_stands(load: Load, environment: ReplayEnvironment) -> None:
    fixture = sample("meadow-report-0004.fixture.json", load)
    drawn = of(fixture.panels(6, environment), "Map", Grid)
    states = fixture.trace(environment)[6].states
    assert states is not None
    state = states[1].kind_state
    assert (drawn.width, drawn.height) == (state["map"]["width"], state["map"]["height"])
    assert len(drawn.ground) == drawn.width * drawn.height
    places = [(each.x, each.y) for each in drawn.things if each.kind == "place"]
    assert places == [(each["x"], each["y"]) for each in state["buildings"]]
    people = [each for each in drawn.things if each.kind == "person"]
    assert sum(int(each.glyph[1:]) for each in people) == len(state["guests"]) + len(state["staff"])


def test_an_id_of_the_session_leads_to_the_step_that_issued_it(
    load: Load, environment: ReplayEnvironment
) -> None:
    fixture = sample("meadow-report-0004.fixture.json", load)
    ids = of(fixture.panels(4, environment), "Ids, and who issued them", Table)
    by_value = {words(row.cells[1]): row.cells[2].step for row in ids.rows}
    assert by_value["staff:7"] == 2  # the step that hired a second time
    assert by_value["building:5"] == 3  # the step in which the building was finished


def test_only_the_beginning_of_a_long_play_is_drawn(
    load: Load, environment: ReplayEnvironment, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(whole, "MOST_WALKED", 3)
    panels = sample("meadow-report-0004.fixture.json", load).overview(environment)
    said = of(panels, "The course of the game", Facts)
    assert said.sentence == "Only the first 3 submissions are drawn; 7 more follow."
    assert len(of(panels, "Money over the submissions", Series).moments) == 4
