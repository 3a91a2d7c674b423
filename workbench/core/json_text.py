"""Reading JSON strictly: RFC 8259 only, bounded depth, and with the place of a mistake.

``json.loads`` alone accepts ``NaN``, overflows ``1e400`` to infinity and dies with
``RecursionError`` on deep nesting. Source: ``spec/http-cassettes.md`` §3.2,
``spec/session-logs.md`` §22, ``spec/play-sessions.md`` §14.
"""

from __future__ import annotations

import json
import math
from typing import Any

from workbench.core.errors import WorkbenchError

MAX_DEPTH = 512
_SAFE = 2**53 - 1
_CONTAINERS = frozenset({dict, list})  # what the decoder makes, and nothing derived from it


class NotJson(WorkbenchError):
    """The text is not one RFC 8259 value. ``offset`` counts characters from its start."""

    code = "invalid_json"

    def __init__(self, what: str, *, offset: int = 0, line: int = 1, column: int = 1) -> None:
        super().__init__(what, where=f"line {line}, column {column}")
        self.offset, self.line, self.column = offset, line, column


def parse(text: str | bytes, *, javascript_numbers: bool = False) -> Any:
    """The value of one JSON text; of duplicate keys the last wins.

    With ``javascript_numbers`` every number is a double: ``2.0`` becomes ``2`` and whole numbers
    beyond 2**53 are rounded as JavaScript rounds them. Raises :class:`NotJson` for anything that is
    not RFC 8259, for invalid UTF-8 and for nesting deeper than ``MAX_DEPTH``.
    """
    if isinstance(text, bytes):
        try:
            text = text.decode("utf-8")
        except UnicodeDecodeError as error:
            raise NotJson("The text is not valid UTF-8", offset=error.start) from None
    try:
        value = json.loads(
            text,
            parse_constant=_refuse_constant,
            parse_float=_javascript_float if javascript_numbers else _finite_float,
            parse_int=_javascript_int if javascript_numbers else _any_int,
        )
    except json.JSONDecodeError as error:
        raise NotJson(
            f"The text is not valid JSON: {_reason(error)}",
            offset=error.pos,
            line=error.lineno,
            column=error.colno,
        ) from None
    except RecursionError:
        raise NotJson(f"The text is nested more than {MAX_DEPTH} levels deep") from None
    if _deeper_than(value, MAX_DEPTH):
        raise NotJson(f"The text is nested more than {MAX_DEPTH} levels deep")
    return value


def _reason(error: json.JSONDecodeError) -> str:
    """The decoder's own reason; it names characters' kinds, never the text that stands there."""
    return error.msg[:1].lower() + error.msg[1:]


def _refuse_constant(name: str) -> Any:
    raise NotJson(f"The text is not valid JSON: {name} is no JSON value")


def _finite_float(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise NotJson("The text is not valid JSON: a number is too large")
    return number


def _any_int(text: str) -> int:
    # CPython refuses to convert more than 4,300 digits; such a number is hostile, not data.
    if len(text) > 4_000:
        raise NotJson("The text is not valid JSON: a number has more than 4,000 digits")
    return int(text)


def _javascript_float(text: str) -> float | int:
    number = _finite_float(text)
    return int(number) if number.is_integer() and abs(number) <= _SAFE else number


def _javascript_int(text: str) -> float | int:
    number = _any_int(text) if len(text) < 400 else 0
    if len(text) < 400 and abs(number) <= _SAFE:
        return number
    return _finite_float(text)


def _deeper_than(value: object, limit: int) -> bool:
    """Whether containers nest deeper than ``limit``; iterative, so that no input can overflow it."""
    level: list[Any] = [value] if type(value) in _CONTAINERS else []
    for _ in range(limit):
        below: list[Any] = []
        for item in level:
            children = item.values() if isinstance(item, dict) else item
            below += [child for child in children if type(child) in _CONTAINERS]
        if not below:
            return False
        level = below
    return True
