"""Base32 runs that hold readable text."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterable

from workbench.findings.check import Trigger
from workbench.findings.cues import cue_before
from workbench.findings.decoders.decoder import Decoded, OuterRange, Scope, Undecoded
from workbench.findings.decoders.readable import Readable, readable
from workbench.findings.patterns import Pattern

_RUN = re.compile(r"(?<![A-Za-z0-9])(?:[A-Z2-7]{16,}|[a-z2-7]{16,})(?:={1,6})?(?![A-Za-z0-9])")
_SEEN = Pattern(r"(?:^|[^A-Za-z0-9])(?:[A-Z2-7]{16}|[a-z2-7]{16})")
_SIZES = frozenset({0, 2, 4, 5, 7})  # characters that are left over, of eight


class Base32:
    """Each run that decodes to readable text is a text of its own."""

    name = "base32"
    scope = Scope.RUN
    trigger = Trigger(patterns=(_SEEN,))

    def decode(self, value: str) -> Iterable[Decoded | Undecoded]:
        for match in _RUN.finditer(value):
            run = match.group().rstrip("=")
            if len(run) % 8 not in _SIZES:
                continue
            data = base64.b32decode(run.upper() + "=" * (-len(run) % 8))
            text = readable(data, at_least=8)
            if text is not None:
                yield _decoded(value, text, match)


def _decoded(value: str, text: Readable, match: re.Match[str]) -> Decoded:
    padded, small = match.group().endswith("="), match.group().islower()

    def encode(changed: str) -> str:
        encoded = base64.b32encode(text.encode(changed)).decode()
        encoded = encoded if padded else encoded.rstrip("=")
        return encoded.lower() if small else encoded

    return Decoded(
        text.value,
        _places(match.start(), match.end(), text),
        match.start(),
        match.end(),
        key=cue_before(value, match.start()) or None,
        whole=encode,
    )


def _places(base: int, end_of_run: int, text: Readable) -> OuterRange:
    def outer(start: int, end: int) -> tuple[int, int]:
        first, last = text.bytes_before(start) * 8 // 5, -(-text.bytes_before(end) * 8 // 5)
        return base + first, min(base + last, end_of_run)

    return outer
