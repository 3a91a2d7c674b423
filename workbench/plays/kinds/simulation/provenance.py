"""Who issued each string of a submission. Source: ``spec/kind-simulation.md`` §8.

Content issues jobs, courses, homes, items, locations and people; the state issues belongings,
offers and events that wait for an answer. No parameter takes free text.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, Final

from workbench.plays.engine.kind import Issue
from workbench.plays.engine.minting import new_ids
from workbench.plays.engine.wording import with_params
from workbench.plays.kinds.simulation.actions.table import ACTIONS, Action, Issuer
from workbench.plays.kinds.simulation.content.definitions import Program
from workbench.plays.kinds.simulation.state import State

#: The parameters each action declares.
DECLARED: Final[Mapping[str, tuple[str, ...]]] = {
    "plan.add": ("actionType", "targetId", "choiceId", "amountCents"),
    "plan.remove": ("index",),
    "plan.clear": (),
    "end_week": (),
}


def issued(program: Program, state: State, issuer: Issuer) -> Collection[str]:
    """The ids an issuer has issued by now."""
    match issuer:
        case Issuer.JOB:
            return program.jobs.keys()
        case Issuer.COURSE:
            return program.courses.keys()
        case Issuer.HOUSING:
            return program.housing.keys()
        case Issuer.ITEM:
            return program.items.keys()
        case Issuer.LOCATION:
            return program.locations.keys()
        case Issuer.NPC:
            return program.npcs.keys()
        case Issuer.BELONGING:
            return [each["instanceId"] for each in state["player"]["inventory"]]
        case Issuer.OPPORTUNITY:
            return [each["id"] for each in state["activeOpportunities"]]
        case Issuer.PENDING:
            return [each["id"] for each in state["pendingEventResponses"]]


_SESSION: Final = "session state"
_OF_STATE: Final = frozenset({Issuer.BELONGING, Issuer.OPPORTUNITY, Issuer.PENDING})


def issues_target(program: Program, state: State, action: Action, target_id: str) -> bool:
    """Whether this target was issued for this action. Most actions have no target at all."""
    return action.target is not None and target_id in issued(program, state, action.target)


def issues_choice(state: State, action: Action, target_id: Any, choice_id: str) -> bool:
    """Whether the event that ``target_id`` names gave this choice."""
    return action.takes_choice and any(
        each["id"] == target_id and choice_id in each["availableChoiceIds"]
        for each in state["pendingEventResponses"]
    )


def issues(
    programs: Sequence[Program], state: State, action_id: str, params: Mapping[str, Any] | None
) -> Iterator[Issue]:
    """The action, every parameter's name, and every string given to one."""
    known = ("actions",) if action_id in DECLARED else ()
    yield Issue("action id", ("actionId",), action_id, known, by="the kind's actions")
    given = params or {}
    for name, value in given.items():
        where = ("params", name)
        declared = name in DECLARED.get(action_id, ())
        by = (action_id,) if declared else ()
        yield Issue("param name", where, name, by, by="the kind's actions", is_key=True)
        if not isinstance(value, str):
            continue
        if declared and action_id == "plan.add":
            yield _issue(programs, state, name, value, given)
        else:
            yield Issue("param", where, value)


def _issue(
    programs: Sequence[Program], state: State, name: str, value: str, given: Mapping[str, Any]
) -> Issue:
    where = ("params", name)
    planned = given.get("actionType")
    action = ACTIONS.get(planned) if isinstance(planned, str) else None
    if name == "actionType":
        known = () if action is None else ("action types",)
        return Issue("action type", where, value, known, by="the kind's actions")
    if name == "choiceId" and action is not None:
        found = issues_choice(state, action, given.get("targetId"), value)
        event = given.get("targetId") if found else None
        known = ("choices",) if found else ()
        return Issue("choice id", where, value, known, by=_SESSION, session_id=event)
    if name == "targetId" and action is not None and action.target is not None:
        found = any(issues_target(each, state, action, value) for each in programs)
        by = _SESSION if action.target in _OF_STATE else "campaign content"
        known = (f"{action.target}",) if found else ()
        session_id = value if by == _SESSION else None
        return Issue("target id", where, value, known, by=by, session_id=session_id)
    return Issue("param", where, value)


def minted(before: State | None, after: State) -> Iterator[str]:
    """The belongings, offers and events that came."""
    earlier = None if before is None else before["player"]["inventory"]
    yield from new_ids(earlier, after["player"]["inventory"], "instanceId")
    for member in ("activeOpportunities", "pendingEventResponses"):
        yield from new_ids(None if before is None else before[member], after[member], "id")


_DOES: Final = {
    "plan.remove": "Takes something off the plan",
    "plan.clear": "Clears the plan",
    "end_week": "Ends the week",
}


def describe(action_id: str, params: Mapping[str, Any] | None) -> str:
    """What the action does, and the kinds of its parameters."""
    given = dict(params or {})
    if action_id != "plan.add":
        does = _DOES.get(action_id, "Takes an action that no life has")
        return with_params(does, DECLARED.get(action_id, ()), given)
    planned = given.pop("actionType", None)
    known = isinstance(planned, str) and planned in ACTIONS
    does = f"Plans to {planned.replace('_', ' ')}" if known else "Plans what no life has"
    return with_params(does, DECLARED["plan.add"][1:], given)
