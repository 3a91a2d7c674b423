"""Whether a submission is taken: everything is checked before anything is applied.

Source: ``spec/kind-simulation.md`` §3, §8. The older engines logged whatever a client sent, and so
does legacy admission.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from workbench.core.canonical import JSON
from workbench.plays.engine.admission import Admission, first_refusal
from workbench.plays.engine.kind import Advanced, Context
from workbench.plays.engine.reasons import Problem
from workbench.plays.javascript import is_integer
from workbench.plays.kinds.simulation.actions.table import ACTIONS
from workbench.plays.kinds.simulation.content.definitions import Program
from workbench.plays.kinds.simulation.provenance import DECLARED, issues_choice, issues_target
from workbench.plays.kinds.simulation.reasons import kind_problem
from workbench.plays.kinds.simulation.state import Planned, State
from workbench.plays.kinds.simulation.week import live


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
    given, strict = params or {}, admission == "strict"
    refusal = first_refusal(
        over=state["resolution"] is not None,
        declared=DECLARED.get(action_id),
        given=given,
        admission=admission,
    )
    if refusal is not None:
        return kind_problem(refusal)
    match action_id:
        case "plan.add":
            refused = _not_issued(program, state, given) if strict else _not_known(given)
            return kind_problem(refused) if refused else _add(state, given, seq=context.seq)
        case "plan.remove":
            return _remove(state, given.get("index"))
        case "plan.clear":
            return _planned(state, [])
        case _:
            return live(program, state, context)


def _not_known(given: Mapping[str, Any]) -> str | None:
    action_type = given.get("actionType")
    known = isinstance(action_type, str) and action_type in ACTIONS
    return None if known else "unknown_action"


def _not_issued(program: Program, state: State, given: Mapping[str, Any]) -> str | None:
    """Why a plan's strings may not be logged. Only *issued* is asked, not whether it can be done."""
    if _not_known(given):
        return "unknown_action"
    if isinstance(given.get("amountCents"), str):
        return "unexpected_params"
    action = ACTIONS[given["actionType"]]
    target_id, choice_id = given.get("targetId"), given.get("choiceId")
    if isinstance(target_id, str) and not issues_target(program, state, action, target_id):
        return "unknown_target"
    if isinstance(choice_id, str) and not issues_choice(state, action, target_id, choice_id):
        return "unknown_target"
    return None


def _add(state: State, given: Mapping[str, Any], *, seq: int) -> Advanced:
    target_id = given.get("targetId")
    action: Planned = {
        "id": f"action-{seq}",
        "type": given["actionType"],
        "actorId": "player",
        "parameters": {
            name: value for name, value in given.items() if name not in ("actionType", "targetId")
        },
    }
    if isinstance(target_id, str):
        action["targetId"] = target_id
    return _planned(state, [*state["plan"]["actions"], action])


def _remove(state: State, index: Any) -> Advanced | Problem:
    actions = state["plan"]["actions"]
    if not is_integer(index) or not 0 <= index < len(actions):
        return kind_problem("action_not_planned")
    return _planned(state, [*actions[: int(index)], *actions[int(index) + 1 :]])


def _planned(state: State, actions: list[Planned]) -> Advanced:
    """The same week with another plan."""
    before = state["plan"]
    after = state.copy()
    after["plan"] = {"week": before["week"], "actions": actions}
    change: dict[str, JSON] = {
        "path": "plan.actions.length",
        "op": "set",
        "value": len(actions),
        "previous": len(before["actions"]),
        "reason": "plan_changed",
        "visible": True,
    }
    return Advanced(after, "active", changes=(change,))
