"""Uuencoded lines: a length, then characters of six bits, with ``begin`` and ``end`` around or alone."""

from __future__ import annotations

import binascii
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from workbench.findings.check import Trigger
from workbench.findings.cues import cue_before
from workbench.findings.decoders.decoder import Decoded, OuterRange, Scope, Undecoded
from workbench.findings.decoders.readable import Readable, readable
from workbench.findings.patterns import Pattern

_LINE = re.compile(r"^([!-M])([ -`]{4,88})\r?$", re.MULTILINE)
_SEEN = Pattern(r"(?:^|\n)[!-M][!-`]{4}[ -`]{11}")


class Uuencoded:
    """Lines that follow each other and hold readable text."""

    name = "uuencode"
    scope = Scope.RUN
    trigger = Trigger(patterns=(_SEEN,))

    def decode(self, value: str) -> Iterable[Decoded | Undecoded]:
        for lines in _together(_lines(value)):
            data = b"".join(line.data for line in lines)
            text = readable(data, at_least=8)
            if text is not None:
                start = lines[0].start
                yield Decoded(
                    text.value,
                    _places(lines, text),
                    start,
                    lines[-1].end,
                    key=cue_before(value, start) or None,
                    whole=_encoder(text),
                )


@dataclass(frozen=True, slots=True)
class _Line:
    start: int
    end: int
    data: bytes = field(repr=False)


def _lines(value: str) -> Iterator[_Line]:
    for match in _LINE.finditer(value):
        size = ord(match.group(1)) - 32
        body = match.group(2)
        if not -(-size // 3) * 4 - 2 <= len(body) <= -(-size // 3) * 4 + 1:
            continue  # some writers cut what the last group does not need, or add a sum
        try:
            data = binascii.a2b_uu(match.group().rstrip("\r")[: 1 + -(-size // 3) * 4])
        except binascii.Error:
            continue
        yield _Line(match.start(), match.end(2), data)


def _together(lines: Iterable[_Line]) -> Iterator[Sequence[_Line]]:
    group: list[_Line] = []
    for line in lines:
        if group and line.start > group[-1].end + 2:
            yield group
            group = []
        group.append(line)
    if group:
        yield group


def _places(lines: Sequence[_Line], text: Readable) -> OuterRange:
    """Three bytes are four characters, behind the one that gives the line's length."""
    places: list[tuple[int, int]] = []
    for line in lines:
        for at in range(len(line.data)):
            first, last = line.start + 1 + at * 8 // 6, line.start + 1 + -(-(at + 1) * 8 // 6)
            places.append((first, min(last, line.end)))

    def outer(start: int, end: int) -> tuple[int, int]:
        first, last = text.bytes_before(start), text.bytes_before(end)
        at = places[min(first, len(places) - 1)][0]
        return at, places[last - 1][1] if last > first else at

    return outer


def _encoder(text: Readable) -> Callable[[str], str]:
    def encode(changed: str) -> str:
        data = text.encode(changed)
        parts = (data[at : at + 45] for at in range(0, len(data), 45))
        return "".join(binascii.b2a_uu(part).decode() for part in parts).rstrip("\n")

    return encode
