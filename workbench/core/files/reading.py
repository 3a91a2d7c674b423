"""Reading captures: bounded, safe, and never written to.

Links that leave their folder, pipes, and files that grow while they are read are refused.
"""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path, PurePosixPath

from workbench.core.errors import TooLarge, Unreadable, UnsafeName
from workbench.core.files.packing import HEAD, MAX_FILE, packing_of, unpack, unpacked_head

MAX_NAMES = 100_000  # entries of one folder
_CHUNK = 1024 * 1024


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
        return unpacked_head(start)


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
        # All at once where the size is known: large parts would have to be copied together.
        while chunk := os.read(handle, max(_CHUNK, before.st_size + 1 - size)):
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


def read_start(folder: Path, name: str, size: int) -> tuple[bytes, bool]:
    """The first ``size`` bytes of a file as they are stored, and whether that is all of it.

    Raises as :func:`read_bytes` does, but for size.
    """
    with _opened(folder, name) as handle:
        parts = []
        while size > 0 and (chunk := os.read(handle, size)):
            parts.append(chunk)
            size -= len(chunk)
        return b"".join(parts), not os.read(handle, 1)


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


def folder_bytes(folder: Path) -> dict[str, bytes]:
    """Every file below ``folder`` by relative name. Links are not followed."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not path.is_symlink()
    }
