"""What stands where in this folder."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any, Final

from workbench.core.canonical import JSON
from workbench.plays.engine.events import Severity
from workbench.plays.engine.kind import Context, Kind, Started
from workbench.plays.engine.reasons import Problem
from workbench.plays.engine.registry import Campaign
from workbench.plays.kinds.story_graph import (
    adoption,
    content,
    pictures,
    play,
    provenance,
    surfaces,
)
from workbench.plays.kinds.story_graph.checks import errors_of
from workbench.plays.kinds.story_graph.program import Program, compile_program
from workbench.plays.kinds.story_graph.reasons import KIND_ID, REASONS
from workbench.plays.kinds.story_graph.warnings import warnings_of
from workbench.plays.shapes import told


def _content_problem(value: Any) -> str | None:
    return told(content.content(value))


def _check(campaign: Campaign) -> tuple[list[Problem], list[Problem]]:
    return errors_of(campaign.content, campaign.strings), warnings_of(campaign.content)


def _compile(campaign: Campaign) -> Program:
    return compile_program(campaign.content, campaign.strings)


def _initial_state(program: Program, context: Context, profile_data: JSON) -> Started:
    return play.start(program, context)


#: A graph of scenes; one action, the pick of a choice; no params.
KIND: Final = Kind(
    id=KIND_ID,
    version="1.0.0",
    reasons=REASONS,
    content_problem=_content_problem,
    check=_check,
    compile=_compile,
    initial_state=_initial_state,
    take=play.take,
    available_actions=surfaces.available_actions,
    scene_body=surfaces.scene_body,
    project=surfaces.project,
    outcome=surfaces.outcome,
    ending_word=surfaces.ending_word,
    place=surfaces.place,
    valid_state=adoption.valid_state,
    issues=provenance.issues,
    minted=provenance.minted,
    describe=provenance.describe,
    adopt=adoption.adopt,
    events=MappingProxyType({play.GUARD_EVENT: Severity.ERROR}),
    pictures=pictures.pictures,
    course=pictures.course,
)
