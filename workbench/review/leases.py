"""Leases of a plain folder: two people never decide on the same capture by accident.

Source: ``spec/review-ux.md`` §5.7, §14 *Leased*. A lease is a locked file of this process that says until
when it holds. The lock goes with the process, so that a killed one keeps nobody waiting; the time ends
the lease of a reviewer who went away. Reading is never kept from anybody.
"""

from __future__ import annotations

import fcntl
import math
import os
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from workbench.core.files import STAGING_PREFIX
from workbench.findings import KnownIdentities
from workbench.review.custody import Lease

FOLDER = "leases"
LENGTH = 30 * 60  # seconds without a decision after which others may take over
_TRIES = 5
_GLANCE = 0.005  # seconds that looking at a lease takes at most


class FolderCustody:
    """The custody of a folder of captures: leases below ``place``, and no expiry.

    ``tag`` gives the keyed digest that a capture's lease is named by. Without a place, or where files
    cannot be locked, nothing is leased.
    """

    def __init__(
        self,
        place: Path | None,
        *,
        tag: Callable[[Path], str],
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._place = place
        self._tag = tag
        self._clock = clock
        self._held: dict[Path, int] = {}

    def days_left(self, unit: Path) -> None:
        """A folder keeps no expiry."""

    def known(self, unit: Path) -> KnownIdentities | None:
        """A folder knows nobody."""

    def take(self, unit: Path) -> Lease | None:
        """Take the capture or keep it longer; another's lease where it is taken."""
        path = self._path(unit)
        if path is None:
            return None
        with suppress(OSError):
            for attempt in range(_TRIES):
                if self._is_held(path) or self._lock(path):
                    self._extend(path)
                    return None
                other = self._other(path)
                if other is None:
                    self._replace(path)
                elif attempt:
                    return other
                else:
                    time.sleep(_GLANCE)  # somebody may only have looked whether it is taken
        return None

    def taken(self, unit: Path) -> Lease | None:
        """Another's lease that holds now."""
        path = self._path(unit)
        if path is None or not path.exists() or self._is_held(path):
            return None
        with suppress(OSError):
            handle = _opened(path)
            try:
                return None if _locked(handle) else self._other(path)
            finally:
                os.close(handle)
        return None

    def release(self, unit: Path) -> None:
        """Give the capture back."""
        path = self._path(unit)
        if path is None or path not in self._held:
            return
        with suppress(OSError):
            if self._is_held(path):
                path.unlink()
        handle = self._held.pop(path, None)  # gone already where somebody removed the file
        with suppress(OSError):
            if handle is not None:
                os.close(handle)

    def _path(self, unit: Path) -> Path | None:
        # A folder from a stranger must not make the workbench write elsewhere.
        if self._place is None or self._place.is_symlink():
            return None
        return self._place / lease_name(self._tag(unit))

    def _is_held(self, path: Path) -> bool:
        """Whether the file at the path is still the one locked here: another may have taken over."""
        handle = self._held.get(path)
        if handle is None:
            return False
        with suppress(OSError):
            if os.path.samestat(os.fstat(handle), path.stat()):
                return True
        with suppress(OSError):
            os.close(self._held.pop(path))
        return False

    def _lock(self, path: Path) -> bool:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        handle = _opened(path, create=True)
        if not _locked(handle):
            os.close(handle)
            return False
        self._held[path] = handle
        # The one before may have given it back between the opening and the lock.
        return self._is_held(path)

    def _extend(self, path: Path) -> None:
        until = f"{int(self._clock()) + LENGTH}\n".encode("ascii")
        os.pwrite(self._held[path], until, 0)

    def _other(self, path: Path) -> Lease | None:
        """The lease in the file; ``None`` where it is over."""
        try:
            until = int(path.read_bytes()[:32])
        except (OSError, ValueError):
            until = int(self._clock()) + LENGTH  # locked, and not written yet
        # A clock that jumped must not keep a capture away for longer than a lease lasts.
        left = min(until - self._clock(), LENGTH)
        return Lease(math.ceil(left / 60)) if left > 0 else None

    def _replace(self, path: Path) -> None:
        """Take over a lease that is over: a new file in its place, locked before it is seen."""
        fresh = path.with_name(f"{STAGING_PREFIX}{os.getpid()}-{path.name}")
        handle = _opened(fresh, create=True)
        if not _locked(handle):
            os.close(handle)
            return
        self._held[path] = handle
        self._extend(path)
        os.replace(fresh, path)


def lease_name(tag: str) -> str:
    """The file that says who works on the capture at a place, by the place's tag."""
    return f"{tag[:32]}.lease"


def _opened(path: Path, *, create: bool = False) -> int:
    flags = os.O_RDWR | os.O_CLOEXEC | os.O_NOFOLLOW | (os.O_CREAT if create else 0)
    return os.open(path, flags, 0o600)


def _locked(handle: int) -> bool:
    """Whether this process has the lock: it is the kernel's, and goes when the process does."""
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
