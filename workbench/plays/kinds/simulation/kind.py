"""What stands where in this folder."""

from __future__ import annotations

from typing import Any, Final

from workbench.core.canonical import JSON
from workbench.plays.engine.kind import Context, Kind, Started
from workbench.plays.engine.reasons import Problem
from workbench.plays.engine.registry import Campaign
from workbench.plays.kinds.simulation import (
    admission,
    pictures,
    provenance,
    surfaces,
    validity,
)
from workbench.plays.kinds.simulation.content.checks import errors_of, warnings_of
from workbench.plays.kinds.simulation.content.definitions import Program
from workbench.plays.kinds.simulation.content.program import compile_program
from workbench.plays.kinds.simulation.content.shape import content as content_shape
from workbench.plays.kinds.simulation.opening import opening_state
from workbench.plays.kinds.simulation.reasons import KIND_ID, REASONS
from workbench.plays.shapes import told


def _content_problem(content: Any) -> str | None:
    return told(content_shape(content))


def _check(campaign: Campaign) -> tuple[list[Problem], list[Problem]]:
    errors = errors_of(campaign.content, campaign.strings)
    return errors, [] if errors else warnings_of(campaign.content)


def _compile(campaign: Campaign) -> Program:
    return compile_program(campaign.content, campaign.strings)


def _initial_state(program: Program, context: Context, profile_data: JSON) -> Started:
    """In this version nothing is carried from game to game: profile data does not alter play."""
    return Started(opening_state(program), "active")


#: A life led week by week. Engines before 0.11.0 logged whatever was planned. It stays on the content
#: it began with.
KIND: Final = Kind(
    id=KIND_ID,
    version="1.0.0",
    reasons=REASONS,
    content_problem=_content_problem,
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
    actions=frozenset(provenance.DECLARED),
    has_legacy_admission=True,
    pictures=pictures.pictures,
    course=pictures.course,
)
