"""Writing promoted files: staged beside the destination, flushed, then moved in one step.

A failed or killed write leaves what was there, and at most a hidden staging folder.
"""

from __future__ import annotations

import os
import shutil
import stat
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

from workbench.core.errors import NotWritten
from workbench.core.files.names import safe_name
from workbench.core.files.reading import folder_bytes

STAGING_PREFIX = ".staging-"


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


def sweep_staging(parent: Path, *, older_than: float = 0) -> None:
    """Remove staging folders that killed processes left.

    ``older_than`` are seconds since one was last written to, so that none in use is taken away.
    """
    for staged in parent.glob(f"{STAGING_PREFIX}*"):
        with suppress(OSError):
            if staged.is_dir() and time.time() - staged.stat().st_mtime >= older_than:
                shutil.rmtree(staged, ignore_errors=True)


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
