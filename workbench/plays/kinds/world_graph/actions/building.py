"""Building, demolishing, opening, closing, pricing (§4)."""

from __future__ import annotations

from workbench.plays.kinds.world_graph.actions.declared import Given
from workbench.plays.kinds.world_graph.conditions import is_unlocked
from workbench.plays.kinds.world_graph.content.catalogues import Building as Definition
from workbench.plays.kinds.world_graph.entities import new_building
from workbench.plays.kinds.world_graph.space.geometry import Cell, rotated_size
from workbench.plays.kinds.world_graph.space.placement import placement_refusal
from workbench.plays.kinds.world_graph.state import Building, Guest, Staff
from workbench.plays.kinds.world_graph.world import World


def build(world: World, given: Given) -> str | None:
    """Pay for a building and put it, or its construction site, on the map."""
    definition = world.program.buildings.get(given.id("definitionId"))
    if definition is None:
        return "unknown_entity"
    at, rotation = (given.whole("x"), given.whole("y")), given.whole("rotation")
    refusal = _blocker(world, definition) or placement_refusal(
        world.program.space,
        world.program.map,
        world.layout,
        building=definition,
        at=at,
        rotation=rotation,
    )
    if refusal is not None:
        return refusal
    world.pay(definition.construction_cost_cents)
    if definition.construction_work == 0:
        _put_building(world, definition, at, rotation)
    else:
        _put_site(world, definition, at, rotation)
    world.rearranged()
    return None


def _blocker(world: World, definition: Definition) -> str | None:
    if not is_unlocked(world, "building", definition.id):
        return "building_locked"
    if definition.construction_cost_cents > world.finances["cashCents"]:
        return "insufficient_funds"
    most = world.program.building_limits.get(definition.id)
    standing = [each["definitionId"] for each in world.buildings.values()]
    standing += [each["definitionId"] for each in world.sites.values()]
    if most is not None and standing.count(definition.id) >= most:
        return "building_limit_reached"
    return None


def _put_building(world: World, definition: Definition, at: Cell, rotation: int) -> None:
    building = new_building(
        world.program,
        definition,
        building_id=world.mint("building"),
        queue_id=world.mint("queue"),
        at=at,
        rotation=rotation,
        tick=world.tick,
    )
    world.buildings[building["id"]] = building


def _put_site(world: World, definition: Definition, at: Cell, rotation: int) -> None:
    """A site; the ids of the building it will become are reserved now."""
    width, height = rotated_size(definition.footprint, rotation)
    site_id = world.mint("construction-site")
    world.sites[site_id] = {
        "id": site_id,
        "definitionId": definition.id,
        "x": at[0],
        "y": at[1],
        "width": width,
        "height": height,
        "rotation": rotation,
        "startedAtTick": world.tick,
        "workRemaining": definition.construction_work,
        "completedBuildingId": world.mint("building"),
        "completedQueueId": world.mint("queue"),
    }


def demolish(world: World, given: Given) -> str | None:
    """Remove a building and everything that refers to it. Nothing is refunded."""
    building = world.buildings.pop(given.id("buildingId"), None)
    if building is None:
        return "unknown_entity"
    world.rearranged()
    for guest in list(world.guests.values()):
        intent = guest["intent"]
        if intent["kind"] == "seek_service" and intent["buildingId"] == building["id"]:
            world.guests[guest["id"]] = _turned_away(world, guest)
    for staff in list(world.staff.values()):
        if _concerns(staff, building):
            world.staff[staff["id"]] = _released(staff, building)
    _detach_incidents(world, building)
    _detach_alerts(world, building)
    return None


def _turned_away(world: World, guest: Guest) -> Guest:
    return {
        **guest,
        "lifecycle": "seeking",
        "intent": {
            "kind": "leave",
            "exit": world.map["exits"][0],
            "reason": "scenario",
            "selectedAtTick": world.tick,
        },
        "path": [],
        "pathIndex": 0,
    }


def _concerns(staff: Staff, building: Building) -> bool:
    task = staff["task"]
    named = task is not None and task["buildingId"] == building["id"]
    return named or staff["assignedBuildingId"] == building["id"]


def _released(staff: Staff, building: Building) -> Staff:
    assigned = staff["assignedBuildingId"]
    return {
        **staff,
        "assignedBuildingId": None if assigned == building["id"] else assigned,
        "status": "idle",
        "task": None,
        "path": [],
        "pathIndex": 0,
        "moveProgressTicks": 0,
    }


def _detach_incidents(world: World, building: Building) -> None:
    for incident in list(world.incidents.values()):
        if incident["buildingId"] == building["id"]:
            world.incidents[incident["id"]] = {
                **incident,
                "buildingId": None,
                "position": incident["position"] or {"x": building["x"], "y": building["y"]},
            }


def _detach_alerts(world: World, building: Building) -> None:
    for alert in list(world.alerts.values()):
        if alert["entityId"] == building["id"]:
            cleared = alert["clearedAtTick"]
            world.alerts[alert["id"]] = {
                **alert,
                "entityId": None,
                "clearedAtTick": world.tick if cleared is None else cleared,
            }


def open_building(world: World, given: Given) -> str | None:
    """Open a closed building; a broken one stays broken."""
    return _set_open(world, given, open_=True)


def close_building(world: World, given: Given) -> str | None:
    """Close an open building; its service clock stops."""
    return _set_open(world, given, open_=False)


def _set_open(world: World, given: Given, *, open_: bool) -> str | None:
    building = world.buildings.get(given.id("buildingId"))
    if building is None:
        return "unknown_entity"
    if building["status"] == "broken":
        return "requirement_unmet"
    if open_ and building["status"] == "closed":
        world.buildings[building["id"]] = {**building, "status": "open"}
    elif not open_ and building["status"] == "open":
        queue = building["queue"]
        world.buildings[building["id"]] = {
            **building,
            "status": "closed",
            "queue": {**queue, "serviceStartedAtTick": None},
        }
    return None


def set_price(world: World, given: Given) -> str | None:
    """Set what an open building takes for a product, within the product's range."""
    building = world.buildings.get(given.id("buildingId"))
    if building is None:
        return "unknown_entity"
    if building["status"] != "open":
        return "building_not_open"
    service = world.program.services.get(building["definitionId"])
    product_id, price = given.id("productId"), given.whole("priceCents")
    if service is None or product_id not in service.offers:
        return "unknown_entity"
    allowed = service.offers[product_id].product.price
    if not allowed.minimum_cents <= price <= allowed.maximum_cents:
        return "price_out_of_range"
    if building["pricesCents"].get(product_id) != price:
        prices = {**building["pricesCents"], product_id: price}
        world.buildings[building["id"]] = {**building, "pricesCents": prices}
    return None
