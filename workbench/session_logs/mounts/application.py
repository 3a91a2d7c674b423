"""The same answers over HTTP: an ASGI application that knows no address but its own machine's.

A page in a browser must not reach it under another name, so requests that name a foreign host or
origin are refused. Source: ``spec/session-logs.md`` §§15, 18.
"""

from __future__ import annotations

import ipaddress
from contextlib import suppress
from typing import TYPE_CHECKING, cast
from urllib.parse import urlsplit

import anyio
from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.routing import Mount

from workbench.session_logs.answering import Pause
from workbench.session_logs.mounts.desk import Desk
from workbench.session_logs.mounts.exchange import (
    JSON_HEADERS,
    Awaited,
    Incoming,
    Sent,
    Streamed,
)
from workbench.session_logs.mounts.wires.wire import json_bytes

if TYPE_CHECKING:
    from starlette.types import Receive, Scope, Send

    from workbench.session_logs.mounts.model import ReplayedModel


def application(model: ReplayedModel) -> Starlette:
    """An ASGI application that answers from ``model``."""
    return Starlette(routes=[Mount("/", app=Face(model))])


class _Stopped(Exception):
    """The server is stopping, and an answer that would wait for ever is given up."""


def is_loopback(host: str) -> bool:
    """Whether a host, as a name or an address without a port, is this machine alone."""
    bare = host.removeprefix("[").removesuffix("]")
    if bare.lower() == "localhost":
        return True
    try:
        return ipaddress.ip_address(bare).is_loopback
    except ValueError:
        return False


class Face:
    """Carries requests to the desk and answers back, until the client has left or all is said."""

    def __init__(self, model: ReplayedModel) -> None:
        self._desk = Desk(model)
        self._limit = model.settings.max_body
        self._stopping: anyio.Event | None = None

    def stop(self) -> None:
        """Give up the answers that wait for their client to leave."""
        if self._stopping is not None:
            self._stopping.set()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        if self._stopping is None:
            self._stopping = anyio.Event()
        request = Request(scope, receive)
        if _is_foreign(request):
            await _refused(send)
            return
        incoming = await self._incoming(request)
        if incoming is None:
            return  # the client left before it had asked
        if isinstance(incoming, Sent):
            await _send(incoming, send)
            return
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(_until_gone, receive, tasks.cancel_scope)
            with suppress(_Stopped):
                await self._answer(incoming, send)
            tasks.cancel_scope.cancel()

    async def _incoming(self, request: Request) -> Incoming | Sent | None:
        """The request, or the answer to one that is too large."""
        path = cast("bytes", request.scope.get("raw_path") or request.url.path.encode())
        headers = dict(request.headers.items())
        incoming = Incoming(request.method, path.partition(b"?")[0].decode("latin-1"), headers, b"")
        parts: list[bytes] = []
        size = 0
        if _announced(headers) > self._limit:
            return self._desk.too_large(incoming)
        try:
            async for part in request.stream():
                size += len(part)
                if size > self._limit:
                    return self._desk.too_large(incoming)
                parts.append(part)
        except ClientDisconnect:
            return None
        return Incoming(incoming.method, incoming.path, headers, b"".join(parts))

    async def _answer(self, incoming: Incoming, send: Send) -> None:
        reply = self._desk.reply(incoming)
        if isinstance(reply, Streamed):
            await self._stream(reply, send)
        elif isinstance(reply, Awaited):
            await _send(await self._awaited(reply), send)
        else:
            await _send(reply, send)

    async def _awaited(self, reply: Awaited) -> Sent:
        while True:
            try:
                pause = next(reply.moves)
            except StopIteration as done:
                return cast("Sent", done.value)
            await self._wait(pause)

    async def _stream(self, reply: Streamed, send: Send) -> None:
        await send(
            {"type": "http.response.start", "status": reply.status, "headers": _headers(reply)}
        )
        for move in reply.moves:
            if isinstance(move, Pause):
                await self._wait(move)
            else:
                await send({"type": "http.response.body", "body": move, "more_body": True})
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _wait(self, pause: Pause) -> None:
        if pause.seconds is not None:
            await anyio.sleep(pause.seconds)
            return
        if self._stopping is not None:
            await self._stopping.wait()
        raise _Stopped


def _is_foreign(request: Request) -> bool:
    """Whether a request comes from a page of another site, or under a name that was made to lead here."""
    origin = request.headers.get("origin")
    if not _names_loopback(f"//{request.headers.get('host', '')}"):
        return True
    return origin is not None and not _names_loopback(origin)


def _names_loopback(address: str) -> bool:
    try:
        return is_loopback(urlsplit(address).hostname or "")
    except ValueError:
        return False


def _announced(headers: dict[str, str]) -> int:
    length = headers.get("content-length", "")
    return int(length) if length.isascii() and length.isdigit() and len(length) < 19 else 0


async def _refused(send: Send) -> None:
    error = {"message": "replay answers this machine only", "type": "forbidden"}
    await _send(Sent(403, JSON_HEADERS, json_bytes({"error": error})), send)


async def _until_gone(receive: Receive, scope: anyio.CancelScope) -> None:
    """End the answer when its client has left: nobody waits for it any longer."""
    while (await receive())["type"] != "http.disconnect":
        pass
    scope.cancel()


async def _send(reply: Sent, send: Send) -> None:
    length = (b"content-length", str(len(reply.body)).encode())
    await send(
        {
            "type": "http.response.start",
            "status": reply.status,
            "headers": [*_headers(reply), length],
        }
    )
    await send({"type": "http.response.body", "body": reply.body})


def _headers(reply: Sent | Streamed) -> list[tuple[bytes, bytes]]:
    return [
        (name.encode("latin-1"), value.encode("latin-1")) for name, value in reply.headers.items()
    ]
