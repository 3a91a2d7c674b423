"""Splitting a log into lines and reading one line as JSON.

Source: ``spec/session-logs.md`` §§3, 22. Lines end at LF or CR LF only; blank means JavaScript's white
space; numbers are JavaScript's. Byte offsets are kept so that every value can be shown in its file.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

import orjson

from workbench.core.json_text import MAX_DEPTH, NotJson, parse
from workbench.session_logs.errors import LogRefused, refuse
from workbench.session_logs.json_numbers import WHITE_SPACE

LineParser: TypeAlias = Callable[[bytes, int], Any]

# Numbers that orjson keeps exact and JavaScript does not (more than 15 digits), and minus zero.
_ODD_NUMBER = re.compile(rb"[0-9]{16}|-0(?![.0-9])")
_NEGATIVE_ZERO = re.compile(rb"-0(?![.0-9])")


def spans_of_lines(data: bytes) -> Iterator[tuple[int, int, int]]:
    """``(line number, start, end)`` of every line that is not blank; the line end is left out."""
    number, start, size = 0, 0, len(data)
    while start < size:
        end = data.find(b"\n", start)
        after = size if end < 0 else end + 1
        stop = size if end < 0 else end
        number += 1
        if stop > start and data[stop - 1] == 0x0D and end >= 0:
            stop -= 1
        if stop > start and (0x20 < data[start] < 0x7F or not _is_blank(data[start:stop])):
            yield number, start, stop
        start = after


def _is_blank(raw: bytes) -> bool:
    return not raw.decode("utf-8", "replace").strip(WHITE_SPACE)


def parse_line(raw: bytes, number: int) -> Any:
    """The JSON value of one line. Raises ``LogRefused`` with the line's number (§3)."""
    return line_parser(raw)(raw, number)


def line_parser(data: bytes) -> LineParser:
    """How to parse the lines of ``data``: quickly, unless a number in it needs JavaScript's care."""
    return _parse_carefully if _ODD_NUMBER.search(data) else _parse_quickly


def _parse_quickly(raw: bytes, number: int) -> Any:
    # MAX_DEPTH levels need two bytes each.
    if len(raw) < 2 * MAX_DEPTH or raw.count(b"[") + raw.count(b"{") <= MAX_DEPTH:
        try:
            return orjson.loads(raw)
        except orjson.JSONDecodeError:
            pass
    return _parse_slowly(raw, number)


def _parse_carefully(raw: bytes, number: int) -> Any:
    if _ODD_NUMBER.search(raw):
        return _parse_slowly(raw, number)
    return _parse_quickly(raw, number)


def _parse_slowly(raw: bytes, number: int) -> Any:
    text = raw.decode("utf-8", "replace")
    try:
        value = parse(text, javascript_numbers=True)
    except NotJson as error:
        if "nested" in error.what:
            raise refuse(
                f"session snapshot line {number} is nested more than {MAX_DEPTH} levels deep",
                where=f"line {number}",
                means="No session log nests like this, and reading it could exhaust memory",
            ) from None
        raise invalid_json(number) from None
    except ValueError:
        raise invalid_json(number) from None
    return _with_negative_zero(text) if _NEGATIVE_ZERO.search(raw) else value


def _with_negative_zero(text: str) -> Any:
    def whole(digits: str) -> int | float:
        number = parse(digits, javascript_numbers=True)
        return -0.0 if digits == "-0" else number

    return json.loads(text, parse_int=whole)


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
    if type(value) is not dict:
        raise refuse(
            f"session snapshot line {number} must be a JSON object",
            where=f"line {number}",
            means="Every line of a session log is one JSON object",
            code="invalid_json",
        )
    return value
