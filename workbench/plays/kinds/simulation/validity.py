"""Whether a state read from outside fits a campaign. Source: ``spec/play-sessions.md`` §3."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from pydantic import TypeAdapter, ValidationError

from workbench.plays.kinds.simulation.actions.table import ACTIONS
from workbench.plays.kinds.simulation.content.definitions import Program
from workbench.plays.kinds.simulation.content.shape import modifiers
from workbench.plays.kinds.simulation.state import State
from workbench.plays.kinds.simulation.systems.finance import EVICTION


@cache
def _shape() -> TypeAdapter[State]:
    return TypeAdapter(State)


def valid_state(program: Program, state: Any) -> bool:
    """Whether every member has its shape, and play finds everything it reads without asking."""
    try:
        read = _shape().validate_python(state, strict=True)
    except ValidationError:
        return False
    # What was read lacks members that have no place in a state.
    return read == state and _fits(program, read) and _ids_are_single(read)


def _fits(program: Program, state: State) -> bool:
    player = state["player"]
    return (
        set(player["needs"]) == {"health", "energy", "happiness", "stress", "satiety"}
        and player["housing"]["evictionStage"] in EVICTION
        and [each["definitionId"] for each in state["goals"]] == list(program.goals)
        and all(each["type"] in ACTIONS for each in state["plan"]["actions"])
        and state["plan"]["week"] == state["calendar"]["currentWeek"]
        and all(modifiers(each["modifiers"]) is None for each in state["activeEffects"])
    )


def _ids_are_single(state: State) -> bool:
    """Nothing that is looked up by an id stands there twice."""
    player = state["player"]
    return (
        _single([each["instanceId"] for each in player["inventory"]])
        and _single([each["npcId"] for each in player["relationships"]])
        and _single([each["id"] for each in state["activeOpportunities"]])
        and _single([each["id"] for each in state["plan"]["actions"]])
    )


def _single(ids: Sequence[str]) -> bool:
    return len(set(ids)) == len(ids)
