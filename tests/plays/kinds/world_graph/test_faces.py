"""Content, provenance, surfaces, validity and the sample capture."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.plays.kinds.world_graph.conftest import Change, NewGame, meadow_campaign
from workbench.core.fixture import ReplayEnvironment, ReplayStatus, open_fixture
from workbench.plays.engine.adoption import valid_state
from workbench.plays.engine.registry import check_campaign
from workbench.plays.kinds import available_kinds
from workbench.plays.kinds.world_graph import KIND
from workbench.plays.kinds.world_graph.provenance import issues

CAPTURES = Path(__file__).parents[4] / "sample_fixtures" / "captures"


def test_the_kind_adds_itself_by_its_folder() -> None:
    assert available_kinds()["world-graph"] is KIND


def test_the_meadow_passes_every_check() -> None:
    checked = check_campaign(meadow_campaign(), available_kinds())
    assert checked.ok
    assert not checked.warnings


def _set(*path: Any, to: Any) -> Change:
    def change(content: dict[str, Any]) -> None:
        inner: Any = content
        for member in path[:-1]:
            inner = inner[member]
        inner[path[-1]] = to

    return change


def _deep(content: dict[str, Any]) -> None:
    condition: dict[str, Any] = {"kind": "constant", "value": True}
    for _ in range(200):
        condition = {"kind": "not", "condition": condition}
    content["achievements"][0]["condition"] = condition


@pytest.mark.parametrize(
    ("change", "place"),
    [
        (_set("ticksPerDay", to=0), "/ticksPerDay: greater_than_equal"),
        (_set("ticksPerDay", to="canary-example"), "/ticksPerDay: int_type"),
        (_set("maps", 0, "id", to="a.b"), "/maps/0/id: string_pattern_mismatch"),
        (_set("maps", 0, "width", to=10**7), "/maps/0: value_error"),
        (_set("scenarios", 0, "guestSpawning", "pool", to=[]), "guestSpawning: value_error"),
        (_set("scenarios", 0, "timeLimitTicks", to=None), "/scenarios/0: value_error"),
        (_set("guestArchetypes", 0, "stayTicks", "max", to=0), "stayTicks: value_error"),
        (_set("achievements", 0, "condition", "kind", to="maybe"), "union_tag_invalid"),
        (_deep, "nested more than"),
    ],
)
def test_content_of_another_shape_is_refused_by_its_place_never_its_value(
    meadow: dict[str, Any], change: Change, place: str
) -> None:
    assert KIND.content_problem(meadow) is None
    change(meadow)
    problem = KIND.content_problem(meadow)
    assert problem is not None
    assert place in problem
    assert "canary-example" not in problem
    assert KIND.content_problem([]) is not None


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (_set("startScenarioId", to="nowhere"), "dangling_reference"),
        (_set("scenarios", 0, "mapId", to="nowhere"), "dangling_reference"),
        (_set("products", 0, "litter", "incidentDefinitionId", to="x"), "dangling_reference"),
        (_set("products", 0, "effects", 0, "definitionId", to="x"), "dangling_reference"),
        (_set("incidents", 0, "onStart", 0, "policyId", to="x"), "dangling_reference"),
        (_set("products", 0, "id", to="lemonade"), "duplicate_id"),
        (_set("scenarios", 0, "objectiveIds", to=["poured", "poured"]), "duplicate_id"),
        (_set("maps", 0, "exits", 0, "x", to=7), "position_off_map"),
        (_set("needs", 0, "text", "nameKey", to="meadow.none"), "missing_string_key"),
    ],
)
def test_content_that_names_nothing_refuses_the_campaign(
    meadow: dict[str, Any], change: Change, code: str
) -> None:
    change(meadow)
    assert KIND.content_problem(meadow) is None
    checked = check_campaign(replace(meadow_campaign(), content=meadow), available_kinds())
    assert code in {each.code for each in checked.errors}


def test_every_id_is_traced_to_who_issued_it(new_game: NewGame) -> None:
    game = new_game()
    game.accept("hire_staff", definitionId="pourer")
    program = game.engine.epoch(game.state).program
    params = {"staffId": "staff:3", "buildingId": "building:9", "zoneId": "hilltop", "who": "Me"}
    told = [
        (each.what, each.value, each.by if each.issuers else None)
        for each in issues([program], game.world, "assign_staff", params)
        if not each.is_key
    ]
    assert told == [
        ("action id", "assign_staff", "the kind's actions"),
        ("staff id", "staff:3", "session state"),
        ("building id", "building:9", None),
        ("zone id", "hilltop", "the map"),
        ("param", "Me", None),
    ]
    keys = {
        each.value: bool(each.issuers)
        for each in issues([program], game.world, "assign_staff", params)
        if each.is_key
    }
    assert keys == {"staffId": True, "buildingId": True, "zoneId": True, "who": False}


def test_products_are_issued_by_the_building_they_are_priced_at(new_game: NewGame) -> None:
    game = new_game()
    program = game.engine.epoch(game.state).program

    def issuers(product: str) -> list[tuple[str, ...]]:
        params = {"buildingId": "building:0", "productId": product, "priceCents": 50}
        told = issues([program], game.world, "set_price", params)
        return [each.issuers for each in told if each.what == "product id"]

    assert issuers("lemonade") == [("products the building offers",)]
    assert issuers("cider") == [()]


def test_actions_are_gated_while_there_is_no_id_to_give_them(new_game: NewGame) -> None:
    game = new_game()

    def available() -> dict[str, bool]:
        return {
            str(e["id"]): bool(e["available"]) for e in game.engine.available_actions(game.state)
        }

    assert available()["build"]
    assert available()["set_price"]
    assert not available()["fire_staff"]
    assert not available()["dismiss_alert"]
    game.accept("hire_staff", definitionId="warden")
    assert available()["fire_staff"]


def test_the_scene_shows_the_scenario_and_where_play_is(new_game: NewGame) -> None:
    game = new_game()
    game.accept("advance_ticks", ticks=8)
    game.accept("advance_ticks", ticks=6)
    epoch = game.engine.epoch(game.state)
    assert KIND.place(epoch.program, game.world) == "breezy-day, day 1, tick 14"
    body = KIND.scene_body(epoch.program, game.world)
    assert body["text"] == epoch.campaign.strings[body["textKey"]]  # type: ignore[index]
    seen = KIND.project(epoch.program, game.world, "player")
    assert seen == KIND.project(epoch.program, game.world, "ai")
    assert seen["day"] == 1
    assert "resolution" not in seen
    assert KIND.ending_word(epoch.program, game.world) == ""


def test_changes_name_money_who_came_and_what_unlocked(new_game: NewGame) -> None:
    game = new_game()
    hired = game.submit("hire_staff", definitionId="warden").changes
    assert [(each["path"], each["value"]) for each in hired] == [
        ("finances.cashCents", 820),
        ("finances.expensesTodayCents", 80),
        ("finances.expensesTotalCents", 80),
        ("staff.staff:3.exists", True),
    ]
    paths = [str(e["path"]) for e in game.submit("advance_ticks", ticks=8).changes]
    assert "tick" in paths
    assert paths[-1] == "unlockedAchievementIds.first-cup.exists"


def _no_member(world: dict[str, Any]) -> None:
    del world["alerts"]


@pytest.mark.parametrize(
    "spoil",
    [
        _no_member,
        _set("tick", to="8"),
        _set("map", "exits", to=[]),
        _set("buildings", 0, "definitionId", to="palace"),
        _set("buildings", 0, "queue", "guestIds", to=["guest:99"]),
        _set("guests", 0, "needs", to={}),
        _set("guests", 0, "x", to=70),
        _set("guests", 0, "intent", to={"kind": "hover"}),
        _set("guests", 0, "id", to="guest:first"),
        _set("nextEntityOrdinal", to=2),
        _set("note", to="left by a person"),
        _set("counters", to={}),
        _set("objectives", to=[]),
    ],
)
def test_a_state_that_does_not_fit_its_campaign_is_not_valid(
    new_game: NewGame, spoil: Callable[[dict[str, Any]], None]
) -> None:
    game = new_game()
    game.accept("advance_ticks", ticks=4)
    epoch = game.engine.epoch(game.state)
    world = json.loads(json.dumps(game.world))
    assert valid_state(epoch, world)
    spoil(world)
    assert not valid_state(epoch, world)


def test_the_sample_capture_replays_to_a_won_meadow(environment: ReplayEnvironment) -> None:
    fixture = open_fixture(CAPTURES / "meadow-report-0004.fixture.json")
    replay = fixture.replay(environment)
    assert replay.status is ReplayStatus.REPLAYED
    assert all(each.ok for each in replay.evidence)
    assert all(each.issued_by is not None for each in replay.ids)
    outcome = replay.outcome
    assert isinstance(outcome, dict)
    assert outcome["achievements"] == ["first-cup", "great-kite"]
    assert outcome["terminal"]["terminalId"] == "objectives_met"
