"""Unpacking gzip and zstd, bounded: by the first bytes of the data and never by a name.

Captures come from strangers, and an archive may unpack to a thousand times its size.
"""

from __future__ import annotations

import gzip
import io
import zlib
from contextlib import suppress
from typing import Protocol

import zstandard

from workbench.core.errors import TooLarge, Unreadable

MAX_FILE = 256 * 1024 * 1024  # bytes, stored and unpacked alike
MAX_RATIO = 1_000  # unpacked bytes per stored byte, once past the allowance below
RATIO_ALLOWANCE = 16 * 1024 * 1024  # bytes that any small archive may unpack to
HEAD = 64 * 1024  # bytes that recognition looks at

GZIP_MAGIC = b"\x1f\x8b"
ZSTD_MAGIC = b"\x28\xb5\x2f\xfd"
_CHUNK = 1024 * 1024
_GZIP_HEADER = 10  # bytes, before the optional fields
_BITE = 2 * 1024  # compressed bytes given to the decoder at once: zstd can expand them 30,000 times


class _Readable(Protocol):
    def read(self, size: int, /) -> bytes: ...


def packing_of(data: bytes) -> str:
    """``"gzip"``, ``"zstd"`` or ``""``, by the first bytes and never by the name."""
    if data.startswith(GZIP_MAGIC):
        return "gzip"
    return "zstd" if data.startswith(ZSTD_MAGIC) else ""


def bare(data: bytes) -> bool:
    """Whether gzip data is one member that holds its content alone: no name, comment, field or time.

    Source: RFC 1952 §2.3.
    """
    if len(data) < _GZIP_HEADER or data[3] or data[4:8] != bytes(4):
        return False
    # Up to where the first member ends; nothing is kept of what it unpacks to.
    member, rest = zlib.decompressobj(wbits=31), data
    while rest and not member.eof:
        member.decompress(rest, _CHUNK)
        rest = member.unconsumed_tail
    return member.eof and not member.unused_data


def unpack(data: bytes, *, limit: int = MAX_FILE) -> bytes:
    """Unpack gzip (all members) or zstd (all frames).

    Raises ``TooLarge`` when the result passes ``limit`` bytes or ``MAX_RATIO`` times the stored size,
    ``Unreadable`` (code ``bad_gzip`` or ``bad_zstd``) when the data is damaged or cut off.
    """
    packing = packing_of(data)
    bound = min(limit, max(RATIO_ALLOWANCE, len(data) * MAX_RATIO))
    try:
        if packing == "gzip":
            with gzip.GzipFile(fileobj=io.BytesIO(data)) as stream:
                return _read_bounded(stream, bound)
        return _unpacked_frames(data, bound)
    except (OSError, EOFError, zlib.error, zstandard.ZstdError):
        raise Unreadable(
            f"The {packing} data is damaged or cut off",
            means="The rest of the recording is lost, so the capture cannot be reviewed",
            cure="Record it again or copy it again",
            code=f"bad_{packing}",
        ) from None


def _unpacked_frames(data: bytes, bound: int) -> bytes:
    """Every zstd frame, one after another; raises ``EOFError`` when the last one is cut off."""
    parts: list[bytes] = []
    size = 0
    rest = memoryview(data)
    while rest:
        frame = zstandard.ZstdDecompressor(max_window_size=2**27).decompressobj()
        # In small bites, so that a bomb is noticed long before it is unpacked.
        while rest and not frame.eof:
            part = frame.decompress(rest[:_BITE])
            rest = rest[_BITE:]
            size += len(part)
            if size > bound:
                raise _too_large(bound)
            parts.append(part)
        if not frame.eof:
            raise EOFError
        left = len(frame.unused_data)
        rest = memoryview(data)[len(data) - len(rest) - left :]
    return b"".join(parts)


def _read_bounded(stream: _Readable, bound: int) -> bytes:
    parts: list[bytes] = []
    size = 0
    while chunk := stream.read(_CHUNK):
        size += len(chunk)
        if size > bound:
            raise _too_large(bound)
        parts.append(chunk)
    return b"".join(parts)


def _too_large(bound: int) -> TooLarge:
    return TooLarge(
        f"The file unpacks to more than {bound:,} bytes",
        means="It may be made to exhaust memory",
        cure="Unpack it yourself and look at it before you add it",
    )


def unpacked_head(start: bytes) -> bytes:
    """The first bytes of a file that begins with ``start``, unpacked; empty if they are damaged."""
    packing = packing_of(start)
    with suppress(zlib.error, zstandard.ZstdError, OSError):
        if packing == "gzip":
            return zlib.decompressobj(wbits=31).decompress(start, HEAD)
        if packing == "zstd":
            with zstandard.ZstdDecompressor(max_window_size=2**27).stream_reader(start) as reader:
                return bytes(reader.read(HEAD))
    return start if not packing else b""
