"""Small session logs written by hand for the tests: the shapes of the format, and nothing real."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from workbench.core.files import SourceFile
from workbench.core.stand_ins import Edit
from workbench.session_logs import SessionLogFixture
from workbench.session_logs.fixture import open_files

Row = dict[str, Any]


def header(**members: Any) -> Row:
    """A header of generation 0."""
    return {
        "type": "session",
        "version": 0,
        "id": "s1",
        "createdAt": 0,
        "delegationDepth": 0,
    } | members


def chunk(content: Row, *, turn: int = 1, step: int = 1) -> Row:
    """One streamed chunk as a row."""
    return {"type": "assistant/chunk", "data": {"turn": turn, "step": step, "chunk": content}}


def text_call(*parts: str, turn: int = 1, step: int = 1) -> list[Row]:
    """A call that answers in text, streamed in ``parts``."""
    contents: list[Row] = [{"type": "block-start", "index": 0, "blockType": "text"}]
    contents += [{"type": "text-delta", "index": 0, "text": part} for part in parts]
    contents.append(
        {"type": "block-end", "index": 0, "block": {"type": "text", "text": "".join(parts)}}
    )
    contents.append({"type": "finish", "reason": {"kind": "stop"}})
    return [chunk(content, turn=turn, step=step) for content in contents]


def tool_call(name: str, arguments: Row, *, call_id: str = "call-1", step: int = 1) -> list[Row]:
    """A call that calls one tool, its arguments packed in fragments, and the ``tool/call`` row."""
    text = json.dumps(arguments)
    middle = len(text) // 2
    fragments = ["", text[:middle], text[middle:]]
    run = {
        "type": "tool-call-chunks",
        "data": {
            "turn": 1,
            "step": step,
            "index": 0,
            "dt": [1, 2],
            "id": call_id,
            "name": name,
            "args": fragments,
        },
    }
    block = {"type": "tool-call", "id": call_id, "name": name, "arguments": text}
    return [
        chunk({"type": "block-start", "index": 0, "blockType": "tool-call"}, step=step),
        run,
        chunk({"type": "block-end", "index": 0, "block": block}, step=step),
        chunk({"type": "finish", "reason": {"kind": "tool-calls"}}, step=step),
        {
            "type": "tool/call",
            "data": {"turn": 1, "step": step, "callId": call_id, "name": name, "arguments": text},
        },
    ]


def tool_result(text: str, *, call_id: str = "call-1", step: int = 1) -> Row:
    """The result of a tool call."""
    content = {
        "type": "tool-result",
        "toolCallId": call_id,
        "content": [{"type": "text", "text": text}],
        "isError": False,
    }
    message = {
        "source": {"kind": "tool", "callId": call_id},
        "content": [content],
        "role": "user",
        "id": f"result-{call_id}",
    }
    return {"type": "tool/result", "data": {"turn": 1, "step": step, "message": message}}


def user_message(text: str, *, message_id: str = "m1") -> Row:
    """What a person asked."""
    data = {
        "content": [{"type": "text", "text": text}],
        "source": {"kind": "user"},
        "role": "user",
        "id": message_id,
    }
    return {"type": "user/message", "data": data, "surfaceOp": "append"}


def log_bytes(rows: Iterable[Row], *, spaced: bool = False) -> bytes:
    """Rows as JSON Lines; ``spaced`` writes them in another formatting style."""
    separators = (", ", ": ") if spaced else (",", ":")
    lines = (json.dumps(row, ensure_ascii=False, separators=separators) for row in rows)
    return "".join(f"{line}\n" for line in lines).encode("utf-8", "surrogatepass")


def write_scenario(folder: Path, logs: Sequence[bytes], *, override: Any = None) -> Path:
    """A scenario folder: the parent's log, then the children's, and a sidecar if given."""
    folder.mkdir(parents=True, exist_ok=True)
    for index, data in enumerate(logs):
        name = "session.jsonl" if index == 0 else f"session.{index}.jsonl"
        (folder / name).write_bytes(data)
    if override is not None:
        (folder / "replay.override.json").write_text(json.dumps(override))
    return folder


STOP = {"type": "finish", "reason": {"kind": "stop"}}


class Table:
    """Replaces whole words everywhere, as a stand-in table does."""

    def __init__(self, pairs: Mapping[str, str]) -> None:
        self._pairs = pairs

    def edits(self, text: str) -> Sequence[Edit]:
        edits: list[Edit] = []
        position = 0
        while position < len(text):
            for old, new in self._pairs.items():
                if old and text.startswith(old, position):
                    edits.append(Edit(position, position + len(old), new))
                    position += len(old) - 1
                    break
            position += 1
        return edits


def lone_fixture(rows: list[dict[str, Any]], **options: Any) -> SessionLogFixture:
    """The capture of one log."""
    return open_files("capture", [SourceFile.of("session.jsonl", log_bytes(rows, **options))])
