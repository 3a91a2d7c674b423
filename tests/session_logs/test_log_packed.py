"""Packed rows: what they expand to, and what each reader says of a malformed one."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from log_building import STOP, chunk, header, log_bytes

from workbench.session_logs.lenient import read_leniently
from workbench.session_logs.packed import check_leniently, check_strictly, expand, member_times
from workbench.session_logs.reading import read_log
from workbench.session_logs.scripts import script_digest

_DELTAS = {"text-chunks": "text-delta", "reasoning-chunks": "reasoning-delta"}


def _row(kind: str = "text-chunks", **data: Any) -> dict[str, Any]:
    base: dict[str, Any] = {"turn": 1, "step": 1, "index": 0, "dt": [0], "texts": ["a", "b"]}
    return {"type": kind, "seq0": 0, "time0": 0, "data": base | data}


@given(
    kind=st.sampled_from(sorted(_DELTAS)),
    texts=st.lists(st.text(), min_size=1, max_size=6),
    index=st.integers(0, 5),
)
def test_a_packed_run_and_its_chunks_one_by_one_are_the_same_script(
    kind: str, texts: list[str], index: int
) -> None:
    """Packing is only storage: packed, unpacked, lenient and strict give equal calls."""
    deltas = [{"type": _DELTAS[kind], "index": index, "text": text} for text in texts]
    packed = {
        "type": kind,
        "data": {
            "turn": 1,
            "step": 1,
            "index": index,
            "dt": [3] * (len(texts) - 1),
            "texts": texts,
        },
    }
    one = log_bytes([header(), packed, chunk(STOP)])
    many = log_bytes([header(), *map(chunk, deltas), chunk(STOP)])
    digests = {
        script_digest(read_log("session.jsonl", one).all_calls),
        script_digest(read_log("session.jsonl", many).all_calls),
        script_digest(read_leniently(one).script()),
        script_digest(read_leniently(many).script()),
    }
    assert len(digests) == 1
    assert read_log("session.jsonl", one).events == len(texts) + 1


@given(st.lists(st.text(), min_size=1, max_size=5), st.booleans())
def test_a_packed_tool_call_repeats_its_name_in_every_member_or_in_none(
    args: list[str], named: bool
) -> None:
    data: dict[str, Any] = {"index": 1, "id": "c", "args": args} | ({"name": "n"} if named else {})
    chunks = expand("tool-call-chunks", data)
    assert "".join(item["argumentsDelta"] for item in chunks) == "".join(args)
    assert all(("name" in item) == named for item in chunks)


def test_member_times_add_up_the_gaps() -> None:
    assert list(member_times(10, [1, -2, 5])) == [10, 11, 9, 14]


@pytest.mark.parametrize(
    ("row", "why"),
    [
        (_row() | {"x": 1}, "envelope must be exactly {type, seq0, time0, data}"),
        (_row() | {"seq0": -1}, "seq0 must be a non-negative safe integer"),
        (_row() | {"time0": 0.5}, "time0 must be a safe integer"),
        (_row() | {"data": []}, "data must be an object"),
        (_row(x=1), "data must be exactly {turn, step, index, dt, texts}"),
        (_row(turn="1"), "turn/step/index must be numbers"),
        (_row(texts=[]), "texts must be a non-empty string array"),
        (_row(texts=["a", 1]), "texts must be a non-empty string array"),
        (_row(dt=[0.5]), "dt must be an array of safe integers"),
        (_row(dt=[]), "dt length 0 does not match 2 members"),
        (_row() | {"seq0": 2**53 - 1}, "member seqs must stay safe integers"),
        (_row(dt=[1]) | {"time0": 2**53 - 1}, "member times must stay safe integers"),
    ],
)
def test_the_lenient_reader_says_why_a_packed_row_is_malformed(
    row: dict[str, Any], why: str
) -> None:
    failure = check_leniently(row)
    assert failure is not None
    assert failure.what == f"malformed text-chunks storage row: {why}"


@pytest.mark.parametrize(
    ("row", "why"),
    [
        (_row() | {"seq": 1}, 'has unexpected member "seq"'),
        ({"type": "text-chunks", "seq0": 0, "time0": 0}, 'lacks required member "data"'),
        (_row() | {"data": []}, "data must be a JSON object"),
        (_row(texts=[]), "payload must be a non-empty string array"),
        (_row(dt=[]), "dt length must match its payload"),
        (_row(dt=[0.5]), "dt member must be a safe integer"),
        (_row(dt=[1]) | {"time0": 2**53 - 1}, "member time must be a safe integer"),
        (_row(step=-1), "step must be a non-negative safe integer"),
        (_row(turn=True), "turn must be a non-negative safe integer"),
    ],
)
def test_the_strict_reader_says_why_a_packed_row_is_malformed(
    row: dict[str, Any], why: str
) -> None:
    failure = check_strictly(row, 3)
    assert failure is not None
    assert failure.exact == f"released text-chunks row 3 {why}"


def test_integral_floats_are_counts() -> None:
    assert check_strictly(_row(turn=1.0, dt=[1e3]), 0) is None
