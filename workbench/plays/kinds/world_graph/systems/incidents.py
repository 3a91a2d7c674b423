"""Incidents end, and new ones are rolled for (§6.16)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from workbench.plays.engine.kind import Pick
from workbench.plays.kinds.world_graph.conditions import holds
from workbench.plays.kinds.world_graph.content.catalogues import Incident as Definition
from workbench.plays.kinds.world_graph.effects import Origin, apply_effects
from workbench.plays.kinds.world_graph.happenings import Where, drawn_duration, resolve, start
from workbench.plays.kinds.world_graph.ordering import in_entity_order, text_order
from workbench.plays.kinds.world_graph.state import Incident, Position
from workbench.plays.kinds.world_graph.tick import Tick
from workbench.plays.kinds.world_graph.world import World

SYSTEM: Final = "incidents"


@dataclass(frozen=True, slots=True)
class _Instance:
    """One place a roll is made for: the world, a zone or a building."""

    scope: str
    zone_id: str | None = None
    building_id: str | None = None
    position: Position | None = None


def incidents(world: World, tick: Tick) -> None:
    """Resolve what is over, choose for every instance, and only then start what was chosen."""
    for incident in [each for each in in_entity_order(world.incidents) if _is_over(world, each)]:
        now = world.incidents.get(incident["id"])
        if now is not None and now["resolvedAtTick"] is None:
            resolve(world, now)
            definition = world.program.incidents[now["definitionId"]]
            origin = Origin(SYSTEM, incident_id=now["id"])
            apply_effects(world, definition.on_resolve, tick=tick, origin=origin)
    for instance, definition in list(_rolled(world, tick)):
        _raise(world, instance, definition, tick)


def _is_over(world: World, incident: Incident) -> bool:
    if incident["resolvedAtTick"] is not None:
        return False
    expires = incident["expiresAtTick"]
    if expires is not None and expires <= world.tick:
        return True
    condition = world.program.incidents[incident["definitionId"]].resolution_condition
    return condition is not None and holds(condition, world)


def _rolled(world: World, tick: Tick) -> Iterator[tuple[_Instance, Definition]]:
    eligible = {
        scope: [each for each in definitions if _triggered(each, world)]
        for scope, definitions in world.program.rolled_incidents.items()
    }
    for instance in _instances(world):
        free = [each for each in eligible[instance.scope] if not _blocked(world, each, instance)]
        chosen = _chosen(world, free, tick) if free else None
        if chosen is not None:
            yield instance, chosen


def _triggered(definition: Definition, world: World) -> bool:
    return definition.trigger_condition is not None and holds(definition.trigger_condition, world)


def _instances(world: World) -> Iterator[_Instance]:
    yield _Instance("world")
    for zone in sorted(world.map["zones"], key=lambda zone: text_order(zone["id"])):
        yield _Instance("zone", zone_id=zone["id"])
    for building in in_entity_order(world.buildings):
        position: Position = {"x": building["x"], "y": building["y"]}
        yield _Instance("building", building_id=building["id"], position=position)


def _blocked(world: World, definition: Definition, instance: _Instance) -> bool:
    """Whether such an incident is still going on there, or ended too short a time ago."""
    return any(
        each["definitionId"] == definition.id
        and each["zoneId"] == instance.zone_id
        and each["buildingId"] == instance.building_id
        and (
            each["resolvedAtTick"] is None
            or world.tick < each["startedAtTick"] + definition.cooldown_ticks
        )
        for each in world.incidents.values()
    )


def _chosen(world: World, free: list[Definition], tick: Tick) -> Definition | None:
    """Every definition rolls, also after one passed; among those that passed the weights decide."""
    draws = tick.draws(SYSTEM)
    passed = [each for each in free if draws.next_int(1, 10000) <= each.roll_chance_basis_points]
    if not passed:
        return None
    weights = [each.selection_weight for each in passed]
    index = draws.weighted_index(weights)
    world.picks.append(Pick(SYSTEM, tuple(weights), index, passed[index].id))
    return passed[index]


def _raise(world: World, instance: _Instance, definition: Definition, tick: Tick) -> None:
    duration = drawn_duration(definition, tick, SYSTEM)
    where = Where(
        building_id=instance.building_id, zone_id=instance.zone_id, position=instance.position
    )
    incident = start(world, definition.id, where, amount=1, duration=duration)
    world.count("incidentsRaised", 1)
    origin = Origin(SYSTEM, incident_id=incident["id"])
    apply_effects(world, definition.on_start, tick=tick, origin=origin)
