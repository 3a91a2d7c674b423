"""The real SDKs, sync and async, run against a log: no key, no network, no socket at all."""

from __future__ import annotations

import asyncio
import json
import socket
import threading
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
from log_building import header, log_bytes, text_call, write_scenario
from mount_building import (
    HANG,
    KEY,
    STOP,
    answer,
    block,
    calls_tool,
    model_of,
    says,
    throws,
)

from workbench.session_logs import ReplayedModel, Settings, replay_log
from workbench.session_logs.catalogue import read_providers

anthropic = pytest.importorskip("anthropic", reason="the SDKs come with the dev extra")
httpx2 = pytest.importorskip("httpx2", reason="the SDKs come with the dev extra")
openai = pytest.importorskip("openai", reason="the SDKs come with the dev extra")

ASKED = [{"role": "user", "content": "Where does the ferry land?"}]
URL = "https://api.example.com/v1/chat/completions"


@pytest.fixture(autouse=True)
def no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever opens a socket, or asks for an address, fails the test."""
    made = socket.socket.__init__

    def only_pairs(self: Any, *arguments: Any, **options: Any) -> None:
        fileno = options.get("fileno", arguments[3] if len(arguments) > 3 else None)
        assert fileno is not None, "a socket was opened"  # an event loop wraps a pair it has
        made(self, *arguments, **options)

    def refuse(*_: Any, **__: Any) -> None:
        raise AssertionError("a name was looked up")

    monkeypatch.setattr(socket.socket, "__init__", only_pairs)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)


def openai_client(model: ReplayedModel, *, session: str | None = None, **options: Any) -> Any:
    client = httpx2.Client(
        transport=model.transport(session=session), timeout=options.get("timeout")
    )
    return openai.OpenAI(api_key=KEY, max_retries=options.get("retries", 0), http_client=client)


def anthropic_client(model: ReplayedModel, *, session: str | None = None) -> Any:
    client = httpx2.Client(transport=model.transport(session=session))
    return anthropic.Anthropic(api_key=KEY, max_retries=0, http_client=client)


def async_openai(model: ReplayedModel, *, session: str | None = None) -> Any:
    client = httpx2.AsyncClient(transport=model.transport(session=session))
    return openai.AsyncOpenAI(api_key=KEY, max_retries=0, http_client=client)


def test_the_test_itself_would_notice_a_socket() -> None:
    with pytest.raises(AssertionError, match="a socket was opened"):
        socket.socket()
    with pytest.raises(AssertionError, match="a name was looked up"):
        httpx.get("http://api.example.com/")


def test_a_tool_loop_on_chat_completions() -> None:
    """The arguments come from the log, and the result that the client sends comes back in the answer."""
    echo = answer(*block(0, "text", "It lands at {{fromRequest:pier (\\w+)}}."), STOP)
    with model_of([calls_tool("find", {"q": "ferry"}), echo]) as model:
        client = openai_client(model)
        first = client.chat.completions.create(model="m", messages=ASKED).choices[0]
        assert first.finish_reason == "tool_calls"
        (call,) = first.message.tool_calls
        assert (call.function.name, json.loads(call.function.arguments)) == ("find", {"q": "ferry"})
        result = {"role": "tool", "tool_call_id": call.id, "content": "pier nine"}
        messages = [*ASKED, first.message.to_dict(), result]
        stream = client.chat.completions.create(model="m", messages=messages, stream=True)
        said = "".join(part.choices[0].delta.content or "" for part in stream)
        assert said == "It lands at nine."


def test_a_tool_loop_on_responses_that_sends_only_what_is_new() -> None:
    """``previous_response_id`` names the session, and brings all that was said before."""
    echo = answer(*block(0, "text", "{{fromRequest:(ferry)}} at {{fromRequest:pier (\\w+)}}"), STOP)
    with model_of([calls_tool("find", {"q": "ferry"}), echo], [says("other")]) as model:
        client = openai_client(model)
        headers = {"x-session-id": "trip"}
        first = client.responses.create(model="m", input="Where?", extra_headers=headers)
        assert [item.type for item in first.output] == ["reasoning", "function_call"]
        output = {
            "type": "function_call_output",
            "call_id": first.output[1].call_id,
            "output": "pier nine",
        }
        second = client.responses.create(model="m", input=[output], previous_response_id=first.id)
        assert second.output_text == "ferry at nine"
        assert client.responses.create(model="m", input="Hello?").output_text == "other"


def test_a_tool_loop_on_messages() -> None:
    echo = answer(*block(0, "text", "It lands at {{fromRequest:pier (\\w+)}}."), STOP)
    with model_of([calls_tool("find", {"q": "ferry"}), echo]) as model:
        client = anthropic_client(model)
        with client.messages.stream(model="m", max_tokens=9, messages=ASKED) as stream:
            first = stream.get_final_message()
        thinking, call = first.content
        assert (thinking.type, thinking.thinking) == ("thinking", "Look it up.")
        assert (call.name, call.input, first.stop_reason) == ("find", {"q": "ferry"}, "tool_use")
        result = {"type": "tool_result", "tool_use_id": call.id, "content": "pier nine"}
        messages = [
            *ASKED,
            {"role": "assistant", "content": first.content},
            {"role": "user", "content": [result]},
        ]
        second = client.messages.create(model="m", max_tokens=9, messages=messages)
        assert second.content[0].text == "It lands at nine."


def test_async_clients_stream_every_wire() -> None:
    async def drive(model: ReplayedModel) -> list[str]:
        client = async_openai(model)
        other = anthropic.AsyncAnthropic(
            api_key=KEY, max_retries=0, http_client=httpx2.AsyncClient(transport=model.transport())
        )
        chat = await client.chat.completions.create(model="m", messages=ASKED, stream=True)
        said = ["".join([part.choices[0].delta.content or "" async for part in chat])]
        async with client.responses.stream(model="m", input="Where?") as responses:
            said.append((await responses.get_final_response()).output_text)
        async with other.messages.stream(model="m", max_tokens=9, messages=ASKED) as messages:
            said.append(await messages.get_final_text())
        return said

    with model_of([says("at ", "noon"), says("by ", "boat"), says("from ", "here")]) as model:
        assert asyncio.run(drive(model)) == ["at noon", "by boat", "from here"]


def test_clients_of_httpx_itself_are_answered_too() -> None:
    with (
        model_of([says("at ", "noon")]) as model,
        httpx.Client(transport=model.transport()) as client,
    ):
        asked = {"model": "m", "messages": ASKED, "stream": True}
        with client.stream("POST", URL, json=asked) as response:
            lines = [line for line in response.iter_lines() if line]
        assert response.headers["content-type"].startswith("text/event-stream")
        assert lines[-1] == "data: [DONE]"


def test_a_conversation_is_a_session_that_remembers_what_was_said() -> None:
    echo = answer(
        *block(0, "text", "{{fromRequest:(ferry \\w+)}} at {{fromRequest:pier (\\w+)}}"), STOP
    )
    with model_of([says("pier nine"), echo]) as model:
        asked = {"model": "m", "conversation": "trip"}
        one, other = openai_client(model), openai_client(model)  # each with its own transport
        one.responses.create(input="Where does ferry two land?", **asked)
        again = other.responses.create(input="Again?", **asked)
        assert again.output_text == "ferry two at nine"


def test_sessions_are_told_apart_by_transport_header_path_and_body() -> None:
    with model_of(*([says(name)] for name in "abcde")) as model:
        client = openai_client(model)

        def said(**options: Any) -> Any:
            found = client.chat.completions.create(model="m", messages=ASKED, **options)
            return found.choices[0].message.content

        assert said(extra_headers={"X-Session-Id": "one"}) == "a"
        assert said(metadata={"session_id": "two"}) == "b"
        own = openai_client(model, session="three")
        assert own.chat.completions.create(
            model="m", messages=ASKED, extra_headers={"x-session-id": "one"}
        ).choices[0].message.content == "c"  # fmt: skip
        below = client.with_options(base_url="http://replay.invalid/sessions/fo%2Fur/v1")
        assert below.responses.create(model="m", input="?").output_text == "d"
        assert said() == "e"  # the anonymous session claims like any other
        assert model.progress[3].complete


def test_a_session_header_can_have_another_name() -> None:
    with model_of([says("a")], [says("b")], settings=Settings(session_header="X-Trip")) as model:
        client = openai_client(model)
        for trip in ("one", "two"):
            client.responses.create(model="m", input="?", extra_headers={"x-trip": trip})


THROWN = [
    ("RATE_LIMIT", openai.RateLimitError, 429, anthropic.RateLimitError, "rate_limit_error"),
    ("HTTP_503", openai.InternalServerError, 503, anthropic.InternalServerError, "api_error"),
    ("OVERLOADED", openai.InternalServerError, 503, anthropic.OverloadedError, "overloaded_error"),
    ("E529", openai.InternalServerError, 529, anthropic.OverloadedError, "overloaded_error"),
    ("INVALID_API_KEY", openai.AuthenticationError, 401, anthropic.AuthenticationError,
     "authentication_error"),
    ("CONTEXT_WINDOW_EXCEEDED", openai.BadRequestError, 400, anthropic.BadRequestError,
     "invalid_request_error"),
    ("SOMETHING_ELSE", openai.InternalServerError, 500, anthropic.InternalServerError, "api_error"),
]  # fmt: skip


@pytest.mark.parametrize(("code", "kind", "status", "other", "word"), THROWN)
@pytest.mark.parametrize("stream", [False, True])
def test_a_call_that_threw_at_once_fails_as_the_provider_would(
    code: str, kind: Any, status: int, other: Any, word: str, stream: bool
) -> None:
    with model_of([throws(code)] * 3) as model:
        client = openai_client(model)
        for ask in (
            lambda: client.chat.completions.create(model="m", messages=ASKED, stream=stream),
            lambda: client.responses.create(model="m", input="?", stream=stream),
        ):
            with pytest.raises(kind) as failed:
                ask()
            assert (failed.value.status_code, failed.value.code) == (status, code)
            assert "busy-example" in failed.value.message
        with pytest.raises(other) as refused:
            anthropic_client(model).messages.create(
                model="m", max_tokens=9, messages=ASKED, stream=stream
            )
        assert refused.value.body["error"] == {"type": word, "message": "busy-example"}


def test_a_call_that_threw_half_way_breaks_the_stream_off() -> None:
    prefix = block(0, "text", "at ")[:2]
    with model_of([throws("RATE_LIMIT", *prefix)] * 3) as model:
        chat = openai_client(model).chat.completions.create(model="m", messages=ASKED, stream=True)
        said: list[str] = []
        with pytest.raises(openai.APIError, match="busy-example") as failed:
            said.extend(part.choices[0].delta.content or "" for part in chat)
        assert failed.value.code == "RATE_LIMIT"
        events = list(openai_client(model).responses.create(model="m", input="?", stream=True))
        assert [event.type for event in events if "delta" in event.type] == [
            "response.output_text.delta"
        ]
        assert events[-1].type == "response.failed"
        assert events[-1].response.error.message == "busy-example"
        with anthropic_client(model).messages.stream(
            model="m", max_tokens=9, messages=ASKED
        ) as stream:
            assert next(stream.text_stream) == "at "
            with pytest.raises(anthropic.APIStatusError, match="busy-example"):
                list(stream)


def test_an_accepted_throw_without_chunks_streams_its_failure() -> None:
    with model_of([throws("X", accepted=True)]) as model:
        chat = openai_client(model).chat.completions.create(model="m", messages=ASKED, stream=True)
        with pytest.raises(openai.APIError, match="busy-example"):
            list(chat)


def test_a_recorded_error_finish_keeps_its_status_and_what_to_wait() -> None:
    failure = {
        "message": "busy-example",
        "code": "X",
        "status": 429,
        "providerRetryAfterMs": 1500,
        "requestId": "req-example",
    }
    finish = {"type": "finish", "reason": {"kind": "error", "failure": failure}}
    with model_of([answer(finish)]) as model, pytest.raises(openai.RateLimitError) as failed:
        openai_client(model).chat.completions.create(model="m", messages=ASKED)
    headers = failed.value.response.headers
    assert (headers["retry-after-ms"], headers["retry-after"]) == ("1500", "1.5")
    assert failed.value.request_id == "req-example"


def test_a_client_that_repeats_a_failed_call_gets_the_next_recorded_one() -> None:
    failure = {"message": "busy", "code": "X", "status": 429, "providerRetryAfterMs": 1}
    finish = {"type": "finish", "reason": {"kind": "error", "failure": failure}}
    with model_of([answer(finish), says("at noon")]) as model:
        client = openai_client(model, retries=1)
        assert client.responses.create(model="m", input="?").output_text == "at noon"


def test_a_call_beyond_the_recording_is_an_error_that_no_client_repeats() -> None:
    model = model_of([says("a")])
    client = openai_client(model, retries=5)
    client.responses.create(model="m", input="?")
    with pytest.raises(
        openai.BadRequestError, match="script exhausted — session requested model call #2"
    ):
        client.responses.create(model="m", input="?", stream=True)
    with pytest.raises(openai.BadRequestError, match=r"unrecorded session \(#2\)"):
        client.responses.create(model="m", input="?", extra_headers={"x-session-id": "other"})
    assert [error.code for error in model.refused] == ["exhausted", "unrecorded_session"]
    model.assert_consumed()


def test_an_answer_without_an_end_stops_where_it_was_cut_off() -> None:
    with model_of([answer(*block(0, "text", "at "))] * 4) as model:
        chat = openai_client(model).chat.completions.create(model="m", messages=ASKED, stream=True)
        parts = list(chat)
        assert parts[-1].choices[0].finish_reason is None
        events = list(openai_client(model).responses.create(model="m", input="?", stream=True))
        assert events[-1].type == "response.output_item.done"
        with pytest.raises(openai.InternalServerError, match="breaks off"):
            openai_client(model).chat.completions.create(model="m", messages=ASKED)
        raw = anthropic_client(model).messages.create(
            model="m", max_tokens=9, messages=ASKED, stream=True
        )
        assert [event.type for event in raw][-1] == "content_block_stop"


def test_a_hang_ends_with_the_read_timeout_of_a_blocking_client() -> None:
    """Nothing else can end it: a blocked thread can only be left by its own patience."""
    with model_of([HANG, HANG]) as model:
        client = openai_client(model, timeout=httpx2.Timeout(5, read=0.05))
        stream = client.chat.completions.create(model="m", messages=ASKED, stream=True)
        said: list[str] = []
        with pytest.raises(openai.APITimeoutError):
            said += [part.choices[0].delta.content or "" for part in stream]
        with pytest.raises(openai.APITimeoutError):
            client.chat.completions.create(model="m", messages=ASKED)


def test_a_hang_ends_when_the_client_is_closed_in_another_thread() -> None:
    model = model_of([HANG])
    transport = model.transport()
    client = httpx.Client(transport=transport, timeout=None)
    ended: list[BaseException] = []

    def read() -> None:
        try:
            with client.stream(
                "POST", URL, json={"model": "m", "messages": [], "stream": True}
            ) as it:
                list(it.iter_bytes())
        except httpx.HTTPError as error:
            ended.append(error)

    reader = threading.Thread(target=read)
    reader.start()
    while not model.progress[0].complete:
        time.sleep(0.001)
    time.sleep(0.02)
    client.close()
    while reader.is_alive():  # where the machine is slow, it was closed before the wait began
        reader.join(0.1)
        transport.close()
    assert [type(error) for error in ended] == [httpx.ReadError]


def test_a_hang_ends_at_once_when_its_task_is_cancelled() -> None:
    async def drive(model: ReplayedModel) -> list[str]:
        said: list[str] = []

        async def read() -> None:
            stream = await async_openai(model).chat.completions.create(
                model="m", messages=ASKED, stream=True
            )
            async for part in stream:
                said.append(part.choices[0].delta.content or "")

        task = asyncio.create_task(read())
        while "partial" not in said:
            await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asyncio.wait_for(task, 5)
        return said

    with model_of([HANG]) as model:
        assert "partial" in asyncio.run(drive(model))


def test_a_long_pace_ends_with_a_cancel_and_with_the_read_timeout() -> None:
    async def drive(model: ReplayedModel) -> None:
        ask = async_openai(model).responses.create(model="m", input="?")
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(ask, 0.5)
        impatient = async_openai(model).with_options(timeout=httpx2.Timeout(5, read=0.05))
        with pytest.raises(openai.APITimeoutError):
            await impatient.responses.create(model="m", input="?")

    with model_of([says("a"), says("b")], pace_ms=60_000) as model:
        asyncio.run(asyncio.wait_for(drive(model), 20))


def test_a_stream_that_is_left_half_read_changes_nothing_for_the_next() -> None:
    with model_of([says(*"abcdef"), says("next")]) as model:
        client = openai_client(model)
        with client.chat.completions.create(model="m", messages=ASKED, stream=True) as stream:
            next(iter(stream))
        assert client.responses.create(model="m", input="?").output_text == "next"


def test_many_sessions_at_once_each_get_their_own_script_whole() -> None:
    """Sixteen tasks and eight threads, all streaming at the same time."""
    scripts = [[says(f"s{n} ", "a"), says(f"s{n} ", "b")] for n in range(24)]

    async def one(model: ReplayedModel, name: str) -> list[str]:
        client, said = async_openai(model, session=name), []
        for _ in range(2):
            stream = await client.chat.completions.create(model="m", messages=ASKED, stream=True)
            said.append("".join([p.choices[0].delta.content or "" async for p in stream]))
        return said

    async def all_of(model: ReplayedModel) -> list[list[str]]:
        return await asyncio.gather(*(one(model, f"task-{n}") for n in range(16)))

    with model_of(*scripts) as model:
        heard = asyncio.run(all_of(model))

        def block_on(name: str) -> None:
            client = openai_client(model, session=name)
            heard.append(
                [client.responses.create(model="m", input="?").output_text for _ in range(2)]
            )

        threads = [threading.Thread(target=block_on, args=(f"thread-{n}",)) for n in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(30)
    assert sorted(heard) == sorted([f"s{n} a", f"s{n} b"] for n in range(24))


def test_two_requests_at_once_on_one_script_get_one_call_each() -> None:
    async def drive(model: ReplayedModel) -> list[str]:
        client = async_openai(model)
        asked = [client.responses.create(model="m", input="?") for _ in range(6)]
        return [found.output_text for found in await asyncio.gather(*asked)]

    with model_of([says(str(n)) for n in range(6)]) as model:
        assert sorted(asyncio.run(drive(model))) == [str(n) for n in range(6)]


def test_models_are_listed_from_the_catalogue_in_either_shape() -> None:
    catalogue = read_providers(
        [
            {"id": "north", "models": [{"id": "pier", "name": "Pier", "contextWindow": 4096}]},
            {"id": "south", "models": [{"id": "pier"}, {"id": "quay"}]},
        ]
    )
    with model_of([says("a"), says("b")], catalogue=catalogue) as model:
        client, other = openai_client(model), anthropic_client(model)
        names = ["north/pier", "south/pier", "quay"]
        assert [found.id for found in client.models.list()] == names
        assert [found.id for found in other.models.list()] == names
        assert client.models.retrieve("quay").owned_by == "south"
        pier = other.models.retrieve("north/pier")
        assert (pier.display_name, pier.max_input_tokens) == ("Pier", 4096)
        with pytest.raises(openai.NotFoundError) as missing:
            client.responses.create(model="unlisted", input="?")
        assert missing.value.code == "model_not_found"
        with pytest.raises(anthropic.NotFoundError):
            other.models.retrieve("unlisted")
        assert client.responses.create(model="south/unlisted", input="?").output_text == "a"
        below = client.with_options(base_url="http://replay.invalid/providers/south/v1")
        assert [found.id for found in below.models.list()] == ["pier", "quay"]
        assert below.responses.create(model="unlisted", input="?").output_text == "b"
        with pytest.raises(openai.NotFoundError):
            client.with_options(
                base_url="http://replay.invalid/providers/west/v1"
            ).responses.create(model="pier", input="?")


def test_without_a_catalogue_every_model_is_answered_and_none_listed() -> None:
    with model_of([says("a")]) as model:
        client = openai_client(model)
        assert list(client.models.list()) == []
        assert client.models.retrieve("anything/at-all").id == "anything/at-all"
        assert client.responses.create(model="anything", input="?").output_text == "a"


def test_after_dispose_no_request_is_answered() -> None:
    model = model_of([says("a")])
    model.dispose()
    with pytest.raises(openai.NotFoundError):
        openai_client(model).responses.create(model="m", input="?")
    assert not model.progress[0].bound


def test_what_went_wrong_in_the_block_is_not_hidden_by_what_was_left(tmp_path: Path) -> None:
    folder = write_scenario(tmp_path / "trip", [log_bytes([header(), *text_call("a")])])
    with pytest.raises(KeyError, match="mine"), replay_log(folder):
        raise KeyError("mine")
    with pytest.raises(Exception, match="not fully consumed"), replay_log(folder):
        pass
    with replay_log(folder, consumed=False):
        pass

    async def drive() -> list[str]:
        async with replay_log(folder) as model:
            return [chunk["type"] async for chunk in model.call("s")]

    assert asyncio.run(drive())[-1] == "finish"
