"""Text that was changed piece by piece, and the way back to where each character stood."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple


class Replaced(NamedTuple):
    """Characters ``start`` to ``end`` (exclusive) of the outer text became ``value``."""

    start: int
    end: int
    value: str

    def __repr__(self) -> str:
        return f"Replaced({self.start}, {self.end})"


@dataclass(frozen=True, slots=True)
class Aligned:
    """A changed text with, for every change, where it begins and ends in both texts.

    Between changes characters map one to one; inside a change every character maps to all of it.
    """

    value: str = field(repr=False)
    inner_starts: Sequence[int] = field(default=(0,), repr=False)
    inner_ends: Sequence[int] = field(default=(0,), repr=False)
    outer_starts: Sequence[int] = field(default=(0,), repr=False)
    outer_ends: Sequence[int] = field(default=(0,), repr=False)

    def outer(self, start: int, end: int) -> tuple[int, int]:
        """The range of the outer text that characters ``start`` to ``end`` came from."""
        first = self._of(start)[0]
        return first, self._of(end - 1)[1] if end > start else first

    def _of(self, offset: int) -> tuple[int, int]:
        index = bisect_right(self.inner_starts, offset) - 1
        beyond = offset - self.inner_ends[index]
        if beyond < 0:
            return self.outer_starts[index], self.outer_ends[index]
        start = self.outer_ends[index] + beyond
        return start, start + 1


def align(outer: str, changes: Iterable[Replaced]) -> Aligned:
    """``outer`` with ordered, non-overlapping ``changes`` made, and the map back."""
    parts: list[str] = []
    inner_starts, inner_ends, outer_starts, outer_ends = [0], [0], [0], [0]
    position = length = 0
    for start, end, value in changes:
        parts += (outer[position:start], value)
        length += start - position
        inner_starts.append(length)
        length += len(value)
        inner_ends.append(length)
        outer_starts.append(start)
        outer_ends.append(end)
        position = end
    parts.append(outer[position:])
    return Aligned("".join(parts), inner_starts, inner_ends, outer_starts, outer_ends)
