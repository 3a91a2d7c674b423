"""An httpx transport, sync and async, that answers from a log and has no network.

LLM clients take it as ``http_client=httpx2.Client(transport=model.transport())``, older ones in an
``httpx.Client``. Source: ``spec/session-logs.md`` §§15, 18.
"""

from __future__ import annotations

import threading
from collections.abc import AsyncIterator, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Any, cast

import anyio
import anyio.lowlevel
import httpx

from workbench.core.http_libraries import HttpLibrary, library_of
from workbench.session_logs.answering import Pause
from workbench.session_logs.mounts.desk import Desk
from workbench.session_logs.mounts.exchange import Awaited, Incoming, Reply, Sent, Streamed

if TYPE_CHECKING:
    from workbench.session_logs.mounts.model import ReplayedModel


class LogTransport(httpx.BaseTransport, httpx.AsyncBaseTransport):
    """Answers the requests of LLM clients from a replayed model, in memory.

    ``session`` is the live session of every request that comes this way; without it, a request's
    header or body names one. A ``hang`` waits as long as its caller: until the task is cancelled,
    the client's read timeout passes, or the response or the client is closed.
    """

    def __init__(self, model: ReplayedModel, *, session: str | None = None) -> None:
        self._desk = Desk(model, session=session)
        self._limit = model.settings.max_body
        self._closing = _Closing()

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        """Answer one request."""
        request.read()
        waits = _Waits(request, self._closing)
        reply = self._desk.reply(_incoming(request))
        if isinstance(reply, Awaited):
            with waits:
                reply = _awaited(reply, waits)
        return _response(reply, waits)

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Answer one request."""
        await request.aread()
        waits = _Waits(request, self._closing)
        reply = self._desk.reply(_incoming(request))
        if isinstance(reply, Awaited):
            with waits:
                reply = await _awaited_async(reply, waits)
        return _response(reply, waits)

    def close(self) -> None:
        """End whatever still waits."""
        self._closing.close()

    async def aclose(self) -> None:
        self.close()


def _incoming(request: httpx.Request) -> Incoming:
    path = request.url.raw_path.decode("ascii").partition("?")[0]
    headers = {name.lower(): value for name, value in request.headers.items()}
    return Incoming(request.method, path, headers, request.content)


class _Closing:
    """The waits of one transport, so that closing it can end them."""

    def __init__(self) -> None:
        self._waits: set[_Waits] = set()
        self._lock = threading.Lock()

    def add(self, waits: _Waits) -> None:
        with self._lock:
            self._waits.add(waits)

    def remove(self, waits: _Waits) -> None:
        with self._lock:
            self._waits.discard(waits)

    def close(self) -> None:
        with self._lock:
            waiting = list(self._waits)
        for waits in waiting:
            waits.close()


class _Waits:
    """The waits of one response: as long as the pause, but no longer than the client's patience."""

    def __init__(self, request: httpx.Request, closing: _Closing) -> None:
        timeouts = request.extensions.get("timeout")
        self.library: HttpLibrary = library_of(request)
        self._request = request
        self._patience: float | None = timeouts.get("read") if isinstance(timeouts, dict) else None
        self._closing = closing
        self._closed = threading.Event()
        self._closed_async: anyio.Event | None = None

    def wait(self, pause: Pause) -> None:
        """Wait, blocking the thread."""
        if pause.seconds != 0:
            self._check(pause, closed=self._closed.wait(self._limit(pause)))

    async def wait_async(self, pause: Pause) -> None:
        """Wait; a cancelled task ends it at once."""
        if pause.seconds == 0:
            await anyio.lowlevel.checkpoint()  # so that others run, and a cancel arrives
            return
        self._closed_async = event = anyio.Event()
        if not self._closed.is_set():
            with anyio.move_on_after(self._limit(pause)):
                await event.wait()
        self._check(pause, closed=self._closed.is_set())

    def _limit(self, pause: Pause) -> float | None:
        found = [limit for limit in (pause.seconds, self._patience) if limit is not None]
        return min(found, default=None)

    def _check(self, pause: Pause, *, closed: bool) -> None:
        if closed:
            raise self.library.read_error("the response was closed", request=self._request)
        if pause.seconds is None or pause.seconds > (self._limit(pause) or 0):
            text = "the recorded answer took longer than the read timeout"
            raise self.library.read_timeout(text, request=self._request)

    def close(self) -> None:
        """End the wait that is on, and any to come."""
        self._closed.set()
        if self._closed_async is not None:
            self._closed_async.set()

    def __enter__(self) -> _Waits:
        self._closing.add(self)
        return self

    def __exit__(self, *_: object) -> None:
        self._closing.remove(self)


def _awaited(reply: Awaited, waits: _Waits) -> Sent:
    while True:
        try:
            pause = next(reply.moves)
        except StopIteration as done:
            return cast("Sent", done.value)
        waits.wait(pause)


async def _awaited_async(reply: Awaited, waits: _Waits) -> Sent:
    while True:
        try:
            pause = next(reply.moves)
        except StopIteration as done:
            return cast("Sent", done.value)
        await waits.wait_async(pause)


class _Pieces:
    """A streamed body: pieces, and pauses between them."""

    def __init__(self, reply: Streamed, waits: _Waits) -> None:
        self._moves = reply.moves
        self._waits = waits

    def __iter__(self) -> Iterator[bytes]:
        with self._waits:
            for move in self._moves:
                if isinstance(move, Pause):
                    self._waits.wait(move)
                else:
                    yield move

    async def __aiter__(self) -> AsyncIterator[bytes]:
        with self._waits:
            for move in self._moves:
                if isinstance(move, Pause):
                    await self._waits.wait_async(move)
                else:
                    yield move

    def close(self) -> None:
        self._waits.close()

    async def aclose(self) -> None:
        self._waits.close()


@lru_cache(maxsize=8)
def _stream_class(library: HttpLibrary) -> Any:
    """A stream of the library's own classes."""
    return type("Pieces", (_Pieces, library.sync_stream, library.async_stream), {})


def _response(reply: Reply, waits: _Waits) -> httpx.Response:
    library = waits.library
    if isinstance(reply, Streamed):
        stream = _stream_class(library)(reply, waits)
        found = library.response(reply.status, headers=reply.headers, stream=stream)
    else:
        sent = cast("Sent", reply)
        found = library.response(sent.status, headers=sent.headers, content=sent.body)
    return cast("httpx.Response", found)
