r"""Backslash escapes in a text that is not JSON itself: ``\u00e9``, ``\\u00e9``, ``\x41``, ``\152``."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from workbench.findings.alignment import rewrite
from workbench.findings.check import Trigger
from workbench.findings.decoders.decoder import Decoded, Scope, Undecoded
from workbench.findings.decoders.json_text import json_quote
from workbench.findings.patterns import Pattern

_STROKES = r"\\{1,16}+"
_HEX = "[0-9a-fA-F]"
# A byte of a character in UTF-8 that has several: the first, by how many follow, and those that follow.
_NEXT = rf"{_STROKES}(?:x[89abAB]{_HEX}|2[0-7]{{2}})"
_FIRST = (
    rf"(?:x[cdCD]{_HEX}|3[0-3][0-7])",
    rf"(?:x[eE]{_HEX}|3[45][0-7])",
    r"(?:x[fF][0-4]|36[0-4])",
)
_BYTES = "|".join(f"{first}{_NEXT * count}" for count, first in enumerate(_FIRST, 1))
_ESCAPE = re.compile(
    rf"({_STROKES}(?:u[dD][89abAB]{_HEX}{{2}}{_STROKES}u[dD][c-fC-F]{_HEX}{{2}}"
    rf"|u{_HEX}{{4}}|{_BYTES}|x{_HEX}{{2}}|[ux]\{{{_HEX}{{1,8}}\}}|U{_HEX}{{8}}|[0-3][0-7]{{2}}"
    r"|N\{[A-Za-z0-9 -]{2,80}\}|[\"/nrt]))"
)
_LONGEST = 120  # characters
_LETTERS = {'"': '"', "/": "/", "n": "\n", "r": "\r", "t": "\t"}
_SEEN = Pattern(
    r"(?i)\\(?:u[0-9a-f]{4}|x[0-9a-f]{2}|[ux]\{[0-9a-f]|u000[0-9a-f]{5}|[0-3][0-7]{2}|n\{[a-z]{4})"
)


class Escapes:
    """The whole text with its escapes resolved, however many backslashes nesting has added."""

    name = "escapes"
    scope = Scope.WHOLE
    trigger = Trigger(patterns=(_SEEN,))

    def decode(self, value: str) -> Iterable[Decoded | Undecoded]:
        aligned = rewrite(value, _ESCAPE, _character, reach=_LONGEST)
        if aligned.value == value:
            return ()
        return (Decoded(aligned.value, aligned.outer, quote=json_quote),)


def _character(written: str) -> str:
    parts = [part for part in written.split("\\") if part]
    if len(parts) == 1:
        return _one(parts[0], written)
    if parts[0][0] == "u":
        return bytes.fromhex("".join(part[1:] for part in parts)).decode("utf-16-be")
    data = bytes(map(_code, parts))
    try:
        return data.decode("utf-8")
    except UnicodeError:
        return data.decode("latin-1")


def _one(sign: str, written: str) -> str:
    if sign in _LETTERS:
        return _LETTERS[sign]
    if sign.startswith("N"):
        try:
            return unicodedata.lookup(sign[2:-1])
        except KeyError:
            return written
    code = _code(sign)
    return chr(code) if code < 0x110000 else written


def _code(sign: str) -> int:
    return int(sign, 8) if sign[0] in "0123" else int(sign[1:].strip("{}"), 16)
