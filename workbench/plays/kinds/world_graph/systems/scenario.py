"""What the scenario does by itself: a new day, scheduled changes, active policies (§6.1)."""

from __future__ import annotations

from workbench.plays.kinds.world_graph.conditions import holds
from workbench.plays.kinds.world_graph.content.logic import Effect
from workbench.plays.kinds.world_graph.effects import Origin, apply_effects
from workbench.plays.kinds.world_graph.ordering import ids_in_text_order
from workbench.plays.kinds.world_graph.tick import Tick
from workbench.plays.kinds.world_graph.world import World


def scenario(world: World, tick: Tick) -> None:
    """Begin the day, then apply what is due and what policies do."""
    due = _due(world)
    if world.tick % world.program.content.ticks_per_day == 0:
        world.finances = {**world.finances, "revenueTodayCents": 0, "expensesTodayCents": 0}
    if due:
        apply_effects(world, due, tick=tick, origin=Origin("scenario", defer="policy"))


def _due(world: World) -> list[Effect]:
    """Both judged on the state at entry: scheduled changes by priority, then policies by id."""
    program = world.program
    due = [
        effect
        for change in program.scheduled.get(world.tick, ())
        if holds(change.condition, world)
        for effect in change.effects
    ]
    for policy_id in ids_in_text_order(world.policies):
        due += program.policies[policy_id].while_active
    return due
