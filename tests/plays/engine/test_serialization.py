"""A state written is the state read; anything else is refused with the reason code."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from workbench.plays.engine.adoption import adopt_content
from workbench.plays.engine.engine import Engine, GameConfig
from workbench.plays.engine.events import Event, Severity
from workbench.plays.engine.kind import Kind
from workbench.plays.engine.registry import Archive, Epoch
from workbench.plays.engine.serialization import StateRefused, deserialize, serialize
from workbench.plays.engine.state import ActionEntry, GameState, Log

Begin = Callable[..., tuple[Engine, GameState]]
Story = Callable[..., Epoch]


@pytest.fixture
def played(ferry: Archive, kinds: Mapping[str, Kind]) -> tuple[Engine, GameState]:
    """A ferry with two actions in its log."""
    engine = Engine(ferry, kinds=kinds)
    state = engine.create_game(GameConfig("night-ferry", "grey-heron"), "1.0.0").state
    for action, params in (("buy_tea", None), ("pay_fare", dict[str, Any]())):
        assert state is not None
        state = engine.submit_action(state, action, params).state
    assert state is not None
    return engine, state


def test_a_state_comes_back_as_it_was(played: tuple[Engine, GameState]) -> None:
    engine, state = played
    again = deserialize(engine, serialize(state))
    assert again == state
    assert serialize(again) == serialize(state)


CHANGES: list[tuple[dict[str, Any], str]] = [
    ({"formatVersion": 3}, "invalid_state"),
    ({"formatVersion": True}, "invalid_state"),
    ({"kindId": "board-game"}, "invalid_state"),
    ({"status": "paused"}, "invalid_state"),
    ({"seed": 1}, "invalid_state"),
    ({"extra": 1}, "invalid_state"),
    ({"actionLog": {}}, "invalid_state"),
    ({"actionLog": [{"seq": 1, "actionId": "a"}]}, "invalid_state"),
    ({"actionLog": [{"seq": True, "actionId": "a"}]}, "invalid_state"),
    ({"actionLog": [{"seq": 0, "actionId": "a", "params": {"x": []}}]}, "invalid_state"),
    ({"actionLog": [{"seq": 0, "actionId": "a", "more": 1}]}, "invalid_state"),
    ({"actionLog": [{"seq": 0, "system": "other", "from": "1", "to": "2"}]}, "invalid_state"),
    (
        {"actionLog": [{"seq": 0, "system": "content", "from": "0.9.0", "to": "1.0.0"}]},
        "invalid_state",  # an epoch entry implies format 2
    ),
    (
        {
            "formatVersion": 2,
            "actionLog": [{"seq": 0, "system": "content", "from": "1.0.0", "to": "2.0.0"}],
        },
        "invalid_state",  # the last epoch is not the present one
    ),
    ({"campaignVersion": "9"}, "unknown_campaign"),
    ({"campaignId": "other"}, "unknown_campaign"),
    ({"kindId": "simulation"}, "unknown_kind"),
    ({"kindState": {}}, "invalid_state"),
    ({"kindState": None}, "invalid_state"),
]


@pytest.mark.parametrize(("changes", "code"), CHANGES)
def test_a_changed_state_is_refused_with_its_code_and_an_error_event(
    changes: dict[str, Any], code: str, ferry: Archive, kinds: Mapping[str, Kind]
) -> None:
    heard: list[Event] = []
    # Only the one kind, whatever else this build can play.
    one = {"story-graph": kinds["story-graph"]}
    engine = Engine(ferry, kinds=one, emitter=heard.append)
    state = engine.create_game(GameConfig("night-ferry", "s"), "1.0.0").state
    assert state is not None
    document = {**json.loads(serialize(state)), **changes}
    with pytest.raises(StateRefused) as caught:
        deserialize(engine, json.dumps(document))
    assert caught.value.code == code
    assert (heard[-1].name, heard[-1].severity) == ("core.deserialize.rejected", Severity.ERROR)
    assert heard[-1].facts["code"] == code


@pytest.mark.parametrize("text", ["", "{", "[]", "null", '{"formatVersion": 1}', "[" * 5000])
def test_text_that_is_no_state_is_refused(text: str, played: tuple[Engine, GameState]) -> None:
    with pytest.raises(StateRefused):
        deserialize(played[0], text)


def test_a_missing_member_is_refused(played: tuple[Engine, GameState]) -> None:
    engine, state = played
    document = json.loads(serialize(state))
    for member in document:
        shorter = {key: value for key, value in document.items() if key != member}
        with pytest.raises(StateRefused):
            deserialize(engine, json.dumps(shorter))


def test_an_adopted_state_comes_back_with_its_epochs(story: Story, begin: Begin) -> None:
    room = {"kind": "choice", "choices": [{"id": "stay", "labelKey": "tale.s", "goto": "here"}]}
    epochs = [story({"here": room}, version=version) for version in ("1", "2")]
    engine, state = begin(*epochs)
    adopted = adopt_content(engine, state, "2").state
    assert adopted.format_version == 2
    assert adopted.starting_version == "1"
    assert deserialize(engine, serialize(adopted)) == adopted


def test_a_very_long_log_is_read_compared_and_let_go() -> None:
    """The log shares its tail, and nothing about it may recurse."""
    log = Log(ActionEntry(index, "a") for index in range(200_000))
    assert len(log) == 200_000
    assert next(iter(log)).seq == 0
    assert log.with_entry(ActionEntry(200_000, "b")) != log
    assert log == Log(log)
    del log


def test_a_long_log_can_be_pickled() -> None:
    import pickle

    log = Log(ActionEntry(index, "a") for index in range(20_000))
    assert pickle.loads(pickle.dumps(log)) == log
