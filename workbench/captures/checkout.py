"""The store's live captures as a review folder: what the queue of every face reads.

Plain captures lie in it anyway. Those of an encrypted store, or of one that keeps them in its
database, are written there for as long as a review is open, private, and taken away at its end; what
a killed review left is taken away at the next start.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from sqlalchemy import select

from workbench.captures import tables
from workbench.captures.admission import days_left, unsealed
from workbench.captures.deletion import LIVE, row_of
from workbench.captures.keeping import Row, removed, write_private
from workbench.captures.listing import open_row
from workbench.captures.locking import flocked
from workbench.captures.parts import Parts, no_journal
from workbench.captures.removing import over
from workbench.captures.roles import Role, log
from workbench.captures.tables import captures
from workbench.core.errors import NotWritten, WorkbenchError
from workbench.findings import KnownIdentities

LOCK = "review.lock"


@dataclass(frozen=True)
class Checkout:
    """A review folder, and what the store knows of the captures in it.

    ``folder`` is reviewed with ``state`` as the review's state folder, so that every reviewer of the
    store shares one journal and one key. ``known`` are the identities of everybody the captures
    belong to, in memory only. ``days_left`` and ``refusal`` take the path of a capture.
    """

    folder: Path
    state: Path
    known: KnownIdentities = field(repr=False)
    days_left: Callable[[Path], int | None] = field(repr=False)
    refusal: Callable[[Path], WorkbenchError | None] = field(repr=False)


@contextmanager
def checked_out(parts: Parts, role: Role) -> Iterator[Checkout]:
    """The store's captures as a folder, until the end of the block."""
    with ExitStack() as held:
        if not parts.plain:
            held.enter_context(_written_out(parts))
        with parts.database.writing() as connection:
            now = parts.time.advance(connection)
            query = select(captures.c.unit, captures.c.expires)
            found = connection.execute(query.where(captures.c.state == LIVE, ~over(now)))
            ends = {row.unit: row.expires for row in found}
            log(connection, now, role, "check out", amount=len(ends))
        yield Checkout(
            folder=parts.places.review,
            state=parts.places.state,
            known=_everybody(parts),
            days_left=lambda path: _days(parts, ends, path),
            refusal=lambda path: _refusal(parts, path),
        )


def unit_of(parts: Parts, path: Path) -> str:
    """The unit a path below the review folder belongs to."""
    inside = path.absolute().relative_to(parts.places.review.absolute())
    return inside.parts[0] if inside.parts else ""


def _days(parts: Parts, ends: dict[str, int], path: Path) -> int | None:
    expires = ends.get(unit_of(parts, path))
    if expires is None:
        return None
    with parts.database.reading() as connection:
        return days_left(expires, parts.time.now(connection))


def _refusal(parts: Parts, path: Path) -> WorkbenchError | None:
    """Why a capture may not be opened now: its time is over, or the store does not know it."""
    name = unit_of(parts, path).split(".")[0]
    try:
        with parts.database.reading() as connection:
            open_row(connection, parts.time.now(connection), name)
    except WorkbenchError as error:
        return error
    return None


def _everybody(parts: Parts) -> KnownIdentities:
    query = select(captures.c.name, tables.identities.c.held).join_from(captures, tables.identities)
    held: dict[str, dict[str, None]] = {}
    with parts.database.reading() as connection:
        for name, sealed in connection.execute(query.where(captures.c.state == LIVE)):
            for kind, values in unsealed(parts, name, sealed).items():
                held.setdefault(kind, {}).update(dict.fromkeys(values))
    return KnownIdentities.of({kind: tuple(values) for kind, values in held.items()})


@contextmanager
def _written_out(parts: Parts) -> Iterator[None]:
    folder = parts.places.review
    with flocked(parts.places.root / LOCK, wait=10, shared=True):
        # Under the store's lock: a deletion meanwhile would miss what is not written yet.
        with parts.database.alone():
            rows = _live(parts)
            _forget_others(parts, rows)
            with parts.database.reading() as connection:
                for row in rows:
                    if not (folder / row.unit).exists():
                        files = parts.keep.read(connection, row)
                        write_private(folder, row.unit, files, is_folder=row.is_folder)
        yield
    put_back(parts)


def _live(parts: Parts) -> list[Row]:
    with parts.database.reading() as connection:
        now = parts.time.now(connection)
        query = select(captures).where(captures.c.state == LIVE, ~over(now))
        return [row_of(row) for row in connection.execute(query)]


def _forget_others(parts: Parts, rows: list[Row]) -> None:
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
            if not path.name.startswith(".")
        ]
        removed(folder, rows)
