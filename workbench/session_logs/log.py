"""One session log, read for review: strict where a log must be strict, and lazily indexed.

Source: ``spec/session-logs.md`` §§3-6, 11, 12, 24. What the strict rules refuse beyond the *must*
level is kept as a remark, because real pre-release recordings break those rules.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import islice
from typing import Any, overload

import orjson

from workbench.session_logs.blocks import Block
from workbench.session_logs.derivation import Call, Entry, compaction_chunks
from workbench.session_logs.errors import LogRefused
from workbench.session_logs.header import Header
from workbench.session_logs.lines import parse_line, plain_spans, spans_of_lines
from workbench.session_logs.packed import expand
from workbench.session_logs.streams import expand_stream
from workbench.session_logs.vocabulary import PACKED_TYPES

LineSpan = tuple[int, int, int]  # line number, first byte, end


class LineIndex(Sequence[LineSpan]):
    """Where each line that is not blank stands, without a record of every line.

    Only the beginnings of blocks are kept; the lines of one block are found when one is asked for.
    """

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._blocks: list[tuple[int, int, int, bool]] = []
        self._firsts: list[int] = []  # position of each block's first line that is not blank
        self._size = 0
        self._held: tuple[int, list[LineSpan]] = (-1, [])

    def add(self, block: Block) -> None:
        """The next block of the file."""
        self._blocks.append((block.start, block.end, block.first_line, block.plain))
        self._firsts.append(self._size)
        self._size += len(block.values)

    def __len__(self) -> int:
        return self._size

    @overload
    def __getitem__(self, index: int) -> LineSpan: ...
    @overload
    def __getitem__(self, index: slice) -> list[LineSpan]: ...
    def __getitem__(self, index: int | slice) -> LineSpan | list[LineSpan]:
        if isinstance(index, slice):
            return [self[position] for position in range(*index.indices(self._size))]
        position = index + self._size if index < 0 else index
        if not 0 <= position < self._size:
            raise IndexError("there is no such line")
        block = bisect_right(self._firsts, position) - 1
        return self._lines(block)[position - self._firsts[block]]

    def __iter__(self) -> Iterator[LineSpan]:
        for block in range(len(self._blocks)):
            yield from self._lines(block)

    def values(self, first: int, last: int) -> Iterator[Any]:
        """The JSON values of lines ``first`` to ``last``, which were read before."""
        data, position = self._data, first
        while position <= last:
            block = bisect_right(self._firsts, position) - 1
            start = position - self._firsts[block]
            lines = self._lines(block)[start : start + last - position + 1]
            if self._blocks[block][3]:
                yield from map(orjson.loads, [data[begin:end] for _, begin, end in lines])
            else:
                yield from (parse_line(data[begin:end], number) for number, begin, end in lines)
            position += len(lines)

    def _lines(self, block: int) -> list[LineSpan]:
        held, lines = self._held  # taken once: another thread may put another block there
        if held != block:
            start, end, first, plain = self._blocks[block]
            found = plain_spans if plain else spans_of_lines
            lines = list(found(self._data, start, end, first=first))
            self._held = (block, lines)
        return lines


@dataclass(frozen=True, slots=True)
class Sequences:
    """The sequence of each body row's first event: equal to the row unless runs were packed."""

    packed: Sequence[int] = ()  # packed rows
    extra: Sequence[int] = ()  # events beyond one a row, up to and with each packed row

    def of(self, row: int) -> int:
        """The sequence of the first event of ``row``."""
        before = bisect_right(self.packed, row - 1)
        return row + (self.extra[before - 1] if before else 0)

    def row(self, seq: int | float, rows: int) -> int:
        """The first of ``rows`` body rows whose first event is at or after ``seq``."""
        low, high = 0, rows
        while low < high:
            middle = (low + high) // 2
            if self.of(middle) < seq:
                low = middle + 1
            else:
                high = middle
        return low


@dataclass(frozen=True)
class SessionLog:
    """A log that was accepted. Body rows are parsed again on demand, never kept.

    ``lines`` holds the header and the body rows; ``events`` counts events after packed rows are
    expanded; ``inherited`` is the sequence at which the session's own events begin.
    """

    name: str = field(repr=False)
    data: bytes = field(repr=False)
    header: Header
    lines: LineIndex = field(repr=False)
    kinds: Sequence[str] = field(repr=False)  # event type of each body row
    sequences: Sequences = field(repr=False)
    calls: Sequence[Call] = field(repr=False)  # of every event, as the reader found them
    events: int
    inherited: int | float = 0
    complete: bool = False
    duplicates: tuple[int, ...] = ()  # numbers of lines that hold a key twice
    valid_utf8: bool = True
    judge: Callable[[SessionLog], tuple[LogRefused, ...]] = field(default=lambda _: (), repr=False)

    @property
    def generation(self) -> int:
        return self.header.generation

    @property
    def rows(self) -> Sequence[LineSpan]:
        """``(line number, first byte, end)`` of each body row."""
        return _Body(self.lines)

    @cached_property
    def objections(self) -> tuple[LogRefused, ...]:
        """What the strict rules refuse and the lenient reader loads; looked for when asked."""
        return self.judge(self)

    def raw(self, row: int) -> bytes:
        """The bytes of a body row; row -1 is the header."""
        _, start, end = self.span(row)
        return self.data[start:end]

    def span(self, row: int) -> LineSpan:
        """Line number, first byte and end of a body row; row -1 is the header."""
        return self.lines[row + 1]

    def value(self, row: int) -> dict[str, Any]:
        """The parsed row; row -1 is the header."""
        number, start, end = self.span(row)
        value = parse_line(self.data[start:end], number)
        return value if isinstance(value, dict) else {}

    @cached_property
    def first_own_row(self) -> int:
        """The first body row that was not inherited."""
        return self.sequences.row(self.inherited, len(self.kinds))

    @cached_property
    def all_calls(self) -> tuple[Call, ...]:
        """The calls of every event, inherited ones included."""
        return tuple(self.calls)

    @cached_property
    def own_calls(self) -> tuple[Call, ...]:
        """The calls of the session's own events: a child's script (§12)."""
        if not self.inherited:
            return self.all_calls
        own: list[Call] = []
        for call in self.calls:
            if call.seq >= self.inherited:
                own.append(call)
            elif self._last_event(call) >= self.inherited:
                own.append(self._tail(call))
        return tuple(own)

    def _last_event(self, call: Call) -> int:
        return self.sequences.of(call.last_row + 1) - 1

    def _tail(self, call: Call) -> Call:
        """What a call that the inherited events cut through streams after the cut."""
        cut = call.first_row
        for row in range(call.first_row, call.last_row + 1):
            if self.sequences.of(row + 1) > self.inherited and self.kinds[row] in STREAMING:
                cut = row
                break
        chunks = self.chunks(call.first_row, call.last_row, since=self.inherited)
        entry: Entry = {"kind": "chunks", "chunks": chunks}
        return replace(call, stored=entry, first_row=cut)

    def entry_of(self, call: Call) -> Entry:
        """The entry of a call, read again from its rows."""
        if call.origin == "compaction":
            chunks = compaction_chunks(self.value(call.first_row)["data"])
        elif self.generation >= 2:
            chunks = expand_stream(self.value(call.first_row)["data"]["stream"])
        else:
            chunks = self.chunks(call.first_row, call.last_row)
        return {"kind": "chunks", "chunks": chunks}

    def chunks(self, first: int, last: int, *, since: int | float = 0) -> list[Any]:
        """The chunks that rows ``first`` to ``last`` stream (generations 0 and 1).

        Those of events before sequence ``since`` are left out.
        """
        chunks: list[Any] = []
        for row, value in enumerate(self.lines.values(first + 1, last + 1), first):
            kind = self.kinds[row]
            if kind == "assistant/chunk":
                found = [value["data"]["chunk"]]
            elif kind in PACKED_TYPES:
                found = expand(kind, value["data"])
            else:
                continue
            skipped = max(0, int(since) - self.sequences.of(row)) if since else 0
            chunks += found[skipped:] if skipped else found
        return chunks


#: Rows that stream in generations 0 and 1.
STREAMING = PACKED_TYPES | {"assistant/chunk"}


class _Body(Sequence[LineSpan]):
    """All lines but the first, which is the header."""

    def __init__(self, lines: LineIndex) -> None:
        self._lines = lines

    def __len__(self) -> int:
        return max(len(self._lines) - 1, 0)

    @overload
    def __getitem__(self, index: int) -> LineSpan: ...
    @overload
    def __getitem__(self, index: slice) -> list[LineSpan]: ...
    def __getitem__(self, index: int | slice) -> LineSpan | list[LineSpan]:
        if isinstance(index, slice):
            return [self[position] for position in range(*index.indices(len(self)))]
        return self._lines[index + 1 if index >= 0 else index]

    def __iter__(self) -> Iterator[LineSpan]:
        return islice(iter(self._lines), 1, None)
