"""Percent-encoding, once a round: double encoding is decoded in the next."""

from __future__ import annotations

import re
from collections.abc import Iterable
from urllib.parse import quote, unquote_to_bytes

from workbench.findings.alignment import rewrite
from workbench.findings.check import Trigger
from workbench.findings.decoders.decoder import Decoded, Scope, Undecoded
from workbench.findings.patterns import Pattern

_NEXT = "%[89ABab][0-9A-Fa-f]"
# One character: of ASCII, of two to four bytes in UTF-8, of UTF-16, or a byte that is no UTF-8.
_CHARACTER = (
    rf"%[0-7][0-9A-Fa-f]|%[CDcd][0-9A-Fa-f]{_NEXT}|%[Ee][0-9A-Fa-f]{_NEXT}{_NEXT}"
    rf"|%[Ff][0-4]{_NEXT}{_NEXT}{_NEXT}|%[0-9A-Fa-f]{{2}}"
    r"|%[uU][dD][89abAB][0-9A-Fa-f]{2}%[uU][dD][c-fC-F][0-9A-Fa-f]{2}|%[uU][0-9A-Fa-f]{4}"
)
_ODD = re.compile(f"({_CHARACTER})")
_ODD_OR_PLUS = re.compile(rf"({_CHARACTER}|\+)")
_LONGEST = 12  # characters
_SPACE = re.compile(r"\s")
_SEEN = Pattern(r"(?i)%u?[0-9a-f]{2}|=[a-z0-9.~_-]*\+")


class Percent:
    """The whole text with its percent-encoded runs resolved; ``+`` is a space in form data."""

    name = "percent"
    scope = Scope.WHOLE
    trigger = Trigger(patterns=(_SEEN,))

    def decode(self, value: str) -> Iterable[Decoded | Undecoded]:
        odd = _ODD_OR_PLUS if _is_form(value) else _ODD
        aligned = rewrite(value, odd, _character, reach=_LONGEST)
        if aligned.value == value:
            return ()
        return (Decoded(aligned.value, aligned.outer, quote=_quote),)


def _quote(value: str) -> str:
    return quote(value, safe="", errors="surrogatepass")


def _character(written: str) -> str:
    if written == "+":
        return " "
    if written[1] in "uU":
        return _units(written)
    data = unquote_to_bytes(written)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def _units(escaped: str) -> str:
    """``%uXXXX``, and two of them where they are one character."""
    data = bytes.fromhex(escaped.replace("%", "").replace("u", "").replace("U", ""))
    return data.decode("utf-16-be", "surrogatepass")


def _is_form(value: str) -> bool:
    """Form data and query strings hold no white space and have ``=`` before the first ``+``."""
    at = value.find("+")
    return at > 0 and "=" in value[:at] and _SPACE.search(value) is None
