"""Canonical JSON, as JavaScript would print it with sorted keys, and digests of it.

Source: ``spec/play-sessions.md`` §5 (RFC 8785 style): keys sorted by UTF-16 code units, no white
space, numbers as JavaScript prints a double, lone surrogates escaped.
"""

from __future__ import annotations

import hashlib
import json
import math
import re
from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from workbench.core.errors import WorkbenchError

JSON: TypeAlias = "bool | int | float | str | Sequence[JSON] | Mapping[str, JSON] | None"

_Emit: TypeAlias = Callable[[str], object]

_MAX_SAFE_INTEGER = 2**53 - 1
_SURROGATE = re.compile("[\ud800-\udfff]")


class NotCanonical(WorkbenchError):
    """The value has no canonical form: NaN, an infinity, a big integer, or a foreign type."""

    code = "not_canonical"


def utf16_key(text: str) -> bytes:
    """Sort key of a string by UTF-16 code units, the order of JavaScript's ``sort``."""
    return text.encode("utf-16-be", "surrogatepass")


def canonical_text(value: JSON) -> str:
    """Canonical JSON text of ``value``.

    Raises ``NotCanonical`` for NaN, infinities, integers no double holds exactly, and types that
    are not JSON. Source: ``spec/play-sessions.md`` §5.
    """
    parts: list[str] = []
    try:
        _write(value, parts.append)
    except RecursionError:
        raise NotCanonical("This value is nested too deeply for canonical JSON") from None
    return "".join(parts)


def canonical_bytes(value: JSON) -> bytes:
    """UTF-8 bytes of :func:`canonical_text`."""
    return canonical_text(value).encode("utf-8")


def digest(value: JSON) -> str:
    """Lower-case hexadecimal SHA-256 of the canonical bytes."""
    return hashlib.sha256(canonical_bytes(value)).hexdigest()


def digest_bytes(data: bytes) -> str:
    """Lower-case hexadecimal SHA-256 of ``data``."""
    return hashlib.sha256(data).hexdigest()


def pretty_bytes(value: JSON) -> bytes:
    """Canonical order and numbers, indented by two spaces, with a final newline.

    The form of golden files and audit records: people read their diffs.
    """
    parts: list[str] = []
    try:
        _write(value, parts.append, indent="\n")
    except RecursionError:
        raise NotCanonical("This value is nested too deeply for canonical JSON") from None
    parts.append("\n")
    return "".join(parts).encode("utf-8")


def number_text(number: float) -> str:
    """A number as JavaScript prints it (``1.0`` → ``1``, ``1e21`` → ``1e+21``, ``-0`` → ``0``)."""
    if isinstance(number, int):
        if abs(number) <= _MAX_SAFE_INTEGER:
            return str(number)
        try:
            as_double = float(number)
        except OverflowError:
            as_double = math.inf
        if not math.isfinite(as_double) or int(as_double) != number:
            raise NotCanonical("A whole number is too large for a double to hold exactly")
        number = as_double
    if not math.isfinite(number):
        raise NotCanonical("NaN and infinities have no JSON form")
    if number == 0:
        return "0"
    return _double_text(number)


def _double_text(number: float) -> str:
    sign = "-" if number < 0 else ""
    mantissa, _, exponent_text = f"{abs(number)!r}".replace("E", "e").partition("e")
    whole, _, fraction = mantissa.partition(".")
    digits = (whole + fraction).lstrip("0")
    # ``point`` counts the digits left of the decimal point: 0.5 has point 0, 12.5 has point 2.
    point = int(exponent_text or 0) + len(whole)
    point -= len(whole + fraction) - len((whole + fraction).lstrip("0"))
    digits = digits.rstrip("0")
    count = len(digits)
    if count <= point <= 21:
        return f"{sign}{digits}{'0' * (point - count)}"
    if 0 < point <= 21:
        return f"{sign}{digits[:point]}.{digits[point:]}"
    if -6 < point <= 0:
        return f"{sign}0.{'0' * -point}{digits}"
    power = point - 1
    tail = f".{digits[1:]}" if count > 1 else ""
    return f"{sign}{digits[0]}{tail}e{'+' if power > 0 else '-'}{abs(power)}"


def quote(text: str) -> str:
    """A JSON string as ``JSON.stringify`` writes it: lone surrogates escaped, the rest raw."""
    quoted = json.dumps(text, ensure_ascii=False)
    if not text.isascii() and _SURROGATE.search(text):
        quoted = _SURROGATE.sub(lambda match: f"\\u{ord(match.group()):04x}", quoted)
    return quoted


def _write(value: JSON, emit: _Emit, *, indent: str = "") -> None:
    if isinstance(value, str):
        emit(quote(value))
    elif value is None:
        emit("null")
    elif value is True:
        emit("true")
    elif value is False:
        emit("false")
    elif isinstance(value, (int, float)):
        emit(number_text(value))
    elif isinstance(value, Mapping):
        _write_object(value, emit, indent=indent)
    elif isinstance(value, (list, tuple)):
        _write_array(value, emit, indent=indent)
    else:
        raise NotCanonical(f"A value of type {type(value).__name__} is not JSON")


def _write_object(value: Mapping[str, JSON], emit: _Emit, *, indent: str) -> None:
    if not value:
        emit("{}")
        return
    deeper, colon = (f"{indent}  ", ": ") if indent else ("", ":")
    separator = "{"
    try:
        keys = sorted(value) if all(map(str.isascii, value)) else sorted(value, key=utf16_key)
    except TypeError:
        raise NotCanonical("An object key is not text") from None
    for key in keys:
        emit(separator)
        emit(deeper)
        emit(quote(key))
        emit(colon)
        _write(value[key], emit, indent=deeper)
        separator = ","
    emit(indent)
    emit("}")


def _write_array(value: Sequence[JSON], emit: _Emit, *, indent: str) -> None:
    if not value:
        emit("[]")
        return
    deeper = f"{indent}  " if indent else ""
    separator = "["
    for item in value:
        emit(separator)
        emit(deeper)
        _write(item, emit, indent=deeper)
        separator = ","
    emit(indent)
    emit("]")
