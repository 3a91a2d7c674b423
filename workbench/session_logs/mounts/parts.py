"""An answer's chunks as parts that any wire can say, in an order that every wire allows.

Recorded blocks may interleave: several begin, their deltas alternate, and they end together. Wires
say one block after another. Because the whole answer is known, a block is closed with its last
delta, and the deltas of a later block only wait where the recording really alternated.
Source: ``spec/session-logs.md`` §§8, 14.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from workbench.session_logs.answering import chunks_of
from workbench.session_logs.derivation import Entry
from workbench.session_logs.errors import ReplayError
from workbench.session_logs.json_numbers import is_count

TEXT, REASONING, TOOL_CALL = "text", "reasoning", "tool-call"
_KINDS = (TEXT, REASONING, TOOL_CALL)
_DELTAS = {
    "text-delta": (TEXT, "text"),
    "reasoning-delta": (REASONING, "text"),
    "tool-call-delta": (TOOL_CALL, "argumentsDelta"),
}


_OF_BLOCKS = frozenset({"block-start", "block-end", *_DELTAS})


@dataclass(slots=True)
class Block:
    """One block of an answer: ``number`` counts from 0 in the order in which blocks begin."""

    number: int
    kind: str = ""
    tool_call_id: str = field(default="", repr=False)
    name: str = field(default="", repr=False)
    pieces: list[tuple[int, str]] = field(default_factory=list, repr=False)  # (chunk, text)
    first: int = 0  # chunk that begins it
    ended: bool = False

    @property
    def text(self) -> str:
        return "".join(piece for _, piece in self.pieces)

    @property
    def last(self) -> int:
        """The chunk after which nothing is added."""
        return max(self.first, self.pieces[-1][0]) if self.pieces else self.first


@dataclass(frozen=True, slots=True)
class Opened:
    """A block begins."""

    block: Block


@dataclass(frozen=True, slots=True)
class Added:
    """Text, reasoning or arguments are added to the block that is open."""

    block: Block
    text: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Closed:
    """The open block is complete."""

    block: Block


Part: TypeAlias = Opened | Added | Closed


@dataclass(frozen=True, slots=True)
class Usage:
    """Token counts, disjoint but for reasoning, which is part of the output; ``None`` is not recorded."""

    input: int = 0
    output: int = 0
    cache_read: int | None = None
    cache_write: int | None = None
    reasoning: int | None = None

    @property
    def prompt(self) -> int:
        """Everything that went in, cached or not."""
        return self.input + (self.cache_read or 0) + (self.cache_write or 0)


@dataclass(frozen=True, slots=True)
class Said:
    """A whole answer: its blocks, what to say after each chunk, usage, and how it ends.

    ``after[n]`` are the parts of chunk ``n``; ``rest`` those that only the end lets out. ``finish``
    is the kind of the finish reason, ``""`` where the stream has none; ``failure`` what an ``error``
    or ``aborted`` finish, or a ``throw``, gives as its reason.
    """

    blocks: tuple[Block, ...] = field(repr=False)
    after: tuple[tuple[Part, ...], ...] = field(repr=False)
    rest: tuple[Part, ...] = field(repr=False)
    usage: Usage | None = None
    finish: str = ""
    failure: Mapping[str, Any] | None = field(default=None, repr=False)

    def text(self, kind: str) -> str:
        """The joined text of all blocks of one kind."""
        return "".join(block.text for block in self.blocks if block.kind == kind)

    def of_kind(self, kind: str) -> tuple[Block, ...]:
        return tuple(block for block in self.blocks if block.kind == kind)


def said(entry: Entry) -> Said:
    """What an entry says. Scripted chunks of any shape are taken.

    Raises ``ReplayError`` (``untranslatable``) for a block that no wire can say, such as an image.
    """
    chunks: Sequence[object] = chunks_of(entry)
    blocks = _Blocks()
    usage, finish, failure = None, "", None
    for position, chunk in enumerate(chunks):
        if not isinstance(chunk, Mapping):
            continue
        kind = _text(chunk.get("type"))
        if kind == "usage":
            usage = _usage(chunk.get("usage"))
        elif kind == "finish":
            finish, failure = _finish(chunk.get("reason"))
        elif kind in _OF_BLOCKS:
            blocks.take(position, chunk)
    _check_kinds(blocks.found)
    whole = entry["kind"] == "chunks" and bool(finish) and failure is None
    after, rest = _in_order(blocks.found, len(chunks), whole=whole)
    if entry["kind"] == "throw":
        finish, failure = "error", {"message": entry["message"], "code": entry["code"]}
    return Said(tuple(blocks.found), after, rest, usage, finish, failure)


class _Blocks:
    """The blocks of a stream, found chunk by chunk."""

    def __init__(self) -> None:
        self.found: list[Block] = []
        self._open: dict[str, Block] = {}
        self._ended: set[str] = set()

    def take(self, position: int, chunk: Mapping[str, Any]) -> None:
        key, kind = repr(chunk.get("index")), _text(chunk.get("type"))
        if kind == "block-end":
            if key not in self._ended:  # a second end of the same block adds nothing
                self._end(self._block(key, position), position, chunk.get("block"))
                self._ended.add(key)
                del self._open[key]
            return
        self._ended.discard(key)
        block = self._block(key, position)
        if kind == "block-start":
            block.kind = block.kind or _text(chunk.get("blockType"))
        elif kind in _DELTAS:
            word, member = _DELTAS[kind]
            block.kind = block.kind or word
            _identify(block, chunk)
            block.pieces.append((position, _text(chunk.get(member))))

    def _block(self, key: str, position: int) -> Block:
        if key not in self._open:
            self._open[key] = Block(len(self.found), first=position)
            self.found.append(self._open[key])
        return self._open[key]

    def _end(self, block: Block, position: int, settled: object) -> None:
        """Add what only the end of a block says; where the end says other than its deltas, they count."""
        block.ended = True
        if not isinstance(settled, Mapping):
            return
        block.kind = block.kind or _text(settled.get("type"))
        _identify(block, settled)
        text = _text(settled.get("arguments" if block.kind == TOOL_CALL else "text"))
        streamed = block.text
        if len(text) > len(streamed) and text.startswith(streamed):
            block.pieces.append((position, text[len(streamed) :]))


def _identify(block: Block, chunk: Mapping[str, Any]) -> None:
    if block.kind == TOOL_CALL:
        block.tool_call_id = block.tool_call_id or _text(chunk.get("id"))
        block.name = block.name or _text(chunk.get("name"))


def _check_kinds(blocks: Sequence[Block]) -> None:
    for block in blocks:
        if block.kind not in _KINDS:
            raise ReplayError(
                f"block {block.number + 1} of the answer is neither text, reasoning nor a tool call",
                means="The wire has no words for it",
                cure="Take the chunks themselves, from the Python mount",
                code="untranslatable",
            )
        if block.kind == TOOL_CALL and not block.tool_call_id:
            block.tool_call_id = f"call_{block.number}"


def _in_order(
    blocks: Sequence[Block], count: int, *, whole: bool
) -> tuple[tuple[tuple[Part, ...], ...], tuple[Part, ...]]:
    """The parts after each of ``count`` chunks, one block at a time, and what is left at the end.

    In a stream that breaks off, a block that has no end stays open unless another one begins.
    """
    said_after: list[tuple[Part, ...]] = []
    state = _Saying(blocks)
    for position in range(count):
        said_after.append(tuple(state.until(position, whole=whole)))
    return tuple(said_after), tuple(state.until(count, whole=whole))


class _Saying:
    """Says blocks one after another, as far as the stream has come."""

    def __init__(self, blocks: Sequence[Block]) -> None:
        self._blocks = blocks
        self._current = 0
        self._opened = False
        self._piece = 0

    def until(self, position: int, *, whole: bool) -> Iterator[Part]:
        """The parts that can be said once chunk ``position`` is there."""
        while self._current < len(self._blocks):
            block = self._blocks[self._current]
            if block.first > position:
                return
            if not self._opened:
                self._opened = True
                yield Opened(block)
            while self._piece < len(block.pieces) and block.pieces[self._piece][0] <= position:
                yield Added(block, block.pieces[self._piece][1])
                self._piece += 1
            if not self._closes(block, position, whole=whole):
                return
            yield Closed(block)
            self._current, self._opened, self._piece = self._current + 1, False, 0

    def _closes(self, block: Block, position: int, *, whole: bool) -> bool:
        if position < block.last:
            return False
        if whole or block.ended:
            return True
        following = self._current + 1
        return following < len(self._blocks) and self._blocks[following].first <= position


def _usage(value: object) -> Usage | None:
    if not isinstance(value, Mapping):
        return None
    counts = {key: int(value[key]) for key in value if is_count(value[key])}
    return Usage(
        counts.get("inputTokens", 0),
        counts.get("outputTokens", 0),
        counts.get("cacheReadTokens"),
        counts.get("cacheWriteTokens"),
        counts.get("reasoningTokens"),
    )


def _finish(reason: object) -> tuple[str, Mapping[str, Any] | None]:
    kind = _text(reason.get("kind")) if isinstance(reason, Mapping) else ""
    if kind not in ("error", "aborted"):
        return kind or "stop", None
    failure = reason.get("failure") if isinstance(reason, Mapping) else None
    return kind, failure if isinstance(failure, Mapping) else {}


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""
