"""The shapes of the capture store: what is told of a capture, and how one may come and go.

None of them holds an account, an identity or a captured value.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

DAY = 86_400  # seconds


class Reason(StrEnum):
    """Why a capture was deleted: all that is kept of it, with its family and a count."""

    EXPIRED = "expired"
    REQUEST = "request"  # somebody asked for deletion by account
    PROMOTED = "promoted"
    REJECTED = "rejected"
    WITHDRAWN = "withdrawn"  # an operator named it


@dataclass(frozen=True, slots=True)
class Fault:
    """The automatic trigger: an event of the engine, which has to be of error severity.

    Source: ``spec/play-sessions.md`` §11. ``severity`` is the event's own.
    """

    severity: str


@dataclass(frozen=True, slots=True)
class Report:
    """The explicit trigger: one named session, and who reported it.

    The session's id serves the checks in memory and is stored only among the identities.
    """

    session: str = field(repr=False)
    reporter: str  # "player" | "operator"


@dataclass(frozen=True, slots=True)
class Capture:
    """What the store tells of one capture. ``name`` was made here and says nothing.

    ``unit`` is the file or folder below the review folder; ``days_left`` counts a day that has
    begun, and is 0 once the time is over; ``size`` are bytes.
    """

    name: str
    unit: str
    family: str
    trigger: str  # "fault" | "report"
    reporter: str
    jurisdiction: str
    days_left: int
    size: int
    leased: bool


@dataclass(frozen=True, slots=True)
class Added:
    """What :meth:`Store.add` did. ``new`` is false where the same content was there already."""

    name: str
    new: bool
    days_left: int


@dataclass(frozen=True, slots=True)
class Tombstone:
    """What is left of deleted captures: their family, a reason code and a count."""

    family: str
    reason: str
    count: int


@dataclass(frozen=True, slots=True)
class Receipt:
    """What a deletion did, in counts and reason codes.

    ``captures`` counts those that are gone for good, ``by`` the same by family and reason.
    ``remaining`` counts those that can no longer be opened, but of which something could not be
    removed yet; ``stores`` how many stores were asked.
    """

    captures: int
    by: Mapping[tuple[str, str], int]
    remaining: int = 0
    stores: int = 1
    dry_run: bool = False

    def joined(self, other: Receipt) -> Receipt:
        """Both, for a request that reaches several stores."""
        total = dict(self.by)
        for key, count in other.by.items():
            total[key] = total.get(key, 0) + count
        return Receipt(
            captures=self.captures + other.captures,
            by=total,
            remaining=self.remaining + other.remaining,
            stores=self.stores + other.stores,
            dry_run=self.dry_run,
        )


@dataclass(frozen=True, slots=True)
class Remark:
    """One thing ``doctor`` noticed. ``weight`` is ``ok``, ``note`` or ``wrong``."""

    code: str
    weight: str
    sentence: str
    cure: str = ""


@dataclass(frozen=True, slots=True)
class Access:
    """One entry of the access log. ``capture`` is a number that leads nowhere once it is gone."""

    number: int
    at: int  # seconds of the store's own time
    role: str
    action: str
    capture: int | None
    amount: int


@dataclass(frozen=True, slots=True)
class Window:
    """How long captures are kept. ``scope`` is ``default``, ``family`` or ``jurisdiction``."""

    scope: str
    name: str
    days: int
