"""A process that is killed at a chosen write: every flush, rename, unlink and commit counts."""

from __future__ import annotations

import os
import shutil
import signal
from collections.abc import Callable
from contextlib import suppress

from sqlalchemy import event
from sqlalchemy.engine import Engine

from workbench.captures import database
from workbench.review.journal import Journal


class _Counter:
    """Kills this process before its ``at``-th write: what is on the disk then is what the writes
    before it left, so that every state between two writes is met once."""

    def __init__(self, at: int) -> None:
        self._at, self._count = at, 0

    def write(self, real: Callable[..., object]) -> Callable[..., object]:
        def call(*arguments: object, **options: object) -> object:
            self.before(None)
            return real(*arguments, **options)

        return call

    def before(self, _: object) -> None:
        self._count += 1
        if self._count == self._at:
            os.kill(os.getpid(), signal.SIGKILL)


def killed(act: Callable[[], object], at: int) -> bool:
    """Do ``act`` in a process of its own that is killed at its ``at``-th write.

    False where it came to its end. The process inherits no connection: ``act`` has to open its own.
    """
    child = os.fork()
    if child == 0:
        with suppress(BaseException):
            counter = _Counter(at)
            for home, name in ((os, "fsync"), (os, "rename"), (os, "unlink"), (os, "rmdir")):
                setattr(home, name, counter.write(getattr(home, name)))
            shutil.rmtree = counter.write(shutil.rmtree)  # type: ignore[assignment]
            Journal.forget = counter.write(Journal.forget)  # type: ignore[method-assign, assignment]
            database.Database.tidy = counter.write(database.Database.tidy)  # type: ignore[method-assign, assignment]
            event.listen(Engine, "commit", counter.before)
            act()
            os._exit(0)
        os._exit(3)
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        return True
    assert os.WEXITSTATUS(status) == 0, "the process ended with an error"
    return False


def at_every_write(
    act: Callable[[], object], *, prepare: Callable[[], None], check: Callable[[], None]
) -> int:
    """Kill ``act`` before each of its writes, from a fresh start; how many there were.

    ``check`` runs after each kill, and after the run that came to its end.
    """
    at = 0
    while True:
        at += 1
        prepare()
        going_on = killed(act, at)
        check()
        if not going_on:
            return at - 1
