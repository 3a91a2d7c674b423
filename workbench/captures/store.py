"""The capture store: the one door to captures before promotion.

Source: the seed's §§4–8 on capturing sessions, ``spec/play-sessions.md`` §11, ``spec/review-ux.md`` §4.
Personal data is kept here for days, found again by account when someone asks, and gone when it must
be. Methods may be called from several threads and several processes at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from secrets import token_hex
from types import TracebackType
from typing import Protocol, Self

from sqlalchemy import ColumnElement, Connection, select

from workbench.captures import (
    admission,
    checkout,
    deletion,
    doctor,
    leasing,
    listing,
    removing,
    retention,
)
from workbench.captures import parts as opening
from workbench.captures.admission import Trigger
from workbench.captures.checkout import Checkout
from workbench.captures.clock import Clock, read_clocks
from workbench.captures.errors import NotAdmitted
from workbench.captures.keys import account_tag
from workbench.captures.listing import Filter
from workbench.captures.naming import is_opaque, opaque_name
from workbench.captures.parts import Options, Parts, Traces
from workbench.captures.roles import ALL, Role, log, require
from workbench.captures.shapes import (
    Access,
    Added,
    Capture,
    Reason,
    Receipt,
    Remark,
    Tombstone,
    Window,
)
from workbench.captures.sources import Source, admitted
from workbench.captures.tables import IS_LIVE_TOO, access, captures, tombstones
from workbench.captures.units import opened
from workbench.core.canonical import JSON
from workbench.core.errors import BadCommand, Expired, NotWritten
from workbench.core.fixture import Fixture
from workbench.findings import KnownIdentities

__all__ = ["CapturesSessions", "Filter", "Store"]


class CapturesSessions(Protocol):
    """A host that captures one session: ``workbench.plays.sessions.HostSessions`` is one."""

    def capture_session(self, session_id: str, name: str) -> dict[str, JSON]: ...


class Store:
    """An open store. Use :meth:`open`; close it, or use it as a context manager."""

    def __init__(self, parts: Parts, roles: frozenset[Role]) -> None:
        self._parts = parts
        self.roles = roles
        self.holder = token_hex(16)  # of leases

    @classmethod
    def open(
        cls,
        where: str | Path | None = None,
        *,
        roles: Iterable[Role] = ALL,
        folder: Path | None = None,
        blobs: str | None = None,
        encryption: str | None = None,
        traces: Traces | None = None,
        clock: Clock = read_clocks,
        purge: bool = True,
    ) -> Store:
        """Open the store at a folder or a ``postgresql://`` URL; a new one is made.

        ``folder`` is this machine's own folder for a store in PostgreSQL. ``blobs`` ("files" or
        "database") and ``encryption`` ("environment" or "keyring") are chosen when it is made.
        ``traces`` lets the review forget (``workbench.review.forget_captures``). First of all it
        finishes what a killed process left, and purges what expired; ``purge=False`` is for a look
        at what that would do. Raises ``StoreError``.
        """
        options = Options(folder, blobs, encryption, traces, clock)
        parts = opening.opened(where if where is not None else opening.default_store(), options)
        store = cls(parts, frozenset(roles))
        if purge and store.roles != {Role.READ_ONLY}:
            try:
                checkout.put_back(parts)
                removing.purge(parts, min(store.roles - {Role.READ_ONLY}))
            except BaseException:
                store.close()
                raise
        return store

    def as_role(self, *roles: Role) -> Store:
        """The same store for somebody who may do less."""
        if not frozenset(roles) <= self.roles | {Role.READ_ONLY}:
            raise BadCommand("A role cannot be widened", cure="Open the store anew")
        return Store(self._parts, frozenset(roles))

    # Coming

    def new_name(self, known: KnownIdentities | None = None) -> str:
        """A new opaque name, for ``capture_session``. It is in no way derived from ``known``."""
        return opaque_name(known)

    def add(
        self,
        source: Source,
        *,
        trigger: Trigger,
        accounts: str | Sequence[str],
        identities: KnownIdentities | None = None,
        jurisdiction: str = "",
        name: str = "",
        per_hour: int = admission.PER_HOUR,
    ) -> Added:
        """Store one capture: a path, the bytes of one file, or a play's fixture as an object.

        ``accounts`` are those it derives from; an empty sequence says that there is none. They and
        ``identities`` are kept apart from it. ``name`` is one that :meth:`new_name` made. Raises
        ``Refused`` for what no family reads, ``NotAdmitted``, ``NotWritten``; then nothing is kept.
        """
        role = require(self.roles, "add")
        if name and not is_opaque(name):
            raise NotAdmitted(
                "The name of a capture is made by the store",
                means="A name of your own may tell whose capture it is, so nothing was stored",
                cure="Leave it out, or use one that new_name made",
            )
        coming = admission.arrival(
            trigger, accounts=accounts, identities=identities, jurisdiction=jurisdiction
        )
        capture = admitted(source, known=coming.known, name=name)
        return admission.add(self._parts, role, capture, coming, per_hour=per_hour)

    def capture(
        self,
        host: CapturesSessions,
        session: str,
        *,
        trigger: Trigger,
        accounts: str | Sequence[str],
        identities: KnownIdentities | None = None,
        jurisdiction: str = "",
    ) -> Added:
        """Capture one session of a host straight into the store, under a name made here."""
        require(self.roles, "add")
        coming = admission.arrival(
            trigger, accounts=accounts, identities=identities, jurisdiction=jurisdiction
        )
        known = coming.known.joined(KnownIdentities(ids=(session,)))
        name = opaque_name(known)
        return self.add(
            host.capture_session(session, name),
            trigger=trigger,
            accounts=accounts,
            identities=known,
            jurisdiction=jurisdiction,
            name=name,
        )

    # Reading

    def list(
        self, wanted: Filter | None = None, *, after: str = "", limit: int = listing.PAGE
    ) -> tuple[Capture, ...]:
        """A page of the captures that can be opened, those that end first before the others."""
        require(self.roles, "list")
        with self._now() as (connection, now):
            return listing.page(connection, now, wanted or Filter(), after=after, limit=limit)

    def count(self, wanted: Filter | None = None) -> int:
        """How many captures can be opened."""
        require(self.roles, "list")
        with self._now() as (connection, now):
            return listing.count(connection, now, wanted or Filter())

    def show(self, name: str) -> Capture:
        """What is told of one capture. Raises ``NotThere``."""
        require(self.roles, "list")
        with self._now() as (connection, now):
            return listing.one(connection, now, name)

    def fixture(self, name: str) -> Fixture:
        """Open a capture. Raises ``NotThere``, ``Expired``. The access is logged before."""
        role = require(self.roles, "open")
        with self._writing() as (connection, now):
            row = listing.open_row(connection, now, name)
            log(connection, now, role, "open", capture=row.number)
        with self._parts.database.reading() as connection:
            return opened(row.name, row.unit, self._parts.keep.read(connection, row))

    @contextmanager
    def checkout(self) -> Iterator[Checkout]:
        """The live captures as a review folder, until the end of the block."""
        role = require(self.roles, "check out")
        with checkout.checked_out(self._parts, role, self.holder) as out:
            yield out

    # Whose it is: the only two ways into the mapping

    def resolve(self, account: str) -> tuple[str, ...]:
        """The names of the captures that derive from an account, for a deletion. Logged."""
        role = require(self.roles, "resolve")
        with self._writing() as (connection, now):
            query = select(captures.c.name).where(self._of(account), IS_LIVE_TOO)
            names = tuple(connection.execute(query.order_by(captures.c.number)).scalars())
            log(connection, now, role, "resolve", amount=len(names))
        return names

    def known_identities(self, name: str) -> KnownIdentities:
        """The identities of a capture, for a check in memory. Logged; never write them down."""
        role = require(self.roles, "identities")
        with self._writing() as (connection, now):
            row = listing.open_row(connection, now, name)
            log(connection, now, role, "identities", capture=row.number)
            return admission.identities(connection, self._parts, row)

    # Going

    def forget_account(self, account: str) -> Receipt:
        """Delete every capture that derives from an account, and everything about them."""
        role = require(self.roles, "forget")
        return removing.forget(self._parts, role, self._of(account), Reason.REQUEST)

    def forget(self, name: str, reason: Reason = Reason.WITHDRAWN) -> Receipt:
        """Delete one capture. Raises ``NotThere``. A promoted or rejected one a reviewer may too."""
        ending = reason in (Reason.PROMOTED, Reason.REJECTED)
        role = require(self.roles, "retire" if ending else "forget")
        with self._now() as (connection, now):
            listing.one(connection, now, name)
        return removing.forget(self._parts, role, captures.c.name == name, reason)

    def purge(self, *, dry_run: bool = False) -> Receipt:
        """Delete what expired and finish what was begun; with ``dry_run`` only count it."""
        if not dry_run:
            return removing.purge(self._parts, require(self.roles, "purge"))
        require(self.roles, "list")
        with self._now() as (connection, now):
            return deletion.preview(connection, removing.over(now))

    def tombstones(self) -> tuple[Tombstone, ...]:
        """What is left of what was deleted: counts by family and reason."""
        require(self.roles, "tombstones")
        query = select(tombstones).order_by(tombstones.c.family, tombstones.c.reason)
        with self._parts.database.reading() as connection:
            return tuple(
                Tombstone(row.family, row.reason, row.amount) for row in connection.execute(query)
            )

    # Leases

    def lease(self, name: str, *, minutes: int = leasing.MINUTES) -> int:
        """Take or extend the lease of a capture; the minutes it lasts. Raises ``Leased``."""
        role = require(self.roles, "lease")
        with self._writing() as (connection, now):
            row = listing.open_row(connection, now, name)
            return leasing.take(
                connection, row.number, holder=self.holder, role=role, now=now, minutes=minutes
            )

    def release(self, name: str) -> None:
        """Give a lease back."""
        require(self.roles, "lease")
        with self._writing() as (connection, now):
            row = listing.open_row(connection, now, name)
            leasing.release(connection, row.number, holder=self.holder)

    # Keeping house

    def windows(self) -> tuple[Window, ...]:
        """How long captures are kept."""
        require(self.roles, "list")
        with self._parts.database.reading() as connection:
            return retention.listed(connection)

    def set_window(self, days: int, *, family: str = "", jurisdiction: str = "") -> None:
        """Set the window of a family or a jurisdiction, or the default; see :mod:`.retention`."""
        role = require(self.roles, "windows")
        if family and jurisdiction:
            raise BadCommand("A window is of a family or of a jurisdiction, not of both")
        scope = retention.FAMILY if family else retention.DEFAULT
        scope = retention.JURISDICTION if jurisdiction else scope
        with self._writing() as (connection, now):
            retention.set_window(connection, scope, family or jurisdiction, days)
            log(connection, now, role, "window")

    def access_log(self, *, after: int = 0, limit: int = 1_000) -> tuple[Access, ...]:
        """A page of the access log, oldest first."""
        require(self.roles, "access log")
        query = select(access).where(access.c.number > after).order_by(access.c.number)
        with self._parts.database.reading() as connection:
            return tuple(
                Access(row.number, row.at, row.role, row.action, row.capture, row.amount)
                for row in connection.execute(query.limit(limit))
            )

    def doctor(self) -> tuple[Remark, ...]:
        """What is wrong with the store, or will be."""
        require(self.roles, "doctor")
        return doctor.remarks(self._parts)

    def close(self) -> None:
        """Close the database; everything is on disk already."""
        self._parts.database.close()

    def _of(self, account: str) -> ColumnElement[bool]:
        return removing.of_account(account_tag(self._parts.key, account))

    @contextmanager
    def _now(self) -> Iterator[tuple[Connection, int]]:
        with self._parts.database.reading() as connection:
            now = self._parts.time.now(connection)
            yield connection, now
        # What was seen must not be unseen by a clock that is set back before the next write.
        if self._parts.time.due and self.roles != {Role.READ_ONLY}:
            with suppress(NotWritten), self._writing():
                pass

    @contextmanager
    def _writing(self) -> Iterator[tuple[Connection, int]]:
        over: Expired | None = None
        with self._parts.database.writing() as connection:
            try:
                yield connection, self._parts.time.advance(connection)
            except Expired as error:
                over = error  # the time at which it was over is kept
        if over is not None:
            raise over

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<Store for {', '.join(sorted(self.roles))}>"


def forget_everywhere(stores: Sequence[Store], account: str) -> Receipt:
    """Delete by account in all stores configured; one receipt."""
    total = Receipt(0, {}, stores=0)
    for store in stores:
        total = total.joined(store.forget_account(account))
    return total
