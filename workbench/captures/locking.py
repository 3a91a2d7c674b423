"""A lock between processes on one machine, which ends with the process that holds it."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from workbench.core.errors import NotWritten

_AGAIN = 0.01  # seconds between two tries


@contextmanager
def flocked(path: Path, *, wait: float, shared: bool = False) -> Iterator[None]:
    """Hold the lock of the file at ``path``, made with mode 0600.

    Raises ``NotWritten`` (code ``store_locked``) when others keep it for ``wait`` seconds.
    """
    import fcntl

    how = fcntl.LOCK_SH if shared else fcntl.LOCK_EX
    # No thread of this process shares a lock with another: each has its own open file.
    handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        deadline = time.monotonic() + wait
        while True:
            try:
                fcntl.flock(handle, how | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                if time.monotonic() >= deadline:
                    raise _locked() from None
            time.sleep(_AGAIN)
        yield
    finally:
        os.close(handle)


def _locked() -> NotWritten:
    return NotWritten(
        "Another program is at work on the files of the capture store",
        means="Nothing was changed",
        cure="Wait until the other program is done and try again",
        code="store_locked",
    )
