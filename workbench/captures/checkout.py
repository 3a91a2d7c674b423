"""The store's live captures as a review folder: what the queue of every face reads.

Plain captures lie in it anyway. Those of an encrypted store, or of one that keeps them in its
database, are written there for as long as a review is open, private, and taken away at its end; what
a killed review left is taken away at the next start.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from sqlalchemy import select

from workbench.captures.custody import StoreCustody
from workbench.captures.deletion import LIVE, row_of
from workbench.captures.keeping import Row, removed, write_private
from workbench.captures.listing import Filter, count
from workbench.captures.locking import flocked
from workbench.captures.naming import is_opaque
from workbench.captures.parts import Parts, no_journal
from workbench.captures.removing import over
from workbench.captures.roles import Role, log
from workbench.captures.tables import IS_LIVE_TOO, captures
from workbench.core.errors import NotWritten

LOCK = "review.lock"
L = TypeVar("L")
_BATCH = 200


@dataclass(frozen=True)
class Checkout:
    """A review folder. It is reviewed with ``state`` as the review's state folder, so that every
    reviewer of the store shares one journal and one key."""

    folder: Path
    state: Path
    _parts: Parts = field(repr=False)
    _role: Role
    _holder: str = field(repr=False)

    def custody(self, lease: Callable[[int, str], L]) -> StoreCustody[L]:
        """What the store tells the review of each capture; ``lease`` is the review's own shape."""
        return StoreCustody(self._parts, role=self._role, holder=self._holder, lease=lease)


@contextmanager
def checked_out(parts: Parts, role: Role, holder: str) -> Iterator[Checkout]:
    """The store's captures as a folder, until the end of the block."""
    with ExitStack() as held:
        if not parts.plain:
            held.enter_context(_written_out(parts))
        with parts.database.writing() as connection:
            now = parts.time.advance(connection)
            found = count(connection, now, Filter())
            log(connection, now, role, "check out", amount=found)
        yield Checkout(parts.places.review, parts.places.state, parts, role, holder)


@contextmanager
def _written_out(parts: Parts) -> Iterator[None]:
    with flocked(parts.places.root / LOCK, wait=10, shared=True):
        rows = _live(parts)
        _forget_others(parts, rows)
        for start in range(0, len(rows), _BATCH):
            # Under the store's lock: a deletion meanwhile would miss what is not written yet.
            with parts.database.alone():
                _write_out(parts, rows[start : start + _BATCH])
        yield
    put_back(parts)


def _write_out(parts: Parts, rows: Sequence[Row]) -> None:
    with parts.database.reading() as connection:
        still = captures.c.number.in_([row.number for row in rows]) & IS_LIVE_TOO
        live = set(connection.execute(select(captures.c.number).where(still)).scalars())
        for row in rows:
            path = parts.places.review / row.unit
            if row.number in live and not path.exists():
                files = parts.keep.read(connection, row)
                write_private(path, files, staging=parts.places.staging, folder=row.is_folder)


def _live(parts: Parts) -> list[Row]:
    with parts.database.reading() as connection:
        now = parts.time.now(connection)
        query = select(captures).where(captures.c.state == LIVE, ~over(now))
        return [row_of(row) for row in connection.execute(query)]


def _forget_others(parts: Parts, rows: Sequence[Row]) -> None:
    """What other machines deleted, this machine's review forgets before it begins."""
    folder = parts.places.review
    if parts.traces is not None and not no_journal(folder):
        kept = {path for row in rows for path in row.paths()}
        parts.traces(folder, state=parts.places.state, kept=kept)


def put_back(parts: Parts) -> None:
    """Take away what was written out, unless a review still has it open."""
    if parts.plain:
        return
    with suppress(NotWritten), flocked(parts.places.root / LOCK, wait=0):
        folder = parts.places.review
        rows = [
            Row(0, path.name, path.name, ())
            for path in folder.iterdir()
            if is_opaque(path.name.split(".")[0])
        ]
        removed(folder, rows)
