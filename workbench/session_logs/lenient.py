"""The lenient reader of generation 0: shows anything that can be shown.

It expands packed rows, takes ``assistant/chunk`` events as they are and validates nothing else.
Source: ``spec/session-logs.md`` §4 (end), §5 (lenient), §6, §12.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from math import ceil
from typing import Any

from workbench.session_logs.blocks import blocks_of
from workbench.session_logs.derivation import Call, Grouping, check_derived, group_key
from workbench.session_logs.errors import DEFAULT_PREFIX, LogRefused, refuse
from workbench.session_logs.header import Header, lenient_header
from workbench.session_logs.lines import as_object
from workbench.session_logs.packed import check_leniently, expand
from workbench.session_logs.vocabulary import PACKED_TYPES


@dataclass(frozen=True, slots=True)
class LenientLog:
    """What the lenient reader sees: ``rows`` as stored, ``events`` after packed rows are expanded."""

    header: Header
    rows: int
    events: int
    calls: tuple[Call, ...]
    data: bytes = field(repr=False)

    @property
    def own_events(self) -> int | float:
        """Events after the inherited ones."""
        return max(self.events - self.header.seed_length, 0)

    def script(self, *, child: bool = False, prefix: str = DEFAULT_PREFIX) -> list[Call]:
        """The derived calls; a child's begin after what it inherited. Raises ``LogRefused``."""
        cut = self.header.seed_length if child else 0
        calls = list(_pass(self.data, cut).calls if cut > 0 else self.calls)
        failure = check_derived(calls, prefix=prefix)
        if failure is not None:
            raise failure
        return calls


def read_leniently(data: bytes) -> LenientLog:
    """The log in ``data``. Raises ``LogRefused`` only for body rows it cannot make sense of."""
    return _pass(data, 0)


def _pass(data: bytes, cut: int | float) -> LenientLog:
    """One pass that groups the chunks of events from sequence ``cut`` on."""
    grouping = Grouping()
    header: Header | None = None
    rows = events = 0
    for value, number in _lines(data):
        if header is None:
            header = lenient_header(value, line=number)
            continue
        row = as_object(value, number)
        try:
            events += _take(row, rows, events, grouping, cut)
        except LogRefused as failure:
            raise failure.at_line(number) from None
        rows += 1
    return LenientLog(header or Header(), rows, events, tuple(grouping.calls), data)


def _lines(data: bytes) -> Iterator[tuple[Any, int]]:
    for block in blocks_of(data):
        yield from zip(block.values, block.numbers, strict=True)


def _take(
    row: dict[str, Any], position: int, seq: int, grouping: Grouping, cut: int | float
) -> int:
    """Keep what a row adds to the script; returns how many events it is."""
    kind, data = row.get("type"), row.get("data")
    if kind == "assistant/chunk":
        if type(data) is not dict or data.get("chunk") is None:
            raise refuse(f"assistant/chunk {seq} data must hold a chunk object")
        if seq >= cut:
            grouping.add(position, seq, group_key(data), (data["chunk"],))
    elif isinstance(kind, str) and kind in PACKED_TYPES:
        failure = check_leniently({"seq0": seq, "time0": 0, **row})
        if failure is not None:
            raise failure
        data = row["data"]
        chunks = expand(kind, data)
        own = chunks[max(0, ceil(cut - seq)) :]
        if own:
            grouping.add(position, seq, group_key(data), own)
        return len(chunks)
    elif kind == "compaction/summary" and type(data) is dict and seq >= cut:
        grouping.add_summary(position, seq, data)
    return 1
