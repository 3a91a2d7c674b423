"""Base85 in its three alphabets: Ascii85, that of RFC 1924, and that of ZeroMQ (Z85)."""

from __future__ import annotations

import base64
import binascii
import re
import struct
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice

from workbench.findings.check import Trigger
from workbench.findings.cues import cue_before
from workbench.findings.decoders.decoder import (
    Decoded,
    OuterRange,
    Scope,
    Undecoded,
    overlaps,
    printable,
)
from workbench.findings.decoders.readable import Readable, plainly_readable, readable
from workbench.findings.encodings import RFC_1924, Z85
from workbench.findings.patterns import Pattern

_ASCII85 = "".join(map(chr, range(33, 118)))
_AS_RFC_1924 = {name: str.maketrans(name, RFC_1924) for name in (Z85, _ASCII85)}
_BACK = {name: str.maketrans(RFC_1924, name) for name in (Z85, _ASCII85)}
_LEAST = 20  # characters: sixteen bytes, which are readable by chance once in 10**28


def _shape(first: str, rest: str) -> str:
    """Five characters hold four bytes; of plain text the first of five is one of few.

    Of other text it is any: there a run is long and holds signs that other encodings do not.
    """
    return (
        rf"(?:^|[\s\"'=:,({{\[~/])(?:(?:[{first}][{rest}]{{4}}){{4}}"
        rf"|[{rest}]{{1,16}}[!#$%*;<>@^`|~][{rest}]{{20}})"
    )


_SIGNS_1924 = r"0-9A-Za-z!#-&(-+;-@^_`{-~\-"
_SIGNS_Z85 = r"0-9A-Za-z.\-:+=^!/*?&<>()\[\]{}@%$#"
_SIGNS_ASCII85 = r"!-u"
_SEEN = (
    Pattern(_shape("A-Za-e", _SIGNS_1924)),
    Pattern(_shape("a-zA-E", _SIGNS_Z85)),
    Pattern(_shape("+-I", _SIGNS_ASCII85)),
)
#: Of five characters the first, where the first of four bytes is a plain character or a line's.
_FIRST_OF_PLAIN = {name: frozenset(name[2:5] + name[10:41]) for name in (RFC_1924, Z85, _ASCII85)}
_SIGNS = re.compile(r"[^A-Za-z0-9+/=_-]")
_CONTROLS = bytes(set(range(1, 32)) - {9, 10, 13, 27} | {127})
_OPENING = re.compile(r"""["'=:,({\[/]""")
_MOST_OPENINGS = 8
_FRAMED = re.compile(r"<~([!-uz\s]{5,})~>")
_RUNS = (
    (re.compile(rf"[{_SIGNS_1924}]{{{_LEAST},}}"), RFC_1924),
    (re.compile(rf"[{_SIGNS_Z85}]{{{_LEAST},}}"), Z85),
    (re.compile(rf"[{_SIGNS_ASCII85}]{{{_LEAST},}}"), _ASCII85),
)


class Base85:
    """Each run that decodes to readable text is a text of its own."""

    name = "base85"
    scope = Scope.RUN
    trigger = Trigger(patterns=(*_SEEN, Pattern(r"<~[!-uz]{5}")))

    def decode(self, value: str) -> Iterable[Decoded | Undecoded]:
        framed: list[tuple[int, int]] = []
        for match in _FRAMED.finditer(value):
            framed.append(match.span())
            yield from _framed(value, match)
        for pattern, alphabet in _RUNS:
            for match in pattern.finditer(value):
                if not overlaps(framed, *match.span()):
                    yield from _plain(value, match, alphabet)


def _framed(value: str, match: re.Match[str]) -> Iterable[Decoded]:
    """What stands between ``<~`` and ``~>``: groups may be short, so that places are not told apart."""
    try:
        data = base64.a85decode(match.group(1))
    except (ValueError, struct.error):
        return
    text = readable(data)
    if text is not None:
        start, end = match.span()
        spelt = text
        yield Decoded(
            text.value,
            lambda _first, _last: (start, end),
            start,
            end,
            key=cue_before(value, start) or None,
            whole=lambda changed: base64.a85encode(spelt.encode(changed), adobe=True).decode(),
        )


@dataclass(frozen=True, slots=True)
class _Part:
    """Characters of a run that are one encoded text. What stands behind it may be a bracket."""

    start: int
    body: str = field(repr=False)
    alphabet: str = field(repr=False)

    def data(self, body: str) -> bytes | None:
        table = _AS_RFC_1924.get(self.alphabet)
        try:
            return base64.b85decode(body if table is None else body.translate(table))
        except (ValueError, binascii.Error):
            return None

    def encode(self, data: bytes) -> str:
        encoded, table = base64.b85encode(data).decode(), _BACK.get(self.alphabet)
        return encoded if table is None else encoded.translate(table)


def _plain(value: str, match: re.Match[str], alphabet: str) -> Iterable[Decoded]:
    run = match.group()
    if len(run) > 2 * _LEAST and _SIGNS.search(run, 0, 60) is None:
        return  # so many characters without a sign are of another encoding
    for skip, body in _bodies(run, _FIRST_OF_PLAIN[alphabet]):
        part = _Part(match.start() + skip, body, alphabet)
        found = _whole_part(value, part) if _begins_readable(part) else None
        if found is not None:
            yield found
            return


def _bodies(run: str, plain: frozenset[str]) -> Iterator[tuple[int, str]]:
    """The texts that a run may be: quotes and brackets around one are of the alphabet too."""
    if plain.issuperset(run[:_LEAST:5]) or len(run) >= 2 * _LEAST:
        yield 0, run
    for opening in islice(_OPENING.finditer(run, 0, 60), _MOST_OPENINGS):
        start, quoted = opening.end(), opening.group() in "\"'"
        if len(run) - start < _LEAST:
            return
        if plain.issuperset(run[start : start + _LEAST : 5]) or (
            quoted and len(run) - start >= 2 * _LEAST
        ):
            yield start, run[start:]
            end = run.find(opening.group(), start) if quoted else -1
            if end - start >= _LEAST:
                yield start, run[start:end]


def _whole_part(value: str, part: _Part) -> Decoded | None:
    body = part.body
    for cut in range(4):  # what ends a string may be of the alphabet as well
        whole = body[: len(body) - cut]
        data = part.data(whole) if len(whole) % 5 != 1 else None
        text = None if data is None else _text(data)
        if text is not None:
            return _decoded(value, part, whole, text)
    return _beginning(value, part)


def _beginning(value: str, part: _Part) -> Decoded | None:
    """As much of a run as is plain text: what is behind it may be the rest of an address."""
    good = 0
    for at in range(0, len(part.body), 5):
        data = part.data(part.body[at : at + 5])
        if data is None or printable(data, at_least=1) is None:
            break
        good = at + 5
    if good < _LEAST:
        return None
    for more in (4, 3, 2, 0):
        body = part.body[: good + more]
        data = part.data(body)
        text = None if data is None or not data.isascii() else plainly_readable(data)
        if text is not None:
            return _decoded(value, part, body, text)
    return None


def _text(data: bytes) -> Readable | None:
    found = plainly_readable(data, at_least=12)
    # The signs behind a text decode to anything: of other spellings only plain bytes are sure.
    return readable(data, at_least=12) if found is None and data.isascii() else found


def _begins_readable(part: _Part) -> bool:
    """Whether the first bytes are those of a text; the last character of them may be cut."""
    first = part.data(part.body[:_LEAST])
    if first is None or len(first.translate(None, _CONTROLS)) < len(first):
        return False
    head = part.data(part.body[: 2 * _LEAST]) or b""
    return any(readable(head[: len(head) - cut], at_least=8) is not None for cut in range(4))


def _decoded(value: str, part: _Part, body: str, text: Readable) -> Decoded:
    return Decoded(
        text.value,
        _places(part.start, part.start + len(body), text),
        part.start,
        part.start + len(body),
        key=cue_before(value, part.start) or None,
        whole=lambda changed: part.encode(text.encode(changed)),
    )


def _places(base: int, end_of_run: int, text: Readable) -> OuterRange:
    """Four bytes share five characters: whole groups, since a digit of one needs all of them."""

    def outer(start: int, end: int) -> tuple[int, int]:
        first, last = text.bytes_before(start) // 4 * 5, -(-text.bytes_before(end) // 4) * 5
        return base + first, min(base + last, end_of_run)

    return outer
