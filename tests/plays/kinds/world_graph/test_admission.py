"""Whether a submission is taken, and for which reason it is not."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from tests.plays.kinds.world_graph.conftest import Game, NewGame

PRESS = {"definitionId": "press", "x": 3, "y": 1, "rotation": 0}


@pytest.mark.parametrize(
    ("action_id", "params", "reason"),
    [
        # Unknown actions, and parameters that are missing or of the wrong type.
        ("fly_kite", {}, "unknown_action"),
        ("fly_kite", {"any": 1}, "unknown_action"),
        ("__proto__", {}, "unknown_action"),
        ("build", {}, "unknown_action"),
        ("build", {**PRESS, "rotation": 45}, "unknown_action"),
        ("build", {**PRESS, "x": "3"}, "unknown_action"),
        ("build", {**PRESS, "x": True}, "unknown_action"),
        ("build", {**PRESS, "x": 3.5}, "unknown_action"),
        ("hire_staff", {"definitionId": 7}, "unknown_action"),
        ("assign_staff", {"staffId": "staff:9", "zoneId": None}, "unknown_action"),
        ("advance_ticks", {"ticks": False}, "unknown_action"),
        # Undeclared parameters come before everything but the action itself.
        ("build", {"free": "text"}, "unexpected_params"),
        ("advance_ticks", {"ticks": "8", "note": 1}, "unexpected_params"),
        ("demolish", {"buildingId": "building:0", "staffId": "staff:1"}, "unexpected_params"),
        # Ids that nobody issued.
        ("build", {**PRESS, "definitionId": "palace"}, "unknown_entity"),
        ("hire_staff", {"definitionId": "press"}, "unknown_entity"),
        ("demolish", {"buildingId": "building:99"}, "unknown_entity"),
        ("demolish", {"buildingId": ""}, "unknown_entity"),
        ("fire_staff", {"staffId": "a name"}, "unknown_entity"),
        ("dismiss_alert", {"alertId": "alert:1"}, "unknown_entity"),
        ("open_building", {"buildingId": "queue:1"}, "unknown_entity"),
        (
            "set_price",
            {"buildingId": "building:0", "productId": "cider", "priceCents": 50},
            "unknown_entity",
        ),
        # The rules of building, in their order.
        ("build", {**PRESS, "definitionId": "winch"}, "building_locked"),
        (
            "build",
            {**PRESS, "definitionId": "stand", "rotation": 90},
            "placement_terrain_unsuitable",
        ),
        ("build", {**PRESS, "x": 6}, "placement_out_of_bounds"),
        ("build", {**PRESS, "x": -1}, "placement_out_of_bounds"),
        ("build", {**PRESS, "x": 1e300}, "placement_out_of_bounds"),
        ("build", {**PRESS, "x": 1}, "placement_overlaps"),
        ("build", {**PRESS, "y": 2}, "placement_terrain_unsuitable"),
        ("build", {**PRESS, "y": 0}, "placement_terrain_unsuitable"),
        (
            "build",
            {"definitionId": "stand", "x": 2, "y": 0, "rotation": 0},
            "placement_unreachable",
        ),
        # Prices and ticks are bounded.
        (
            "set_price",
            {"buildingId": "building:0", "productId": "lemonade", "priceCents": 151},
            "price_out_of_range",
        ),
        ("advance_ticks", {"ticks": 0}, "ticks_not_positive"),
        ("advance_ticks", {"ticks": -1e300}, "ticks_not_positive"),
        ("advance_ticks", {"ticks": 9}, "tick_limit_reached"),
    ],
)
def test_a_refused_submission_says_why_and_changes_nothing(
    new_game: NewGame, action_id: str, params: dict[str, Any], reason: str
) -> None:
    game = new_game()
    before, copied = game.state, copy.deepcopy(game.world)
    assert game.submit_with(action_id, params).reason == reason
    assert game.state is before
    assert game.world == copied


def test_no_params_at_all_are_as_good_as_missing_ones(new_game: NewGame) -> None:
    assert new_game().submit_with("advance_ticks", None).reason == "unknown_action"


def test_legacy_admission_ignores_undeclared_parameters(new_game: NewGame) -> None:
    noted = {"ticks": 1, "note": "said by a person"}
    assert new_game().submit_with("advance_ticks", noted).reason == "unexpected_params"
    legacy = new_game(legacy=True)
    assert legacy.submit_with("advance_ticks", noted).ok
    # Everything else is judged alike.
    assert legacy.reason("demolish", buildingId="building:99", note=1) == "unknown_entity"


def test_a_whole_double_is_a_whole_number(new_game: NewGame) -> None:
    doubles, wholes = new_game(), new_game()
    doubles.accept("advance_ticks", ticks=2.0)
    wholes.accept("advance_ticks", ticks=2)
    assert doubles.world == wholes.world
    assert type(doubles.world["tick"]) is int


def test_money_and_limits_gate_hiring_and_building(new_game: NewGame) -> None:
    game = new_game()
    game.accept("build", **PRESS)
    assert game.reason("build", **PRESS) == "building_limit_reached"
    game.accept("hire_staff", definitionId="warden")
    game.accept("hire_staff", definitionId="warden")
    assert game.reason("hire_staff", definitionId="warden") == "staff_limit_reached"
    poor = new_game(lambda content: content["scenarios"][0].update(startingCashCents=10))
    assert poor.reason("hire_staff", definitionId="warden") == "insufficient_funds"
    assert poor.reason("build", **PRESS) == "insufficient_funds"


def test_a_closed_building_takes_no_price_and_a_broken_one_neither_opens_nor_closes(
    new_game: NewGame,
) -> None:
    def worn(content: dict[str, Any]) -> None:
        content["policies"][0]["whileActive"] = [
            {
                "kind": "building_meter_delta",
                "meter": "wear",
                "delta": -50,
                "buildings": {"kind": "all"},
            }
        ]

    game = new_game(worn)
    price = {"buildingId": "building:0", "productId": "lemonade", "priceCents": 30}
    game.accept("close_building", buildingId="building:0")
    assert game.reason("set_price", **price) == "building_not_open"
    game.accept("open_building", buildingId="building:0")
    game.accept("set_price", **price)
    game.accept("advance_ticks", ticks=1)
    assert game.world["buildings"][0]["status"] == "broken"
    assert game.world["alerts"][0]["semanticKey"] == "building-broken:building:0"
    assert game.reason("open_building", buildingId="building:0") == "requirement_unmet"
    assert game.reason("close_building", buildingId="building:0") == "requirement_unmet"


def test_nothing_is_taken_once_the_scenario_is_resolved(new_game: NewGame) -> None:
    game = new_game(lambda content: content["scenarios"][0].update(timeLimitTicks=2))
    # A batch that reaches the end early is still accepted.
    assert game.accept("advance_ticks", ticks=8)["tick"] == 2
    assert game.world["resolution"] is not None
    assert game.world["resolution"]["failureId"] == "dusk"
    assert game.state.status == "ended"
    for action_id in ("advance_ticks", "no_such_action"):
        assert game.reason(action_id) == "session_ended"
    assert game.engine.available_actions(game.state) == []


def test_accepted_actions_that_change_nothing_share_the_whole_world(new_game: NewGame) -> None:
    game = new_game()
    before = game.world
    game.accept("open_building", buildingId="building:0")
    assert len(game.state.log) == 1
    assert all(now is then for now, then in zip(game.world.values(), before.values(), strict=True))


def test_an_action_shares_what_it_does_not_touch(new_game: NewGame) -> None:
    game = new_game()
    game.accept("advance_ticks", ticks=4)
    before = game.world
    game.accept("hire_staff", definitionId="pourer")
    assert game.world["staff"] != before["staff"]
    assert game.world["guests"] is before["guests"]
    assert game.world["buildings"] is before["buildings"]


def _hired(game: Game, role: str) -> str:
    return game.accept("hire_staff", definitionId=role)["staff"][-1]["id"]


def test_assigning_replaces_both_assignments_and_firing_drops_the_person(
    new_game: NewGame,
) -> None:
    game = new_game()
    staff_id = _hired(game, "pourer")
    game.accept("assign_staff", staffId=staff_id, buildingId="building:0", zoneId="hilltop")
    assert game.world["staff"][0]["assignedBuildingId"] == "building:0"
    game.accept("assign_staff", staffId=staff_id, zoneId="hilltop")
    assert game.world["staff"][0]["assignedBuildingId"] is None
    assert game.reason("assign_staff", staffId=staff_id, zoneId="valley") == "unknown_entity"
    assert game.reason("assign_staff", staffId=staff_id, buildingId="x") == "unknown_entity"
    game.accept("fire_staff", staffId=staff_id)
    assert game.world["staff"] == []


def test_demolishing_lets_go_of_everyone_who_had_to_do_with_the_building(
    new_game: NewGame,
) -> None:
    game = new_game()
    game.accept("advance_ticks", ticks=5)
    staff_id = _hired(game, "pourer")
    game.accept("assign_staff", staffId=staff_id, buildingId="building:0")
    assert any(guest["intent"]["kind"] == "seek_service" for guest in game.world["guests"])
    after = game.accept("demolish", buildingId="building:0")
    assert after["buildings"] == []
    assert after["map"]["revision"] == 1
    assert after["staff"][0]["assignedBuildingId"] is None
    assert all(guest["intent"]["kind"] != "seek_service" for guest in after["guests"])
