"""One session log, read for review: strict where a log must be strict, and lazily indexed.

Source: ``spec/session-logs.md`` §§3-6, 11, 12, 24. What the strict rules refuse beyond the *must*
level is kept as a remark, because real pre-release recordings break those rules.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from workbench.session_logs.derivation import Call, Piece, group_calls
from workbench.session_logs.errors import LogRefused
from workbench.session_logs.header import Header
from workbench.session_logs.lines import parse_line


@dataclass(frozen=True)
class SessionLog:
    """A log that was accepted. Body rows are parsed again on demand, never kept.

    ``rows`` holds ``(line number, first byte, end)`` of each body row; ``events`` counts events
    after packed rows are expanded; ``inherited`` is the sequence at which the session's own events
    begin. ``objections`` are what the strict rules refuse and the lenient reader loads.
    """

    name: str = field(repr=False)
    data: bytes = field(repr=False)
    header: Header
    rows: Sequence[tuple[int, int, int]] = field(repr=False)
    kinds: Sequence[str] = field(repr=False)  # event type of each body row
    seqs: Sequence[int] = field(repr=False)  # sequence of each body row's first event
    pieces: Sequence[Piece] = field(repr=False)
    events: int
    inherited: int | float = 0
    complete: bool = False
    objections: tuple[LogRefused, ...] = ()
    duplicates: tuple[int, ...] = ()  # numbers of lines that hold a key twice
    valid_utf8: bool = True
    header_span: tuple[int, int, int] = (0, 0, 0)

    @property
    def generation(self) -> int:
        return self.header.generation

    def raw(self, row: int) -> bytes:
        """The bytes of a body row; row -1 is the header."""
        _, start, end = self.span(row)
        return self.data[start:end]

    def span(self, row: int) -> tuple[int, int, int]:
        """Line number, first byte and end of a body row; row -1 is the header."""
        return self.header_span if row < 0 else self.rows[row]

    def value(self, row: int) -> dict[str, Any]:
        """The parsed row; row -1 is the header."""
        number, start, end = self.span(row)
        value = parse_line(self.data[start:end], number)
        return value if isinstance(value, dict) else {}

    @cached_property
    def first_own_row(self) -> int:
        """The first body row that was not inherited."""
        return bisect_left(self.seqs, self.inherited)

    @cached_property
    def all_calls(self) -> tuple[Call, ...]:
        """The calls of every event, inherited ones included."""
        return tuple(group_calls(self.pieces))

    @cached_property
    def own_calls(self) -> tuple[Call, ...]:
        """The calls of the session's own events: a child's script (§12)."""
        if not self.inherited:
            return self.all_calls
        return tuple(group_calls(self.pieces, cut=self.inherited))
