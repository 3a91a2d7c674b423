"""Who may do what, enforced at the store's own methods, and the access log without values.

An operator adds and deletes and never needs to read; a reviewer reads and never needs to see whose it
is but for the checks; a reader reads. Where one person is all of them, the store is opened with both.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

from sqlalchemy import Connection, insert

from workbench.captures.errors import NotAllowed
from workbench.captures.tables import access
from workbench.core.errors import BadCommand


class Role(StrEnum):
    """The roles of the store."""

    REVIEWER = "reviewer"
    OPERATOR = "operator"
    READ_ONLY = "read-only"


#: One person on one machine.
ALL = frozenset({Role.REVIEWER, Role.OPERATOR})

_READER = frozenset({"list", "open", "tombstones", "doctor"})
_MAY: dict[Role, frozenset[str]] = {
    Role.READ_ONLY: _READER,
    Role.REVIEWER: _READER | {"check out", "identities", "lease", "retire"},
    Role.OPERATOR: frozenset(
        {"list", "tombstones", "doctor", "add", "resolve", "forget", "retire", "purge"}
        | {"windows", "access log"}
    ),
}
_WORDS = {
    "open": "open captures",
    "check out": "open captures for a review",
    "identities": "ask for the identities of a capture",
    "lease": "take captures for a review",
    "retire": "end the life of captures that were promoted or rejected",
    "add": "add captures",
    "resolve": "look for the captures of an account",
    "forget": "delete captures",
    "purge": "purge captures",
    "windows": "change how long captures are kept",
    "access log": "read the access log",
}


def parse_roles(text: str) -> frozenset[Role]:
    """Roles from words separated by commas or blanks. Raises ``BadCommand``."""
    words = text.replace(",", " ").split()
    try:
        return frozenset(map(Role, words)) if words else ALL
    except ValueError:
        raise BadCommand(
            "There is no such role", cure=f"Use {', '.join(Role)}, or several with commas"
        ) from None


def require(roles: Iterable[Role], act: str) -> Role:
    """The role under which an act is done. Raises ``NotAllowed`` where none of them may."""
    for role in sorted(roles):
        if act in _MAY[role]:
            return role
    able = " or ".join(role for role in Role if act in _MAY[role])
    raise NotAllowed(
        f"This role may not {_WORDS.get(act, act)}",
        means="Nothing was done",
        cure=f"Open the store as {able}",
    )


def log(
    connection: Connection,
    at: int,
    role: Role,
    action: str,
    *,
    capture: int | None = None,
    amount: int = 1,
) -> None:
    """One entry: what was done and to how many. Never a name, an account or a value."""
    values = {"at": at, "role": role.value, "action": action, "capture": capture, "amount": amount}
    connection.execute(insert(access).values(values))
