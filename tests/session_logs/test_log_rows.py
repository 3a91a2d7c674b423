"""Row by row: what the strict rules refuse, with the line and in the format's words."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from log_building import STOP, header, log_bytes, user_message

from workbench.session_logs.errors import LogRefused
from workbench.session_logs.event_shapes import check_chunk
from workbench.session_logs.reading import read_log

STEP = {"type": "step/start", "data": {"turn": 1, "step": 1}}
ASKED = user_message("x")
TOOL = {
    "type": "tool/result",
    "surfaceOp": "append",
    "data": {"turn": 1, "step": 1, "message": {"content": []}, "error": {"name": "E"}},
}
HEADER = {
    "type": "request/header",
    "data": {"header": {"config": {"provider": "p", "model": "m"}}, "reason": "initial"},
}


def _answer(*chunks: dict[str, Any], **more: Any) -> dict[str, Any]:
    records = [{"type": "chunk", "time": 0, "chunk": one} for one in chunks]
    message = {"id": "a", "role": "assistant", "content": []}
    data = {"turn": 1, "step": 1, "message": message, "stream": records}
    return {"type": "assistant/message", "data": data, "surfaceOp": "append", **more}


def _header(generation: int) -> dict[str, Any]:
    return header(version=generation, **({"isSeeded": False} if generation > 1 else {}))


def _first(generation: int, row: dict[str, Any]) -> str:
    """The first thing said of a log whose third line is ``row``."""
    data = log_bytes([_header(generation), STEP, row])
    try:
        objections = read_log("session.jsonl", data).objections
    except LogRefused as refusal:
        return refusal.exact
    return objections[0].exact if objections else ""


@pytest.mark.parametrize(
    ("generation", "row", "text"),
    [
        # Generation 2 and later: one codec for a row (§10).
        (2, {"type": "turn/start"}, "released v2 row 1 lacks required field data"),
        (2, {"data": {}}, "released v2 row 1 lacks required field type"),
        (2, ASKED | {"note": 1}, "released v2 row 1 has unexpected field note"),
        (2, ASKED | {"type": 7}, "released v2 row 1 type must be a string"),
        (2, ASKED | {"ignorable": False}, "released v2 row 1 ignorable must be true when present"),
        (4, ASKED | {"note": 1}, "released v4 row 1 has unexpected field note"),
        # The surface (§5, §7, §10).
        (3, {**ASKED, "surfaceOp": "append"}, ""),
        (
            3,
            {key: ASKED[key] for key in ("type", "data")},
            "format v3 user/message at seq 1 requires a surfaceOp marker",
        ),
        (
            3,
            ASKED | {"surfaceOp": {"op": "replace", "start": 0, "end": 0}},
            "format v3 user/message at seq 1 requires exact replace fields op/startSeq/endSeq",
        ),
        (
            3,
            ASKED | {"surfaceOp": {"op": "replace", "startSeq": 0, "endSeq": 1}},
            "format v3 user/message at seq 1 replacement endpoints must reference earlier events",
        ),
        (0, ASKED | {"surfaceOp": {"op": "replace", "start": 0, "end": 0}}, ""),
        (3, ASKED | {"surfaceOp": {"op": "replace", "startSeq": 0, "endSeq": 0}}, ""),
        (
            3,
            _answer(STOP, sourceEventSeqs=[0]),
            "format v3 assistant/message at seq 1 embeds its stream and cannot carry sourceEventSeqs",
        ),
        (
            3,
            ASKED | {"sourceEventSeqs": []},
            "format v3 user/message at seq 1 sourceEventSeqs must be a non-empty array",
        ),
        (1, ASKED | {"sourceEventSeqs": [0, 0]}, "sourceEventSeqs exceeds its event seq"),
        (
            3,
            ASKED | {"sourceEventSeqs": [1]},
            "sourceEventSeqs ranges must contain unique earlier seqs",
        ),
        # Headers and tool results (§10).
        (
            3,
            {**HEADER, "data": {**HEADER["data"], "header": {"tools": []}}},
            "format v3 request/header at seq 1 empty optional header fields must be omitted",
        ),
        (
            3,
            {**HEADER, "data": {**HEADER["data"], "header": {"system": "x"}}},
            "format v3 request/header rejects retired header.system",
        ),
        (2, {**HEADER, "data": {**HEADER["data"], "header": {"system": "x", "tools": []}}}, ""),
        (
            3,
            TOOL,
            "format v3 tool/result at seq 1 carries error metadata for a non-error tool result",
        ),
        (4, {**TOOL, "data": {**TOOL["data"], "message": {"isError": True}}}, ""),
        (0, {**HEADER, "data": {**HEADER["data"], "header": {"tools": "{{tools}}"}}}, ""),
        (3, {**HEADER, "data": {**HEADER["data"], "header": {"tools": ["look", "go"]}}}, ""),
        (
            0,
            {**HEADER, "data": {**HEADER["data"], "header": {"tools": "{{other}}"}}},
            "format v0 request/header at seq 1 header tools must be an array of tool schemas",
        ),
        # Members of events (§9).
        (0, {"type": "turn/start", "data": {}}, "turn/start 1 lacks required field turn"),
        (0, {"type": "turn/start", "data": {"turn": 1, "trigger": {}}}, ""),
        (
            1,
            {"type": "turn/start", "data": {"turn": 1, "trigger": {}}},
            "turn/start 1 has unexpected field trigger",
        ),
        (
            0,
            {"type": "step/end", "data": {"turn": True, "step": 1}},
            "step/end 1 turn must be a non-negative safe integer",
        ),
        (0, {"type": "plan/mode", "data": {"active": 1}}, "plan/mode 1 active must be a boolean"),
        (
            0,
            {"type": "mode/set", "data": {}},
            'format v0 contains unknown historical event type "mode/set" at seq 1; migration refuses unknown historical events even when ignorable',
        ),
        (4, {"type": "acme/new", "data": {}, "ignorable": True}, ""),
        # Chunks of an embedded stream (§8).
        (
            2,
            _answer({"type": "text-delta", "index": -1, "text": ""}, STOP),
            "assistant/message 1 text-delta index must be a non-negative safe integer",
        ),
        (2, _answer({"type": "odd"}, STOP), "assistant/message 1 has unknown StreamChunk type"),
    ],
)
def test_a_row_is_judged_by_its_own_line(generation: int, row: dict[str, Any], text: str) -> None:
    assert _first(generation, row) == (f"session snapshot line 3: {text}" if text else "")


@pytest.mark.parametrize(
    ("chunk", "what"),
    [
        ({"type": "block-start", "index": 0, "blockType": "acme"}, ""),
        (
            {"type": "block-start", "index": 0, "blockType": ""},
            "blockType must be a non-empty string",
        ),
        ({"type": "text-delta", "index": 0}, "lacks required field text"),
        ({"type": "reasoning-delta", "index": 0, "text": 1}, "text must be a string"),
        (
            {"type": "tool-call-delta", "index": 0, "id": "", "argumentsDelta": ""},
            "id must be a non-empty string",
        ),
        ({"type": "tool-call-delta", "index": 0, "id": "c", "argumentsDelta": "", "name": ""}, ""),
        ({"type": "block-end", "index": 0, "block": []}, "block must be a JSON object"),
        ({"type": "usage", "usage": {"inputTokens": 1}}, "usage lacks required field outputTokens"),
        (
            {"type": "usage", "usage": {"inputTokens": 1, "outputTokens": 1.5}},
            "usage outputTokens must be a non-negative safe integer",
        ),
        ({"type": "finish", "reason": {}}, "reason kind must be a non-empty string"),
        ({"type": "finish", "reason": {"kind": "acme", "more": 1}}, ""),
        (
            {"type": "finish", "reason": {"kind": "stop", "more": 1}},
            "reason has unexpected field more",
        ),
        ({"type": "finish", "reason": {"kind": "error"}}, "reason lacks required field failure"),
        (
            {"type": "finish", "reason": {"kind": "error", "failure": {"message": "m"}}},
            "reason failure lacks required field code",
        ),
        ({"type": "finish", "reason": {"kind": "stop"}, "replayState": {"response": {}}}, ""),
    ],
)
def test_a_chunk_is_judged_by_its_members(chunk: dict[str, Any], what: str) -> None:
    failure = check_chunk(chunk, place="here")
    found = "" if failure is None else failure.exact
    assert found == (f"here {chunk['type']} {what}" if what else "")


_words = st.sampled_from(
    ["type", "turn", "step", "index", "text", "reason", "kind", "usage", "block"]
)
_values = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 2) | st.text(max_size=2),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(_words, inner, max_size=3),
    max_leaves=5,
)


@given(
    kind=st.sampled_from(["user/message", "assistant/message", "tool/result", "request/header"]),
    generation=st.integers(0, 4),
    data=st.dictionaries(_words | st.sampled_from(["message", "stream", "header"]), _values),
    more=st.dictionaries(st.sampled_from(["surfaceOp", "sourceEventSeqs", "ignorable"]), _values),
)
def test_judging_never_fails_whatever_stands_in_a_row(
    kind: str, generation: int, data: dict[str, Any], more: dict[str, Any]
) -> None:
    assert isinstance(_first(generation, {"type": kind, "data": data, **more}), str)


@pytest.mark.parametrize(
    ("rows", "text"),
    [
        (
            [{"type": "session/end-seed", "data": {"inherited": True}}],
            "released v2 unseeded Session contains an inherited end-seed marker",
        ),
        ([], "released v2 seeded Session lacks an inherited end-seed marker"),
    ],
)
def test_a_seed_and_its_end_go_together(rows: list[dict[str, Any]], text: str) -> None:
    data = log_bytes([header(version=2, isSeeded=not rows), *rows])
    with pytest.raises(LogRefused) as refused:
        read_log("session.v2.jsonl", data)
    assert refused.value.exact == f"session snapshot line 1: {text}"
