"""The fast readers agree with the rules: on every line, on every log, whatever is in it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from log_building import STOP, chunk, header, log_bytes

from workbench.session_logs import blocks, reading
from workbench.session_logs.blocks import blocks_of
from workbench.session_logs.errors import LogRefused
from workbench.session_logs.lines import parse_exactly, parse_line, spans_of_lines
from workbench.session_logs.reading import read_log
from workbench.session_logs.scripts import script_digest

_NUMBERS = [
    "0 -0 -0.0 1.0 1e3 1E3 -0e5 0.1e1 1e-400 -1e-400 1e400 01 1. .5 +1 NaN Infinity",
    "9007199254740991 9007199254740992 9007199254740993 -9007199254740993",
    "18446744073709551615 18446744073709551616 123456789012345678901234567890",
    "123456789012345678.5 2.2250738585072011e-308 0.30000000000000004",
]
_numbers = st.sampled_from(" ".join(_NUMBERS).split()) | st.integers().map(str)
_strings = st.sampled_from(
    [
        '""',
        '"a"',
        '"\\ud800"',
        '"\\u0041"',
        '"\\\\"',
        '"\\""',
        '"-0 "',
        '"é\u2028"',
        '"\\u005c\\u0022"',
        '"\t"',
        '"\\/"',
        '"\x7f"',
    ]
)
_spaces = st.sampled_from(["", "", "", " ", "\t", "\x0b", "\ufeff"])


def _object(members: list[tuple[str, str]], space: str) -> str:
    return "{" + f",{space}".join(f"{key}:{space}{value}" for key, value in members) + "}"


_texts = st.recursive(
    _numbers | _strings | st.sampled_from(["true", "false", "null", "nul", ""]),
    lambda inner: (
        st.builds(lambda items: f"[{','.join(items)}]", st.lists(inner, max_size=3))
        | st.builds(_object, st.lists(st.tuples(_strings, inner), max_size=3), _spaces)
    ),
    max_leaves=6,
)
_lines = st.builds(
    lambda before, text, after: f"{before}{text}{after}".encode(), _spaces, _texts, _spaces
) | st.binary(max_size=6)
# Lines that parse, each with one thing in it that the fast parser may see otherwise.
_quirks = st.sampled_from(
    [
        '{"a":1}',
        '{"a": 1, "b": [2]}',
        '{"a":1,"a":1}',
        '{"a":{"b":"x","b":"x"}}',
        '{"a":-0}',
        '{"a":"-0 "}',
        '{"a":9007199254740993}',
        '{"\\u0061":1,"a":1}',
        '{"a":"\\\\\\""}',
        '{"a":"\\ud800"}',
        " ",
    ]
).map(str.encode)


def _outcome(parse: Any, raw: bytes) -> tuple[str, str]:
    """What a parser says of a line: every type, sign and order of keys shows in a ``repr``."""
    try:
        return "value", repr(parse(raw, 7))
    except LogRefused as refusal:
        return "refused", refusal.exact


@given(_lines)
def test_a_line_is_read_as_the_rules_read_it(raw: bytes) -> None:
    assert _outcome(parse_line, raw) == _outcome(parse_exactly, raw)


@given(
    st.lists(_lines, max_size=6) | st.lists(_quirks, max_size=4),
    st.sampled_from([b"\n", b"\r\n"]),
    st.booleans(),
)
def test_a_block_is_read_as_its_lines_are(lines: list[bytes], end: bytes, last: bool) -> None:
    """Values, line numbers, duplicates and replaced bytes are those of the lines one by one."""
    data = end.join(line.replace(b"\n", b"") for line in lines) + (end if last else b"")
    found = [
        (number, "refused", value.exact)
        if isinstance(value, LogRefused)
        else (number, "value", repr(value))
        for block in blocks_of(data)
        for number, value in zip(block.numbers, block.values, strict=True)
    ]
    expected = [
        (number, *_outcome(lambda raw, _, at=number: parse_exactly(raw, at), data[start:stop]))
        for number, start, stop in spans_of_lines(data)
    ]
    assert found == expected
    twice = {number for block in blocks_of(data) for number in block.duplicates}
    assert twice == {
        number
        for number, start, stop in spans_of_lines(data)
        if _names_a_key_twice(data[start:stop].decode("utf-8", "replace"))
    }


def _names_a_key_twice(text: str) -> bool:
    twice = False

    def pairs(members: list[tuple[str, Any]]) -> dict[str, Any]:
        nonlocal twice
        twice = twice or len(dict(members)) < len(members)
        return dict(members)

    try:
        parse_exactly(text.encode("utf-8", "surrogatepass"), 1)
        json.loads(text, object_pairs_hook=pairs)
    except (LogRefused, ValueError):
        return False
    return twice


@pytest.mark.parametrize("depth", [100, 253, 254, 255, 256, 511, 512, 513, 1023, 1024, 1025, 5000])
def test_nesting_is_judged_by_the_rules_at_every_limit_of_the_fast_parser(depth: int) -> None:
    raw = b"[" * depth + b"]" * depth
    assert _outcome(parse_line, raw)[0] == ("value" if depth <= 512 else "refused")
    assert _outcome(parse_line, raw) == _outcome(parse_exactly, raw)


_kinds = st.sampled_from(["text-delta", "text-delta", "usage", "finish", "odd"])
_numbered = st.sampled_from([1, 2, 300, 1.0, True, "1", None, [1], -1])
_chunk_rows = st.builds(
    lambda kind, turn, step: chunk({"type": kind, "index": 0, "text": "x"}, turn=turn, step=step),
    _kinds,
    st.just(1) | _numbered,
    st.just(1),
)
_same_rows = st.builds(
    lambda turn, step: chunk({"type": "text-delta", "index": 0}, turn=turn, step=step),
    st.sampled_from([1, True, 1.0]),
    st.sampled_from([1, True]),
)
_runs = st.builds(
    lambda texts, turn, gaps: {
        "type": "text-chunks",
        "data": {"turn": turn, "step": 1, "index": 0, "dt": gaps[: len(texts) - 1], "texts": texts},
    },
    st.lists(st.text(max_size=2), max_size=3),
    _numbered,
    st.lists(st.sampled_from([0, -5, 2**53 - 1, 2**40, True, 1.0]), min_size=2, max_size=2),
)
_other_rows = st.sampled_from(
    [
        {"type": "turn/start", "data": {"turn": 1}},
        {"type": "turn/start", "data": []},
        {"type": "turn/start", "data": {}, "surfaceOp": "append"},
        {"type": "compaction/summary", "data": {}},
        {"type": "compaction/summary", "data": {"llmStreamCall": True, "rawOutput": []}},
        {"type": "acme/other", "data": {}},
        {"type": 7, "data": {}},
        {"type": "assistant/chunk", "data": {"turn": 1}},
        {"data": {}},
    ]
)


def _told(data: bytes) -> tuple[Any, ...]:
    """Everything a reader says of a log."""
    try:
        log = read_log("session.jsonl", data)
    except LogRefused as refusal:
        return ("refused", refusal.exact)
    calls = [
        (call.first_row, call.last_row, call.turn, call.step, call.origin, call.finished, call.seq)
        for call in log.all_calls
    ]
    own = [(call.first_row, script_digest([call])) for call in log.own_calls]
    told = [objection.exact for objection in log.objections]
    return log.kinds, calls, own, script_digest(log.all_calls), log.events, told, list(log.rows)


@settings(max_examples=150)
@given(
    rows=st.lists(_same_rows, max_size=4)
    | st.lists(_chunk_rows, max_size=8)
    | st.lists(_chunk_rows | _runs | _other_rows, max_size=12),
    complete=st.booleans(),
    seed=st.integers(0, 6),
)
def test_the_inner_loop_takes_what_the_rules_take(
    rows: list[dict[str, Any]], complete: bool, seed: int
) -> None:
    """With and without the fast loop, with and without kept chunks, in blocks of any size."""
    stored = [dict(row) for row in rows]
    if complete:
        _number(stored)
    data = log_bytes(
        [header(seedLength=seed), *stored, chunk(STOP)][: None if not complete else -1]
    )
    with pytest.MonkeyPatch.context() as patch:
        fast = _told(data)
        patch.setattr(reading, "KEPT_BYTES", 0)
        assert _told(data) == fast
        patch.setattr(blocks, "BLOCK_SIZE", 100)
        assert _told(data) == fast
        patch.setattr(reading, "plain_rows", lambda *_: 0)
        assert _told(data) == fast


_RUN = {"type": "text-chunks", "time0": 0, "index": 0, "dt": [1], "texts": ["a", "b"]}
_RECORDS: list[Any] = [
    {"type": "chunk", "time": 0, "chunk": {"type": "text-delta", "index": 0, "text": "x"}},
    {"type": "chunk", "time": 1.0, "chunk": {"type": "usage"}},
    {"type": "chunk", "time": 0, "chunk": []},
    {"type": "chunk", "time": True, "chunk": {}},
    _RUN,
    _RUN | {"time0": 1_764_000_000_000},
    _RUN | {"dt": [-5]},
    _RUN | {"dt": [2**53 - 1]},
    _RUN | {"index": -1},
    _RUN | {"more": 1},
    _RUN | {"texts": ["a", 1]},
    {"type": "tool-call-chunks", "time0": 0, "index": 0, "dt": [], "id": "", "args": ["a"]},
    {"type": "odd"},
    7,
]
_records = st.sampled_from(_RECORDS)
_events = st.builds(
    lambda kind, stream, more: {
        "type": kind,
        "data": {"turn": 1, "step": 1, "stream": stream},
        **more,
    },
    st.sampled_from(["assistant/message", "assistant/attempt"]),
    st.lists(_records, max_size=3) | st.just({}),
    st.sampled_from([{}, {"surfaceOp": "append"}, {"other": 1}, {"ignorable": False}]),
)
_later_rows = st.sampled_from(
    [
        {"type": "turn/start", "data": {"turn": 1}},
        {"type": "session/end-seed", "data": {"inherited": True}},
        {"type": "request/header", "data": {"header": {"system": ""}}},
        {"type": "compaction/summary", "data": {"llmStreamCall": True, "rawOutput": []}},
        {"type": "acme/other", "data": {}, "ignorable": True},
        {"type": "text-chunks", "data": {}},
    ]
)


@given(
    rows=st.lists(_events, max_size=2) | st.lists(_events | _later_rows, max_size=6),
    generation=st.integers(2, 4),
    complete=st.booleans(),
    seeded=st.booleans(),
)
def test_the_inner_loop_of_later_generations_takes_what_the_rules_take(
    rows: list[dict[str, Any]], generation: int, complete: bool, seeded: bool
) -> None:
    _same_without_inner_loop(rows, generation=generation, complete=complete, seeded=seeded)


@pytest.mark.parametrize("record", range(len(_RECORDS)))
def test_every_record_of_a_stream_is_judged_as_the_rules_judge_it(record: int) -> None:
    data = {"turn": 1, "step": 1, "stream": [_RECORDS[record]]}
    row = {"type": "assistant/attempt", "data": data}
    _same_without_inner_loop([row], generation=3, complete=False, seeded=False)


def _same_without_inner_loop(
    rows: list[dict[str, Any]], *, generation: int, complete: bool, seeded: bool
) -> None:
    rows = [{"type": "turn/start", "data": {"turn": 1}}, *rows]  # the first is never plain
    stored = [row | ({"seq": at, "time": 0} if complete else {}) for at, row in enumerate(rows)]
    data = log_bytes([header(version=generation, isSeeded=seeded), *stored])
    with pytest.MonkeyPatch.context() as patch:
        fast = _told(data)
        patch.setattr(reading, "KEPT_BYTES", 0)
        assert _told(data) == fast
        patch.setattr(reading, "plain_events", lambda *_: 0)
        assert _told(data) == fast


def _number(rows: list[dict[str, Any]]) -> None:
    seq = 0
    for row in rows:
        packed = row.get("type") == "text-chunks"
        row |= {"seq0": seq, "time0": 0} if packed else {"seq": seq, "time": 0}
        seq += len(row["data"]["texts"]) if packed else 1
