"""Goals reached and lost, and the end of the game. Source: ``spec/kind-simulation.md`` §5.12–14."""

from __future__ import annotations

from typing import Literal

from workbench.core.canonical import utf16_key
from workbench.plays.kinds.simulation.content.definitions import Goal
from workbench.plays.kinds.simulation.state import GoalProgress, Resolution
from workbench.plays.kinds.simulation.turn import Turn


def goals(turn: Turn) -> None:
    """Count the weeks each active goal has held. All of them read the same state."""
    turn.state["goals"] = [_week_of(turn, each) for each in turn.state["goals"]]


def _week_of(turn: Turn, progress: GoalProgress) -> GoalProgress:
    goal = turn.program.goals.get(progress["definitionId"])
    if goal is None or progress["status"] != "active":
        return progress
    if not _is_satisfied(turn, goal):
        return {**progress, "satisfiedThisWeek": False, "consecutiveWeeksSatisfied": 0}
    after: GoalProgress = {
        **progress,
        "satisfiedThisWeek": True,
        "consecutiveWeeksSatisfied": progress["consecutiveWeeksSatisfied"] + 1,
        "firstSatisfiedWeek": progress.get("firstSatisfiedWeek", turn.week),
    }
    if after["consecutiveWeeksSatisfied"] >= (goal.weeks or 1):
        after["status"], after["completedWeek"] = "completed", turn.week
    return after


def _is_satisfied(turn: Turn, goal: Goal) -> bool:
    if not goal.holds(turn.state):
        return False
    return not (turn.program.failure_wins and goal.fails is not None and goal.fails(turn.state))


def failure(turn: Turn) -> None:
    """Goals that are lost; once none is active any more, the game is over."""
    goals = [_lost(turn, each) for each in turn.state["goals"]]
    turn.state["goals"] = goals
    over = goals and all(each["status"] != "active" for each in goals)
    if over and turn.state["resolution"] is None:
        any_failed = any(each["status"] == "failed" for each in goals)
        _resolve(turn, "failed" if any_failed else "goals_met")


def _lost(turn: Turn, progress: GoalProgress) -> GoalProgress:
    goal = turn.program.goals.get(progress["definitionId"])
    if goal is None or goal.fails is None or progress["status"] != "active":
        return progress
    if not goal.fails(turn.state):
        return progress
    return {**progress, "status": "failed", "failedWeek": turn.week}


def week_limit(turn: Turn) -> None:
    """The scenario's last week ends the game, whatever was reached."""
    limit = turn.program.scenario.week_limit
    if turn.state["resolution"] is None and limit is not None and turn.week >= limit:
        _resolve(turn, "week_limit_reached")


def _resolve(turn: Turn, how: Literal["goals_met", "failed", "week_limit_reached"]) -> None:
    resolution: Resolution = {
        "resolution": how,
        "goalsMet": _with_status(turn, "completed"),
        "goalsFailed": _with_status(turn, "failed"),
        "resolvedAtWeek": turn.week,
    }
    turn.state["resolution"] = resolution


def _with_status(turn: Turn, status: str) -> list[str]:
    ids = [each["definitionId"] for each in turn.state["goals"] if each["status"] == status]
    return sorted(ids, key=utf16_key)
