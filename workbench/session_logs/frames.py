"""Packed runtime logs whose last batch was cut off by a crash.

The runtime appends one Zstandard frame a batch, so a torn last frame is normal and readers keep the
complete ones. Source: ``spec/session-logs.md`` §20.
"""

from __future__ import annotations

import hashlib

import zstandard

from workbench.core.errors import TooLarge
from workbench.core.files import MAX_FILE, ZSTD_MAGIC, SourceFile
from workbench.session_logs.errors import refuse

# Zstandard can unpack a kilobyte to tens of megabytes, so the limit is looked at this often.
_STEP = 1024


def complete_frames(name: str, data: bytes) -> tuple[SourceFile, bool]:
    """The file of the complete frames of ``data``, and whether a cut-off frame follows them.

    Raises ``LogRefused`` for damage before the last frame, ``TooLarge`` where the frames unpack to
    more than a capture may hold.
    """
    parts: list[bytes] = []
    at = size = 0
    while at < len(data):
        if not data.startswith(ZSTD_MAGIC[: len(data) - at], at):
            raise refuse(
                f"corrupt Zstandard session log: invalid frame magic at byte {at}",
                means="Something before the end of the log is damaged",
                cure="Copy the log again",
                code="bad_zstd",
            )
        unpacked, used = _frame(data, at, MAX_FILE - size)
        if not used:
            break
        parts.append(unpacked)
        size += len(unpacked)
        at += used
    whole = b"".join(parts)
    stored = hashlib.sha256(data).hexdigest()
    return SourceFile(name, whole, len(data), stored, "zstd"), at < len(data)


def _frame(data: bytes, start: int, room: int) -> tuple[bytes, int]:
    """One frame's content and stored size; size 0 for a frame that is cut off."""
    decoder = zstandard.ZstdDecompressor(max_window_size=2**27).decompressobj()
    parts: list[bytes] = []
    at = start
    while at < len(data) and not decoder.eof:
        piece = data[at : at + _STEP]
        try:
            parts.append(decoder.decompress(piece))
        except zstandard.ZstdError:
            raise refuse(
                f"corrupt Zstandard session log: damaged frame at byte {start}",
                means="A batch of the log cannot be unpacked",
                cure="Copy the log again",
                code="bad_zstd",
            ) from None
        room -= len(parts[-1])
        if room < 0:
            raise TooLarge(f"The file unpacks to more than {MAX_FILE:,} bytes")
        at += len(piece)
    if not decoder.eof:
        return b"", 0
    return b"".join(parts), at - len(decoder.unused_data) - start
