"""What of a world is seen from outside. Source: ``spec/kind-world-graph.md`` §7."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from workbench.core.canonical import JSON
from workbench.plays.kinds.world_graph.actions.declared import Action, Issuer
from workbench.plays.kinds.world_graph.actions.table import ACTIONS
from workbench.plays.kinds.world_graph.content.program import Program
from workbench.plays.kinds.world_graph.provenance import issued
from workbench.plays.kinds.world_graph.state import State


def available_actions(program: Program, state: State) -> list[dict[str, JSON]]:
    """The ten actions with what each declares; gated where no id could be given to it."""
    if state["resolution"] is not None:
        return []
    return [_offered(program, state, action) for action in ACTIONS.values()]


def _offered(program: Program, state: State, action: Action) -> dict[str, JSON]:
    needed = [each.issuer for each in action.params if each.issuer and each.required]
    available = all(any(_ids(program, state, issuer)) for issuer in needed)
    offered: dict[str, JSON] = {
        "id": action.id,
        "labelKey": f"world-graph.action.{action.id.replace('_', '-')}",
        "available": available,
        "params": {each.name: each.issuer or "whole number" for each in action.params},
    }
    if not available:
        offered["reasonKey"] = "core.reason.requirement_unmet"
    return offered


def _ids(program: Program, state: State, issuer: Issuer) -> Iterable[str]:
    if issuer is not Issuer.PRODUCT:
        return issued(program, state, issuer)
    return (
        product_id
        for building in state["buildings"]
        if building["definitionId"] in program.services
        for product_id in program.services[building["definitionId"]].offers
    )


def scene_body(program: Program, state: State) -> dict[str, JSON]:
    """The scenario's description; a world has no other prose."""
    key = program.scenario.text.description_key
    return {"textKey": key, "text": (program.strings or {}).get(key, key)}


def place(program: Program, state: State) -> str:
    """The scenario, and how far play is in its own count of time."""
    day = state["tick"] // program.content.ticks_per_day
    return f"{program.scenario.id}, day {day}, tick {state['tick']}"


def project(program: Program, state: State, audience: str) -> dict[str, JSON]:
    """What is seen on the screen, the same for both audiences: money, progress, people, alerts."""
    finances = state["finances"]
    shown: dict[str, JSON] = {
        "scenarioId": program.scenario.id,
        "tick": state["tick"],
        "day": state["tick"] // program.content.ticks_per_day,
        "finances": {name: value for name, value in finances.items() if isinstance(value, int)},
        "counters": state["counters"],
        "objectives": [
            {"id": e["id"], "state": e["state"], "value": e["value"], "target": e["target"]}
            for e in state["objectives"]
        ],
        "buildings": [
            {
                "id": each["id"],
                "definitionId": each["definitionId"],
                "x": each["x"],
                "y": each["y"],
                "status": each["status"],
                "queueLength": len(each["queue"]["guestIds"]),
                "pricesCents": each["pricesCents"],
                "inventory": each["inventory"],
            }
            for each in state["buildings"]
        ],
        "constructionSites": [
            {"id": e["id"], "definitionId": e["definitionId"], "workRemaining": e["workRemaining"]}
            for e in state["constructionSites"]
        ],
        "staff": [
            {"id": e["id"], "roleId": e["roleId"], "status": e["status"]} for e in state["staff"]
        ],
        "guests": dict(Counter(each["archetypeId"] for each in state["guests"])),
        "alerts": [
            {"id": each["id"], "titleKey": each["titleKey"], "severity": each["severity"]}
            for each in state["alerts"]
            if each["clearedAtTick"] is None and each["dismissedAtTick"] is None
        ],
        "unlockedAchievements": state["unlockedAchievementIds"],
    }
    if state["resolution"] is not None:
        shown["resolution"] = state["resolution"]["resolution"]
    return shown


def outcome(program: Program, state: State) -> dict[str, JSON]:
    """How the scenario stands, in the form of a golden's ``terminal``."""
    resolution = state["resolution"]
    word = None if resolution is None else resolution["resolution"]
    return {
        "terminal": resolution is not None,
        "terminalId": word,
        "resolution": word,
        "objectivesMet": [] if resolution is None else list(resolution["objectiveIds"]),
        "failureId": None if resolution is None else resolution["failureId"],
    }


def ending_word(program: Program, state: State) -> str:
    """``objectives_met`` or ``failed`` once the scenario is resolved, else nothing."""
    return "" if state["resolution"] is None else state["resolution"]["resolution"]
