"""Reading captures and writing promoted files: bounded, safe, and all or nothing.

Captures come from strangers: links that leave their folder, pipes, files that grow while they are
read, archives that unpack to a thousand times their size. Nothing here ever writes to a capture.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import os
import re
import shutil
import stat
import tempfile
import time
import unicodedata
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path, PurePosixPath
from typing import Protocol

import zstandard

from workbench.core.errors import NotWritten, TooLarge, Unreadable, UnsafeName

MAX_FILE = 256 * 1024 * 1024  # bytes, stored and unpacked alike
MAX_RATIO = 1_000  # unpacked bytes per stored byte, once past the allowance below
RATIO_ALLOWANCE = 16 * 1024 * 1024  # bytes that any small archive may unpack to
HEAD = 64 * 1024  # bytes that recognition looks at
MAX_NAMES = 100_000  # entries of one folder

GZIP_MAGIC = b"\x1f\x8b"
ZSTD_MAGIC = b"\x28\xb5\x2f\xfd"
_CHUNK = 1024 * 1024
_BITE = 2 * 1024  # compressed bytes given to the decoder at once: zstd can expand them 30,000 times
_RESERVED = re.compile(r"(?i)^(con|prn|aux|nul|com[0-9]|lpt[0-9])(\..*)?$")


class _Readable(Protocol):
    def read(self, size: int, /) -> bytes: ...


@dataclass(frozen=True, slots=True)
class SourceFile:
    """One file of a fixture: its name inside the unit, and its unpacked bytes.

    ``stored_size`` and ``stored_digest`` describe the bytes on disk; ``packing`` is ``""``,
    ``"gzip"`` or ``"zstd"``.
    """

    name: str = field(repr=False)
    data: bytes = field(repr=False)
    stored_size: int
    stored_digest: str
    packing: str = ""

    @classmethod
    def of(cls, name: str, data: bytes, *, limit: int = MAX_FILE) -> SourceFile:
        """A file from the bytes it has on disk, unpacked if its first bytes say it is packed."""
        packing = packing_of(data)
        unpacked = unpack(data, limit=limit) if packing else data
        return cls(name, unpacked, len(data), hashlib.sha256(data).hexdigest(), packing)


class Unit:
    """A file or a folder that may be one fixture, read on demand and never twice.

    ``folder`` is the directory that holds the files; ``name`` the file's name, or ``"."`` when the
    folder itself is the unit.
    """

    def __init__(self, folder: Path, name: str) -> None:
        self.folder = folder
        self.name = name
        self._files: dict[str, SourceFile] = {}

    @classmethod
    def at(cls, path: Path) -> Unit:
        """The unit at ``path``. Raises ``Unreadable`` if nothing is there."""
        try:
            mode = path.stat().st_mode
        except (OSError, ValueError):
            raise Unreadable(
                "Nothing can be read at this path",
                means="The file or folder is absent, or may not be opened",
                cure="Check the path and its permissions",
            ) from None
        if stat.S_ISDIR(mode):
            return cls(path.resolve(), ".")
        return cls(path.parent.resolve(), path.name)

    @property
    def is_folder(self) -> bool:
        return self.name == "."

    @property
    def label(self) -> str:
        """The name the capture goes by: the folder's, or the file's without its endings."""
        return self.folder.name if self.is_folder else self.name.split(".")[0] or self.name

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The entries of the folder, sorted. Raises ``Unreadable``, ``TooLarge``."""
        return list_names(self.folder)

    def file(self, name: str, *, limit: int = MAX_FILE) -> SourceFile:
        """The file ``name`` of the unit's folder, unpacked. Raises ``Refused`` subclasses."""
        if name not in self._files:
            self._files[name] = SourceFile.of(name, read_bytes(self.folder, name, limit=limit))
        return self._files[name]

    def stored(self, name: str, *, limit: int = MAX_FILE) -> bytes:
        """The bytes of the file ``name`` as they are stored, packed or not."""
        return read_bytes(self.folder, name, limit=limit)

    def head(self, name: str | None = None) -> bytes:
        """The first ``HEAD`` bytes of a file, unpacked; empty if it cannot be read."""
        wanted = self.name if name is None else name
        if wanted in self._files:
            return self._files[wanted].data[:HEAD]
        try:
            with _opened(self.folder, wanted) as handle:
                start = os.read(handle, HEAD)
        except Unreadable:
            return b""
        return _unpacked_head(start)


def list_names(folder: Path) -> tuple[str, ...]:
    """The names of a folder's entries, sorted, hidden ones left out."""
    try:
        with os.scandir(folder) as entries:
            names = []
            for entry in entries:
                if entry.name.startswith("."):
                    continue
                names.append(entry.name)
                if len(names) > MAX_NAMES:
                    raise TooLarge(f"The folder has more than {MAX_NAMES:,} entries")
    except OSError:
        raise Unreadable("The folder cannot be listed", cure="Check its permissions") from None
    return tuple(sorted(names))


def read_bytes(folder: Path, name: str, *, limit: int = MAX_FILE) -> bytes:
    """The stored bytes of the regular file ``name`` in ``folder``.

    Raises ``UnsafeName`` for a name that is not a plain relative path, ``Unreadable`` for links that
    leave the folder, special files and files that change while they are read, ``TooLarge`` over
    ``limit`` bytes.
    """
    with _opened(folder, name) as handle:
        before = os.fstat(handle)
        if before.st_size > limit:
            raise TooLarge(
                f"The file is larger than {limit:,} bytes",
                cure="Split the capture or trim it",
            )
        parts: list[bytes] = []
        size = 0
        while chunk := os.read(handle, _CHUNK):
            parts.append(chunk)
            size += len(chunk)
            if size > limit:
                raise TooLarge(f"The file is larger than {limit:,} bytes")
        after = os.fstat(handle)
    if (before.st_size, before.st_mtime_ns) != (after.st_size, after.st_mtime_ns) or (
        size != after.st_size
    ):
        raise Unreadable(
            "The file changed while it was read",
            means="Something is still writing to it, so what was read may be half of it",
            cure="Wait until the recording has ended and open it again",
        )
    return b"".join(parts)


@contextmanager
def _opened(folder: Path, name: str) -> Iterator[int]:
    relative = PurePosixPath(name)
    if relative.is_absolute() or ".." in relative.parts or "\0" in name:
        raise UnsafeName("This name leads out of the fixture's folder")
    path = folder / relative
    try:
        root, target = os.path.realpath(folder), os.path.realpath(path)
        if os.path.commonpath([root, target]) != root:
            raise Unreadable(
                "The file is a link that leads out of its folder",
                means="What it points to is not part of the capture",
                cure="Copy the file itself into the folder",
            )
        # O_NONBLOCK: a named pipe must not hang the review.
        # The resolved path, and no link at its end: a link put there meanwhile leads nowhere.
        handle = os.open(target, os.O_RDONLY | os.O_NONBLOCK | os.O_NOFOLLOW)
    except (OSError, ValueError):
        raise Unreadable(
            "The file cannot be read",
            means="It is absent, or may not be opened",
            cure="Check that it is there and its permissions",
        ) from None
    try:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise Unreadable("This is not a regular file", means="Pipes and devices are not read")
        yield handle
    finally:
        os.close(handle)


def packing_of(data: bytes) -> str:
    """``"gzip"``, ``"zstd"`` or ``""``, by the first bytes and never by the name."""
    if data.startswith(GZIP_MAGIC):
        return "gzip"
    return "zstd" if data.startswith(ZSTD_MAGIC) else ""


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


def _unpacked_head(start: bytes) -> bytes:
    packing = packing_of(start)
    with suppress(zlib.error, zstandard.ZstdError, OSError):
        if packing == "gzip":
            return zlib.decompressobj(wbits=31).decompress(start, HEAD)
        if packing == "zstd":
            with zstandard.ZstdDecompressor(max_window_size=2**27).stream_reader(start) as reader:
                return bytes(reader.read(HEAD))
    return start if not packing else b""


def safe_name(name: str) -> str:
    """``name`` if it is a plain relative path every file system takes; else ``UnsafeName``."""
    parts = name.split("/")
    for part in parts:
        if (
            not part
            or part in {".", ".."}
            or part != part.strip()
            or part.endswith(".")
            or len(part.encode("utf-8", "surrogatepass")) > 200
            or _RESERVED.match(part)
            or any(character in '<>:"\\|?*' or _is_control(character) for character in part)
        ):
            raise UnsafeName(
                "This file name is not safe to write",
                means="It would leave its folder, or some file system cannot hold it",
                cure="Use lower-case words joined by hyphens",
            )
    return name


def _is_control(character: str) -> bool:
    return unicodedata.category(character) in {"Cc", "Cf", "Cs", "Zl", "Zp"}


def write_folder(parent: Path, name: str, files: Mapping[str, bytes]) -> bool:
    """Write ``files`` as the folder ``parent/name`` in one step; all of them or nothing.

    Staged beside the destination, flushed to disk, then renamed. Returns false when the folder is
    already there with exactly these bytes (nothing is done); raises ``NotWritten`` when it holds
    anything else, or when writing fails. A killed process leaves at most a hidden staging folder,
    which :func:`sweep_staging` removes.
    """
    with staged_folder(parent, files) as staged:
        return place_folder(staged, parent, name)


@contextmanager
def staged_folder(parent: Path, files: Mapping[str, bytes]) -> Iterator[Path]:
    """A hidden folder beside the destination that holds ``files``, flushed; gone at the end."""
    for relative in files:
        safe_name(relative)
    try:
        parent.mkdir(parents=True, exist_ok=True)
        staged = Path(tempfile.mkdtemp(prefix=STAGING_PREFIX, dir=parent))
    except OSError as error:
        raise _not_written(error) from None
    try:
        try:
            for relative, data in files.items():
                _write_synced(staged / relative, data)
            for folder in {
                staged,
                *(path for path in staged.rglob("*") if path.is_dir()),
            }:
                _sync_folder(folder)
            staged.chmod(0o755)
        except OSError as error:
            raise _not_written(error) from None
        yield staged
    finally:
        shutil.rmtree(staged, ignore_errors=True)


def place_folder(staged: Path, parent: Path, name: str) -> bool:
    """Rename a staged folder into place; see :func:`write_folder` for the result and errors."""
    target = parent / safe_name(name)
    try:
        if os.path.lexists(target):
            if _same_content(target, staged):
                return False
            raise NotWritten(
                "A promoted fixture of this name is already there with other content",
                means="A promoted fixture is never overwritten, so nothing was written",
                cure="Choose another name",
            )
        os.rename(staged, target)
    except OSError as error:
        raise _not_written(error) from None
    # The folder is in place whole; a flush that fails now cannot take it back.
    with suppress(OSError):
        _sync_folder(parent)
    return True


def _same_content(target: Path, staged: Path) -> bool:
    """Whether a folder holds exactly what was staged: links, pipes and other sizes never do."""
    return (
        not target.is_symlink()
        and _listed(target) == _listed(staged)
        and (folder_bytes(target) == folder_bytes(staged))
    )


def _listed(folder: Path) -> list[tuple[str, int, int]]:
    """Name, kind and size of everything below a folder, so that a huge file need not be read."""
    found = []
    for path in sorted(folder.rglob("*")):
        status = path.lstat()
        size = status.st_size if stat.S_ISREG(status.st_mode) else 0
        found.append((path.relative_to(folder).as_posix(), stat.S_IFMT(status.st_mode), size))
    return found


STAGING_PREFIX = ".staging-"


def sweep_staging(parent: Path, *, older_than: float = 0) -> None:
    """Remove staging folders that killed processes left.

    ``older_than`` are seconds since one was last written to, so that none in use is taken away.
    """
    for staged in parent.glob(f"{STAGING_PREFIX}*"):
        with suppress(OSError):
            if staged.is_dir() and time.time() - staged.stat().st_mtime >= older_than:
                shutil.rmtree(staged, ignore_errors=True)


def folder_bytes(folder: Path) -> dict[str, bytes]:
    """Every file below ``folder`` by relative name. Links are not followed."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not path.is_symlink()
    }


def write_file(path: Path, data: bytes, *, mode: int = 0o644) -> None:
    """Replace one file in one step: staged beside it, flushed, renamed. Raises ``NotWritten``."""
    try:
        handle, staged = tempfile.mkstemp(prefix=STAGING_PREFIX, dir=path.parent)
    except OSError as error:
        raise _not_written(error) from None
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        os.chmod(staged, mode)
        os.replace(staged, path)
    except OSError as error:
        with suppress(OSError):
            os.unlink(staged)
        raise _not_written(error) from None
    with suppress(OSError):
        _sync_folder(path.parent)


def _write_synced(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("xb") as stream:
        stream.write(data)
        stream.flush()
        os.fsync(stream.fileno())


def _sync_folder(folder: Path) -> None:
    if os.name == "nt":
        return  # Windows cannot open a directory; its rename is flushed with the file
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _not_written(error: OSError) -> NotWritten:
    return NotWritten(
        f"Nothing was written: {(error.strerror or 'the system refused').lower()}",
        means="The destination is as it was before",
        cure="Check that the folder can be written to and that the disk has room",
    )
