"""Whether a state read from outside fits a campaign. Source: ``spec/play-sessions.md`` §3."""

from __future__ import annotations

import re
from functools import cache
from typing import Any, Final

from pydantic import TypeAdapter, ValidationError

from workbench.plays.engine.kind import Context
from workbench.plays.kinds.world_graph.content.program import Program
from workbench.plays.kinds.world_graph.integrity import check_integrity
from workbench.plays.kinds.world_graph.opening import COUNTERS
from workbench.plays.kinds.world_graph.state import Guest, Staff, State
from workbench.plays.kinds.world_graph.world import World

_ORDINAL: Final = re.compile(r"(?:0|[1-9][0-9]{0,15})\Z")


@cache
def _shape() -> TypeAdapter[State]:
    return TypeAdapter(State)


def valid_state(program: Program, state: Any) -> bool:
    """Whether every member has its shape, every definition exists, and no id points nowhere.

    Raises ``EngineFault`` where an id does; the engine takes that for a no.
    """
    try:
        read = _shape().validate_python(state, strict=True)
    except ValidationError:
        return False
    # What was read lacks members that have no place in a state.
    if read != state or not _ids_are_minted(read) or not _fits(program, read):
        return False
    check_integrity(World(program, read, Context("", "", seq=0)))
    return True


def _ids_are_minted(state: State) -> bool:
    """Every entity's id is of its own, and from the counter all entities share."""
    ids = [
        *(("building", each["id"]) for each in state["buildings"]),
        *(("construction-site", each["id"]) for each in state["constructionSites"]),
        *(("guest", each["id"]) for each in state["guests"]),
        *(("staff", each["id"]) for each in state["staff"]),
        *(("incident", each["id"]) for each in state["incidents"]),
        *(("alert", each["id"]) for each in state["alerts"]),
    ]
    minted = (f"{prefix}:" == entity_id[: len(prefix) + 1] for prefix, entity_id in ids)
    ordinals = [entity_id.rpartition(":")[2] for _, entity_id in ids]
    return (
        len(set(ids)) == len(ids)
        and all(minted)
        and all(_ORDINAL.match(each) for each in ordinals)
        and all(int(each) < state["nextEntityOrdinal"] for each in ordinals)
    )


def _fits(program: Program, state: State) -> bool:
    """The map is the scenario's, and every entity is of a definition the campaign has."""
    map_ = {**state["map"], "revision": 0}
    return (
        map_ == program.opening_map
        and set(state["counters"]) == set(COUNTERS)
        and {e["definitionId"] for e in state["buildings"]} <= program.buildings.keys()
        and {e["definitionId"] for e in state["constructionSites"]} <= program.buildings.keys()
        and {e["archetypeId"] for e in state["guests"]} <= program.archetypes.keys()
        and {e["roleId"] for e in state["staff"]} <= program.roles.keys()
        and {e["definitionId"] for e in state["incidents"]} <= program.incidents.keys()
        and [e["id"] for e in state["objectives"]] == list(program.scenario.objective_ids)
        and [e["id"] for e in state["failures"]] == list(program.scenario.failure_ids)
        and set(state["activePolicyIds"]) <= program.policies.keys()
        and all(_has_its_meters(program, guest) for guest in state["guests"])
        and all(_is_on_map(program, each) for each in state["guests"])
        and all(_is_on_map(program, each) for each in state["staff"])
    )


def _has_its_meters(program: Program, guest: Guest) -> bool:
    """The meters play reads without asking: an archetype's needs and preferences."""
    archetype = program.archetypes[guest["archetypeId"]]
    needs = {need.id for need in archetype.needs}
    preferences = {each.definition_id for each in archetype.rules.preferences}
    return needs <= guest["needs"].keys() and preferences <= guest["preferences"].keys()


def _is_on_map(program: Program, somebody: Guest | Staff) -> bool:
    return program.space.ground.on_map((somebody["x"], somebody["y"]))
