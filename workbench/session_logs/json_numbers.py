"""Numbers of a JSON file as JavaScript sees them, and its white space.

Source: ``spec/session-logs.md`` §§1, 22.
"""

from __future__ import annotations

import math
from typing import TypeGuard

from workbench.core.canonical import number_text

MAX_SAFE = 2**53 - 1
#: White space of JavaScript's ``\\s`` and ``trim``.
WHITE_SPACE = (
    "\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000\ufeff"
)


def is_number(value: object) -> TypeGuard[int | float]:
    """A JSON number; ``true`` is none."""
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def is_safe_integer(value: object) -> TypeGuard[int]:
    """An integral number within ±(2**53 - 1), ``1.0`` included, ``-0`` not."""
    if type(value) is int:
        return -MAX_SAFE <= value <= MAX_SAFE
    if type(value) is float:
        negative_zero = value == 0 and math.copysign(1, value) < 0
        return value.is_integer() and abs(value) <= MAX_SAFE and not negative_zero
    return False


def is_count(value: object) -> TypeGuard[int]:
    """A safe integer of at least zero."""
    return is_safe_integer(value) and value >= 0


def template_text(value: object, *, missing: bool = False) -> str:
    """A value inside a JavaScript template literal, as a message or a group key shows it."""
    if type(value) is int and -MAX_SAFE <= value <= MAX_SAFE:
        return str(value)
    if missing:
        return "undefined"
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if is_number(value):
        return number_text(value) if math.isfinite(value) else str(value)
    if isinstance(value, str):
        return value
    if isinstance(value, list):
        return ",".join("" if item is None else template_text(item) for item in value)
    return "[object Object]"
