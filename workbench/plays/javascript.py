"""JavaScript's values where Python's differ: undefined, doubles, strict equality, key order.

Source: ``spec/play-sessions.md`` §14. The published engine runs on JavaScript, and a replay that
treats ``True`` as ``1`` or keeps integers exact beyond 2**53 is another game.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, Final

from workbench.core.canonical import number_text

_SAFE: Final = 2**53 - 1
_ARRAY_INDEX = re.compile(r"(?:0|[1-9][0-9]{0,9})\Z")
_MAX_INDEX: Final = 2**32 - 2


class Undefined:
    """The type of :data:`UNDEFINED`, which equals nothing but itself."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "UNDEFINED"


UNDEFINED: Final = Undefined()


def is_number(value: object) -> bool:
    """Whether JavaScript calls this a number: a bool is none."""
    kind = type(value)
    return kind is int or kind is float


def is_integer(value: object) -> bool:
    """``Number.isInteger``: whole doubles count, bools do not."""
    return type(value) is int or (type(value) is float and value.is_integer())


def is_count(value: object) -> bool:
    """A whole number that is not negative."""
    return is_integer(value) and value >= 0  # type: ignore[operator]


def add(left: float, right: float) -> float:
    """The sum as doubles give it; whole results stay ``int`` while a double holds them exactly."""
    total = left + right
    if -_SAFE <= total <= _SAFE and type(total) is int:
        return total
    total = float(left) + float(right)
    return int(total) if -_SAFE <= total <= _SAFE and total.is_integer() else total


def strictly_equal(left: object, right: object) -> bool:
    """``===`` for scalars; two containers are never the same object here."""
    if type(left) is bool or type(right) is bool:
        return left is right
    if is_number(left):
        return is_number(right) and left == right
    if isinstance(left, str):
        return left == right
    return left is right and (left is None or left is UNDEFINED)


def text_of(value: object) -> str:
    """``String(value)``."""
    if isinstance(value, str):
        return value
    if value is UNDEFINED:
        return "undefined"
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return number_text(value)
    if isinstance(value, (list, tuple)):
        return ",".join("" if item is None else text_of(item) for item in value)
    return "[object Object]"


def own_keys(mapping: Mapping[str, Any]) -> Iterable[str]:
    """Keys in JavaScript's order: array indexes ascending, then the others as they were added."""
    indexes = [key for key in mapping if _ARRAY_INDEX.match(key) and int(key) <= _MAX_INDEX]
    if not indexes:
        return mapping.keys()
    first = sorted(indexes, key=int)
    taken = set(first)
    return [*first, *(key for key in mapping if key not in taken)]
