"""Text that was changed piece by piece, and the way back to where each character stood."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Replaced:
    """Characters ``start`` to ``end`` (exclusive) of the outer text became ``value``."""

    start: int
    end: int
    value: str = field(repr=False)


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
    for change in changes:
        parts += (outer[position : change.start], change.value)
        length += change.start - position
        inner_starts.append(length)
        length += len(change.value)
        inner_ends.append(length)
        outer_starts.append(change.start)
        outer_ends.append(change.end)
        position = change.end
    parts.append(outer[position:])
    return Aligned("".join(parts), inner_starts, inner_ends, outer_starts, outer_ends)
