"""Escapes of JavaScript patterns without the ``u`` flag.

Source: ``spec/session-logs.md`` §22; ECMA-262 Annex B.1.2.
"""

from __future__ import annotations

import re

from workbench.session_logs.pattern_parts import DIGITS, SPACES, WORD, Ranges, complement

_CLASSES: dict[str, Ranges] = {"d": DIGITS, "w": WORD, "s": SPACES}
_CONTROLS = {"n": 10, "r": 13, "t": 9, "v": 11, "f": 12}
_OCTAL = re.compile(r"[0-3][0-7]{0,2}|[4-7][0-7]?", re.ASCII)
_HEX = {"x": re.compile(r"[0-9A-Fa-f]{2}"), "u": re.compile(r"[0-9A-Fa-f]{4}")}


def class_escape(source: str, at: int) -> tuple[Ranges | None, int]:
    """``\\d``, ``\\w``, ``\\s`` and their opposites at ``at`` (after the backslash), and where it ends."""
    character = source[at]
    if character.lower() not in _CLASSES:
        return None, at
    ranges = _CLASSES[character.lower()]
    return (complement(ranges) if character.isupper() else ranges), at + 1


def character_escape(source: str, at: int, *, in_set: bool) -> tuple[int, int]:
    """The character that the escape at ``at`` (after the backslash) stands for, and where it ends."""
    character = source[at]
    if character in _CONTROLS:
        return _CONTROLS[character], at + 1
    if character == "c":
        return _control_letter(source, at, in_set)
    digits = _HEX[character].match(source, at + 1) if character in _HEX else None
    if digits is not None:
        return int(digits.group(), 16), digits.end()
    octal = _OCTAL.match(source, at)
    if octal is not None:
        return int(octal.group(), 8), octal.end()
    return ord(character), at + 1


def _control_letter(source: str, at: int, in_set: bool) -> tuple[int, int]:
    letter = source[at + 1 : at + 2]
    if letter.isascii() and (letter.isalpha() or (in_set and (letter.isdigit() or letter == "_"))):
        return ord(letter) % 32, at + 2
    return 0x5C, at  # the backslash stands for itself, and the c is read again
