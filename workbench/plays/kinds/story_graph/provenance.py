"""Who issued each string of a submission: the nodes that offer the choice.

Source: ``spec/play-sessions.md`` §10 *Params bound*, §15.3. A story declares no parameters, so
nobody issued anything that stands in one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from workbench.plays.engine.kind import Issue
from workbench.plays.engine.wording import with_params
from workbench.plays.kinds.story_graph.program import Program
from workbench.plays.kinds.story_graph.state import StoryState


def issues(
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


def minted(before: StoryState | None, after: StoryState) -> tuple[str, ...]:
    """Nothing: every id of a story is its content's."""
    return ()


def describe(action_id: str, params: Mapping[str, Any] | None) -> str:
    """The one thing a player does in a story."""
    return with_params("Picks a choice", (), params or ())
