"""Mail headers' encoded words (``=?utf-8?b?…?=``) and quoted-printable text."""

from __future__ import annotations

import binascii
import quopri
from collections.abc import Iterable

from workbench.findings.alignment import Replaced, align
from workbench.findings.check import Trigger
from workbench.findings.decoders.decoder import Decoded, Scope, Undecoded
from workbench.findings.patterns import Match, Pattern

_WORD = Pattern(r"=\?([A-Za-z0-9_-]{3,20})\?([bBqQ])\?([!->@-~]{1,500})\?=")
_QUOTED = Pattern(r"(?:=[0-9A-F]{2})+|=\r?\n")
_CHARSETS = {"utf-8", "utf8", "iso-8859-1", "latin1", "us-ascii", "windows-1252"}
_SEEN = Pattern(r"(?i)=\?[a-z0-9-]{3,20}\?[bq]\?|=[0-9a-f]{2}=[0-9a-f]{2}|=3d|=\r?\n")


class EncodedWord:
    """The whole text with encoded words and quoted-printable runs resolved."""

    name = "quoted-printable"
    scope = Scope.WHOLE
    trigger = Trigger(patterns=(_SEEN,))

    def decode(self, value: str) -> Iterable[Decoded | Undecoded]:
        changes = [Replaced(*match.span(), _word(match)) for match in _WORD.finditer(value)]
        if not changes:
            changes = [Replaced(*match.span(), _quoted(match)) for match in _QUOTED.finditer(value)]
        aligned = align(value, changes)
        if aligned.value == value:
            return ()
        return (Decoded(aligned.value, aligned.outer),)


def _word(match: Match) -> str:
    charset, how, text = (match.group(number) for number in (1, 2, 3))
    if charset.lower() not in _CHARSETS:
        return match.group()
    try:
        if how in "bB":
            data = binascii.a2b_base64(text)
        else:
            data = quopri.decodestring(text.replace("_", " ").encode())
        return data.decode(charset)
    except (ValueError, LookupError):
        return match.group()


def _quoted(match: Match) -> str:
    data = quopri.decodestring(match.group().encode())
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return match.group()
