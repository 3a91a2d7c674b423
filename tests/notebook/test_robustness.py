"""What can go wrong round a review, as the screen tells it: each has its sentence, and nothing decided is lost."""

from __future__ import annotations

import itertools
import json
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from workbench.findings import KnownIdentities
from workbench.notebook import ReviewApp, position
from workbench.notebook.messages import answer
from workbench.notebook.session import Session
from workbench.review import Review, journal

CHANGED = "The file changed since you opened it. Your verdicts on unchanged parts are kept"
KNOWN = KnownIdentities(users=("user-of-tests",))


@contextmanager
def at(captures: Path, state: Path) -> Iterator[Session]:
    """A session as a kernel has it: its position lies beside the journal."""
    kept = captures / ".workbench"
    review = Review.open(captures, known=KNOWN, state=state)
    session = Session(review, folder=kept, position=position.load(kept))
    try:
        yield session
    finally:
        session.close()


def ask(session: Session, **content: Any) -> list[dict[str, Any]]:
    """The contents of all replies."""
    return [reply.content for reply in answer(session, content)]


def opened(session: Session, label: str) -> str:
    """Open a sample; returns the finding on the card."""
    row = next(row for row in session.rows() if label in row.label)
    session.move(view="queue", item=row.key)
    ask(session, op="command", id="item.open", seq=1)
    return session.position.finding


def judge(session: Session, finding: str) -> dict[str, Any]:
    """The key for "identifies" on the card."""
    return ask(session, op="command", id="judge.identifies", payload={"finding": finding}, seq=2)[0]


def path_of(captures: Path, label: str) -> Path:
    """The file of a sample."""
    return next(path for path in captures.iterdir() if label in path.name)


def test_a_kernel_that_starts_again_is_where_it_was(captures: Path, tmp_path: Path) -> None:
    """Same item, same step, same reading, every verdict, and one line that says so."""
    state = tmp_path / "state"
    first = at(captures, state)
    session = first.__enter__()  # and no exit: the kernel was killed
    finding = opened(session, "ada-calendar")
    judge(session, finding)
    ask(session, op="step", at=4)
    ask(session, op="reading", kind="raw")
    before, verdicts = session.position, dict(session.item().item_state.verdicts)
    assert finding in verdicts
    with at(captures, state) as again:
        screen = ask(again, op="hello")[1]
        assert again.position == before
        assert dict(again.item().item_state.verdicts) == verdicts
        assert "Resumed at 1 of" in screen["say"][0]
        assert "undo with u" in screen["say"][0]
    first.__exit__(None, None, None)


def test_a_place_that_was_half_written_is_no_reason_to_stop(captures: Path, tmp_path: Path) -> None:
    """The tab was closed in the middle: the review begins at its start, with every decision."""
    with at(captures, tmp_path / "state") as session:
        judge(session, opened(session, "ada-calendar"))
        key = session.position.item
    place = captures / ".workbench" / position.FILE
    place.write_bytes(place.read_bytes()[:25])
    with at(captures, tmp_path / "state") as again:
        assert ask(again, op="hello")[1]["screen"]["view"] == "queue"
        assert len(again.review.item(key).item_state.verdicts) == 1


def test_a_full_disk_keeps_everything_before_it_and_says_so(captures: Path, tmp_path: Path) -> None:
    """The verdict is not shown as given, and the same key works once there is room."""
    with at(captures, tmp_path / "state") as session:
        finding = opened(session, "ada-calendar")
        connection = session.review._shelf.journal._connection
        pages = connection.execute("PRAGMA page_count").fetchone()[0]
        connection.execute(f"PRAGMA max_page_count={pages}")
        for command in itertools.cycle(("judge.identifies", "undo")):  # until the last page is full
            kept = session.review.entries()
            asked = {"id": command, "payload": {"finding": finding}}
            told = ask(session, op="command", seq=2, **asked)[0]
            if told.get("loud"):
                break
            assert len(kept) < 2_000
        for words in ("journal cannot be written", "everything before it is", "disk has room"):
            assert words in told["say"][0]
        assert session.review.entries() == kept
        assert (finding in session.item().item_state.verdicts) is (command == "undo")
        connection.execute("PRAGMA max_page_count=1073741823")
        assert not ask(session, op="command", seq=3, **asked)[0].get("loud")
        assert len(session.review.entries()) == len(kept) + 1
        assert (finding in session.item().item_state.verdicts) is (command != "undo")


def test_a_journal_that_another_program_holds_is_waited_for(
    captures: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The sentence says what to do, and the same key decides afterwards."""
    monkeypatch.setattr(journal, "_WAIT", 0.05)
    with at(captures, tmp_path / "state") as session:
        finding = opened(session, "ada-calendar")
        other = sqlite3.connect(captures / ".workbench" / journal.FILE, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        locked = judge(session, finding)
        assert locked["loud"]
        assert "Another program holds this review's journal" in locked["say"][0]
        assert locked["screen"]["item"] == session.position.item  # still on the screen
        other.execute("ROLLBACK")
        other.close()
        assert not judge(session, finding).get("loud")
        assert finding in session.item().item_state.verdicts


def test_a_file_that_changed_keeps_verdicts_on_what_did_not(captures: Path, tmp_path: Path) -> None:
    """It is told when the item is looked at again."""
    with at(captures, tmp_path / "state") as session:
        finding = opened(session, "grace-support")
        judge(session, finding)
        path = path_of(captures, "grace-support")
        path.write_bytes(path.read_bytes() + b"\n")
        next_one = next(each.key for each in session.item().open_findings)
        assert CHANGED in judge(session, next_one)["say"][0]  # while it was open
        assert CHANGED not in ask(session, op="go", view="item")[0].get("say", [""])[0]
        path.write_bytes(path.read_bytes() + b"\n")
        opened(session, "ada-calendar")
        session.move(view="queue", item=next(r.key for r in session.rows() if "grace" in r.label))
        said = ask(session, op="command", id="item.open", seq=3)[0]
        assert CHANGED in said["say"][0]
        assert {finding, next_one} <= set(session.item().item_state.verdicts)


def test_a_file_that_is_gone_while_it_is_open_is_a_sentence(captures: Path, tmp_path: Path) -> None:
    """And the review goes on with the others."""
    with at(captures, tmp_path / "state") as session:
        opened(session, "grace-support")
        path_of(captures, "grace-support").unlink()
        session.forget()
        gone = ask(session, op="command", id="queue.refresh", seq=3)[0]
        assert gone["screen"]["view"] == "queue" or gone["loud"]
        assert opened(session, "ada-calendar")


@pytest.fixture
def read_only(captures: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[bool], None]:
    """Makes the folder refuse to be written to, or lets it; these tests may run as root, who is refused nothing."""
    prepare = journal._prepare
    refusing = False

    def prepared(path: Path) -> None:
        if refusing and captures in path.parents:
            raise OSError(30, os.strerror(30))
        prepare(path)

    def switch(refuse: bool) -> None:
        nonlocal refusing
        refusing = refuse

    monkeypatch.setattr(journal, "_prepare", prepared)
    return switch


def test_a_folder_that_cannot_be_written_to_says_where_decisions_are(
    captures: Path, tmp_path: Path, read_only: Callable[[bool], None]
) -> None:
    """The first line on the screen; the decision is there after a restart."""
    read_only(True)
    with at(captures, tmp_path / "state") as session:
        first = ask(session, op="hello")[1]
        assert "kept in your user state folder" in first["say"][0]
        finding = opened(session, "ada-calendar")
        judge(session, finding)
        key = session.position.item
    with at(captures, tmp_path / "state") as again:
        assert finding in again.review.item(key).item_state.verdicts


def test_a_folder_that_turns_read_only_and_back_keeps_every_decision(
    captures: Path, tmp_path: Path, read_only: Callable[[bool], None]
) -> None:
    """Decisions follow to where they can be kept, place and undo with them, also after a kill."""
    state = tmp_path / "state"
    first = at(captures, state)
    session = (
        first.__enter__()
    )  # and no exit: the kernel was killed, so the last lies in the log beside
    judge(session, opened(session, "ada-calendar"))
    key, step = session.position.item, session.position.at
    judged = set(session.item().item_state.verdicts)
    for refuse in (True, False, True, False):
        read_only(refuse)
        app = ReviewApp(captures, known=KNOWN, state=state)
        session = app._session
        assert session is not None
        assert ("user state folder" in session.review.notice) is refuse
        assert (session.position.item, session.position.at) == (key, step), "the place followed too"
        assert set(session.item().item_state.verdicts) == judged
        other = session.item().open_findings[0].key
        assert not judge(session, other).get("loud")
        ask(session, op="step", at=len(judged))
        step = session.position.at
        judged |= {other}
        app.close()
    with at(captures, state) as session:
        ask(session, op="command", id="undo", seq=3)
        assert len(session.review.item(key).item_state.verdicts) == len(judged) - 1
    first.__exit__(None, None, None)


def test_two_journals_that_went_different_ways_are_both_kept_and_it_is_said(
    captures: Path, tmp_path: Path, read_only: Callable[[bool], None]
) -> None:
    """Nothing is mixed and nothing is thrown away: both files stay as they are."""
    state = tmp_path / "state"
    for refuse in (True, False):
        read_only(refuse)
        if refuse:
            with at(captures, state) as session:
                judge(session, opened(session, "ada-calendar"))
            continue
        elsewhere = next((state / "reviews").rglob(journal.FILE))
        hidden = elsewhere.rename(elsewhere.with_name("hidden"))
        with at(captures, state) as session:
            judge(session, opened(session, "grace-support"))
        hidden.rename(elsewhere)
    kept = elsewhere.read_bytes()
    with at(captures, state) as session:
        said = ask(session, op="hello")[1]["say"][0]
        assert "went different ways" in said
        assert "decided in the review folder is shown" in said
        assert [e.command for e in session.review.entries()].count("judge") == 1
    assert elsewhere.read_bytes() == kept


def test_the_older_of_two_tabs_says_that_the_review_is_elsewhere(
    captures: Path, tmp_path: Path
) -> None:
    """What it decided is in the newer one, and its keys decide nothing more."""
    older = ReviewApp(captures, known=KNOWN, state=tmp_path / "state")
    sent: list[dict[str, Any]] = []
    older.send = lambda content, buffers=None: sent.append(content)
    session = older._session
    assert session is not None
    finding = opened(session, "ada-calendar")
    older._hear(
        None, {"op": "command", "id": "judge.identifies", "payload": {"finding": finding}}, []
    )
    key = session.position.item
    newer = ReviewApp(captures, known=KNOWN, state=tmp_path / "state")
    assert newer._session is not None
    assert finding in newer._session.review.item(key).item_state.verdicts
    sent.clear()
    older._hear(None, {"op": "command", "id": "undo", "payload": {}}, [])
    assert "opened again in another cell" in json.dumps(sent)
    assert finding in newer._session.review.item(key).item_state.verdicts
    newer.close()
    older.close()


def test_two_kernels_on_one_folder_see_each_other(captures: Path, tmp_path: Path) -> None:
    """A verdict given in one is on the other's screen when it is drawn next; neither is lost."""
    with at(captures, tmp_path / "state") as one, at(captures, tmp_path / "state") as two:
        finding = opened(one, "ada-calendar")
        opened(two, "ada-calendar")
        judge(one, finding)
        other = next(f.key for f in two.item().findings if f.key != finding)
        judge(two, other)
        for session in (one, two):
            session.forget()
            assert {finding, other} <= set(session.item().item_state.verdicts)


def test_a_command_that_is_interrupted_is_a_sentence_and_the_key_works_again(
    captures: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The host's stop button, also just after the entry was written: nothing is lost or told twice."""
    app = ReviewApp(captures, known=KNOWN, state=tmp_path / "state")
    sent: list[dict[str, Any]] = []
    app.send = lambda content, buffers=None: sent.append(content)
    assert app._session is not None
    finding = opened(app._session, "ada-calendar")
    asked = {"op": "command", "id": "judge.identifies", "payload": {"finding": finding}, "seq": 7}
    written = journal.Journal.append

    def stopped(self: journal.Journal, *given: Any, **more: Any) -> None:
        written(self, *given, **more)
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(journal.Journal, "append", stopped)
        app._hear(None, asked, [])
    assert sent[-1]["seq"] == 7, "the front end would wait for ever"
    assert "Everything decided before is kept" in sent[-1]["say"][0]
    app._hear(None, asked | {"seq": 8}, [])
    assert not sent[-1].get("loud"), sent[-1]["say"]
    assert finding in app._session.item().item_state.verdicts
    app.close()
