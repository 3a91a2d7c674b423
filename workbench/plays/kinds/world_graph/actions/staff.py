"""Hiring, firing and assigning staff (§4)."""

from __future__ import annotations

from workbench.plays.kinds.world_graph.actions.declared import Given
from workbench.plays.kinds.world_graph.world import World


def hire_staff(world: World, given: Given) -> str | None:
    """Pay for somebody, who starts at the first exit. Whether the role is unlocked is not asked."""
    role = world.program.roles.get(given.id("definitionId"))
    if role is None:
        return "unknown_entity"
    most = world.program.staff_limits.get(role.id)
    hired = [each["roleId"] for each in world.staff.values()]
    if most is not None and hired.count(role.id) >= most:
        return "staff_limit_reached"
    if role.hire_cost_cents > world.finances["cashCents"]:
        return "insufficient_funds"
    world.pay(role.hire_cost_cents)
    _put_staff(world, role.id)
    return None


def _put_staff(world: World, role_id: str) -> None:
    staff_id, entry = world.mint("staff"), world.map["exits"][0]
    world.staff[staff_id] = {
        "id": staff_id,
        "roleId": role_id,
        "x": entry["x"],
        "y": entry["y"],
        "status": "idle",
        "path": [],
        "pathIndex": 0,
        "moveProgressTicks": 0,
        "assignedBuildingId": None,
        "assignedZoneId": None,
        "drawCount": 0,
        "task": None,
        "tasksCompleted": 0,
    }


def fire_staff(world: World, given: Given) -> str | None:
    """Somebody goes, and whatever they were doing is dropped."""
    return None if world.staff.pop(given.id("staffId"), None) else "unknown_entity"


def assign_staff(world: World, given: Given) -> str | None:
    """Replace both assignments; an absent one is cleared. Whoever is reassigned starts afresh."""
    staff = world.staff.get(given.id("staffId"))
    building_id, zone_id = given.optional_id("buildingId"), given.optional_id("zoneId")
    if staff is None or (building_id is not None and building_id not in world.buildings):
        return "unknown_entity"
    if zone_id is not None and all(zone["id"] != zone_id for zone in world.map["zones"]):
        return "unknown_entity"
    same = (staff["assignedBuildingId"], staff["assignedZoneId"]) == (building_id, zone_id)
    if not same or staff["task"] is not None:
        world.staff[staff["id"]] = {
            **staff,
            "assignedBuildingId": building_id,
            "assignedZoneId": zone_id,
            "status": "idle",
            "task": None,
            "path": [],
            "pathIndex": 0,
            "moveProgressTicks": 0,
        }
    return None
