"""AWS event streams: binary frames with headers and a payload each.

Source: ``spec/http-cassettes.md`` §4.2.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field

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
    """One frame: its parts in order, the payload last."""

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
        found.append(Frame((*parts, Part("payload", head + size, end - 4))))
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
