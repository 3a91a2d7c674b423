"""Which verdict holds for a finding: its own, or that of the finding it was joined to."""

from __future__ import annotations

from workbench.review.state import ItemState, Verdict


def root_of(state: ItemState, key: str) -> str:
    """The finding that ``key`` was joined to, directly or through others; itself if to none."""
    visited = {key}
    while (following := state.merges.get(key)) is not None and following not in visited:
        visited.add(following)
        key = following
    return key


def verdict_of(state: ItemState, key: str) -> Verdict | None:
    """The verdict on a finding, or on the one it is the same as. ``None`` while there is none."""
    own = state.verdicts.get(key)
    if own is not None and key not in state.merges:
        return own
    return state.verdicts.get(root_of(state, key))


def is_judged(verdict: Verdict | None) -> bool:
    """Whether a finding counts as judged: *unsure* does not."""
    return verdict is not None and verdict.verdict != "unsure"
