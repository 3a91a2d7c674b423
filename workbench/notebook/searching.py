"""Searching in one item: which steps hold a text, and walking them."""

from __future__ import annotations

from collections.abc import Callable

from workbench.notebook.session import Session
from workbench.review.filtering import ITEM_FIELDS, matching_steps, parsed
from workbench.review.words import count

#: How a search goes to a step; given by the caller, which knows about findings.
ToStep = Callable[[Session, int], object]


def search(session: Session, text: str | None, *, to_step: ToStep) -> str:
    """Search in this item; ``None`` closes the search."""
    session.search, session.matches, session.match = text, (), -1
    if not text:
        return "" if text is not None else "Search closed."
    wanted = parsed(text, ITEM_FIELDS)
    session.matches = matching_steps(session.item(), wanted, within=session.position.range)
    if not session.matches:
        return "No match."
    later = next((n for n, at in enumerate(session.matches) if at >= session.position.at), 0)
    session.match = later
    to_step(session, session.matches[later])
    many = len(session.matches)
    of = len(session.sequence().steps)
    return f"{many:,} of {count(of, 'step')} {'holds' if many == 1 else 'hold'} a match."


def walk_matches(session: Session, by: int, *, to_step: ToStep) -> str:
    """The next or previous step that holds a match."""
    if not session.matches:
        return "No match."
    session.match = (session.match + by) % len(session.matches)
    to_step(session, session.matches[session.match])
    return f"Match {session.match + 1} of {len(session.matches)}."
