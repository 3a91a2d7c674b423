"""Where a token may begin and end: a shape inside a longer run is chance (``spec/detection.md`` §5)."""

from __future__ import annotations

_ESCAPED = ("\\n", "\\r", "\\t", "%20", "%3D", "%22", "%3A", "%0A", "u0022", "u003d")
_UPPER_TO_LOWER = {code: code + 32 for code in range(ord("A"), ord("Z") + 1)}
# Half a character stops the automata, which take whole ones only: a stranger must not stop a check.
_UPPER_TO_LOWER |= dict.fromkeys(range(0xD800, 0xE000), 0xFFFD)


def is_free(value: str, start: int, end: int, *, joins: str = "") -> bool:
    """Whether no letter, digit or character of ``joins`` touches the range from outside."""
    if start > 0:
        before = value[start - 1]
        if (before.isalnum() or before in joins) and not value.endswith(_ESCAPED, 0, start):
            return False
    if end < len(value):
        after = value[end]
        return not (after.isalnum() or after in joins)
    return True


def ascii_lower(value: str) -> str:
    """``value`` with ASCII letters in lower case and lone surrogates as U+FFFD, of equal length."""
    return value.lower() if value.isascii() else value.translate(_UPPER_TO_LOWER)
