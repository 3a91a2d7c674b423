"""Real LLM clients, sync and async, get from a cassette what their provider would have said."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from cassette_writing import entry, sse
from pydantic import BaseModel

from workbench.cassettes import CassetteError, ReplayTransport, load_cassette

anthropic = pytest.importorskip("anthropic", reason="the SDKs come with the dev extra")
httpx2 = pytest.importorskip("httpx2", reason="the SDKs come with the dev extra")
openai = pytest.importorskip("openai", reason="the SDKs come with the dev extra")
mistralai = pytest.importorskip("mistralai.client", reason="the SDKs come with the dev extra")

KEY = "replayed-example"
CHAT = "https://api.openai.com/v1/chat/completions"
RESPONSES = "https://api.openai.com/v1/responses"
MESSAGES = "https://api.anthropic.com/v1/messages"
MISTRAL = "https://api.mistral.ai/v1/chat/completions"
ASKED = [{"role": "user", "content": "Where does the ferry land?"}]
TOOL = {"name": "find", "parameters": {"type": "object", "properties": {"q": {"type": "string"}}}}
EVENTS = {"content-type": ["text/event-stream; charset=utf-8"]}
JSON = {"content-type": ["application/json"]}
USAGE = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
SCHEMA = {
    "type": "object",
    "title": "Harbour",
    "properties": {"name": {"title": "Name", "type": "string"}},
    "required": ["name"],
    "additionalProperties": False,
}


class Harbour(BaseModel):  # a docstring would become part of the schema
    name: str


@pytest.fixture
def answering(tmp_path: Path) -> Callable[..., ReplayTransport]:
    """A transport over a cassette of one recorded exchange."""

    def made(
        uri: str, asked: object, answer: object, *, status: int = 200, chunk: int | None = None
    ) -> ReplayTransport:
        text = answer if isinstance(answer, str) else json.dumps(answer)
        headers = EVENTS if isinstance(answer, str) else JSON
        path = tmp_path / "recorded.yaml"
        path.write_text(
            entry(uri=uri, body=json.dumps(asked), answer=text, headers=headers, status=status)
        )
        return ReplayTransport(load_cassette(path), stream_chunk_size=chunk)

    return made


def openai_client(transport: ReplayTransport, *, wait: bool = False) -> Any:
    kind, client = (
        (openai.AsyncOpenAI, httpx2.AsyncClient) if wait else (openai.OpenAI, httpx2.Client)
    )
    return kind(api_key=KEY, max_retries=0, http_client=client(transport=transport))


def anthropic_client(transport: ReplayTransport, *, wait: bool = False) -> Any:
    kind, client = (
        (anthropic.AsyncAnthropic, httpx2.AsyncClient)
        if wait
        else (anthropic.Anthropic, httpx2.Client)
    )
    return kind(api_key=KEY, max_retries=0, http_client=client(transport=transport))


def mistral_client(transport: ReplayTransport) -> Any:
    return mistralai.Mistral(
        api_key=KEY,
        client=httpx2.Client(transport=transport),
        async_client=httpx2.AsyncClient(transport=transport),
    )


def completion(**message: object) -> dict[str, object]:
    choice = {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", **message}}
    return {
        "id": "chatcmpl_example",
        "object": "chat.completion",
        "created": 1,
        "model": "m",
        "choices": [choice],
        "usage": USAGE,
    }


def chunks(*found: dict[str, object]) -> str:
    return sse(
        *(
            {
                "id": "chatcmpl_example",
                "object": "chat.completion.chunk",
                "created": 1,
                "model": "m",
                "choices": [{"index": 0, "delta": delta, "finish_reason": None}],
            }
            for delta in found
        )
    )


def events(*found: dict[str, object]) -> str:
    """A stream whose events are named by their type."""
    return "".join(f"event: {item['type']}\ndata: {json.dumps(item)}\n\n" for item in found)


CALL = {"id": "call_1", "type": "function", "function": {"name": "find", "arguments": '{"q":"é"}'}}
CALL_IN_PIECES = [
    {
        "tool_calls": [
            {"index": 0, "id": "call_1", "function": {"name": "find", "arguments": '{"q"'}}
        ]
    },
    {"tool_calls": [{"index": 0, "function": {"arguments": ':"é"}'}}]},
]


@pytest.mark.parametrize("chunk", [None, 1, 7])
def test_openai_chat_streams_as_it_was_recorded(answering: Any, chunk: int | None) -> None:
    asked = {"model": "m", "messages": ASKED, "stream": True}
    transport = answering(
        CHAT, asked, chunks({"content": "At the é"}, {"content": " pier"}), chunk=chunk
    )
    with openai_client(transport) as client:
        stream = client.chat.completions.create(**asked)
        assert "".join(part.choices[0].delta.content for part in stream) == "At the é pier"
    transport.assert_consumed()


def test_openai_chat_streams_to_an_async_client(answering: Any) -> None:
    asked = {"model": "m", "messages": ASKED, "stream": True}

    async def said() -> str:
        transport = answering(CHAT, asked, chunks({"content": "At"}, {"content": " é"}), chunk=1)
        async with openai_client(transport, wait=True) as client:
            stream = await client.chat.completions.create(**asked)
            return "".join([part.choices[0].delta.content async for part in stream])

    assert asyncio.run(said()) == "At é"


def test_openai_accumulates_a_tool_call_from_its_pieces(answering: Any) -> None:
    tools = [{"type": "function", "function": {**TOOL, "strict": True}}]
    asked = {"model": "m", "messages": ASKED, "tools": tools, "stream": True}
    transport = answering(CHAT, asked, chunks(*CALL_IN_PIECES), chunk=3)
    with (
        openai_client(transport) as client,
        client.chat.completions.stream(model="m", messages=ASKED, tools=tools) as stream,
    ):
        calls = stream.get_final_completion().choices[0].message.tool_calls
    assert [(call.function.name, call.function.arguments) for call in calls] == [
        ("find", '{"q":"é"}')
    ]


def test_openai_parses_structured_output(answering: Any) -> None:
    wanted = {
        "type": "json_schema",
        "json_schema": {"name": "Harbour", "strict": True, "schema": SCHEMA},
    }
    asked = {"model": "m", "messages": ASKED, "response_format": wanted, "stream": False}
    with openai_client(answering(CHAT, asked, completion(content='{"name": "Port"}'))) as client:
        answer = client.chat.completions.parse(model="m", messages=ASKED, response_format=Harbour)
    assert answer.choices[0].message.parsed == Harbour(name="Port")


def test_a_dropped_field_of_the_schema_is_a_mismatch(answering: Any) -> None:
    loose = {**SCHEMA, "additionalProperties": True}
    wanted = {
        "type": "json_schema",
        "json_schema": {"name": "Harbour", "strict": True, "schema": loose},
    }
    asked = {"model": "m", "messages": ASKED, "response_format": wanted, "stream": False}
    transport = answering(CHAT, asked, completion(content="{}"))
    with openai_client(transport) as client, pytest.raises(CassetteError) as caught:
        client.chat.completions.parse(model="m", messages=ASKED, response_format=Harbour)
    assert caught.value.details["differences"] == [
        {
            "path": "/body/response_format/json_schema/schema/additionalProperties",
            "kind": "changed",
            "expected": True,
            "actual": False,
        }
    ]


def response(*output: dict[str, object]) -> dict[str, object]:
    return {
        "id": "resp_1",
        "object": "response",
        "created_at": 1,
        "model": "m",
        "status": "completed",
        "output": list(output),
        "parallel_tool_calls": True,
        "tool_choice": "auto",
        "tools": [],
    }


def test_openai_responses_stream_to_the_final_response(answering: Any) -> None:
    part = {"type": "output_text", "text": "At the pier", "annotations": []}
    whole = {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "status": "completed",
        "content": [part],
    }
    where: dict[str, object] = {"item_id": "msg_1", "output_index": 0, "content_index": 0}
    empty = {**part, "text": ""}
    stream = events(
        {"type": "response.created", "sequence_number": 0, "response": response()},
        {"type": "response.output_item.added", "sequence_number": 1, "output_index": 0,
         "item": {**whole, "content": []}},
        {"type": "response.content_part.added", "sequence_number": 2, **where, "part": empty},
        {"type": "response.output_text.delta", "sequence_number": 3, **where, "delta": "At ",
         "logprobs": []},
        {"type": "response.output_text.delta", "sequence_number": 4, **where, "delta": "the pier",
         "logprobs": []},
        {"type": "response.completed", "sequence_number": 5, "response": response(whole)},
    )  # fmt: skip
    asked = {"model": "m", "input": "where", "stream": True}
    transport = answering(RESPONSES, asked, stream, chunk=2)
    with (
        openai_client(transport) as client,
        client.responses.stream(model="m", input="where") as found,
    ):
        assert found.get_final_response().output_text == "At the pier"


def test_a_status_raises_the_error_of_the_sdk(answering: Any) -> None:
    asked = {"model": "m", "messages": ASKED}
    refusal = {"error": {"message": "slow down", "type": "rate", "code": "rate_limit_exceeded"}}
    transport = answering(CHAT, asked, refusal, status=429)
    with openai_client(transport) as client, pytest.raises(openai.RateLimitError) as caught:
        client.chat.completions.create(**asked)
    assert caught.value.code == "rate_limit_exceeded"


def message(**more: object) -> dict[str, object]:
    usage = {"input_tokens": 1, "output_tokens": 2}
    return {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": "m",
        "content": [],
        "stop_reason": None,
        "stop_sequence": None,
        "usage": usage,
        **more,
    }


MESSAGE_STREAM = events(
    {"type": "message_start", "message": message()},
    {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}},
    {"type": "ping"},
    {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "At é"}},
    {"type": "content_block_stop", "index": 0},
    {
        "type": "content_block_start",
        "index": 1,
        "content_block": {"type": "tool_use", "id": "toolu_1", "name": "find", "input": {}},
    },
    {
        "type": "content_block_delta",
        "index": 1,
        "delta": {"type": "input_json_delta", "partial_json": '{"q": "pi'},
    },
    {
        "type": "content_block_delta",
        "index": 1,
        "delta": {"type": "input_json_delta", "partial_json": 'er"}'},
    },
    {"type": "content_block_stop", "index": 1},
    {
        "type": "message_delta",
        "delta": {"stop_reason": "tool_use", "stop_sequence": None},
        "usage": {"output_tokens": 9},
    },
    {"type": "message_stop"},
)


@pytest.mark.parametrize("chunk", [None, 1, 5])
def test_anthropic_accumulates_text_and_tools(answering: Any, chunk: int | None) -> None:
    asked = {"model": "m", "max_tokens": 9, "messages": ASKED, "stream": True}
    transport = answering(MESSAGES, asked, MESSAGE_STREAM, chunk=chunk)
    with (
        anthropic_client(transport) as client,
        client.messages.stream(model="m", max_tokens=9, messages=ASKED) as stream,
    ):
        final = stream.get_final_message()
    assert (final.content[0].text, final.content[1].input) == ("At é", {"q": "pier"})
    assert (final.stop_reason, final.usage.output_tokens) == ("tool_use", 9)


def test_anthropic_accumulates_for_an_async_client(answering: Any) -> None:
    asked = {"model": "m", "max_tokens": 9, "messages": ASKED, "stream": True}

    async def said() -> str:
        transport = answering(MESSAGES, asked, MESSAGE_STREAM, chunk=1)
        async with (
            anthropic_client(transport, wait=True) as client,
            client.messages.stream(model="m", max_tokens=9, messages=ASKED) as stream,
        ):
            return str((await stream.get_final_message()).content[0].text)

    assert asyncio.run(said()) == "At é"


def test_anthropic_parses_structured_output(answering: Any) -> None:
    wanted = {"format": {"type": "json_schema", "schema": SCHEMA}}
    asked = {"model": "m", "max_tokens": 9, "messages": ASKED, "output_config": wanted}
    text = {"type": "text", "text": '{"name": "Port"}'}
    transport = answering(MESSAGES, asked, message(content=[text], stop_reason="end_turn"))
    with anthropic_client(transport) as client:
        answer = client.messages.parse(
            model="m", max_tokens=9, messages=ASKED, output_format=Harbour
        )
    assert answer.parsed_output == Harbour(name="Port")


def test_a_status_raises_the_error_of_anthropic(answering: Any) -> None:
    asked = {"model": "m", "max_tokens": 9, "messages": ASKED}
    refusal = {"type": "error", "error": {"type": "overloaded_error", "message": "busy"}}
    transport = answering(MESSAGES, asked, refusal, status=529)
    with anthropic_client(transport) as client, pytest.raises(anthropic.APIStatusError) as caught:
        client.messages.create(**asked)
    assert caught.value.status_code == 529


def test_mistral_streams_to_both_clients(answering: Any) -> None:
    asked = {"model": "m", "messages": ASKED, "stream": True}
    told = {"model": "m", "messages": ASKED}
    stream = chunks({"content": "At"}, {"content": " é"})
    with mistral_client(answering(MISTRAL, asked, stream, chunk=1)) as client:
        found = [part.data.choices[0].delta.content for part in client.chat.stream(**told)]
    assert found == ["At", " é"]

    async def said() -> list[str]:
        async with mistral_client(answering(MISTRAL, asked, stream, chunk=4)) as client:
            parts = await client.chat.stream_async(**told)
            return [part.data.choices[0].delta.content async for part in parts]

    assert asyncio.run(said()) == ["At", " é"]


def test_mistral_gives_tools_and_structured_output(answering: Any) -> None:
    tools = [{"type": "function", "function": TOOL}]
    asked = {"model": "m", "messages": ASKED, "tools": tools, "stream": False}
    with mistral_client(
        answering(MISTRAL, asked, completion(content="", tool_calls=[CALL]))
    ) as client:
        answer = client.chat.complete(model="m", messages=ASKED, tools=tools)
    assert answer.choices[0].message.tool_calls[0].function.arguments == '{"q":"é"}'
    wanted = {
        "type": "json_schema",
        "json_schema": {"name": "Harbour", "strict": True, "schema": SCHEMA},
    }
    asked = {"model": "m", "messages": ASKED, "response_format": wanted, "stream": False}
    with mistral_client(
        answering(MISTRAL, asked, completion(content='{"name": "Port"}'))
    ) as client:
        answer = client.chat.parse(Harbour, model="m", messages=ASKED)
    assert answer.choices[0].message.parsed == Harbour(name="Port")


def test_a_status_raises_the_error_of_mistral(answering: Any) -> None:
    asked = {"model": "m", "messages": ASKED, "stream": False}
    transport = answering(MISTRAL, asked, {"message": "who are you"}, status=401)
    with mistral_client(transport) as client, pytest.raises(Exception, match="401"):
        client.chat.complete(model="m", messages=ASKED)
