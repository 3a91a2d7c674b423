"""AWS event streams: binary frames with headers and a payload each.

Source: ``spec/http-cassettes.md`` §4.2.
"""

from __future__ import annotations

import base64
import json
import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

MEDIA_TYPE = "application/vnd.amazon.eventstream"
_PRELUDE = struct.Struct(">III")
_FIXED = {0: 0, 1: 0, 2: 1, 3: 2, 4: 4, 5: 8, 8: 8, 9: 16}  # bytes of a header value, by its type
_SIZED = (6, 7)  # bytes, text


@dataclass(frozen=True, slots=True)
class Part:
    """A range of the stream that holds text: a header's value, or a payload."""

    name: str = field(repr=False)
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Frame:
    """One frame, ``start`` to ``end``: its parts in order, the payload last."""

    start: int
    end: int
    parts: tuple[Part, ...]

    @property
    def payload(self) -> Part:
        return self.parts[-1]


def frames(data: bytes) -> tuple[Frame, ...] | None:
    """The frames of a stream, or ``None`` when its framing or a checksum does not hold."""
    found: list[Frame] = []
    position = 0
    while position < len(data):
        if position + 16 > len(data):
            return None
        total, size, check = _PRELUDE.unpack_from(data, position)
        end = position + total
        if total < 16 + size or end > len(data):
            return None
        if zlib.crc32(data[position : position + 8]) != check:
            return None
        (whole,) = struct.unpack_from(">I", data, end - 4)
        if zlib.crc32(data[position : end - 4]) != whole:
            return None
        head = position + 12
        parts = tuple(_headers(data, head, head + size))
        found.append(Frame(position, end, (*parts, Part("payload", head + size, end - 4))))
        position = end
    return tuple(found)


def _headers(data: bytes, start: int, end: int) -> Iterator[Part]:
    position = start
    while position + 2 <= end:
        name_end = position + 1 + data[position]
        name = data[position + 1 : name_end].decode("utf-8", "replace")
        kind = data[name_end] if name_end < end else 0
        begin = name_end + 1
        size = _FIXED.get(kind, 0)
        if kind in _SIZED and begin + 2 <= end:
            (size,) = struct.unpack_from(">H", data, begin)
            begin += 2
        if kind in _SIZED and begin + size <= end:
            yield Part(name, begin, begin + size)
        position = begin + size


def payload_texts(data: bytes, framed: tuple[Frame, ...]) -> list[str] | None:
    """The payloads as text, if each is empty or one JSON object in UTF-8."""
    found: list[str] = []
    for frame in framed:
        try:
            text = data[frame.payload.start : frame.payload.end].decode("utf-8")
        except UnicodeDecodeError:
            return None
        if text and not isinstance(_loads(text), dict):
            return None
        found.append(text)
    return found


def wrapped_events(payloads: list[str]) -> list[str] | None:
    """The events inside ``{"bytes": base64}`` payloads, if every payload that is not empty is one."""
    found: list[str] = []
    for payload in payloads:
        value = _loads(payload) if payload else None
        packed = value.get("bytes") if isinstance(value, dict) else ""
        try:
            text = base64.b64decode(packed or "", validate=True).decode("utf-8")
        except (ValueError, TypeError):
            return None
        if text and not isinstance(_loads(text), dict):
            return None
        found.append(text)
    return found if any(found) else None


def split(text: str) -> list[tuple[int, int, Any]]:
    """JSON values written one behind the other: their ranges and what they hold."""
    decoder = json.JSONDecoder()
    found: list[tuple[int, int, Any]] = []
    position = 0
    while position < len(text):
        try:
            value, end = decoder.raw_decode(text, position)
        except (ValueError, RecursionError):
            return []
        found.append((position, end, value))
        position = end
    return found


def rebuilt(data: bytes, framed: tuple[Frame, ...], payloads: list[str]) -> bytes:
    """The stream with other payloads, lengths and checksums made right."""
    parts: list[bytes] = []
    for frame, payload in zip(framed, payloads, strict=True):
        headers = data[frame.start + 12 : frame.payload.start]
        content = payload.encode("utf-8")
        prelude = struct.pack(">II", 16 + len(headers) + len(content), len(headers))
        head = prelude + struct.pack(">I", zlib.crc32(prelude)) + headers + content
        parts.append(head + struct.pack(">I", zlib.crc32(head)))
    return b"".join(parts)


def _loads(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None
