"""Belongings: buying, keeping, repairing, selling. Source: ``spec/kind-simulation.md`` §4."""

from __future__ import annotations

from workbench.plays.kinds.simulation.arithmetic import part_of
from workbench.plays.kinds.simulation.reasons import Refusal
from workbench.plays.kinds.simulation.state import Belonging, Planned
from workbench.plays.kinds.simulation.turn import Turn


def shop(turn: Turn, action: Planned) -> int:
    """Buys one of an item."""
    item = turn.program.items.get(action.get("targetId", ""))
    if item is None:
        raise Refusal("unknown_action")
    turn.must_be_where("shop")
    turn.must_meet(item.requirements)
    turn.must_afford(item.price)
    turn.spend_time(1)
    turn.receive(-item.price)
    bought: Belonging = {
        "instanceId": f"inv-{action['id']}",
        "definitionId": item.id,
        "quantity": 1,
        "acquiredWeek": turn.week,
        "purchasePriceCents": item.price,
        "condition": 100,
        "weeksSinceMaintenance": 0,
        "broken": False,
    }
    turn.player["inventory"] = [*turn.player["inventory"], bought]
    return 9


def maintain_item(turn: Turn, action: Planned) -> int:
    """Cares for something, so that it does not decay for a while."""
    belonging = _must_own(turn, action)
    turn.must_be_where("maintain_item")
    item = turn.program.items.get(belonging["definitionId"])
    if item is None or item.maintenance is None:
        raise Refusal("requirement_unmet")
    turn.must_afford(item.maintenance.cost)
    turn.spend_time(item.maintenance.time)
    turn.receive(-item.maintenance.cost)
    _replace(turn, belonging, {**belonging, "weeksSinceMaintenance": 0})
    return 3


def repair_item(turn: Turn, action: Planned) -> int:
    """As good as new, for the part of the price that was worn away."""
    belonging = _must_own(turn, action)
    turn.must_be_where("repair_item")
    worn = 100 - belonging["condition"]
    if worn <= 0 and not belonging["broken"]:
        raise Refusal("requirement_unmet")
    cost = part_of(belonging["purchasePriceCents"], worn, 100)
    turn.must_afford(cost)
    turn.spend_time(2)
    turn.receive(-cost)
    _replace(turn, belonging, {**belonging, "condition": 100, "broken": False})
    return 4


def sell_item(turn: Turn, action: Planned) -> int:
    """All of it, for its resale value as worn as it is."""
    belonging = _must_own(turn, action)
    turn.must_be_where("sell_item")
    item = turn.program.items.get(belonging["definitionId"])
    if item is None:
        raise Refusal("requirement_unmet")
    turn.spend_time(1)
    turn.receive(part_of(item.resale, belonging["condition"], 100) * belonging["quantity"])
    turn.player["inventory"] = [each for each in turn.player["inventory"] if each is not belonging]
    return 3


def _must_own(turn: Turn, action: Planned) -> Belonging:
    wanted = action.get("targetId")
    for each in turn.player["inventory"]:
        if each["instanceId"] == wanted:
            return each
    raise Refusal("requirement_unmet")


def _replace(turn: Turn, old: Belonging, new: Belonging) -> None:
    turn.player["inventory"] = [new if each is old else each for each in turn.player["inventory"]]
