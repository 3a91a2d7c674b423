"""Reading the lines of a log many at a time, and knowing when a fast parser's answer is exact.

``orjson`` is fast and not quite JavaScript: it keeps whole numbers that JavaScript rounds, reads minus
zero as zero and drops the earlier of equal keys without a word. Writing its values out again proves
it right: equal bytes leave no room for any of these. Where bytes differ only in formatting, equal
counts of strings leave none for a dropped key. Every other line is read by the rules alone.

Source: ``spec/session-logs.md`` §§3, 22.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import orjson

from workbench.session_logs.duplicates import has_duplicate_keys, string_count
from workbench.session_logs.errors import LogRefused
from workbench.session_logs.lines import (
    NEGATIVE_ZERO,
    STRICT,
    parse_exactly,
    spans_of_lines,
)

#: Bytes of one block: few enough that its values are gone before a collector looks at them.
BLOCK_SIZE = 16 * 1024


@dataclass(frozen=True, slots=True)
class Block:
    """Consecutive lines of a log. ``values`` holds one entry for each line that is not blank.

    An entry is the line's JSON value, or the ``LogRefused`` to raise when the line's turn comes: an
    early mistake of structure wins over a later one of syntax (§3). ``duplicates`` are the numbers of
    lines that name a key twice; ``valid_utf8`` is false where bytes were replaced. ``plain`` says that
    the fast parser's answer is exact for every line, and that no line is blank or ends in CR LF.
    """

    start: int
    end: int
    first_line: int
    values: list[Any] = field(repr=False)
    numbers: Sequence[int]
    duplicates: tuple[int, ...] = ()
    valid_utf8: bool = True
    plain: bool = False


def blocks_of(data: bytes) -> Iterator[Block]:
    """The lines of ``data``, block by block. Never raises for what is in it."""
    start, line, size = 0, 1, len(data)
    while start < size:
        end = data.find(b"\n", min(start + BLOCK_SIZE, size))
        end = size if end < 0 else end + 1
        piece = data[start:end]
        yield _plain_block(piece, start, line) or _careful_block(piece, start, line)
        line += piece.count(b"\n")
        start = end


def _plain_block(piece: bytes, start: int, line: int) -> Block | None:
    """The block if the fast parser's answer is certain for every line, else ``None``."""
    if b"\r" in piece:
        return None
    lines = piece.split(b"\n")
    if not lines[-1]:
        lines.pop()
    try:
        values = list(map(orjson.loads, lines))
        written = orjson.dumps(values, option=STRICT)
    except (orjson.JSONDecodeError, orjson.JSONEncodeError):
        return None
    whole = b"[%b]" % b",".join(lines)
    if written == whole or (
        not NEGATIVE_ZERO.search(whole) and string_count(written) == string_count(whole)
    ):
        numbers = range(line, line + len(values))
        return Block(start, start + len(piece), line, values, numbers, plain=True)
    return None


def _careful_block(piece: bytes, start: int, line: int) -> Block:
    """The block read line by line."""
    values: list[Any] = []
    numbers: list[int] = []
    duplicates: list[int] = []
    valid = True
    for number, first, stop in spans_of_lines(piece, first=line):
        raw = piece[first:stop]
        value, plain = _line(raw, number)
        valid = valid and (plain or _is_utf8(raw))
        if not isinstance(value, LogRefused) and has_duplicate_keys(value, raw):
            duplicates.append(number)
        values.append(value)
        numbers.append(number)
    return Block(start, start + len(piece), line, values, numbers, tuple(duplicates), valid)


def _line(raw: bytes, number: int) -> tuple[Any, bool]:
    """A line's value or refusal, and whether the fast parser gave it."""
    try:
        value = orjson.loads(raw)
        if orjson.dumps(value, option=STRICT) == raw or not NEGATIVE_ZERO.search(raw):
            return value, True
    except (orjson.JSONDecodeError, orjson.JSONEncodeError):
        pass
    try:
        return parse_exactly(raw, number), False
    except LogRefused as refusal:
        return refusal, False


def _is_utf8(raw: bytes) -> bool:
    try:
        raw.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True
