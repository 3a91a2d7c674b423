"""Whether a state fits a story, and moving it onto another version of the story.

Source: ``spec/play-sessions.md`` §12.8, §12.9.
"""

from __future__ import annotations

from typing import Any

from workbench.plays.engine.reasons import Problem, core_problem
from workbench.plays.javascript import is_count
from workbench.plays.kinds.story_graph.program import Program
from workbench.plays.kinds.story_graph.state import StoryState, draft_of
from workbench.plays.kinds.story_graph.surfaces import available_actions


def valid_state(program: Program, state: Any) -> bool:
    """Whether a state from outside fits the story. Undeclared variables are tolerated."""
    if not isinstance(state, dict):
        return False
    variables, visits = state.get("variables"), state.get("visitedCounts")
    unlocked = state.get("unlockedAchievements")
    return (
        isinstance(variables, dict)
        and isinstance(visits, dict)
        and isinstance(unlocked, list)
        and isinstance(state.get("currentNodeId"), str)
        and state["currentNodeId"] in program.nodes
        and is_count(state.get("turn"))
        and all(is_count(visited) for visited in visits.values())
        and all(isinstance(each, str) for each in unlocked)
        and isinstance(state.get("endingId", ""), str)
        and all(
            name in variables and variable.has_type(variables[name])
            for name, variable in program.variables.items()
        )
    )


def adopt(state: StoryState, source: Program, target: Program) -> StoryState | Problem:
    """The state on ``target``, or ``content_incompatible``. Nothing is drawn, settled or unlocked."""
    if not _carries_over(state, source, target):
        return core_problem("content_incompatible")
    draft = draft_of(state)
    for name, variable in target.variables.items():
        if name not in draft["variables"]:
            draft["variables"][name] = variable.initial
    # Ending nodes and pass-throughs offer nothing, so this also asks for a choice node.
    if not any(action["available"] for action in available_actions(target, draft)):
        return core_problem("content_incompatible")
    return draft


def _carries_over(state: StoryState, source: Program, target: Program) -> bool:
    known = {achievement.id for achievement in target.achievements}
    return (
        all(node_id in target.nodes for node_id in state["visitedCounts"])
        and all(unlocked in known for unlocked in state["unlockedAchievements"])
        and all(
            target.variables[name].has_type(value)
            if name in target.variables
            else name not in source.variables
            for name, value in state["variables"].items()
        )
    )
