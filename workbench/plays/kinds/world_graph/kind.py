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
from workbench.plays.kinds.world_graph import admission, pictures, provenance, surfaces, validity
from workbench.plays.kinds.world_graph.content import reading
from workbench.plays.kinds.world_graph.content.checks import errors_of
from workbench.plays.kinds.world_graph.content.program import Program, compile_program
from workbench.plays.kinds.world_graph.opening import opening_state
from workbench.plays.kinds.world_graph.reasons import KIND_ID, REASON_CODES
from workbench.plays.kinds.world_graph.state import State


class WorldGraph:
    """A world of buildings, guests and staff that runs in ticks. See :class:`Kind`.

    ``admission`` is ``"strict"``, or ``"legacy"`` for engines that ignored undeclared parameters.
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
        """The first place that does not have the shape of a world, and what is wrong there."""
        return reading.content_problem(content)

    def check(self, campaign: Campaign) -> tuple[list[Problem], list[Problem]]:
        """Errors of content whose shape was checked; a world has no warnings."""
        return errors_of(reading.read_content(campaign.content), campaign.strings), []

    def compile(self, campaign: Campaign) -> Program:
        return compile_program(reading.read_content(campaign.content), campaign.strings)

    def initial_state(self, program: Program, context: Context, profile_data: JSON) -> Started:
        state = opening_state(program, context)
        return Started(state, "active" if state["resolution"] is None else "ended")

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
        raise NotImplementedError("a world stays on the content it began with")

    def issues(
        self,
        programs: Sequence[Program],
        state: State,
        action_id: str,
        params: Mapping[str, Any] | None,
    ) -> Iterator[Issue]:
        """The action, every parameter's name, and every id with who issued it."""
        return provenance.issues(programs, state, action_id, params)

    def pictures(self, program: Program, before: State, after: State) -> tuple[Panel, ...]:
        """The game at one step, for people to look at."""
        return pictures.pictures(program, before, after)

    def course(self, program: Program, states: Sequence[tuple[int, State]]) -> tuple[Panel, ...]:
        """The game from its opening on, for people to look at."""
        return pictures.course(program, states)
