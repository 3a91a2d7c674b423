"""A stored body as text to read: base64 and content codings undone, parts of a form apart.

What cannot be read is said, with its size (law 7). Source: ``spec/http-cassettes.md`` §2.5, §4.2.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from workbench.cassettes.bodies.coding import (
    decode,
    decode_to_read,
    is_still_encoded,
)
from workbench.cassettes.bodies.frames import (
    MEDIA_TYPE,
    Frame,
    frames,
    payload_texts,
    wrapped_events,
)
from workbench.cassettes.documents.maps import Base64Map, CharactersInBytes, ShiftedMap
from workbench.cassettes.documents.occurrences import Occurrence
from workbench.cassettes.layout import BodyPlace
from workbench.cassettes.model import Form, header
from workbench.core.places import JoinedMap, RawMap, Span, WholeMap, pointer

_CHARSET = re.compile(r"charset=[\"']?([\w-]+)", re.IGNORECASE)
_BOUNDARY = re.compile(r"boundary=\"?([^\";]+)\"?", re.IGNORECASE)
_EIGHT_BIT = frozenset({"latin-1", "iso-8859-1", "latin1", "windows-1252", "cp1252", "us-ascii"})
_WRAPPED: dict[Form, tuple[str, ...]] = {
    Form.BINARY: ("base64",),
    Form.BASE64: ("base64",),
    Form.CHUNKS: ("base64",),
    Form.HEX: ("hex",),
}
_STILL_ENCODED = "content coding not undone"
_CONTROL = re.compile(r"[\0-\x08\x0b\x0e-\x1f]")
MAX_TEXT = 64 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Contents:
    """Part of a body. ``text`` is ``None`` when it cannot be read, and ``reason`` says why.

    ``raw`` maps the characters of the text, or the bytes of what cannot be read.
    """

    text: str | None = field(repr=False)
    raw: RawMap = field(repr=False)
    chain: tuple[str, ...] = ()
    pointer: str = ""
    media_type: str = ""
    size: int = 0
    reason: str = ""


def contents(occurrence: Occurrence, place: BodyPlace) -> Iterator[Contents]:
    """The parts of the body that the string ``occurrence`` holds."""
    form = place.stored.form
    if occurrence.data is None and form not in _WRAPPED:
        yield Contents(occurrence.text, occurrence.raw)
        yield from _chunks_in_hex(occurrence)
        yield from _bytes_as_characters(occurrence, header(place.headers, "content-encoding"))
        return
    data = place.stored.data if occurrence.data is None else occurrence.data
    if not data:
        return
    coding = header(place.headers, "content-encoding")
    decoded = decode_to_read(data, coding)
    chain: tuple[str, ...] = (*_WRAPPED.get(form, ()), *decoded.undone)
    raw: RawMap = occurrence.raw
    whole = bool(decoded.undone) or form in (Form.HEX, Form.CHUNKS)
    if whole:
        raw = _whole(occurrence)
    elif form is Form.BASE64:
        raw = Base64Map(occurrence.text, occurrence.raw)
    if is_still_encoded(decoded, coding):
        yield _unread(decoded.body, raw, chain, reason=_STILL_ENCODED)
        return
    yield from parts(decoded.body, raw, place, chain=chain, whole=whole)


def _whole(occurrence: Occurrence) -> WholeMap:
    """All of an occurrence: what is inside cannot be told apart in its bytes."""
    size = len(occurrence.text) if occurrence.data is None else len(occurrence.data)
    spans = occurrence.raw.spans(0, size)
    return WholeMap(Span(spans[0].file, spans[0].start, spans[-1].end))


def _chunks_in_hex(occurrence: Occurrence) -> Iterator[Contents]:
    """What Polly.js once wrote for compressed answers: a JSON array of chunks in hex."""
    if not occurrence.text.startswith('["1f8b'):
        return
    try:
        packed = b"".join(bytes.fromhex(part) for part in json.loads(occurrence.text))
    except (ValueError, TypeError):
        return
    decoded = decode(packed, "gzip")
    text = _text(decoded.body, "") if decoded.undone else None
    if text is None:
        yield _unread(packed, _whole(occurrence), ("hex",), reason="binary body")
    else:
        yield Contents(text, _whole(occurrence), ("hex", "gzip"), "/decoded")


def _bytes_as_characters(occurrence: Occurrence, coding: str) -> Iterator[Contents]:
    """Encoded bytes that a recorder wrote as a string, one character a byte, or lost in part."""
    text = occurrence.text
    odd = bool(coding) and not text.isascii() and _CONTROL.search(text) is not None
    if not odd and not text.startswith("\x1f\x8b"):
        return
    try:
        packed = text.encode("latin-1")
    except UnicodeEncodeError:  # bytes were replaced while it was recorded: nobody can read it
        packed = b""
    decoded = decode_to_read(packed, coding)
    inside = _text(decoded.body, "") if decoded.undone else None
    if inside is not None:
        yield Contents(inside, _whole(occurrence), ("latin-1", *decoded.undone), "/decoded")
    else:
        lost = packed or text.encode("utf-8", "surrogatepass")
        yield _unread(lost, _whole(occurrence), (), reason=_STILL_ENCODED)


def parts(
    body: bytes, raw: RawMap, place: BodyPlace, *, chain: tuple[str, ...], whole: bool
) -> Iterator[Contents]:
    """The readable and unreadable parts of decoded bytes that ``raw`` maps."""
    content_type = header(place.headers, "content-type")
    if len(body) > MAX_TEXT:
        yield _unread(body, raw, chain, reason="larger than 64 MiB")
        return
    text = None if may_be_framed(body, content_type) else _text(body, content_type)
    if text is not None:
        yield Contents(text, raw if whole else _characters(text, body, raw), chain)
        return
    framed = frames(body) if may_be_framed(body, content_type) else None
    if framed:
        yield from _frames(body, raw, framed, chain=chain, whole=whole)
        return
    boundary = boundary_of(content_type)
    if boundary is not None:
        yield from _multipart(body, raw, boundary, chain=chain, whole=whole)
        return
    yield _unread(body, raw, chain, reason="binary body")


def may_be_framed(body: bytes, content_type: str) -> bool:
    """AWS frames begin with a length; recorders hide the content type now and then."""
    return MEDIA_TYPE in content_type or (body[:2] == b"\0\0" and "/" not in content_type)


def _frames(
    body: bytes, raw: RawMap, framed: tuple[Frame, ...], *, chain: tuple[str, ...], whole: bool
) -> Iterator[Contents]:
    deeper = (*chain, "frames")
    payloads = payload_texts(body, framed)
    for number, frame in enumerate(framed):
        for part in frame.parts if payloads is None else frame.parts[:-1]:
            data = body[part.start : part.end]
            inside: RawMap = raw if whole else ShiftedMap(raw, part.start)
            text = _text(data, "")
            if text is None:
                yield _unread(data, inside, deeper, reason="binary body")
            elif text:
                mapped = inside if whole else _characters(text, data, inside)
                where = f"/frames/{number}{pointer(part.name)}"
                yield Contents(text, mapped, deeper, where, "text/plain")
    if payloads is not None:
        yield from _payloads(body, raw, framed, payloads, chain=deeper, whole=whole)


def _payloads(
    body: bytes,
    raw: RawMap,
    framed: tuple[Frame, ...],
    payloads: list[str],
    *,
    chain: tuple[str, ...],
    whole: bool,
) -> Iterator[Contents]:
    """All payloads as one text, so that what is cut over frames is read whole."""
    maps: list[tuple[int, RawMap]] = []
    for frame, text in zip(framed, payloads, strict=True):
        data = body[frame.payload.start : frame.payload.end]
        maps.append((len(text), _characters(text, data, ShiftedMap(raw, frame.payload.start))))
    joined: RawMap = raw if whole else JoinedMap(tuple(maps))
    yield Contents("".join(payloads), joined, chain, "", MEDIA_TYPE)
    events = wrapped_events(payloads)
    if events is not None:
        spans = raw.spans(0, len(body))
        everything = WholeMap(Span(spans[0].file, spans[0].start, spans[-1].end))
        yield Contents("".join(events), everything, (*chain, "base64"), "/inside", MEDIA_TYPE)


def _unread(body: bytes, raw: RawMap, chain: tuple[str, ...], *, reason: str) -> Contents:
    return Contents(None, raw, chain, size=len(body), reason=reason)


def boundary_of(content_type: str) -> bytes | None:
    """The boundary of a multipart body."""
    found = _BOUNDARY.search(content_type)
    return found.group(1).encode() if found and "multipart/" in content_type else None


def _text(body: bytes, content_type: str) -> str | None:
    found = readable(body, content_type)
    return None if found is None else found[0]


def readable(body: bytes, content_type: str) -> tuple[str, str] | None:
    """A body's text and the charset it is in, or ``None`` for one that is no text."""
    try:
        return body.decode("utf-8"), "utf-8"
    except UnicodeDecodeError:
        pass
    found = _CHARSET.search(content_type)
    charset = found.group(1).lower() if found else ""
    if charset in _EIGHT_BIT or content_type.lower().startswith("text/"):
        return body.decode("latin-1"), "latin-1"
    return None


def _characters(text: str, body: bytes, raw: RawMap) -> RawMap:
    return raw if len(text) == len(body) else CharactersInBytes(text, raw)


def _multipart(
    body: bytes, raw: RawMap, boundary: bytes, *, chain: tuple[str, ...], whole: bool
) -> Iterator[Contents]:
    """Each part's head as text, each part's content as text or as something unreadable."""
    position = 0
    deeper = (*chain, "multipart")
    pieces = body.split(b"--" + boundary)
    for number, piece in enumerate(pieces):
        head, gap, content = piece.partition(b"\r\n\r\n")
        for name, data, offset in (
            ("head", head, position),
            ("content", content, position + len(head) + len(gap)),
        ):
            if not data.strip():
                continue
            inside: RawMap = raw if whole else ShiftedMap(raw, offset)
            text = _text(data, "")
            if text is None:
                yield _unread(data, inside, deeper, reason="binary body")
            else:
                mapped = inside if whole else _characters(text, data, inside)
                yield Contents(text, mapped, deeper, f"/parts/{number}/{name}", "text/plain")
        position += len(piece) + len(boundary) + 2
