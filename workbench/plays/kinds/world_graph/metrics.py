"""What content may measure. Source: ``spec/kind-world-graph.md`` §1.3."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, Literal, TypeAlias

from workbench.plays.kinds.world_graph.content import logic
from workbench.plays.kinds.world_graph.state import Building, Guest
from workbench.plays.kinds.world_graph.world import World

GuestMember: TypeAlias = Literal["needs", "conditions", "opinions", "preferences"]

#: Where a guest keeps each kind of meter.
GUEST_METERS: Final[dict[logic.MeterKind, GuestMember]] = {
    "need": "needs",
    "condition": "conditions",
    "opinion": "opinions",
    "preference": "preferences",
}


def measure(metric: logic.Metric, world: World) -> int | None:
    """The metric's value, or ``None`` while it has none."""
    match metric:
        case logic.TickMetric():
            return world.tick
        case logic.DayMetric():
            return world.tick // world.program.content.ticks_per_day
        case logic.FinanceMetric():
            return world.finances[metric.field]
        case logic.CounterMetric():
            return world.counters[metric.counter]
        case logic.ObjectiveProgressMetric():
            objective = world.objectives.get(metric.objective_id)
            return None if objective is None else objective["value"]
        case logic.EntityCountMetric():
            wanted = metric.definition_id
            return sum(wanted is None or each == wanted for each in _definitions(metric, world))
        case logic.GuestMeterMetric():
            return _aggregate(metric.aggregate, _guest_values(metric, world.guests.values()))
        case logic.BuildingMetric():
            return _aggregate(metric.aggregate, _building_values(metric, world.buildings.values()))
        case logic.IncidentCountMetric():
            return _incident_count(metric, world)


def _definitions(metric: logic.EntityCountMetric, world: World) -> Iterator[str]:
    match metric.entity:
        case "building":
            return (each["definitionId"] for each in world.buildings.values())
        case "guest":
            return (each["archetypeId"] for each in world.guests.values())
        case "staff":
            return (each["roleId"] for each in world.staff.values())


def _guest_values(metric: logic.GuestMeterMetric, guests: Iterable[Guest]) -> Iterator[int]:
    for guest in guests:
        if metric.archetype_id is None or guest["archetypeId"] == metric.archetype_id:
            meters = guest[GUEST_METERS[metric.meter]]
            if metric.definition_id in meters:
                yield meters[metric.definition_id]


def _building_values(metric: logic.BuildingMetric, buildings: Iterable[Building]) -> Iterator[int]:
    for building in buildings:
        wanted = metric.building_definition_id
        if wanted is None or building["definitionId"] == wanted:
            value = _building_value(metric, building)
            if value is not None:
                yield value


def _building_value(metric: logic.BuildingMetric, building: Building) -> int | None:
    match metric.metric:
        case "queue_length":
            return len(building["queue"]["guestIds"])
        case "inventory":
            product = metric.product_id
            return None if product is None else building["inventory"].get(product)
        case "cleanliness" | "wear":
            return building[metric.metric]


def _incident_count(metric: logic.IncidentCountMetric, world: World) -> int:
    wanted, resolved = metric.incident_definition_id, metric.state == "resolved"
    return sum(
        (wanted is None or each["definitionId"] == wanted)
        and (each["resolvedAtTick"] is not None) == resolved
        for each in world.incidents.values()
    )


def _aggregate(how: logic.Aggregate, measured: Iterable[int]) -> int | None:
    values = list(measured)
    if how == "sum":
        return sum(values)
    if not values:
        return None
    match how:
        case "min":
            return min(values)
        case "max":
            return max(values)
        case "average":
            return truncated(sum(values), len(values))


def truncated(numerator: int, denominator: int) -> int:
    """The quotient by a positive number, towards zero."""
    return numerator // denominator if numerator >= 0 else -(-numerator // denominator)
