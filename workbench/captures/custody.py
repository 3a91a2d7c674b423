"""What the store tells a review of one capture: how long it lasts, who is in it, who works on it.

It has the shape of the review's ``Custody``. The review is a neighbour on the same floor, so the shape
of its leases is handed in by whoever joins the two.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Generic, TypeVar

from sqlalchemy import select

from workbench.captures import leasing
from workbench.captures.admission import days_left, identities
from workbench.captures.deletion import LIVE
from workbench.captures.errors import Leased, NotThere
from workbench.captures.listing import open_row
from workbench.captures.parts import Parts
from workbench.captures.roles import Role, log
from workbench.captures.tables import captures
from workbench.core.errors import Expired
from workbench.findings import KnownIdentities

L = TypeVar("L")
_FRESH = 2.0  # seconds that the ends of the captures are believed


class StoreCustody(Generic[L]):
    """The store's side of one open review. ``lease`` makes a lease from minutes and a role.

    What it knows of people stays in memory, and is logged once a capture.
    """

    def __init__(
        self, parts: Parts, *, role: Role, holder: str, lease: Callable[[int, str], L]
    ) -> None:
        self._parts = parts
        self._role = role
        self._holder = holder
        self._lease = lease
        self._folder = parts.places.review.resolve()
        self._known: dict[str, KnownIdentities] = {}
        self._ends: dict[str, int] = {}
        self._now = 0
        self._looked = -_FRESH

    def days_left(self, unit: Path) -> int:
        """Days that have begun; 0 once its time is over, and for what the store does not know."""
        if time.monotonic() - self._looked >= _FRESH:
            self._look()
        name = self._unit(unit)
        if name not in self._ends:
            self._look()  # it may have been added a moment ago
        return days_left(self._ends.get(name, 0), self._now)

    def known(self, unit: Path) -> KnownIdentities | None:
        """The people in the capture; ``None`` where nobody recorded any."""
        name = self._name(unit)
        if name not in self._known:
            with suppress(NotThere, Expired):
                self._known[name] = self._recorded(name)
        found = self._known.get(name)
        return found if found is not None and found.given else None

    def _recorded(self, name: str) -> KnownIdentities:
        with self._parts.database.writing() as connection:
            now = self._parts.time.advance(connection)
            row = open_row(connection, now, name)
            log(connection, now, self._role, "identities", capture=row.number)
            return identities(connection, self._parts, row)

    def take(self, unit: Path) -> L | None:
        """Take or extend the lease of the capture; another's where it is taken."""
        try:
            with self._parts.database.writing() as connection:
                now = self._parts.time.advance(connection)
                number = open_row(connection, now, self._name(unit)).number
                leasing.take(
                    connection,
                    number,
                    holder=self._holder,
                    role=self._role,
                    now=now,
                    minutes=leasing.MINUTES,
                )
        except Leased as error:
            return self._lease(int(str(error.details["minutes"])), str(error.details["role"]))
        except (NotThere, Expired):
            return None  # the review tells that by itself
        return None

    def taken(self, unit: Path) -> L | None:
        """Another's lease, without taking the capture."""
        with self._parts.database.reading() as connection:
            now = self._parts.time.now(connection)
            found = leasing.held_by_another(
                connection, self._name(unit), holder=self._holder, now=now
            )
        return None if found is None else self._lease(*found)

    def release(self, unit: Path) -> None:
        """Give the capture back, where it was taken here."""
        with suppress(NotThere, Expired), self._parts.database.writing() as connection:
            now = self._parts.time.advance(connection)
            number = open_row(connection, now, self._name(unit)).number
            leasing.release(connection, number, holder=self._holder)

    def forget(self) -> None:
        """Drop everything that is known of people."""
        self._known.clear()

    def _look(self) -> None:
        query = select(captures.c.unit, captures.c.expires).where(captures.c.state == LIVE)
        with self._parts.database.reading() as connection:
            self._now = self._parts.time.now(connection)
            self._ends = {row.unit: row.expires for row in connection.execute(query)}
        self._looked = time.monotonic()

    def _unit(self, path: Path) -> str:
        """The unit that a path below the review folder belongs to; "" for one elsewhere."""
        if path.parent == self._folder:
            return path.name
        inside = path.absolute()
        if not inside.is_relative_to(self._folder):
            return ""
        return next(iter(inside.relative_to(self._folder).parts), "")

    def _name(self, path: Path) -> str:
        return self._unit(path).split(".")[0]

    def __repr__(self) -> str:
        return "<StoreCustody>"
