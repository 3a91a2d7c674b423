"""One engine over SQLite or PostgreSQL, how it is written to, and what its errors mean.

SQLite: WAL, synchronous FULL, secure_delete, foreign keys, a bounded wait. Whatever the database says
of an error is dropped, because it may quote what was written.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, make_url
from sqlalchemy.engine import URL
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError, SQLAlchemyError

from workbench.captures.errors import StoreError
from workbench.captures.locking import flocked
from workbench.captures.migrations import not_a_store
from workbench.core.errors import NotWritten

FILE = "captures.sqlite3"
LOCK = "writing.lock"
WAIT = 5.0  # seconds to wait for another process
#: Names the lock of all stores in one PostgreSQL database: "workbench captures" in eight bytes.
_ADVISORY = 0x7762_6361_7074_7572
_PRAGMAS = (
    "PRAGMA foreign_keys=ON",
    "PRAGMA synchronous=FULL",
    "PRAGMA secure_delete=ON",
    "PRAGMA temp_store=MEMORY",
    f"PRAGMA busy_timeout={int(WAIT * 1000)}",
)


class Database:
    """The database of one store. Threads may share it."""

    def __init__(self, url: URL, folder: Path) -> None:
        self.folder = folder
        self.sqlite = url.get_backend_name() == "sqlite"
        with explained():
            self.engine = _sqlite(url) if self.sqlite else _postgresql(url)

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A transaction that only reads. It never waits for a writer."""
        with explained(), self.engine.connect() as connection, connection.begin():
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction that writes; on disk when it ends. Raises ``NotWritten``."""
        with (
            explained(),
            self.engine.connect() as connection,
            connection.execution_options(writing=True).begin(),
        ):
            yield connection

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Hold the lock of everything that touches files: additions, deletions, repairs.

        It goes away with the process, so whatever is half done under it was left by a dead one.
        Raises ``NotWritten`` (code ``store_locked``) when another process keeps it too long.
        """
        if self.sqlite:
            with flocked(self.folder / LOCK, wait=WAIT):
                yield
        else:
            with self._advisory():
                yield

    @contextmanager
    def _advisory(self) -> Iterator[None]:
        with explained(), self.engine.connect() as connection, connection.begin():
            connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_ADVISORY})")
            yield

    def tidy(self) -> None:
        """Take what was deleted out of the files, as far as the database does that.

        SQLite overwrites it and empties its write-ahead log; PostgreSQL frees its space. A reader
        that is at work may prevent it; the next purge does it again.
        """
        with suppress(NotWritten, StoreError):
            if self.sqlite:
                self.outside("PRAGMA wal_checkpoint(TRUNCATE)")
            else:
                self.outside("VACUUM wb_captures, wb_blobs, wb_accounts, wb_identities, wb_leases")

    def outside(self, statement: str) -> None:
        """Do one statement outside any transaction."""
        with explained():
            raw = self.engine.raw_connection()
            try:
                if not self.sqlite:
                    raw.dbapi_connection.autocommit = True  # type: ignore[union-attr]
                raw.cursor().execute(statement)
            except self.engine.dialect.loaded_dbapi.Error as error:
                raise DBAPIError(statement, None, error) from None
            finally:
                raw.invalidate() if not self.sqlite else raw.close()

    def close(self) -> None:
        """Close every connection."""
        self.engine.dispose()

    def __repr__(self) -> str:
        return f"<Database, {'SQLite' if self.sqlite else 'PostgreSQL'}>"


def store_url(where: str) -> URL:
    """The URL of a database. Raises ``StoreError`` for one that is neither of the two kinds."""
    try:
        url = make_url(where)
        backend = url.get_backend_name()
    except (ArgumentError, NoSuchModuleError):
        backend = ""
    if backend == "postgresql":
        return url.set(drivername="postgresql+psycopg")
    if backend == "sqlite" and url.database and url.database != ":memory:":
        return url.set(drivername="sqlite+pysqlite")
    raise StoreError(
        "This is neither a folder nor the URL of a database that can hold a store",
        cure="Name a folder, or use sqlite:///PATH or postgresql://HOST/NAME",
    )


def sqlite_url(folder: Path) -> URL:
    """The URL of the SQLite store in a folder."""
    return URL.create("sqlite+pysqlite", database=str(folder / FILE))


def _sqlite(url: URL) -> Engine:
    path = Path(str(url.database))
    # Made here, so that it is never readable by others, not even for a moment.
    os.close(os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o600))
    if not stat.S_ISREG(path.lstat().st_mode):
        raise not_a_store()
    engine = create_engine(url, hide_parameters=True)

    @event.listens_for(engine, "connect")
    def connected(connection: Any, _: Any) -> None:
        # The driver's own transactions begin late and never immediately; ours are begun below.
        connection.isolation_level = None
        for pragma in _PRAGMAS:
            connection.execute(pragma)

    @event.listens_for(engine, "begin")
    def begun(connection: Connection) -> None:
        writing = connection.get_execution_options().get("writing")
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")

    return engine


def _postgresql(url: URL) -> Engine:
    try:
        engine = create_engine(url, hide_parameters=True)
    except ModuleNotFoundError:
        raise StoreError(
            "This store is in PostgreSQL, and the part that speaks to it is not installed",
            cure="Install fixture-workbench[postgres]",
            code="not_installed",
        ) from None

    @event.listens_for(engine, "connect")
    def connected(connection: Any, _: Any) -> None:
        connection.execute(f"SET lock_timeout = {int(WAIT * 1000)}")
        connection.commit()

    return engine


@contextmanager
def explained() -> Iterator[None]:
    """Turns the database's errors into ours, without a word of theirs."""
    try:
        yield
    except DBAPIError as error:
        raise _told(error) from None
    except SQLAlchemyError:
        raise _failed() from None
    except OSError:
        raise _failed() from None


def _told(error: DBAPIError) -> Exception:
    name = str(getattr(error.orig, "sqlite_errorname", "") or "")
    state = str(getattr(error.orig, "sqlstate", "") or "")
    if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")) or state in _BUSY_STATES:
        return NotWritten(
            "Another program holds the capture store",
            means="Nothing was changed",
            cure="Wait until the other program is done and try again",
            code="store_locked",
        )
    if name.startswith(("SQLITE_NOTADB", "SQLITE_CORRUPT")):
        return not_a_store()
    if not name and not state:
        return StoreError(
            "The database of the store does not answer",
            means="Nothing was read and nothing was changed",
            cure="Check that the server runs, and the URL and your rights",
            code="unreachable",
        )
    return _failed()


#: Lock not available, deadlock, serialization failure, query cancelled by a timeout.
_BUSY_STATES = frozenset({"55P03", "40P01", "40001", "57014"})


def _failed() -> NotWritten:
    return NotWritten(
        "The capture store cannot be read or written",
        means="Nothing was changed by the step that failed",
        cure="Check that the disk has room and that the store's folder can be written to",
        code="store_not_written",
    )
