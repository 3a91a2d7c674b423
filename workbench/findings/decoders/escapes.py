r"""Backslash escapes in a text that is not JSON itself: ``\u00e9``, ``\\u00e9``, ``\x41``, ``\152``."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Sequence

from workbench.findings.alignment import Replaced, align
from workbench.findings.check import Trigger
from workbench.findings.decoders.decoder import Decoded, Scope, Undecoded
from workbench.findings.decoders.json_text import json_quote
from workbench.findings.patterns import Match, Pattern

_ESCAPE = Pattern(
    r"\\{1,16}(?:u[dD][89abAB][0-9a-fA-F]{2}\\{1,16}u[dD][c-fC-F][0-9a-fA-F]{2}"
    r"|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|[ux]\{[0-9a-fA-F]{1,8}\}|U[0-9a-fA-F]{8}|[0-3][0-7]{2}"
    r"|N\{[A-Za-z0-9 -]{2,80}\}|[\"/nrt])"
)
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
        aligned = align(value, _changes(value))
        if aligned.value == value:
            return ()
        return (Decoded(aligned.value, aligned.outer, quote=json_quote),)


def _changes(value: str) -> Iterator[Replaced]:
    """One change a character; bytes beyond ASCII that follow each other may be one in UTF-8."""
    run: list[Replaced] = []
    for match in _ESCAPE.finditer(value):
        change = Replaced(*match.span(), _character(match))
        if run and run[-1].end != change.start:
            yield from _joined(run)
            run = []
        kind = match.group().lstrip("\\")[0]
        if kind in "x0123" and "\x80" <= change.value <= "\xff":
            run.append(change)
            continue
        yield from _joined(run)
        run = []
        yield change
    yield from _joined(run)


def _joined(run: Sequence[Replaced]) -> Iterator[Replaced]:
    try:
        text = "".join(each.value for each in run).encode("latin-1").decode("utf-8")
    except UnicodeError:
        yield from run
        return
    at = 0
    for character in text:
        size = len(character.encode())
        yield Replaced(run[at].start, run[at + size - 1].end, character)
        at += size


def _character(match: Match) -> str:
    digits = match.group().lstrip("\\")
    if digits in _LETTERS:
        return _LETTERS[digits]
    if "\\" in digits:
        high, low = digits[1:5], digits[-4:]
        return bytes.fromhex(high + low).decode("utf-16-be")
    if digits.startswith("N"):
        try:
            return unicodedata.lookup(digits[2:-1])
        except KeyError:
            return match.group()
    octal = digits[0] in "0123"
    code = int(digits, 8) if octal else int(digits[1:].strip("{}"), 16)
    return chr(code) if code < 0x110000 else match.group()
