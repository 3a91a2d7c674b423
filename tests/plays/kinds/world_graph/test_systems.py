"""What a tick does: space, guests, service, work, incidents and endings, one rule a test."""

from __future__ import annotations

from typing import Any

import pytest

from tests.plays.kinds.world_graph.conftest import Game, NewGame, entry
from workbench.plays.engine.faults import EngineFault
from workbench.plays.kinds.world_graph.pipeline import SYSTEMS

PRESS = {"definitionId": "press", "x": 3, "y": 1, "rotation": 0}


def advance(game: Game, *, times: int, ticks: int) -> None:
    """Let time pass in batches."""
    for _ in range(times):
        game.submit("advance_ticks", ticks=ticks)


def test_the_systems_of_a_tick_stand_in_the_published_order() -> None:
    assert [name for name, _ in SYSTEMS] == [
        "scenario",
        "guest-spawn",
        "guest-needs",
        "guest-service",
        "queues",
        "guest-intent",
        "guest-path",
        "guest-move",
        "task-generate",
        "task-assign",
        "staff-work",
        "construction",
        "buildings",
        "cleanliness-wear",
        "finance",
        "incidents",
        "objectives",
        "failure",
        "alerts",
        "tick-finalize",
    ]


def test_a_new_world_has_its_buildings_scenery_and_unlocks(new_game: NewGame) -> None:
    world = new_game().world
    assert [each["id"] for each in world["buildings"]] == ["building:0"]
    assert [each["id"] for each in world["map"]["scenery"]] == ["scenery:2"]
    assert world["nextEntityOrdinal"] == 3
    assert len(world["map"]["terrain"]) == 35
    assert len(world["map"]["paths"]) == 2 * (6 * 5 + 7 * 4)


def test_the_seed_decides_who_comes(new_game: NewGame) -> None:
    worlds = [new_game(seed=seed).accept("advance_ticks", ticks=8) for seed in "aabc"]
    assert worlds[0] == worlds[1]
    assert worlds[0] != worlds[2] != worlds[3]


def test_a_guest_is_served_pays_and_departs(new_game: NewGame) -> None:
    game = new_game()
    for _ in range(3):
        game.accept("advance_ticks", ticks=8)
    counters = game.world["counters"]
    assert counters["servicesCompleted"] > 0
    assert counters["guestsDeparted"] > 0
    assert game.world["finances"]["revenueTotalCents"] == 60 * counters["servicesCompleted"]
    assert counters["guestsEntered"] == counters["guestsDeparted"] + len(game.world["guests"])


def test_a_site_is_built_restocked_and_served_by_staff(new_game: NewGame) -> None:
    game = new_game()
    warden = game.accept("hire_staff", definitionId="warden")["staff"][-1]["id"]
    site = game.accept("build", **PRESS)["constructionSites"][0]
    assert (site["id"], site["completedBuildingId"]) == ("construction-site:4", "building:5")
    world = game.accept("advance_ticks", ticks=8)
    assert world["constructionSites"] == []
    assert [each["id"] for each in world["buildings"]] == ["building:0", "building:5"]
    assert world["buildings"][1]["inventory"] == {"cider": 5}
    worker = next(each for each in world["staff"] if each["id"] == warden)
    assert worker["tasksCompleted"] == 2
    assert world["counters"]["buildingsCompleted"] == 1


def test_wages_and_operating_costs_add_up_to_the_day(new_game: NewGame) -> None:
    def still(content: dict[str, Any]) -> None:
        content["scenarios"][0]["guestSpawning"]["maxActiveGuests"] = 0
        content["scenarios"][0]["activePolicyIds"] = []

    game = new_game(still)
    game.accept("hire_staff", definitionId="warden")
    game.accept("advance_ticks", ticks=6)
    game.accept("advance_ticks", ticks=6)
    # Hired for 80; a day costs 18 for the warden and 6 for the stand.
    assert game.world["finances"]["expensesTotalCents"] == 80 + 18 + 6


def test_objectives_win_over_a_failure_only_where_the_scenario_says_so(new_game: NewGame) -> None:
    def both(precedence: str) -> Any:
        def change(content: dict[str, Any]) -> None:
            for objective in content["objectives"]:
                objective["completion"] = {"kind": "constant", "value": True}
                objective["requiredDurationTicks"] = 2
            content["scenarios"][0]["timeLimitTicks"] = 2
            content["scenarios"][0]["resolutionPrecedence"] = precedence

        return change

    won = new_game(both("objectives_win")).accept("advance_ticks", ticks=4)["resolution"]
    lost = new_game(both("failure_wins")).accept("advance_ticks", ticks=4)["resolution"]
    assert won is not None
    assert lost is not None
    assert (won["resolution"], won["failureId"]) == ("objectives_met", None)
    assert (lost["resolution"], lost["failureId"]) == ("failed", "dusk")
    assert lost["objectiveIds"] == ["poured", "swept"]


def test_a_scenario_may_be_over_before_it_begins(new_game: NewGame) -> None:
    def at_once(content: dict[str, Any]) -> None:
        failure = entry(content, "failures", "penniless")
        failure.update(condition={"kind": "constant", "value": True}, requiredDurationTicks=1)

    game = new_game(at_once)
    assert game.state.status == "ended"
    assert game.engine.outcome(game.state) == {
        "terminal": True,
        "terminalId": "failed",
        "resolution": "failed",
        "objectivesMet": [],
        "failureId": "penniless",
    }
    assert {each["state"] for each in game.world["objectives"]} == {"failed"}


def test_explicit_edges_are_the_only_way_and_may_cost_extra(new_game: NewGame) -> None:
    def edge(source: tuple[int, int], to: tuple[int, int], **more: Any) -> dict[str, Any]:
        ends = {
            "from": dict(zip("xy", source, strict=True)),
            "to": dict(zip("xy", to, strict=True)),
        }
        return {**ends, "edgeCost": 0, "allowed": True, **more}

    def lanes(content: dict[str, Any]) -> None:
        lane = [edge((x, 2), (x + 1, 2)) for x in range(6)]
        # A bridge from end to end, in one step, that costs more than walking.
        lane += [edge((0, 2), (6, 2), edgeCost=100), edge((0, 2), (0, 0), allowed=False)]
        content["maps"][0]["topology"] = {"kind": "explicit", "edges": lane}

    game = new_game(lanes)
    for _ in range(3):
        game.accept("advance_ticks", ticks=8)
    assert game.world["counters"]["servicesCompleted"] > 0
    walked = [guest["path"] for guest in game.world["guests"] if guest["path"]]
    assert all(cell["y"] == 2 for path in walked for cell in path)
    assert all(len(path) != 2 or path[0]["x"] + 1 == path[1]["x"] for path in walked)
    # No edge leads to the door of a press, although its ground would do.
    assert game.reason("build", **{**PRESS, "y": 3}) == "placement_unreachable"


def test_free_steps_that_lead_in_a_circle_are_a_fault_not_an_endless_search(
    new_game: NewGame,
) -> None:
    def free(content: dict[str, Any]) -> None:
        for terrain in content["terrain"]:
            terrain["moveCost"] = 0

    with pytest.raises(EngineFault) as caught:
        new_game(free)
    assert caught.value.code == "endless_route"


def test_an_incident_may_follow_a_guest(new_game: NewGame) -> None:
    """Effects of an incident reach its own guest, and start another where that guest is."""

    def caught(content: dict[str, Any]) -> None:
        tangle = entry(content, "incidents", "tangle")
        tangle["onStart"] = [
            {
                "kind": "start_incident",
                "incidentDefinitionId": "peel",
                "target": {"kind": "current_guest"},
                "amount": 1,
            }
        ]
        tangle["rollChanceBasisPoints"] = 10000

    game = new_game(caught)
    game.accept("advance_ticks", ticks=8)
    incidents = game.world["incidents"]
    assert any(each["definitionId"] == "tangle" for each in incidents)
    # A world-wide incident has no guest, so nothing was started and nothing drawn.
    assert not any(each["guestId"] for each in incidents)


@pytest.mark.parametrize("ticks", [4, 8])
def test_walling_guests_in_is_a_fault_that_leaves_the_game_as_it_was(
    new_game: NewGame, ticks: int
) -> None:
    def on_the_lane(content: dict[str, Any]) -> None:
        entry(content, "terrain", "lane")["buildable"] = True
        entry(content, "buildings", "stand")["entrances"] = [{"x": -1, "y": 0}]

    game = new_game(on_the_lane)
    # The only exit is built over.
    game.accept("build", definitionId="stand", x=6, y=2, rotation=0)
    with pytest.raises(EngineFault) as caught:
        advance(game, times=4, ticks=ticks)
    assert caught.value.code == "no_way_out"
    # The ticks of the batch before the fault did not happen either.
    assert game.world["tick"] % ticks == 0
    assert len(game.state.log) == 1 + game.world["tick"] // ticks
    assert game.submit("hire_staff", definitionId="warden").ok


def test_an_effect_on_a_meter_the_guest_lacks_is_a_fault(new_game: NewGame) -> None:
    def without(content: dict[str, Any]) -> None:
        for archetype in content["guestArchetypes"]:
            archetype["conditions"] = []
        effects = entry(content, "products", "cider")["effects"]
        entry(content, "products", "lemonade")["effects"] = effects

    game = new_game(without)
    with pytest.raises(EngineFault) as caught:
        advance(game, times=4, ticks=8)
    assert caught.value.code == "missing_meter"
    assert caught.value.place == "guest-service"


def test_money_beyond_what_a_double_holds_is_a_fault(new_game: NewGame) -> None:
    rich = 2**53 - 1

    def bursting(content: dict[str, Any]) -> None:
        content["scenarios"][0]["startingCashCents"] = rich

    game = new_game(bursting)
    with pytest.raises(EngineFault) as caught:
        game.submit("advance_ticks", ticks=1)
    assert caught.value.code == "number_out_of_range"
    assert game.world["finances"]["cashCents"] == rich
