"""The tick ends: what is over is dropped (§6.20)."""

from __future__ import annotations

from workbench.plays.kinds.world_graph.integrity import check_integrity
from workbench.plays.kinds.world_graph.tick import Tick
from workbench.plays.kinds.world_graph.world import World


def tick_finalize(world: World, tick: Tick) -> None:
    """Drop who left and what ended, and move on to the next tick."""
    _drop_departed(world)
    for staff in list(world.staff.values()):
        if staff["task"] is not None and staff["task"]["status"] in ("completed", "cancelled"):
            world.staff[staff["id"]] = {**staff, "status": "idle", "task": None}
    _drop_incidents(world)
    _drop_alerts(world)
    world.tick += 1
    check_integrity(world)


def _drop_departed(world: World) -> None:
    gone = [e["id"] for e in world.guests.values() if e["lifecycle"] in ("departed", "removed")]
    for guest_id in gone:
        del world.guests[guest_id]
    if not gone:
        return
    for building in list(world.buildings.values()):
        queue = building["queue"]
        left = [each for each in queue["guestIds"] if each not in gone]
        if len(left) < len(queue["guestIds"]):
            world.buildings[building["id"]] = {**building, "queue": {**queue, "guestIds": left}}


def _drop_incidents(world: World) -> None:
    for incident in list(world.incidents.values()):
        resolved = incident["resolvedAtTick"]
        if resolved is not None and world.tick > resolved:
            cooldown = world.program.incidents[incident["definitionId"]].cooldown_ticks
            if world.tick >= incident["startedAtTick"] + cooldown:
                del world.incidents[incident["id"]]


def _drop_alerts(world: World) -> None:
    for alert in list(world.alerts.values()):
        ends = (alert["clearedAtTick"], alert["dismissedAtTick"])
        if any(end is not None and end < world.tick for end in ends):
            del world.alerts[alert["id"]]
