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
from workbench.plays.kinds.story_graph import adoption, content, pictures, play, surfaces
from workbench.plays.kinds.story_graph.checks import errors_of
from workbench.plays.kinds.story_graph.program import Program, compile_program
from workbench.plays.kinds.story_graph.state import StoryState
from workbench.plays.kinds.story_graph.warnings import warnings_of


class StoryGraph:
    """A graph of scenes; one action, the pick of a choice; no params. See :class:`Kind`."""

    id = play.KIND_ID
    version = "1.0.0"
    reason_codes = frozenset(
        {
            "unexpected_params",
            "not_a_choice_node",
            "settle_guard_tripped",
            "unknown_condition_field",
            "dangling_reference",
            "undeclared_variable",
            "invalid_consequence_value",
            "duplicate_id",
            "missing_label_key",
            "non_visible_variable_in_text",
            "invalid_transition_weight",
            "unreachable_node",
            "unreachable_cycle",
            "no_reachable_choice",
            "no_reachable_ending",
            "consequence_applied",
        }
    )
    events: Mapping[str, Severity] = MappingProxyType({play.GUARD_EVENT: Severity.ERROR})
    uses_profile_data = False
    adopts_content = True

    def content_problem(self, value: Any) -> str | None:
        """The first place that does not have the shape of a story, and what is wrong there."""
        wrong = content.content(value)
        return None if wrong is None else f"{wrong[0] or 'the content'} {wrong[1]}"

    def check(self, campaign: Campaign) -> tuple[list[Problem], list[Problem]]:
        """Errors and warnings of content whose shape was checked."""
        return errors_of(campaign.content, campaign.strings), warnings_of(campaign.content)

    def compile(self, campaign: Campaign) -> Program:
        return compile_program(campaign.content, campaign.strings)

    def initial_state(self, program: Program, context: Context, profile_data: JSON) -> Started:
        return play.start(program, context)

    def advance(
        self,
        program: Program,
        state: StoryState,
        action_id: str,
        *,
        params: Mapping[str, Any] | None,
        context: Context,
    ) -> Advanced | Problem:
        return play.take(program, state, action_id, params=params, context=context)

    def available_actions(self, program: Program, state: StoryState) -> list[dict[str, JSON]]:
        return surfaces.available_actions(program, state)

    def scene_body(self, program: Program, state: StoryState) -> dict[str, JSON]:
        return surfaces.scene_body(program, state)

    def project(self, program: Program, state: StoryState, audience: str) -> dict[str, JSON]:
        """The same for both audiences."""
        return surfaces.project(program, state)

    def outcome(self, program: Program, state: StoryState) -> dict[str, JSON]:
        return surfaces.outcome(state)

    def ending_word(self, program: Program, state: StoryState) -> str:
        return surfaces.ending_word(program, state)

    def place(self, program: Program, state: StoryState) -> str:
        return state["currentNodeId"]

    def valid_state(self, program: Program, state: Any) -> bool:
        return adoption.valid_state(program, state)

    def adopt(self, state: StoryState, source: Program, target: Program) -> StoryState | Problem:
        return adoption.adopt(state, source, target)

    def issues(
        self,
        programs: Sequence[Program],
        state: StoryState,
        action_id: str,
        params: Mapping[str, Any] | None,
    ) -> Iterator[Issue]:
        """The choice id, issued by the nodes that offer it; every param, issued by nobody."""
        places = next(
            (program.offers[action_id] for program in programs if action_id in program.offers), ()
        )
        yield Issue("choice id", ("actionId",), action_id, places)
        for name, value in (params or {}).items():
            yield Issue("param name", ("params", name), name, is_key=True)
            if isinstance(value, str):
                yield Issue("param", ("params", name), value)

    def pictures(
        self, program: Program, before: StoryState, after: StoryState
    ) -> tuple[Panel, ...]:
        """The game at one step, for people to look at."""
        return pictures.pictures(program, before, after)

    def course(
        self, program: Program, states: Sequence[tuple[int, StoryState]]
    ) -> tuple[Panel, ...]:
        """The game from its opening on, for people to look at."""
        return pictures.course(program, states)
