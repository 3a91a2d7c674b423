"""What families show, on its way to the browser: drawn for every step, quick, and captured only as runs."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from workbench.core.panels import (
    Captured,
    Facts,
    Grid,
    Line,
    Moment,
    Series,
    Table,
    Thing,
    cell,
    row,
)
from workbench.findings import KnownIdentities
from workbench.notebook import ReviewApp
from workbench.notebook.messages import answer
from workbench.notebook.session import Session
from workbench.notebook.views.panels import panel_view
from workbench.plays.fixture import PlayFixture
from workbench.review import Review

CANARY = "zebedee-" + "canary-example"


def ask(session: Session, **content: Any) -> list[dict[str, Any]]:
    """The contents of all replies."""
    return [reply.content for reply in answer(session, content)]


def open_named(session: Session, name: str) -> None:
    """Open a sample's steps."""
    row = next(row for row in session.rows() if name in row.label)
    session.move(view="item", item=row.key, at=0, finding="")


def blocks(session: Session, kind: str, at: int) -> list[dict[str, Any]]:
    """The blocks of one reading of one step."""
    ask(session, op="reading", kind=kind)
    (part,) = ask(session, op="step", at=at)
    return list(part["part"]["reading"]["blocks"])


@pytest.mark.parametrize("kind", ["before_after", "overview"])
def test_every_family_shows_something_of_every_step(session: Session, kind: str) -> None:
    """No sample makes a family stop, and each shows panels of its own."""
    for one in session.rows():
        session.move(view="item", item=one.key, at=0, finding="")
        if session.item().refusal is not None:
            continue
        for at in range(len(session.sequence().steps)):
            drawn = blocks(session, kind, at)
            assert [block for block in drawn if block["kind"] == "panel"], one.label
            assert not [block for block in drawn if block["id"] == "failed"], one.label


def test_a_family_that_fails_to_draw_is_said_and_hurts_nothing(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its message may quote the capture, so only its class and its place are told."""

    def fail(*_: object) -> None:
        raise ValueError(CANARY)

    monkeypatch.setattr(PlayFixture, "panels", fail)
    open_named(session, "ferry-report-0007")
    said = json.dumps(blocks(session, "before_after", 0))
    assert CANARY not in said
    assert "could not be drawn: ValueError" in said
    assert "After: what the outcome records" in said


def test_a_step_leads_to_its_position_not_to_its_number() -> None:
    """Lists count from 0, steps from the fixture's first number."""
    panel = Table("T", "Said.", columns=("a",), rows=(row(cell("x", step=7), step=5),))
    (only,) = panel_view(panel, base=5)["rows"]
    assert only["step"] == 0
    assert only["cells"] == [{"words": ["x"], "step": 2, "number": 7}]


def test_a_view_holds_the_words_beside_the_values() -> None:
    """The browser formats nothing: one place says how a number is written."""
    series = Series(
        "M", "Said.", moments=(Moment("start"),), lines=(Line("cash", (1250,)),), decimals=2
    )
    (line,) = panel_view(series)["lines"]
    assert (line["values"], line["words"]) == ([1250], ["12.50"])


def test_captured_parts_become_runs_and_ours_stay_words() -> None:
    view = panel_view(Facts("F", "Said.", rows=(row("seed", cell(Captured("a b"), " · 3")),)))
    name, value = view["rows"][0]["cells"]
    assert name["words"] == ["seed"]
    assert value["words"] == [{"c": [["a b", ""]]}, " · 3"]


def test_a_lone_surrogate_can_be_sent() -> None:
    """A message is JSON in UTF-8, whatever the capture holds."""
    grid = Grid("G", "Said.", things=(Thing("A", "place", (Captured("\ud800"),), 0, 0),))
    json.dumps(panel_view(grid), ensure_ascii=False).encode()


# --- nothing captured outside runs, nothing captured kept ---------------------------------------------


def planted_play(captures: Path) -> None:
    """A canary wherever a play may hold text: name, seed, id, param, version."""
    play = json.loads((captures / "ferry-report-0012.fixture.json").read_text())
    play["name"] = f"{CANARY}-report"
    play["config"]["seed"] = f"{CANARY}-seed"
    play["submissions"][0] = {"actionId": CANARY, "params": {CANARY: CANARY}}
    play["submissions"][1] = {"adopt": CANARY}
    (captures / f"{CANARY}-report.fixture.json").write_text(json.dumps(play))
    play["submissions"].pop(1)  # without the unknown version it replays, so there is a trace
    (captures / f"{CANARY}-again.fixture.json").write_text(json.dumps(play))


def planted_log(captures: Path) -> None:
    """A canary as tool name, id, argument, result, path and model."""
    folder = captures / f"{CANARY}-run"
    folder.mkdir()
    text = (captures / "agent-run-0031" / "session.jsonl").read_text()
    for word in ('"read"', '"call_1"', '"example-model-1"', '"example-provider"'):
        assert word in text
        text = text.replace(word, f'"{CANARY}"')
    text = text.replace('"{{cwd}}"', f'"/home/{CANARY}"')
    (folder / "session.jsonl").write_text(text)
    sidecar = (captures / "agent-run-0031" / "replay.override.json").read_text()
    (folder / "replay.override.json").write_text(
        sidecar.replace("the provider is overloaded", CANARY)
    )


def planted_cassette(captures: Path) -> None:
    """A canary in address, header, body and id."""
    text = (captures / "tool-stream-0007.yaml").read_text()
    text = text.replace("api.example.com", f"{CANARY}.example.com").replace("call_w1", CANARY)
    text = text.replace("application/json", f"application/{CANARY}")
    (captures / f"{CANARY}-tape.yaml").write_text(text)


@pytest.fixture
def planted(captures: Path, tmp_path: Path) -> Iterator[Session]:
    """A session over captures that hold a canary in every part a panel may show."""
    planted_play(captures)
    planted_log(captures)
    planted_cassette(captures)
    review = Review.open(captures, known=KnownIdentities(), state=tmp_path / "state")
    session = Session(review)
    yield session
    session.close()


def _outside_runs(value: Any) -> Any:
    """A message without its captured runs."""
    if isinstance(value, dict):
        return {key: _outside_runs(each) for key, each in value.items() if key != "c"}
    if isinstance(value, list):
        return [_outside_runs(each) for each in value]
    return value


def test_a_canary_stands_in_runs_only(planted: Session) -> None:
    """Titles, sentences, columns, names of a picture: all ours. What is captured is marked as such."""
    seen = 0
    for one in planted.rows():
        if CANARY not in one.label:
            continue
        planted.move(view="item", item=one.key, at=0, finding="")
        for kind in ("before_after", "overview"):
            for at in range(len(planted.sequence().steps)):
                drawn = [block for block in blocks(planted, kind, at) if block["kind"] == "panel"]
                seen += CANARY in json.dumps(drawn)
                assert CANARY not in json.dumps(_outside_runs(drawn)), (one.label, kind, at)
    assert seen > 10  # the canaries are shown, so the sweep looked at something


def test_no_panel_is_kept_by_the_widget(planted: Session, captures: Path, tmp_path: Path) -> None:
    """After every panel was drawn, neither the synced state nor the repr holds a canary."""
    app = ReviewApp(captures, known=KnownIdentities(), state=tmp_path / "state")
    sent: list[Any] = []
    app.send = lambda content, buffers=None: sent.append(content)  # type: ignore[method-assign]
    assert app._session is not None
    app._hear(None, {"op": "hello"}, [])
    for one in app._session.rows():
        if CANARY in one.label:
            app._session.move(view="item", item=one.key, at=0, finding="")
            for kind in ("before_after", "overview"):
                app._hear(None, {"op": "reading", "kind": kind}, [])
                app._hear(None, {"op": "step", "at": 1}, [])
    assert CANARY in json.dumps(sent)
    assert CANARY not in json.dumps(app.get_state(), default=str) + repr(app)
    assert CANARY not in repr(app._session) + repr(app._session.sequence())
    app.close()
