"""Whether a JSON line names a key twice, told without a second parse.

A parser keeps the last of equal keys. The hidden value would still be published, so every string a
line holds is counted and compared with the strings the parsed value holds.
"""

from __future__ import annotations

from typing import Any


def has_duplicate_keys(value: Any, raw: bytes) -> bool:
    """Whether ``raw`` holds more strings than ``value``, its parsed form."""
    return string_count(raw) != _strings(value)


def string_count(raw: bytes) -> int:
    """How many string tokens a JSON text has, keys included."""
    if b"\\" not in raw:
        return raw.count(b'"') // 2
    raw = raw.replace(b"\\\\", b"")
    return (raw.count(b'"') - raw.count(b'\\"')) // 2


def _strings(value: Any) -> int:
    """How many string tokens the JSON of ``value`` has, keys included."""
    if type(value) is dict:
        total = len(value)
        for item in value.values():
            kind = type(item)
            if kind is str:
                total += 1
            elif kind is dict or kind is list:
                total += _strings(item)
        return total
    if type(value) is list:
        total = 0
        for item in value:
            kind = type(item)
            if kind is str:
                total += 1
            elif kind is dict or kind is list:
                total += _strings(item)
        return total
    return 1 if type(value) is str else 0
