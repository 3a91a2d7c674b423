"""Text that was changed piece by piece, and the way back to where each character stood."""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, chain, compress, count, islice, repeat
from operator import ne
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


@dataclass(frozen=True, slots=True)
class Respelt:
    """A text whose characters became none, one or several, each on its own, and where each stood.

    ``origins`` gives the outer character of each inner one. Marks that follow a letter belong to it.
    """

    value: str = field(repr=False)
    text: str = field(repr=False)
    origins: Sequence[int] | None = field(default=None, repr=False)

    def outer(self, start: int, end: int) -> tuple[int, int]:
        """The range of the outer text that characters ``start`` to ``end`` came from."""
        if self.origins is None:
            return start, max(start, end)
        first = self.origins[start] if start < len(self.origins) else len(self.text)
        if end <= start:
            return first, first
        last = self.origins[end - 1] + 1
        marks = _MARKS.match(self.text, last)
        return first, last if marks is None else marks.end()


_MARKS = re.compile(r"(?<=\w)[\u0300-\u036f]{1,8}")


def respell(text: str, spelling: dict[int, str]) -> Respelt:
    """``text`` with every character that ``spelling`` has replaced by what it says."""
    value = text.translate(spelling)
    sizes = {code: len(now) for code, now in spelling.items()}
    if all(size == 1 for size in sizes.values()):
        return Respelt(value, text)
    # One byte a character, written by the same fast pass: how many characters it became.
    counted = {code: chr(size) for code, size in sizes.items()}
    one = dict.fromkeys(map(ord, set(text)), "\x01")
    lengths = text.translate(one | counted).encode("latin-1")
    if max(lengths, default=0) <= 1:
        return Respelt(value, text, array(_kind(text), compress(count(), lengths)))
    origins = chain.from_iterable(map(repeat, count(), lengths))
    return Respelt(value, text, array(_kind(text), origins))


def _kind(text: str) -> str:
    """Four bytes an offset are enough for every text but the longest."""
    return "q" if len(text) >> 31 else "i"


PART = 65_536  # characters of a text that are taken apart at once


def rewrite(
    text: str, odd: re.Pattern[str], change: Callable[[str], str], *, reach: int
) -> Aligned:
    """``text`` with every match of ``odd`` changed by what it is alone, and the map back.

    ``odd`` has one group, around all of it, matches no more than ``reach`` characters and looks at none
    beyond them. Nothing here is done for each match but in C: strangers write texts of nothing else.
    """
    table = _Changes(change)
    kind = _kind(text)
    maps = [array(kind, [0]) for _ in range(4)]
    values: list[str] = []
    outer = inner = 0
    for parts in _parts(text, odd, reach):
        were = parts[1::2]
        now = list(map(table.__getitem__, were))
        outer_ends = array(kind, accumulate(map(len, parts), initial=outer))
        parts[1::2] = now
        inner_ends = array(kind, accumulate(map(len, parts), initial=inner))
        values.append("".join(parts))
        found = (inner_ends[1::2], inner_ends[2::2], outer_ends[1::2], outer_ends[2::2])
        if table.keeps_some:
            kept = list(map(ne, were, now))
            for each, more in zip(maps, found, strict=True):
                each.extend(islice(compress(more, kept), len(kept)))
        else:
            for each, more in zip(maps, found, strict=True):
                each.extend(more[: len(now)])
        outer, inner = outer_ends[-1], inner_ends[-1]
    return Aligned("".join(values), *maps)


class _Changes(dict[str, str]):
    """What each piece becomes, asked once of each. ``keeps_some``: some stay as they are."""

    def __init__(self, change: Callable[[str], str]) -> None:
        super().__init__()
        self._change = change
        self.keeps_some = False

    def __missing__(self, piece: str) -> str:
        now = self._change(piece)
        self.keeps_some = self.keeps_some or now == piece
        if len(self) < _MOST_KEPT:
            self[piece] = now
        return now


_MOST_KEPT = 100_000  # different pieces that are remembered


def _parts(text: str, odd: re.Pattern[str], reach: int) -> Iterator[list[str]]:
    """``text`` split at its matches, part by part: plain, odd, plain, …, odd, plain.

    No match is cut: what begins so late that the end of a part may have cut it begins the next.
    """
    start, size = 0, len(text)
    while start < size:
        end = min(size, start + max(PART, 4 * reach))
        parts = odd.split(text[start:end])
        if end < size:
            end -= _cut_back(parts, reach)
        yield parts
        start = end


def _cut_back(parts: list[str], reach: int) -> int:
    """Takes from the end of ``parts`` what may go on behind it; how many characters that were."""
    back = 0
    while len(parts) > 1 and back + len(parts[-1]) + len(parts[-2]) < reach:
        back += len(parts.pop()) + len(parts.pop())
    rest = min(len(parts[-1]), max(0, reach - back))
    if rest:
        parts[-1] = parts[-1][:-rest]
    return back + rest


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
