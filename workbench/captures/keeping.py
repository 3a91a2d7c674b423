"""Where the bytes of captures are kept: as private files, or in the database.

Files are staged in a folder of the same file system, flushed, and moved into place in one
step; nothing is ever half there under its own name. Every call that changes files is made under the
store's lock, so whatever is staged there when it begins was left by a process that is dead.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from sqlalchemy import Connection, insert, select

from workbench.captures import tables
from workbench.captures.errors import not_there
from workbench.captures.sealing import Seal
from workbench.core.errors import NotWritten, Unreadable
from workbench.core.files import read_bytes, safe_name

FILES, DATABASE = "files", "database"


@dataclass(frozen=True, slots=True)
class Row:
    """What leads to the bytes of a capture. A folder's unit is its name; a file's has an ending."""

    number: int
    name: str
    unit: str
    files: tuple[str, ...] = field(repr=False)

    @property
    def is_folder(self) -> bool:
        return self.unit == self.name

    def paths(self) -> tuple[str, ...]:
        """Every path below the review folder that something may be remembered of."""
        if not self.is_folder:
            return (self.unit,)
        return (self.unit, *(f"{self.unit}/{file}" for file in self.files))


class Keep(Protocol):
    """Keeps the bytes of captures. ``place`` and ``remove`` are called under the store's lock."""

    def place(self, connection: Connection, row: Row, files: Mapping[str, bytes]) -> None:
        """Put the files in, in the caller's transaction or on disk before it ends."""
        ...

    def read(self, connection: Connection, row: Row) -> dict[str, bytes]:
        """The files. Raises ``NotThere`` where they went meanwhile."""
        ...

    def remove(self, rows: Sequence[Row]) -> tuple[Row, ...]:
        """Take the files away, flushed; those rows of which nothing remains."""
        ...


class DatabaseKeep:
    """Bytes as rows. They go with the capture's own row."""

    def __init__(self, seal: Seal) -> None:
        self._seal = seal

    def place(self, connection: Connection, row: Row, files: Mapping[str, bytes]) -> None:
        for file, data in files.items():
            sealed = self._seal.seal(data, f"{row.name}/{file}")
            values = {"capture": row.number, "file": file, "data": sealed}
            connection.execute(insert(tables.blobs).values(values))

    def read(self, connection: Connection, row: Row) -> dict[str, bytes]:
        query = select(tables.blobs.c.file, tables.blobs.c.data)
        stored = connection.execute(query.where(tables.blobs.c.capture == row.number))
        found = {each.file: each.data for each in stored}
        if not found:
            raise not_there()
        return {
            file: self._seal.open(bytes(found[file]), f"{row.name}/{file}") for file in row.files
        }

    def remove(self, rows: Sequence[Row]) -> tuple[Row, ...]:
        return tuple(rows)  # deleted with the intent, see deletion


class FolderKeep:
    """Bytes as files of mode 0600 in a folder of mode 0700."""

    def __init__(self, folder: Path, seal: Seal, *, staging: Path) -> None:
        self.folder = folder
        self._seal = seal
        self._staging = staging

    def place(self, connection: Connection, row: Row, files: Mapping[str, bytes]) -> None:
        try:
            staged = Path(tempfile.mkdtemp(dir=self._staging))
            for file, data in files.items():
                sealed = self._seal.seal(data, f"{row.name}/{file}")
                _write(staged / safe_name(file), sealed, flush=True)
            if row.is_folder:
                _sync(staged)
                os.rename(staged, self.folder / row.unit)
            else:
                os.rename(staged / row.files[0], self.folder / row.unit)
                staged.rmdir()
            _sync(self.folder)
        except OSError as error:
            sweep(self._staging)
            raise NotWritten(
                f"The capture was not stored: {(error.strerror or 'the system refused').lower()}",
                means="Nothing of it was kept",
                cure="Check that the store's folder can be written to and that the disk has room",
            ) from None

    def read(self, connection: Connection, row: Row) -> dict[str, bytes]:
        folder = self.folder / row.unit if row.is_folder else self.folder
        names = {file: file if row.is_folder else row.unit for file in row.files}
        try:
            held = {file: read_bytes(folder, name) for file, name in names.items()}
        except Unreadable:
            if os.path.lexists(self.folder / row.unit):
                raise
            raise not_there() from None
        return {file: self._seal.open(data, f"{row.name}/{file}") for file, data in held.items()}

    def remove(self, rows: Sequence[Row]) -> tuple[Row, ...]:
        return removed(self.folder, rows)


def removed(folder: Path, rows: Sequence[Row]) -> tuple[Row, ...]:
    """Take the units of ``rows`` out of ``folder``; the rows of which nothing is there any more."""
    for row in rows:
        # Whatever stands at the name goes: a link is removed itself, and never what it leads to.
        path = folder / row.unit
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path, ignore_errors=True)
        else:
            with suppress(OSError):
                os.unlink(path)
    try:
        _sync(folder)
    except OSError:
        return ()
    return tuple(row for row in rows if not os.path.lexists(folder / row.unit))


def sweep(staging: Path) -> None:
    """Remove what a dead process had staged. Called under the store's lock."""
    for staged in staging.iterdir():
        shutil.rmtree(staged, ignore_errors=True)


def _write(path: Path, data: bytes, *, flush: bool) -> None:
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "wb") as stream:
        stream.write(data)
        if flush:
            stream.flush()
            os.fsync(stream.fileno())


def _sync(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def write_private(path: Path, files: Mapping[str, bytes], *, staging: Path, folder: bool) -> None:
    """Write a capture's files at ``path`` for a review, private and in one step."""
    staged = Path(tempfile.mkdtemp(dir=staging))
    try:
        for file, data in files.items():
            _write(staged / safe_name(file), data, flush=False)  # it ends with the review
        os.rename(staged if folder else staged / next(iter(files)), path)
    finally:
        shutil.rmtree(staged, ignore_errors=True)
