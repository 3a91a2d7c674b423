"""Deriving a script: the model calls of one session, out of its events.

Source: ``spec/session-logs.md`` §12.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from workbench.session_logs.errors import DEFAULT_PREFIX, LogRefused, refuse
from workbench.session_logs.json_numbers import template_text

Entry = dict[str, Any]


class Piece(NamedTuple):
    """Part of the raw material of a script: what one body row adds.

    ``kind`` is ``"chunks"`` (generations 0 and 1), ``"stream"`` (a whole call, generation 2 and
    later) or ``"compaction"``. ``seq`` is the first event's sequence; every chunk of a packed row
    counts one.
    """

    kind: str
    row: int
    seq: int
    key: tuple[str, str] = ("", "")
    chunks: Sequence[Any] = ()
    data: dict[str, Any] | None = None
    packed: bool = False

    def __repr__(self) -> str:
        return f"<Piece {self.kind} of row {self.row}>"


@dataclass(slots=True)
class Call:
    """One model call: what replays, and the body rows it came from (-1 where from none).

    ``origin`` is ``"log"``, ``"compaction"`` or ``"sidecar"``; ``turn`` and ``step`` as recorded.
    """

    entry: Entry = field(repr=False)
    first_row: int = -1
    last_row: int = -1
    origin: str = "log"
    turn: str = field(default="", repr=False)
    step: str = field(default="", repr=False)
    sidecar_index: int | None = None

    @property
    def chunks(self) -> list[Any]:
        found = self.entry.get("chunks", [])
        return found if isinstance(found, list) else []

    @property
    def finished(self) -> bool:
        return bool(self.chunks) and _type_of(self.chunks[-1]) == "finish"


def _type_of(chunk: object) -> object:
    return chunk.get("type") if isinstance(chunk, dict) else None


def group_key(data: dict[str, Any]) -> tuple[str, str]:
    """``turn`` and ``step`` as the reference implementation joins them."""
    return (
        template_text(data.get("turn"), missing="turn" not in data),
        template_text(data.get("step"), missing="step" not in data),
    )


def group_calls(pieces: Iterable[Piece], *, cut: int | float = 0) -> list[Call]:
    """The calls of the events from sequence ``cut`` on, unfinished ones included, in log order."""
    calls: list[Call] = []
    open_call: Call | None = None
    for piece in pieces:
        if piece.kind == "chunks":
            open_call = _add_chunks(calls, open_call, piece, cut)
        elif piece.seq >= cut:
            open_call = None
            if piece.kind == "compaction":
                calls.append(_compaction_call(piece))
            elif piece.chunks:
                calls.append(_call(piece, list(piece.chunks)))
    return calls


def _add_chunks(
    calls: list[Call], open_call: Call | None, piece: Piece, cut: int | float
) -> Call | None:
    for offset, chunk in enumerate(piece.chunks):
        if piece.seq + offset < cut:
            continue
        if open_call is None or (open_call.turn, open_call.step) != piece.key:
            open_call = _call(piece, [])
            calls.append(open_call)
        open_call.entry["chunks"].append(chunk)
        open_call.last_row = piece.row
        if _type_of(chunk) == "finish":
            open_call = None
    return open_call


def _call(piece: Piece, chunks: list[Any]) -> Call:
    entry = {"kind": "chunks", "chunks": chunks}
    return Call(entry, piece.row, piece.row, "log", piece.key[0], piece.key[1])


def _compaction_call(piece: Piece) -> Call:
    data = piece.data or {}
    raw = data.get("rawOutput")
    chunks: list[Any] = []
    for index, block in enumerate(raw if isinstance(raw, list) else []):
        kind = block.get("type") if isinstance(block, dict) else None
        chunks.append({"type": "block-start", "index": index, "blockType": kind})
        chunks.append({"type": "block-end", "index": index, "block": block})
    if "usage" in data:
        chunks.append({"type": "usage", "usage": data["usage"]})
    chunks.append({"type": "finish", "reason": {"kind": "stop"}})
    entry: Entry = {"kind": "chunks", "chunks": chunks}
    if not isinstance(raw, list):
        entry["missing"] = True  # turned into the refusal below, never replayed
    return Call(entry, piece.row, piece.row, "compaction")


def check_derived(calls: Sequence[Call], *, prefix: str = DEFAULT_PREFIX) -> LogRefused | None:
    """Why a script cannot be derived from these calls, or ``None`` (§12)."""
    for call in calls:
        if call.entry.get("missing"):
            return refuse(
                f"{prefix}compaction/summary marks an LLM stream call without rawOutput",
                means="What the model answered there was not recorded",
                cure="Record the session again",
                code="underivable",
            )
        if not call.finished:
            return refuse(
                f"{prefix}model call %s/%s ended without a finish chunk (a thrown stream); "
                "this scenario needs a replay.override.json sidecar",
                *(_number_word(word) for word in (call.turn, call.step)),
                means="The recorded stream failed half-way, so it cannot be replayed as it is",
                cure="Say in a replay.override.json what the call should do",
                code="underivable",
            )
    return None


def _number_word(word: str) -> object:
    return int(word) if word.isascii() and word.isdigit() and len(word) < 17 else word
