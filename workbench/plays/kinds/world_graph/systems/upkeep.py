"""Buildings wear, and the day's money is spent (§6.14, §6.15)."""

from __future__ import annotations

from typing import Final

from workbench.plays.kinds.world_graph.content.logic import BuildingMeter
from workbench.plays.kinds.world_graph.effects import with_meter
from workbench.plays.kinds.world_graph.ordering import in_entity_order
from workbench.plays.kinds.world_graph.state import Building, Incident
from workbench.plays.kinds.world_graph.tick import Tick
from workbench.plays.kinds.world_graph.world import World, exact

_METERS: Final[tuple[BuildingMeter, ...]] = ("cleanliness", "wear")


def cleanliness_wear(world: World, tick: Tick) -> None:
    """Apply what services, litter, staff and policies did to buildings, all in one sum."""
    totals: dict[tuple[str, BuildingMeter], int] = {}

    def add(building_id: str, meter: BuildingMeter, amount: int) -> None:
        totals[building_id, meter] = exact(totals.get((building_id, meter), 0) + amount)

    for each in tick.deferred:
        add(each.building_id, each.meter, each.amount)
    for incident in world.incidents.values():
        building_id, kind = incident["buildingId"], _kind(world, incident)
        if incident["resolvedAtTick"] is None and building_id is not None and kind == "litter":
            add(building_id, "cleanliness", -incident["amount"])
    if totals:
        for building in in_entity_order(world.buildings):
            world.buildings[building["id"]] = _worn(building, totals)


def _kind(world: World, incident: Incident) -> str:
    return world.program.incidents[incident["definitionId"]].kind


def _worn(building: Building, totals: dict[tuple[str, BuildingMeter], int]) -> Building:
    changed = building
    for meter in _METERS:
        amount = totals.get((building["id"], meter), 0)
        if amount:
            changed = with_meter(changed, meter, min(max(changed[meter] + amount, 0), 100))
    if changed["wear"] == 0 != building["wear"] and building["status"] != "broken":
        return {**changed, "status": "broken"}
    return changed


def finance(world: World, tick: Tick) -> None:
    """Wages of all staff and the operating cost of open buildings, spread over the day."""
    program = world.program
    day, now = program.content.ticks_per_day, world.tick

    def due(per_day: int) -> int:
        return per_day * (now + 1) // day - per_day * now // day

    expenses = sum(due(program.roles[e["roleId"]].wage_cents_per_day) for e in world.staff.values())
    expenses += sum(
        due(program.buildings[each["definitionId"]].operating_cost_cents_per_day)
        for each in world.buildings.values()
        if each["status"] == "open"
    )
    if expenses:
        world.pay(expenses)
