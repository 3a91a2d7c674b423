"""Hexadecimal runs that hold readable text. Digests are hexadecimal too, but never readable."""

from __future__ import annotations

from collections.abc import Iterable

from workbench.findings.check import Trigger
from workbench.findings.cues import cue_before
from workbench.findings.decoders.decoder import Decoded, OuterRange, Scope, Undecoded, printable
from workbench.findings.patterns import Pattern

_RUN = Pattern(r"(?:0x)?((?:[0-9a-fA-F]{2}){6,})")
_SEEN = Pattern(r"(?i)(?:^|[^0-9a-f])(?:0x)?(?:[2-7][0-9a-f]|0[9ad]|[c-f][0-9a-f])[0-9a-f]{10}")


class Hex:
    """Each run that decodes to readable text is a text of its own."""

    name = "hex"
    scope = Scope.RUN
    trigger = Trigger(patterns=(_SEEN,))

    def decode(self, value: str) -> Iterable[Decoded | Undecoded]:
        for match in _RUN.finditer(value):
            start, end = match.span(1)
            text = printable(bytes.fromhex(match.group(1)), at_least=6)
            if text is not None and any(map(str.isalpha, text)):
                key = cue_before(value, match.start()) or None
                yield Decoded(text, _digits(start, text), start, end, key=key, whole=_encode)


def _encode(value: str) -> str:
    return value.encode("utf-8", "surrogatepass").hex()


def _digits(base: int, text: str) -> OuterRange:
    def outer(start: int, end: int) -> tuple[int, int]:
        before, inside = len(text[:start].encode()), len(text[start:end].encode())
        return base + 2 * before, base + 2 * (before + inside)

    return outer
