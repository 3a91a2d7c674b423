"""The inner loops of reading: rows that need no check beyond their shape.

Nearly every row of a log is as its writer writes all of them. The loops here take those, and stop at the
first row that is not quite plain; the reader then decides by the rules. Stopping too early costs
time, never correctness.

Source: ``spec/session-logs.md`` §§5, 6, 11, 12.
"""

from __future__ import annotations

import sys
from itertools import islice
from typing import Any

from workbench.session_logs.derivation import Grouping, group_key
from workbench.session_logs.json_numbers import MAX_SAFE
from workbench.session_logs.packed import expand, payload_key, plain_members
from workbench.session_logs.streams import plain_stream
from workbench.session_logs.vocabulary import CHUNK_TYPES, EVENT_TYPES, PACKED_TYPES

CHUNK = "assistant/chunk"
_ANSWERS = frozenset({"assistant/message", "assistant/attempt"})
_NOT_QUIET = PACKED_TYPES | {
    CHUNK,
    "session",
    "session/end-seed",
    "compaction/summary",
    "compact/summary",
}
#: Events that are nothing but an event to replay; each stands for its one spelling in memory.
_QUIET = {kind: sys.intern(kind) for kind in EVENT_TYPES - _NOT_QUIET}
_QUIET_LATER = {kind: _QUIET[kind] for kind in _QUIET.keys() - _ANSWERS - {"request/header"}}


class Progress:
    """How far the reading of a log has come: rows and events so far, and the calls they make.

    ``complete`` tells which kind of rows the log has, once its first row was read.
    """

    def __init__(self) -> None:
        self.kinds: list[str] = []
        self.packed: list[int] = []
        self.extra: list[int] = []
        self.grouping = Grouping()
        self.events = 0
        self.complete: bool | None = None

    def take_run(self, position: int, kind: str, data: dict[str, Any]) -> None:
        """A packed row that is right: its members are so many events."""
        # Of what is not kept only the last chunk matters, and no member of a run is a finish.
        chunks = expand(kind, data) if self.grouping.keep else (None,)
        self.grouping.add(position, self.events, group_key(data), chunks)
        many = len(data[payload_key(kind)])
        self.count_run(position, many)
        self.events += many

    def count_run(self, position: int, many: int) -> None:
        """Remember that the row at ``position`` holds ``many`` events."""
        if many > 1:
            self.packed.append(position)
            self.extra.append(many - 1 + (self.extra[-1] if self.extra else 0))


def plain_rows(progress: Progress, values: list[Any], at: int) -> int:
    """Take the plain rows from ``at`` on (generations 0 and 1); how many there were."""
    grouping, keep = progress.grouping, progress.grouping.keep
    complete, width = progress.complete, 4 if progress.complete else 2
    call, chunks, append = grouping.open, grouping.chunks, progress.kinds.append
    turn, step = grouping.numbers
    first = row = len(progress.kinds)
    seq = progress.events - first  # of row 0, if no row held more than one event
    try:
        for row, value in enumerate(islice(values, at, None), first):
            kind = value["type"]
            data = value["data"]
            if complete and not _follows(value, row + seq):
                break
            if kind != CHUNK:
                if kind in PACKED_TYPES:
                    turn, step = data["turn"], data["step"]
                    many = plain_members(kind, data, [turn, step, data["index"]], size=5)
                    if complete or not many or len(value) != 2:
                        break
                    call = grouping.begin(row, row + seq, turn, step)
                    if call is None:
                        break
                    chunks = grouping.chunks
                    if keep:
                        chunks += expand(kind, data)
                    call.last_row = row
                    progress.count_run(row, many)
                    seq += many - 1
                    append(sys.intern(kind))
                    continue
                quiet = _QUIET[kind]
                if type(data) is not dict or (
                    len(value) != width and not _on_surface(value, width)
                ):
                    break
                append(quiet)
                continue
            chunk = data["chunk"]
            kind = chunk["type"]
            if kind not in CHUNK_TYPES or len(value) != width:
                break
            this_turn, this_step = data["turn"], data["step"]
            if call is None or this_turn != turn or this_step != step:
                turn, step = this_turn, this_step
                call = grouping.begin(row, row + seq, turn, step)
                if call is None:
                    break
                chunks = grouping.chunks
            elif (this_turn is not turn and type(this_turn) is not int) or (
                this_step is not step and type(this_step) is not int
            ):
                break  # true equals 1 and 1.0 does; only the rules tell which are one
            if keep:
                chunks.append(chunk)
            append(CHUNK)
            call.last_row = row
            if kind == "finish":
                call.finished = True
                call = grouping.open = None
    except (KeyError, TypeError):
        pass
    taken = len(progress.kinds) - first
    progress.events = seq + first + taken
    return taken


def plain_events(progress: Progress, values: list[Any], at: int) -> int:
    """Take the plain rows from ``at`` on (generation 2 and later); how many there were."""
    grouping, append = progress.grouping, progress.kinds.append
    complete, width = progress.complete, 4 if progress.complete else 2
    first = row = len(progress.kinds)
    try:
        for row, value in enumerate(islice(values, at, None), first):
            kind = value["type"]
            data = value["data"]
            if (len(value) != width and not _on_surface(value, width)) or (
                complete and not _follows(value, row)
            ):
                break
            if kind in _ANSWERS:
                chunks = plain_stream(data["stream"], keep=grouping.keep)
                if chunks is None:
                    break
                grouping.add_stream(row, row, group_key(data), chunks)
                append(_QUIET[kind])
            else:
                append(_QUIET_LATER[kind])
    except (KeyError, TypeError):
        pass
    taken = len(progress.kinds) - first
    progress.events += taken
    return taken


def _follows(row: dict[str, Any], seq: int) -> bool:
    """Whether a complete row plainly has this sequence and a time."""
    found, time = row["seq"], row["time"]
    return type(found) is int and found == seq and type(time) is int and abs(time) <= MAX_SAFE


def _on_surface(row: dict[str, Any], width: int) -> bool:
    """Whether a row holds just its place on the surface and its sources beside what every row holds."""
    return len(row) == width + ("surfaceOp" in row) + ("sourceEventSeqs" in row)
