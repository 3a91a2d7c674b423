"""Base64 and base64url runs that hold text, or text that was compressed first."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace

from workbench.findings.check import Trigger
from workbench.findings.cues import cue_before
from workbench.findings.decoders.decoder import Decoded, OuterRange, Scope, Undecoded, printable
from workbench.findings.decoders.packed import COMPRESSED, MEDIA, Packed, TooMuch, unpack
from workbench.findings.patterns import Pattern

# One class and its repeats: the standard library reads that in linear time as well, at a third of the cost.
_RUN = re.compile(
    r"[A-Za-z0-9+/_-]{60,}(?:\r?\n[ \t]{0,40}[A-Za-z0-9+/_-]{2,})+={0,2}|[A-Za-z0-9+/_-]{12,}={0,2}"
)
_TO_STANDARD = str.maketrans("-_", "+/")
_SMALL_BINARY = 512  # characters; shorter runs that do not decode are ids and digests, not media
_SEEN = Pattern(
    # Four characters hold three bytes. The first never begins with a control character, nor with the middle
    # of a character; the others with no control character but a line's. Compressed bytes and media do.
    r"(?:^|[^A-Za-z0-9+/_-])(?:[CDI-Za-fw-z0-9][A-Za-z0-9+/_-]{3}(?:[^ABE-H\x00-\x2a,.:-@\[-^`{-\x7f][A-Za-z0-9+/_-]{3}){2}"
    r"|(?:H4sI|eJ|eA|eN|KLUv|iVBO|/9j/|_9j_|R0lG|UklG|T2dn|SUQz|//s|__s|ZkxhQ|JVBER|UEsD|AAAA)[A-Za-z0-9+/_-]{2})"
)


class Base64:
    """Each run that decodes to readable text is a text of its own."""

    name = "base64"
    scope = Scope.RUN
    trigger = Trigger(patterns=(_SEEN,))

    def decode(self, value: str) -> Iterable[Decoded | Undecoded]:
        for match in _RUN.finditer(value):
            run = match.group()
            if run.islower() or run.isupper():
                continue  # words and paths: of twelve encoded bytes some are of the other case
            found = _decode_run(_Run(*match.span(), run))
            if isinstance(found, Decoded):
                yield replace(found, key=cue_before(value, match.start()) or None)
            elif found is not None:
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


def _decode_run(run: _Run) -> Decoded | Undecoded | None:
    data = run.decoded()
    if data is None:
        return None
    text = printable(data, at_least=8)
    if text is not None:
        return Decoded(
            text,
            _quanta(run, text),
            run.start,
            run.end,
            whole=lambda changed: run.encode(changed.encode("utf-8", "surrogatepass")),
        )
    return _decode_packed(run, data)


def _decode_packed(run: _Run, data: bytes) -> Decoded | Undecoded | None:
    media = next((name for magic, name in MEDIA if data.startswith(magic)), "")
    if media:
        if len(run.text) < _SMALL_BINARY:
            return None
        return Undecoded(f"{media} in base64", run.start, run.end, len(data))
    try:
        packed = unpack(data)
    except TooMuch:
        return Undecoded("compressed text larger than the limit", run.start, run.end, len(data))
    text = None if packed is None else printable(packed.data)
    if packed is None or text is None:
        if packed is None and not data.startswith(COMPRESSED):
            return None
        return Undecoded("compressed bytes in base64", run.start, run.end, len(data))
    return Decoded(
        text,
        lambda start, end: (run.start, run.end),
        run.start,
        run.end,
        whole=_repack(run, packed),
    )


def _repack(run: _Run, packed: Packed) -> Callable[[str], str]:
    return lambda changed: run.encode(packed.pack(changed.encode("utf-8", "surrogatepass")))


def _quanta(run: _Run, text: str) -> OuterRange:
    """Every decoded byte needs the characters that hold its bits; a range takes whole ones."""
    places = list(_places(run)) if "\n" in run.text else None

    def outer(start: int, end: int) -> tuple[int, int]:
        before = start if text.isascii() else len(text[:start].encode())
        inside = end - start if text.isascii() else len(text[start:end].encode())
        first, last = before * 8 // 6, -(-(before + inside) * 8 // 6)
        if places is None:
            return run.start + first, min(run.start + last, run.end)
        return places[first], places[min(last, len(places)) - 1] + 1

    return outer


def _places(run: _Run) -> Iterator[int]:
    return (run.start + at for at, character in enumerate(run.text) if not character.isspace())
