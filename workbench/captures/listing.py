"""What the store tells of its captures, page by page, those that end first before the others."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Connection, and_, func, select, tuple_

from workbench.captures.admission import days_left
from workbench.captures.deletion import LIVE, row_of
from workbench.captures.errors import not_there
from workbench.captures.keeping import Row
from workbench.captures.shapes import DAY, Capture
from workbench.captures.tables import captures, leases
from workbench.core.errors import Expired

PAGE = 100
_SHOWN = (
    captures.c.name,
    captures.c.unit,
    captures.c.family,
    captures.c.trigger,
    captures.c.reporter,
    captures.c.jurisdiction,
    captures.c.expires,
    captures.c.size,
    leases.c.until,
)


@dataclass(frozen=True, slots=True)
class Filter:
    """Which captures are asked for; the empty filter asks for all of them."""

    family: str = ""
    jurisdiction: str = ""
    trigger: str = ""
    within_days: int | None = None

    def where(self, now: int) -> ColumnElement[bool]:
        """The condition in the database. Captures whose time is over are never among them."""
        wanted = [captures.c.state == LIVE, captures.c.expires > now]
        for column, value in (
            (captures.c.family, self.family),
            (captures.c.jurisdiction, self.jurisdiction),
            (captures.c.trigger, self.trigger),
        ):
            if value:
                wanted.append(column == value)
        if self.within_days is not None:
            wanted.append(captures.c.expires <= now + self.within_days * DAY)
        return and_(*wanted)


def page(
    connection: Connection, now: int, wanted: Filter, *, after: str, limit: int
) -> tuple[Capture, ...]:
    """One page, beginning behind the capture named ``after`` ("" for the first page)."""
    query = (
        select(*_SHOWN)
        .outerjoin(leases, leases.c.capture == captures.c.number)
        .where(wanted.where(now))
        .order_by(captures.c.expires, captures.c.number)
        .limit(limit)
    )
    if after:
        place = select(captures.c.expires, captures.c.number).where(captures.c.name == after)
        found = connection.execute(place).one_or_none()
        if found is None:
            raise not_there()
        query = query.where(tuple_(captures.c.expires, captures.c.number) > tuple(found))
    return tuple(_told(row, now) for row in connection.execute(query))


def count(connection: Connection, now: int, wanted: Filter) -> int:
    """How many captures a filter leaves."""
    query = select(func.count()).select_from(captures).where(wanted.where(now))
    return int(connection.execute(query).scalar_one())


def one(connection: Connection, now: int, name: str) -> Capture:
    """What is told of one capture, whether its time is over or not. Raises ``NotThere``."""
    query = (
        select(*_SHOWN)
        .outerjoin(leases, leases.c.capture == captures.c.number)
        .where(captures.c.name == name, captures.c.state == LIVE)
    )
    found = connection.execute(query).one_or_none()
    if found is None:
        raise not_there()
    return _told(found, now)


def open_row(connection: Connection, now: int, name: str) -> Row:
    """What leads to the bytes of a capture. Raises ``NotThere``, and ``Expired`` once it is over."""
    query = select(captures).where(captures.c.name == name, captures.c.state == LIVE)
    found = connection.execute(query).one_or_none()
    if found is None:
        raise not_there()
    if found.expires <= now:
        raise Expired
    return row_of(found)


def _told(row: Any, now: int) -> Capture:
    return Capture(
        name=row.name,
        unit=row.unit,
        family=row.family,
        trigger=row.trigger,
        reporter=row.reporter,
        jurisdiction=row.jurisdiction,
        days_left=days_left(row.expires, now),
        size=row.size,
        leased=row.until is not None and row.until > now,
    )
