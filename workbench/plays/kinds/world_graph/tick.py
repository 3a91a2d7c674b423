"""What the systems of one tick share beside the world. Source: ``spec/kind-world-graph.md`` §6."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from workbench.plays.engine.kind import Context
from workbench.plays.kinds.world_graph.content.logic import BuildingMeter
from workbench.plays.kinds.world_graph.state import Failure, Objective
from workbench.plays.randomness import Stream

TaskType = Literal["service", "clean", "restock", "build"]


@dataclass(frozen=True, slots=True)
class Deferral:
    """A change of a building's meter that waits for the system that adds them all up."""

    source: str
    building_id: str
    meter: BuildingMeter
    amount: int


@dataclass(frozen=True, slots=True)
class TaskCandidate:
    """Work somebody could take up this tick."""

    type: TaskType
    priority: int
    effort: int | None
    slot: int = 0
    building_id: str | None = None
    site_id: str | None = None
    incident_id: str | None = None
    product_id: str | None = None
    role_id: str | None = None


@dataclass(slots=True)
class Tick:
    """One tick: its number, its generators, and what one system leaves for a later one."""

    number: int
    context: Context
    deferred: list[Deferral] = field(default_factory=list)
    candidates: list[TaskCandidate] = field(default_factory=list)
    #: Objectives and failures as judged on the state before any of them took effect.
    judged_objectives: list[Objective] = field(default_factory=list)
    judged_failures: list[Failure] = field(default_factory=list)
    _streams: dict[str, Stream] = field(default_factory=dict)

    def draws(self, system: str) -> Stream:
        """The generator of a system: made on first use, shared by all it draws this tick."""
        stream = self._streams.get(system)
        if stream is None:
            stream = self._streams[system] = self.context.stream(f"tick:{self.number}:{system}")
        return stream
