"""Whether a submission is taken: everything is checked before anything is applied.

Source: ``spec/kind-world-graph.md`` §4, §8. The older engines ignored undeclared parameters, and so
does legacy admission.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from workbench.plays.engine.admission import Admission, first_refusal
from workbench.plays.engine.kind import Advanced, Context
from workbench.plays.engine.reasons import Problem
from workbench.plays.kinds.world_graph.actions.table import ACTIONS
from workbench.plays.kinds.world_graph.changes import changes_between
from workbench.plays.kinds.world_graph.content.program import Program
from workbench.plays.kinds.world_graph.integrity import check_integrity
from workbench.plays.kinds.world_graph.reasons import kind_problem
from workbench.plays.kinds.world_graph.state import State
from workbench.plays.kinds.world_graph.world import World


def take(
    program: Program,
    state: State,
    action_id: str,
    *,
    params: Mapping[str, Any] | None,
    context: Context,
    admission: Admission,
) -> Advanced | Problem:
    """The state after an action, or why it is not taken. Raises ``EngineFault``.

    The order of the refusals decides which code a fixture records.
    """
    action, sent = ACTIONS.get(action_id), params or {}
    refusal = first_refusal(
        over=state["resolution"] is not None,
        declared=None if action is None else action.names,
        given=sent,
        admission=admission,
    )
    if refusal is not None or action is None:
        return kind_problem(refusal or "unknown_action")
    given = action.read(sent)
    if given is None:
        return kind_problem("unknown_action")
    world = World(program, state, context)
    refusal = action.rule(world, given)
    if refusal is not None:
        return kind_problem(refusal)
    if world.tick == state["tick"]:
        # Every tick checks itself.
        check_integrity(world)
    after = world.state()
    return Advanced(
        after,
        "active" if after["resolution"] is None else "ended",
        changes=changes_between(state, after),
        picks=tuple(world.picks),
    )
