"""The opening state. Source: ``spec/kind-world-graph.md`` §2.1. Nothing in it is drawn."""

from __future__ import annotations

from typing import Final, get_args

from workbench.plays.engine.faults import EngineFault
from workbench.plays.engine.kind import Context
from workbench.plays.kinds.world_graph.content.logic import CounterName
from workbench.plays.kinds.world_graph.content.program import Program
from workbench.plays.kinds.world_graph.entities import new_building
from workbench.plays.kinds.world_graph.space.placement import placement_refusal
from workbench.plays.kinds.world_graph.state import State
from workbench.plays.kinds.world_graph.systems.endings import (
    judged_failure,
    judged_objective,
    resolve_scenario,
)
from workbench.plays.kinds.world_graph.world import World

COUNTERS: Final[tuple[str, ...]] = get_args(CounterName)


def opening_state(program: Program, context: Context) -> State:
    """The scenario set up and judged once. Raises ``EngineFault`` where a building cannot stand."""
    world = World(program, _empty(program), context)
    for placement in program.scenario.building_placements:
        definition = program.buildings[placement.definition_id]
        at = placement.x, placement.y
        refusal = placement_refusal(
            program.space,
            program.map,
            world.layout,
            building=definition,
            at=at,
            rotation=placement.rotation,
        )
        if refusal is not None:
            raise EngineFault("A building of the scenario cannot stand there", code=refusal)
        building = new_building(
            program,
            definition,
            building_id=world.mint("building"),
            queue_id=world.mint("queue"),
            at=at,
            rotation=placement.rotation,
            tick=0,
            status="open" if placement.open else "closed",
        )
        world.buildings[building["id"]] = building
        world.rearranged()
    world.map = program.opening_map
    world.ordinal += len(program.scenario.scenery_placements)
    _judge(world)
    return world.state()


def _empty(program: Program) -> State:
    scenario = program.scenario
    return {
        "tick": 0,
        "map": program.opening_map,
        "finances": {
            "cashCents": scenario.starting_cash_cents,
            "revenueTodayCents": 0,
            "expensesTodayCents": 0,
            "revenueTotalCents": 0,
            "expensesTotalCents": 0,
            "loan": None,
        },
        "buildings": [],
        "constructionSites": [],
        "guests": [],
        "staff": [],
        "incidents": [],
        "objectives": [
            {
                "id": each,
                "state": "active",
                "value": 0,
                "target": program.objectives[each].target,
                "satisfiedSinceTick": None,
                "updatedAtTick": 0,
            }
            for each in scenario.objective_ids
        ],
        "failures": [
            {"id": each, "state": "active", "satisfiedSinceTick": None, "updatedAtTick": 0}
            for each in scenario.failure_ids
        ],
        "alerts": [],
        "resolution": None,
        "counters": dict.fromkeys(COUNTERS, 0),
        "unlockedContent": [
            {"kind": each.kind, "id": each.id} for each in scenario.unlocked_content
        ],
        "activePolicyIds": list(scenario.active_policy_ids),
        "unlockedAchievementIds": [],
        "nextEntityOrdinal": 0,
    }


def _judge(world: World) -> None:
    """Judge every objective, then every failure. The effects of meeting one are not run here."""
    objectives = [judged_objective(world, each) for each in world.objectives.values()]
    failures = [judged_failure(world, each) for each in world.failures.values()]
    world.objectives = {each["id"]: each for each in objectives}
    world.failures = {each["id"]: each for each in failures}
    resolve_scenario(world)
