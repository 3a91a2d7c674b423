"""Adopting content: refused in order, never an error, and felt only in the log."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import pytest

from workbench.plays.engine.adoption import adopt_content
from workbench.plays.engine.engine import Engine
from workbench.plays.engine.events import Event
from workbench.plays.engine.kind import Kind
from workbench.plays.engine.registry import Archive, Epoch
from workbench.plays.engine.state import GameState

Begin = Callable[..., tuple[Engine, GameState]]
Story = Callable[..., Epoch]


def room(*choices: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "kind": "choice",
        "choices": [{"labelKey": "tale.c", "goto": "here", **each} for each in choices],
    }


ENDING = {"kind": "ending", "endingId": "gone"}
ROOM = room({"id": "stay"}, {"id": "leave", "goto": "out"})
NODES = {"here": ROOM, "out": ENDING}
COUNT = {"type": "int", "initial": 1}


def adopted(begin: Begin, first: Epoch, second: Epoch) -> str | None:
    engine, state = begin(first, second)
    adoption = adopt_content(engine, state, second.campaign.version)
    assert adoption.adopted == (adoption.reason is None)
    if not adoption.adopted:
        assert adoption.state is state
    return adoption.reason


def test_additive_content_is_adopted_with_new_variables_at_their_initial_value(
    story: Story, begin: Begin
) -> None:
    first = story(NODES, variables={"n": COUNT}, version="1")
    second = story(NODES, variables={"n": COUNT, "more": {**COUNT, "initial": 7}}, version="2")
    engine, state = begin(first, second)
    adoption = adopt_content(engine, state, "2")
    assert adoption.state.kind_state["variables"] == {"n": 1, "more": 7}
    assert (adoption.state.format_version, adoption.state.campaign_version) == (2, "2")
    assert [entry.to_json() for entry in adoption.state.log] == [
        {"seq": 0, "system": "content", "from": "1", "to": "2"}
    ]
    assert state.kind_state["variables"] == {"n": 1}


def test_adopting_the_version_a_game_is_on_logs_nothing(story: Story, begin: Begin) -> None:
    engine, state = begin(story(NODES, version="1"))
    adoption = adopt_content(engine, state, "1")
    assert adoption.adopted
    assert adoption.state is state


def test_an_ended_game_is_asked_first(story: Story, begin: Begin) -> None:
    engine, state = begin(story(NODES, version="1"))
    ended = engine.submit_action(state, "leave").state
    assert ended is not None
    assert adopt_content(engine, ended, "nowhere").reason == "session_ended"


def test_a_version_nobody_holds_pins_the_game(story: Story, begin: Begin) -> None:
    heard: list[Event] = []
    engine, state = begin(story(NODES, version="1"), emitter=heard.append)
    assert adopt_content(engine, state, "2").reason == "unknown_campaign"
    assert (heard[-1].name, heard[-1].facts["code"]) == ("core.content.pinned", "unknown_campaign")


@pytest.mark.parametrize(
    ("label", "first", "second"),
    [
        ("the visited node is gone", {}, {"nodes": {"there": room({"id": "a", "goto": "there"})}}),
        ("the node takes no choice", {}, {"nodes": {"here": ENDING, "out": ENDING}}),
        ("nothing is offered", {}, {"nodes": {"here": room(), "out": ENDING}}),
        (
            "nothing offered is allowed",
            {},
            {"nodes": {"here": room({"id": "stay", "requirements": {"any": []}}), "out": ENDING}},
        ),
        (
            "the offer cannot be judged",
            {},
            {
                "nodes": {
                    "here": room(
                        {
                            "id": "stay",
                            "showWhen": {"field": "ending", "operator": "less_than", "value": 1},
                        }
                    )
                }
            },
        ),
        ("a variable is gone", {"variables": {"n": COUNT}}, {}),
        (
            "a variable has another type",
            {"variables": {"n": COUNT}},
            {"variables": {"n": {"type": "bool", "initial": True}}},
        ),
    ],
)
def test_content_that_does_not_fit_is_incompatible(
    label: str, first: dict[str, Any], second: dict[str, Any], story: Story, begin: Begin
) -> None:
    one = story(**{"nodes": NODES, "version": "1", **first})
    two = story(**{"nodes": NODES, "version": "2", **second})
    assert adopted(begin, one, two) == "content_incompatible", label


def test_a_lost_achievement_is_incompatible(story: Story, begin: Begin) -> None:
    medal = {"id": "medal", "condition": {"all": []}}
    first, second = story(NODES, achievements=[medal], version="1"), story(NODES, version="2")
    engine, state = begin(first, second)
    after = engine.submit_action(state, "stay").state
    assert after is not None
    assert after.kind_state["unlockedAchievements"] == ["medal"]
    assert adopt_content(engine, after, "2").reason == "content_incompatible"


def test_a_new_variable_of_a_bad_initial_value_makes_an_invalid_state(
    story: Story, begin: Begin
) -> None:
    second = story(NODES, variables={"n": {"type": "int", "initial": "one"}}, version="2")
    assert adopted(begin, story(NODES, version="1"), second) == "invalid_state"


def with_migration(epoch: Epoch, migrate: Callable[[Any, str], Any]) -> Epoch:
    return replace(epoch, campaign=replace(epoch.campaign, migrate=migrate))


def test_a_migration_runs_before_the_kind_judges(story: Story, begin: Begin) -> None:
    first = story({"hall": room({"id": "stay", "goto": "hall"})}, version="1")
    second = story(NODES, version="2")

    def renamed(state: Any, version: str) -> Any:
        assert version == "1"
        return {**state, "currentNodeId": "here", "visitedCounts": {"here": 1}}

    def failing(state: Any, version: str) -> Any:
        raise KeyError("hall")

    assert adopted(begin, first, second) == "content_incompatible"
    assert adopted(begin, first, with_migration(second, renamed)) is None
    assert adopted(begin, first, with_migration(second, failing)) == "migration_failed"
    assert adopted(begin, first, with_migration(second, lambda state, version: None)) == (
        "migration_failed"
    )


def test_another_kind_or_a_kind_that_adopts_nothing_pins_the_game(
    story: Story, begin: Begin, kinds: Mapping[str, Kind]
) -> None:
    other = replace(kinds["story-graph"], id="other-kind", events={})
    fixed = replace(kinds["story-graph"], adopt=None)
    first, second = story(NODES, version="1"), story(NODES, version="2")
    assert adopted(begin, first, replace(second, kind=other)) == "content_kind_changed"
    assert adopted(begin, first, replace(second, kind=fixed)) == "content_not_adoptable"


def test_an_adoption_shifts_the_stream_of_the_next_action(story: Story, begin: Begin) -> None:
    dice = {
        "kind": "random",
        "transitions": [{"weight": 1, "goto": f"r{each}"} for each in range(60)],
    }
    nodes = {
        "here": room({"id": "roll", "goto": "dice"}),
        "dice": dice,
        **{f"r{each}": room({"id": "on"}) for each in range(60)},
    }
    epochs = [story(nodes, version=version) for version in ("1", "2")]
    engine, state = begin(*epochs)
    straight = engine.submit_action(state, "roll").state
    moved = adopt_content(engine, state, "2").state
    later = engine.submit_action(moved, "roll").state
    assert straight is not None
    assert later is not None
    assert straight.kind_state["currentNodeId"] != later.kind_state["currentNodeId"]


def test_an_archive_refuses_one_version_with_two_contents(story: Story) -> None:
    from workbench.plays.engine.registry import CampaignRefused

    first, other = (
        story(NODES, version="1"),
        story({"here": ROOM, "out": {**ENDING, "endingId": "x"}}, version="1"),
    )
    assert len(Archive([first, story(NODES, version="1")]).epochs) == 1
    with pytest.raises(CampaignRefused) as caught:
        Archive([first, other])
    (problem,) = caught.value.problems
    assert (problem.code, problem.path) == ("content_version_conflict", "tale")
    assert problem.details == {"campaignVersion": "1"}
