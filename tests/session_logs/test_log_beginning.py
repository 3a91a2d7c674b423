"""The first turns of a large log are shown before the rest of it is read; nothing is decided on them."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from workbench.core.errors import BadCommand
from workbench.core.fixture import beginning_of, open_fixture
from workbench.findings import KnownIdentities
from workbench.review import Review, loading
from workbench.session_logs import beginning

SAMPLES = Path(__file__).parents[2] / "sample_fixtures" / "captures"
LOG = SAMPLES / "agent-run-0012" / "session.jsonl"


@pytest.fixture
def large(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A log of many turns, of which the beginning is a small part."""
    lines = LOG.read_bytes().splitlines(keepends=True)
    header, turn = lines[0], b"".join(lines[1:])
    folder = tmp_path / "captures" / "run-1"
    folder.mkdir(parents=True)
    # Every turn is another one; ids and text may repeat.
    turns = [turn.replace(b'"turn":', b'"turn":%d' % number) for number in range(1, 40)]
    (folder / "session.jsonl").write_bytes(header + b"".join(turns))
    monkeypatch.setattr(beginning, "SIZE", 3 * len(turn))
    monkeypatch.setattr(loading, "LARGE", len(turn))
    return folder


def test_the_first_turns_are_the_first_of_all(large: Path) -> None:
    first, whole = beginning_of(large), open_fixture(large)
    assert first is not None
    shown = [step.what for step in first.steps()]
    assert 0 < len(shown) < len(whole.steps())
    assert shown == [step.what for step in whole.steps()[: len(shown)]]
    assert [text.value for text in first.step_texts(0)] == [
        text.value for text in whole.step_texts(0)
    ]


def test_no_call_is_cut_in_two(large: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Wherever the beginning ends, what is shown ends with a turn."""
    size = (large / "session.jsonl").stat().st_size
    for length in range(size // 20, size // 10, 97):
        monkeypatch.setattr(beginning, "SIZE", length)
        first = beginning_of(large)
        assert first is None or len(first.steps()) % 4 == 0


@pytest.mark.parametrize("data", [b"", b"{", b'{"type":"session"}\n' * 9_000, b"\x00" * 90_000])
def test_what_has_no_beginning_by_itself_is_read_whole(large: Path, data: bytes) -> None:
    (large / "session.jsonl").write_bytes(data)
    assert beginning_of(large) is None


def test_a_small_log_is_its_own_beginning() -> None:
    first = beginning_of(LOG.parent)
    assert first is not None
    assert first.digest == open_fixture(LOG.parent).digest


@pytest.fixture
def review(large: Path, tmp_path: Path) -> Iterator[Review]:
    with Review.open(large.parent, known=KnownIdentities(), state=tmp_path / "state") as opened:
        yield opened


def test_a_review_shows_the_beginning_until_all_is_checked(
    review: Review, monkeypatch: pytest.MonkeyPatch
) -> None:
    through, told, load = threading.Event(), threading.Event(), loading.load

    def slow(*arguments: Any, **keywords: Any) -> Any:
        assert through.wait(30)
        return load(*arguments, **keywords)

    monkeypatch.setattr(loading, "load", slow)
    (row,) = review.queue()
    item = review.glance(row.key, then=lambda key: told.set())
    assert item.pending
    assert item.fixture is not None
    part = len(item.fixture.steps())
    assert item.sentence == (
        "The first steps are shown; the rest of the capture is still being read and checked."
    )
    assert {gate.status.value for gate in item.gates} == {"idle"}
    review.do("open", item=row.key)
    assert review.entries() == (), "nothing is kept of a part"
    with pytest.raises(BadCommand, match="still running"):
        review.do("rename", item=row.key, name="reply-kept", reason="vocabulary")
    through.set()
    assert told.wait(30)
    whole = review.item(row.key)
    assert not whole.pending
    assert whole.fixture is not None
    assert len(whole.fixture.steps()) > part
    assert whole.notice == ""
    review.do("open", item=row.key)
    assert [entry.command for entry in review.entries()] == ["open"]


def test_a_beginning_whose_end_is_broken_is_refused_in_the_end(review: Review, large: Path) -> None:
    with (large / "session.jsonl").open("ab") as log:
        log.write(b"{")
    told = threading.Event()
    (row,) = review.queue()
    review.glance(row.key, then=lambda key: told.set())
    assert told.wait(30)
    item = review.item(row.key)
    assert item.refusal is not None
    assert "invalid JSON" in item.sentence
