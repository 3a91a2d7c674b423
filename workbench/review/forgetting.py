"""Forgetting captures that were deleted: every entry of the journal about them goes.

Source: ``spec/review-ux.md`` §5.8. The capture store calls it; it decides what is gone, and here only
what was remembered of it is found and removed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from pathlib import Path

from workbench.core.errors import NotWritten
from workbench.review.elsewhere import places
from workbench.review.journal import Journal, has_journal
from workbench.review.leases import FOLDER as LEASES
from workbench.review.leases import lease_name
from workbench.review.listing import place_tag
from workbench.review.secret import key_secret, state_folder, tag
from workbench.review.state import Entry


def forget_captures(
    folder: Path,
    *,
    state: Path | None = None,
    gone: Collection[str] = (),
    kept: Collection[str] | None = None,
) -> int:
    """Remove what the review of ``folder`` remembers of the places ``gone``; how many entries.

    Places are relative to the folder, with slashes. Where ``kept`` is given, every place that is not
    in it is gone. ``state`` is the state folder the review was opened with. Safe to do again. Raises
    ``NotWritten`` or ``JournalError`` where the journal cannot be changed now.
    """
    if not (gone or kept is not None):
        return 0
    own = state_folder(state)
    if not has_journal(folder) and not (own / "reviews").is_dir():
        return 0
    secret = key_secret(own)
    lost = {place_tag(secret, place) for place in gone}
    left = None if kept is None else {place_tag(secret, place) for place in kept}
    removed = 0
    for path in places(folder, own, tag=tag(secret, "folder", str(folder.resolve()))):
        if path.is_file():
            removed += _forget_in(path, lost, left)
            _remove_files(path.parent, lost)
    return removed


def _forget_in(path: Path, lost: set[str], left: Collection[str] | None) -> int:
    """Remove the entries of one journal about lost places; adds to ``lost`` what is not ``left``."""
    journal = Journal(path)
    try:
        homes = _homes(journal.entries())
        if left is not None:
            lost |= set(homes.values()) - set(left)
        items = [item for item, place in homes.items() if place in lost]
        return sum(journal.forget(item) for item in items)
    finally:
        journal.close()


def _remove_files(beside: Path, lost: Collection[str]) -> None:
    """What else lies beside the journal about a place: its lease, and where a reviewer stood."""
    try:
        for place in lost:
            (beside / LEASES / lease_name(place)).unlink(missing_ok=True)
        for path in beside.glob("*.json"):
            if path.is_file() and any(
                place in path.read_text("utf-8", "replace") for place in lost
            ):
                path.unlink(missing_ok=True)
    except OSError:
        raise NotWritten(
            "What the review keeps of a deleted capture cannot be removed",
            means="Its decisions are gone; where a reviewer stood is not",
            cure="Check that the review folder can be written to",
        ) from None


def _homes(entries: Iterable[Entry]) -> dict[str, str]:
    """The place at which each item was last seen; an item that moved belongs to where it is now."""
    return {
        entry.item: str(entry.payload.get("tag", ""))
        for entry in entries
        if entry.command == "open"
    }
