"""What is wrong with a store, or will be, in counts and never in names of people or values."""

from __future__ import annotations

import os
from collections.abc import Iterator

from sqlalchemy import Connection, func, select

from workbench.captures import database as databases
from workbench.captures import keeping, migrations, retention
from workbench.captures.deletion import ARRIVING, GOING, LIVE
from workbench.captures.keeping import FolderKeep
from workbench.captures.parts import Parts
from workbench.captures.removing import over
from workbench.captures.shapes import Remark
from workbench.captures.tables import blobs, captures

_AGAIN = "Run: workbench captures purge"


def remarks(parts: Parts) -> tuple[Remark, ...]:
    """Everything worth saying, what is wrong first."""
    with parts.database.reading() as connection:
        now = parts.time.now(connection)
        found = [
            *parts.places.remarks(),
            *_unfinished(connection, now),
            *_files(connection, parts),
            *_kind(connection, parts),
        ]
    order = {"wrong": 0, "note": 1, "ok": 2}
    return tuple(sorted(found, key=lambda remark: order[remark.weight]))


def _unfinished(connection: Connection, now: int) -> Iterator[Remark]:
    query = select(captures.c.state, func.count()).group_by(captures.c.state)
    counts: dict[str, int] = {row[0]: row[1] for row in connection.execute(query)}
    late = select(func.count()).where(captures.c.state == LIVE, over(now))
    expired = connection.execute(late).scalar_one()
    if expired:
        yield Remark("expired", "wrong", f"{expired} captures are over and not yet purged.", _AGAIN)
    if counts.get(GOING):
        sentence = f"{counts[GOING]} deletions are not finished; nobody can open those captures."
        yield Remark("unfinished", "wrong", sentence, _AGAIN)
    if counts.get(ARRIVING):
        sentence = f"{counts[ARRIVING]} additions were cut off."
        yield Remark("cut_off", "note", sentence, _AGAIN)
    yield Remark("captures", "ok", f"{counts.get(LIVE, 0) - expired} captures can be opened.")


def _files(connection: Connection, parts: Parts) -> Iterator[Remark]:
    if not isinstance(parts.keep, FolderKeep):
        held = select(blobs.c.capture)
        lost = select(func.count()).where(captures.c.state == LIVE, captures.c.number.not_in(held))
        yield from _missing(connection.execute(lost).scalar_one())
        return
    there = {name for name in os.listdir(parts.keep.folder) if not name.startswith(".")}
    missing = 0
    for unit in connection.execute(
        select(captures.c.unit).where(captures.c.state == LIVE)
    ).scalars():
        missing += unit not in there
        there.discard(unit)
    for unit in connection.execute(
        select(captures.c.unit).where(captures.c.state != LIVE)
    ).scalars():
        there.discard(unit)
    yield from _missing(missing)
    if there:
        sentence = f"{len(there)} files in the store's folder belong to no capture."
        cure = (
            "Nothing deletes them in time. Add them with: workbench captures add, and remove them"
        )
        yield Remark("strangers", "wrong", sentence, cure)


def _missing(count: int) -> Iterator[Remark]:
    if count:
        sentence = f"The contents of {count} captures are not there."
        cure = "Somebody removed or moved them. Delete the captures with: workbench captures forget"
        yield Remark("missing", "wrong", sentence, cure)


def _kind(connection: Connection, parts: Parts) -> Iterator[Remark]:
    where = "SQLite" if parts.database.sqlite else "PostgreSQL"
    kept = keeping.FILES if isinstance(parts.keep, FolderKeep) else keeping.DATABASE
    sentence = f"{where}, version {len(migrations.MIGRATIONS)}; captures are kept as {kept}."
    yield Remark("kind", "ok", sentence.replace("as database", "in the database"))
    sealed = "encrypted" if parts.seal.on else "not encrypted"
    yield Remark("encryption", "ok", f"What is stored is {sealed} at rest.")
    for window in retention.listed(connection):
        name = f" {window.name}" if window.name else ""
        yield Remark("window", "ok", f"Kept for {window.days} days: {window.scope}{name}.")
    log = parts.places.root / f"{databases.FILE}-wal"
    if parts.database.sqlite and log.exists() and log.stat().st_size > 64 * 1024 * 1024:
        sentence = "The write-ahead log is large: a reader keeps it from being emptied."
        yield Remark("log", "note", sentence, "Close programs that read the store, and purge")
