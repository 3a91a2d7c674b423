"""The canonical JSON of a script and its digest.

Source: ``spec/session-logs.md`` §22 and the corpus's README: keys by code point, no white space,
numbers as JavaScript prints them, non-ASCII characters as they are.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Sequence
from typing import Any

import orjson

from workbench.core.canonical import number_text, quote
from workbench.session_logs.derivation import Call

# What orjson would print otherwise than JavaScript: fractions, exponents, more than 15 digits.
_ODD_NUMBER = re.compile(rb"[:\[,]-?[0-9]+(?:[.eE]|[0-9]{15})")


def canonical_script(value: Any) -> bytes:
    """Canonical JSON bytes of a script, an entry or a chunk."""
    try:
        quick = orjson.dumps(value, option=orjson.OPT_SORT_KEYS)
    except (orjson.JSONEncodeError, TypeError):
        quick = b""  # a lone surrogate, a big integer or deep nesting
    if quick and not _ODD_NUMBER.search(quick):
        return quick
    parts: list[str] = []
    _write(value, parts.append)
    return "".join(parts).encode("utf-8")


def _write(value: Any, emit: Callable[[str], object]) -> None:
    if isinstance(value, dict):
        for index, key in enumerate(sorted(value)):
            emit("," if index else "{")
            emit(quote(key) + ":")
            _write(value[key], emit)
        emit("}" if value else "{}")
    elif isinstance(value, (list, tuple)):
        for index, item in enumerate(value):
            emit("," if index else "[")
            _write(item, emit)
        emit("]" if value else "[]")
    elif isinstance(value, str):
        emit(quote(value))
    elif value is None or isinstance(value, bool):
        emit({None: "null", True: "true", False: "false"}[value])
    else:
        emit(number_text(value))


def script_of(calls: Sequence[Call]) -> list[dict[str, Any]]:
    """The entries of a script, as a sidecar would spell them."""
    return [call.entry for call in calls]


def script_bytes(calls: Sequence[Call]) -> bytes:
    """Canonical JSON of a whole script, written entry by entry."""
    return b"[" + b",".join(canonical_script(call.entry) for call in calls) + b"]"


def script_digest(calls: Sequence[Call]) -> str:
    """Lower-case SHA-256 of :func:`script_bytes`."""
    return hashlib.sha256(script_bytes(calls)).hexdigest()
