"""Streamed deltas put together again: which fragments of a file are one text.

A name split over packed fragments is invisible to a search of the file (``spec/session-logs.md``
§23), so checks read the joined text, and stand-ins are made in the joined text.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from workbench.core.places import pointer
from workbench.session_logs.derivation import Call
from workbench.session_logs.log import SessionLog
from workbench.session_logs.vocabulary import PACKED_TYPES, TOOL_CALL_CHUNKS

#: The member of a delta chunk that streams, by chunk type.
DELTA_KEYS = {
    "text-delta": "text",
    "reasoning-delta": "text",
    "tool-call-delta": "argumentsDelta",
}
_CHUNK_OF = {
    "text-chunks": "text-delta",
    "reasoning-chunks": "reasoning-delta",
    "tool-call-chunks": "tool-call-delta",
}


@dataclass(frozen=True, slots=True)
class Fragment:
    """One streamed fragment: its value and its pointer inside the row (or sidecar)."""

    pointer: str
    value: str = field(repr=False)
    row: int = -1


@dataclass(slots=True)
class Streamed:
    """The fragments of one block of one call; ``kind`` is the delta's chunk type."""

    kind: str
    fragments: list[Fragment] = field(default_factory=list)

    @property
    def value(self) -> str:
        return "".join(fragment.value for fragment in self.fragments)


class Joiner:
    """Collects fragments into blocks: one call at a time, by chunk kind and block index."""

    def __init__(self) -> None:
        self._open: dict[tuple[str, str], Streamed] = {}

    def close(self) -> list[Streamed]:
        """The call ends: its blocks in order of their first fragment."""
        blocks = list(self._open.values())
        self._open = {}
        return blocks

    def add(self, kind: str, index: object, fragment: Fragment) -> None:
        """Append a fragment to its block."""
        self._open.setdefault((kind, repr(index)), Streamed(kind)).fragments.append(fragment)


def chunk_fragments(chunk: Any, base: str, row: int) -> Iterator[tuple[str, object, Fragment]]:
    """``(kind, block index, fragment)`` of a chunk, if it is a delta."""
    if not isinstance(chunk, dict):
        return
    kind = chunk.get("type")
    key = DELTA_KEYS.get(kind) if isinstance(kind, str) else None
    if key is not None and isinstance(kind, str) and isinstance(chunk.get(key), str):
        yield kind, chunk.get("index"), Fragment(f"{base}/{key}", chunk[key], row)


def packed_fragments(
    kind: Any, data: Any, base: str, row: int
) -> Iterator[tuple[str, object, Fragment]]:
    """``(kind, block index, fragment)`` of every member of a packed run."""
    if not isinstance(kind, str) or kind not in PACKED_TYPES or not isinstance(data, dict):
        return
    key = "args" if kind == TOOL_CALL_CHUNKS else "texts"
    members = data.get(key)
    if isinstance(members, list):
        for position, member in enumerate(members):
            if isinstance(member, str):
                place = f"{base}/{key}/{position}"
                yield _CHUNK_OF[kind], data.get("index"), Fragment(place, member, row)


def stream_fragments(records: Any, base: str, row: int) -> Iterator[tuple[str, object, Fragment]]:
    """Fragments of a stream embedded in an event (§11)."""
    if not isinstance(records, list):
        return
    for position, record in enumerate(records):
        if isinstance(record, dict):
            place = base + pointer(position)
            if record.get("type") == "chunk":
                yield from chunk_fragments(record.get("chunk"), f"{place}/chunk", row)
            else:
                yield from packed_fragments(record.get("type"), record, place, row)


def streamed_blocks(log: SessionLog, call: Call) -> list[Streamed]:
    """Every streamed block of one call of a log, in order of its first fragment."""
    joiner = Joiner()
    for row in range(call.first_row, call.last_row + 1):
        for found in row_fragments(log, row):
            joiner.add(*found)
    return joiner.close()


def row_fragments(log: SessionLog, row: int) -> Iterator[tuple[str, object, Fragment]]:
    """``(kind, block index, fragment)`` of everything a row streams."""
    kind = log.kinds[row]
    data = log.value(row).get("data")
    if not isinstance(data, dict):
        return
    if log.generation >= 2:
        if kind in ("assistant/message", "assistant/attempt"):
            yield from stream_fragments(data.get("stream"), "/data/stream", row)
    elif kind == "assistant/chunk":
        yield from chunk_fragments(data.get("chunk"), "/data/chunk", row)
    elif kind in PACKED_TYPES:
        yield from packed_fragments(kind, data, "/data", row)
