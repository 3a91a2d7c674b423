r"""Characters written as a list of their numbers: ``6a:61``, ``0x6a, 0x61``, ``106, 97``, ``U+006A``.

Dumps too, a line of numbers after the other, each with the address before it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from workbench.findings.check import Trigger
from workbench.findings.cues import cue_before
from workbench.findings.decoders.decoder import Decoded, OuterRange, Scope, Undecoded, overlaps
from workbench.findings.decoders.readable import Readable, readable
from workbench.findings.patterns import Pattern

_LEAST = 6  # numbers of a list
_BETWEEN = r"[\s,;:._/|-]{1,3}"
# The address of a line in a dump, its bytes in pairs, twos or fours, and the characters beside them.
_DUMP = re.compile(
    r"(?<![0-9A-Za-z])[0-9a-fA-F]{4,16}:?[ \t]{1,4}((?:[0-9a-fA-F]{2}){1,8}(?:[ \t]{1,2}(?:[0-9a-fA-F]{2}){1,8}){0,31})"
    r"(?:[ \t].*)?$",
    re.MULTILINE,
)
_PAIRS = re.compile(
    rf"(?<![0-9A-Za-z])(?:0[xX])?[0-9a-fA-F]{{2}}(?:{_BETWEEN}(?:0[xX])?[0-9a-fA-F]{{2}}){{5,}}(?![0-9A-Za-z])"
)
_GROUPS = re.compile(r"(?<![0-9A-Za-z])(?:[0-9a-fA-F]{4}[ :.-]){3,}[0-9a-fA-F]{2,4}(?![0-9A-Za-z])")
_PAIR = re.compile(r"(?:0[xX])?([0-9a-fA-F]{2})")
_CODED = r"(?:[cC][hH][rR]|[cC]har|CHAR)"
_DECIMALS = re.compile(
    rf"(?<![0-9])[0-9]{{1,3}}(?:(?:[\s,;:+.&|/-]{{1,3}}|\)\s?[+.&|,]{{1,2}}\s?{_CODED}\()[0-9]{{1,3}}){{7,}}(?![0-9])"
)
_DECIMAL = re.compile(r"[0-9]{1,3}")
_POINTS = re.compile(r"(?:[uU]\+[0-9a-fA-F]{4,6}[\s,;]{0,3}){4,}")
_POINT = re.compile(r"[uU]\+([0-9a-fA-F]{4,6})")
_HEX_SEEN = r"(?:[2-9a-fA-F][0-9a-fA-F]|00|1[bB])"
_DECIMAL_SEEN = r"(?:0|27|3[2-9]|[4-9][0-9]|1[0-9][0-9]|2[0-4][0-9]|25[0-5])"

Encode = Callable[[bytes], str]


@dataclass(frozen=True, slots=True)
class _List:
    """Numbers of a list: the byte of each, and where each is written."""

    data: bytes = field(repr=False)
    starts: Sequence[int] = field(repr=False)
    ends: Sequence[int] = field(repr=False)

    def outer(self, text: Readable) -> OuterRange:
        def outer(start: int, end: int) -> tuple[int, int]:
            first, last = text.bytes_before(start), text.bytes_before(end)
            at = self.starts[min(first, len(self.starts) - 1)]
            return at, self.ends[last - 1] if last > first else at

        return outer


class HexList:
    """Bytes as hexadecimal numbers with something between them, and dumps of bytes."""

    name = "hex list"
    scope = Scope.RUN
    trigger = Trigger(
        patterns=(
            Pattern(
                rf"(?:^|[^0-9A-Za-z])(?:0[xX])?{_HEX_SEEN}(?:{_BETWEEN}(?:0[xX])?{_HEX_SEEN}){{4}}"
            ),
            Pattern(rf"(?:^|[^0-9A-Za-z]){_HEX_SEEN}{{2}}(?:[ :.-]{_HEX_SEEN}{{2}}){{2}}"),
        )
    )

    def decode(self, value: str) -> Iterable[Decoded | Undecoded]:
        dumped: list[tuple[int, int]] = []
        for read in _dumps(value):
            dumped.append((read.starts[0], read.ends[-1]))
            yield from _decoded(value, read, bytes.hex)
        for pattern in (_PAIRS, _GROUPS):
            for match in pattern.finditer(value):
                start, end = match.span()
                if overlaps(dumped, start, end):
                    continue
                yield from _decoded(
                    value, _hexadecimal(value, start, end), lambda data: data.hex(" ")
                )


class DecimalList:
    """Bytes as decimal numbers: a list, an array, or one call of ``chr`` after the other."""

    name = "decimal list"
    scope = Scope.RUN
    trigger = Trigger(
        patterns=(
            Pattern(rf"(?:^|[^0-9]){_DECIMAL_SEEN}(?:[\s,;:+.&|/-]{{1,3}}{_DECIMAL_SEEN}){{5}}"),
            Pattern(
                r"(?i)chr\([0-9]{2,3}\)\s?[+.&|,]{1,2}\s?chr\(|char\([0-9]{2,3}\)\s?[+.&|,]{1,2}\s?char\("
            ),
        )
    )

    def decode(self, value: str) -> Iterable[Decoded | Undecoded]:
        for match in _DECIMALS.finditer(value):
            found = list(_DECIMAL.finditer(value, *match.span()))
            numbers = [int(each.group()) for each in found]
            if max(numbers) > 255:
                continue
            read = _List(bytes(numbers), *_spans(found))
            yield from _decoded(value, read, lambda data: ", ".join(map(str, data)))


class CodePoints:
    """Characters by their numbers in Unicode: ``U+006A U+0061``."""

    name = "code points"
    scope = Scope.RUN
    trigger = Trigger(patterns=(Pattern(r"(?i)U\+[0-9a-f]{4,6}[\s,;]{0,3}U\+[0-9a-f]{4}"),))

    def decode(self, value: str) -> Iterable[Decoded | Undecoded]:
        for match in _POINTS.finditer(value):
            found = list(_POINT.finditer(value, *match.span()))
            codes = [int(each.group(1), 16) for each in found]
            if max(codes) > 0x10FFFF or any(0xD800 <= code < 0xE000 for code in codes):
                continue
            starts, ends = _spans(found)

            def outer(
                start: int,
                end: int,
                starts: Sequence[int] = starts,
                ends: Sequence[int] = ends,
            ) -> tuple[int, int]:
                at = starts[min(start, len(starts) - 1)]
                return at, ends[end - 1] if end > start else at

            yield Decoded(
                "".join(map(chr, codes)),
                outer,
                match.start(),
                ends[-1],
                key=cue_before(value, match.start()) or None,
                whole=lambda changed: " ".join(f"U+{ord(character):04X}" for character in changed),
            )


def _dumps(value: str) -> Iterator[_List]:
    """The lines of each dump that follow each other, as one list."""
    lines: list[re.Match[str]] = []
    for match in _DUMP.finditer(value):
        if lines and match.start() > lines[-1].end() + 2:
            yield from _dump(value, lines)
            lines = []
        lines.append(match)
    yield from _dump(value, lines)


def _dump(value: str, lines: Sequence[re.Match[str]]) -> Iterator[_List]:
    parts = [_hexadecimal(value, *line.span(1)) for line in lines]
    if len(parts) > 1 and sum(len(part.data) for part in parts) >= _LEAST:
        yield _List(
            b"".join(part.data for part in parts),
            [at for part in parts for at in part.starts],
            [at for part in parts for at in part.ends],
        )


def _hexadecimal(value: str, start: int, end: int) -> _List:
    found = list(_PAIR.finditer(value, start, end))
    return _List(bytes(int(each.group(1), 16) for each in found), *_spans(found))


def _spans(found: Sequence[re.Match[str]]) -> tuple[Sequence[int], Sequence[int]]:
    return [each.start() for each in found], [each.end() for each in found]


def _decoded(value: str, read: _List, encode: Encode) -> Iterator[Decoded]:
    text = readable(read.data, at_least=_LEAST)
    if text is None or not any(map(str.isalnum, text.value)):
        return
    spelt = text
    start = read.starts[0]
    yield Decoded(
        text.value,
        read.outer(text),
        start,
        read.ends[-1],
        key=cue_before(value, start) or None,
        whole=lambda changed: encode(spelt.encode(changed)),
    )
