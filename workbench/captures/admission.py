"""Taking one capture in: its trigger, the rate guard, duplicates, and the two commits around its files.

There is no call that takes several sessions. Source: ``spec/play-sessions.md`` §11.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from sqlalchemy import Connection, delete, func, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite

from workbench.captures import deletion, tables
from workbench.captures.deletion import ARRIVING, LIVE
from workbench.captures.errors import NotAdmitted
from workbench.captures.keeping import DatabaseKeep, Row
from workbench.captures.keys import account_tag
from workbench.captures.parts import Parts
from workbench.captures.removing import remove
from workbench.captures.retention import days_kept
from workbench.captures.roles import Role, log
from workbench.captures.shapes import DAY, Added, Fault, Reason, Report
from workbench.captures.sources import Admitted
from workbench.captures.tables import IS_LIVE, admissions, captures
from workbench.core.errors import NotWritten
from workbench.findings import KnownIdentities

Trigger: TypeAlias = Fault | Report
PER_HOUR = 60
MOST_PER_HOUR = 600
_HOUR = 3_600  # seconds
_JURISDICTION = re.compile(r"[A-Z]{2,3}(-[A-Z0-9]{1,8})?")
_REPORTERS = ("player", "operator")
_FIELDS = ("names", "users", "emails", "ids", "hosts", "others")


@dataclass(frozen=True, slots=True)
class Arrival:
    """Everything that is known of one capture besides its content. In memory only."""

    trigger: Trigger
    accounts: tuple[str, ...] = field(repr=False)
    known: KnownIdentities = field(repr=False)
    jurisdiction: str = ""


def arrival(
    trigger: Trigger,
    *,
    accounts: str | Sequence[str],
    identities: KnownIdentities | None,
    jurisdiction: str,
) -> Arrival:
    """What belongs to a capture, checked. Raises ``NotAdmitted``."""
    given = (accounts,) if isinstance(accounts, str) else tuple(accounts)
    if not all(_is_text(each) for each in given):
        raise NotAdmitted("An account is a text that is not empty", means="Nothing was stored")
    if jurisdiction and not _JURISDICTION.fullmatch(jurisdiction):
        raise NotAdmitted(
            "A jurisdiction is a code such as DE or US-CA",
            means="Nothing was stored",
            cure="Use the code of the country, with that of the region after a hyphen",
        )
    session = _session(trigger)
    ids = KnownIdentities(ids=tuple(dict.fromkeys([*given, *session])))
    known = (identities or KnownIdentities()).joined(ids)
    return Arrival(trigger, given, known, jurisdiction)


def _session(trigger: Trigger) -> tuple[str, ...]:
    if isinstance(trigger, Fault):
        if trigger.severity != "error":
            raise NotAdmitted(
                "Only an event of error severity triggers a capture by itself",
                means="A rejected action and a warning are normal play, so nothing was stored",
                cure="Leave it, or let somebody report the session",
                code="not_a_fault",
            )
        return ()
    if not _is_text(trigger.session) or trigger.reporter not in _REPORTERS:
        raise NotAdmitted(
            "A report names one session, and whether a player or an operator reported it",
            means="Captures are never collected in the background, so nothing was stored",
            cure="Give the session's id, and player or operator",
            code="not_a_report",
        )
    return (trigger.session,)


def _is_text(value: object) -> bool:
    """Not a list of sessions, for instance: callers may not be type-checked."""
    return isinstance(value, str) and bool(value.strip())


def add(parts: Parts, role: Role, capture: Admitted, coming: Arrival, *, per_hour: int) -> Added:
    """Store a capture. It is on disk when this returns, or nothing of it is there."""
    with parts.database.alone():
        with parts.database.writing() as connection:
            now = parts.time.advance(connection)
            twin = _twin(connection, parts, capture, now)
            if twin is not None:
                return _joined(connection, parts, twin, coming, now=now, role=role)
            _guard(connection, now, per_hour=per_hour)
            row, days = _arrive(connection, parts, capture, coming, now=now)
            log(connection, now, role, "add", capture=row.number)
            inside = isinstance(parts.keep, DatabaseKeep)
            if inside:
                parts.keep.place(connection, row, capture.files)
                _settle(connection, row)
        # An older twin that expired was marked in the same commit.
        deletion.end(parts.database, lambda rows: remove(parts, rows))
        if not inside:
            _place(parts, row, capture)
    return Added(capture.name, True, days)


def _place(parts: Parts, row: Row, capture: Admitted) -> None:
    try:
        with parts.database.reading() as connection:
            parts.keep.place(connection, row, capture.files)
        with parts.database.writing() as connection:
            _settle(connection, row)
    except NotWritten:
        deletion.abandon(parts.database, lambda rows: remove(parts, rows))
        raise


def _settle(connection: Connection, row: Row) -> None:
    connection.execute(update(captures).where(captures.c.number == row.number).values(state=LIVE))


def _twin(connection: Connection, parts: Parts, capture: Admitted, now: int) -> int | None:
    """The live capture of the same content; one whose time is over is marked to go instead."""
    content = parts.tag("content", capture.content)
    query = select(captures.c.number, captures.c.expires).where(
        captures.c.content == content, IS_LIVE
    )
    found = connection.execute(query).one_or_none()
    if found is None or found.expires > now:
        return None if found is None else int(found.number)
    deletion.intend(connection, captures.c.number == found.number, Reason.EXPIRED)
    return None


def _guard(connection: Connection, now: int, *, per_hour: int) -> None:
    allowed = min(per_hour, MOST_PER_HOUR)
    connection.execute(delete(admissions).where(admissions.c.at <= now - _HOUR))
    recent = connection.execute(select(func.count()).select_from(admissions)).scalar_one()
    if recent >= allowed:
        raise NotAdmitted(
            f"{recent} captures were added within one hour, and {allowed} are allowed",
            means="A capture is one session that broke or was reported. Collecting sessions because"
            " they may be useful is surveillance, so nothing was stored",
            cure="Look at what adds them; where it is right, wait, or allow more with per_hour, up to"
            f" {MOST_PER_HOUR}",
            code="too_many",
            details={"added": recent, "allowed": allowed},
        )
    connection.execute(insert(admissions).values(at=now))


def _arrive(
    connection: Connection, parts: Parts, capture: Admitted, coming: Arrival, *, now: int
) -> tuple[Row, int]:
    days = days_kept(connection, capture.family, coming.jurisdiction)
    report = coming.trigger if isinstance(coming.trigger, Report) else None
    values = {
        "name": capture.name,
        "unit": capture.unit,
        "files": json.dumps(list(capture.files)),
        "family": capture.family,
        "state": ARRIVING,
        "reason": "",
        "trigger": "report" if report else "fault",
        "reporter": report.reporter if report else "",
        "jurisdiction": coming.jurisdiction,
        "content": parts.tag("content", capture.content),
        "size": capture.size,
        "admitted": now,
        "expires": now + days * DAY,
    }
    number = connection.execute(
        insert(captures).values(values).returning(captures.c.number)
    ).scalar_one()
    row = Row(number, capture.name, capture.unit, tuple(capture.files))
    _map(connection, parts, number, coming.accounts)
    _keep_identities(connection, parts, row, coming.known)
    return row, days


def _map(connection: Connection, parts: Parts, number: int, accounts: Sequence[str]) -> None:
    make = sqlite.insert if connection.dialect.name == "sqlite" else postgresql.insert
    for account in accounts:
        values = {"tag": account_tag(parts.key, account), "capture": number}
        statement = make(tables.accounts).values(values).on_conflict_do_nothing()
        connection.execute(statement)


def _keep_identities(
    connection: Connection, parts: Parts, row: Row, known: KnownIdentities
) -> None:
    if known.given:
        data = json.dumps({name: list(getattr(known, name)) for name in _FIELDS}).encode()
        held = parts.seal.seal(data, f"identities/{row.name}")
        connection.execute(
            delete(tables.identities).where(tables.identities.c.capture == row.number)
        )
        connection.execute(insert(tables.identities).values(capture=row.number, held=held))


def identities(connection: Connection, parts: Parts, row: Row) -> KnownIdentities:
    """The identities of a capture, in memory only."""
    query = select(tables.identities.c.held).where(tables.identities.c.capture == row.number)
    held = connection.execute(query).scalar_one_or_none()
    if held is None:
        return KnownIdentities()
    return KnownIdentities.of(json.loads(parts.seal.open(bytes(held), f"identities/{row.name}")))


def _joined(
    connection: Connection, parts: Parts, twin: int, coming: Arrival, *, now: int, role: Role
) -> Added:
    """The same content again: it now belongs to both, and ends when the first of both would."""
    found = connection.execute(select(captures).where(captures.c.number == twin)).one()
    row = deletion.row_of(found)
    days = days_kept(connection, found.family, coming.jurisdiction)
    expires = min(found.expires, now + days * DAY)
    connection.execute(update(captures).where(captures.c.number == twin).values(expires=expires))
    _map(connection, parts, twin, coming.accounts)
    _keep_identities(
        connection, parts, row, identities(connection, parts, row).joined(coming.known)
    )
    log(connection, now, role, "add again", capture=twin)
    return Added(row.name, False, days_left(expires, now))


def days_left(expires: int, now: int) -> int:
    """Days until the end, a day that has begun counted whole; 0 once it is over."""
    return max(0, -(-(expires - now) // DAY))
