"""The state of a story: plain JSON, treated as immutable (``spec/play-sessions.md`` §12.2)."""

from __future__ import annotations

from typing import NotRequired, TypedDict

#: A bool, a whole number (a double beyond 2**53), or a member of an enum.
Value = bool | int | float | str


class StoryState(TypedDict):
    """Where the story is, what was counted, and what was unlocked in which order."""

    currentNodeId: str
    variables: dict[str, Value]
    turn: int
    visitedCounts: dict[str, int]
    unlockedAchievements: list[str]
    endingId: NotRequired[str]


def draft_of(state: StoryState) -> StoryState:
    """A copy that may be written to until it is handed out."""
    draft = state.copy()
    draft["variables"] = state["variables"].copy()
    draft["visitedCounts"] = state["visitedCounts"].copy()
    return draft
