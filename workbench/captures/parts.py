"""What an open store is made of, and how it is opened: private, of a known version, with its keys.

Opening finishes what a killed process left and purges what expired, before anybody can ask for it.
"""

from __future__ import annotations

import hmac
import os
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

import platformdirs
from sqlalchemy import Connection, Row, select, update
from sqlalchemy.engine import URL

from workbench.captures import database as databases
from workbench.captures import keys, tables
from workbench.captures.clock import Clock, StoreTime, read_clocks
from workbench.captures.database import Database, sqlite_url, store_url
from workbench.captures.errors import StoreError, WrongKey
from workbench.captures.keeping import DATABASE, FILES, DatabaseKeep, FolderKeep, Keep
from workbench.captures.migrations import migrate
from workbench.captures.places import Places
from workbench.captures.sealing import OFF, Seal, seal_of, wrong_key
from workbench.core.errors import WorkbenchError


class Traces(Protocol):
    """Makes the review of ``folder`` forget what it remembers of captures; given by the upper floor.

    ``gone`` are the places of captures that were deleted, relative to the folder. Where ``kept`` is
    given, every place that is not in it is gone. Raises ``WorkbenchError`` where it cannot.
    """

    def __call__(
        self,
        folder: Path,
        *,
        state: Path,
        gone: Collection[str] = (),
        kept: Collection[str] | None = None,
    ) -> object: ...


@dataclass(frozen=True)
class Options:
    """How a store is opened. ``blobs`` and ``encryption`` are chosen when it is made."""

    folder: Path | None = None
    blobs: str | None = None
    encryption: str | None = None
    traces: Traces | None = field(default=None, repr=False)
    clock: Clock = field(default=read_clocks, repr=False)


@dataclass(frozen=True)
class Parts:
    """An open store's parts, shared by everybody who holds it in one process."""

    database: Database
    places: Places
    key: bytes = field(repr=False)
    seal: Seal = field(repr=False)
    keep: Keep = field(repr=False)
    time: StoreTime = field(repr=False)
    traces: Traces | None = field(repr=False)

    @property
    def plain(self) -> bool:
        """Whether the captures are plain files in the review folder, all the time."""
        return isinstance(self.keep, FolderKeep) and not self.seal.on

    def tag(self, *parts: str) -> str:
        """A digest with the store's key."""
        return keys.tag(self.key, *parts)


def opened(where: str | Path, options: Options) -> Parts:
    """Open the store at a folder or URL, making it where there is none. Raises ``StoreError``."""
    url, root = _located(where, options.folder)
    places = Places(root)
    places.make()
    places.check()
    database = Database(url, root)
    try:
        with database.alone():
            return _parts(database, places, options)
    except BaseException:
        database.close()
        raise


def _located(where: str | Path, folder: Path | None) -> tuple[URL, Path]:
    if isinstance(where, Path) or "://" not in where:
        root = Path(where).expanduser().absolute()
        return sqlite_url(root), root
    url = store_url(where)
    if url.get_backend_name() == "sqlite":
        path = Path(str(url.database)).absolute()
        if path.name != databases.FILE:
            raise StoreError(
                f"The file of a store is called {databases.FILE}",
                cure="Name the folder it is in",
            )
        return sqlite_url(path.parent), path.parent
    # By what the database is, without the password: each machine has its own folder for it.
    public = url.set(password=None).render_as_string()
    return url, folder or _state() / "stores" / keys.tag(b"", public)[:16]


def _state() -> Path:
    chosen = os.environ.get("WORKBENCH_STATE")
    return Path(chosen) if chosen else Path(platformdirs.user_state_dir("fixture-workbench", False))


def default_store() -> Path:
    """The store of this user, where none is named."""
    return _state() / "store"


def _parts(database: Database, places: Places, options: Options) -> Parts:
    time = StoreTime(options.clock)
    blobs = options.blobs or (FILES if database.sqlite else DATABASE)
    if blobs not in (FILES, DATABASE):
        raise StoreError("Captures are kept as files or in the database", cure="Choose one of both")
    with database.writing() as connection:
        made = migrate(connection, blobs=blobs, encryption=options.encryption or OFF)
        if made:
            time.begin(connection)
        kind = connection.execute(select(tables.store)).one()
        _check_kind(kind, options)
        key = _digest_key(connection, places, kind)
        seal = _seal(connection, kind)
        time.advance(connection)
    if made and database.sqlite:
        # It is kept in the file, and cannot be changed inside a transaction.
        database.outside("PRAGMA journal_mode=WAL")
    keep: Keep = DatabaseKeep(seal)
    if kind.blobs == FILES:
        keep = FolderKeep(places.sealed if seal.on else places.review, seal, staging=places.staging)
    return Parts(database, places, key, seal, keep, time, options.traces)


def _check_kind(kind: Row[tuple[object, ...]], options: Options) -> None:
    for asked, held, what in (
        (options.blobs, kind.blobs, "keeps its captures in another place"),
        (options.encryption, kind.encryption, "is not encrypted in this way"),
    ):
        if asked is not None and asked != held:
            raise StoreError(
                f"This store {what}",
                means="That is chosen when a store is made, and nothing was changed",
                cure="Open it without that option, or make a new store and add the captures there",
            )


def _digest_key(connection: Connection, places: Places, kind: Row[tuple[object, ...]]) -> bytes:
    key = keys.digest_key(places.root, make=kind.key_check is None)
    check = keys.tag(key, "check", kind.ident)
    if kind.key_check is None:
        connection.execute(update(tables.store).values(key_check=check))
    elif not hmac.compare_digest(check, kind.key_check):
        raise WrongKey(
            "The store's key is not the one it was made with",
            where=keys.FILE,
            means="With it no capture is found by its account, so the store stays closed",
            cure=f"Put the right key file back, or give the key in {keys.VARIABLE}",
        )
    return key


def _seal(connection: Connection, kind: Row[tuple[object, ...]]) -> Seal:
    seal = seal_of(kind.encryption, ident=kind.ident, make=kind.seal_check is None)
    about = f"check/{kind.ident}"
    if kind.seal_check is None:
        check = seal.seal(b"this store", about)
        connection.execute(update(tables.store).values(seal_check=check))
    elif seal.open(bytes(kind.seal_check), about) != b"this store":
        raise wrong_key()
    return seal


def no_journal(folder: Path) -> bool:
    """Whether nothing was ever reviewed in the folder."""
    return not (folder / ".workbench").exists()


def forget_traces(parts: Parts, gone: Sequence[str]) -> None:
    """Let the review forget the captures at ``gone``. Raises ``WorkbenchError`` where it cannot."""
    folder = parts.places.review
    if no_journal(folder):
        return
    if parts.traces is None:
        raise WorkbenchError(
            "A review of this store has a journal, and nothing was given that lets it forget",
            means="The captures are gone; their decisions are not yet",
            cure="Purge with the workbench command, or open the store with traces=",
            code="traces",
        )
    parts.traces(folder, state=parts.places.state, gone=gone)
