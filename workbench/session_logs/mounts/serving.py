"""Serving a replayed model on the loopback address until someone stops it, and what is said then.

Source: ``spec/session-logs.md`` §15.
"""

from __future__ import annotations

import signal
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType
from typing import TYPE_CHECKING, Any

import uvicorn
from starlette.applications import Starlette
from starlette.routing import Mount

from workbench.core.errors import WorkbenchError
from workbench.session_logs.mounts.application import Face, is_loopback

if TYPE_CHECKING:
    from workbench.session_logs.mounts.model import ReplayedModel

_PATIENCE = 2  # seconds that running answers have once the server stops
_BACKLOG = 2048


@dataclass(frozen=True, slots=True)
class Report:
    """What a run of the server came to: calls used of all recorded, and what was left over."""

    used: int
    total: int
    unused: tuple[str, ...]
    refused: int

    @property
    def complete(self) -> bool:
        return not self.unused

    def lines(self) -> list[str]:
        """The report in sentences, without a word of the fixture or of a client."""
        found = [f"{self.used} of {self.total} recorded calls were asked for", *self.unused]
        if self.refused:
            calls = "call" if self.refused == 1 else "calls"
            found.append(f"{self.refused} {calls} had no recorded answer")
        verdict = "The fixture was consumed" if self.complete else "The fixture was not consumed"
        return [*found, verdict]


def report(model: ReplayedModel) -> Report:
    """How far the model's scripts have come."""
    scripts = model.progress
    unused: list[str] = []
    for number, script in enumerate(scripts, start=1):
        if not script.bound:
            unused.append(f"script {number} was never bound to a live session")
        elif not script.complete:
            unused.append(f"script {number}: {script.asked} of {script.calls} calls were asked for")
    return Report(
        sum(min(script.asked, script.calls) for script in scripts),
        sum(script.calls for script in scripts),
        tuple(unused),
        model.refusals,
    )


def listen(host: str, port: int) -> socket.socket:
    """A listening socket on this machine alone; port 0 takes a free one.

    Raises ``WorkbenchError`` for another host (``not_loopback``) or a port that is not to be had.
    """
    if not is_loopback(host):
        raise WorkbenchError(
            "Replay is served on the loopback address only",
            means="What it answers was captured, and may identify someone",
            cure="Leave --host out, or give 127.0.0.1 or ::1",
            code="not_loopback",
        )
    bare = host.removeprefix("[").removesuffix("]")
    bare = "127.0.0.1" if bare.lower() == "localhost" else bare
    family = socket.AF_INET6 if ":" in bare else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((bare, port))
        listening.listen(_BACKLOG)
    except (OSError, OverflowError):
        listening.close()
        raise WorkbenchError(
            "The address cannot be served",
            where=f"port {port}",
            means="Another program has it, or it may not be used",
            cure="Give another --port, or 0 for a free one",
            code="no_address",
        ) from None
    return listening


def address_of(listening: socket.socket) -> str:
    """``http://host:port`` of a listening socket."""
    host, port = listening.getsockname()[:2]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


class _Server(uvicorn.Server):
    """Gives up what waits for ever when it stops; everything else may end."""

    def __init__(self, config: uvicorn.Config, face: Face) -> None:
        super().__init__(config)
        self._face = face

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._face.stop()
        await super().shutdown(sockets)


def serve(
    model: ReplayedModel, listening: socket.socket, *, started: Callable[[], object] | None = None
) -> Report:
    """Answer until Ctrl+C or SIGTERM, then say what was consumed. Nothing is logged.

    ``started`` is called once the address answers.
    """
    server = _server(model)
    with _Signals(server):
        if started is not None:
            started()  # the socket listens already: who comes early waits a moment
        server.run(sockets=[listening])
    return report(model)


@contextmanager
def served(model: ReplayedModel, *, host: str = "127.0.0.1", port: int = 0) -> Iterator[str]:
    """Serve in a thread of this process for as long as the block runs; its value is the address."""
    server = _server(model)
    with listen(host, port) as listening:
        running = threading.Thread(target=server.run, args=([listening],), daemon=True)
        running.start()
        try:
            yield address_of(listening)
        finally:
            server.should_exit = True
            running.join()


def _server(model: ReplayedModel) -> _Server:
    face = Face(model)
    config = uvicorn.Config(
        Starlette(routes=[Mount("/", app=face)]),
        log_config=None,
        log_level="critical",
        access_log=False,
        lifespan="off",
        ws="none",
        http="h11",
        loop="asyncio",
        proxy_headers=False,
        server_header=False,
        date_header=False,
        timeout_graceful_shutdown=_PATIENCE,
    )
    return _Server(config, face)


class _Signals:
    """Stops the server at Ctrl+C and SIGTERM.

    While it runs, uvicorn handles them itself; but it hears none before, and raises them again after
    it has stopped, which would end the process before it could say what was consumed.
    """

    def __init__(self, server: uvicorn.Server) -> None:
        self._server = server
        self._kept: dict[int, Any] = {}

    def __enter__(self) -> None:
        if threading.current_thread() is threading.main_thread():
            for number in (signal.SIGINT, signal.SIGTERM):
                self._kept[number] = signal.signal(number, self._stop)

    def __exit__(self, *_: object) -> None:
        for number, handler in self._kept.items():
            signal.signal(number, handler)

    def _stop(self, number: int, frame: FrameType | None) -> None:
        self._server.should_exit = True
