"""The journal: private, append-only, on disk at once, shared by processes, and clear when it cannot."""

from __future__ import annotations

import os
import signal
import sqlite3
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from workbench.core.errors import NotWritten
from workbench.review import journal as journals
from workbench.review.elsewhere import places
from workbench.review.journal import Journal, JournalError, journal_path
from workbench.review.secret import key_secret, state_folder, tag


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "captures" / ".workbench" / "journal.sqlite3"


def test_the_journal_is_private(path: Path) -> None:
    """Folder 0700, files 0600, and no version control picks them up."""
    journal = Journal(path)
    journal.append("item", "defer", {}, after=0)
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    for file in path.parent.glob("journal*"):
        assert stat.S_IMODE(file.stat().st_mode) == 0o600, file.name
    assert (path.parent / ".gitignore").read_text() == "*\n"
    journal.close()


def test_writing_is_durable(path: Path) -> None:
    """WAL with synchronous FULL: a committed row survives a loss of power."""
    journal = Journal(path)
    connection = journal._connection
    assert connection.execute("PRAGMA journal_mode").fetchone()[0] == "wal"
    assert connection.execute("PRAGMA synchronous").fetchone()[0] == 2
    journal.close()


def test_entries_come_back_in_order(path: Path) -> None:
    journal = Journal(path)
    first = journal.append("one", "rename", {"name": "late-rent"}, after=0)
    second = journal.append("two", "defer", {}, after=1)
    journal.close()
    again = Journal(path)
    assert again.entries() == (first, second)
    assert again.entries(after=1) == (second,)
    again.close()


@pytest.mark.parametrize(
    "statement", ["UPDATE entries SET item = 'x'", "DELETE FROM entries WHERE seq = 1"]
)
def test_no_entry_changes_or_goes(path: Path, statement: str) -> None:
    journal = Journal(path)
    journal.append("one", "defer", {}, after=0)
    with pytest.raises(sqlite3.IntegrityError, match="append-only"):
        journal._connection.execute(statement)
    journal.close()


def test_a_deletion_request_removes_an_item_and_its_bytes(path: Path) -> None:
    journal = Journal(path)
    journal.append("item-to-forget", "rename", {"name": "forgotten-name"}, after=0)
    journal.append("other", "defer", {}, after=1)
    assert journal.forget("item-to-forget") == 1
    assert [entry.item for entry in journal.entries()] == ["other"]
    assert journal.append("other", "resume", {}, after=2) is not None
    with pytest.raises(sqlite3.IntegrityError):
        journal._connection.execute("DELETE FROM entries")
    journal.close()
    left = b"".join(file.read_bytes() for file in path.parent.glob("journal*"))
    assert b"forgotten-name" not in left


def test_who_decided_on_an_old_state_must_decide_again(path: Path) -> None:
    """Two processes: the second to write is told, sees the first's entry, and is not lost."""
    one, two = Journal(path), Journal(path)
    assert not two.changed()
    assert one.append("item", "defer", {}, after=0) is not None
    assert two.append("item", "resume", {}, after=0) is None
    assert two.changed()
    assert [entry.command for entry in two.entries()] == ["defer"]
    assert two.append("item", "resume", {}, after=1) is not None
    one.close()
    two.close()


def test_a_locked_journal_says_so(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journals, "_WAIT", 0.05)
    journal = Journal(path)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(NotWritten, match="Another program holds this review's journal") as caught:
        journal.append("item", "defer", {}, after=0)
    assert caught.value.code == "journal_locked"
    other.execute("ROLLBACK")
    assert journal.append("item", "defer", {}, after=0) is not None
    other.close()
    journal.close()


@pytest.mark.parametrize(
    "prepare",
    [
        lambda path: path.write_bytes(b"no database at all, but long enough to be looked at" * 40),
        lambda path: sqlite3.connect(path).execute("CREATE TABLE other (a)").connection.close(),
        lambda path: path.symlink_to("/dev/null"),
    ],
)
def test_what_is_no_journal_is_left_alone(path: Path, prepare: object) -> None:
    path.parent.mkdir(parents=True)
    prepare(path)  # type: ignore[operator]
    before = path.read_bytes()
    with pytest.raises(JournalError):
        Journal(path)
    assert path.read_bytes() == before


def test_a_newer_journal_is_refused(path: Path) -> None:
    Journal(path).close()
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA user_version = 99")
    connection.close()
    with pytest.raises(JournalError, match="version 99; this workbench reads 1"):
        Journal(path)


def test_a_read_only_folder_has_its_journal_elsewhere_and_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    prepare = journals._prepare

    def refused(path: Path) -> None:
        if tmp_path / "captures" in path.parents:
            raise OSError(30, "Read-only file system")
        prepare(path)

    monkeypatch.setattr(journals, "_prepare", refused)
    place, said = journal_path(*places(tmp_path / "captures", tmp_path / "state", tag="t"))
    assert place == tmp_path / "state" / "reviews" / "t" / "journal.sqlite3"
    assert "kept in your user state folder" in said
    Journal(place).close()


_WRITER = """
import os, sys
from pathlib import Path
from workbench.review.journal import Journal
journal = Journal(Path(sys.argv[1]))
seq = 0
while True:
    seq = journal.append("item", "defer", {}, after=seq).seq
    os.write(1, b"%d\\n" % seq)
"""


def test_a_killed_process_loses_no_decision_it_reported(path: Path) -> None:
    """Whatever ``append`` returned for is there after SIGKILL."""
    for _ in range(3):
        writer = subprocess.Popen(
            [sys.executable, "-c", _WRITER.replace("seq = 0", "seq = journal._last()"), str(path)],
            stdout=subprocess.PIPE,
        )
        assert writer.stdout is not None
        reported = [int(writer.stdout.readline()) for _ in range(40)]
        writer.send_signal(signal.SIGKILL)
        rest = writer.stdout.read().split(b"\n")
        reported += [int(line) for line in rest[:-1]]
        writer.wait()
        journal = Journal(path)
        kept = {entry.seq for entry in journal.entries()}
        assert set(reported) <= kept
        assert len(kept) <= reported[-1] + 1
        journal.close()


def test_the_secret_is_made_once_and_is_private(tmp_path: Path) -> None:
    folder = tmp_path / "state"
    secret = key_secret(folder)
    assert key_secret(folder) == secret
    assert len(secret) == 32
    assert stat.S_IMODE((folder / "review.key").stat().st_mode) == 0o600
    assert os.listdir(folder) == ["review.key"]


def test_a_damaged_secret_is_not_replaced(tmp_path: Path) -> None:
    """Another secret would silently forget every verdict."""
    folder = tmp_path / "state"
    key_secret(folder)
    (folder / "review.key").write_bytes(b"short")
    with pytest.raises(NotWritten):
        key_secret(folder)


def test_tags_depend_on_the_secret_and_on_every_part() -> None:
    tags = {tag(b"a", "x", "y"), tag(b"b", "x", "y"), tag(b"a", "x", "z"), tag(b"a", "xy")}
    assert len(tags) == 4


def test_the_state_folder_can_be_chosen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WORKBENCH_STATE", str(tmp_path / "env"))
    assert state_folder() == tmp_path / "env"
    assert state_folder(tmp_path / "own") == tmp_path / "own"


def _of_a_stranger(path: Path, *statements: str) -> None:
    """A journal of ours, changed by hand."""
    Journal(path).close()
    connection = sqlite3.connect(path, isolation_level=None)
    for statement in statements:
        connection.execute(statement)
    connection.close()


@pytest.mark.parametrize(
    "statements",
    [
        (
            "DROP TABLE entries",
            "CREATE VIEW entries AS WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c)"
            " SELECT x AS seq, 'a' AS item, 'open' AS command, '{}' AS payload FROM c",
        ),
        ("CREATE TRIGGER more AFTER INSERT ON entries BEGIN SELECT 1; END",),
        ("DROP TRIGGER entries_never_change",),
    ],
)
def test_a_journal_made_of_anything_else_is_not_read(
    path: Path, statements: tuple[str, ...]
) -> None:
    """A folder from a stranger may bring a journal, and a view of it need never end."""
    _of_a_stranger(path, *statements)
    with pytest.raises(JournalError):
        Journal(path)


@pytest.mark.parametrize("payload", ["{", "[]", "null", "[" * 100_000])
def test_an_entry_that_says_nothing_is_told(path: Path, payload: str) -> None:
    _of_a_stranger(
        path, f"INSERT INTO entries (item, command, payload) VALUES ('a', 'open', '{payload}')"
    )
    journal = Journal(path)
    with pytest.raises(JournalError) as caught:
        journal.entries()
    journal.close()
    assert caught.value.cure
