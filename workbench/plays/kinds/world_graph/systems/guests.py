"""Guests come, want, decide, and walk (§6.2, §6.3, §6.6, §6.7, §6.8)."""

from __future__ import annotations

from workbench.plays.engine.faults import EngineFault
from workbench.plays.kinds.world_graph.decisions import Candidate, candidate, leave_intent
from workbench.plays.kinds.world_graph.ordering import in_entity_order
from workbench.plays.kinds.world_graph.space.ground import Route
from workbench.plays.kinds.world_graph.state import Guest, Intent, Position
from workbench.plays.kinds.world_graph.tick import Tick
from workbench.plays.kinds.world_graph.world import World


def guest_needs(world: World, tick: Tick) -> None:
    """Needs drift, patience and time run out, and who has had enough wants to leave."""
    for guest in list(world.guests.values()):
        if guest["lifecycle"] not in ("departed", "removed"):
            world.guests[guest["id"]] = _after_a_tick(world, guest)


def _after_a_tick(world: World, guest: Guest) -> Guest:
    archetype = world.program.archetypes[guest["archetypeId"]]
    needs, critical = dict(guest["needs"]), False
    for need in archetype.needs:
        drifted = needs[need.id] + need.drift(needs[need.id])
        level = min(max(drifted, need.meter.minimum), need.meter.maximum)
        needs[need.id] = level
        critical = critical or level <= need.meter.critical_below
    changed: Guest = {**guest, "needs": needs, "spentTicks": guest["spentTicks"] + 1}
    if guest["lifecycle"] == "queued":
        changed["patienceRemainingTicks"] = max(0, guest["patienceRemainingTicks"] - 1)
    elif guest["lifecycle"] == "arriving":
        changed["lifecycle"] = "seeking"
    expired = changed["spentTicks"] >= guest["stayDurationTicks"]
    if expired or critical:
        reason = "stay_complete" if expired else "critical_need"
        changed["intent"] = leave_intent(world, guest, reason)
        changed["path"], changed["pathIndex"] = [], 0
    return changed


def guest_intent(world: World, tick: Tick) -> None:
    """Every seeking guest who does not wait decides anew, all on the state at entry."""
    decided = [_decided(world, guest) for guest in world.guests.values() if _decides(world, guest)]
    for guest in decided:
        world.guests[guest["id"]] = guest


def _decides(world: World, guest: Guest) -> bool:
    intent = guest["intent"]
    waits = intent["kind"] == "wait" and intent["untilTick"] > world.tick
    return guest["lifecycle"] == "seeking" and not waits


def _decided(world: World, guest: Guest) -> Guest:
    best: Candidate | None = None
    for building in in_entity_order(world.buildings):
        found = candidate(world, guest, building)
        if found is not None and (best is None or found.score > best.score):
            best = found
    if best is not None:
        return _going(guest, _seek(world, best))
    fallback = world.program.archetypes[guest["archetypeId"]].rules.fallback
    if fallback.kind == "leave":
        return _going(guest, leave_intent(world, guest, "unreachable"))
    # Who waits keeps the path, and goes on walking it.
    until = world.tick + fallback.ticks
    return {
        **guest,
        "intent": {"kind": "wait", "untilTick": until, "selectedAtTick": world.tick},
    }


def _seek(world: World, chosen: Candidate) -> Intent:
    return {
        "kind": "seek_service",
        "buildingId": chosen.building_id,
        "productId": chosen.product_id,
        "selectedAtTick": world.tick,
    }


def _going(guest: Guest, intent: Intent) -> Guest:
    return {**guest, "intent": intent, "path": [], "pathIndex": 0}


def guest_path(world: World, tick: Tick) -> None:
    """Who goes somewhere gets a route there, or leaves where there is none."""
    for guest in list(world.guests.values()):
        if _walks(guest) and guest["intent"]["kind"] != "wait":
            first, goals = _goals(world, guest)
            if not guest["path"] or guest["path"][-1] != first:
                world.guests[guest["id"]] = _on_the_way(world, guest, goals)


def _walks(guest: Guest) -> bool:
    return guest["lifecycle"] in ("arriving", "seeking")


def _goals(world: World, guest: Guest) -> tuple[Position | None, tuple[int, ...]]:
    """The first goal as a position, and all those somebody could stand on."""
    intent, layout = guest["intent"], world.layout
    if intent["kind"] == "leave":
        exit_ = intent["exit"]
        return exit_, layout.routes.doors([(exit_["x"], exit_["y"])])
    assert intent["kind"] == "seek_service"
    building_id = intent["buildingId"]
    if building_id not in world.buildings:
        raise EngineFault("A guest seeks a building that is gone", code="missing_building")
    entrances = layout.entrances[building_id]
    first: Position | None = None
    if entrances:
        first = {"x": entrances[0][0], "y": entrances[0][1]}
    return first, layout.doors[building_id]


def _on_the_way(world: World, guest: Guest, goals: tuple[int, ...]) -> Guest:
    cell = guest["y"] * world.map["width"] + guest["x"]
    route: Route | None = world.layout.routes.find(cell, goals)
    if route is None:
        return _going(guest, leave_intent(world, guest, "unreachable"))
    return {**guest, "path": route.path, "pathIndex": 0}


def guest_move(world: World, tick: Tick) -> None:
    """Everyone with a way ahead steps one cell; who steps onto the exit they seek departs."""
    for guest in list(world.guests.values()):
        ahead = guest["pathIndex"] + 1
        if _walks(guest) and ahead < len(guest["path"]):
            cell = guest["path"][ahead]
            moved: Guest = {**guest, "x": cell["x"], "y": cell["y"], "pathIndex": ahead}
            if moved["intent"]["kind"] == "leave" and moved["intent"]["exit"] == cell:
                moved["lifecycle"] = "departed"
                world.count("guestsDeparted", 1)
            world.guests[guest["id"]] = moved
