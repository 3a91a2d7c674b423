"""What one call answers, in numbers and in the workbench's words.

Source: ``spec/session-logs.md`` §§8, 23. Sentences hold no captured text; :class:`Answered` does.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from workbench.session_logs.derivation import Call, Entry
from workbench.session_logs.vocabulary import BLOCK_TYPES, FINISH_KINDS

_DETAIL_LENGTH = 120
_BLOCK_WORDS = {
    "text": ("answers in text", "answers in {} texts"),
    "reasoning": ("reasons", "reasons"),
    "tool-call": ("calls 1 tool", "calls {} tools"),
    "image": ("gives an image", "gives {} images"),
    "file": ("gives a file", "gives {} files"),
    "tool-result": ("gives a tool result", "gives {} tool results"),
    "other": ("gives another kind of block", "gives {} other blocks"),
}
_FINISH_WORDS = {
    "max-tokens": "stopped at the token limit",
    "error": "ended with an error",
    "aborted": "was aborted",
    "other": "ended in another way",
}


@dataclass(slots=True)
class Block:
    """One content block of an answer, put together from its chunks."""

    kind: str
    name: str = field(default="", repr=False)  # of a tool call
    tool_call_id: str = field(default="", repr=False)
    text: str = field(default="", repr=False)  # joined deltas, else the block-end's
    settled: str | None = field(default=None, repr=False)  # what the block-end says

    @property
    def agrees(self) -> bool:
        """Whether the block's end repeats its deltas."""
        return self.settled is None or self.settled == self.text


@dataclass(frozen=True, slots=True)
class Answered:
    """A call's answer: blocks in order of appearance, usage and how it finished."""

    kind: str
    blocks: tuple[Block, ...]
    finish: str = ""
    usage: dict[str, int] | None = None
    chunks: int = 0

    @property
    def counts(self) -> dict[str, int]:
        return dict(Counter(block.kind for block in self.blocks))

    @property
    def tools(self) -> tuple[str, ...]:
        return tuple(block.name for block in self.blocks if block.kind == "tool-call")


def answered(entry: Entry) -> Answered:
    """The answer an entry streams. Tolerates chunks of any shape: scripted ones are not validated."""
    chunks: Sequence[Any] = entry.get("chunks", ())
    blocks: dict[str, Block] = {}
    finish, usage = "", None
    for chunk in chunks:
        if not isinstance(chunk, dict):
            continue
        kind = chunk.get("type")
        if kind == "finish":
            finish = _finish_kind(chunk.get("reason"))
        elif kind == "usage":
            usage = _usage(chunk.get("usage"))
        else:
            _add(blocks, chunk, kind)
    return Answered(str(entry["kind"]), tuple(blocks.values()), finish, usage, len(chunks))


def _add(blocks: dict[str, Block], chunk: dict[str, Any], kind: object) -> None:
    key = repr(chunk.get("index"))
    if kind == "block-start":
        blocks.setdefault(key, Block(_block_kind(chunk.get("blockType"))))
    elif kind in ("text-delta", "reasoning-delta"):
        word = "text" if kind == "text-delta" else "reasoning"
        block = blocks.setdefault(key, Block(word))
        block.text += _text(chunk.get("text"))
    elif kind == "tool-call-delta":
        block = blocks.setdefault(key, Block("tool-call"))
        block.text += _text(chunk.get("argumentsDelta"))
        block.name = block.name or _text(chunk.get("name"))
        block.tool_call_id = block.tool_call_id or _text(chunk.get("id"))
    elif kind == "block-end" and isinstance(chunk.get("block"), dict):
        _settle(blocks, key, chunk["block"])


def _settle(blocks: dict[str, Block], key: str, end: dict[str, Any]) -> None:
    streamed = key in blocks and bool(blocks[key].text)
    block = blocks.setdefault(key, Block(_block_kind(end.get("type"))))
    block.name = block.name or _text(end.get("name"))
    block.tool_call_id = block.tool_call_id or _text(end.get("id"))
    settled = end.get("arguments" if block.kind == "tool-call" else "text")
    if isinstance(settled, str):
        block.settled = settled
        if not streamed:
            block.text = settled


def _block_kind(value: object) -> str:
    return value if isinstance(value, str) and value in BLOCK_TYPES else "other"


def _finish_kind(reason: object) -> str:
    kind = reason.get("kind") if isinstance(reason, dict) else None
    return kind if isinstance(kind, str) and kind in FINISH_KINDS else "other"


def _usage(value: object) -> dict[str, int] | None:
    names = [
        "inputTokens",
        "outputTokens",
        "totalTokens",
        "cacheReadTokens",
        "cacheWriteTokens",
        "reasoningTokens",
    ]
    if not isinstance(value, dict):
        return None
    return {name: value[name] for name in names if type(value.get(name)) is int}


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def what(call: Call, answer: Answered) -> str:
    """The call in one sentence of the workbench's words."""
    if answer.kind == "hang":
        return "Starts to answer and hangs until it is cancelled"
    parts = [_counted(kind, count) for kind, count in answer.counts.items()]
    sentence = _joined(parts) if parts else "gives no content"
    if call.origin == "compaction":
        sentence = "summarises for compaction"
    if answer.kind == "throw":
        return f"{_capital(sentence)}, then fails" if parts else "Fails before it answers"
    ending = _FINISH_WORDS.get(answer.finish)
    if not answer.finish:
        ending = "the stream has no finish"
    return f"{_capital(sentence)}; {ending}" if ending else _capital(sentence)


def _counted(kind: str, count: int) -> str:
    one, many = _BLOCK_WORDS[kind]
    return one if count == 1 else many.format(count)


def _joined(parts: list[str]) -> str:
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} and {parts[-1]}"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def detail(entry: Entry, answer: Answered) -> str:
    """Short captured text that says which answer this is: tool names, else the first line."""
    if answer.kind == "throw":
        return _first_line(_text(entry.get("message")))
    names = [name for name in answer.tools if name]
    if names:
        return _first_line(", ".join(names))
    for kind in ("text", "reasoning"):
        for block in answer.blocks:
            if block.kind == kind and block.text.strip():
                return _first_line(block.text)
    return ""


def _first_line(text: str) -> str:
    line = text.strip().split("\n", 1)[0].strip()
    return line if len(line) <= _DETAIL_LENGTH else f"{line[: _DETAIL_LENGTH - 1]}…"


def plain(call: Call, answer: Answered) -> tuple[str, ...]:
    """The call in sentences without captured text, for the plain reading."""
    sentences = [f"{what(call, answer)}."]
    if answer.chunks:
        plural = "" if answer.chunks == 1 else "s"
        sentences.append(f"The answer is streamed in {answer.chunks} chunk{plural}.")
    for number, block in enumerate(answer.blocks, start=1):
        if block.text:
            sentences.append(f"Block {number} ({block.kind}) has {len(block.text)} characters.")
        if not block.agrees:
            sentences.append(f"Block {number} ends with other content than its stream gave.")
    if answer.usage:
        counts = ", ".join(f"{name} {count}" for name, count in answer.usage.items())
        sentences.append(f"Usage: {counts}.")
    if call.origin == "sidecar":
        sentences.append("The sidecar scripts this call; it was not recorded like this.")
    return tuple(sentences)
