"""Public recordings answer today's SDKs, which accumulate streams to what our reading shows."""

from __future__ import annotations

import asyncio
import inspect
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from workbench.cassettes import CassetteError, ReplayTransport, load_cassette
from workbench.cassettes.model import Cassette, Interaction
from workbench.cassettes.reconstruction import Reconstruction, reconstruct
from workbench.core.errors import WorkbenchError

anthropic = pytest.importorskip("anthropic", reason="the SDKs come with the dev extra")
httpx2 = pytest.importorskip("httpx2", reason="the SDKs come with the dev extra")
openai = pytest.importorskip("openai", reason="the SDKs come with the dev extra")

# Recorded models grow old; that says nothing of the transport.
pytestmark = pytest.mark.filterwarnings("ignore:The model:DeprecationWarning")

CHAT = "https://api.openai.com/v1/chat/completions"
RESPONSES = "https://api.openai.com/v1/responses"
MESSAGES = "https://api.anthropic.com/v1/messages"
KEY = "replayed-example"


def recordings(shared: Path) -> Iterator[tuple[Cassette, Interaction]]:
    """Every exchange with one of the three endpoints."""
    for path in sorted((shared / "corpora" / "cassettes").rglob("*")):
        if path.is_file() and path.name not in ("README.md", "expected.json"):
            try:
                cassette = load_cassette(path)
            except WorkbenchError:
                continue  # not HTTP
            for item in cassette.interactions:
                if item.request.method == "POST" and item.request.url in (
                    CHAT,
                    RESPONSES,
                    MESSAGES,
                ):
                    # Alone, so that an equal request before it is not played in its place.
                    alone = replace(item, index=0)
                    yield replace(cassette, interactions=(alone,)), alone


@pytest.fixture(scope="session")
def recorded(shared: Path) -> list[tuple[Cassette, Interaction]]:
    found = list(recordings(shared))
    assert len(found) > 100
    return found


def client_of(item: Interaction, transport: ReplayTransport, *, wait: bool) -> tuple[Any, Any]:
    """The client for an exchange, and its method."""
    http = (httpx2.AsyncClient if wait else httpx2.Client)(transport=transport)
    if item.request.url == MESSAGES:
        kind = anthropic.AsyncAnthropic if wait else anthropic.Anthropic
        client = kind(api_key=KEY, max_retries=0, http_client=http)
        return client, client.messages.create
    kind = openai.AsyncOpenAI if wait else openai.OpenAI
    client = kind(api_key=KEY, max_retries=0, http_client=http)
    chat = item.request.url == CHAT
    return client, client.chat.completions.create if chat else client.responses.create


def arguments(item: Interaction, call: Any) -> dict[str, Any]:
    """The recorded body as the SDK's arguments; what it no longer knows goes in its own way."""
    body = json.loads(item.request.decoded.body)
    known = set(inspect.signature(call).parameters)
    extra = {name: body.pop(name) for name in list(body) if name not in known}
    return {**body, "extra_body": extra} if extra else body


def asked(cassette: Cassette, item: Interaction, *, chunk: int | None = None) -> Any:
    """What the SDK makes of an exchange: an object, a list of events, or its own error."""
    transport = ReplayTransport(cassette, stream_chunk_size=chunk)
    client, call = client_of(item, transport, wait=False)
    with client:
        try:
            answer = call(**arguments(item, call))
            return list(answer) if item.response.media_type == "text/event-stream" else answer
        except (openai.APIStatusError, anthropic.APIStatusError) as error:
            return error


async def asked_async(cassette: Cassette, item: Interaction) -> Any:
    client, call = client_of(item, ReplayTransport(cassette), wait=True)
    async with client:
        try:
            answer = await call(**arguments(item, call))
            if item.response.media_type == "text/event-stream":
                return [event async for event in answer]
            return answer
        except (openai.APIStatusError, anthropic.APIStatusError) as error:
            return error


def test_every_recording_answers_the_sdk(recorded: list[tuple[Cassette, Interaction]]) -> None:
    """No mismatch in any of them; an error status is the SDK's own error."""
    for cassette, item in recorded:
        answer = asked(cassette, item)
        status = item.response.status or 0
        assert isinstance(answer, Exception) == (status >= 400), cassette.source_path


def test_recordings_answer_an_async_client_alike(
    recorded: list[tuple[Cassette, Interaction]],
) -> None:
    async def run() -> None:
        for cassette, item in recorded[::5]:
            both = asked(cassette, item), await asked_async(cassette, item)
            assert dumped(both[0]) == dumped(both[1])

    asyncio.run(run())


def dumped(answer: Any) -> Any:
    if isinstance(answer, Exception):
        return type(answer), getattr(answer, "status_code", None)
    if isinstance(answer, list):
        return [event.model_dump(mode="json", warnings=False) for event in answer]
    return answer.model_dump(mode="json", warnings=False)


def test_the_sdks_accumulate_streams_to_what_is_shown(
    recorded: list[tuple[Cassette, Interaction]],
) -> None:
    """Text and tool arguments, of every recorded stream, in pieces of seven bytes."""
    count = 0
    for cassette, item in recorded:
        found = reconstruct(item.response)
        if found is None or item.response.media_type != "text/event-stream":
            continue
        events = asked(cassette, item, chunk=7)
        assert accumulated(item, events) == shown(found), cassette.source_path
        count += 1
    assert count > 40


def shown(found: Reconstruction) -> tuple[str, list[str]]:
    return found.text, [call.arguments for call in found.tool_calls]


def accumulated(item: Interaction, events: list[Any]) -> tuple[str, list[str]]:
    """The SDK's own accumulation."""
    if item.request.url == MESSAGES:
        return _message(events)
    if item.request.url == RESPONSES:
        return _response(events)
    return _completion(events)


def _message(events: list[Any]) -> tuple[str, list[str]]:
    from anthropic.lib.streaming._messages import accumulate_event

    snapshot: Any = None
    buffers: dict[int, bytes] = {}
    raw: dict[int, str] = {}
    for event in events:
        snapshot = accumulate_event(event=event, current_snapshot=snapshot, json_bufs=buffers)
        if event.type == "content_block_delta" and event.delta.type == "input_json_delta":
            raw[event.index] = raw.get(event.index, "") + event.delta.partial_json
    text = "".join(block.text for block in snapshot.content if block.type == "text")
    return text, [raw[index] for index in sorted(raw)]


def _response(events: list[Any]) -> tuple[str, list[str]]:
    final = next(event.response for event in events if event.type == "response.completed")
    calls = [out.arguments for out in final.output if out.type == "function_call"]
    return final.output_text, calls


def _completion(events: list[Any]) -> tuple[str, list[str]]:
    from openai.lib.streaming.chat import ChatCompletionStreamState

    state: Any = ChatCompletionStreamState()
    for event in events:
        state.handle_chunk(event)
    choices = state.current_completion_snapshot.choices
    calls = [call for choice in choices for call in choice.message.tool_calls or ()]
    return "".join(c.message.content or "" for c in choices), [c.function.arguments for c in calls]


def test_a_request_the_recording_does_not_hold_is_refused(
    recorded: list[tuple[Cassette, Interaction]],
) -> None:
    cassette, item = next(pair for pair in recorded if pair[1].request.url == CHAT)
    client, call = client_of(item, ReplayTransport(cassette), wait=False)
    with client, pytest.raises(CassetteError, match="no matching cassette interaction"):
        call(**{**arguments(item, call), "seed": 7})
