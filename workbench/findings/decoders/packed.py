"""Compressed bytes inside encoded text: unpacked within a budget, packed again byte for byte stable."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Callable
from dataclasses import dataclass, field

import zstandard

LIMIT = 16 * 1024 * 1024  # bytes that one encoded part may unpack to
RATIO = 1_000  # unpacked bytes per packed byte, beyond an allowance of 64 KiB
MEMBERS = 100  # of one gzip; what follows each is copied

#: Beginnings of files that hold no text a check could read.
MEDIA: tuple[tuple[bytes, str], ...] = (
    (b"\x89PNG\r\n", "picture"),
    (b"\xff\xd8\xff", "picture"),
    (b"GIF8", "picture"),
    (b"RIFF", "picture or sound"),
    (b"OggS", "sound"),
    (b"ID3", "sound"),
    (b"\xff\xfb", "sound"),
    (b"fLaC", "sound"),
    (b"%PDF-", "PDF document"),
    (b"PK\x03\x04", "archive"),
    (b"\x00\x00\x00\x18ftyp", "video"),
    (b"\x00\x00\x00 ftyp", "video"),
)


#: Beginnings of what was compressed in a way that is not unpacked here, or is damaged.
COMPRESSED = (b"\x1f\x8b\x08", b"\x28\xb5\x2f\xfd", b"BZh", b"\xfd7zXZ\x00")


def is_marked(data: bytes) -> bool:
    """Whether ``data`` begins as a file of a kind that is known here, or as compressed bytes."""
    return data[:1] in _FIRST and (data.startswith(_MARKS) or _is_zlib(data))


def _is_zlib(data: bytes) -> bool:
    return len(data) > 6 and data[0] == 0x78 and (data[0] << 8 | data[1]) % 31 == 0


_MARKS = (*COMPRESSED, *(magic for magic, _ in MEDIA))
_FIRST = frozenset({b"x", *(mark[:1] for mark in _MARKS)})


class TooMuch(Exception):
    """The part unpacks to more than the budget allows."""


@dataclass(frozen=True, slots=True)
class Packed:
    """Unpacked bytes and the way to pack a changed version the same way."""

    data: bytes = field(repr=False)
    pack: Callable[[bytes], bytes] = field(repr=False)


def unpack(data: bytes) -> Packed | None:
    """``data`` unpacked if it is gzip, zlib or zstandard; ``None`` if it is neither.

    Raises ``TooMuch`` for a bomb.
    """
    budget = min(LIMIT, 64 * 1024 + RATIO * len(data))
    if data.startswith(b"\x1f\x8b"):
        return _inflated(data, 31, budget, lambda changed: gzip.compress(changed, mtime=0))
    if _is_zlib(data):
        return _inflated(data, 15, budget, zlib.compress)
    if data.startswith(b"\x28\xb5\x2f\xfd"):
        return _zstandard(data, budget)
    return None


def deflated(data: bytes) -> Packed | None:
    """``data`` unpacked if it is one whole deflate stream without a header, and nothing else.

    Raises ``TooMuch`` for a bomb.
    """
    if len(data) < 8 or data[0] & 7 not in _BLOCKS:
        return None
    unpacker = zlib.decompressobj(-15)
    budget = min(LIMIT, 64 * 1024 + RATIO * len(data))
    try:
        unpacked = unpacker.decompress(data, budget + 1)
    except zlib.error:
        return None
    if len(unpacked) > budget:
        raise TooMuch
    whole = unpacker.eof and not unpacker.unused_data
    return Packed(unpacked, _deflate) if whole else None


#: First bits of a stream: a block with Huffman codes, of the format or its own, last or not.
_BLOCKS = frozenset({2, 3, 4, 5})


def _deflate(data: bytes) -> bytes:
    packer = zlib.compressobj(wbits=-15)
    return packer.compress(data) + packer.flush()


def _inflated(
    data: bytes, window: int, budget: int, pack: Callable[[bytes], bytes]
) -> Packed | None:
    unpacked = bytearray()
    rest, members = data, 0
    while rest:
        # Gzip may have several members, one after the other, and readers join them.
        members += 1
        if members > MEMBERS:
            raise TooMuch
        unpacker = zlib.decompressobj(window)
        try:
            unpacked += unpacker.decompress(rest, budget - len(unpacked) + 1)
        except zlib.error:
            break
        if unpacker.unconsumed_tail or len(unpacked) > budget:
            raise TooMuch
        rest = unpacker.unused_data
    if len(rest) == len(data):
        return None
    # What follows is read as it stands; it may be text that no reader unpacks.
    return Packed(bytes(unpacked) + rest, pack)


def _zstandard(data: bytes, budget: int) -> Packed | None:
    reader = zstandard.ZstdDecompressor(max_window_size=2**27).stream_reader(
        data, read_across_frames=True
    )
    try:
        unpacked = reader.read(budget + 1)
    except zstandard.ZstdError:
        return None
    if len(unpacked) > budget:
        raise TooMuch
    return Packed(unpacked, lambda changed: zstandard.ZstdCompressor().compress(changed))
