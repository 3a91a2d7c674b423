"""Reading a log for review, line by line, in the strict reader's order of checks.

Source: ``spec/session-logs.md`` §3 (order), §5 (envelopes), §6 (packed rows), §10 (rows of
generation 2 and later).
"""

from __future__ import annotations

import sys
from itertools import islice
from typing import Any

from workbench.session_logs.blocks import Block, blocks_of
from workbench.session_logs.derivation import Grouping, bound_to, group_key
from workbench.session_logs.errors import LogRefused, refuse
from workbench.session_logs.header import check_header, lenient_header
from workbench.session_logs.json_numbers import MAX_SAFE, is_count, is_safe_integer
from workbench.session_logs.lines import as_object
from workbench.session_logs.log import LineIndex, Sequences, SessionLog
from workbench.session_logs.objections import objections_of
from workbench.session_logs.packed import check_strictly, expand, is_plain_run, payload_key
from workbench.session_logs.row_rules import check_row_codec
from workbench.session_logs.streams import expand_stream
from workbench.session_logs.vocabulary import CHUNK_TYPES, EVENT_TYPES, PACKED_TYPES

#: Bytes of a log whose chunks stay in memory as objects; what comes later is read when asked for.
KEPT_BYTES = 32 * 1024 * 1024
CHUNK = "assistant/chunk"
_SUMMARIES = ("compaction/summary", "compact/summary")  # the second: older generation-0 builds
#: Events that are nothing but an event to replay; each stands for its one spelling in memory.
_QUIET = {
    kind: sys.intern(kind)
    for kind in EVENT_TYPES - PACKED_TYPES - {CHUNK, "session", "session/end-seed", *_SUMMARIES}
}


def read_log(name: str, data: bytes) -> SessionLog:
    """The log in ``data``. Raises ``LogRefused`` where it must not load; never changes anything."""
    reading = _Reading(data)
    for block in blocks_of(data):
        reading.take_block(block)
    return reading.finish(name)


class _Reading:
    """The state of one pass over a file."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.lines = LineIndex(data)
        self.header_value: dict[str, Any] | None = None
        self.header_failure: LogRefused | None = None
        self.kinds: list[str] = []
        self.packed: list[int] = []
        self.extra: list[int] = []
        self.suspects: list[int] = []  # chunk rows that are not as plain as others
        self.grouping = Grouping()
        self.duplicates: list[int] = []
        self.events = 0
        self.complete: bool | None = None
        self.end_seed = -1
        self.valid_utf8 = True

    def take_block(self, block: Block) -> None:
        values, numbers, at = block.values, block.numbers, 0
        self.lines.add(block)
        self.duplicates += block.duplicates
        self.valid_utf8 = self.valid_utf8 and block.valid_utf8
        if self.grouping.keep and block.start >= KEPT_BYTES:
            self.grouping.keep = False
            if self.grouping.open is not None:
                self.grouping.drop()
        if not values:
            return
        if self.header_value is None:
            self.take_header(as_object(values[0], numbers[0]), numbers[0])
            at = 1
        quick = self.header.generation < 2
        while at < len(values):
            if quick and self.complete is not None:
                at += self._plain_rows(values, at)
            if at == len(values):
                break
            if not (quick and self._plain_run(values[at])):
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

    def _plain_rows(self, values: list[Any], at: int) -> int:
        """Take the rows from ``at`` on that need no check beyond their shape; how many.

        This is the inner loop of every large log: it stops at the first row that is not quite plain,
        and :meth:`take_row` then decides by the rules.
        """
        grouping, keep = self.grouping, self.grouping.keep
        complete, width = self.complete, 4 if self.complete else 2
        call, chunks, append = grouping.open, grouping.chunks, self.kinds.append
        turn, step = grouping.numbers
        first, seq, row = len(self.kinds), self.events, 0
        try:
            for row, value in enumerate(islice(values, at, None), first):
                kind = value["type"]
                data = value["data"]
                if len(value) != width or (complete and not _follows(value, seq + row - first)):
                    break
                if kind != CHUNK:
                    if kind in PACKED_TYPES:
                        break
                    quiet = _QUIET[kind]
                    if type(data) is not dict:
                        break
                    append(quiet)
                    continue
                chunk = data["chunk"]
                kind = chunk["type"]
                this_turn, this_step = data["turn"], data["step"]
                if call is None or this_turn != turn or this_step != step:
                    turn, step = this_turn, this_step
                    call = grouping.begin(row, seq + row - first, turn, step)
                    if call is None:
                        break
                    chunks = grouping.chunks
                elif (this_turn is not turn and type(this_turn) is not int) or (
                    this_step is not step and type(this_step) is not int
                ):
                    break  # true equals 1 and 1.0 does; only the rules tell which are one
                if kind not in CHUNK_TYPES:
                    break
                if keep:
                    chunks.append(chunk)
                append(CHUNK)
                call.last_row = row
                if kind == "finish":
                    call.finished = True
                    call = grouping.open = None
        except (KeyError, TypeError):
            pass
        taken = len(self.kinds) - first
        self.events += taken
        return taken

    def _plain_run(self, value: Any) -> bool:
        """Take a projected packed row that is seen at once to be right; whether it was one."""
        if self.complete is not False or type(value) is not dict:
            return False
        kind = value.get("type")
        if not isinstance(kind, str) or kind not in PACKED_TYPES or not is_plain_run(kind, value):
            return False
        self._take_run(len(self.kinds), kind, value["data"])
        self.kinds.append(sys.intern(kind))
        return True

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
        self._take_run(position, kind, value["data"])

    def _take_run(self, position: int, kind: str, data: dict[str, Any]) -> None:
        more = len(data[payload_key(kind)]) - 1
        # Of what is not kept only the last chunk matters, and no member of a run is a finish.
        chunks = expand(kind, data) if self.grouping.keep else (None,)
        self.grouping.add(position, self.events, group_key(data), chunks)
        if more:
            self.packed.append(position)
            self.extra.append(more + (self.extra[-1] if self.extra else 0))
        self.events += more + 1

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


def _follows(row: dict[str, Any], seq: int) -> bool:
    """Whether a complete row plainly has this sequence and a time."""
    found, time = row["seq"], row["time"]
    return type(found) is int and found == seq and type(time) is int and abs(time) <= MAX_SAFE


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
