"""What of a life is seen from outside. Source: ``spec/kind-simulation.md`` §7."""

from __future__ import annotations

from typing import Any, Final

from workbench.core.canonical import JSON, utf16_key
from workbench.plays.kinds.simulation.content.definitions import Program
from workbench.plays.kinds.simulation.effective import effective_of_hundred
from workbench.plays.kinds.simulation.provenance import DECLARED
from workbench.plays.kinds.simulation.state import State

#: Where the content keeps the label of each action.
_LABELS: Final = {
    "plan.add": "planAdd",
    "plan.remove": "planRemove",
    "plan.clear": "planClear",
    "end_week": "endWeek",
}
_WORDS: Final = {
    "actionType": "something to plan",
    "targetId": "an id that was issued for it",
    "choiceId": "a choice the event gives",
    "amountCents": "a whole number of cents",
    "index": "a whole number, from 0",
}


def available_actions(program: Program, state: State) -> list[dict[str, JSON]]:
    """The four actions with what each declares; nothing can be taken from an empty plan."""
    if state["resolution"] is not None:
        return []
    return [_offered(program, state, action_id) for action_id in DECLARED]


def _offered(program: Program, state: State, action_id: str) -> dict[str, JSON]:
    available = action_id != "plan.remove" or bool(state["plan"]["actions"])
    offered: dict[str, JSON] = {
        "id": action_id,
        "labelKey": program.texts.labels.get(_LABELS[action_id], f"simulation.action.{action_id}"),
        "available": available,
        "params": {name: _WORDS[name] for name in DECLARED[action_id]},
    }
    if not available:
        offered["reasonKey"] = "simulation.reason.action_not_planned"
    return offered


def scene_body(program: Program, state: State) -> dict[str, JSON]:
    """The scenario's text as the campaign has it."""
    key = program.texts.scene_key
    return {"textKey": key, "text": (program.texts.strings or {}).get(key, key)}


def place(program: Program, state: State) -> str:
    """The scenario, the week and the location."""
    location_id = state["player"]["currentLocationId"]
    return f"{program.scenario.id}, week {state['calendar']['currentWeek']}, {location_id}"


def project(program: Program, state: State, audience: str) -> dict[str, JSON]:
    """What is seen, the same for both audiences: time, money, needs, belongings, plan."""
    player = state["player"]
    shown: dict[str, Any] = {
        "scenarioId": program.scenario.id,
        "calendar": state["calendar"],
        "locationId": player["currentLocationId"],
        "finances": player["finances"],
        "needs": _effective(state, "needs", player["needs"]),
        "attributes": _effective(state, "attributes", player["attributes"]),
        "skills": _effective(state, "skills", player["skills"]),
        "employment": player["career"].get("currentEmployment"),
        "education": player["education"],
        "housing": player["housing"],
        "inventory": player["inventory"],
        "relationships": player["relationships"],
        "openings": state["world"]["jobMarket"]["openings"],
        "opportunities": state["activeOpportunities"],
        "pendingEventResponses": state["pendingEventResponses"],
        "goals": [
            {"id": each["definitionId"], "status": each["status"]} for each in state["goals"]
        ],
        "plan": [{"id": each["id"], "type": each["type"]} for each in state["plan"]["actions"]],
        "unlockedAchievements": unlocked_achievements(state),
    }
    headline = state["world"]["headlinePool"].get("shownThisWeek")
    if headline is not None:
        shown["headlineId"] = headline
    if state["resolution"] is not None:
        shown["resolution"] = state["resolution"]["resolution"]
    return shown


def _effective(state: State, family: str, values: dict[str, float]) -> dict[str, JSON]:
    return {
        name: effective_of_hundred(value, f"player.{family}.{name}", state)
        for name, value in values.items()
    }


def unlocked_achievements(state: State) -> list[str]:
    """The ids of what was unlocked, sorted."""
    flags = state["player"]["flags"]
    ids = [
        flag.removeprefix("achieved:")
        for flag, value in flags.items()
        if value is True and flag.startswith("achieved:")
    ]
    return sorted(ids, key=utf16_key)


def outcome(program: Program, state: State) -> dict[str, JSON]:
    """How the scenario stands, in the form of a golden's ``terminal``."""
    resolution = state["resolution"]
    word = None if resolution is None else resolution["resolution"]
    return {
        "terminal": resolution is not None,
        "terminalId": word,
        "resolution": word,
        "goalsMet": [] if resolution is None else list(resolution["goalsMet"]),
        "goalsFailed": [] if resolution is None else list(resolution["goalsFailed"]),
    }


def ending_word(program: Program, state: State) -> str:
    """``goals_met``, ``failed`` or ``week_limit_reached`` once it is resolved, else nothing."""
    return "" if state["resolution"] is None else state["resolution"]["resolution"]
