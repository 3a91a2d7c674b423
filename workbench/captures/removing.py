"""Taking away everything outside the database, finishing what was begun, and purging what expired."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import ColumnElement, select

from workbench.captures import deletion, tables
from workbench.captures.deletion import LIVE, Ended
from workbench.captures.keeping import Row, removed, sweep
from workbench.captures.parts import Parts, forget_traces
from workbench.captures.roles import Role, log
from workbench.captures.shapes import Reason, Receipt
from workbench.captures.tables import captures

_MOST = 2_000  # captures a purge marks before it lets others have the lock


def remove(parts: Parts, rows: Sequence[Row]) -> tuple[Row, ...]:
    """The files, copies taken out for a review, and what the review remembers; what is all gone."""
    gone = parts.keep.remove(rows)
    if not parts.plain:
        gone = removed(parts.places.review, gone)
    forget_traces(parts, [path for row in gone for path in row.paths()])
    return gone


def recover(parts: Parts) -> Ended:
    """Finish what dead processes left half done. Call it under the store's lock."""
    sweep(parts.places.staging)
    deletion.abandon(parts.database, lambda rows: remove(parts, rows))
    return deletion.end(parts.database, lambda rows: remove(parts, rows))


def over(now: int) -> ColumnElement[bool]:
    """The captures whose time is over."""
    return captures.c.expires <= now


def purge(parts: Parts, role: Role) -> Receipt:
    """Delete everything that expired, and finish what was left."""
    total = Receipt(0, {}, stores=0)
    while True:
        with parts.database.alone():
            left = recover(parts).receipt()
            marked = _mark(parts, role)
            ended = deletion.end(parts.database, lambda rows: remove(parts, rows)).receipt()
        total = total.joined(Receipt(left.captures, left.by, stores=0))
        total = total.joined(Receipt(ended.captures, ended.by, ended.remaining, stores=0))
        if marked < _MOST or ended.remaining:
            if parts.database.sqlite:
                # A process may have been killed between its last commit and this.
                parts.database.tidy()
            return total.joined(Receipt(0, {}, stores=1))


def _mark(parts: Parts, role: Role) -> int:
    with parts.database.writing() as connection:
        now = parts.time.advance(connection)
        chosen = (
            select(captures.c.number)
            .where(captures.c.state == LIVE, over(now))
            .order_by(captures.c.expires)
            .limit(_MOST)
        )
        numbers = connection.execute(chosen).scalars().all()
        if not numbers:
            return 0
        deletion.intend(connection, captures.c.number.in_(numbers), Reason.EXPIRED)
        log(connection, now, role, "purge", amount=len(numbers))
        return len(numbers)


def forget(parts: Parts, role: Role, chosen: ColumnElement[bool], reason: Reason) -> Receipt:
    """Delete the captures that are chosen, now and whole."""
    with parts.database.alone():
        # First, so that an addition that was cut off is not missed.
        left = recover(parts).receipt()
        with parts.database.writing() as connection:
            now = parts.time.advance(connection)
            count = deletion.intend(connection, chosen, reason)
            log(connection, now, role, f"forget: {reason}", amount=count)
        ended = deletion.end(parts.database, lambda rows: remove(parts, rows)).receipt()
    done = left.joined(ended)
    return Receipt(done.captures, done.by, remaining=ended.remaining)


def of_account(tag: str) -> ColumnElement[bool]:
    """The captures that derive from an account, by its digest."""
    mapped = select(tables.accounts.c.capture).where(tables.accounts.c.tag == tag)

    return captures.c.number.in_(mapped)
