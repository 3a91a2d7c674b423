"""Saves: refused by the first check that fails, migrated where somebody can, never half read."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.plays.sessions.conftest import Desk, code_of
from workbench.core.canonical import digest
from workbench.plays.engine.engine import Engine, GameConfig
from workbench.plays.engine.events import Event, Severity
from workbench.plays.engine.kind import Kind
from workbench.plays.engine.registry import Archive, Epoch
from workbench.plays.engine.serialization import read_state
from workbench.plays.sessions.records import SessionError
from workbench.plays.sessions.saves import load_save, save_text

Story = Callable[..., Epoch]
ROOM = {"kind": "choice", "choices": [{"id": "stay", "labelKey": "tale.s", "goto": "here"}]}


def stays(state: Any, version: str) -> Any:
    return state


def sealed(envelope: dict[str, Any], **changes: Any) -> str:
    """An envelope with changes and a checksum that fits them."""
    changed = {**envelope, **changes}
    covered = {"state": changed["state"], "replayCompatible": changed["replayCompatible"]}
    return json.dumps({**changed, "checksum": digest(covered)})


@pytest.fixture
def saved(ferry: Archive, kinds: Mapping[str, Kind]) -> tuple[Engine, dict[str, Any]]:
    """An engine, and the envelope of a game on it."""
    engine = Engine(ferry, kinds=kinds)
    state = engine.create_game(GameConfig("night-ferry", "s"), "1.0.0").state
    assert state is not None
    state = engine.submit_action(state, "buy_tea").state
    assert state is not None
    text = save_text(engine, state, engine_version="0.11.0", compatible=True)
    return engine, json.loads(text)


def code(engine: Engine, text: str, current: str | None = None) -> str:
    with pytest.raises(SessionError) as caught:
        load_save(engine, text, current=current)
    return caught.value.code


def test_checks_come_in_their_order(saved: tuple[Engine, dict[str, Any]]) -> None:
    """Each save is wrong in one place and in every later one; the first decides."""
    engine, whole = saved
    state = whole["state"]
    later = {**state, "campaignId": "elsewhere", "kindState": {}}
    assert code(engine, "{") == "invalid_state"
    assert code(engine, json.dumps({**whole, "saveFormatVersion": 2, "checksum": "0"})) == (
        "invalid_state"
    )
    assert (
        code(engine, sealed(whole, saveFormatVersion=2, state=later)) == "save_requires_migration"
    )
    assert code(engine, sealed(whole, serializationVersion=2)) == "save_requires_migration"
    assert code(engine, sealed(whole, state=later, kindVersion="2")) == "unknown_campaign"
    without = Engine(engine.archive, kinds={})
    assert code(without, sealed(whole, campaignId="x", kindVersion="2")) == "unknown_kind"
    assert code(engine, sealed(whole, campaignId="x", kindVersion="2")) == "invalid_state"
    assert code(engine, sealed(whole, kindVersion="2", state={**state, "kindState": {}})) == (
        "save_requires_migration"
    )
    assert code(engine, sealed(whole, state={**state, "kindState": {}})) == "invalid_state"
    assert load_save(engine, sealed(whole, engineVersion="0.0.1")).replay_compatible


def test_a_save_cut_anywhere_is_an_invalid_state(saved: tuple[Engine, dict[str, Any]]) -> None:
    engine, whole = saved
    text = json.dumps(whole)
    for length in range(len(text)):
        assert code(engine, text[:length]) == "invalid_state"


JSONS = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner),
    max_leaves=6,
)


@settings(deadline=None, max_examples=150)
@given(data=st.data())
def test_a_save_with_anything_anywhere_is_loaded_or_refused_with_a_code(
    ferry: Archive, kinds: Mapping[str, Kind], data: st.DataObject
) -> None:
    engine = Engine(ferry, kinds=kinds)
    state = engine.create_game(GameConfig("night-ferry", "s"), "1.0.0").state
    assert state is not None
    whole = json.loads(save_text(engine, state, engine_version="0.11.0", compatible=True))
    holder, member = data.draw(
        st.sampled_from(
            [
                *((whole, each) for each in whole if each != "checksum"),
                *((whole["state"], each) for each in whole["state"]),
                *((whole["state"]["kindState"], each) for each in whole["state"]["kindState"]),
            ]
        )
    )
    holder[member] = data.draw(JSONS)
    try:
        text = sealed(whole)
    except KeyError:
        return
    try:
        loaded = load_save(engine, text)
    except SessionError as refused:
        told = refused.code
    else:
        told = "loaded"
        assert read_state(json.dumps(loaded.state.to_json())) == loaded.state
    assert told in {
        "loaded",
        "invalid_state",
        "save_requires_migration",
        "unknown_campaign",
        "unknown_kind",
    }


def older(engine: Engine, migrate: Any) -> tuple[Engine, list[Event]]:
    """The engine with a kind of a later version, which may read states of the earlier one."""
    kind = replace(engine.kinds["story-graph"], version="1.1.0", migrate=migrate)
    archive = Archive(replace(each, kind=kind) for each in engine.archive.epochs.values())
    told: list[Event] = []
    return Engine(archive, kinds={kind.id: kind}, emitter=told.append), told


def test_a_kind_may_read_states_of_its_earlier_version(
    saved: tuple[Engine, dict[str, Any]],
) -> None:
    engine, whole = saved
    later, told = older(engine, lambda state, version: {**state, "turn": 40})
    loaded = load_save(later, json.dumps(whole))
    assert loaded.state.kind_state["turn"] == 40
    assert not loaded.replay_compatible
    # The content is the same, and the log told of no epoch: no entry.
    assert loaded.state.campaign_version == "1.0.0"
    assert [entry.to_json() for entry in loaded.state.log] == whole["state"]["actionLog"]
    assert [(each.name, each.severity) for each in told] == [
        ("core.migration.applied", Severity.WARN)
    ]


def _raises(state: Any, version: str) -> Any:
    state["turn"] = -1  # what it is given is a copy
    raise RuntimeError("the kind's own code failed")


@pytest.mark.parametrize(
    "migrate", [_raises, lambda *_: None, lambda state, version: {**state, "turn": -1}]
)
def test_a_migration_that_fails_throws_or_gives_an_invalid_state_is_told_as_that(
    migrate: Any, saved: tuple[Engine, dict[str, Any]]
) -> None:
    engine, whole = saved
    later, told = older(engine, migrate)
    assert code(later, json.dumps(whole)) == "migration_failed"
    assert [(each.name, each.severity, dict(each.facts)) for each in told] == [
        ("core.deserialize.rejected", Severity.ERROR, {"code": "migration_failed"})
    ]


def test_a_migrated_log_tells_of_it_only_if_it_told_of_epochs_before(
    story: Story, kinds: Mapping[str, Kind]
) -> None:
    one, two, three = (story({"here": ROOM}, version=each) for each in "123")
    for adopts in (False, True):
        offers = iter(["1", "2" if adopts else "1"])
        desk = Desk(
            Archive([one, two]), kinds, campaign="tale", channel=lambda *_, o=offers: next(o)
        )
        session = desk.client.create_session("tale", seed="s")
        desk.client.submit_action(session, "stay")
        save_id = desk.client.save_game(session)
        migrating = replace(three, campaign=replace(three.campaign, migrate=stays))
        later = Desk(
            Archive([migrating]), kinds, campaign="tale", store=desk.store, channel=lambda *_: "3"
        )
        record = later.record(later.client.load_game(save_id))
        state = read_state(record.blob)
        entries = [entry.to_json() for entry in state.log]
        migrated = [{"seq": 2, "system": "migration", "from": "2", "to": "3"}] if adopts else []
        assert [each for each in entries if each.get("system") == "migration"] == migrated
        assert state.campaign_version == "3"
        assert not record.replay_compatible
        # The flag is sticky: a save of the migrated game carries it on.
        again = later.client.load_game(later.client.save_game(record.session_id))
        assert not later.record(again).replay_compatible
        assert code_of(lambda: later.host.capture_session(again, "n")) == "invalid_state"  # noqa: B023


def test_a_held_epoch_stays_and_the_game_moves_on_by_adoption(
    story: Story, kinds: Mapping[str, Kind]
) -> None:
    one, two = (story({"here": ROOM}, version=each) for each in "12")
    migrating = replace(two, campaign=replace(two.campaign, migrate=stays))
    offered = ["1"]
    desk = Desk(Archive([one, migrating]), kinds, campaign="tale", channel=lambda *_: offered[0])
    save_id = desk.client.save_game(desk.client.create_session("tale", seed="s"))
    offered[0] = "2"
    loaded = desk.client.load_game(save_id)
    assert desk.record(loaded).replay_compatible
    captured: Any = desk.host.capture_session(loaded, "cap-0001")
    assert captured["submissions"] == [{"adopt": "2"}]


def test_sessions_and_saves_are_listed_for_their_profile_and_deleted(desk: Desk) -> None:
    mine = desk.client.create_session("night-ferry", seed="zq-seed", profile_id="p")
    desk.client.create_session("night-ferry", seed="s", profile_id="q")
    nobodys = desk.client.create_session("night-ferry", seed="s")
    desk.client.submit_action(mine, "buy_tea")
    save = desk.client.save_game(mine)
    (listed,) = desk.client.list_sessions("p")
    assert listed == {
        "sessionId": mine,
        "campaignId": "night-ferry",
        "status": "active",
        "audience": "player",
        "createdAt": "",
        "updatedAt": "",
    }
    assert desk.client.list_saves("p") == [
        {"saveId": save, "campaignId": "night-ferry", "savedAt": "", "savedAtSeq": 1}
    ]
    assert desk.client.list_sessions("nobody") == desk.client.list_saves("q") == []
    desk.client.delete_session(mine)
    assert code_of(lambda: desk.client.scene(mine)) == "unknown_session"
    assert code_of(lambda: desk.client.delete_session(mine)) == "unknown_session"
    assert desk.client.list_sessions("p") == []
    # Its saves stay, until they are deleted.
    loaded = desk.client.load_game(save)
    assert desk.client.scene(loaded)
    desk.client.delete_session(loaded)
    desk.client.delete_save(save)
    assert code_of(lambda: desk.client.load_game(save)) == "unknown_save"
    assert code_of(lambda: desk.client.delete_save(save)) == "unknown_save"
    assert desk.client.scene(nobodys)
    # What cannot be read can still be seen and deleted.
    bad = desk.client.create_session("night-ferry", seed="s", profile_id="p")
    desk.store.put_session(replace(desk.record(bad), blob="{"))
    (listed,) = desk.client.list_sessions("p")
    assert listed["status"] == "unreadable"
    desk.client.delete_session(bad)
    assert desk.client.list_sessions("p") == []
