r"""Backslash escapes in a text that is not JSON itself: ``\u00e9``, ``\\u00e9``, ``\x41``."""

from __future__ import annotations

from collections.abc import Iterable

from workbench.findings.alignment import Replaced, align
from workbench.findings.check import Trigger
from workbench.findings.decoders.decoder import Decoded, Scope, Undecoded
from workbench.findings.decoders.json_text import json_quote
from workbench.findings.patterns import Match, Pattern

_ESCAPE = Pattern(
    r"\\{1,16}(?:u[dD][89abAB][0-9a-fA-F]{2}\\{1,16}u[dD][c-fC-F][0-9a-fA-F]{2}"
    r"|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|u\{[0-9a-fA-F]{1,6}\}|[\"/nrt])"
)
_LETTERS = {'"': '"', "/": "/", "n": "\n", "r": "\r", "t": "\t"}
_SEEN = Pattern(r"(?i)\\(?:u[0-9a-f]{4}|x[0-9a-f]{2}|u\{[0-9a-f])")


class Escapes:
    """The whole text with its escapes resolved, however many backslashes nesting has added."""

    name = "escapes"
    scope = Scope.WHOLE
    trigger = Trigger(patterns=(_SEEN,))

    def decode(self, value: str) -> Iterable[Decoded | Undecoded]:
        changes = [Replaced(*match.span(), _character(match)) for match in _ESCAPE.finditer(value)]
        aligned = align(value, changes)
        if aligned.value == value:
            return ()
        return (Decoded(aligned.value, aligned.outer, quote=json_quote),)


def _character(match: Match) -> str:
    digits = match.group().lstrip("\\")
    if digits in _LETTERS:
        return _LETTERS[digits]
    if "\\" in digits:
        high, low = digits[1:5], digits[-4:]
        return bytes.fromhex(high + low).decode("utf-16-be")
    code = int(digits[1:].strip("{}"), 16)
    return chr(code) if code < 0x110000 else match.group()
