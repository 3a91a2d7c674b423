"""Who issued each id of a submission. Source: ``spec/kind-world-graph.md`` §4, *issued*.

Content issues definitions and products; the state issues buildings, staff and alerts; the map
issues zones. No parameter takes free text, so every string is one of these or was issued by nobody.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from workbench.plays.engine.kind import Issue
from workbench.plays.engine.minting import new_ids
from workbench.plays.engine.wording import spaced, with_params
from workbench.plays.kinds.world_graph.actions.declared import Issuer, Param
from workbench.plays.kinds.world_graph.actions.table import ACTIONS
from workbench.plays.kinds.world_graph.content.program import Program
from workbench.plays.kinds.world_graph.state import State

_SESSION = "session state"
_WHO: Mapping[Issuer, str] = {
    Issuer.BUILDING_DEFINITION: "campaign content",
    Issuer.STAFF_ROLE: "campaign content",
    Issuer.PRODUCT: "campaign content",
    Issuer.ZONE: "the map",
    Issuer.BUILDING: _SESSION,
    Issuer.STAFF: _SESSION,
    Issuer.ALERT: _SESSION,
}


def issued(program: Program, state: State, issuer: Issuer, *, of: str | None = None) -> list[str]:
    """The ids an issuer has issued by now; ``of`` is the building whose products are meant."""
    match issuer:
        case Issuer.BUILDING_DEFINITION:
            return list(program.buildings)
        case Issuer.STAFF_ROLE:
            return list(program.roles)
        case Issuer.PRODUCT:
            wanted = [e["definitionId"] for e in state["buildings"] if e["id"] == of]
            services = [program.services[each] for each in wanted if each in program.services]
            return [product_id for service in services for product_id in service.offers]
        case Issuer.BUILDING:
            return [each["id"] for each in state["buildings"]]
        case Issuer.STAFF:
            return [each["id"] for each in state["staff"]]
        case Issuer.ALERT:
            return [each["id"] for each in state["alerts"]]
        case Issuer.ZONE:
            return [each["id"] for each in state["map"]["zones"]]


def issues(
    programs: Sequence[Program], state: State, action_id: str, params: Mapping[str, Any] | None
) -> Iterator[Issue]:
    """The action, every parameter's name, and every string given to one."""
    action, given = ACTIONS.get(action_id), params or {}
    known = () if action is None else ("actions",)
    yield Issue("action id", ("actionId",), action_id, known, by="the kind's actions")
    declared = {} if action is None else {each.name: each for each in action.params}
    for name, value in given.items():
        where = ("params", name)
        by = (action_id,) if name in declared else ()
        yield Issue("param name", where, name, by, by="the kind's actions", is_key=True)
        if isinstance(value, str):
            yield _issue(programs, state, declared.get(name), where, value, given)


def _issue(
    programs: Sequence[Program],
    state: State,
    param: Param | None,
    where: tuple[str, ...],
    value: str,
    given: Mapping[str, Any],
) -> Issue:
    if param is None or param.issuer is None:
        return Issue("param", where, value)
    of = given.get("buildingId")
    found = any(value in issued(each, state, param.issuer, of=of) for each in programs)
    issuers, by = (f"{param.issuer}",) if found else (), _WHO[param.issuer]
    session_id = value if by == _SESSION else None
    return Issue(spaced(param.name), where, value, issuers, by=by, session_id=session_id)


def minted(before: State | None, after: State) -> Iterator[str]:
    """The buildings, staff and alerts that came."""
    yield from new_ids(before and before["buildings"], after["buildings"], "id")
    yield from new_ids(before and before["staff"], after["staff"], "id")
    yield from new_ids(before and before["alerts"], after["alerts"], "id")


def describe(action_id: str, params: Mapping[str, Any] | None) -> str:
    """What the action does, and the kinds of its parameters."""
    action = ACTIONS.get(action_id)
    if action is None:
        return "Takes an action that no world has"
    return with_params(action.does, action.names, params or ())
