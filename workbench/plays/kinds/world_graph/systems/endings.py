"""Objectives are met, failures triggered, and the scenario is resolved (§6.17, §6.18)."""

from __future__ import annotations

from typing import TypeVar

from workbench.plays.kinds.world_graph.conditions import holds
from workbench.plays.kinds.world_graph.effects import Origin, apply_effects
from workbench.plays.kinds.world_graph.metrics import measure
from workbench.plays.kinds.world_graph.ordering import ids_in_text_order
from workbench.plays.kinds.world_graph.state import Failure, Objective
from workbench.plays.kinds.world_graph.tick import Tick
from workbench.plays.kinds.world_graph.world import World

Judged = TypeVar("Judged", Objective, Failure)


def objectives(world: World, tick: Tick) -> None:
    """Judge objectives and failures on one state, then put the objectives' judgement in force."""
    active = [each for each in _in_order(world.objectives) if each["state"] == "active"]
    waiting = [each for each in _in_order(world.failures) if each["state"] != "triggered"]
    judged = [judged_objective(world, each) for each in active]
    tick.judged_failures = [_judged_failure(world, each) for each in waiting]
    for objective in judged:
        # This overwrites progress that was granted earlier in this pass.
        world.objectives[objective["id"]] = objective
        if objective["state"] == "met":
            effects = world.program.objectives[objective["id"]].on_completed
            apply_effects(world, effects, tick=tick, origin=Origin("objectives"))


def judged_objective(world: World, objective: Objective) -> Objective:
    """An active objective as it stands in the world now."""
    rules, tick = world.program.objectives[objective["id"]], world.tick
    value: int | None = objective["value"]
    if rules.progress_metric is not None:
        value = measure(rules.progress_metric, world) or 0
    since = _since(objective["satisfiedSinceTick"], tick, satisfied=holds(rules.completion, world))
    met = since is not None and tick - since + 1 >= rules.required_duration_ticks
    return {
        **objective,
        "state": "met" if met else "active",
        "value": value or 0,
        "satisfiedSinceTick": since,
        "updatedAtTick": tick,
    }


def _judged_failure(world: World, failure: Failure) -> Failure:
    scenario = world.program.scenario
    limit = scenario.time_limit_ticks
    out_of_time = limit is not None and world.tick + 1 >= limit
    forced = out_of_time and failure["id"] == scenario.time_limit_failure_id
    return judged_failure(world, failure, forced=forced)


def judged_failure(world: World, failure: Failure, *, forced: bool = False) -> Failure:
    """A failure that was not triggered, as it stands in the world now."""
    rules, tick = world.program.failures[failure["id"]], world.tick
    satisfied = forced or holds(rules.condition, world)
    since = _since(failure["satisfiedSinceTick"], tick, satisfied=satisfied)
    lasted = since is not None and tick - since + 1 >= rules.required_duration_ticks
    return {
        **failure,
        "state": "triggered" if forced or lasted else "active",
        "satisfiedSinceTick": since,
        "updatedAtTick": tick,
    }


def _since(stored: int | None, tick: int, *, satisfied: bool) -> int | None:
    if not satisfied:
        return None
    return tick if stored is None else stored


def failure(world: World, tick: Tick) -> None:
    """Put the failures' judgement in force, then see whether the scenario is over."""
    for judged in tick.judged_failures:
        world.failures[judged["id"]] = judged
        if judged["state"] == "triggered":
            effects = world.program.failures[judged["id"]].on_triggered
            apply_effects(world, effects, tick=tick, origin=Origin("failure"))
    resolve_scenario(world)


def resolve_scenario(world: World) -> None:
    """Set the resolution once all objectives are met or a failure is triggered."""
    met = ids_in_text_order(e["id"] for e in world.objectives.values() if e["state"] == "met")
    triggered = ids_in_text_order(
        each["id"] for each in world.failures.values() if each["state"] == "triggered"
    )
    success = bool(met) and len(met) == len(world.objectives)
    if not success and not triggered:
        return
    failure_id = triggered[0] if triggered else None
    objectives_win = world.program.scenario.resolution_precedence == "objectives_win"
    win = success and (failure_id is None or objectives_win)
    if not win:
        _fail_the_rest(world)
    world.resolution = {
        "resolution": "objectives_met" if win else "failed",
        "objectiveIds": met,
        "failureId": None if win else failure_id,
        "resolvedAtTick": world.tick,
    }


def _fail_the_rest(world: World) -> None:
    for objective in list(world.objectives.values()):
        if objective["state"] == "active":
            world.objectives[objective["id"]] = {
                **objective,
                "state": "failed",
                "updatedAtTick": world.tick,
            }


def _in_order(table: dict[str, Judged]) -> list[Judged]:
    return [table[each] for each in ids_in_text_order(table)]
