"""The stand-in for the model: streaming, pacing, cancelling, failing, and its tokens."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from log_building import STOP

from workbench.session_logs.errors import Aborted, ModelFailure, ReplayError
from workbench.session_logs.replayer import Replayer

TEXT = {"type": "text-delta", "index": 0, "text": "hello"}
ANSWER = {"kind": "chunks", "chunks": [TEXT, STOP]}
THROW = {"kind": "throw", "chunks": [TEXT], "message": "overloaded", "code": "E529"}
HANG = {"kind": "hang", "readyFile": "ready"}


async def _read(stream: Any) -> list[Any]:
    return [item async for item in stream]


def test_a_call_streams_its_chunks_to_asyncio_and_to_plain_code() -> None:
    replayer = Replayer([[ANSWER, ANSWER]])
    assert asyncio.run(_read(replayer.call("s"))) == [TEXT, STOP]
    assert list(replayer.iter_call("s")) == [TEXT, STOP]
    replayer.assert_consumed()


def test_errors_come_at_the_first_read_and_not_at_the_call() -> None:
    replayer = Replayer([[ANSWER]])
    replayer.call("s")
    late = replayer.call("s")
    with pytest.raises(ReplayError, match=r"script exhausted — session requested model call #2"):
        asyncio.run(_read(late))
    replayer.assert_consumed()


def test_a_throw_entry_streams_its_prefix_and_then_fails_as_scripted() -> None:
    stream = Replayer([[THROW]]).iter_call("s")
    assert next(stream) == TEXT
    with pytest.raises(ModelFailure, match="overloaded") as failure:
        next(stream)
    assert failure.value.code == "E529"


def test_a_hang_waits_for_the_cancel_and_marks_that_it_is_ready(tmp_path: Path) -> None:
    async def drive() -> list[Any]:
        cancel = asyncio.Event()
        asyncio.get_running_loop().call_later(0.01, cancel.set)
        stream = Replayer([[HANG]], ready_folder=tmp_path).call("s", cancel=cancel)
        seen = [await anext(stream), await anext(stream)]
        with pytest.raises(Aborted, match="aborted"):
            await anext(stream)
        return seen

    assert [item["type"] for item in asyncio.run(drive())] == ["block-start", "text-delta"]
    assert (tmp_path / "ready").read_bytes() == b""


@pytest.mark.parametrize("name", ["../ready", "/tmp/ready", "a\nb", ".."])
def test_a_ready_file_never_leaves_its_folder(tmp_path: Path, name: str) -> None:
    folder = tmp_path / "inside"
    folder.mkdir()
    replayer = Replayer([[{"kind": "hang", "readyFile": name}]], ready_folder=folder)
    with pytest.raises(ReplayError, match="readyFile"):
        list(replayer.iter_call("s"))
    assert [path.name for path in tmp_path.iterdir()] == ["inside"]


def test_a_cancel_before_or_during_the_wait_aborts_at_once() -> None:
    cancel = threading.Event()
    stream = Replayer([[ANSWER]], pace_ms=1).iter_call("s", cancel=cancel)
    assert next(stream) == TEXT
    cancel.set()
    with pytest.raises(Aborted):
        next(stream)


def test_a_cancel_during_a_long_pace_does_not_wait_for_it() -> None:
    async def drive() -> None:
        cancel = asyncio.Event()
        asyncio.get_running_loop().call_later(0.01, cancel.set)
        with pytest.raises(Aborted):
            await _read(Replayer([[ANSWER]], pace_ms=60_000).call("s", cancel=cancel))

    asyncio.run(asyncio.wait_for(drive(), 5))


def test_the_prefix_of_messages_is_a_setting() -> None:
    with pytest.raises(ReplayError, match=r"^fork: fixture not fully consumed — 1 recorded"):
        Replayer([[ANSWER]], prefix="fork: ").assert_consumed()


def test_a_script_without_calls_can_be_bound_without_one() -> None:
    replayer = Replayer([[], [ANSWER]])
    assert replayer.bind("parent") == 0
    assert replayer.answer("child").script == 1
    replayer.assert_consumed()


def test_a_started_subagent_teaches_its_token_until_it_binds() -> None:
    said = {"type": "text-delta", "index": 0, "text": "ask {{session:2}}"}
    entry = {"kind": "chunks", "chunks": [said, STOP]}
    replayer = Replayer([[entry, entry], [ANSWER]])
    messages = [{"role": "user", "content": "started subagent live-7 and <b>"}]
    answer = replayer.answer("parent", messages)
    assert answer.entry is not None
    assert answer.entry["chunks"][0]["text"] == "ask live-7"
    replayer.answer("other-id")
    answer = replayer.answer("parent", messages)
    assert answer.entry is not None
    assert answer.entry["chunks"][0]["text"] == "ask other-id"


def test_keys_are_never_filled_and_filled_text_is_not_scanned_again() -> None:
    chunk = {"{{session:1}}": 1, "type": "text-delta", "text": "{{fromRequest:<(.*)>}}"}
    replayer = Replayer([[{"kind": "chunks", "chunks": [chunk]}]])
    answer = replayer.answer("s", ["<{{fromRequest:x}}>"])
    assert answer.entry is not None
    assert answer.entry["chunks"] == [
        {"{{session:1}}": 1, "type": "text-delta", "text": "{{fromRequest:x}}"}
    ]
    assert chunk["text"] == "{{fromRequest:<(.*)>}}"


@given(
    sizes=st.lists(st.integers(0, 4), min_size=1, max_size=4),
    calls=st.lists(st.sampled_from(["a", "b", "c", None]), max_size=14),
)
def test_sessions_claim_scripts_in_order_and_move_on_their_own(
    sizes: list[int], calls: list[str | None]
) -> None:
    """A model of §15: first come, first bound; cursors keep growing; strangers are not kept."""
    replayer = Replayer([[ANSWER] * size for size in sizes])
    bound: dict[str | None, list[int]] = {}
    for session in calls:
        answer = replayer.answer(session)
        if session not in bound and len(bound) == len(sizes):
            assert answer.error is not None
            assert f"(#{len(sizes) + 1})" in answer.error.what
            continue
        script, cursor = bound.setdefault(session, [len(bound), 0])
        bound[session][1] += 1
        assert (answer.script, answer.call) == (script, cursor)
        assert (answer.error is None) == (cursor < sizes[script])
    complete = len(bound) == len(sizes) and all(
        cursor >= sizes[script] for script, cursor in bound.values()
    )
    assert complete == (replayer.unconsumed() == ())
