"""Replacing identifying values: edits to decoded text, and edits spread over pieces.

Families apply edits; which edits there are is decided above them (``spec/review-ux.md`` §10).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Edit:
    """Characters ``start`` to ``end`` (exclusive) become ``replacement``."""

    start: int
    end: int
    replacement: str = field(repr=False)


class StandIns(Protocol):
    """Decides what in a decoded text is replaced. Edits are ordered and never overlap."""

    def edits(self, text: str) -> Sequence[Edit]: ...


def apply_edits(text: str, edits: Sequence[Edit]) -> str:
    """``text`` with ordered, non-overlapping ``edits`` made."""
    parts: list[str] = []
    position = 0
    for edit in edits:
        parts += (text[position : edit.start], edit.replacement)
        position = edit.end
    parts.append(text[position:])
    return "".join(parts)


def stand_in(text: str, table: StandIns) -> str:
    """``text`` with everything ``table`` replaces in it replaced."""
    edits = table.edits(text)
    return apply_edits(text, edits) if edits else text


def stand_in_pieces(pieces: Sequence[str], table: StandIns) -> list[str]:
    """The pieces of one text, replaced as the whole and cut again into the same number of pieces.

    A replacement goes to the piece where the value began; the other pieces lose their share. So a
    name split over streamed deltas is replaced once, and no piece is added or dropped.
    """
    edits = table.edits("".join(pieces))
    if not edits:
        return list(pieces)
    starts = [0, *accumulate(map(len, pieces))]
    changed: list[str] = []
    for piece, base in zip(pieces, starts, strict=False):
        parts: list[str] = []
        position = base
        limit = base + len(piece)
        for edit in edits:
            if edit.end <= base and not edit.start == edit.end == base:
                continue
            if edit.start >= limit:
                break
            parts.append(piece[position - base : max(edit.start, base) - base])
            if edit.start >= base:
                parts.append(edit.replacement)
            position = min(edit.end, limit)
        parts.append(piece[position - base :])
        changed.append("".join(parts))
    return changed
