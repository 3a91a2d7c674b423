"""Content codings: undone where the bytes really are encoded, bounded, and done again.

Recordings often say gzip and hold plain bytes (363 of 2,876 measured). Source:
``spec/http-cassettes.md`` §2.5.
"""

from __future__ import annotations

import gzip
import io
import zlib
from collections.abc import Callable
from dataclasses import dataclass, field

import brotli
import zstandard

from workbench.core.errors import TooLarge
from workbench.core.files import MAX_FILE, MAX_RATIO, RATIO_ALLOWANCE

_CHUNK = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Decoded:
    """A body's decoded bytes. ``undone`` names the codings that were there, outermost first.

    ``state``: ``"none"`` (none named), ``"decoded"``, or ``"already-decoded"`` (named, not there).
    """

    body: bytes = field(repr=False)
    undone: tuple[str, ...] = ()
    state: str = "none"


def decode(data: bytes, content_encoding: str) -> Decoded:
    """Undo the codings a header names, last first; a coding that is not there is left alone.

    Raises ``TooLarge`` when a coding unpacks beyond the limits of ``core.files``.
    """
    names = [name.strip().lower() for name in content_encoding.split(",")]
    known = [name for name in reversed(names) if name in _DECODERS]
    if not known or not data:
        return Decoded(data, state="already-decoded" if known else "none")
    undone: list[str] = []
    for name in known:
        unpacked = _undo(name, data)
        if unpacked is None:
            break
        data = unpacked
        undone.append(name)
    return Decoded(data, tuple(undone), "decoded" if undone else "already-decoded")


def decode_to_read(data: bytes, content_encoding: str) -> Decoded:
    """As :func:`decode`, and gzip that no header names: whoever looks into the file can undo it too."""
    decoded = decode(data, content_encoding)
    return decode(data, "gzip") if not decoded.undone and looks_gzipped(data) else decoded


def is_still_encoded(decoded: Decoded, content_encoding: str) -> bool:
    """Whether a coding that makes text unreadable is named, was not undone, and may be there.

    Recorders that store decoded bodies leave the header as it was: what is UTF-8 is no longer encoded.
    """
    names = {name.strip().lower() for name in content_encoding.split(",")}
    if not names & _UNREADABLE - set(decoded.undone):
        return False
    try:
        decoded.body.decode("utf-8")
    except UnicodeDecodeError:
        return True
    return False


def may_be_too_large(data: bytes, content_encoding: str) -> bool:
    """Whether a body could unpack beyond the limits: only then must it be unpacked to know.

    One layer of gzip or deflate makes 1,032 bytes of one at most; other codings know no bound.
    """
    names = [name.strip().lower() for name in content_encoding.split(",")]
    known = [name for name in names if name in _DECODERS]
    bounded = len(known) == 1 and known[0] in _DEFLATED
    return bool(known) and bool(data) and not (bounded and len(data) * 1_032 <= RATIO_ALLOWANCE)


def encode(body: bytes, undone: tuple[str, ...]) -> bytes:
    """Do the codings of :attr:`Decoded.undone` again, deterministically."""
    for name in reversed(undone):
        body = _ENCODERS[name](body)
    return body


def looks_gzipped(data: bytes) -> bool:
    """Whether a body begins as gzip does, whatever its headers say."""
    return data.startswith(b"\x1f\x8b")


def _undo(name: str, data: bytes) -> bytes | None:
    try:
        return _DECODERS[name](data, min(MAX_FILE, max(RATIO_ALLOWANCE, len(data) * MAX_RATIO)))
    except (OSError, EOFError, ValueError, zlib.error, brotli.error, zstandard.ZstdError):
        return None


def _too_large(limit: int) -> TooLarge:
    return TooLarge(
        f"A body unpacks to more than {limit:,} bytes", means="It may be made to exhaust memory"
    )


def _bounded(read: Callable[[int], bytes], limit: int) -> bytes:
    parts: list[bytes] = []
    size = 0
    while part := read(_CHUNK):
        size += len(part)
        if size > limit:
            raise _too_large(limit)
        parts.append(part)
    return b"".join(parts)


def _gunzip(data: bytes, limit: int) -> bytes:
    with gzip.GzipFile(fileobj=io.BytesIO(data)) as stream:
        return _bounded(stream.read, limit)


def _inflate(data: bytes, limit: int) -> bytes:
    try:
        return _inflated(data, limit, zlib.MAX_WBITS)
    except zlib.error:
        return _inflated(data, limit, -zlib.MAX_WBITS)


def _inflated(data: bytes, limit: int, window: int) -> bytes:
    decoder = zlib.decompressobj(window)
    body = decoder.decompress(data, limit + 1)
    if len(body) > limit:
        raise _too_large(limit)
    if not decoder.eof:
        raise ValueError
    return body


def _unbrotli(data: bytes, limit: int) -> bytes:
    decoder = brotli.Decompressor()
    parts: list[bytes] = []
    size = 0
    for start in range(0, len(data), 4096):
        part = decoder.process(data[start : start + 4096])
        size += len(part)
        if size > limit:
            raise _too_large(limit)
        parts.append(part)
    if not decoder.is_finished():
        raise ValueError
    return b"".join(parts)


def _unzstd(data: bytes, limit: int) -> bytes:
    decoder = zstandard.ZstdDecompressor(max_window_size=2**27)
    if not data.startswith(b"\x28\xb5\x2f\xfd"):
        raise ValueError
    with decoder.stream_reader(data, read_across_frames=True) as reader:
        return _bounded(reader.read, limit)


def _gzipped(body: bytes) -> bytes:
    target = io.BytesIO()
    with gzip.GzipFile(fileobj=target, mode="wb", compresslevel=9, mtime=0, filename="") as stream:
        stream.write(body)
    return target.getvalue()


_DECODERS: dict[str, Callable[[bytes, int], bytes]] = {
    "gzip": _gunzip,
    "x-gzip": _gunzip,
    "deflate": _inflate,
    "br": _unbrotli,
    "zstd": _unzstd,
}
# Every coding of the IANA registry but "identity": those below _DECODERS cannot be undone here.
_UNREADABLE = frozenset(_DECODERS) | {
    *("compress", "x-compress", "aes128gcm", "dcb", "dcz", "exi", "pack200-gzip")
}
_DEFLATED = frozenset({"gzip", "x-gzip", "deflate"})
_ENCODERS: dict[str, Callable[[bytes], bytes]] = {
    "gzip": _gzipped,
    "x-gzip": _gzipped,
    "deflate": zlib.compress,
    "br": brotli.compress,
    "zstd": zstandard.ZstdCompressor().compress,
}
