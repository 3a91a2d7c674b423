"""The first screen of a large session log waits for nothing that reads all of the log."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from workbench.core.fixture import open_fixture
from workbench.findings import KnownIdentities
from workbench.notebook.messages import answer
from workbench.notebook.session import Session
from workbench.notebook.views.structure import REMARKS_TO_COME
from workbench.review import Review, glancing
from workbench.session_logs.fixture import SessionLogFixture
from workbench.session_logs.steps import Steps

CALLS = 120
WAIT = 30  # seconds until a test gives up


def _rows() -> Iterator[dict[str, Any]]:
    yield {"type": "session", "version": 0, "id": "s", "createdAt": 0, "delegationDepth": 0}
    for turn in range(1, CALLS + 1):
        at = {"turn": turn, "step": 1}
        end = {"type": "text", "text": "moored"}
        for content in (
            {"type": "text-delta", "index": 0, "text": "adrift"},  # its end says something else
            {"type": "block-end", "index": 0, "block": end},
            {"type": "finish", "reason": {"kind": "stop"}},
        ):
            yield {"type": "assistant/chunk", "data": {**at, "chunk": content}}


@pytest.fixture
def opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Session, list[str]]]:
    """A session at a log that is shown before it is checked, and what reads all of the log."""
    folder = tmp_path / "captures" / "harbour-log"
    folder.mkdir(parents=True)
    (folder / "session.jsonl").write_text("".join(json.dumps(row) + "\n" for row in _rows()))
    asked: list[str] = []
    texts, describe = SessionLogFixture.texts, Steps._describe
    monkeypatch.setattr(SessionLogFixture, "texts", lambda log: asked.append("texts") or texts(log))
    monkeypatch.setattr(
        Steps, "_describe", lambda log, at: asked.append(f"{at}") or describe(log, at)
    )
    monkeypatch.setattr(glancing, "AT_ONCE", 0)
    monkeypatch.setattr(glancing, "HEAD_START", WAIT)
    review = Review.open(tmp_path / "captures", known=KnownIdentities(), state=tmp_path / "state")
    session = Session(review)
    session.move(item=review.queue()[0].key)
    yield session, asked
    session.close()


def _screen(session: Session) -> dict[str, Any]:
    (reply,) = answer(session, {"op": "command", "id": "item.open", "seq": 1})
    screen: dict[str, Any] = reply.content["screen"]
    return screen


def _notes(screen: dict[str, Any]) -> list[str]:
    sections = screen["body"]["structure"]["sections"]
    return [word for part in sections if part["kind"] == "note" for word in part["words"]]


def test_no_text_and_no_step_but_those_on_the_screen_is_asked_for(
    opened: tuple[Session, list[str]],
) -> None:
    session, asked = opened
    screen = _screen(session)
    assert session.item().pending
    assert screen["body"]["steps"]["total"] == CALLS
    assert len(session.sequence().lanes) == CALLS
    assert "texts" not in asked
    assert len(set(asked)) == len(screen["body"]["steps"]["rows"]) < CALLS


def test_remarks_are_told_with_the_checks_and_their_place_is_kept(
    opened: tuple[Session, list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    session, _ = opened
    shown, done = threading.Event(), threading.Event()
    session.checked = lambda key: done.set()
    monkeypatch.setattr(glancing.time, "sleep", lambda seconds: shown.wait(WAIT))
    assert _notes(_screen(session)) == [REMARKS_TO_COME]
    shown.set()
    assert done.wait(WAIT)
    session.forget()
    fixture = session.fixture()
    assert "notes" in vars(fixture), "the remarks were left to whoever looks at the screen"
    session.move(view="item")
    session.overlay = ""
    (reply,) = answer(session, {"op": "reading", "kind": "plain"})
    notes = _notes(reply.content["screen"])
    assert REMARKS_TO_COME not in notes
    assert any("block(s) end with other content than their stream gave" in note for note in notes)


@pytest.mark.parametrize(
    "name", ["agent-run-0031", "agent-run-0052", "ferry-report-0007.fixture.json"]
)
def test_lanes_are_those_of_the_steps(captures: Path, name: str) -> None:
    fixture = open_fixture(captures / name)
    assert list(fixture.lanes()) == [step.lane for step in fixture.steps()]
