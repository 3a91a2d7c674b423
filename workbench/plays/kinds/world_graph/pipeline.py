"""One tick: the systems in their order. Source: ``spec/kind-world-graph.md`` §6."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from workbench.plays.engine.faults import EngineFault
from workbench.plays.kinds.world_graph.systems.alerts import alerts
from workbench.plays.kinds.world_graph.systems.arrivals import guest_spawn
from workbench.plays.kinds.world_graph.systems.endings import failure, objectives
from workbench.plays.kinds.world_graph.systems.finalize import tick_finalize
from workbench.plays.kinds.world_graph.systems.guests import (
    guest_intent,
    guest_move,
    guest_needs,
    guest_path,
)
from workbench.plays.kinds.world_graph.systems.incidents import incidents
from workbench.plays.kinds.world_graph.systems.queues import queues
from workbench.plays.kinds.world_graph.systems.scenario import scenario
from workbench.plays.kinds.world_graph.systems.service import guest_service
from workbench.plays.kinds.world_graph.systems.tasks import task_assign, task_generate
from workbench.plays.kinds.world_graph.systems.upkeep import cleanliness_wear, finance
from workbench.plays.kinds.world_graph.systems.work import buildings, construction, staff_work
from workbench.plays.kinds.world_graph.tick import Tick
from workbench.plays.kinds.world_graph.world import World

System: TypeAlias = Callable[[World, Tick], None]

#: Each sees the world as the one before it left it.
SYSTEMS: Final[tuple[tuple[str, System], ...]] = (
    ("scenario", scenario),
    ("guest-spawn", guest_spawn),
    ("guest-needs", guest_needs),
    ("guest-service", guest_service),
    ("queues", queues),
    ("guest-intent", guest_intent),
    ("guest-path", guest_path),
    ("guest-move", guest_move),
    ("task-generate", task_generate),
    ("task-assign", task_assign),
    ("staff-work", staff_work),
    ("construction", construction),
    ("buildings", buildings),
    ("cleanliness-wear", cleanliness_wear),
    ("finance", finance),
    ("incidents", incidents),
    ("objectives", objectives),
    ("failure", failure),
    ("alerts", alerts),
    ("tick-finalize", tick_finalize),
)


def run_tick(world: World) -> None:
    """Run every system once. A fault names the system it happened in."""
    tick = Tick(world.tick, world.context)
    for name, system in SYSTEMS:
        try:
            system(world, tick)
        except EngineFault as fault:
            fault.place = fault.place or name
            raise
