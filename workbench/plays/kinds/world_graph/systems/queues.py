"""Queues lose whom they served or tried too long, and admit who stands at the door (§6.5)."""

from __future__ import annotations

from workbench.plays.kinds.world_graph.decisions import candidate, score
from workbench.plays.kinds.world_graph.offers import has_labour, offers_anything, sought_offer
from workbench.plays.kinds.world_graph.ordering import in_entity_order
from workbench.plays.kinds.world_graph.state import Building, Guest
from workbench.plays.kinds.world_graph.tick import Tick
from workbench.plays.kinds.world_graph.world import World


def queues(world: World, tick: Tick) -> None:
    """Bring every queue up to date. A queue's own building is read as it was at entry."""
    for building in in_entity_order(world.buildings):
        _update(world, building)


def _update(world: World, building: Building) -> None:
    queue = building["queue"]
    members = [world.guests[each] for each in queue["guestIds"]]
    _send_away(world, [each for each in members if each["lifecycle"] == "served"])
    queued = [each for each in members if each["lifecycle"] == "queued"]
    _send_away(world, [each for each in queued if each["patienceRemainingTicks"] == 0])
    patient = [each for each in queued if each["patienceRemainingTicks"] != 0]
    switching = [each["id"] for each in patient if _would_switch(world, each, building)]
    _send_away(world, [each for each in patient if each["id"] in switching])
    staying = [each["id"] for each in patient if each["id"] not in switching]
    ids = _admitted(world, building, staying)
    clock = _clock(world, building, ids)
    if ids != queue["guestIds"] or clock != queue["serviceStartedAtTick"]:
        world.buildings[building["id"]] = {
            **building,
            "queue": {"id": queue["id"], "guestIds": ids, "serviceStartedAtTick": clock},
        }


def _send_away(world: World, guests: list[Guest]) -> None:
    """They look around anew from the next system on."""
    for guest in guests:
        world.guests[guest["id"]] = {
            **guest,
            "lifecycle": "seeking",
            "intent": {"kind": "wait", "untilTick": world.tick, "selectedAtTick": world.tick},
            "path": [],
            "pathIndex": 0,
        }


def _would_switch(world: World, guest: Guest, building: Building) -> bool:
    intent = guest["intent"]
    if intent["kind"] != "seek_service":
        return False
    found = (
        candidate(world, guest, each)
        for each in in_entity_order(world.buildings)
        if each["id"] != building["id"]
    )
    alternatives = [each.score for each in found if each is not None]
    if not alternatives:
        return False
    current = score(world, guest, building, intent["productId"])
    threshold = world.program.archetypes[guest["archetypeId"]].rules.switch_threshold_utility
    return current is None or max(alternatives) - current > threshold


def _admitted(world: World, building: Building, staying: list[str]) -> list[str]:
    """The queue with those added who stand at an entrance, as far as there is room."""
    capacity: int | None = None
    # A building that offers nothing, a closed one for example, admits without limit.
    if offers_anything(world, building):
        capacity = world.program.services[building["definitionId"]].operation.queue_max_length
    ids = staying
    for guest in _at_the_door(world, building):
        if capacity is not None and len(ids) >= capacity:
            break
        ids = [*ids, guest["id"]]
        world.guests[guest["id"]] = {
            **guest,
            "lifecycle": "queued",
            "patienceRemainingTicks": guest["patienceCapacityTicks"],
        }
    return ids


def _at_the_door(world: World, building: Building) -> list[Guest]:
    entrances = world.layout.entrances[building["id"]]
    arrived = {
        guest["id"]: guest
        for guest in world.guests.values()
        if guest["lifecycle"] == "seeking"
        and guest["intent"]["kind"] == "seek_service"
        and guest["intent"]["buildingId"] == building["id"]
        and (guest["x"], guest["y"]) in entrances
    }
    return in_entity_order(arrived)


def _clock(world: World, building: Building, ids: list[str]) -> int | None:
    """When the service of the first in the queue began; nothing while it cannot go on."""
    queue = building["queue"]
    if not ids or sought_offer(world, building, ids[0]) is None or not has_labour(world, building):
        return None
    same_head = queue["guestIds"][:1] == ids[:1]
    started = queue["serviceStartedAtTick"]
    return started if same_head and started is not None else world.tick
