"""How long captures are kept: a window in days per family and per jurisdiction; the shortest wins.

A family's window stands in for the default of 14 days; a jurisdiction's can only shorten it. A window
that is shortened reaches the captures that are there, one that is lengthened does not.
"""

from __future__ import annotations

from sqlalchemy import Connection, delete, insert, select, update

from workbench.captures.shapes import DAY, Window
from workbench.captures.tables import captures, windows
from workbench.core.errors import BadCommand

DEFAULT, FAMILY, JURISDICTION = "default", "family", "jurisdiction"
DEFAULT_DAYS = 14
MOST_DAYS = 90


def days_kept(connection: Connection, family: str, jurisdiction: str) -> int:
    """The window in days for one family in one jurisdiction ("" for none named)."""
    held = _held(connection)
    days = held.get((FAMILY, family), held.get((DEFAULT, ""), DEFAULT_DAYS))
    return min(days, held.get((JURISDICTION, jurisdiction), days))


def listed(connection: Connection) -> tuple[Window, ...]:
    """Every window, the default first, whether it was set or not."""
    held = {(DEFAULT, ""): DEFAULT_DAYS, **_held(connection)}
    return tuple(Window(scope, name, days) for (scope, name), days in sorted(held.items()))


def set_window(connection: Connection, scope: str, name: str, days: int) -> None:
    """Set one window, and shorten the life of the captures it is too long for."""
    if not 1 <= days <= MOST_DAYS:
        raise BadCommand(
            f"A window has 1 to {MOST_DAYS} days",
            means="Captures are personal data and are kept for days, never until someone looks",
            cure="Choose a number of days in between",
        )
    same = (windows.c.scope == scope) & (windows.c.name == name)
    connection.execute(delete(windows).where(same))
    connection.execute(insert(windows).values(scope=scope, name=name, days=days))
    _shorten(connection)


def _held(connection: Connection) -> dict[tuple[str, str], int]:
    return {(row.scope, row.name): row.days for row in connection.execute(select(windows))}


def _shorten(connection: Connection) -> None:
    groups = select(captures.c.family, captures.c.jurisdiction).distinct()
    for family, jurisdiction in connection.execute(groups).all():
        end = captures.c.admitted + days_kept(connection, family, jurisdiction) * DAY
        connection.execute(
            update(captures)
            .where(
                captures.c.family == family,
                captures.c.jurisdiction == jurisdiction,
                captures.c.expires > end,
            )
            .values(expires=end)
        )
