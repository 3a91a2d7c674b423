"""The lenient reader of generation 0: shows anything that can be shown.

It expands packed rows, takes ``assistant/chunk`` events as they are and validates nothing else.
Source: ``spec/session-logs.md`` §4 (end), §5 (lenient), §6, §12.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from workbench.session_logs.derivation import Call, Piece, check_derived, group_calls, group_key
from workbench.session_logs.errors import DEFAULT_PREFIX, LogRefused, refuse
from workbench.session_logs.header import Header, lenient_header
from workbench.session_logs.lines import as_object, line_parser, parse_line, spans_of_lines
from workbench.session_logs.packed import check_leniently, expand, payload_key
from workbench.session_logs.vocabulary import PACKED_TYPES


@dataclass(frozen=True, slots=True)
class LenientLog:
    """What the lenient reader sees: ``rows`` as stored, ``events`` after packed rows are expanded."""

    header: Header
    rows: int
    events: int
    pieces: tuple[Piece, ...]

    @property
    def own_events(self) -> int | float:
        """Events after the inherited ones."""
        return max(self.events - self.header.seed_length, 0)

    def script(self, *, child: bool = False, prefix: str = DEFAULT_PREFIX) -> list[Call]:
        """The derived calls; a child's begin after what it inherited. Raises ``LogRefused``."""
        cut = self.header.seed_length if child else 0
        calls = group_calls(self.pieces, cut=cut)
        failure = check_derived(calls, prefix=prefix)
        if failure is not None:
            raise failure
        return calls


def read_leniently(data: bytes) -> LenientLog:
    """The log in ``data``. Raises ``LogRefused`` only for body rows it cannot make sense of."""
    header: Header | None = None
    pieces: list[Piece] = []
    rows = events = 0
    parse = line_parser(data)
    for number, start, end in spans_of_lines(data):
        if header is None:
            header = _header(data[start:end], number)
            continue
        row = as_object(parse(data[start:end], number), number)
        try:
            events += _take(row, rows, events, pieces)
        except LogRefused as failure:
            raise failure.at_line(number) from None
        rows += 1
    return LenientLog(header or Header(), rows, events, tuple(pieces))


def _header(raw: bytes, number: int) -> Header:
    try:
        return lenient_header(parse_line(raw, number), line=number)
    except LogRefused:
        return Header(line=number)


def _take(row: dict[str, Any], position: int, seq: int, pieces: list[Piece]) -> int:
    """Keep what a row adds to the script; returns how many events it is."""
    kind, data = row.get("type"), row.get("data")
    if isinstance(kind, str) and kind in PACKED_TYPES:
        failure = check_leniently({"seq0": seq, "time0": 0, **row})
        if failure is not None:
            raise failure
        data = row["data"]
        pieces.append(Piece("chunks", position, seq, group_key(data), expand(kind, data)))
        return len(data[payload_key(kind)])
    if kind == "assistant/chunk":
        if type(data) is not dict or data.get("chunk") is None:
            raise refuse(f"assistant/chunk {seq} data must hold a chunk object")
        pieces.append(Piece("chunks", position, seq, group_key(data), (data["chunk"],)))
    elif kind == "compaction/summary" and type(data) is dict:
        if data.get("llmStreamCall") is True:
            pieces.append(Piece("compaction", position, seq, data=data))
        else:
            pieces.append(Piece("stream", position, seq))
    return 1
