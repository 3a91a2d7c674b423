"""Every id inside a world names something. Source: ``spec/kind-world-graph.md`` §9.

A violation is reachable in ordinary play: two cleaners sent to one incident, where the second
still walks when the incident the first one resolved is dropped.
"""

from __future__ import annotations

from collections.abc import Iterator

from workbench.plays.engine.faults import EngineFault
from workbench.plays.kinds.world_graph.world import World


def check_integrity(world: World) -> None:
    """Raise ``EngineFault`` naming the first kind of id that points nowhere."""
    for broken in _broken(world):
        raise EngineFault(
            f"The world no longer holds together: {broken} is gone", code="integrity_violated"
        )


def _broken(world: World) -> Iterator[str]:
    guests, buildings, incidents = world.guests, world.buildings, world.incidents
    for building in buildings.values():
        if any(each not in guests for each in building["queue"]["guestIds"]):
            yield "a guest in a queue"
    for guest in guests.values():
        intent = guest["intent"]
        if intent["kind"] == "seek_service" and intent["buildingId"] not in buildings:
            yield "a building that a guest seeks"
    for incident in incidents.values():
        if _missing(incident["buildingId"], buildings):
            yield "the building of an incident"
        if _missing(incident["guestId"], guests):
            yield "the guest of an incident"
        if incident["zoneId"] is not None and not _has_zone(world, incident["zoneId"]):
            yield "the zone of an incident"
    yield from _broken_staff(world)


def _broken_staff(world: World) -> Iterator[str]:
    for staff in world.staff.values():
        if _missing(staff["assignedBuildingId"], world.buildings):
            yield "the building of staff"
        if staff["assignedZoneId"] is not None and not _has_zone(world, staff["assignedZoneId"]):
            yield "the zone of staff"
        task = staff["task"]
        if task is not None:
            if _missing(task["buildingId"], world.buildings):
                yield "the building of a task"
            if _missing(task["constructionSiteId"], world.sites):
                yield "the site of a task"
            if _missing(task["incidentId"], world.incidents):
                yield "the incident of a task"


def _missing(entity_id: str | None, table: dict[str, object] | object) -> bool:
    return entity_id is not None and entity_id not in table  # type: ignore[operator]


def _has_zone(world: World, zone_id: str) -> bool:
    return any(zone["id"] == zone_id for zone in world.map["zones"])
