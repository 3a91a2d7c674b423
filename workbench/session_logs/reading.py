"""Reading a log for review, line by line, in the strict reader's order of checks.

Source: ``spec/session-logs.md`` §3 (order), §5 (envelopes), §6 (packed rows), §10 (rows of
generation 2 and later).
"""

from __future__ import annotations

import sys
from typing import Any

from workbench.session_logs.blocks import Block, blocks_of
from workbench.session_logs.derivation import bound_to, group_key
from workbench.session_logs.errors import LogRefused, refuse
from workbench.session_logs.header import check_header, lenient_header
from workbench.session_logs.json_numbers import is_count, is_safe_integer
from workbench.session_logs.lines import as_object
from workbench.session_logs.log import LineIndex, Sequences, SessionLog
from workbench.session_logs.objections import objections_of
from workbench.session_logs.packed import check_strictly
from workbench.session_logs.plain_rows import CHUNK, Progress, plain_events, plain_rows
from workbench.session_logs.row_rules import check_row_codec
from workbench.session_logs.streams import expand_stream
from workbench.session_logs.vocabulary import PACKED_TYPES

#: Size of a log whose chunks stay in memory as objects; those of a larger one are read when asked for.
KEPT_BYTES = 1024 * 1024
_SUMMARIES = ("compaction/summary", "compact/summary")  # the second: older generation-0 builds


def read_log(name: str, data: bytes) -> SessionLog:
    """The log in ``data``. Raises ``LogRefused`` where it must not load; never changes anything."""
    reading = _Reading(data)
    for block in blocks_of(data):
        reading.take_block(block)
    return reading.finish(name)


class _Reading(Progress):
    """One pass over a file, and everything that was seen in it."""

    def __init__(self, data: bytes) -> None:
        super().__init__()
        self.data = data
        self.lines = LineIndex(data)
        self.header_value: dict[str, Any] | None = None
        self.header_failure: LogRefused | None = None
        self.suspects: list[int] = []  # chunk rows that are not as plain as others
        self.duplicates: list[int] = []
        self.end_seed = -1
        self.valid_utf8 = True
        self.grouping.keep = len(data) <= KEPT_BYTES

    def take_block(self, block: Block) -> None:
        values, numbers, at = block.values, block.numbers, 0
        self.lines.add(block)
        self.duplicates += block.duplicates
        self.valid_utf8 = self.valid_utf8 and block.valid_utf8
        if not values:
            return
        if self.header_value is None:
            self.take_header(as_object(values[0], numbers[0]), numbers[0])
            at = 1
        take_plain = plain_rows if self.header.generation < 2 else plain_events
        while at < len(values):
            if self.complete is not None:
                at += take_plain(self, values, at)
            if at < len(values):
                self.take_row(as_object(values[at], numbers[at]), numbers[at])
                at += 1

    def take_header(self, value: dict[str, Any], line: int) -> None:
        self.header_value = value
        self.header = lenient_header(value, line=line)
        failure = check_header(value)
        if failure is not None and failure.code == "no_version" and "version" not in value:
            if value.get("type") != "session":
                raise _no_header(line)
            # Pre-release recordings have no version; only generation-0 readers take them.
            self.header_failure = failure.at_line(line)
        elif failure is not None:
            raise failure.at_line(line)

    def take_row(self, value: dict[str, Any], number: int) -> None:
        position = len(self.kinds)
        kind = value.get("type")
        packed = isinstance(kind, str) and kind in PACKED_TYPES
        self._envelope(value, number, packed)
        self.kinds.append(sys.intern(kind) if isinstance(kind, str) else "")
        try:
            if packed and self.header.generation < 2:
                self._packed(value, position, str(kind))
            else:
                self._plain(value, position, kind)
        except LogRefused as failure:
            raise failure.at_line(number) from None

    def _envelope(self, value: dict[str, Any], number: int, packed: bool) -> None:
        seq, time = ("seq0", "time0") if packed else ("seq", "time")
        has_seq = seq in value
        if has_seq != (time in value):
            raise refuse(
                f"session snapshot line {number} must contain both {seq} and {time}, or neither",
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
                cure="Record the scenario again",
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
        self.take_run(position, kind, value["data"])

    def _plain(self, value: dict[str, Any], position: int, kind: object) -> None:
        generation = self.header.generation
        if generation >= 2:
            if isinstance(kind, str) and kind in PACKED_TYPES:
                raise refuse(f"released v{generation} row {position} lacks required field seq")
            check_row_codec(value, position, generation)
        self._sequence(value, position, "seq")
        if generation < 2:
            self._old_material(value, position, kind)
        else:
            self._material(value, position, kind)
        self.events += 1

    def _old_material(self, value: dict[str, Any], position: int, kind: object) -> None:
        """What a row of generation 0 or 1 adds to the script."""
        data, seq = value.get("data"), self.events
        if kind == CHUNK:
            if type(data) is not dict or type(data.get("chunk")) is not dict:
                raise refuse(f"assistant/chunk {seq} data must hold a chunk object")
            self.suspects.append(position)
            self.grouping.add(position, seq, group_key(data), (data["chunk"],))
        elif kind in _SUMMARIES[: 2 - self.header.generation] and type(data) is dict:
            self.grouping.add_summary(position, seq, data)

    def _material(self, value: dict[str, Any], position: int, kind: object) -> None:
        """What a row of generation 2 or later adds to the script."""
        data, seq = value.get("data"), self.events
        if kind in ("assistant/message", "assistant/attempt"):
            if type(data) is not dict or type(data.get("stream")) is not list:
                raise refuse(f"{kind} {seq} stream must be an array")
            chunks = expand_stream(data["stream"])
            self.grouping.add_stream(position, seq, group_key(data), chunks)
        elif kind == "compaction/summary" and type(data) is dict:
            self.grouping.add_summary(position, seq, data)
        elif kind == "session/end-seed" and type(data) is dict and data.get("inherited") is True:
            self.end_seed = seq

    def finish(self, name: str) -> SessionLog:
        if self.header_value is None:
            raise _no_header(0)
        log = SessionLog(
            name=name,
            data=self.data,
            header=self.header,
            lines=self.lines,
            kinds=self.kinds,
            sequences=Sequences(self.packed, self.extra),
            calls=(calls := []),
            events=self.events,
            inherited=self._inherited(),
            complete=bool(self.complete),
            duplicates=tuple(self.duplicates),
            valid_utf8=self.valid_utf8,
            judge=objections_of(self.header_failure, self.suspects),
        )
        calls += bound_to(self.grouping.calls, log.entry_of)
        return log

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


def _kind(found: object) -> str:
    return "null" if found is None else type(found).__name__
