"""Reading a log for review, line by line, in the strict reader's order of checks.

Source: ``spec/session-logs.md`` §3 (order), §5 (envelopes), §6 (packed rows), §10 (rows of
generation 2 and later).
"""

from __future__ import annotations

import sys
from typing import Any

from workbench.session_logs.derivation import Piece, group_key
from workbench.session_logs.duplicates import has_duplicate_keys
from workbench.session_logs.errors import LogRefused, refuse
from workbench.session_logs.header import check_header, lenient_header
from workbench.session_logs.json_numbers import is_count, is_safe_integer
from workbench.session_logs.lines import as_object, line_parser, spans_of_lines
from workbench.session_logs.log import SessionLog
from workbench.session_logs.packed import check_strictly, expand, payload_key
from workbench.session_logs.row_rules import check_row
from workbench.session_logs.streams import expand_stream
from workbench.session_logs.vocabulary import PACKED_TYPES

_MAX_OBJECTIONS = 20
_SUMMARIES = ("compaction/summary", "compact/summary")  # the second: older generation-0 builds


def read_log(name: str, data: bytes) -> SessionLog:
    """The log in ``data``. Raises ``LogRefused`` where it must not load; never changes anything."""
    reading = _Reading(data)
    parse = line_parser(data)
    for number, start, end in spans_of_lines(data):
        value = as_object(parse(data[start:end], number), number)
        if reading.header_span is None:
            reading.take_header(value, (number, start, end))
        else:
            reading.take_row(value, (number, start, end))
    return reading.finish(name)


class _Reading:
    """The state of one pass over a file."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.header_span: tuple[int, int, int] | None = None
        self.rows: list[tuple[int, int, int]] = []
        self.kinds: list[str] = []
        self.seqs: list[int] = []
        self.pieces: list[Piece] = []
        self.objections: list[LogRefused] = []
        self.duplicates: list[int] = []
        self.events = 0
        self.complete: bool | None = None
        self.end_seed = -1
        self.valid_utf8 = _is_utf8(data)

    def take_header(self, value: dict[str, Any], span: tuple[int, int, int]) -> None:
        self.header_span = span
        self.header = lenient_header(value, line=span[0])
        failure = check_header(value)
        if failure is not None and failure.code == "no_version" and "version" not in value:
            if value.get("type") != "session":
                raise _no_header(span[0])
            # Pre-release recordings have no version; only generation-0 readers take them.
            self.objections.append(failure.at_line(span[0]))
        elif failure is not None:
            raise failure.at_line(span[0])
        self._note_duplicates(value, span)

    def take_row(self, value: dict[str, Any], span: tuple[int, int, int]) -> None:
        number = span[0]
        position = len(self.rows)
        kind = value.get("type")
        packed = isinstance(kind, str) and kind in PACKED_TYPES
        self._envelope(value, number, packed)
        self._note_duplicates(value, span)
        self.rows.append(span)
        self.kinds.append(sys.intern(kind) if isinstance(kind, str) else "")
        self.seqs.append(self.events)
        try:
            if packed and self.header.generation < 2:
                self._packed(value, position, str(kind))
            else:
                self._plain(value, position, kind)
        except LogRefused as failure:
            raise failure.at_line(number) from None

    def _envelope(self, value: dict[str, Any], number: int, packed: bool) -> None:
        keys = ("seq0", "time0") if packed else ("seq", "time")
        has_seq, has_time = keys[0] in value, keys[1] in value
        if has_seq != has_time:
            raise refuse(
                f"session snapshot line {number} must contain both {keys[0]} and {keys[1]}, "
                "or neither",
                where=f"line {number}",
                means="Half an envelope tells neither a projected nor a complete row",
                code="envelope",
            )
        if self.complete is None:
            self.complete = has_seq
        elif self.complete != has_seq:
            raise refuse(
                f"session snapshot line {number} cannot mix projected and complete body rows",
                where=f"line {number}",
                means="Lines of two different recordings seem to have been put together",
                code="envelope",
            )

    def _sequence(self, value: dict[str, Any], position: int, key: str) -> None:
        if not self.complete:
            return
        generation = self.header.generation
        start = f"released v{generation} row" if generation >= 2 else "released Session row"
        found = value[key]
        if found != self.events or not is_count(found):
            word = int(found) if is_safe_integer(found) else "%s"
            template = f"{start} {position} has seq gap (expected {self.events}, got {word})"
            raise refuse(template, *(() if word != "%s" else (_kind(found),)))
        time = "time0" if key == "seq0" else "time"
        if not is_safe_integer(value[time]):
            raise refuse(f"{start} {position} {time} must be a safe integer")

    def _packed(self, value: dict[str, Any], position: int, kind: str) -> None:
        row = value if self.complete else {"seq0": self.events, "time0": 0, **value}
        failure = check_strictly(row, position)
        if failure is not None:
            raise failure
        self._sequence(value, position, "seq0")
        data = value["data"]
        chunks = expand(kind, data)
        self.pieces.append(
            Piece("chunks", position, self.events, group_key(data), chunks, packed=True)
        )
        self.events += len(data[payload_key(kind)])

    def _plain(self, value: dict[str, Any], position: int, kind: object) -> None:
        generation = self.header.generation
        if generation >= 2 and isinstance(kind, str) and kind in PACKED_TYPES:
            raise refuse(f"released v{generation} row {position} lacks required field seq")
        self._sequence(value, position, "seq")
        failure = check_row(value, seq=self.events, generation=generation)
        if failure is not None and len(self.objections) < _MAX_OBJECTIONS:
            self.objections.append(failure.at_line(self.rows[-1][0]))
        self._material(value, position, kind)
        self.events += 1

    def _material(self, value: dict[str, Any], position: int, kind: object) -> None:
        generation, seq = self.header.generation, self.events
        data = value.get("data")
        if kind == "assistant/chunk" and generation < 2:
            if type(data) is not dict or type(data.get("chunk")) is not dict:
                raise refuse(f"assistant/chunk {seq} data must hold a chunk object")
            self.pieces.append(Piece("chunks", position, seq, group_key(data), (data["chunk"],)))
        elif kind in ("assistant/message", "assistant/attempt") and generation >= 2:
            if type(data) is not dict or type(data.get("stream")) is not list:
                raise refuse(f"{kind} {seq} stream must be an array")
            chunks = expand_stream(data["stream"])
            self.pieces.append(Piece("stream", position, seq, group_key(data), chunks))
        elif kind in _SUMMARIES[: 2 if generation == 0 else 1] and type(data) is dict:
            if data.get("llmStreamCall") is True:
                self.pieces.append(Piece("compaction", position, seq, data=data))
            elif generation < 2:
                # An unmarked summary still closes an open stream.
                self.pieces.append(Piece("stream", position, seq))
        elif kind == "session/end-seed" and type(data) is dict and data.get("inherited") is True:
            self.end_seed = seq

    def _note_duplicates(self, value: dict[str, Any], span: tuple[int, int, int]) -> None:
        if has_duplicate_keys(value, self.data[span[1] : span[2]]):
            self.duplicates.append(span[0])

    def finish(self, name: str) -> SessionLog:
        if self.header_span is None:
            raise _no_header(0)
        return SessionLog(
            name=name,
            data=self.data,
            header=self.header,
            rows=self.rows,
            kinds=self.kinds,
            seqs=self.seqs,
            pieces=self.pieces,
            events=self.events,
            inherited=self._inherited(),
            complete=bool(self.complete),
            objections=tuple(self.objections),
            duplicates=tuple(self.duplicates),
            valid_utf8=self.valid_utf8,
            header_span=self.header_span,
        )

    def _inherited(self) -> int | float:
        if self.header.generation >= 2:
            return self._end_of_seed()
        if self.header.seed_length > self.events:
            raise refuse("Session inheritedEventCount exceeds its event count").at_line(
                self.header.line
            )
        return self.header.seed_length

    def _end_of_seed(self) -> int:
        start = f"released v{self.header.generation}"
        if self.header.is_seeded and self.end_seed < 0:
            raise refuse(f"{start} seeded Session lacks an inherited end-seed marker").at_line(
                self.header.line
            )
        if not self.header.is_seeded and self.end_seed >= 0:
            raise refuse(f"{start} unseeded Session contains an inherited end-seed marker").at_line(
                self.header.line
            )
        return max(self.end_seed, 0)


def _no_header(line: int) -> LogRefused:
    return refuse(
        "session snapshot must start with a session header",
        where=f"line {line}" if line else "",
        means="The first line of a session log says which session it is",
        cure="Check that the file is a session log and is complete",
        code="no_header",
    )


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _kind(value: object) -> str:
    return "null" if value is None else type(value).__name__
