"""Packed runtime logs, frame by frame: the runtime appends one Zstandard frame a batch.

A torn last frame is normal after a crash and readers keep the complete ones; damage before it is
corruption. Where a frame ends is told from its own headers, without unpacking it. Source:
``spec/session-logs.md`` §20, RFC 8878 §3.1.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

import zstandard

from workbench.core.errors import TooLarge
from workbench.core.files import MAX_FILE, ZSTD_MAGIC, SourceFile
from workbench.session_logs.errors import LogRefused, refuse

# Zstandard can unpack a kilobyte to tens of megabytes, so the limit is looked at this often.
_STEP = 1024
_DICTIONARY_ID = (0, 1, 2, 4)  # bytes, by the descriptor's last two bits
_CONTENT_SIZE = (0, 2, 4, 8)  # bytes, by its first two
_REPEATED, _RESERVED = 1, 3  # types of a block; 0 is a raw one, 2 a compressed one


class _Torn(Exception):
    """The data ends inside a frame."""


def complete_frames(name: str, data: bytes) -> tuple[SourceFile, bool]:
    """The file of the complete frames of ``data``, and whether a cut-off frame follows them.

    Raises ``LogRefused`` for damage before the last frame, ``TooLarge`` where the frames unpack to
    more than a capture may hold.
    """
    parts: list[bytes] = []
    at = size = 0
    torn = False
    while at < len(data) and not torn:
        try:
            end = _end_of_frame(data, at)
        except _Torn:
            torn = True
            break
        for part in _unpacked(data, at, end):
            size += len(part)
            if size > MAX_FILE:
                raise TooLarge(f"The file unpacks to more than {MAX_FILE:,} bytes")
            parts.append(part)
        at = end
    stored = hashlib.sha256(data).hexdigest()
    return SourceFile(name, b"".join(parts), len(data), stored, "zstd"), torn


def _end_of_frame(data: bytes, start: int) -> int:
    """Where the frame that begins at ``start`` ends. Raises ``LogRefused`` and ``_Torn``."""
    if not data.startswith(ZSTD_MAGIC[: len(data) - start], start):
        raise _corrupt(f"invalid frame magic at byte {start}")
    descriptor = _number(data, start + 4, 1)
    if descriptor & 0x08:
        raise _corrupt(f"reserved frame-header bit at byte {start + 4}")
    single = bool(descriptor & 0x20)
    size = _CONTENT_SIZE[descriptor >> 6] or int(single)
    at = start + 5 + (not single) + _DICTIONARY_ID[descriptor & 0x03] + size
    last = False
    while not last:
        block = _number(data, at, 3)
        last, kind, size = bool(block & 1), block >> 1 & 0x03, block >> 3
        if kind == _RESERVED:
            raise _corrupt(f"reserved block type at byte {at}")
        at += 3 + (1 if kind == _REPEATED else size)
    end = at + (4 if descriptor & 0x04 else 0)
    if end > len(data):
        raise _Torn
    return end


def _number(data: bytes, at: int, size: int) -> int:
    if at + size > len(data):
        raise _Torn
    return int.from_bytes(data[at : at + size], "little")


def _unpacked(data: bytes, start: int, end: int) -> Iterator[bytes]:
    """The content of one frame, piece by piece."""
    decoder = zstandard.ZstdDecompressor(max_window_size=2**27).decompressobj()
    for at in range(start, end, _STEP):
        try:
            yield decoder.decompress(data[at : min(at + _STEP, end)])
        except zstandard.ZstdError:
            raise _corrupt(f"damaged frame at byte {start}") from None


def _corrupt(what: str) -> LogRefused:
    return refuse(
        f"corrupt Zstandard session log: {what}",
        means="Something before the end of the log is damaged",
        cure="Copy the log again",
        code="bad_zstd",
    )
