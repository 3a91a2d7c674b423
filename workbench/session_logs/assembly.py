"""Putting a stream together to a message, whoever the provider was, and holding it to the recorded one.

A log says every answer twice: as the chunks that were streamed, and as the message that settled the
call. Replay streams the chunks; the agent went on from the message. Where the two differ, a replay
shows the agent something else than the model's answer of that day.

What a complete answer holds is exactly the ends of its blocks. Of an answer that was cut off (a token
limit, an error, a cancel) the recorded message keeps the text and may leave out tool calls.
Source: ``spec/session-logs.md`` §§8, 9, 11, 23.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from workbench.session_logs.derivation import Call
from workbench.session_logs.json_numbers import template_text
from workbench.session_logs.log import SessionLog
from workbench.session_logs.scenario import RecordedScript

_DELTAS = {
    "text-delta": ("text", "text", "text"),
    "reasoning-delta": ("reasoning", "text", "text"),
    "tool-call-delta": ("tool-call", "argumentsDelta", "arguments"),
}


def assembled(chunks: Sequence[Any]) -> list[dict[str, Any]]:
    """The content blocks that a stream gives, in order of their first chunk.

    A block is its ``block-end``'s; one that never ended is made of its deltas. Tolerates chunks of any
    shape: scripted ones are not validated.
    """
    blocks: dict[str, dict[str, Any]] = {}
    for chunk in chunks:
        if not isinstance(chunk, dict):
            continue
        kind, key = chunk.get("type"), template_text(chunk.get("index"))
        if kind == "block-start":
            blocks.setdefault(key, _begun(chunk.get("blockType")))
        elif isinstance(kind, str) and kind in _DELTAS:
            _extend(blocks, key, kind, chunk)
        elif kind == "block-end" and isinstance(chunk.get("block"), dict):
            blocks[key] = chunk["block"]
    return list(blocks.values())


def _begun(kind: object) -> dict[str, Any]:
    if kind == "tool-call":
        return {"type": kind, "id": "", "name": "", "arguments": ""}
    return {"type": kind, "text": ""}


def _extend(blocks: dict[str, dict[str, Any]], key: str, kind: str, chunk: dict[str, Any]) -> None:
    made, delta, member = _DELTAS[kind]
    block = blocks.setdefault(key, _begun(made))
    if isinstance(chunk.get(delta), str):
        block[member] = f"{block.get(member, '')}{chunk[delta]}"
    for name in ("id", "name"):
        if made == "tool-call" and isinstance(chunk.get(name), str) and not block.get(name):
            block[name] = chunk[name]


@dataclass(frozen=True, slots=True)
class Agreement:
    """Whether the stream and the recorded message say the same; ``row`` is the message's."""

    row: int
    content: bool
    usage: bool

    @property
    def holds(self) -> bool:
        return self.content and self.usage


@dataclass(frozen=True, slots=True)
class Settling:
    """Finds the message that settled a call of one log. ``calls`` are the recorded ones."""

    log: SessionLog = field(repr=False)
    calls: Sequence[Call] = field(repr=False)

    def agreement(self, index: int) -> Agreement | None:
        """How call ``index`` and its message agree; ``None`` where no message was recorded."""
        if not 0 <= index < len(self.calls) or self.calls[index].origin != "log":
            return None
        call = self.calls[index]
        row = self._row(index)
        if row is None:
            return None
        data = self.log.value(row)["data"]
        chunks = call.chunks
        return Agreement(row, _same_content(chunks, _content(data)), _same_usage(chunks, data))

    def _row(self, index: int) -> int | None:
        call, kinds = self.calls[index], self.log.kinds
        if self.log.generation >= 2:
            row = call.first_row
            return row if kinds[row] == "assistant/message" and self._settles(row, call) else None
        last = index + 1 == len(self.calls)
        stop = len(kinds) if last else self.calls[index + 1].first_row
        rows = range(call.last_row + 1, stop)
        found = (row for row in rows if kinds[row] == "assistant/message")
        return next((row for row in found if self._settles(row, call)), None)

    def _settles(self, row: int, call: Call) -> bool:
        data = self.log.value(row).get("data")
        if not isinstance(data, dict) or _content(data) is None:
            return False
        words = (template_text(data.get("turn")), template_text(data.get("step")))
        return words == (call.turn, call.step)


def _content(data: dict[str, Any]) -> list[Any] | None:
    """A message's content; older builds wrote it without a message around it (§10)."""
    message = data.get("message", data)
    content = message.get("content") if isinstance(message, dict) else None
    return content if isinstance(content, list) else None


def _same_content(chunks: Sequence[Any], recorded: list[Any] | None) -> bool:
    streamed = assembled(chunks)
    if _finish(chunks) in ("stop", "tool-calls"):
        return streamed == recorded
    kept = recorded or []
    calls = [block for block in streamed if _is_call(block)]
    return _texts(streamed) == _texts(kept) and all(
        block in calls for block in kept if _is_call(block)
    )


def _texts(blocks: Sequence[Any]) -> list[Any]:
    """The blocks that say something and are no tool calls."""
    return [
        block
        for block in blocks
        if not _is_call(block) and not (isinstance(block, dict) and block.get("text") == "")
    ]


def _is_call(block: Any) -> bool:
    return isinstance(block, dict) and block.get("type") == "tool-call"


def _finish(chunks: Sequence[Any]) -> object:
    last = chunks[-1] if chunks else None
    reason = last.get("reason") if isinstance(last, dict) else None
    return reason.get("kind") if isinstance(reason, dict) else None


def _same_usage(chunks: Sequence[Any], data: dict[str, Any]) -> bool:
    """Usage is compared where both say one."""
    told = [
        chunk["usage"]
        for chunk in chunks
        if isinstance(chunk, dict) and chunk.get("type") == "usage" and "usage" in chunk
    ]
    return not told or "usage" not in data or told[-1] == data["usage"]


@dataclass(frozen=True, slots=True)
class Agreements:
    """How every call of a scenario agrees with the message that was recorded for it."""

    scripts: Sequence[RecordedScript] = field(repr=False)

    def of(self, script: int, call: int) -> Agreement | None:
        """The agreement of one call; ``None`` for one that is scripted or has no message."""
        recorded = self.scripts[script]
        if recorded.log is None or recorded.calls[call].origin != "log":
            return None
        log = recorded.log
        return Settling(log, log.all_calls if recorded.primary else log.own_calls).agreement(call)
