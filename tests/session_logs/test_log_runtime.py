"""Logs as the runtime stores them: packed frame by frame, torn, damaged, with clocks to leave out."""

from __future__ import annotations

import json
import struct
from pathlib import Path
from typing import Any

import pytest
import zstandard
from hypothesis import given
from hypothesis import strategies as st
from log_building import header, log_bytes, text_call, user_message

from workbench.core.errors import Refused
from workbench.core.fixture import open_fixture
from workbench.session_logs.errors import LogRefused
from workbench.session_logs.frames import complete_frames
from workbench.session_logs.projection import projected
from workbench.session_logs.reading import read_log
from workbench.session_logs.scripts import script_digest

LINES = log_bytes([header(), user_message("ask"), *text_call("hello", "you")]).splitlines(True)


def _packed(line: bytes, **options: Any) -> bytes:
    return zstandard.ZstdCompressor(**options).compress(line)


def _frames(**options: Any) -> list[bytes]:
    return [_packed(line, **options) for line in LINES]


@given(
    cut=st.integers(0, 400),
    checked=st.booleans(),
    sized=st.booleans(),
    size=st.sampled_from([0, 1, 300, 70_000]),
)
def test_of_frames_cut_anywhere_the_complete_ones_are_read(
    cut: int, checked: bool, sized: bool, size: int
) -> None:
    """Whatever the frames' headers hold: checksums, sizes, repeated blocks, several blocks."""
    options = {"write_checksum": checked, "write_content_size": sized}
    pieces = [*LINES, b"x" * size + b"\n", bytes(range(256)) * (size // 256)]
    frames = [_packed(piece, **options) for piece in pieces]
    whole = b"".join(frames)
    data = whole[: max(0, len(whole) - cut)]
    kept, length = 0, 0
    while kept < len(frames) and length + len(frames[kept]) <= len(data):
        length += len(frames[kept])
        kept += 1
    file, torn = complete_frames("session.jsonl.zstd", data)
    assert file.data == b"".join(pieces[:kept])
    assert torn is (length < len(data))


def _refusal(data: bytes) -> str:
    with pytest.raises(LogRefused) as refused:
        complete_frames("session.jsonl.zstd", data)
    return refused.value.exact


def test_damage_before_the_end_is_named_with_its_byte() -> None:
    first, second, *rest = _frames()
    after = second + b"".join(rest)
    at = len(first)
    start = "corrupt Zstandard session log: "
    assert _refusal(first + b"JUNK" + after) == f"{start}invalid frame magic at byte {at}"
    reserved = second[:4] + bytes([second[4] | 0x08]) + second[5:]
    assert _refusal(first + reserved) == f"{start}reserved frame-header bit at byte {at + 4}"
    # An empty frame of one block whose type is reserved: no checksum, a one-byte window.
    block = struct.pack("<I", 1 | 3 << 1)[:3]
    broken = second[:4] + b"\x00\x00" + block
    assert _refusal(first + broken + after) == f"{start}reserved block type at byte {at + 6}"


def test_a_frame_whose_content_was_changed_is_refused() -> None:
    frames = _frames(write_checksum=True)
    spoiled = bytearray(frames[1])
    spoiled[-1] ^= 0xFF
    found = _refusal(frames[0] + bytes(spoiled) + b"".join(frames[2:]))
    assert found == f"corrupt Zstandard session log: damaged frame at byte {len(frames[0])}"


def _complete(rows: list[dict[str, Any]]) -> bytes:
    """Rows as the runtime writes them, with clocks; the same names inside ``data`` are data."""
    body = [{"seq": at, "time": 1_700_000_000_000 + at, **row} for at, row in enumerate(rows)]
    return log_bytes([header(), *body])


def test_an_imported_runtime_log_holds_no_clock_and_replays_the_same(tmp_path: Path) -> None:
    rows = [user_message("ask"), *text_call("hello", "you")]
    rows.insert(1, {"type": "todo/write", "data": {"seq": 7, "time": "noon", "x": 'a,"seq":1}'}})
    data = _complete(rows)
    path = tmp_path / "session.jsonl.zstd"
    path.write_bytes(b"".join(_packed(line) for line in data.splitlines(True)))
    fixture = open_fixture(path)
    assert fixture.export("x") == {"session.jsonl": log_bytes([header(), *rows])}
    assert any("left out" in note.text for note in fixture.notes)
    assert b"1700000000000" not in fixture.export("x")["session.jsonl"]


def test_a_complete_log_that_nobody_packed_keeps_its_bytes(tmp_path: Path) -> None:
    path = tmp_path / "session.jsonl"
    path.write_bytes(_complete(text_call("x")))
    assert open_fixture(path).export("x") == {"session.jsonl": path.read_bytes()}


def test_a_broken_runtime_log_is_refused_before_anything_is_left_out(tmp_path: Path) -> None:
    """Leaving envelopes out first would hide that the rows are of two recordings."""
    rows = [
        *_complete(text_call("x")).splitlines(True),
        *log_bytes(text_call("y")).splitlines(True),
    ]
    path = tmp_path / "session.jsonl.zstd"
    path.write_bytes(b"".join(map(_packed, rows)))
    with pytest.raises(Refused, match="cannot mix projected and complete"):
        open_fixture(path)


_words = st.text('ab"\\,{}[]: é', max_size=6)


@given(st.lists(st.dictionaries(_words, _words | st.lists(_words, max_size=2)), max_size=4))
def test_projecting_changes_nothing_but_the_envelope(datas: list[dict[str, Any]]) -> None:
    rows = [{"type": "todo/write", "data": data} for data in datas] + text_call("x")
    log = read_log("session.jsonl", _complete(rows))
    after = projected(log)
    assert [json.loads(line) for line in after.split(b"\n") if line] == [header(), *rows]
    again = read_log("session.jsonl", after)
    assert script_digest(again.all_calls) == script_digest(log.all_calls)
    assert projected(again) == after
