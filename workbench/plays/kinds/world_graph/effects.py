"""The one interpreter of effects. Source: ``spec/kind-world-graph.md`` §1.4.

A list of effects is walked once: some act at once, the others are summed into groups that are
applied at the end, so that +5 and -5 at a ceiling cancel out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final, TypeVar

from workbench.plays.engine.faults import EngineFault
from workbench.plays.kinds.world_graph.content import logic
from workbench.plays.kinds.world_graph.happenings import Where, drawn_duration, resolve, start
from workbench.plays.kinds.world_graph.metrics import GUEST_METERS
from workbench.plays.kinds.world_graph.ordering import text_order
from workbench.plays.kinds.world_graph.state import Building, Guest, Incident
from workbench.plays.kinds.world_graph.tick import Deferral, Tick
from workbench.plays.kinds.world_graph.world import World, exact

Key = TypeVar("Key")

#: Guests no effect reaches.
_GONE: Final = frozenset({"departed", "removed"})


@dataclass(frozen=True, slots=True)
class Origin:
    """What a list of effects comes from: the system, and the incident or service behind it."""

    system: str
    incident_id: str | None = None
    guest_id: str | None = None
    building_id: str | None = None
    #: Changes of buildings' meters wait under this source; without one they happen at once.
    defer: str | None = None


@dataclass(slots=True)
class _Sums:
    """The groups, each in first-seen order."""

    cash: int = 0
    counters: dict[str, int] = field(default_factory=dict)
    objectives: dict[str, int] = field(default_factory=dict)
    guests: dict[tuple[str, logic.MeterKind, str], int] = field(default_factory=dict)
    buildings: dict[tuple[str, logic.BuildingMeter], int] = field(default_factory=dict)


def apply_effects(
    world: World, effects: Iterable[logic.Effect], *, tick: Tick, origin: Origin
) -> None:
    """Apply a list of effects. Raises ``EngineFault`` where content asks for the impossible."""
    sums = _Sums()
    for effect in effects:
        _walk(world, effect, sums, tick=tick, origin=origin)
    _apply_sums(world, sums, tick=tick, origin=origin)


def _walk(world: World, effect: logic.Effect, sums: _Sums, *, tick: Tick, origin: Origin) -> None:
    match effect:
        case logic.Unlock():
            _set_unlocked(world, effect)
        case logic.SetPolicyActive():
            _set_policy_active(world, effect)
        case logic.StartIncident():
            _start_incident(world, effect, tick=tick, origin=origin)
        case logic.ResolveIncident():
            _resolve_incidents(world, effect, origin)
        case logic.FinanceDelta():
            sums.cash = exact(sums.cash + effect.cents)
        case logic.CounterIncrement():
            if effect.amount < 0:
                raise EngineFault("A counter would count down", code="negative_increment")
            _add(sums.counters, effect.counter, effect.amount)
        case logic.ObjectiveProgress():
            _add(sums.objectives, effect.objective_id, effect.delta)
        case logic.GuestMeterDelta():
            for guest in _guests(world, effect.guests, origin):
                _add(sums.guests, (guest["id"], effect.meter, effect.definition_id), effect.delta)
        case logic.BuildingMeterDelta():
            for building in _buildings(world, effect.buildings, origin):
                _add(sums.buildings, (building["id"], effect.meter), effect.delta)


def _add(sums: dict[Key, int], key: Key, amount: int) -> None:
    sums[key] = exact(sums.get(key, 0) + amount)


# --- effects that act at once


def _set_unlocked(world: World, effect: logic.Unlock) -> None:
    kind, content_id = effect.content.kind, effect.content.id
    others = [each for each in world.unlocked if (each["kind"], each["id"]) != (kind, content_id)]
    unlock = effect.kind == "unlock"
    if unlock == (len(others) < len(world.unlocked)):
        return
    if unlock:
        others.append({"kind": kind, "id": content_id})
        others.sort(key=lambda each: (text_order(each["kind"]), text_order(each["id"])))
    world.unlocked = others


def _set_policy_active(world: World, effect: logic.SetPolicyActive) -> None:
    if effect.active == (effect.policy_id in world.policies):
        return
    others = [each for each in world.policies if each != effect.policy_id]
    if effect.active:
        others = sorted([*others, effect.policy_id], key=text_order)
    world.policies = others


def _start_incident(
    world: World, effect: logic.StartIncident, *, tick: Tick, origin: Origin
) -> None:
    where = _where(world, effect.target, origin)
    if where is not None:
        definition = world.program.incidents[effect.incident_definition_id]
        duration = drawn_duration(definition, tick, origin.system)
        start(world, definition.id, where, amount=effect.amount, duration=duration)


def _where(world: World, target: logic.Target, origin: Origin) -> Where | None:
    """Where an incident starts, or ``None`` where the current incident has no such thing."""
    if target.kind == "none":
        return Where()
    if target.kind == "zone":
        return Where(zone_id=target.zone_id)
    current = _current_incident(world, origin)
    if target.kind == "current_guest":
        guest = world.guests.get((current and current["guestId"]) or "")
        if guest is None:
            return None
        return Where(guest_id=guest["id"], position={"x": guest["x"], "y": guest["y"]})
    building = world.buildings.get((current and current["buildingId"]) or "")
    return None if building is None else Where(building_id=building["id"])


def _resolve_incidents(world: World, effect: logic.ResolveIncident, origin: Origin) -> None:
    for incident in list(world.incidents.values()):
        if (
            incident["resolvedAtTick"] is None
            and incident["definitionId"] == effect.incident_definition_id
            and (effect.incidents == "all_active" or incident["id"] == origin.incident_id)
        ):
            resolve(world, incident)


def _current_incident(world: World, origin: Origin) -> Incident | None:
    return None if origin.incident_id is None else world.incidents.get(origin.incident_id)


# --- whom an effect reaches


def _guests(world: World, selector: logic.GuestSelector, origin: Origin) -> Iterator[Guest]:
    wanted: set[str | None]
    match selector.kind:
        case "all":
            wanted = {*world.guests}
        case "archetype":
            wanted = {
                each["id"]
                for each in world.guests.values()
                if each["archetypeId"] == selector.archetype_id
            }
        case "building_queue":
            wanted = {
                guest_id
                for each in world.buildings.values()
                if each["definitionId"] == selector.building_definition_id
                for guest_id in each["queue"]["guestIds"]
            }
        case "current_incident_guest":
            current = _current_incident(world, origin)
            wanted = {current and current["guestId"]}
        case "current_service_guest":
            wanted = {origin.guest_id}
    for guest in world.guests.values():
        if guest["id"] in wanted and guest["lifecycle"] not in _GONE:
            yield guest


def _buildings(
    world: World, selector: logic.BuildingSelector, origin: Origin
) -> Iterator[Building]:
    match selector.kind:
        case "all":
            yield from world.buildings.values()
        case "definition":
            wanted = selector.building_definition_id
            yield from (e for e in world.buildings.values() if e["definitionId"] == wanted)
        case "current_incident_building":
            current = _current_incident(world, origin)
            yield from _existing(world, current and current["buildingId"])
        case "current_service_building":
            yield from _existing(world, origin.building_id)


def _existing(world: World, building_id: str | None) -> Iterator[Building]:
    if building_id is not None and building_id in world.buildings:
        yield world.buildings[building_id]


# --- effects that were summed


def _apply_sums(world: World, sums: _Sums, *, tick: Tick, origin: Origin) -> None:
    if sums.cash:
        cash = exact(world.finances["cashCents"] + sums.cash)
        world.finances = {**world.finances, "cashCents": cash}
    for counter, amount in sums.counters.items():
        if amount:
            world.count(counter, amount)
    for objective_id, amount in sums.objectives.items():
        objective = world.objectives.get(objective_id)
        if amount and objective is not None:
            value = exact(objective["value"] + amount)
            world.objectives[objective_id] = {
                **objective,
                "value": value,
                "updatedAtTick": world.tick,
            }
    for (guest_id, meter, definition_id), amount in sums.guests.items():
        if amount:
            _change_guest(world, guest_id, meter, definition_id, amount)
    for (building_id, building_meter), amount in sums.buildings.items():
        if amount and origin.defer is not None:
            tick.deferred.append(Deferral(origin.defer, building_id, building_meter, amount))
        elif amount:
            building = world.buildings[building_id]
            level = min(max(building[building_meter] + amount, 0), 100)
            world.buildings[building_id] = with_meter(building, building_meter, level)


def _change_guest(
    world: World, guest_id: str, meter: logic.MeterKind, definition_id: str, amount: int
) -> None:
    guest = world.guests[guest_id]
    member = GUEST_METERS[meter]
    if definition_id not in guest[member]:
        raise EngineFault("An effect reaches a guest without its meter", code="missing_meter")
    limits = world.program.meters[meter][definition_id]
    level = min(max(guest[member][definition_id] + amount, limits.minimum), limits.maximum)
    changed = guest.copy()
    changed[member] = {**guest[member], definition_id: level}
    world.guests[guest_id] = changed


def with_meter(building: Building, meter: logic.BuildingMeter, level: int) -> Building:
    """The building with one of its meters at ``level``."""
    changed = building.copy()
    changed[meter] = level
    return changed
