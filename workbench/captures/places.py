"""The folder of a store: private to its owner, or the store stays closed.

::

    STORE/                0700
      captures.sqlite3    0600  the database (a team's is elsewhere)
      store.key           0600  the key of the digests
      captures/           0700  the review folder: plain captures, or those taken out for a review
      sealed/             0700  the files of an encrypted store
      staging/            0700  what is being written, until it is moved into place
      state/              0700  the review's key, so that every reviewer of the store shares it
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from workbench.captures import keys
from workbench.captures.database import FILE, LOCK
from workbench.captures.errors import StoreError
from workbench.captures.shapes import Remark


@dataclass(frozen=True, slots=True)
class Places:
    """Where the parts of a store are."""

    root: Path

    @property
    def review(self) -> Path:
        return self.root / "captures"

    @property
    def sealed(self) -> Path:
        return self.root / "sealed"

    @property
    def staging(self) -> Path:
        return self.root / "staging"

    @property
    def state(self) -> Path:
        return self.root / "state"

    def _folders(self) -> tuple[Path, ...]:
        return (self.review, self.sealed, self.staging, self.state)

    def make(self) -> None:
        """Make the folders that are not there, private from the start. Raises ``StoreError``."""
        try:
            self.root.mkdir(parents=True, exist_ok=True, mode=0o700)
            for folder in self._folders():
                folder.mkdir(exist_ok=True, mode=0o700)
        except OSError:
            raise StoreError(
                "The store's folder cannot be made",
                cure="Choose a folder of your own, on a disk that can be written to",
            ) from None

    def check(self) -> None:
        """Raises ``StoreError`` with the cure where others may read the store."""
        for remark in self.remarks():
            raise StoreError(
                remark.sentence.rstrip("."),
                means="Captures are personal data, so the store stays closed",
                cure=remark.cure,
                code="not_private",
            )

    def remarks(self) -> Iterator[Remark]:
        """Everything in the folder that is open to others, or belongs to somebody else."""
        folders = (self.root, *self._folders())
        files = (FILE, f"{FILE}-wal", f"{FILE}-shm", LOCK, keys.FILE)
        for path in (*folders, *(self.root / file for file in files)):
            wrong = _wrong(path)
            if wrong:
                yield wrong


def _wrong(path: Path) -> Remark | None:
    try:
        status = path.lstat()
    except OSError:
        return None
    what = "store's folder" if stat.S_ISDIR(status.st_mode) else f"file {path.name}"
    if stat.S_ISLNK(status.st_mode):
        cure = "Put the folder or file itself there"
        return Remark("not_private", "wrong", f"The {path.name} of the store is a link.", cure)
    if hasattr(os, "geteuid") and status.st_uid not in (os.geteuid(), 0):
        cure = "Open it as its owner, or take it over with chown"
        return Remark("not_yours", "wrong", f"The {what} belongs to another user.", cure)
    if status.st_mode & 0o077:
        mode = "700" if stat.S_ISDIR(status.st_mode) else "600"
        sentence = f"The {what} can be read by others (mode {stat.S_IMODE(status.st_mode):04o})."
        return Remark("not_private", "wrong", sentence, f"chmod {mode} {path}")
    return None
