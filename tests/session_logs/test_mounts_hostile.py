"""Requests of any shape get an answer, and clients that leave are waited for no longer."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mount_building import HANG, block, calls_tool, model_of, says, throws

from workbench.session_logs import ReplayedModel, replay_log
from workbench.session_logs.answering import Pause
from workbench.session_logs.mounts.desk import Desk
from workbench.session_logs.mounts.exchange import Awaited, Incoming, Sent, Streamed
from workbench.session_logs.replayer import Replayer

WORDS = [
    "model", "messages", "input", "stream", "n", "metadata", "session_id", "conversation", "id",
    "previous_response_id", "stream_options", "include_usage", "role", "content", "type", "text",
    "tool_calls", "function", "arguments", "name", "summary", "output",
]  # fmt: skip
LEAVES = (
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=4)
)
VALUES = st.recursive(
    LEAVES | st.sampled_from(["user", "text", "message", "reasoning", "tool_use"]),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(WORDS), inner, max_size=5)
    ),
    max_leaves=12,
)
BODIES = st.dictionaries(st.sampled_from(WORDS), VALUES, max_size=5).map(
    lambda body: json.dumps({"model": "m", "messages": [], "input": [], **body}).encode()
)
PATHS = st.sampled_from(
    ["/v1/chat/completions", "/v1/responses", "/v1/messages", "/sessions/%ff%00/v1/messages",
     "/providers/x/v1/responses", "/v1/models", "/v1/models/%f0%9f"]
)  # fmt: skip
HEADERS = st.dictionaries(
    st.sampled_from(["x-session-id", "anthropic-version", "content-encoding"]),
    st.sampled_from(["", "a", "identity"]),
)


def whole(reply: Awaited) -> Sent:
    """The answer once its pauses are over."""
    try:
        while True:
            next(reply.moves)
    except StopIteration as done:
        return cast("Sent", done.value)


@settings(max_examples=150)
@given(
    body=BODIES | st.binary(max_size=9),
    path=PATHS | st.text(max_size=9).map(lambda text: f"/{text}"),
    method=st.sampled_from(["POST", "POST", "POST", "GET", "PUT"]),
    headers=HEADERS,
)
def test_any_request_gets_an_answer_in_order(
    body: bytes, path: str, method: str, headers: dict[str, str]
) -> None:
    """Never an exception, never the workbench's own failure, and always a body that can be read."""
    script = [calls_tool("find", {"q": 1}), throws("X", *block(0, "text", "q")), throws("HTTP_418")]
    reply = Desk(model_of(script)).reply(Incoming(method, path, headers, body))
    if isinstance(reply, Streamed):
        said = b"".join(move for move in reply.moves if not isinstance(move, Pause))
        assert reply.status == 200
        assert said.startswith((b"data: {", b"event: "))
        return
    if isinstance(reply, Awaited):
        reply = whole(reply)
    assert isinstance(reply, Sent)
    assert reply.status in (200, 400, 404, 405, 415)
    assert json.loads(reply.body)
    assert all(text.isascii() and "\n" not in text for text in reply.headers.values())


class Client:
    """An ASGI client that asks once and leaves after it has heard so many messages."""

    def __init__(self, body: dict[str, Any], *, leaves_after: int) -> None:
        self._body = json.dumps(body).encode()
        self._leaves_after = leaves_after
        self._asked = False
        self._gone = asyncio.Event()
        self.heard: list[Any] = []

    async def receive(self) -> Any:
        if not self._asked:
            self._asked = True
            return {"type": "http.request", "body": self._body, "more_body": False}
        await self._gone.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: Any) -> None:
        self.heard.append(message)
        if len(self.heard) >= self._leaves_after:
            self._gone.set()


async def answered(model: ReplayedModel, client: Client) -> None:
    """Return when the application has done with a client; fails where it never does."""
    scope = {
        "type": "http",
        "method": "POST",
        "path": "/v1/chat/completions",
        "raw_path": b"/v1/chat/completions",
        "query_string": b"",
        "root_path": "",
        "headers": [(b"host", b"localhost")],
        "app": None,
    }
    await asyncio.wait_for(model.application()(scope, client.receive, client.send), 10)


@pytest.mark.parametrize("leaves_after", [1, 2, 3])
def test_a_hang_is_over_as_soon_as_its_client_has_left(leaves_after: int) -> None:
    async def drive() -> None:
        client = Client({"model": "m", "messages": [], "stream": True}, leaves_after=leaves_after)
        await answered(model_of([HANG]), client)
        assert client.heard[0]["status"] == 200

    asyncio.run(drive())


def test_a_long_pace_is_over_as_soon_as_its_client_has_left() -> None:
    async def drive() -> int:
        client = Client({"model": "m", "messages": [], "stream": True}, leaves_after=2)
        await answered(model_of([says("a", "b")], pace_ms=3_600_000), client)
        return len(client.heard)

    assert asyncio.run(drive()) == 2


def test_many_hangs_hold_nothing_of_the_others_up() -> None:
    async def drive(model: ReplayedModel) -> list[Any]:
        asked = {"model": "m", "messages": [], "stream": True}
        hanging = [Client(asked, leaves_after=99) for _ in range(50)]
        tasks = [asyncio.create_task(answered(model, client)) for client in hanging]
        for _ in range(1000):  # until each has heard its start, the first event and a word
            await asyncio.sleep(0)
        assert all(len(client.heard) == 3 for client in hanging)
        quick = Client({"model": "m", "messages": []}, leaves_after=99)
        await answered(model, quick)
        for client in hanging:
            client._gone.set()
        await asyncio.gather(*tasks)
        return quick.heard

    heard = asyncio.run(drive(model_of([HANG] * 50 + [says("after")])))
    assert b"after" in heard[1]["body"]


def test_a_hang_of_the_python_mount_is_over_with_its_task_or_its_stream() -> None:
    async def drive() -> list[str]:
        model = model_of([HANG, HANG])
        seen: list[str] = []

        async def read() -> None:
            async for chunk in model.call("s"):
                seen.append(chunk["type"])

        task = asyncio.create_task(read())
        while len(seen) < 2:
            await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asyncio.wait_for(task, 10)
        stream = model.call("s")
        seen.append((await anext(stream))["type"])
        await stream.aclose()  # type: ignore[attr-defined]
        model.assert_consumed()
        return seen

    assert asyncio.run(drive()) == ["block-start", "text-delta", "block-start"]


def test_a_ready_file_is_made_in_its_folder_and_nowhere_else(tmp_path: Path) -> None:
    async def drive(name: str, leaves_after: int) -> bytes:
        entry = {"kind": "hang", "readyFile": name}
        model = ReplayedModel(Replayer([[entry]], ready_folder=tmp_path / "ready"))
        client = Client({"model": "m", "messages": [], "stream": True}, leaves_after=leaves_after)
        await answered(model, client)
        return b"".join(message.get("body", b"") for message in client.heard)

    asyncio.run(drive("here", 3))
    assert [path.name for path in (tmp_path / "ready").iterdir()] == ["here"]
    said = asyncio.run(drive("../there", 99))
    assert b"readyFile is not a plain name" in said
    assert not (tmp_path / "there").exists()


def test_a_log_is_never_written_to(tmp_path: Path) -> None:
    from log_building import header, log_bytes, text_call

    path = tmp_path / "parent.jsonl"
    path.write_bytes(log_bytes([header(), *text_call("a")]))
    path.chmod(0o444)
    before = path.read_bytes(), path.stat().st_mtime_ns
    with replay_log(path) as model:
        Desk(model).reply(Incoming("POST", "/v1/responses", {}, b'{"model": "m", "input": "?"}'))
    assert (path.read_bytes(), path.stat().st_mtime_ns) == before
    assert [item.name for item in tmp_path.iterdir()] == ["parent.jsonl"]
