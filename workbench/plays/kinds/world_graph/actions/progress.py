"""Letting time pass, and dismissing alerts (§4)."""

from __future__ import annotations

from workbench.plays.kinds.world_graph.actions.declared import Given
from workbench.plays.kinds.world_graph.pipeline import run_tick
from workbench.plays.kinds.world_graph.world import World


def advance_ticks(world: World, given: Given) -> str | None:
    """Run ticks until the number is reached or the scenario is over."""
    ticks = given.whole("ticks")
    if ticks < 1:
        return "ticks_not_positive"
    if ticks > world.program.content.max_ticks_per_action:
        return "tick_limit_reached"
    for _ in range(ticks):
        run_tick(world)
        if world.resolution is not None:
            break
    return None


def dismiss_alert(world: World, given: Given) -> str | None:
    """The player has seen an alert; dismissing it again changes nothing."""
    alert = world.alerts.get(given.id("alertId"))
    if alert is None:
        return "unknown_entity"
    if alert["dismissedAtTick"] is None and alert["clearedAtTick"] is None:
        world.alerts[alert["id"]] = {**alert, "dismissedAtTick": world.tick}
    return None
