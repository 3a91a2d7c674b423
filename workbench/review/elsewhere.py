"""The two places of a journal: in the review folder, and in the user state folder when that cannot be written to.

Source: ``spec/review-ux.md`` §5.5, §12: nothing decided is lost. A folder that turns read-only, or that can
be written to again, is reviewed on with every decision made before.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from workbench.core.errors import NotWritten, WorkbenchError
from workbench.review.journal import FILE, FOLDER, Journal
from workbench.review.state import Entry

IN_FOLDER, IN_STATE = "in the review folder", "in your user state folder"
#: The file and what SQLite may have left beside it; the shared memory is made anew from them.
_PARTS = ("", "-wal")


def places(root: Path, state: Path, *, tag: str) -> tuple[Path, Path]:
    """Where the journal of a review folder may lie: beside its captures, and in the state folder."""
    return root / FOLDER / FILE, state / "reviews" / tag / FILE


def bring(journal: Journal, *, beside: Path, elsewhere: Path) -> str:
    """Take over what was decided in the other place since. Returns a sentence where that cannot be.

    Decisions are taken over only where they follow on those that are here: two journals that went
    different ways are both kept, and the sentence says which is shown.
    """
    other = elsewhere if journal.path == beside else beside
    if not other.is_file() or other.is_symlink():
        return ""
    here, there = (IN_FOLDER, IN_STATE) if other == elsewhere else (IN_STATE, IN_FOLDER)
    try:
        theirs = _entries(other, room=elsewhere.parent)
    except (WorkbenchError, OSError):
        return f"The journal of decisions {there} cannot be read; those {here} are shown"
    mine = {entry.seq: entry for entry in journal.entries()}
    last = journal.last()
    if any(mine.get(entry.seq, entry) != entry for entry in theirs):
        return (
            "Two journals of this folder went different ways. "
            f"What was decided {here} is shown; what was decided {there} is kept and is not shown"
        )
    newer = [entry for entry in theirs if entry.seq > last]
    if newer and not journal.follow(newer, after=last):
        raise NotWritten(
            "Another program begins this review at the same moment",
            means="Nothing was changed",
            cure="Open it again",
            code="journal_locked",
        )
    return ""


def _entries(path: Path, *, room: Path) -> tuple[Entry, ...]:
    """The entries of a journal in a folder that may not be written to: read from a copy of it."""
    with _copied(path, room) as copy:
        journal = Journal(copy)
        try:
            return journal.entries()
        finally:
            journal.close()


@contextmanager
def _copied(path: Path, room: Path) -> Iterator[Path]:
    room.mkdir(parents=True, exist_ok=True, mode=0o700)
    with tempfile.TemporaryDirectory(dir=room, prefix="reading-") as folder:
        for part in _PARTS:
            whole = path.with_name(path.name + part)
            if whole.is_file() and not whole.is_symlink():
                shutil.copyfile(whole, Path(folder) / whole.name)
        yield Path(folder) / path.name
