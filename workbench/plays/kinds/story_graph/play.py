"""Playing a story: entering nodes, settling, taking a choice.

Source: ``spec/play-sessions.md`` §12.5, §12.6.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from workbench.core.canonical import JSON
from workbench.plays.engine.admission import Admission
from workbench.plays.engine.faults import EngineFault
from workbench.plays.engine.kind import Advanced, Context, Pick, Started
from workbench.plays.engine.reasons import Problem
from workbench.plays.engine.state import Status
from workbench.plays.kinds.story_graph.program import Node, Program
from workbench.plays.kinds.story_graph.reasons import kind_problem
from workbench.plays.kinds.story_graph.state import StoryState, draft_of

GUARD_EVENT: Final = "kind.story-graph.settle.guard_tripped"
_MAX_STEPS: Final = 64


def start(program: Program, context: Context) -> Started:
    """The opening: initial values, the start node entered, and settled. Unlocks nothing."""
    for variable in program.variables.values():
        if not variable.has_type(variable.initial):
            raise EngineFault("An initial value does not suit its variable", code="bad_initial")
    state: StoryState = {
        "currentNodeId": program.start,
        "variables": {each.name: each.initial for each in program.variables.values()},
        "turn": 0,
        "visitedCounts": {},
        "unlockedAchievements": [],
    }
    _enter(state, program.start)
    picks: list[Pick] = []
    status = _settle(program, state, context, changes=[], picks=picks, origin=program.start)
    return Started(state, status, tuple(picks))


def take(
    program: Program,
    state: StoryState,
    action_id: str,
    *,
    params: Mapping[str, Any] | None,
    context: Context,
    admission: Admission,
) -> Advanced | Problem:
    """The state after picking the choice ``action_id``, or why it cannot be picked.

    Every engine was as strict, so ``admission`` makes no difference.
    """
    if params:
        return kind_problem("unexpected_params")
    node = program.nodes.get(state["currentNodeId"])
    if node is None or node.kind != "choice":
        return kind_problem("not_a_choice_node")
    choice = node.by_id.get(action_id)
    if choice is None or (choice.shown is not None and not choice.shown(state)):
        return kind_problem("unknown_action")
    if choice.allowed is not None and not choice.allowed(state):
        return Problem("requirement_unmet", choice.fail_key)
    draft = draft_of(state)
    changes: list[dict[str, JSON]] = []
    picks: list[Pick] = []
    choice.effects.apply(draft, changes)
    draft["turn"] += 1
    _enter(draft, choice.goto)
    status = _settle(program, draft, context, changes=changes, picks=picks, origin=node.id)
    _unlock(program, draft, changes)
    return Advanced(draft, status, changes, picks=tuple(picks))


def _enter(state: StoryState, node_id: str) -> None:
    state["currentNodeId"] = node_id
    visits = state["visitedCounts"]
    visits[node_id] = visits.get(node_id, 0) + 1


def _settle(
    program: Program,
    state: StoryState,
    context: Context,
    *,
    changes: list[dict[str, JSON]],
    picks: list[Pick],
    origin: str,
) -> Status:
    for _ in range(_MAX_STEPS):
        node = program.nodes.get(state["currentNodeId"])
        if node is None:
            raise EngineFault("A node leads nowhere", code="dangling_reference", place=origin)
        if node.kind == "choice":
            return "active"
        if node.kind == "ending":
            state["endingId"] = node.ending_id
            return "ended"
        _pass_through(state, node, context, changes=changes, picks=picks)
    context.emit(GUARD_EVENT, nodeId=state["currentNodeId"])
    raise EngineFault(
        "The story never came to rest: more than 64 nodes in a row took no choice",
        code="settle_guard_tripped",
        place=origin,
    )


def _pass_through(
    state: StoryState,
    node: Node,
    context: Context,
    *,
    changes: list[dict[str, JSON]],
    picks: list[Pick],
) -> None:
    if node.kind == "auto":
        effects, goto = node.effects, node.goto
    else:
        chosen = context.draws.weighted_index(node.weights)
        effects, goto = node.transitions[chosen].effects, node.transitions[chosen].goto
        picks.append(Pick(node.id, node.weights, chosen, goto))
    effects.apply(state, changes)
    state["turn"] += 1
    _enter(state, goto)


def _unlock(program: Program, state: StoryState, changes: list[dict[str, JSON]]) -> None:
    """Unlock in authored order; each sees the unlocks before it, none sees those after."""
    for achievement in program.achievements:
        unlocked = state["unlockedAchievements"]
        if achievement.id not in unlocked and achievement.earned(state):
            state["unlockedAchievements"] = [*unlocked, achievement.id]
            changes.append(
                {
                    "path": f"achieved.{achievement.id}",
                    "op": "set",
                    "value": True,
                    "reason": "achievement_unlocked",
                    "visible": True,
                }
            )
