"""The engine's operations: pure, ordered refusals, ids that count, events of fixed severity."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from workbench.plays.engine.engine import CountingIds, Engine, GameConfig
from workbench.plays.engine.events import Event, Severity
from workbench.plays.engine.faults import EngineFault
from workbench.plays.engine.kind import Kind
from workbench.plays.engine.registry import Archive, Epoch
from workbench.plays.engine.serialization import serialize
from workbench.plays.engine.state import GameState

Begin = Callable[..., tuple[Engine, GameState]]
Story = Callable[..., Epoch]

STEP = {"id": "step", "labelKey": "tale.step", "goto": "here"}
LOOP = {"kind": "auto", "goto": "loop"}


@pytest.fixture
def one_room(story: Story) -> Epoch:
    """A room with one way back into it, one into an endless loop, and a door out."""
    return story(
        {
            "here": {
                "kind": "choice",
                "choices": [
                    STEP,
                    {"id": "fall", "labelKey": "tale.fall", "goto": "loop"},
                    {"id": "leave", "labelKey": "tale.leave", "goto": "out"},
                ],
            },
            "loop": LOOP,
            "out": {"kind": "ending", "endingId": "gone"},
        }
    )


def test_a_new_game_counts_its_ids_and_keeps_the_seed_it_was_given(
    ferry: Archive, kinds: Mapping[str, Kind]
) -> None:
    engine = Engine(ferry, kinds=kinds, current={"night-ferry": "1.0.0"}, ids=CountingIds())
    first = engine.create_game(GameConfig("night-ferry", "grey-heron")).state
    second = engine.create_game(GameConfig("night-ferry")).state
    assert first is not None
    assert second is not None
    assert (first.game_id, first.seed) == ("counting-game-id-0", "grey-heron")
    assert (second.game_id, second.seed) == ("counting-game-id-1", "counting-seed-0")
    assert (first.format_version, first.status, len(first.log)) == (1, "active", 0)


def test_an_unknown_campaign_or_version_is_refused_with_its_id(
    ferry: Archive, kinds: Mapping[str, Kind]
) -> None:
    engine = Engine(ferry, kinds=kinds)
    for config, version in (("night-ferry", "9"), ("other", "1.0.0"), ("night-ferry", None)):
        result = engine.create_game(GameConfig(config), version)
        assert not result.ok
        assert [error.to_json() for error in result.errors] == [
            {
                "code": "unknown_campaign",
                "messageKey": "core.reason.unknown_campaign",
                "path": config,
            }
        ]


def test_an_engine_is_not_built_on_what_is_not_there(
    ferry: Archive, kinds: Mapping[str, Kind]
) -> None:
    with pytest.raises(ValueError, match="lacks a campaign"):
        Engine(ferry, kinds=kinds, current={"night-ferry": "2.0.0"})


def test_an_action_gives_a_new_state_and_leaves_the_old_one(one_room: Epoch, begin: Begin) -> None:
    engine, state = begin(one_room)
    before = serialize(state)
    result = engine.submit_action(state, "step")
    assert result.state is not None
    assert len(result.state.log) == 1
    assert serialize(state) == before
    assert engine.submit_action(state, "step") == result


def test_a_rejection_appends_nothing_and_carries_one_message(one_room: Epoch, begin: Begin) -> None:
    engine, state = begin(one_room)
    result = engine.submit_action(state, "nowhere")
    assert (result.ok, result.state, result.reason) == (False, None, "unknown_action")
    assert result.messages == ({"key": "core.reason.unknown_action", "visible": True},)


def test_an_ended_game_refuses_before_anything_else_is_asked(one_room: Epoch, begin: Begin) -> None:
    engine, state = begin(one_room)
    ended = engine.submit_action(state, "leave").state
    assert ended is not None
    assert ended.status == "ended"
    result = engine.submit_action(ended, "step", {"note": 1})
    assert (result.reason, result.messages) == ("session_ended", ())


def test_params_are_copied_and_an_empty_object_is_not_absence(
    one_room: Epoch, begin: Begin
) -> None:
    engine, state = begin(one_room)
    params: dict[str, Any] = {}
    with_params = engine.submit_action(state, "step", params).state
    without = engine.submit_action(state, "step").state
    params["later"] = "change"
    assert with_params is not None
    assert without is not None
    assert [entry.to_json() for entry in with_params.log] == [
        {"seq": 0, "actionId": "step", "params": {}}
    ]
    assert [entry.to_json() for entry in without.log] == [{"seq": 0, "actionId": "step"}]


def test_a_fault_leaves_the_state_and_names_the_place(one_room: Epoch, begin: Begin) -> None:
    engine, state = begin(one_room)
    before = serialize(state)
    with pytest.raises(EngineFault) as caught:
        engine.submit_action(state, "fall")
    assert (caught.value.code, caught.value.place) == ("settle_guard_tripped", "here")
    assert "here" not in f"{caught.value!s}{caught.value!r}".replace("where", "")
    assert serialize(state) == before


def test_events_have_their_fixed_severity_and_hide_unknown_ids(
    one_room: Epoch, begin: Begin
) -> None:
    heard: list[Event] = []
    engine, state = begin(one_room, emitter=heard.append)
    engine.submit_action(state, "jo-example")
    engine.preview_action(state, "step")
    engine.submit_action(state, "leave")
    with pytest.raises(EngineFault):
        engine.submit_action(state, "fall")
    names = [(event.name, event.severity) for event in heard]
    assert names == [
        ("core.game.created", Severity.INFO),
        ("core.action.rejected", Severity.INFO),
        ("core.action.accepted", Severity.INFO),
        ("core.game.ended", Severity.INFO),
        ("kind.story-graph.settle.guard_tripped", Severity.ERROR),
    ]
    assert "actionId" not in heard[1].facts
    assert "leave" not in repr(heard)


def test_what_is_shown_is_a_copy(ferry: Archive, kinds: Mapping[str, Kind]) -> None:
    engine = Engine(ferry, kinds=kinds)
    state = engine.create_game(GameConfig("night-ferry", "s"), "1.0.0").state
    assert state is not None
    before = serialize(state)
    scene: Any = engine.scene(state)
    scene["actions"].clear()
    scene["view"]["kindView"]["stats"].clear()
    scene["view"]["kindView"]["unlockedAchievements"].append("x")
    assert serialize(state) == before
    assert engine.scene(state) != scene


def test_a_scene_shows_text_actions_and_statistics(
    ferry: Archive, kinds: Mapping[str, Kind]
) -> None:
    engine = Engine(ferry, kinds=kinds)
    state = engine.create_game(GameConfig("night-ferry", "s"), "1.0.0").state
    assert state is not None
    scene: Any = engine.scene(state)
    assert scene["body"]["text"].endswith("You count 3 coins and blow on your fingers.")
    assert [(action["id"], action["available"]) for action in scene["actions"]] == [
        ("pay_fare", True),
        ("buy_tea", True),
        ("climb_rope", False),
    ]
    assert scene["actions"][2]["reasonKey"] == "ferry.quay.too_cold"
    assert [stat["var"] for stat in scene["view"]["kindView"]["stats"]] == ["coins", "warmth"]


def test_arithmetic_no_json_can_hold_is_a_fault_and_no_crash(story: Story, begin: Begin) -> None:
    effects = [{"op": "increment", "var": "n", "by": 1.7e308}]
    epoch = story(
        {"here": {"kind": "choice", "choices": [{**STEP, "effects": effects}]}},
        variables={"n": {"type": "int", "initial": 0, "visible": True, "labelKey": "tale.n"}},
        strings=dict.fromkeys(
            ["tale.title", "tale.description", "tale.step", "tale.n", "tale.here"], "{n}"
        ),
    )
    engine, state = begin(epoch)
    for _ in range(2):
        after = engine.submit_action(state, "step").state
        assert after is not None
        state = after
    with pytest.raises(EngineFault):
        engine.scene(state)
