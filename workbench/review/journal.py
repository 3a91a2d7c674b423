"""The journal: one row a decision, on disk before the screen moves on.

Source: ``spec/review-ux.md`` §12. SQLite in WAL mode with ``synchronous=FULL``, append-only. Rows hold
commands, digests, verdicts and reason codes, never a captured value.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from workbench.core.canonical import canonical_text
from workbench.core.errors import NotWritten, WorkbenchError
from workbench.review.state import Entry, Payload

FOLDER = ".workbench"
FILE = "journal.sqlite3"
SCHEMA = 1
_APPLICATION = 0x57424A31  # "WBJ1": so that no other database is taken for a journal
_WAIT = 2.0  # seconds to wait for another process's write

_TABLES = (
    "CREATE TABLE entries (seq INTEGER PRIMARY KEY AUTOINCREMENT, item TEXT NOT NULL,"
    " command TEXT NOT NULL, payload TEXT NOT NULL) STRICT",
    "CREATE INDEX entries_item ON entries (item)",
)
_NEVER_CHANGE = (
    "CREATE TRIGGER entries_never_change BEFORE UPDATE ON entries"
    " BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END"
)
_NEVER_GO = (
    "CREATE TRIGGER entries_never_go BEFORE DELETE ON entries"
    " BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END"
)
_OWN = {*_TABLES, _NEVER_CHANGE, _NEVER_GO}


class JournalError(WorkbenchError):
    """The journal cannot be used: damaged, of a newer version, or not a journal."""

    code = "journal"


class Journal:
    """The journal file at ``path``, made with mode 0600 (its folder 0700) on first use.

    Without a path it is kept in memory: for a look that leaves nothing behind.
    Raises ``NotWritten`` (code ``journal_locked`` or ``not_written``) or ``JournalError``.
    """

    def __init__(self, path: Path | None) -> None:
        self.path = path
        with _explained():
            if path is not None:
                _prepare(path)
            self._connection = sqlite3.connect(
                path or ":memory:", timeout=_WAIT, isolation_level=None, check_same_thread=False
            )
            try:
                self._set_up()
            except BaseException:
                self._connection.close()
                raise
        self._version = self._data_version()

    def append(self, item: str, command: str, payload: Payload, *, after: int) -> Entry | None:
        """Append one entry and commit it, if ``after`` is still the last ``seq``.

        Returns ``None`` when another process wrote in between: read its entries and decide again.
        """
        text = canonical_text(payload)
        with _explained(), self._writing() as connection:
            if self._last() != after:
                return None
            cursor = connection.execute(
                "INSERT INTO entries (item, command, payload) VALUES (?, ?, ?)",
                (item, command, text),
            )
            return Entry(int(cursor.lastrowid or 0), item, command, dict(payload))

    def follow(self, entries: Sequence[Entry], *, after: int) -> bool:
        """Append entries of another copy of this journal as they are numbered there.

        ``False``, and nothing is written, where ``after`` is not the last ``seq`` any more.
        """
        rows = [(e.seq, e.item, e.command, canonical_text(e.payload)) for e in entries]
        with _explained(), self._writing() as connection:
            if self._last() != after:
                return False
            connection.executemany(
                "INSERT INTO entries (seq, item, command, payload) VALUES (?, ?, ?, ?)", rows
            )
        return True

    def last(self) -> int:
        """The highest ``seq`` that was ever given; 0 at the start."""
        with _explained():
            return self._last()

    def entries(self, *, after: int = 0) -> tuple[Entry, ...]:
        """Every entry with a ``seq`` above ``after``, in order."""
        with _explained():
            rows = self._connection.execute(
                "SELECT seq, item, command, payload FROM entries WHERE seq > ? ORDER BY seq",
                (after,),
            ).fetchall()
        return tuple(Entry(seq, item, command, _payload(text)) for seq, item, command, text in rows)

    def changed(self) -> bool:
        """Whether another process wrote since this was last asked."""
        with _explained():
            version = self._data_version()
        before, self._version = self._version, version
        return before != version

    def forget(self, item: str) -> int:
        """Remove every entry of an item for a deletion request, and the bytes they took."""
        with _explained():
            with self._writing() as connection:
                connection.execute("DROP TRIGGER entries_never_go")
                cursor = connection.execute("DELETE FROM entries WHERE item = ?", (item,))
                connection.execute(_NEVER_GO)
            self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            self._connection.execute("VACUUM")
        return cursor.rowcount

    def close(self) -> None:
        """Close the file; everything is on disk already."""
        self._connection.close()

    def __repr__(self) -> str:
        return "<Journal>"

    def _last(self) -> int:
        # The counter and not the highest row: it stays when a capture is forgotten.
        row = self._connection.execute(
            "SELECT seq FROM sqlite_sequence WHERE name = 'entries'"
        ).fetchone()
        return int(row[0]) if row else 0

    def _data_version(self) -> int:
        return int(self._connection.execute("PRAGMA data_version").fetchone()[0])

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            yield self._connection
            self._connection.execute("COMMIT")
        except BaseException:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            raise

    def _set_up(self) -> None:
        connection = self._connection
        connection.execute("PRAGMA synchronous=FULL")
        connection.execute("PRAGMA secure_delete=ON")
        with self._writing():
            version = int(connection.execute("PRAGMA user_version").fetchone()[0])
            if version == 0:
                self._create()
            else:
                self._check(version)
        # After the check: switching writes to the file, and it may not be ours.
        connection.execute("PRAGMA journal_mode=WAL")

    def _create(self) -> None:
        if self._connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]:
            raise _not_a_journal()
        for statement in (*_TABLES, _NEVER_CHANGE, _NEVER_GO):
            self._connection.execute(statement)
        self._connection.execute(f"PRAGMA application_id={_APPLICATION}")
        self._connection.execute(f"PRAGMA user_version={SCHEMA}")

    def _check(self, version: int) -> None:
        application = self._connection.execute("PRAGMA application_id").fetchone()[0]
        if application != _APPLICATION:
            raise _not_a_journal()
        if version > SCHEMA:
            raise JournalError(
                f"This review's journal has version {version}; this workbench reads {SCHEMA}",
                means="A newer workbench wrote it, so nothing was changed",
                cure="Use the newer workbench",
            )
        if self._made() != _OWN:
            raise _not_a_journal()

    def _made(self) -> set[str]:
        """What the file is made of, as statements. A stranger's view could be read for ever."""
        rows = self._connection.execute(
            "SELECT sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite!_%' ESCAPE '!'"
        )
        return {str(sql) for (sql,) in rows}


def _payload(text: str) -> Payload:
    """What an entry says. Raises ``JournalError`` where it is no object."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        raise _not_a_journal() from None
    if not isinstance(found, dict):
        raise _not_a_journal()
    return found


def journal_path(beside: Path, elsewhere: Path) -> tuple[Path, str]:
    """Which of its two places the journal of a review folder has now, and a sentence for the second.

    A folder that cannot be written to (read-only media, another's folder) has its journal elsewhere.
    """
    try:
        _prepare(beside)
    except OSError:
        return elsewhere, READ_ONLY
    return beside, ""


def has_journal(folder: Path) -> bool:
    """Whether a review of this folder was begun."""
    return (folder / FOLDER / FILE).is_file()


READ_ONLY = (
    "The review folder cannot be written to, so the journal of decisions is kept in your user "
    "state folder"
)


def _prepare(path: Path) -> None:
    if path.parent.is_symlink() or path.is_symlink():
        # A folder from a stranger must not make the workbench write elsewhere.
        raise _not_a_journal()
    made = not path.parent.exists()
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    os.close(os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o600))
    if made:
        # Journals are private working data: no version control should pick them up.
        (path.parent / ".gitignore").write_text("*\n")


@contextmanager
def _explained() -> Iterator[None]:
    """Turns the store's errors into ours; the store's own messages may quote what was written."""
    try:
        yield
    except sqlite3.OperationalError as error:
        name = getattr(error, "sqlite_errorname", "")
        raise (
            _locked() if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")) else _failed()
        ) from None
    except sqlite3.DatabaseError:
        raise _not_a_journal() from None
    except OSError:
        raise _failed() from None


def _locked() -> NotWritten:
    return NotWritten(
        "Another program holds this review's journal",
        means="The decision was not kept; everything before it is",
        cure="Wait until the other program is done, then press the key again",
        code="journal_locked",
    )


def _failed() -> NotWritten:
    return NotWritten(
        "The review's journal cannot be written",
        means="The decision was not kept; everything before it is",
        cure="Check that the disk has room and that the folder can be written to",
        code="journal_not_written",
    )


def _not_a_journal() -> JournalError:
    return JournalError(
        "This review's journal is damaged or is not a journal",
        means="No decision can be read from it or kept in it, and nothing was changed",
        cure="Move the folder .workbench away and open the review again",
    )
