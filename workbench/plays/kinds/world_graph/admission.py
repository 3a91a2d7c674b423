"""Whether a submission is taken: everything is checked before anything is applied.

Source: ``spec/kind-world-graph.md`` §4, §8. Strict admission refuses undeclared parameters, as the
capture document requires; the older engines ignored them, and so does legacy admission.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, TypeAlias

from workbench.plays.engine.kind import Advanced, Context, Problem, core_problem
from workbench.plays.kinds.world_graph.actions.table import ACTIONS
from workbench.plays.kinds.world_graph.changes import changes_between
from workbench.plays.kinds.world_graph.content.program import Program
from workbench.plays.kinds.world_graph.integrity import check_integrity
from workbench.plays.kinds.world_graph.reasons import REASON_CODES, kind_problem
from workbench.plays.kinds.world_graph.state import State
from workbench.plays.kinds.world_graph.world import World

Admission: TypeAlias = Literal["strict", "legacy"]


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
    if state["resolution"] is not None:
        return core_problem("session_ended")
    action = ACTIONS.get(action_id)
    if action is None:
        return core_problem("unknown_action")
    if admission == "strict" and not all(action.declares(name) for name in params or ()):
        return kind_problem("unexpected_params")
    given = action.read(params or {})
    if given is None:
        return core_problem("unknown_action")
    world = World(program, state, context)
    refusal = action.rule(world, given)
    if refusal is not None:
        return kind_problem(refusal) if refusal in REASON_CODES else core_problem(refusal)
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
