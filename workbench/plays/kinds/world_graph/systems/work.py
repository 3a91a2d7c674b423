"""Staff walk to their task and do it; sites and stock grow (§6.11, §6.12, §6.13)."""

from __future__ import annotations

from workbench.plays.kinds.world_graph.effects import Origin, apply_effects
from workbench.plays.kinds.world_graph.entities import new_building
from workbench.plays.kinds.world_graph.happenings import resolve
from workbench.plays.kinds.world_graph.ordering import in_entity_order
from workbench.plays.kinds.world_graph.state import Building, Incident, Site, Staff, Task
from workbench.plays.kinds.world_graph.tick import Tick
from workbench.plays.kinds.world_graph.world import World


def staff_work(world: World, tick: Tick) -> None:
    """Everyone with a task walks on, or works where they arrived."""
    for staff in in_entity_order(world.staff):
        task = staff["task"]
        if task is None:
            continue
        if staff["pathIndex"] < len(staff["path"]) - 1:
            world.staff[staff["id"]] = _walked(world, staff)
        elif task["type"] == "clean":
            _clean(world, staff, task, tick)
        elif task["status"] != "in_progress" or staff["status"] != "working":
            world.staff[staff["id"]] = _working(staff, task)


def _walked(world: World, staff: Staff) -> Staff:
    progress = staff["moveProgressTicks"] + 1
    if progress < world.program.roles[staff["roleId"]].move_ticks_per_tile:
        return {**staff, "moveProgressTicks": progress, "status": "to_work"}
    cell = staff["path"][staff["pathIndex"] + 1]
    return {
        **staff,
        "x": cell["x"],
        "y": cell["y"],
        "pathIndex": staff["pathIndex"] + 1,
        "moveProgressTicks": 0,
        "status": "to_work",
    }


def _working(staff: Staff, task: Task) -> Staff:
    return {**staff, "status": "working", "task": {**task, "status": "in_progress"}}


def _done(staff: Staff, tick: int) -> Staff:
    task = staff["task"]
    assert task is not None
    return {
        **staff,
        "status": "idle",
        "tasksCompleted": staff["tasksCompleted"] + 1,
        "task": {**task, "status": "completed", "endedAtTick": tick},
    }


def _clean(world: World, staff: Staff, task: Task, tick: Tick) -> None:
    incident = world.incidents.get(task["incidentId"] or "")
    if incident is None or incident["resolvedAtTick"] is not None:
        ended: Task = {**task, "status": "cancelled", "endedAtTick": world.tick}
        world.staff[staff["id"]] = {**staff, "task": ended}
        return
    rate = world.program.work_rates.get((staff["roleId"], "clean"), 0)
    remaining = max(0, incident["amount"] - rate)
    world.incidents[incident["id"]] = {**incident, "amount": remaining}
    world.count("litterCleaned", min(incident["amount"], rate))
    if remaining == 0:
        _cleaned(world, staff, world.incidents[incident["id"]], tick)
        return
    working = _working(staff, {**task, "effortRemaining": remaining})
    world.staff[staff["id"]] = working


def _cleaned(world: World, staff: Staff, incident: Incident, tick: Tick) -> None:
    resolve(world, incident)
    world.staff[staff["id"]] = _done(staff, world.tick)
    effects = world.program.incidents[incident["definitionId"]].on_resolve
    origin = Origin("staff-work", incident_id=incident["id"], defer="staff")
    apply_effects(world, effects, tick=tick, origin=origin)


def construction(world: World, tick: Tick) -> None:
    """Sites lose the work that was done; a finished one becomes its building."""
    effort: dict[str, int] = {}
    for staff, task in _in_progress(world, "build"):
        site_id = task["constructionSiteId"]
        if site_id is not None:
            rate = world.program.work_rates.get((staff["roleId"], "build"), 0)
            effort[site_id] = effort.get(site_id, 0) + rate
    if not effort:
        return
    sites = in_entity_order(world.sites)
    world.sites.clear()
    for site in sites:
        remaining = max(0, site["workRemaining"] - effort.get(site["id"], 0))
        if remaining:
            world.sites[site["id"]] = {**site, "workRemaining": remaining}
        else:
            _complete(world, site)


def _complete(world: World, site: Site) -> None:
    building = new_building(
        world.program,
        world.program.buildings[site["definitionId"]],
        building_id=site["completedBuildingId"],
        queue_id=site["completedQueueId"],
        at=(site["x"], site["y"]),
        rotation=site["rotation"],
        tick=world.tick,
    )
    world.buildings[building["id"]] = building
    world.rearranged()
    world.count("buildingsCompleted", 1)
    # Also those who were still on their way have nothing left to build.
    for staff in list(world.staff.values()):
        task = staff["task"]
        if task is not None and task["constructionSiteId"] == site["id"]:
            world.staff[staff["id"]] = _done(staff, world.tick)


def buildings(world: World, tick: Tick) -> None:
    """Stock grows by the restocking that was done, up to its capacity."""
    effort: dict[tuple[str | None, str | None], int] = {}
    for staff, task in _in_progress(world, "restock"):
        rate = world.program.work_rates.get((staff["roleId"], "restock"), 0)
        what = task["buildingId"], task["targetProductId"]
        effort[what] = effort.get(what, 0) + rate
    if effort:
        for building in list(world.buildings.values()):
            _restock(world, building, effort)


def _restock(
    world: World, building: Building, effort: dict[tuple[str | None, str | None], int]
) -> None:
    service = world.program.services.get(building["definitionId"])
    for offer in () if service is None else service.listed:
        product_id = offer.product.id
        added = effort.get((building["id"], product_id), 0)
        if offer.capacity is None or not added:
            continue
        now = world.buildings[building["id"]]
        stock = min(offer.capacity, (now["inventory"].get(product_id) or 0) + added)
        inventory = {**now["inventory"], product_id: stock}
        world.buildings[building["id"]] = {**now, "inventory": inventory}
        if stock == offer.capacity:
            _finish_restock(world, building["id"], product_id)


def _in_progress(world: World, type_: str) -> list[tuple[Staff, Task]]:
    return [
        (staff, staff["task"])
        for staff in world.staff.values()
        if staff["task"] is not None
        and staff["task"]["type"] == type_
        and staff["task"]["status"] == "in_progress"
    ]


def _finish_restock(world: World, building_id: str, product_id: str) -> None:
    for staff, task in _in_progress(world, "restock"):
        if (task["buildingId"], task["targetProductId"]) == (building_id, product_id):
            world.staff[staff["id"]] = _done(staff, world.tick)
