"""What serving a recorded log adds to a stream of the same bytes, a chunk, at pace 0.

The floor is a plain ASGI application, or a plain httpx transport, that streams the same pieces,
prepared beforehand, over the same server to the same client. Both are measured in one process, in turns; the fastest round counts, in
CPU time of server and client together. Every round's bytes are compared before its time counts. Run::

    python benchmarks/session_logs_serving.py [chunks]
"""

from __future__ import annotations

import asyncio
import gc
import json
import socket
import sys
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import httpx
import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from workbench.session_logs import ReplayedModel
from workbench.session_logs.answering import Pause
from workbench.session_logs.mounts.desk import Desk
from workbench.session_logs.mounts.exchange import Incoming, Streamed
from workbench.session_logs.replayer import Replayer

ROUNDS = 7
WIRES = {
    "Chat Completions": "/v1/chat/completions",
    "Responses": "/v1/responses",
    "Messages": "/v1/messages",
}


def entry_of(chunks: int) -> dict[str, Any]:
    """An answer of so many chunks: reasoning, text and the arguments of a tool, alternating blocks."""
    made: list[dict[str, Any]] = []
    each = chunks // 3
    for index, (kind, member) in enumerate(
        [("reasoning", "text"), ("text", "text"), ("tool-call", "argumentsDelta")]
    ):
        named = {"id": "call-1", "name": "count"} if kind == "tool-call" else {}
        made.append({"type": "block-start", "index": index, "blockType": kind})
        delta = {"type": f"{kind}-delta", "index": index, **named}
        made += [{**delta, member: f"boat {number} "} for number in range(each)]
    usage = {"inputTokens": 12, "outputTokens": chunks}
    made += [{"type": "usage", "usage": usage}, {"type": "finish", "reason": {"kind": "stop"}}]
    return {"kind": "chunks", "chunks": made}


def model_of(entry: dict[str, Any]) -> ReplayedModel:
    return ReplayedModel(Replayer([[entry]]))


def body_of() -> bytes:
    return json.dumps({"model": "m", "messages": [], "input": [], "stream": True}).encode()


def pieces_of(entry: dict[str, Any], path: str) -> list[bytes]:
    """What the replay sends on a wire, piece by piece."""
    reply = Desk(model_of(entry)).reply(Incoming("POST", path, {}, body_of()))
    assert isinstance(reply, Streamed)
    return [move for move in reply.moves if not isinstance(move, Pause)]


def plain_application(pieces: list[bytes]) -> Starlette:
    """The floor: the same bytes, streamed by Starlette as they are."""

    async def stream() -> AsyncIterator[bytes]:
        for piece in pieces:
            yield piece

    async def answer(request: Request) -> Response:
        await request.body()
        return StreamingResponse(stream(), media_type="text/event-stream")

    return Starlette(routes=[Route("/{path:path}", answer, methods=["POST"])])


class PlainTransport(httpx.BaseTransport):
    """The floor of the transport: the same bytes, streamed as they are."""

    def __init__(self, pieces: list[bytes]) -> None:
        self._pieces = pieces

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        request.read()
        return httpx.Response(200, content=iter(self._pieces))


@contextmanager
def running(application: Starlette) -> Iterator[int]:
    """The port of a server of this process."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        config = uvicorn.Config(
            application,
            log_level="critical",
            access_log=False,
            lifespan="off",
            http="h11",
            loop="asyncio",
            ws="none",
        )
        server = uvicorn.Server(config)
        thread = threading.Thread(target=server.run, args=([listening],), daemon=True)
        thread.start()
        yield int(listening.getsockname()[1])
        server.should_exit = True
        thread.join()


def over_a_socket(application: Starlette, path: str) -> tuple[float, bytes]:
    """CPU seconds of one streamed answer over the loopback address, and its bytes."""
    with running(application) as port, httpx.Client(trust_env=False, timeout=60) as client:
        url = f"http://127.0.0.1:{port}"
        client.get(f"{url}/warm")
        gc.collect()
        start = time.process_time()
        found = client.post(url + path, content=body_of()).content
        return time.process_time() - start, found


def in_process(application: Starlette, path: str) -> tuple[float, bytes]:
    """CPU seconds of one streamed answer without server and socket, and its bytes."""
    sent: list[bytes] = []
    asked = asyncio.Queue[dict[str, Any]]()
    asked.put_nowait({"type": "http.request", "body": body_of(), "more_body": False})

    async def send(message: Any) -> None:
        sent.append(message.get("body", b""))

    scope = {
        "type": "http",
        "asgi": {"version": "3.0", "spec_version": "2.3"},
        "http_version": "1.1",
        "method": "POST",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "root_path": "",
        "scheme": "http",
        "headers": [(b"host", b"127.0.0.1")],
        "server": ("127.0.0.1", 80),
        "client": ("127.0.0.1", 1),
    }

    async def drive() -> float:
        gc.collect()
        start = time.process_time()
        await application(scope, asked.get, send)
        return time.process_time() - start

    return asyncio.run(drive()), b"".join(sent)


def in_a_client(transport: httpx.BaseTransport, path: str) -> tuple[float, bytes]:
    """CPU seconds of one streamed answer through an httpx client in memory, and its bytes."""
    with httpx.Client(transport=transport, trust_env=False) as client:
        gc.collect()
        start = time.process_time()
        found = client.post(f"http://replay.invalid{path}", content=body_of()).content
        return time.process_time() - start, found


@dataclass(frozen=True)
class Way:
    """One way to an answer: how it is asked for, its floor, and the replay."""

    name: str
    ask: Callable[[Any, str], tuple[float, bytes]]
    floor: Callable[[list[bytes]], Any]
    replay: Callable[[ReplayedModel], Any]


WAYS = [
    Way("ASGI alone", in_process, plain_application, ReplayedModel.application),
    Way("httpx transport", in_a_client, PlainTransport, ReplayedModel.transport),
    Way(
        "loopback, server and client",
        over_a_socket,
        plain_application,
        ReplayedModel.application,
    ),
]


def compare(entry: dict[str, Any], path: str, way: Way) -> tuple[float, float]:
    """CPU seconds of the floor and of the replay, each of its fastest round."""
    pieces = pieces_of(entry, path)
    want = b"".join(pieces)
    best = [float("inf"), float("inf")]
    for _ in range(ROUNDS):
        for index, asked in enumerate((way.floor(pieces), way.replay(model_of(entry)))):
            seconds, found = way.ask(asked, path)
            if found != want:
                raise SystemExit("an answer has other bytes: its time would mean nothing")
            best[index] = min(best[index], seconds)
    return best[0], best[1]


def main() -> None:
    """Print what each wire costs a chunk."""
    chunks = int(sys.argv[1]) if len(sys.argv) > 1 else 6_000
    entry = entry_of(chunks)
    count = len(entry["chunks"])
    print(f"{count:,} chunks, microseconds of CPU a chunk\n")
    print("| over | wire | the same bytes, plain (the floor) | replayed | added |")
    print("|---|---|---|---|---|")
    for way in WAYS:
        for wire, path in WIRES.items():
            floor, replayed = (seconds / count * 1e6 for seconds in compare(entry, path, way))
            print(
                f"| {way.name} | {wire} | {floor:.1f} | {replayed:.1f} | {replayed - floor:.1f} |"
            )


if __name__ == "__main__":
    main()
