"""Sessions play, save, load and branch; only the host's surface captures."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.plays.sessions.conftest import Desk, code_of
from workbench.core.errors import BadCommand
from workbench.plays.engine.kind import Kind
from workbench.plays.engine.registry import Archive, Epoch
from workbench.plays.engine.serialization import read_state
from workbench.plays.fixture import PlayFixture
from workbench.plays.sessions.ports import MemoryStore
from workbench.plays.sessions.queues import Queues
from workbench.plays.sessions.records import (
    Conflict,
    SaveRecord,
    SessionError,
    SessionRecord,
)

Story = Callable[..., Epoch]
Load = Callable[..., PlayFixture]
#: Everything the ferry offers, and something it does not.
IDS = (
    "buy_tea",
    "pay_fare",
    "climb_rope",
    "warm_hands",
    "go_up",
    "light_lantern",
    "cast_off",
    "jo",
)


def test_a_captured_session_loads_as_a_fixture_and_replays_as_it_was_played(
    desk: Desk, load: Load, environment: Any
) -> None:
    session = desk.client.create_session(
        "night-ferry", seed="grey-heron", audience="ai", profile_id="profile-jo-example"
    )
    for action in ("climb_rope", "buy_tea", "jo", "pay_fare", "light_lantern", "cast_off"):
        desk.client.submit_action(session, action)
    desk.client.submit_action(session, "steer_by_lantern", {})
    captured = desk.host.capture_session(session, "cap-0001")
    assert captured == {
        "name": "cap-0001",
        "config": {"campaignId": "night-ferry", "seed": "grey-heron"},
        "campaignVersion": "1.0.0",
        "capturedUnder": "0.11.0",
        "submissions": [
            *({"actionId": each} for each in ("buy_tea", "pay_fare", "light_lantern", "cast_off")),
            {"actionId": "steer_by_lantern", "params": {}},
        ],
    }
    replay = load(captured, "cap-0001.fixture.json").replay(environment)
    assert all(each.ok for each in replay.evidence)
    assert replay.unissued == ()


@settings(deadline=None)
@given(st.lists(st.sampled_from(IDS), max_size=12), st.text(max_size=4), st.data())
def test_any_session_is_captured_accepted_throughout_and_branches_anywhere(
    ferry: Archive, kinds: Mapping[str, Kind], actions: list[str], seed: str, data: st.DataObject
) -> None:
    desk = Desk(ferry, kinds)
    session = desk.client.create_session("night-ferry", seed=seed)
    for action in actions:
        desk.client.submit_action(session, action)
    state = read_state(desk.record(session).blob)
    captured: Any = desk.host.capture_session(session, "cap")
    assert [each["actionId"] for each in captured["submissions"]] == [
        entry.to_json()["actionId"] for entry in state.log
    ]
    keep = data.draw(st.integers(0, len(state.log)))
    branch = read_state(desk.record(desk.client.branch_session(session, keep)).blob)
    assert list(branch.log) == list(state.log)[:keep]
    assert branch.game_id == state.game_id
    if keep == len(state.log):
        assert branch == state


def test_capture_writes_nothing_and_counts_nothing(desk: Desk) -> None:
    session = desk.client.create_session("night-ferry", seed="s")
    desk.client.submit_action(session, "buy_tea")
    before = desk.record(session)
    desk.host.capture_session(session, "cap")
    assert desk.record(session) is before


def test_attempts_count_rejections_and_clients_see_what_is_visible(desk: Desk) -> None:
    session = desk.client.create_session("night-ferry", seed="s")
    answer: Any = desk.client.submit_action(session, "climb_rope")
    assert (answer["ok"], answer["messages"]) == (
        False,
        [{"key": "ferry.quay.too_cold", "visible": True}],
    )
    desk.client.submit_action(session, "pay_fare")
    lantern: Any = desk.client.submit_action(session, "light_lantern")
    assert lantern["changes"] == []
    assert desk.record(session).attempts == 3
    assert desk.client.preview_action(session, "cast_off")["ok"]
    assert desk.record(session).attempts == 3


def test_unknown_sessions_saves_and_campaigns_have_their_codes(desk: Desk) -> None:
    assert code_of(lambda: desk.client.scene("nowhere")) == "unknown_session"
    assert code_of(lambda: desk.host.capture_session("nowhere", "n")) == "unknown_session"
    assert code_of(lambda: desk.client.load_game("nowhere")) == "unknown_save"
    assert code_of(lambda: desk.client.create_session("nowhere")) == "unknown_campaign"


@pytest.mark.parametrize("keep", [-1, 2, True, 1.5, None])
def test_a_fork_point_outside_the_log_is_refused(keep: Any, desk: Desk) -> None:
    session = desk.client.create_session("night-ferry", seed="s")
    desk.client.submit_action(session, "buy_tea")
    assert code_of(lambda: desk.client.branch_session(session, keep)) == "invalid_fork_point"


def test_a_migrated_lineage_is_refused_before_the_fork_point_is_looked_at(desk: Desk) -> None:
    session = desk.client.create_session("night-ferry", seed="s")
    desk.store.put_session(replace(desk.record(session), replay_compatible=False))
    desk.host.forget(session)
    assert code_of(lambda: desk.client.branch_session(session, 99)) == "invalid_state"
    assert code_of(lambda: desk.host.capture_session(session, "n")) == "invalid_state"


def test_a_corrupt_blob_is_an_invalid_state(desk: Desk) -> None:
    session = desk.client.create_session("night-ferry", seed="s")
    desk.store.put_session(replace(desk.record(session), blob="{"))
    assert desk.client.scene(session)  # what is at hand is still good
    desk.host.forget(session)
    desk.host.forget("never there")
    assert code_of(lambda: desk.client.scene(session)) == "invalid_state"
    assert code_of(lambda: desk.host.capture_session(session, "n")) == "invalid_state"


class FailingStore(MemoryStore):
    """Fails every write of a session while ``error`` is set."""

    error: Exception | None = None

    def put_session(self, record: SessionRecord) -> None:
        if self.error is not None:
            raise self.error
        super().put_session(record)

    def put_save(self, record: SaveRecord) -> None:
        raise OSError("the disk is full")

    def put_profile(self, profile_id: str, document: Mapping[str, Any]) -> None:
        raise OSError("the disk is full")


def test_a_failed_write_leaves_the_session_as_it_was(
    ferry: Archive, kinds: Mapping[str, Kind]
) -> None:
    store = FailingStore()
    desk = Desk(ferry, kinds, store=store)
    session = desk.client.create_session("night-ferry", seed="s", profile_id="p")
    before = desk.client.scene(session)
    store.error = OSError("the disk is full")
    assert code_of(lambda: desk.client.submit_action(session, "buy_tea")) == "storage_failure"
    assert desk.client.scene(session) == before
    store.error = Conflict()
    assert code_of(lambda: desk.client.submit_action(session, "buy_tea")) == (
        "concurrent_modification"
    )
    assert desk.client.scene(session) == before
    assert code_of(lambda: desk.client.save_game(session)) == "storage_failure"
    store.error = None
    assert desk.client.submit_action(session, "buy_tea")["warnings"] == []


def test_a_save_goes_on_where_it_was_made(desk: Desk) -> None:
    session = desk.client.create_session("night-ferry", seed="s")
    desk.client.submit_action(session, "buy_tea")
    save = desk.client.save_game(session)
    desk.client.submit_action(session, "pay_fare")
    loaded = desk.client.load_game(save)
    assert loaded != session
    state = read_state(desk.record(loaded).blob)
    assert [entry.to_json() for entry in state.log] == [{"seq": 0, "actionId": "buy_tea"}]
    assert desk.host.capture_session(loaded, "cap")


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"checksum": "0" * 64}, "invalid_state"),
        ({"replayCompatible": False}, "invalid_state"),  # the checksum covers it
        ({"extra": 1}, "invalid_state"),
        ({"kindVersion": "2.0.0"}, "save_requires_migration"),
        ({"saveFormatVersion": 2}, "save_requires_migration"),
        ({"campaignId": "other"}, "invalid_state"),
        ({"engineVersion": "0.0.1"}, None),  # gates nothing
    ],
)
def test_a_changed_save_is_refused_with_the_code_of_its_first_check(
    changes: dict[str, Any], code: str | None, desk: Desk
) -> None:
    save_id = desk.client.save_game(desk.client.create_session("night-ferry", seed="s"))
    save = desk.store.save(save_id)
    envelope = {**json.loads(save.blob), **changes}
    desk.store.put_save(replace(save, blob=json.dumps(envelope)))
    if code is None:
        assert desk.client.load_game(save_id)
    else:
        assert code_of(lambda: desk.client.load_game(save_id)) == code


ROOM: dict[str, Any] = {
    "kind": "choice",
    "choices": [{"id": "stay", "labelKey": "tale.s", "goto": "here"}],
}


def test_a_session_moves_to_offered_content_and_its_capture_says_where(
    story: Story, kinds: Mapping[str, Kind]
) -> None:
    epochs = Archive([story({"here": ROOM}, version=version) for version in ("1", "2")])
    offers: list[Any] = [None, None, "2", 7]
    desk = Desk(epochs, kinds, campaign="tale", channel=lambda *_: offers.pop(0))
    session = desk.client.create_session("tale", seed="s")
    for _ in range(3):
        desk.client.submit_action(session, "stay")
    captured: Any = desk.host.capture_session(session, "cap")
    assert captured["campaignVersion"] == "1"
    assert captured["submissions"] == [
        {"actionId": "stay"},
        {"actionId": "stay"},
        {"adopt": "2"},
        {"actionId": "stay"},
    ]


def test_a_rejected_action_and_a_query_never_adopt(story: Story, kinds: Mapping[str, Kind]) -> None:
    epochs = Archive([story({"here": ROOM}, version=version) for version in ("1", "2")])
    asked = [None]
    desk = Desk(epochs, kinds, campaign="tale", channel=lambda *_: asked.pop() if asked else "2")
    session = desk.client.create_session("tale", seed="s")
    desk.client.submit_action(session, "leave")
    desk.client.scene(session)
    assert read_state(desk.record(session).blob).campaign_version == "1"
    desk.client.resume_session(session)
    assert read_state(desk.record(session).blob).campaign_version == "2"
    desk.client.resume_session(session)
    assert desk.record(session).revision == 2


def test_a_migrated_save_plays_on_and_can_never_be_captured(
    story: Story, kinds: Mapping[str, Kind]
) -> None:
    old = story({"here": ROOM}, version="1")
    desk = Desk(Archive([old]), kinds, campaign="tale")
    save = desk.store.save(desk.client.save_game(desk.client.create_session("tale", seed="s")))
    new = story({"here": ROOM}, version="2")
    migrating = replace(new, campaign=replace(new.campaign, migrate=lambda state, version: state))
    later = Desk(
        Archive([migrating]), kinds, campaign="tale", store=desk.store, channel=lambda *_: "2"
    )
    loaded = later.client.load_game(save.save_id)
    assert not later.record(loaded).replay_compatible
    assert later.client.submit_action(loaded, "stay")["ok"]
    assert code_of(lambda: later.host.capture_session(loaded, "n")) == "invalid_state"
    without = Desk(Archive([new]), kinds, campaign="tale", store=desk.store, channel=lambda *_: "2")
    assert code_of(lambda: without.client.load_game(save.save_id)) == "save_requires_migration"


def test_commands_on_one_session_settle_in_the_order_they_came() -> None:
    queues, order, started = Queues(), list[int](), threading.Event()

    def late(index: int) -> None:
        with queues.turn("s"):
            order.append(index)

    with queues.turn("s"):
        threads = []
        for index in range(5):
            thread = threading.Thread(target=late, args=(index,))
            thread.start()
            threads.append(thread)
            while len(queues._waiting["s"]) < index + 2:
                started.wait(0.001)
        with queues.turn("other"):
            order.append(-1)
    for thread in threads:
        thread.join()
    assert order == [-1, 0, 1, 2, 3, 4]
    assert queues._waiting == {}


def test_captures_while_players_act_hold_whole_logs(desk: Desk) -> None:
    session = desk.client.create_session("night-ferry", seed="s")
    lengths: list[int] = []

    def act() -> None:
        for _ in range(20):
            desk.client.submit_action(session, "buy_tea")

    threads = [threading.Thread(target=act) for _ in range(2)]
    for thread in threads:
        thread.start()
    for _ in range(10):
        captured: Any = desk.host.capture_session(session, "cap")
        lengths.append(len(captured["submissions"]))
    for thread in threads:
        thread.join()
    assert lengths == sorted(lengths)
    assert desk.record(session).attempts == 40


def test_records_and_errors_hide_what_they_hold(desk: Desk, canaries: Mapping[str, str]) -> None:
    canary = canaries["person"]
    session = desk.client.create_session("night-ferry", seed=canary, profile_id=canary)
    desk.client.submit_action(session, canary, None)
    assert canary not in repr(desk.record(session))
    with pytest.raises(SessionError) as caught:
        desk.client.scene(canary)
    assert canary not in f"{caught.value!s} {caught.value!r}"


class SlowStore(MemoryStore):
    """Keeps every write waiting until it is let go."""

    def __init__(self) -> None:
        super().__init__()
        self.let_go, self.waiting = threading.Event(), threading.Event()
        self.let_go.set()

    def put_session(self, record: SessionRecord) -> None:
        self.waiting.set()
        self.let_go.wait(10)
        super().put_session(record)

    def profile(self, profile_id: str) -> Any:
        found = super().profile(profile_id)
        threading.Event().wait(0.002)
        return found


def test_a_capture_waits_for_the_command_before_it(
    ferry: Archive, kinds: Mapping[str, Kind]
) -> None:
    store = SlowStore()
    desk = Desk(ferry, kinds, store=store)
    session = desk.client.create_session("night-ferry", seed="s")
    store.let_go.clear()
    store.waiting.clear()
    captured: list[Any] = []
    acting = threading.Thread(target=desk.client.submit_action, args=(session, "buy_tea"))
    capturing = threading.Thread(
        target=lambda: captured.append(desk.host.capture_session(session, "cap"))
    )
    acting.start()
    assert store.waiting.wait(10)
    capturing.start()
    capturing.join(0.05)
    assert captured == []
    # Another session does not wait.
    with pytest.raises(SessionError, match="unknown session"):
        desk.host.capture_session("nowhere", "cap")
    store.let_go.set()
    acting.join()
    capturing.join()
    assert captured[0]["submissions"] == [{"actionId": "buy_tea"}]


def test_sessions_of_one_profile_lose_nothing_of_it(
    story: Story, kinds: Mapping[str, Kind]
) -> None:
    ends = [f"end-{number}" for number in range(8)]
    picks = [{"id": each, "labelKey": "tale.s", "goto": each} for each in ends]
    nodes: dict[str, Any] = {each: {"kind": "ending", "endingId": each} for each in ends}
    epoch = story({"here": {"kind": "choice", "choices": picks}, **nodes})
    desk = Desk(Archive([epoch]), kinds, campaign="tale", store=SlowStore())
    sessions = [desk.client.create_session("tale", profile_id="p") for _ in ends]
    threads = [
        threading.Thread(target=desk.client.submit_action, args=each)
        for each in zip(sessions, ends, strict=True)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    reached: Any = desk.client.profile("p")["terminals"]
    assert sorted(each["terminalId"] for each in reached) == ends


@pytest.mark.parametrize(
    ("params", "logged"),
    [
        (None, {"actionId": "buy_tea"}),
        ({}, {"actionId": "buy_tea", "params": {}}),
    ],
)
def test_absent_params_stay_absent_and_empty_ones_stay(
    params: Any, logged: dict[str, Any], desk: Desk
) -> None:
    session = desk.client.create_session("night-ferry", seed="s")
    desk.client.submit_action(session, "buy_tea", params)
    assert desk.host.capture_session(session, "cap")["submissions"] == [logged]


@pytest.mark.parametrize("value", [None, [1], {"a": 1}, float("nan"), 2**2000, object(), b"x"])
def test_what_is_no_plain_value_is_refused_before_anything_looks_at_it(
    value: Any, desk: Desk
) -> None:
    session = desk.client.create_session("night-ferry", seed="s")
    before = desk.record(session)
    for call in (desk.client.submit_action, desk.client.preview_action):
        with pytest.raises(BadCommand):
            call(session, "buy_tea", {"x": value})
    calls: list[Callable[[], object]] = [
        lambda: desk.client.submit_action(session, value),
        lambda: desk.client.scene(value),
        lambda: desk.client.create_session(value),
        lambda: desk.client.load_game(value),
        lambda: desk.client.list_saves(value),
        lambda: desk.client.create_session("night-ferry", audience=value),
        lambda: desk.client.create_session("night-ferry", audience="crowd"),
    ]
    for each in calls:
        with pytest.raises(BadCommand):
            each()
    assert desk.record(session) is before


@pytest.mark.parametrize("hostile", ["__proto__", "constructor", "", " ", "é𝒳", "../x", "a\nb"])
def test_hostile_ids_are_ordinary(hostile: str, desk: Desk) -> None:
    session = desk.client.create_session("night-ferry", seed=hostile, profile_id=hostile)
    answer: Any = desk.client.submit_action(session, hostile)
    assert answer["errors"][0]["code"] == "unknown_action"
    answer = desk.client.submit_action(session, "buy_tea", {hostile: hostile})
    assert answer["errors"][0]["code"] == "unexpected_params"
    assert code_of(lambda: desk.client.create_session(hostile)) == "unknown_campaign"
    assert code_of(lambda: desk.client.scene(hostile)) == "unknown_session"
    assert desk.client.profile(hostile)["achievements"] == []
    assert [each["sessionId"] for each in desk.client.list_sessions(hostile)] == [session]
    assert desk.host.capture_session(session, "cap-0001")["submissions"] == []


def test_a_resume_that_cannot_be_written_serves_the_earlier_scene(
    story: Story, kinds: Mapping[str, Kind]
) -> None:
    later = {
        **ROOM,
        "choices": [*ROOM["choices"], {"id": "n", "labelKey": "tale.n", "goto": "here"}],
    }
    epochs = Archive([story({"here": ROOM}, version="1"), story({"here": later}, version="2")])
    offered = ["1"]
    store = FailingStore()
    desk = Desk(epochs, kinds, campaign="tale", store=store, channel=lambda *_: offered[0])
    session = desk.client.create_session("tale", seed="s")
    before = desk.client.scene(session)
    offered[0], store.error = "2", OSError("the disk is full")
    assert desk.client.resume_session(session) == before
    assert read_state(desk.record(session).blob).campaign_version == "1"
    store.error = None
    scene: Any = desk.client.resume_session(session)
    assert [each["id"] for each in scene["actions"]] == ["stay", "n"]


def test_strings_are_those_of_every_epoch_lived_on_and_later_ones_win(
    story: Story, kinds: Mapping[str, Kind]
) -> None:
    def told(version: str, **strings: str) -> Epoch:
        every = ("title", "description", "here", "s")
        texts = {f"tale.{each}": version for each in every}
        return story({"here": ROOM}, version=version, strings={**texts, **strings})

    one, two, three = told("1", a="1", b="1"), told("2", b="2", c="2"), told("3", d="3")
    offered = ["1"]
    desk = Desk(Archive([one, two, three]), kinds, campaign="tale", channel=lambda *_: offered[0])
    session = desk.client.create_session("tale", seed="s")
    assert "c" not in desk.client.strings(session)
    offered[0] = "2"
    desk.client.resume_session(session)
    strings = desk.client.strings(session)
    assert {each: strings[each] for each in "abc"} == {"a": "1", "b": "2", "c": "2"}
    assert strings["tale.here"] == "2"
    # A migrated game lived on nothing before its migration.
    save = desk.client.save_game(session)
    migrating = replace(three, campaign=replace(three.campaign, migrate=lambda state, _: state))
    later = Desk(
        Archive([migrating]), kinds, campaign="tale", store=desk.store, channel=lambda *_: "3"
    )
    moved = later.client.strings(later.client.load_game(save))
    assert {each for each in "abcd" if each in moved} == {"d"}
