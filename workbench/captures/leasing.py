"""Leases: one reviewer at a time by agreement. They end by themselves and never prevent reading.

One statement takes or extends a lease, so of two processes that race exactly one has it, on both
databases. Source: ``spec/review-ux.md`` §5.7.
"""

from __future__ import annotations

from sqlalchemy import Connection, delete, select
from sqlalchemy.dialects import postgresql, sqlite

from workbench.captures.errors import Leased
from workbench.captures.tables import captures, leases

MINUTES = 30
MOST_MINUTES = 8 * 60


def take(
    connection: Connection, capture: int, *, holder: str, role: str, now: int, minutes: int
) -> int:
    """Take or extend the lease of a capture; the minutes it lasts. Raises ``Leased``."""
    lasting = max(1, min(minutes, MOST_MINUTES))
    values = {"holder": holder, "role": role, "until": now + lasting * 60}
    make = sqlite.insert if connection.dialect.name == "sqlite" else postgresql.insert
    free = (leases.c.until <= now) | (leases.c.holder == holder)
    statement = (
        make(leases)
        .values(capture=capture, **values)
        .on_conflict_do_update(index_elements=[leases.c.capture], set_=values, where=free)
        .returning(leases.c.capture)
    )
    if connection.execute(statement).one_or_none() is None:
        raise _leased(connection, capture, now)
    return lasting


def release(connection: Connection, capture: int, *, holder: str) -> None:
    """Give a lease back; that of somebody else stays."""
    mine = (leases.c.capture == capture) & (leases.c.holder == holder)
    connection.execute(delete(leases).where(mine))


def held_by_another(
    connection: Connection, name: str, *, holder: str, now: int
) -> tuple[int, str] | None:
    """Minutes and role of the lease that somebody else has of the capture ``name``."""
    query = (
        select(leases.c.until, leases.c.role)
        .join(captures, captures.c.number == leases.c.capture)
        .where(captures.c.name == name, leases.c.holder != holder, leases.c.until > now)
    )
    found = connection.execute(query).one_or_none()
    return None if found is None else (_begun(found.until - now), found.role)


def _begun(seconds: int) -> int:
    return max(1, -(-seconds // 60))


def _leased(connection: Connection, capture: int, now: int) -> Leased:
    query = select(leases.c.until, leases.c.role).where(leases.c.capture == capture)
    row = connection.execute(query).one_or_none()
    # It may have ended since: then it is free in a moment.
    until, role = (row.until, row.role) if row else (now, "reviewer")
    minutes = _begun(until - now)
    more = "1 more minute" if minutes == 1 else f"{minutes} more minutes"
    return Leased(
        f"Another {role} has this one for {more}",
        means="You can read it",
        cure="Take another capture, or wait",
        details={"minutes": minutes, "role": str(role)},
    )
