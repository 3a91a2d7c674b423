"""An external engine as a process: started without a shell, asked line by line, and always ended.

Reading and writing wait together, so that an engine that reads nothing cannot block the workbench.
Its standard error goes nowhere, so that it cannot flood anything. Whatever happens, the whole process
group is killed in the end.
"""

from __future__ import annotations

import os
import selectors
import signal
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import IO

from workbench.plays.external.problems import EngineProblem

#: What an engine sees of the surroundings; the hash seed and time zone of a replay are among it.
_PASSED_ON = ("PATH", "TZ", "PYTHONHASHSEED", "TMPDIR", "SYSTEMROOT")
_CHUNK = 1 << 16
_TICK = 0.005  # seconds between two looks at whether a process has ended


@dataclass(frozen=True, slots=True)
class Limits:
    """Seconds an engine may take to say hello, for one answer, and to end; bytes of one line."""

    start: float = 30.0
    answer: float = 600.0
    end: float = 5.0
    line: int = 64 * 1024 * 1024


class EngineProcess:
    """A started engine. Use :func:`running`, which ends it."""

    def __init__(self, process: subprocess.Popen[bytes], limits: Limits) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self._process, self.limits = process, limits
        self._stdin: IO[bytes] = process.stdin
        self._stdout: IO[bytes] = process.stdout
        self._ahead = b""  # what came after the last line
        for stream in (self._stdin, self._stdout):
            os.set_blocking(stream.fileno(), False)

    def ask(self, request: bytes, *, seconds: float, late: str) -> bytes:
        """Send one line and give the line that answers it. Raises ``EngineProblem``.

        ``late`` is the problem's code when the answer takes longer than ``seconds``.
        """
        if self._ahead:
            raise EngineProblem("engine_out_of_turn")
        exchange = _Exchange(self._stdin, self._stdout, request + b"\n")
        line, self._ahead = exchange.line(
            until=time.monotonic() + seconds, late=late, most=self.limits.line
        )
        return line

    def finish(self) -> None:
        """End the input, and see the engine end well and silently. Raises ``EngineProblem``."""
        until = time.monotonic() + self.limits.end
        with suppress(OSError):
            self._stdin.close()
        if self._ahead or self._speaks_on(until):
            raise EngineProblem("engine_out_of_turn")
        code = self._exit_code(until)
        if code is None:
            raise EngineProblem("engine_did_not_end")
        if code:
            raise EngineProblem("engine_ended_badly")

    def _speaks_on(self, until: float) -> bool:
        """Whether a byte comes before the output ends. Raises ``EngineProblem`` if it never ends."""
        with selectors.DefaultSelector() as waiting:
            waiting.register(self._stdout, selectors.EVENT_READ)
            if not waiting.select(max(0.0, until - time.monotonic())):
                raise EngineProblem("engine_did_not_end")
        return bool(self._stdout.read(1))

    def _exit_code(self, until: float) -> int | None:
        while not has_ended(self._process):
            if time.monotonic() > until:
                return None
            time.sleep(_TICK)
        # The group first: once its leader is taken note of, its number may become another's.
        self.kill()
        return self._process.returncode

    def kill(self) -> None:
        """End the engine and everything it started, at once. May be called again."""
        if self._process.returncode is None:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
        for stream in (self._stdin, self._stdout):
            with suppress(OSError):
                stream.close()


class _Exchange:
    """One request on its way out and one line on its way in."""

    def __init__(self, stdin: IO[bytes], stdout: IO[bytes], request: bytes) -> None:
        self._stdin, self._stdout = stdin, stdout
        self._rest = memoryview(request)
        self._parts: list[bytes] = []
        self._size = 0

    def line(self, *, until: float, late: str, most: int) -> tuple[bytes, bytes]:
        """The answering line, and what came after it."""
        with selectors.DefaultSelector() as waiting:
            waiting.register(self._stdin, selectors.EVENT_WRITE)
            waiting.register(self._stdout, selectors.EVENT_READ)
            while True:
                seconds = until - time.monotonic()
                ready = waiting.select(seconds) if seconds > 0 else []
                if not ready:
                    raise EngineProblem(late)
                for key, _ in ready:
                    if key.fileobj is self._stdin:
                        self._write(waiting)
                    elif (found := self._read(most)) is not None:
                        return found

    def _write(self, waiting: selectors.BaseSelector) -> None:
        try:
            written = os.write(self._stdin.fileno(), self._rest[:_CHUNK])
        except BlockingIOError:
            return
        except OSError:  # the engine closed its input; what it says, or its end, tells more
            written = len(self._rest)
        self._rest = self._rest[written:]
        if not self._rest:
            waiting.unregister(self._stdin)

    def _read(self, most: int) -> tuple[bytes, bytes] | None:
        chunk = os.read(self._stdout.fileno(), _CHUNK)
        if not chunk:
            raise EngineProblem("engine_stopped")
        head, newline, after = chunk.partition(b"\n")
        self._parts.append(head)
        self._size += len(head)
        if self._size > most:
            raise EngineProblem("engine_line_too_long")
        if not newline:
            return None
        if self._rest:  # it answered before it had read what it was asked
            raise EngineProblem("engine_out_of_turn")
        return b"".join(self._parts), after


@contextmanager
def running(command: Sequence[str], limits: Limits) -> Iterator[EngineProcess]:
    """Start ``command`` in a process group of its own; it is gone when the block is left.

    Raises ``EngineProblem`` if it cannot be started.
    """
    try:
        process = subprocess.Popen(
            list(command),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=surroundings(os.environ),
            start_new_session=True,
            bufsize=0,
        )
    except (OSError, ValueError):
        raise EngineProblem("engine_not_started") from None
    engine = EngineProcess(process, limits)
    try:
        yield engine
    finally:
        engine.kill()


def surroundings(environment: Mapping[str, str]) -> dict[str, str]:
    """The variables an engine is given: where programs are, and nothing about the person."""
    kept = {name: environment[name] for name in _PASSED_ON if name in environment}
    return {"LANG": "C.UTF-8", "PYTHONIOENCODING": "utf-8", **kept}


def has_ended(process: subprocess.Popen[bytes]) -> bool:
    """Whether the process has ended, without taking note of it where the system allows that."""
    if not hasattr(os, "waitid"):
        return process.poll() is not None
    return os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None
