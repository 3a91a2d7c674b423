"""Work is offered, and staff without a task take it up (§6.9, §6.10)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from workbench.plays.kinds.world_graph.ordering import entity_order, in_entity_order
from workbench.plays.kinds.world_graph.space.geometry import position_order
from workbench.plays.kinds.world_graph.space.ground import Route
from workbench.plays.kinds.world_graph.state import Staff, Task
from workbench.plays.kinds.world_graph.tick import TaskCandidate, TaskType, Tick
from workbench.plays.kinds.world_graph.world import World

_FIRST_OF_EQUALS: Final[Mapping[TaskType, int]] = {
    "service": 0,
    "clean": 1,
    "restock": 2,
    "build": 3,
}


def task_generate(world: World, tick: Tick) -> None:
    """Everything there is to do now. Offers live for this tick only."""
    tick.candidates = [
        *_cleaning(world),
        *_serving(world),
        *_building(world),
        *_restocking(world),
    ]


def _cleaning(world: World) -> Iterator[TaskCandidate]:
    for incident in in_entity_order(world.incidents):
        definition = world.program.incidents[incident["definitionId"]]
        priority = definition.resolver_task_priority
        if (
            incident["resolvedAtTick"] is None
            and definition.resolver_task_type == "clean"
            and priority is not None
        ):
            yield TaskCandidate(
                "clean",
                priority,
                incident["amount"],
                building_id=incident["buildingId"],
                incident_id=incident["id"],
            )


def _serving(world: World) -> Iterator[TaskCandidate]:
    for building in world.buildings.values():
        service = world.program.services.get(building["definitionId"])
        if service is None or not building["queue"]["guestIds"]:
            continue
        for need in service.operation.staff_requirements:
            # More slots than there are staff could never be taken.
            for slot in range(min(need.count, len(world.staff))):
                yield TaskCandidate(
                    "service",
                    service.operation.staffing_task_priority,
                    None,
                    slot,
                    building_id=building["id"],
                    role_id=need.role_id,
                )


def _building(world: World) -> Iterator[TaskCandidate]:
    for site in in_entity_order(world.sites):
        definition = world.program.buildings[site["definitionId"]]
        priority = definition.construction_task_priority
        yield TaskCandidate("build", priority, site["workRemaining"], site_id=site["id"])


def _restocking(world: World) -> Iterator[TaskCandidate]:
    for building in in_entity_order(world.buildings):
        service = world.program.services.get(building["definitionId"])
        if service is None or building["status"] != "open":
            continue
        for offer in service.listed:
            if offer.capacity is None:
                continue
            gap = offer.capacity - (building["inventory"].get(offer.product.id) or 0)
            if gap > 0:
                yield TaskCandidate(
                    "restock",
                    offer.restock_task_priority,
                    gap,
                    building_id=building["id"],
                    product_id=offer.product.id,
                )


def task_assign(world: World, tick: Tick) -> None:
    """In entity order, everyone without a task takes the first one they can do and reach."""
    if not tick.candidates:
        return
    open_ = sorted(tick.candidates, key=_precedence)
    for staff in in_entity_order(world.staff):
        if staff["task"] is None and staff["status"] != "off_duty":
            taken = next(_suitable(world, staff, open_), None)
            if taken is not None:
                candidate, route = taken
                open_.remove(candidate)
                world.staff[staff["id"]] = _assigned(world, staff, candidate, route)


def _precedence(candidate: TaskCandidate) -> tuple[int, int, tuple[bytes, int], int]:
    where = candidate.incident_id or candidate.building_id or ""
    kind = _FIRST_OF_EQUALS[candidate.type]
    return -candidate.priority, kind, entity_order(where), candidate.slot


def _suitable(
    world: World, staff: Staff, candidates: list[TaskCandidate]
) -> Iterator[tuple[TaskCandidate, Route]]:
    supported = world.program.roles[staff["roleId"]].supported_task_kinds
    for candidate in candidates:
        if (
            candidate.type in supported
            and candidate.role_id in (None, staff["roleId"])
            and (
                candidate.type != "service" or staff["assignedBuildingId"] == candidate.building_id
            )
        ):
            route = _route(world, staff, candidate)
            if route is not None:
                yield candidate, route


def _route(world: World, staff: Staff, candidate: TaskCandidate) -> Route | None:
    start = staff["y"] * world.map["width"] + staff["x"]
    return world.layout.routes.find(start, _goals(world, candidate))


def _goals(world: World, candidate: TaskCandidate) -> tuple[int, ...]:
    """Where the work is done: at the incident, the building, the site, or anywhere in the zone."""
    layout = world.layout
    incident = world.incidents.get(candidate.incident_id or "")
    if incident is not None and incident["position"] is not None:
        return layout.routes.doors([(incident["position"]["x"], incident["position"]["y"])])
    building_id = candidate.building_id if incident is None else incident["buildingId"]
    if building_id is not None and building_id in world.buildings:
        return layout.doors[building_id]
    if candidate.site_id is not None:
        return layout.doors[candidate.site_id]
    if incident is None or incident["zoneId"] is None:
        return ()
    cells = [
        (cell["x"], cell["y"])
        for zone in world.map["zones"]
        if zone["id"] == incident["zoneId"]
        for cell in zone["cells"]
    ]
    return layout.routes.doors(sorted(cells, key=position_order))


def _assigned(world: World, staff: Staff, candidate: TaskCandidate, route: Route) -> Staff:
    task: Task = {
        "id": world.mint("task"),
        "type": candidate.type,
        "status": "assigned",
        "guestId": None,
        "queueId": None,
        "buildingId": candidate.building_id,
        "constructionSiteId": candidate.site_id,
        "incidentId": candidate.incident_id,
        "targetProductId": candidate.product_id,
        "startedAtTick": world.tick,
        "endedAtTick": None,
        "priority": candidate.priority,
        "effortRemaining": candidate.effort,
    }
    return {**staff, "status": "to_work", "path": route.path, "pathIndex": 0, "task": task}
