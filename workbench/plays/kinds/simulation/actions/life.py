"""Everyday life: eating, resting, moving about, seeing people. Source: ``spec/kind-simulation.md`` §4.

A rule checks, applies, and gives the number of changes, in the order of the spec's table.
"""

from __future__ import annotations

from workbench.plays.javascript import add
from workbench.plays.kinds.simulation.content.definitions import Availability, Npc
from workbench.plays.kinds.simulation.reasons import Refusal
from workbench.plays.kinds.simulation.state import Planned, Relationship
from workbench.plays.kinds.simulation.turn import Turn


def eat(turn: Turn, action: Planned) -> int:
    """Anywhere, and it takes no time."""
    return turn.change_needs(satiety=25)


def rest(turn: Turn, action: Planned) -> int:
    """Anywhere, and it takes no time."""
    return turn.change_needs(energy=20, stress=-5)


def exercise(turn: Turn, action: Planned) -> int:
    """Tires today, pays in health."""
    turn.must_be_where("exercise")
    turn.spend_time(2)
    return 1 + turn.change_needs(energy=-10, happiness=3, health=5, satiety=-5, stress=-5)


def travel(turn: Turn, action: Planned) -> int:
    """To a location next to this one."""
    target = turn.program.locations.get(action.get("targetId", ""))
    if target is None:
        raise Refusal("unknown_action")
    turn.must_be_where("travel")
    if target.id not in turn.program.locations[turn.player["currentLocationId"]].connections:
        raise Refusal("wrong_location")
    turn.spend_time(target.travel_time)
    turn.player["currentLocationId"] = target.id
    return 2


def socialize(turn: Turn, action: Planned) -> int:
    """With somebody who can be met now; a first meeting begins the relationship."""
    npc = turn.program.npcs.get(action.get("targetId", ""))
    if npc is None:
        raise Refusal("unknown_action")
    turn.must_be_where("socialize")
    if npc.availability and not any(_can_meet(turn, each) for each in npc.availability):
        raise Refusal("requirement_unmet")
    turn.spend_time(2)
    relationships = turn.player["relationships"]
    known = any(each["npcId"] == npc.id for each in relationships)
    turn.player["relationships"] = [
        _closer(turn, each) if each["npcId"] == npc.id else each
        for each in (relationships if known else [*relationships, _first_met(turn, npc)])
    ]
    return 9


def _can_meet(turn: Turn, rule: Availability) -> bool:
    return (
        (rule.location_id is None or rule.location_id == turn.player["currentLocationId"])
        and (rule.from_week is None or rule.from_week <= turn.week)
        and (rule.to_week is None or turn.week <= rule.to_week)
        and (rule.holds is None or rule.holds(turn.state))
    )


def _first_met(turn: Turn, npc: Npc) -> Relationship:
    return {
        "npcId": npc.id,
        "category": "personal",
        "affinity": npc.initial["affinity"],
        "trust": npc.initial["trust"],
        "respect": npc.initial["respect"],
        "resentment": npc.initial["resentment"],
        "knownSinceWeek": turn.week,
        "lastInteractionWeek": turn.week,
        "interactionCount": 0,
    }


def _closer(turn: Turn, relationship: Relationship) -> Relationship:
    return {
        **relationship,
        "affinity": add(relationship["affinity"], 5),
        "trust": add(relationship["trust"], 2),
        "lastInteractionWeek": turn.week,
        "interactionCount": relationship["interactionCount"] + 1,
    }


def nothing(turn: Turn, action: Planned) -> int:
    """Projects and businesses: accepted, and without any effect in this version."""
    return 0


def custom(turn: Turn, action: Planned) -> int:
    """May be planned, and never lived."""
    raise Refusal("action_not_available")
