"""Streams put together to messages, and held to the messages that were recorded."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from log_building import STOP, chunk, header, lone_fixture, text_call, tool_call, user_message

from workbench.core.fixture import ReplayEnvironment
from workbench.session_logs.assembly import Settling, assembled
from workbench.session_logs.errors import LogRefused
from workbench.session_logs.reading import read_log

HERE = ReplayEnvironment()
CUT = {"type": "finish", "reason": {"kind": "max-tokens"}}


def _message(*content: dict[str, Any], step: int = 1, **more: Any) -> dict[str, Any]:
    message = {"id": "a", "role": "assistant", "content": list(content)}
    return {
        "type": "assistant/message",
        "data": {"turn": 1, "step": step, "message": message, **more},
    }


def _text(text: str) -> dict[str, Any]:
    return {"type": "text", "text": text}


def _deltas(*parts: str, index: int = 0) -> list[dict[str, Any]]:
    return [{"type": "text-delta", "index": index, "text": part} for part in parts]


@given(
    st.lists(
        st.tuples(
            st.sampled_from(["text", "reasoning"]), st.lists(st.text(max_size=4), min_size=1)
        ),
        max_size=4,
    ),
    st.randoms(use_true_random=False),
)
def test_blocks_that_stream_at_the_same_time_are_put_together_each_by_itself(
    blocks: list[tuple[str, list[str]]], random: Any
) -> None:
    """Any interleaving of the blocks' deltas gives the blocks in the order of their starts."""
    chunks = [
        {"type": "block-start", "index": at, "blockType": kind}
        for at, (kind, _) in enumerate(blocks)
    ]
    waiting = [(at, kind, list(parts)) for at, (kind, parts) in enumerate(blocks)]
    while any(parts for _, _, parts in waiting):
        at, kind, parts = random.choice([one for one in waiting if one[2]])
        chunks.append({"type": f"{kind}-delta", "index": at, "text": parts.pop(0)})
    assert assembled(chunks) == [{"type": kind, "text": "".join(parts)} for kind, parts in blocks]


def test_a_tool_call_is_made_of_its_deltas_until_its_end_says_it_whole() -> None:
    deltas = [
        {"type": "tool-call-delta", "index": 0, "id": "c", "name": "look", "argumentsDelta": '{"a'},
        {"type": "tool-call-delta", "index": 0, "id": "c", "argumentsDelta": '":1}'},
    ]
    made = {"type": "tool-call", "id": "c", "name": "look", "arguments": '{"a":1}'}
    assert assembled(deltas) == [made]
    end = made | {"arguments": "{}"}
    assert assembled([*deltas, {"type": "block-end", "index": 0, "block": end}]) == [end]


@given(
    st.lists(
        st.dictionaries(
            st.sampled_from(["type", "index", "text", "block"]), st.integers(-9, 9) | st.text()
        )
    )
)
def test_chunks_of_any_shape_are_put_together_to_something(chunks: list[Any]) -> None:
    assert isinstance(assembled([*chunks, None, 7]), list)


def _agrees(*rows: dict[str, Any], **head: Any) -> bool | None:
    fixture = lone_fixture([header(**head), *rows])
    log = fixture.scenario.scripts[0].log
    assert log is not None
    agreement = Settling(log, log.all_calls).agreement(0)
    return None if agreement is None else agreement.holds


@pytest.mark.parametrize(
    ("rows", "agrees"),
    [
        ([*text_call("hel", "lo"), _message(_text("hello"))], True),
        ([*text_call("hel", "lo"), _message(_text("other"))], False),
        ([*text_call("hello"), _message(_text("hello"), _text("more"))], False),
        ([*text_call("hello"), user_message("between"), _message(_text("hello"))], True),
        ([*text_call("hello"), _message(_text("other"), step=2)], None),
        ([*text_call("hello")], None),
        ([*text_call("hello"), *text_call("x", step=2), _message(_text("hello"))], None),
        # An older build wrote the content without a message around it.
        (
            [
                *text_call("hello"),
                {
                    "type": "assistant/message",
                    "data": {"turn": 1, "step": 1, "content": [_text("hello")]},
                },
            ],
            True,
        ),
        # What was cut off keeps its text; a tool call may be missing, and none may be new.
        ([*map(chunk, _deltas("par", "tial")), chunk(CUT), _message(_text("partial"))], True),
        ([*map(chunk, _deltas("partial")), chunk(CUT), _message(_text("whole"))], False),
        ([*map(chunk, _deltas("")), chunk(CUT), _message()], True),
        ([*tool_call("look", {})[:-2], chunk(CUT), _message()], True),
        ([*tool_call("look", {})[:-2], chunk(STOP), _message()], False),
        (
            [
                *tool_call("look", {})[:-2],
                chunk(CUT),
                _message({"type": "tool-call", "id": "x", "name": "look", "arguments": "{}"}),
            ],
            False,
        ),
    ],
)
def test_a_stream_agrees_with_its_message_or_does_not(
    rows: list[dict[str, Any]], agrees: bool | None
) -> None:
    assert _agrees(*rows) is agrees


@pytest.mark.parametrize(("told", "agrees"), [(5, True), (6, False)])
def test_usage_is_compared_where_both_say_it(told: int, agrees: bool) -> None:
    used = {"type": "usage", "usage": {"inputTokens": 5, "outputTokens": 1}}
    rows = [*map(chunk, [*_deltas("x"), used, STOP])]
    usage = {"inputTokens": told, "outputTokens": 1}
    assert _agrees(*rows, _message(_text("x"), usage=usage)) is agrees
    assert _agrees(*rows, _message(_text("x"))) is True


@pytest.mark.parametrize(("said", "agrees"), [("ab", True), ("ba", False)])
def test_a_later_generation_says_both_in_one_event(said: str, agrees: bool) -> None:
    run = {"type": "text-chunks", "time0": 0, "index": 0, "dt": [1], "texts": ["a", "b"]}
    stream = [run, {"type": "chunk", "time": 0, "chunk": STOP}]
    row = _message(_text(said), stream=stream)
    assert _agrees(row, version=3, isSeeded=False) is agrees


def test_a_difference_is_asked_about_and_stands_in_step_evidence_and_outcome() -> None:
    rows = [*text_call("hello"), _message(_text("other-example"))]
    rows += [*text_call("fine", step=2), _message(_text("fine"), step=2)]
    fixture = lone_fixture([header(), *rows])
    asked = [note.text for note in fixture.notes if note.weight == "ask"]
    assert "1 call(s) stream something else than the message recorded for them" in asked
    assert [step.tags for step in fixture.steps()] == [("differs from message",), ()]
    replay = fixture.replay(HERE)
    assert [evidence.reason for evidence in replay.evidence] == ["message_differs", ""]
    outcome: Any = replay.outcome
    assert [step["message"] for step in outcome["steps"]] == ["differs", "agrees"]
    assert "other-example" not in json.dumps(outcome) + repr(replay.evidence) + repr(fixture.notes)


def test_a_call_without_a_message_says_nothing_of_one() -> None:
    outcome: Any = lone_fixture([header(), *text_call("x")]).replay(HERE).outcome
    assert "message" not in outcome["steps"][0]


def test_every_recording_that_no_hand_changed_agrees_with_its_messages(shared: Path) -> None:
    """The same recordings in every generation: whatever packs or embeds a stream keeps it."""
    seen = 0
    for path in sorted((shared / "corpora/session_logs/generations").glob("*/session*.jsonl")):
        try:
            log = read_log(path.name, path.read_bytes())
        except LogRefused:
            continue
        settling = Settling(log, log.all_calls)
        for index in range(len(log.all_calls)):
            agreement = settling.agreement(index)
            assert agreement is None or agreement.holds, (path, index)
            seen += agreement is not None
    assert seen > 100
