"""Searching in one item: which steps hold a text, and walking them."""

from __future__ import annotations

from collections.abc import Callable

from workbench.notebook.session import Session
from workbench.review.words import count

MOST_MATCHES = 5_000
#: How a search goes to a step; given by the caller, which knows about findings.
ToStep = Callable[[Session, int], object]


def search(session: Session, text: str | None, *, to_step: ToStep) -> str:
    """Search in this item; ``None`` closes the search."""
    session.search, session.matches, session.match = text, (), -1
    if not text:
        return "" if text is not None else "Search closed."
    session.matches = _matching_steps(session, text)
    if not session.matches:
        return "No match."
    later = next((n for n, at in enumerate(session.matches) if at >= session.position.at), 0)
    session.match = later
    to_step(session, session.matches[later])
    many = len(session.matches)
    return f"{count(many, 'step')} {'holds' if many == 1 else 'hold'} a match."


def _matching_steps(session: Session, text: str) -> tuple[int, ...]:
    needle, base = text.lower(), session.sequence().base
    low, high = session.position.range or (0, len(session.sequence().steps) - 1)
    found: dict[int, None] = {}
    for one in session.fixture().texts():
        if one.step is not None and low <= one.step - base <= high and needle in one.value.lower():
            found[one.step - base] = None
            if len(found) >= MOST_MATCHES:
                break
    return tuple(sorted(found))


def walk_matches(session: Session, by: int, *, to_step: ToStep) -> str:
    """The next or previous step that holds a match."""
    if not session.matches:
        return "No match."
    session.match = (session.match + by) % len(session.matches)
    to_step(session, session.matches[session.match])
    return f"Match {session.match + 1} of {len(session.matches)}."
