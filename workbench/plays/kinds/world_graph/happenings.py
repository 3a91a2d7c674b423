"""Starting and resolving incidents. Source: ``spec/kind-world-graph.md`` §1.4, §6.4, §6.16."""

from __future__ import annotations

from dataclasses import dataclass

from workbench.plays.kinds.world_graph.content.catalogues import Incident as Definition
from workbench.plays.kinds.world_graph.state import Incident, Position
from workbench.plays.kinds.world_graph.tick import Tick
from workbench.plays.kinds.world_graph.world import World


@dataclass(frozen=True, slots=True)
class Where:
    """What an incident is tied to."""

    building_id: str | None = None
    guest_id: str | None = None
    zone_id: str | None = None
    position: Position | None = None


def start(
    world: World, definition_id: str, where: Where, *, amount: int, duration: int | None
) -> Incident:
    """A new incident, without its effects and without counting it."""
    incident: Incident = {
        "id": world.mint("incident"),
        "definitionId": definition_id,
        "buildingId": where.building_id,
        "guestId": where.guest_id,
        "zoneId": where.zone_id,
        "position": where.position,
        "amount": amount,
        "startedAtTick": world.tick,
        "expiresAtTick": None if duration is None else world.tick + duration,
        "resolvedAtTick": None,
    }
    world.incidents[incident["id"]] = incident
    return incident


def drawn_duration(definition: Definition, tick: Tick, system: str) -> int | None:
    """How long an incident lasts. Nothing is drawn where nothing can vary."""
    lasting = definition.duration_ticks
    if lasting is None:
        return None
    if lasting.min == lasting.max:
        return lasting.min
    return tick.draws(system).next_int(lasting.min, lasting.max)


def resolve(world: World, incident: Incident) -> None:
    """Mark an incident resolved, without its effects."""
    world.incidents[incident["id"]] = {**incident, "resolvedAtTick": world.tick}
