"""Profiles grow by accepted actions, are read with what is wrong with them, and never hinder play."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.plays.sessions.conftest import Desk, code_of
from workbench.core.canonical import JSON
from workbench.plays.engine.kind import Context, Kind, Started
from workbench.plays.engine.registry import Archive, Campaign, publish
from workbench.plays.sessions.ports import MemoryStore
from workbench.plays.sessions.profiles import MAX_KIND_DATA, KindData, Profile, load_profile

ROUTE = ("buy_tea", "pay_fare", "light_lantern", "cast_off", "steer_by_lantern")
KEEPER = {"campaignId": "night-ferry", "achievementId": "keeper_of_the_light"}
ASHORE = {"campaignId": "night-ferry", "terminalId": "ashore"}


def play(desk: Desk, profile_id: str = "p") -> list[Any]:
    session = desk.client.create_session("night-ferry", seed="grey-heron", profile_id=profile_id)
    return [desk.client.submit_action(session, action) for action in ROUTE]


def codes(answer: Any) -> list[str]:
    return [each["code"] for each in answer["warnings"]]


def test_each_unlock_and_each_ending_is_kept_once(desk: Desk) -> None:
    for _ in range(2):
        assert all(codes(answer) == [] for answer in play(desk))
    assert desk.store.profile("p") == {
        "formatVersion": 3,
        "profileId": "p",
        "achievements": [KEEPER],
        "terminals": [ASHORE],
        "kindData": [],
    }
    assert desk.client.profile("p") == {
        "achievements": [KEEPER],
        "terminals": [ASHORE],
        "warnings": [],
    }


class FullStore(MemoryStore):
    def put_profile(self, profile_id: str, document: Mapping[str, JSON]) -> None:
        raise OSError("the disk is full")


def test_a_profile_that_cannot_be_written_is_a_warning_and_the_action_stands(
    ferry: Archive, kinds: Mapping[str, Kind]
) -> None:
    answers = play(Desk(ferry, kinds, store=FullStore()))
    assert all(answer["ok"] for answer in answers)
    assert answers[-1]["warnings"] == [
        {"code": "profile_write_failed", "messageKey": "core.reason.profile_write_failed"}
    ]


@pytest.mark.parametrize(
    "document",
    [
        {"formatVersion": 4, "profileId": "p", "achievements": []},
        {"formatVersion": True, "profileId": "p", "achievements": []},
        {"formatVersion": 1, "profileId": "q", "achievements": []},
        {"formatVersion": 1, "profileId": "p"},
        {"formatVersion": 1, "profileId": "p", "achievements": {}},
        {"formatVersion": 1, "profileId": "p", "achievements": [{"campaignId": "c"}]},
        {"formatVersion": 2, "profileId": "p", "achievements": []},
        {"formatVersion": 3, "profileId": "p", "achievements": [], "terminals": []},
        {"formatVersion": 3, "profileId": "p", "achievements": [], "terminals": [], "kindData": 7},
        [],
        "p",
    ],
)
def test_a_malformed_profile_is_empty_with_a_warning_and_is_left_as_it_is(
    document: Any, desk: Desk
) -> None:
    desk.store.put_profile("p", document)
    before = copy.deepcopy(document)
    assert load_profile(desk.store, "p") == (Profile("p"), "profile_corrupt")
    answers = play(desk)
    assert all(answer["ok"] for answer in answers)
    assert codes(answers[-1]) == ["profile_corrupt"]
    assert desk.store.profile("p") == before


def test_earlier_generations_lack_endings_and_data_and_grow_into_the_newest(desk: Desk) -> None:
    assert load_profile(desk.store, "p") == (Profile("p"), "profile_missing")
    earlier = {"formatVersion": 1, "profileId": "p", "achievements": [KEEPER]}
    desk.store.put_profile("p", earlier)
    assert load_profile(desk.store, "p") == (
        Profile("p", (("night-ferry", "keeper_of_the_light"),)),
        None,
    )
    play(desk)
    grown: Any = desk.store.profile("p")
    assert (grown["formatVersion"], grown["achievements"], grown["terminals"]) == (
        3,
        [KEEPER],
        [ASHORE],
    )


TEXTS = st.text(max_size=6)
PAIRS = st.lists(st.tuples(TEXTS, TEXTS), max_size=4).map(tuple)
DATA = st.dictionaries(TEXTS, st.integers(-99, 99), max_size=3)


@given(PAIRS, PAIRS, st.dictionaries(TEXTS, DATA, max_size=4))
def test_a_profile_is_read_back_as_it_was_written(
    achievements: Any, terminals: Any, data: dict[str, Any]
) -> None:
    profile = Profile("p", achievements, terminals)
    for kind_id, held in data.items():
        profile = profile.with_kind_data(KindData(kind_id, "1", held))
    store = MemoryStore()
    store.put_profile("p", profile.to_json())
    assert load_profile(store, "p") == (profile, None)


class Steps:
    """Carries the number of accepted actions from game to game, as its second version."""

    version = "2"

    def __init__(self, fold: Any = None) -> None:
        self._fold = fold

    def migrate(self, data: Any, version: str) -> Any:
        if version != "1":
            return None
        return {"steps": data["count"]}

    def fold(self, data: Any, campaign: Campaign, changes: Sequence[Mapping[str, JSON]]) -> Any:
        if self._fold is not None:
            return self._fold()
        return {"steps": (data or {"steps": 0})["steps"] + 1}


class Carrying(Desk):
    """A desk whose stories carry data, and which notes what each new game was given."""

    def __init__(self, kinds: Mapping[str, Kind], campaign: Campaign, fold: Any = None) -> None:
        self.given: list[Any] = []
        self.warned: list[tuple[str, str]] = []
        plain = kinds["story-graph"]

        def initial_state(program: Any, context: Context, profile_data: JSON) -> Started:
            self.given.append(profile_data)
            return plain.initial_state(program, context, profile_data)

        kind = replace(plain, profile_data=Steps(fold), initial_state=initial_state)
        held = {**kinds, kind.id: kind}
        archive = Archive([publish(campaign, held)])
        super().__init__(archive, held, warned=lambda *warning: self.warned.append(warning))

    def data(self) -> Any:
        profile: Any = self.store.profile("p")
        return None if profile is None else profile["kindData"]


@pytest.fixture
def campaign(ferry: Archive) -> Campaign:
    return ferry.epochs["night-ferry", "1.0.0"].campaign


def with_data(desk: Carrying, version: str, data: Any) -> None:
    profile = Profile("p").with_kind_data(KindData("story-graph", version, data))
    desk.store.put_profile("p", profile.to_json())


def test_data_is_folded_by_every_accepted_action_and_given_to_the_next_game(
    kinds: Mapping[str, Kind], campaign: Campaign
) -> None:
    desk = Carrying(kinds, campaign)
    session = desk.client.create_session("night-ferry", seed="s", profile_id="p")
    assert desk.warned == [("createSession", "profile_missing")]
    answers = [desk.client.submit_action(session, each)["ok"] for each in ("buy_tea", "jo")]
    assert answers == [True, False]
    steps = {"steps": 1}
    assert desk.data() == [{"kindId": "story-graph", "dataVersion": "2", "data": steps}]
    later = desk.client.create_session("night-ferry", seed="s", profile_id="p")
    desk.client.create_session("night-ferry", seed="s")
    assert desk.given == [None, steps, None]
    # The capture holds what the session was created from, not the profile as it is now.
    desk.client.submit_action(later, "buy_tea")
    assert desk.data()[0]["data"] != steps
    captured: Any = desk.host.capture_session(later, "cap-0001")
    assert captured["config"] == {
        "campaignId": "night-ferry",
        "seed": "s",
        "kindProfileData": steps,
    }
    assert "kindProfileData" not in desk.host.capture_session(session, "cap-0002")["config"]  # type: ignore[operator]
    # So do its branches, and what is loaded from its saves.
    for again in (
        desk.client.branch_session(later, 0),
        desk.client.load_game(desk.client.save_game(later)),
    ):
        copied: Any = desk.host.capture_session(again, "cap-0003")
        assert copied["config"]["kindProfileData"] == steps


def test_a_session_whose_creation_input_is_lost_is_neither_captured_nor_branched(
    kinds: Mapping[str, Kind], campaign: Campaign
) -> None:
    desk = Carrying(kinds, campaign)
    session = desk.client.create_session("night-ferry", seed="s", profile_id="p")
    desk.store.put_session(replace(desk.record(session), initialization=None))
    desk.host.forget(session)
    assert code_of(lambda: desk.host.capture_session(session, "n")) == "invalid_state"
    assert code_of(lambda: desk.client.branch_session(session, 0)) == "invalid_state"


@pytest.mark.parametrize(
    ("version", "data", "given", "warning"),
    [
        ("2", {"steps": 4}, {"steps": 4}, []),
        ("1", {"count": 4}, {"steps": 4}, []),
        ("1", {"other": 4}, None, ["profile_kind_data_unreadable"]),  # its migration fails
        ("0", {"count": 4}, None, ["profile_kind_data_unreadable"]),
        ("3", {"steps": 4}, None, ["profile_kind_data_unreadable"]),
    ],
)
def test_data_of_another_version_is_migrated_or_left_alone(
    version: str,
    data: Any,
    given: Any,
    warning: list[str],
    kinds: Mapping[str, Kind],
    campaign: Campaign,
) -> None:
    desk = Carrying(kinds, campaign)
    with_data(desk, version, data)
    session = desk.client.create_session("night-ferry", seed="s", profile_id="p")
    assert desk.given == [given]
    assert [code for _, code in desk.warned] == warning
    answer = desk.client.submit_action(session, "buy_tea")
    assert codes(answer) == warning
    kept = desk.data()[0]
    assert kept == (
        {"kindId": "story-graph", "dataVersion": version, "data": data}
        if warning
        else {"kindId": "story-graph", "dataVersion": "2", "data": {"steps": 5}}
    )


def _raises() -> Any:
    raise RuntimeError("the kind's own code failed")


@pytest.mark.parametrize(
    "fold",
    [
        _raises,
        lambda: float("nan"),
        lambda: {"x": object()},
        lambda: "x" * (MAX_KIND_DATA - 1),  # and two quotation marks
    ],
)
def test_data_that_cannot_be_kept_is_a_warning_and_the_rest_is_kept(
    fold: Any, kinds: Mapping[str, Kind], campaign: Campaign
) -> None:
    desk = Carrying(kinds, campaign, fold)
    answers = play(desk)
    assert all(answer["ok"] for answer in answers)
    assert codes(answers[-1]) == ["profile_kind_data_rejected"]
    assert desk.data() == []
    assert desk.client.profile("p")["achievements"] == [KEEPER]


def test_as_much_data_as_is_allowed_is_kept(kinds: Mapping[str, Kind], campaign: Campaign) -> None:
    desk = Carrying(kinds, campaign, lambda: "x" * (MAX_KIND_DATA - 2))
    assert codes(play(desk)[-1]) == []
    assert len(desk.data()[0]["data"]) == MAX_KIND_DATA - 2
