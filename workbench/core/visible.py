"""Captured text as text: what a terminal would act on or hide is shown as its escape.

Source: ``spec/review-ux.md`` §6 (*Captured text is text*).
"""

from __future__ import annotations

import unicodedata

#: Categories that move the cursor, change direction, or cannot be seen.
_INVISIBLE = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_SHORT = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}


def escaped(text: str, *, limit: int | None = None) -> str:
    """``text`` with every character that a terminal would act on or hide shown as its escape.

    Over ``limit`` characters the rest is counted instead of shown.
    """
    shown = text if limit is None or len(text) <= limit else text[:limit]
    visible = "".join(_visible(character) for character in shown)
    if shown is text:
        return visible
    return f"{visible}… {len(text) - len(shown):,} more characters"


def _visible(character: str) -> str:
    if character.isascii() and character.isprintable():
        return character
    if character in _SHORT:
        return _SHORT[character]
    if unicodedata.category(character) not in _INVISIBLE:
        return character
    number = ord(character)
    if number < 0x100:
        return f"\\x{number:02x}"
    return f"\\u{number:04x}" if number < 0x10000 else f"\\U{number:08x}"
