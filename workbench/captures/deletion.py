"""Deletion in two phases, so that a capture is never half there and never comes back.

1. *Intent*, one transaction: the capture's state becomes ``going``, and its accounts, identities,
   lease and stored bytes go. From this commit on nobody can open it.
2. *Removal*: its files, flushed; then what the review remembers of it.
3. *End*, one transaction: its row goes and its family and reason are counted in a tombstone.

Every step may be done again. A process that is killed in between leaves rows that are ``going``; the
next purge, which every start of the store begins with, takes up at step 2. An addition that was cut
off leaves a row that is ``arriving``; it leaves without a tombstone, since it never was there.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from sqlalchemy import ColumnElement, Connection, delete, func, select, update
from sqlalchemy.dialects import postgresql, sqlite

from workbench.captures import tables
from workbench.captures.database import Database
from workbench.captures.keeping import Row
from workbench.captures.migrations import not_a_store
from workbench.captures.shapes import Reason, Receipt
from workbench.captures.tables import captures, tombstones
from workbench.core.errors import UnsafeName, WorkbenchError
from workbench.core.files import safe_name

ARRIVING, LIVE, GOING = "arriving", "live", "going"
BATCH = 500  # captures at once, so that memory stays flat and others get their turn

#: Takes away everything that is kept of captures outside the database; gives those it is done with.
Removal: TypeAlias = Callable[[Sequence[Row]], Sequence[Row]]


@dataclass
class Ended:
    """What was deleted so far, and what could not be."""

    by: Counter[tuple[str, str]] = field(default_factory=Counter)
    stuck: set[int] = field(default_factory=set)

    def receipt(self) -> Receipt:
        """The same, to be shown."""
        return Receipt(sum(self.by.values()), dict(self.by), remaining=len(self.stuck))


def intend(connection: Connection, chosen: ColumnElement[bool], reason: Reason) -> int:
    """Phase 1 for the captures that are chosen, in the caller's transaction; how many there were."""
    query = select(captures.c.number).where(chosen, tables.IS_LIVE_TOO)
    numbers = connection.execute(query.limit(BATCH)).scalars().all()
    total = 0
    while numbers:
        total += len(numbers)
        connection.execute(
            update(captures)
            .where(captures.c.number.in_(numbers))
            .values(state=GOING, reason=reason.value)
        )
        _strip(connection, numbers)
        numbers = connection.execute(query.limit(BATCH)).scalars().all()
    return total


def _strip(connection: Connection, numbers: Sequence[int]) -> None:
    for table in (tables.accounts, tables.identities, tables.leases, tables.blobs):
        connection.execute(delete(table).where(table.c.capture.in_(numbers)))


def end(database: Database, remove: Removal) -> Ended:
    """Phases 2 and 3 for everything that is going, batch by batch. Call it under the store's lock.

    A removal that fails leaves its captures ``going``, to be taken up again.
    """
    ended = Ended()
    while batch := _going(database, after=max(ended.stuck, default=0)):
        rows = [row for row, _, _ in batch]
        try:
            done = {row.number for row in remove(rows)}
        except WorkbenchError:
            done = set()
        ended.stuck |= {row.number for row in rows} - done
        if done:
            with database.writing() as connection:
                gone = [each for each in batch if each[0].number in done]
                ended.by += _bury(connection, gone)
    if ended.by:
        database.tidy()
    return ended


def _going(database: Database, *, after: int) -> list[tuple[Row, str, str]]:
    query = (
        select(captures)
        .where(captures.c.state == GOING, captures.c.number > after)
        .order_by(captures.c.number)
        .limit(BATCH)
    )
    with database.reading() as connection:
        return [(row_of(row), row.family, row.reason) for row in connection.execute(query)]


def row_of(row: object) -> Row:
    """What leads to a capture's bytes, from its row in the database.

    Raises ``StoreError`` where it leads out of the store: a database may be a stranger's, and what is
    at that place would be read, and deleted when the time is over.
    """
    try:
        found = Row(row.number, row.name, row.unit, tuple(json.loads(row.files)))  # type: ignore[attr-defined]
        for part in (found.name, found.unit):
            if "/" in safe_name(part) or part.startswith("."):
                raise not_a_store()
    except (UnsafeName, ValueError, TypeError, RecursionError):
        raise not_a_store() from None
    return found


def _bury(connection: Connection, gone: Sequence[tuple[Row, str, str]]) -> Counter[tuple[str, str]]:
    numbers = [row.number for row, _, _ in gone]
    connection.execute(delete(captures).where(captures.c.number.in_(numbers)))
    counts = Counter((family, reason) for _, family, reason in gone)
    make = sqlite.insert if connection.dialect.name == "sqlite" else postgresql.insert
    for (family, reason), count in counts.items():
        statement = make(tombstones).values(family=family, reason=reason, amount=count)
        connection.execute(
            statement.on_conflict_do_update(
                index_elements=[tombstones.c.family, tombstones.c.reason],
                set_={"amount": tombstones.c.amount + statement.excluded.amount},
            )
        )
    return counts


def abandon(database: Database, remove: Removal) -> int:
    """Take back additions that were cut off: their files, then their rows. Under the store's lock."""
    taken = 0
    query = select(captures).where(captures.c.state == ARRIVING).limit(BATCH)
    while True:
        with database.reading() as connection:
            rows = [row_of(row) for row in connection.execute(query)]
        done = [row.number for row in remove(rows)] if rows else []
        if not done:
            return taken
        with database.writing() as connection:
            connection.execute(delete(captures).where(captures.c.number.in_(done)))
        taken += len(done)


def preview(connection: Connection, chosen: ColumnElement[bool]) -> Receipt:
    """What a deletion of the captures that are chosen would take, and what is left of earlier ones."""
    query = (
        select(captures.c.family, func.count())
        .where(chosen, captures.c.state == LIVE)
        .group_by(captures.c.family)
    )
    by = {(family, Reason.EXPIRED.value): count for family, count in connection.execute(query)}
    left = select(func.count()).where(captures.c.state == GOING)
    remaining = connection.execute(left).scalar_one()
    return Receipt(sum(by.values()), by, remaining=remaining, dry_run=True)
