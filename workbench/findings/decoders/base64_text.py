"""Base64 and base64url runs that hold text, or text that was compressed first."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace

from workbench.findings.check import Trigger
from workbench.findings.cues import cue_before
from workbench.findings.decoders.decoder import Decoded, OuterRange, Scope, Undecoded
from workbench.findings.decoders.packed import (
    COMPRESSED,
    MEDIA,
    TooMuch,
    deflated,
    is_marked,
    unpack,
)
from workbench.findings.decoders.readable import (
    Readable,
    loosely_readable,
    plainly_readable,
    readable,
    readable_parts,
)
from workbench.findings.patterns import Pattern

# One class and its repeats: the standard library reads that in linear time as well, at a third of the cost.
_RUN = re.compile(
    r"[A-Za-z0-9+/_-]{60,}(?:\r?\n[ \t]{0,40}[A-Za-z0-9+/_-]{2,})+={0,2}|[A-Za-z0-9+/_-]{12,}={0,2}"
)
# A path or an address has runs between its strokes, a name has them between its dashes.
_PIECES = (
    re.compile(r"[A-Za-z0-9+_-]{16,}={0,2}"),
    re.compile(r"[A-Za-z0-9+/]{16,}={0,2}"),
)
_TO_STANDARD = str.maketrans("-_", "+/")
_SMALL_BINARY = 512  # characters; shorter runs that do not decode are ids and digests, not media
#: Characters; what is shorter and no text is an id, a key or a digest, and those have checks of their own.
_UNREAD = 96
#: Characters; in a longer run the strokes are of the alphabet, not of an address.
_ADDRESS = 4_000
_MOST_RESTS, _REST = 6, 24  # strokes that are tried, and characters behind one
UNREAD = "bytes in base64 that are no text"
_EDGE = r"(?:^|[^A-Za-z0-9+])"
_SIGN = "[A-Za-z0-9+/_-]"
_FOURTH = "[AEIMQUYcgkosw048]"  # four bits, and two that are zero
_SEEN = Pattern(
    # Four characters hold three bytes. The first never begins with a control character, nor with the middle
    # of a character; the others with no control character but a line's. Compressed bytes and media do.
    rf"{_EDGE}(?:[CDI-Za-fw-z0-9]{_SIGN}{{3}}(?:[^ABE-H\x00-\x2a,.:-@\[-^`{{-\x7f]{_SIGN}{{3}}){{2}}"
    rf"|(?:H4sI|eJ|eA|eN|KLUv|iVBO|/9j/|_9j_|R0lG|UklG|T2dn|SUQz|//s|__s|ZkxhQ|JVBER|UEsD|AAAA){_SIGN}{{2}}"
    # Text of two or four bytes a character, with a mark or without.
    rf"|{_SIGN}[AQgw][AB]{_SIGN}A[C-H]{_FOURTH}A|A[C-H]{_FOURTH}A[I-f][AQgw][AB]"
    rf"|{_SIGN}[AQgw]AAA[C-H]|(?:[/_][/_][4-7]|[/_]v[89+/_-]){_SIGN}{{5}}"
    # Deflated without a header: three bits, then plain characters of eight bits each that begin 01 or 10.
    rf"|[CEKMSUacikqsy068](?:[wy02468+-][g-z0-9+/_-]|[xz13579/_][A-Za-f])[I-Xo-z0-3]{_SIGN}{{8}})"
    # Long enough to say that nobody read it.
    rf"|(?:^|[^A-Za-z0-9+/_-]){_SIGN}{{20}}{_SIGN}{{20}}{_SIGN}{{20}}"
)


class Base64:
    """Each run that decodes to readable text is a text of its own."""

    name = "base64"
    scope = Scope.RUN
    trigger = Trigger(patterns=(_SEEN,))

    def decode(self, value: str) -> Iterable[Decoded | Undecoded]:
        for match in _RUN.finditer(value):
            run = _Run(*match.span(), match.group())
            if run.is_words:
                continue
            for found in _in_run(run):
                if isinstance(found, Decoded):
                    yield replace(found, key=cue_before(value, found.start) or None)
                else:
                    yield found


@dataclass(frozen=True, slots=True)
class _Run:
    start: int
    end: int
    text: str = field(repr=False)

    @property
    def packed(self) -> str:
        return "".join(self.text.split()) if "\n" in self.text else self.text

    @property
    def urlsafe(self) -> bool:
        return "-" in self.text or "_" in self.text

    @property
    def is_words(self) -> bool:
        """Words and paths: of twelve encoded bytes some are of the other case."""
        return self.text.islower() or self.text.isupper()

    def decoded(self) -> bytes | None:
        body = self.packed.rstrip("=")
        if len(body) % 4 == 1 or (self.urlsafe and ("+" in body or "/" in body)):
            return None
        try:
            return binascii.a2b_base64(body.translate(_TO_STANDARD) + "=" * (-len(body) % 4))
        except binascii.Error:
            return None

    def encode(self, data: bytes) -> str:
        encoded = (base64.urlsafe_b64encode if self.urlsafe else base64.b64encode)(data).decode()
        return (
            encoded
            if self.packed.endswith("=") or len(self.packed) % 4 == 0
            else (encoded.rstrip("="))
        )

    def pieces(self) -> Iterator[_Run]:
        """What stands between the strokes of a run, and between its dashes."""
        strokes = "/" in self.text
        for sign, pattern in zip((strokes, self.urlsafe), _PIECES, strict=True):
            for match in pattern.finditer(self.text) if sign else ():
                start, end = match.span()
                yield _Run(self.start + start, self.start + end, match.group())
        if strokes and len(self.text) <= _ADDRESS:
            yield from self._rests()

    def _rests(self) -> Iterator[_Run]:
        """What stands behind each of the last strokes: some of the rest may be of the text."""
        at = len(self.text)
        for _ in range(_MOST_RESTS):
            at = self.text.rfind("/", 0, at)
            if at < 0:
                return
            if len(self.text) - at > _REST:
                yield _Run(self.start + at + 1, self.end, self.text[at + 1 :])


def _in_run(run: _Run) -> Iterator[Decoded | Undecoded]:
    """What a run holds: plain text, or else its pieces, or else what is left of it to read."""
    data = run.decoded()
    found = [] if data is None else list(_surely_read(run, data))
    if not found:
        found = list(_in_pieces(run))
    if data is not None and not found:
        found = list(_loosely_read(run, data))
    return iter(found)


def _in_pieces(run: _Run) -> Iterator[Decoded]:
    """An address has runs between its strokes, which are characters of the alphabet as well."""
    for piece in run.pieces():
        data = None if piece.is_words else piece.decoded()
        if data is None:
            continue
        text = plainly_readable(data, at_least=12)
        if text is not None:
            yield _decoded(piece, text)
        elif len(run.text) <= _ADDRESS:
            for found in _surely_read(piece, data):
                if isinstance(found, Decoded) and len(found.value) >= 12:
                    yield found


def _surely_read(run: _Run, data: bytes) -> Iterator[Decoded | Undecoded]:
    """What says itself that it is text, compressed or a file of some kind."""
    text = readable(data, at_least=8)
    if text is not None and (text.codec == "utf-8" or text.mark or text.is_sure):
        yield _decoded(run, text)
        return
    if is_marked(data):
        media = next((name for magic, name in MEDIA if data.startswith(magic)), "")
        if media:
            if len(run.text) >= _SMALL_BINARY:
                yield Undecoded(f"{media} in base64", run.start, run.end, len(data))
            return
    try:
        unpacked = _unpacked(run, data)
    except TooMuch:
        reason = "compressed text larger than the limit"
        unpacked = Undecoded(reason, run.start, run.end, len(data))
    if unpacked is not None:
        yield unpacked


def _unpacked(run: _Run, data: bytes) -> Decoded | Undecoded | None:
    """The text that was compressed, or that it is none; ``None`` for bytes that never were."""
    packed = unpack(data) if is_marked(data) else deflated(data)
    text = None if packed is None else readable(packed.data)
    if packed is None or text is None:
        if not data.startswith(COMPRESSED):
            return None
        return Undecoded("compressed bytes in base64", run.start, run.end, len(data))
    return Decoded(
        text.value,
        lambda start, end: (run.start, run.end),
        run.start,
        run.end,
        whole=_repack(run, packed.pack, text),
    )


def _repack(run: _Run, pack: Callable[[bytes], bytes], text: Readable) -> Callable[[str], str]:
    return lambda changed: run.encode(pack(text.encode(changed)))


def _loosely_read(run: _Run, data: bytes) -> Iterator[Decoded | Undecoded]:
    """Text in another spelling, or what stands among bytes that are no text; the rest is told."""
    text = loosely_readable(data, at_least=8)
    if text is not None:
        yield _decoded(run, text)
        return
    packed = run.packed
    if len(packed) >= _UNREAD and _is_mixed(packed[:1024]):
        yield Undecoded(UNREAD, run.start, run.end, len(data), many=True)
    for before, part in readable_parts(data):
        yield _decoded(run, part, data=data, before=before)


def _decoded(run: _Run, text: Readable, *, data: bytes = b"", before: int = 0) -> Decoded:
    """A text in the bytes of a run, ``before`` bytes from their beginning."""
    head, tail = data[:before], data[before + len(text.value) :]
    return Decoded(
        text.value,
        _quanta(run, text, before),
        run.start,
        run.end,
        whole=lambda changed: run.encode(head + text.encode(changed) + tail),
    )


def _is_mixed(run: str) -> bool:
    """Whether characters come as they do in encoded bytes; names and paths prefer small letters."""
    upper = sum(map(str.isupper, run)) / len(run)
    digits = sum(map(str.isdigit, run)) / len(run)
    return 0.25 <= upper <= 0.6 and 0.05 <= digits <= 0.4 and len(set(run)) >= 32


def _quanta(run: _Run, text: Readable, skipped: int) -> OuterRange:
    """Every decoded byte needs the characters that hold its bits; a range takes whole ones."""
    places = list(_places(run)) if "\n" in run.text else None

    def outer(start: int, end: int) -> tuple[int, int]:
        before, after = skipped + text.bytes_before(start), skipped + text.bytes_before(end)
        first, last = before * 8 // 6, -(-after * 8 // 6)
        if places is None:
            return run.start + first, min(run.start + last, run.end)
        return places[first], places[min(last, len(places)) - 1] + 1

    return outer


def _places(run: _Run) -> Iterator[int]:
    return (run.start + at for at, character in enumerate(run.text) if not character.isspace())
