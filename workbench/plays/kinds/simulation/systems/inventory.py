"""Belongings wear, and act while they last. Source: ``spec/kind-simulation.md`` §5.4."""

from __future__ import annotations

from workbench.plays.kinds.simulation.arithmetic import clamp
from workbench.plays.kinds.simulation.content.definitions import Item
from workbench.plays.kinds.simulation.state import Belonging, Effect, Number
from workbench.plays.kinds.simulation.turn import Turn


def inventory(turn: Turn) -> None:
    """Everything owned is a week older; what is worn out stops acting."""
    belongings = turn.player["inventory"]
    if belongings:
        turn.player["inventory"] = [_older(turn, each) for each in belongings]
    _lay_item_effects(turn)


def _older(turn: Turn, belonging: Belonging) -> Belonging:
    weeks = belonging["weeksSinceMaintenance"] + 1
    condition = belonging["condition"]
    item = turn.program.items.get(belonging["definitionId"])
    rule = None if item is None else item.maintenance
    if rule is not None and weeks >= rule.interval_weeks:
        condition = clamp(condition - rule.condition_loss)
        if condition != belonging["condition"]:
            turn.note("item_condition_decayed")
    return {**belonging, "weeksSinceMaintenance": weeks, "condition": condition}


def _lay_item_effects(turn: Turn) -> None:
    """Items act in the order they are owned, after everything else that acts."""
    effects = turn.state["activeEffects"]
    earlier = {each["id"]: each["appliedWeek"] for each in effects if each["sourceKind"] == "item"}
    if not earlier and not turn.player["inventory"]:
        return
    items = turn.program.items
    turn.state["activeEffects"] = [
        *(each for each in effects if each["sourceKind"] != "item"),
        *(
            _effect(each, items[each["definitionId"]], earlier=earlier, week=turn.week)
            for each in turn.player["inventory"]
            if each["condition"] > 0
            and each["definitionId"] in items
            and items[each["definitionId"]].modifiers
        ),
    ]


def _effect(belonging: Belonging, item: Item, *, earlier: dict[str, Number], week: int) -> Effect:
    effect_id = f"item:{belonging['instanceId']}"
    return {
        "id": effect_id,
        "sourceId": belonging["instanceId"],
        "sourceKind": "item",
        "modifiers": item.modifiers,
        "appliedWeek": earlier.get(effect_id, week),
        "stacking": item.stacking,
        "descriptionKey": item.name_key,
        "visible": True,
    }
