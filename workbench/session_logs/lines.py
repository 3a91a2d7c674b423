"""Splitting a log into lines and reading one line as JSON.

Source: ``spec/session-logs.md`` §§3, 22. Lines end at LF or CR LF only; blank means JavaScript's white
space; numbers are JavaScript's. Byte offsets are kept so that every value can be shown in its file.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import accumulate, count
from typing import Any

import orjson

from workbench.core.json_text import MAX_DEPTH, NotJson, parse
from workbench.session_logs.errors import LogRefused, refuse
from workbench.session_logs.json_numbers import MAX_SAFE, WHITE_SPACE

#: Refuses what JavaScript would round; dumping also refuses nesting of more than 254 levels.
STRICT = orjson.OPT_STRICT_INTEGER
#: Minus zero, which orjson reads as zero.
NEGATIVE_ZERO = re.compile(rb"-0(?![.0-9eE])")


def spans_of_lines(
    data: bytes, start: int = 0, end: int | None = None, *, first: int = 1
) -> Iterator[tuple[int, int, int]]:
    """``(line number, start, end)`` of every line that is not blank; the line end is left out.

    ``start`` is where line ``first`` begins; ``end`` where a line ends.
    """
    number, size = first - 1, len(data) if end is None else end
    while start < size:
        at = data.find(b"\n", start, size)
        after = size if at < 0 else at + 1
        stop = size if at < 0 else at
        number += 1
        if stop > start and data[stop - 1] == 0x0D and at >= 0:
            stop -= 1
        if stop > start and (0x20 < data[start] < 0x7F or not is_blank(data[start:stop])):
            yield number, start, stop
        start = after


def plain_spans(
    data: bytes, start: int, end: int, *, first: int = 1
) -> Iterator[tuple[int, int, int]]:
    """The same for lines that are known to end in LF and not to be blank; faster."""
    lines = data[start:end].split(b"\n")
    if not lines[-1]:
        lines.pop()
    ends = list(accumulate(map(len, lines), lambda at, size: at + 1 + size, initial=start - 1))
    starts = [at + 1 for at in ends[:-1]]
    return zip(count(first), starts, ends[1:], strict=False)


def is_blank(raw: bytes) -> bool:
    """Whether a line holds JavaScript's white space only."""
    return not raw.decode("utf-8", "replace").strip(WHITE_SPACE)


def parse_line(raw: bytes, number: int) -> Any:
    """The JSON value of one line. Raises ``LogRefused`` with the line's number (§3)."""
    try:
        value = orjson.loads(raw)
        if orjson.dumps(value, option=STRICT) == raw or not NEGATIVE_ZERO.search(raw):
            return value
    except (orjson.JSONDecodeError, orjson.JSONEncodeError):
        pass
    return parse_exactly(raw, number)


def parse_exactly(raw: bytes, number: int) -> Any:
    """The same, by the rules alone: what :func:`parse_line` must agree with on every line."""
    text = raw.decode("utf-8", "replace")
    try:
        parse(text)  # refuses what is no JSON, too deep or too large
    except NotJson as error:
        if "nested" in error.what:
            raise refuse(
                f"session snapshot line {number} is nested more than {MAX_DEPTH} levels deep",
                where=f"line {number}",
                means="No session log nests like this, and reading it could exhaust memory",
            ) from None
        raise invalid_json(number) from None
    try:
        return json.loads(text, parse_int=_javascript_integer)
    except OverflowError:
        raise invalid_json(number) from None


def _javascript_integer(digits: str) -> int | float:
    if len(digits) > 400:
        raise OverflowError
    number = int(digits)
    if abs(number) <= MAX_SAFE:
        return -0.0 if digits == "-0" else number
    return float(number)


def invalid_json(number: int) -> LogRefused:
    """The refusal of a line that is not JSON."""
    return refuse(
        f"session snapshot line {number} contains invalid JSON",
        where=f"line {number}",
        means="The log was cut off, edited by hand, or is not a session log",
        cure="Record it again or copy it again",
        code="invalid_json",
    )


def as_object(value: Any, number: int) -> dict[str, Any]:
    """``value`` if it is a JSON object; raises ``LogRefused`` for anything else (§3)."""
    if type(value) is dict:
        return value
    if isinstance(value, LogRefused):
        raise value
    raise refuse(
        f"session snapshot line {number} must be a JSON object",
        where=f"line {number}",
        means="Every line of a session log is one JSON object",
        code="invalid_json",
    )
