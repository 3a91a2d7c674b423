"""What a building serves now, by whom, and how long one waits. Source: ``spec/kind-world-graph.md`` §5."""

from __future__ import annotations

from workbench.plays.kinds.world_graph.content.program import Offer
from workbench.plays.kinds.world_graph.state import Building
from workbench.plays.kinds.world_graph.world import World


def offer_of(world: World, building: Building, product_id: str) -> Offer | None:
    """The *service offer* of a product, while the building is open."""
    if building["status"] != "open":
        return None
    service = world.program.services.get(building["definitionId"])
    return None if service is None else service.offers.get(product_id)


def offers_anything(world: World, building: Building) -> bool:
    """Whether the building is open and serves at least one product."""
    service = world.program.services.get(building["definitionId"])
    return building["status"] == "open" and service is not None and bool(service.offers)


def sought_offer(world: World, building: Building, guest_id: str) -> Offer | None:
    """The offer that a guest in the building's queue is waiting for."""
    guest = world.guests.get(guest_id)
    if guest is None or guest["intent"]["kind"] != "seek_service":
        return None
    return offer_of(world, building, guest["intent"]["productId"])


def has_labour(world: World, building: Building) -> bool:
    """Whether every staff requirement is met by staff at work on this building's service."""
    service = world.program.services.get(building["definitionId"])
    if service is None or not service.operation.staff_requirements:
        return True
    serving = [
        each["roleId"]
        for each in world.staff.values()
        if each["assignedBuildingId"] == building["id"]
        and each["status"] == "working"
        and each["task"] is not None
        and each["task"]["type"] == "service"
        and each["task"]["status"] == "in_progress"
        and each["task"]["buildingId"] == building["id"]
    ]
    return all(
        serving.count(need.role_id) >= need.count for need in service.operation.staff_requirements
    )


def wait_of(world: World, building: Building, guest_id: str) -> int:
    """The ticks until a guest would be served, who is in the queue or would join it."""
    queue = building["queue"]
    ids = queue["guestIds"]
    if not ids:
        return 0
    head = sought_offer(world, building, ids[0])
    remaining = 0 if head is None else head.service_ticks
    started = queue["serviceStartedAtTick"]
    if head is not None and started is not None:
        remaining = max(0, remaining - (world.tick - started))
    ahead = ids[1 : ids.index(guest_id)] if guest_id in ids else ids[1:]
    offers = (sought_offer(world, building, each) for each in ahead)
    return remaining + sum(offer.service_ticks for offer in offers if offer is not None)
