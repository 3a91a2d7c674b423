"""The kind's face to the engine: what stands where in this folder."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from workbench.core.canonical import JSON
from workbench.core.panels import Panel
from workbench.plays.engine.events import Severity
from workbench.plays.engine.kind import Advanced, Context, Issue, Problem, Started
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
from workbench.plays.kinds.simulation.reasons import KIND_ID, REASON_CODES
from workbench.plays.kinds.simulation.state import State


class Simulation:
    """A life led week by week. See :class:`Kind`.

    ``admission`` is ``"strict"``, or ``"legacy"`` for engines that logged whatever was sent. In this
    version of the kind nothing is carried from game to game: ``kindProfileData`` does not alter play.
    """

    id = KIND_ID
    version = "1.0.0"
    reason_codes = REASON_CODES
    events: Mapping[str, Severity] = MappingProxyType({})
    uses_profile_data = False
    adopts_content = False

    def __init__(self, admission: admission.Admission = "strict") -> None:
        self.admission = admission

    def content_problem(self, content: Any) -> str | None:
        """The first place that does not have the shape of a simulation, and what is wrong there."""
        wrong = content_shape(content)
        return None if wrong is None else f"{wrong[0] or 'the content'} {wrong[1]}"

    def check(self, campaign: Campaign) -> tuple[list[Problem], list[Problem]]:
        """Errors of content whose shape was checked; warnings where there are none."""
        errors = errors_of(campaign.content, campaign.strings)
        return errors, [] if errors else warnings_of(campaign.content)

    def compile(self, campaign: Campaign) -> Program:
        return compile_program(campaign.content, campaign.strings)

    def initial_state(self, program: Program, context: Context, profile_data: JSON) -> Started:
        return Started(opening_state(program), "active")

    def advance(
        self,
        program: Program,
        state: State,
        action_id: str,
        *,
        params: Mapping[str, Any] | None,
        context: Context,
    ) -> Advanced | Problem:
        return admission.take(
            program, state, action_id, params=params, context=context, admission=self.admission
        )

    def available_actions(self, program: Program, state: State) -> list[dict[str, JSON]]:
        return surfaces.available_actions(program, state)

    def scene_body(self, program: Program, state: State) -> dict[str, JSON]:
        return surfaces.scene_body(program, state)

    def project(self, program: Program, state: State, audience: str) -> dict[str, JSON]:
        """The same for both audiences."""
        return surfaces.project(program, state)

    def outcome(self, program: Program, state: State) -> dict[str, JSON]:
        return surfaces.outcome(state)

    def ending_word(self, program: Program, state: State) -> str:
        return surfaces.ending_word(state)

    def place(self, program: Program, state: State) -> str:
        return surfaces.place(program, state)

    def valid_state(self, program: Program, state: Any) -> bool:
        return validity.valid_state(program, state)

    def adopt(self, state: State, source: Program, target: Program) -> State:
        """Never called: this kind does not adopt content (``adopts_content``)."""
        raise NotImplementedError("a life stays on the content it began with")

    def issues(
        self,
        programs: Sequence[Program],
        state: State,
        action_id: str,
        params: Mapping[str, Any] | None,
    ) -> Iterator[Issue]:
        """The action, every parameter's name, and every string with who issued it."""
        return provenance.issues(programs, state, action_id, params)

    def pictures(self, program: Program, before: State, after: State) -> tuple[Panel, ...]:
        """The game at one step, for people to look at."""
        return pictures.pictures(program, before, after)

    def course(self, program: Program, states: Sequence[tuple[int, State]]) -> tuple[Panel, ...]:
        """The game from its opening on, for people to look at."""
        return pictures.course(program, states)
