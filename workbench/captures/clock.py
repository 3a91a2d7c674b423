"""The store's own time: it only goes on, whatever the clocks do.

Time is the sum of the progress that was seen. Between two looks the wall clock and, since the last
start of the machine, its uptime are compared, and the larger progress counts. So a clock that is set
back takes nothing away and stops nothing: no capture lives longer for it. A clock that is set ahead
does make captures expire early; keep it right.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from sqlalchemy import Connection, Select, insert, select, update

from workbench.captures import tables

_BOOT_ID = Path("/proc/sys/kernel/random/boot_id")


@dataclass(frozen=True, slots=True)
class Reading:
    """One look at the clocks, in seconds. ``boot`` names the run of the machine, "" for unknown."""

    wall: float
    boot: str = ""
    uptime: float = 0.0


Clock: TypeAlias = Callable[[], Reading]


def read_clocks() -> Reading:
    """The clocks of this machine. Sleep counts as time."""
    wall = time.time()
    clock = getattr(time, "CLOCK_BOOTTIME", None)
    if clock is None:
        return Reading(wall)
    try:
        boot = _BOOT_ID.read_text("ascii").strip()
    except OSError:
        return Reading(wall)
    return Reading(wall, boot, time.clock_gettime(clock))


def elapsed(before: Reading, now: Reading) -> float:
    """The seconds that passed at least between two looks; never negative."""
    same_run = bool(now.boot) and now.boot == before.boot
    uptime = now.uptime - before.uptime if same_run else 0.0
    return max(0.0, now.wall - before.wall, uptime)


_DUE = 60.0  # seconds


class StoreTime:
    """The time of one store, in seconds since it was made.

    A team's store takes the wall clock of its database server, so that no one machine's wrong clock
    moves the time of all.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._floor = 0.0
        self._kept = 0.0

    def now(self, connection: Connection) -> int:
        """The time as far as it can be told by reading alone."""
        seen = self._seen(connection, _ROW)
        self._kept = seen[0]
        return self._at(*seen)

    @property
    def due(self) -> bool:
        """Whether so much time was seen since any was kept that a look should keep it too."""
        return self._floor - self._kept >= _DUE

    def advance(self, connection: Connection) -> int:
        """The time, kept in the caller's transaction, so that no later look can be earlier."""
        latest, before, now = self._seen(connection, _ROW.with_for_update())
        at = self._at(latest, before, now)
        moved = max(latest + elapsed(before, now), self._floor)
        connection.execute(
            update(tables.clock).values(
                latest=moved, wall=now.wall, boot=now.boot, uptime=now.uptime
            )
        )
        self._kept = moved
        return at

    def begin(self, connection: Connection) -> None:
        """Start the time of a new store."""
        now = self._reading(connection)
        connection.execute(
            insert(tables.clock).values(
                id=1, latest=0.0, wall=now.wall, boot=now.boot, uptime=now.uptime
            )
        )

    def _at(self, latest: float, before: Reading, now: Reading) -> int:
        self._floor = max(self._floor, latest + elapsed(before, now))
        return int(self._floor)

    def _seen(
        self, connection: Connection, query: Select[tuple[float, float, str, float]]
    ) -> tuple[float, Reading, Reading]:
        row = connection.execute(query).one()
        return row.latest, Reading(row.wall, row.boot, row.uptime), self._reading(connection)

    def _reading(self, connection: Connection) -> Reading:
        if connection.dialect.name == "sqlite" or self._clock is not read_clocks:
            return self._clock()
        query = "SELECT extract(epoch FROM clock_timestamp())"
        return Reading(float(connection.exec_driver_sql(query).scalar_one()))


_ROW = select(
    tables.clock.c.latest, tables.clock.c.wall, tables.clock.c.boot, tables.clock.c.uptime
)
