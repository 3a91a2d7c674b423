"""Whether a state read from outside fits a campaign. Source: ``spec/play-sessions.md`` §3."""

from __future__ import annotations

from typing import Any

from pydantic import TypeAdapter, ValidationError

from workbench.plays.engine.kind import Context
from workbench.plays.kinds.world_graph.content.program import Program
from workbench.plays.kinds.world_graph.integrity import check_integrity
from workbench.plays.kinds.world_graph.opening import COUNTERS
from workbench.plays.kinds.world_graph.state import Guest, Staff, State
from workbench.plays.kinds.world_graph.world import World


def valid_state(program: Program, state: Any) -> bool:
    """Whether every member has its shape, every definition exists, and no id points nowhere.

    Raises ``EngineFault`` where an id does; the engine takes that for a no.
    """
    try:
        read = TypeAdapter(State).validate_python(state, strict=True)
    except ValidationError:
        return False
    if not _fits(program, read):
        return False
    check_integrity(World(program, read, Context("", "", seq=0)))
    return True


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
