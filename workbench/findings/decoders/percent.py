"""Percent-encoding, once a round: double encoding is decoded in the next."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from urllib.parse import quote, unquote_to_bytes

from workbench.findings.alignment import Replaced, align
from workbench.findings.check import Trigger
from workbench.findings.decoders.decoder import Decoded, Scope, Undecoded
from workbench.findings.patterns import Pattern

_RUN = re.compile(
    r"(?:%[0-9A-Fa-f]{2})+|%[uU][dD][89abAB][0-9A-Fa-f]{2}%[uU][dD][c-fC-F][0-9A-Fa-f]{2}|%[uU][0-9A-Fa-f]{4}"
)
_PLUS = re.compile(r"\+")
_SEEN = Pattern(r"(?i)%u?[0-9a-f]{2}|=[a-z0-9.~_-]*\+")


class Percent:
    """The whole text with its percent-encoded runs resolved; ``+`` is a space in form data."""

    name = "percent"
    scope = Scope.WHOLE
    trigger = Trigger(patterns=(_SEEN,))

    def decode(self, value: str) -> Iterable[Decoded | Undecoded]:
        changes = list(_characters(value))
        if _is_form(value):
            changes += [Replaced(*match.span(), " ") for match in _PLUS.finditer(value)]
            changes.sort(key=lambda change: change.start)
        aligned = align(value, changes)
        if aligned.value == value:
            return ()
        return (Decoded(aligned.value, aligned.outer, quote=_quote),)


def _quote(value: str) -> str:
    return quote(value, safe="", errors="surrogatepass")


def _characters(value: str) -> Iterator[Replaced]:
    """One change a character, so that a range inside a run maps to the characters it needs."""
    for match in _RUN.finditer(value):
        if match.group()[1] in "uU":
            yield Replaced(*match.span(), _units(match.group()))
            continue
        data = unquote_to_bytes(match.group())
        try:
            text = data.decode("utf-8")
        except UnicodeDecodeError:
            text = data.decode("latin-1")
            sizes = [1] * len(text)
        else:
            sizes = [len(character.encode()) for character in text]
        at = match.start()
        for character, size in zip(text, sizes, strict=True):
            yield Replaced(at, at + 3 * size, character)
            at += 3 * size


def _units(escaped: str) -> str:
    """``%uXXXX``, and two of them where they are one character."""
    data = bytes.fromhex(escaped.replace("%", "").replace("u", "").replace("U", ""))
    return data.decode("utf-16-be", "surrogatepass")


def _is_form(value: str) -> bool:
    """Form data and query strings hold no white space and have ``=`` before the first ``+``."""
    at = value.find("+")
    return at > 0 and "=" in value[:at] and not any(map(str.isspace, value))
