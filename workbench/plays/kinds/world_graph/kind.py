"""What stands where in this folder."""

from __future__ import annotations

from typing import Final

from workbench.core.canonical import JSON
from workbench.plays.engine.kind import Context, Kind, Started
from workbench.plays.engine.reasons import Problem
from workbench.plays.engine.registry import Campaign
from workbench.plays.kinds.world_graph import (
    admission,
    pictures,
    provenance,
    surfaces,
    validity,
)
from workbench.plays.kinds.world_graph.actions.table import ACTIONS
from workbench.plays.kinds.world_graph.content import reading
from workbench.plays.kinds.world_graph.content.checks import errors_of
from workbench.plays.kinds.world_graph.content.program import Program, compile_program
from workbench.plays.kinds.world_graph.opening import opening_state
from workbench.plays.kinds.world_graph.reasons import KIND_ID, REASONS


def _check(campaign: Campaign) -> tuple[list[Problem], list[Problem]]:
    """A world has no warnings."""
    return errors_of(reading.read_content(campaign.content), campaign.strings), []


def _compile(campaign: Campaign) -> Program:
    return compile_program(reading.read_content(campaign.content), campaign.strings)


def _initial_state(program: Program, context: Context, profile_data: JSON) -> Started:
    state = opening_state(program, context)
    return Started(state, "active" if state["resolution"] is None else "ended")


#: A world of buildings, guests and staff that runs in ticks. Engines before 0.11.0 ignored
#: undeclared parameters. It stays on the content it began with.
KIND: Final = Kind(
    id=KIND_ID,
    version="1.0.0",
    reasons=REASONS,
    content_problem=reading.content_problem,
    check=_check,
    compile=_compile,
    initial_state=_initial_state,
    take=admission.take,
    available_actions=surfaces.available_actions,
    scene_body=surfaces.scene_body,
    project=surfaces.project,
    outcome=surfaces.outcome,
    ending_word=surfaces.ending_word,
    place=surfaces.place,
    valid_state=validity.valid_state,
    issues=provenance.issues,
    minted=provenance.minted,
    describe=provenance.describe,
    actions=frozenset(ACTIONS),
    has_legacy_admission=True,
    pictures=pictures.pictures,
    course=pictures.course,
)
