"""A planned week, lived. Source: ``spec/kind-simulation.md`` §3.1, §6."""

from __future__ import annotations

from workbench.plays.engine.kind import Advanced, Context
from workbench.plays.engine.reasons import Problem
from workbench.plays.kinds.simulation.actions.table import ACTIONS
from workbench.plays.kinds.simulation.arithmetic import clamp
from workbench.plays.kinds.simulation.changes import changes_between
from workbench.plays.kinds.simulation.content.definitions import Program
from workbench.plays.kinds.simulation.effective import layered
from workbench.plays.kinds.simulation.pipeline import end_of_week
from workbench.plays.kinds.simulation.reasons import Refusal
from workbench.plays.kinds.simulation.state import State
from workbench.plays.kinds.simulation.turn import Turn


def live(program: Program, state: State, context: Context) -> Advanced | Problem:
    """The state a week later; or the refusal of the first action that cannot be done.

    A refused week keeps nothing: its plan stays as it was. Raises ``EngineFault``.
    """
    turn = Turn(program, state, context)
    try:
        for planned in state["plan"]["actions"]:
            action = ACTIONS[planned["type"]]
            turn.note(action.reason, action.rule(turn, planned))
    except Refusal as refusal:
        return refusal.problem()
    turn.fold_counters()
    end_of_week(turn)
    turn.fold_counters()
    _start_of_week(turn)
    return Advanced(
        turn.state,
        "active" if turn.state["resolution"] is None else "ended",
        changes=[*changes_between(state, turn.state), *turn.changes],
        picks=tuple(turn.picks),
    )


def _start_of_week(turn: Turn) -> None:
    """The calendar moves on, effects run out, and courses take their time. The year never ends."""
    state, calendar = turn.state, turn.state["calendar"]
    week = turn.week + 1
    calendar["currentWeek"], calendar["spentTimeUnits"] = week, 0
    if any("expiresAtWeek" in each for each in state["activeEffects"]):
        state["activeEffects"] = [
            each for each in state["activeEffects"] if each.get("expiresAtWeek", week) >= week
        ]
    committed = layered(_course_time(turn), "calendar.committedTimeUnits", state["activeEffects"])
    calendar["committedTimeUnits"] = clamp(committed, 0, calendar["totalTimeUnits"])
    state["plan"] = {"week": week, "actions": []}


def _course_time(turn: Turn) -> float:
    courses = turn.program.courses
    return sum(
        courses[each["courseId"]].weekly_time
        for each in turn.player["education"]["enrollments"]
        if each["status"] == "active" and each["courseId"] in courses
    )
