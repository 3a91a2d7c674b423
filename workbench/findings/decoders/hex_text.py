"""Hexadecimal runs that hold readable text. Digests are hexadecimal too, but never readable."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from workbench.findings.check import Trigger
from workbench.findings.cues import cue_before
from workbench.findings.decoders.decoder import Decoded, OuterRange, Scope, Undecoded
from workbench.findings.decoders.packed import COMPRESSED, Packed, TooMuch, is_marked, unpack
from workbench.findings.decoders.readable import Readable, readable, readable_parts
from workbench.findings.patterns import Pattern

_RUN = Pattern(r"(?:0[xX])?((?:[0-9a-fA-F]{2}){6,})")
_SEEN = Pattern(
    r"(?i)(?:^|[^0-9a-f])(?:0x)?"
    r"(?:(?:[2-7][0-9a-f]|0[09ad]|[c-f][0-9a-f])[0-9a-f]{10}|(?:1f8b|28b5|78[0159d])[0-9a-f]{8}"
    r"|[0-9a-f]{24}[0-9a-f]{24}[0-9a-f]{24}[0-9a-f]{24}[0-9a-f]{24}[0-9a-f]{20})"
)
#: Digits; the longest digests have 128.
_UNREAD = 140
_DIFFERENT = (
    32  # bytes of a run that nobody can read; of a run of few kinds there is little to read
)


class Hex:
    """Each run that decodes to readable text is a text of its own."""

    name = "hex"
    scope = Scope.RUN
    trigger = Trigger(patterns=(_SEEN,))

    def decode(self, value: str) -> Iterable[Decoded | Undecoded]:
        for match in _RUN.finditer(value):
            run = _Run(*match.span(1), bytes.fromhex(match.group(1)))
            key = cue_before(value, match.start()) or None
            for found in _read(run):
                yield replace(found, key=key) if isinstance(found, Decoded) else found


@dataclass(frozen=True, slots=True)
class _Run:
    start: int
    end: int
    data: bytes = field(repr=False)

    def unread(self, reason: str, *, many: bool = False) -> Undecoded:
        return Undecoded(reason, self.start, self.end, len(self.data), many=many)


def _read(run: _Run) -> Iterator[Decoded | Undecoded]:
    text = None if is_marked(run.data) else readable(run.data, at_least=6)
    if text is not None:
        if any(map(str.isalnum, text.value)):
            yield _decoded(run, text, 0)
        return
    try:
        packed = unpack(run.data)
    except TooMuch:
        yield run.unread("compressed text larger than the limit")
        return
    text = None if packed is None else readable(packed.data)
    if packed is not None and text is not None:
        yield _unpacked(run, packed, text)
    elif run.data.startswith(COMPRESSED):
        yield run.unread("compressed bytes in hex")
    else:
        if run.end - run.start >= _UNREAD and len(set(run.data)) >= _DIFFERENT:
            yield run.unread("bytes in hex that are no text", many=True)
        for before, part in readable_parts(run.data):
            yield _decoded(run, part, before)


def _decoded(run: _Run, text: Readable, before: int) -> Decoded:
    head, tail = run.data[:before], run.data[before + text.bytes_before(len(text.value)) :]
    return Decoded(
        text.value,
        _digits(run.start + 2 * before, text),
        run.start,
        run.end,
        whole=lambda changed: (head + text.encode(changed) + tail).hex(),
    )


def _unpacked(run: _Run, packed: Packed, text: Readable) -> Decoded:
    return Decoded(
        text.value,
        lambda _first, _last: (run.start, run.end),
        run.start,
        run.end,
        whole=lambda changed: packed.pack(text.encode(changed)).hex(),
    )


def _digits(base: int, text: Readable) -> OuterRange:
    def outer(start: int, end: int) -> tuple[int, int]:
        return base + 2 * text.bytes_before(start), base + 2 * text.bytes_before(end)

    return outer
