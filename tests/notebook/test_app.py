"""The widget: nothing captured in its state, its repr or its errors."""

from __future__ import annotations

import asyncio
import json
import shutil
import threading
from pathlib import Path
from typing import Any

import pytest

from workbench.core.errors import BadCommand
from workbench.findings import KnownIdentities
from workbench.notebook import ReviewApp
from workbench.review import Review

SAMPLES = Path(__file__).parents[2] / "sample_fixtures"


@pytest.fixture
def app(captures: Path, tmp_path: Path) -> Any:
    """An app over the samples whose messages are collected."""
    app = ReviewApp(
        captures, known=KnownIdentities(users=("user-of-tests",)), state=tmp_path / "state"
    )
    app.sent = []  # type: ignore[attr-defined]
    app.send = lambda content, buffers=None: app.sent.append((content, buffers))  # type: ignore[method-assign, attr-defined]
    yield app
    app.close()


def _walk(app: Any) -> None:
    """Open every capture in every view."""
    app._hear(None, {"op": "hello"}, [])
    for row in app._session.rows():
        app._session.move(view="queue", item=row.key)
        app._hear(None, {"op": "command", "id": "item.open", "seq": 1}, [])
        for view in ("item", "name", "outcome"):
            app._hear(None, {"op": "go", "view": view}, [])


def test_the_repr_says_where_one_is_and_no_value(app: Any) -> None:
    """One line, equal for equal positions, without address or captured text."""
    total = len(app._session.rows())
    assert repr(app) == f"ReviewApp: item 1 of {total}, 0 of 10 gates pass"
    data = app._repr_mimebundle_()
    bundle = data[0] if isinstance(data, tuple) else data
    assert bundle["text/plain"].startswith(f"{app!r}. Interactive view is not available here. ")


def test_the_synced_state_stays_small_and_value_free(app: Any) -> None:
    """After every capture was opened, the saved state is under 64 KB and holds no label or path."""
    _walk(app)
    state = json.dumps(app.get_state(), default=str)
    assert len(state) < 64 * 1024
    for row in app._session.rows():
        assert row.label not in state
        assert row.key not in state
    assert str(app._session.review.folder) not in state


def test_what_an_app_may_sync_is_known(app: Any) -> None:
    """A new synced trait has to be thought about here first."""
    ours = {name for name in app.keys if not name.startswith("_")}
    assert ours - {"comm", "layout", "tabbable", "tooltip"} == {"total", "number", "passed"}


def test_a_folder_that_is_not_there_is_shown_not_raised(tmp_path: Path) -> None:
    """The cell shows a message; its text names no path."""
    app = ReviewApp(tmp_path / "nowhere-example", state=tmp_path / "state")
    assert "nowhere" not in repr(app)
    assert repr(app).startswith("ReviewApp: not open (")
    app.close()


def test_running_the_cell_again_takes_over_and_closes_the_earlier_one(
    captures: Path, tmp_path: Path
) -> None:
    """Two apps on one folder never decide beside each other."""
    first = ReviewApp(captures, state=tmp_path / "state")
    second = ReviewApp(captures, state=tmp_path / "state")
    assert first._session is None
    assert second._session is not None
    second.close()


def test_no_exception_leaves_a_message(app: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """The kernel logs exceptions of callbacks with their messages, so none may get out."""

    def fail(*_: object, **__: object) -> None:
        raise RuntimeError("captured-" + "text-example")

    monkeypatch.setattr(Review, "queue", fail)
    app._session.forget()
    app._hear(None, {"op": "go", "view": "queue"}, [])
    assert "captured-text-example" not in json.dumps([content for content, _ in app.sent])


def test_the_notebook_it_is_shown_in_is_searched(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server tells a kernel which file it belongs to."""
    (tmp_path / "captures").mkdir()
    notebook = tmp_path / "review.ipynb"
    notebook.write_text('{"cells": [], "metadata": {}}')
    monkeypatch.setenv("JPY_SESSION_NAME", str(notebook))
    app = ReviewApp(tmp_path / "captures", state=tmp_path / "state")
    assert app._session.review.can_save().clean
    app.close()
    monkeypatch.setenv("JPY_SESSION_NAME", "a-name-of-no-file")
    app = ReviewApp(tmp_path / "captures", state=tmp_path / "state")
    with pytest.raises(BadCommand, match="which notebook"):
        app._session.review.can_save()
    app.close()


def test_a_large_capture_is_read_while_it_is_checked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The steps come at once; the screen is drawn again when the checks are done."""
    from workbench.review import glancing, loading

    through, scan = threading.Event(), loading.scan

    def slow(*arguments: Any, **keywords: Any) -> Any:
        assert through.wait(30)
        return scan(*arguments, **keywords)

    monkeypatch.setattr(glancing, "AT_ONCE", 0)
    monkeypatch.setattr(loading, "scan", slow)
    folder = tmp_path / "captures"
    shutil.copytree(SAMPLES / "captures" / "agent-run-0012", folder / "agent-run-0012")

    async def walk() -> None:
        app: Any = ReviewApp(folder, known=KnownIdentities(), state=tmp_path / "state")
        sent: list[Any] = []
        drawn = asyncio.Event()

        def send(content: Any, buffers: Any = None) -> None:
            sent.append(content)
            if content.get("op") == "screen" and through.is_set():
                drawn.set()

        app.send = send
        app._session.move(item=app._session.rows()[0].key)
        app._hear(None, {"op": "command", "id": "item.open", "seq": 1}, [])
        first = json.dumps(sent)
        assert "still running" in first
        assert '"steps"' in first
        app._hear(None, {"op": "command", "id": "item.later", "seq": 2}, [])
        assert "The replay and the checks are still running" in json.dumps(sent[-1])
        sent.clear()
        through.set()
        await asyncio.wait_for(drawn.wait(), 30)
        assert "still running" not in json.dumps(sent)
        app.close()

    asyncio.run(walk())
