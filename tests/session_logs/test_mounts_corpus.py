"""Every recorded call of the corpus, said on every wire and read back from its events."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from workbench.core.errors import Refused
from workbench.session_logs import replay_log
from workbench.session_logs.answering import Pause
from workbench.session_logs.answers import answered
from workbench.session_logs.mounts.desk import Desk
from workbench.session_logs.mounts.exchange import Awaited, Incoming, Sent, Streamed
from workbench.session_logs.scenario import Scenario


@pytest.fixture(scope="module")
def scenarios(shared: Path) -> list[tuple[str, Scenario]]:
    from workbench.session_logs.mounts.loading import scenario_in

    found: list[tuple[str, Scenario]] = []
    for folder in sorted((shared / "corpora" / "session_logs").glob("*__*")):
        try:
            found.append((folder.name, scenario_in(folder)))
        except Refused:
            continue  # what must be refused is held elsewhere
    assert len(found) > 60
    return found


def asks(path: str, *, stream: bool, session: str) -> Incoming:
    body = {"model": "m", "messages": [], "input": [], "stream": stream}
    return Incoming("POST", path, {"x-session-id": session}, json.dumps(body).encode())


def heard(reply: Any) -> tuple[int, bytes]:
    """Status and bytes of a reply that is waited for, pauses left out."""
    if isinstance(reply, Streamed):
        return reply.status, b"".join(m for m in reply.moves if not isinstance(m, Pause))
    if isinstance(reply, Awaited):
        try:
            while True:
                next(reply.moves)
        except StopIteration as done:
            reply = done.value
    assert isinstance(reply, Sent)
    return reply.status, reply.body


def events(stream: bytes) -> Iterator[dict[str, Any]]:
    for event in stream.decode().split("\n\n"):
        data = event.partition("data: ")[2]
        if data and data != "[DONE]":
            yield json.loads(data)


def streamed_texts(wire: str, stream: bytes) -> dict[str, str]:
    """Text, reasoning and arguments of a stream, each joined, read with nothing but the wire's words."""
    found = {"text": "", "reasoning": "", "tool-call": ""}
    for event in events(stream):
        kind, delta = event.get("type", ""), event.get("delta", "")
        if wire == "/v1/responses" and kind.endswith(".delta"):
            name = {
                "response.output_text.delta": "text",
                "response.reasoning_summary_text.delta": "reasoning",
            }.get(kind, "tool-call")
            found[name] += delta
        elif wire == "/v1/messages" and kind == "content_block_delta":
            found["text"] += delta.get("text", "")
            found["reasoning"] += delta.get("thinking", "")
            found["tool-call"] += delta.get("partial_json", "")
        elif wire == "/v1/chat/completions":
            for choice in event.get("choices", ()):
                said = choice["delta"]
                found["text"] += said.get("content") or ""
                found["reasoning"] += said.get("reasoning_content") or ""
                for call in said.get("tool_calls", ()):
                    found["tool-call"] += call["function"]["arguments"]
    return found  # fmt: skip


@pytest.mark.parametrize("path", ["/v1/chat/completions", "/v1/responses", "/v1/messages"])
@pytest.mark.parametrize("stream", [True, False])
def test_every_recorded_call_is_said_whole_on_every_wire(
    scenarios: list[tuple[str, Scenario]], path: str, stream: bool
) -> None:
    calls = 0
    for name, scenario in scenarios:
        model = replay_log(scenario)
        desk = Desk(model)
        for number, script in enumerate(scenario.scripts):
            if not script.calls:
                model.replayer.bind(f"s{number}")
            for call in script.calls:
                if call.entry["kind"] == "hang":
                    continue  # it would wait for this test to leave
                status, body = heard(desk.reply(asks(path, stream=stream, session=f"s{number}")))
                failed = b"fromRequest pattern" in body  # no request here says what it wants
                failed |= answered(call.entry).finish in ("error", "aborted")
                failed |= call.entry["kind"] == "throw"
                # Arguments that were cut off at the token limit are no object for Anthropic.
                failed |= not stream and answered(call.entry).finish == "max-tokens"
                assert (status == 200) or failed, (name, body)
                if status == 200 and stream and not failed:
                    want = {"text": "", "reasoning": "", "tool-call": ""}
                    for item in answered(call.entry).blocks:
                        want[item.kind] += item.text
                    assert streamed_texts(path, body) == want, name
                calls += 1
    assert calls > 200


def test_every_scenario_is_consumed_and_serves_the_same_bytes_twice(
    scenarios: list[tuple[str, Scenario]],
) -> None:
    for name, scenario in scenarios:
        if any(not script.calls for script in scenario.scripts):
            continue  # nobody's first call can bind a script without one
        said: list[list[bytes]] = []
        for _ in range(2):
            with replay_log(scenario) as model:
                desk = Desk(model)
                said.append([])
                for number, script in enumerate(scenario.scripts):
                    for call in script.calls:
                        reply = desk.reply(asks("/v1/responses", stream=True, session=f"s{number}"))
                        if call.entry["kind"] != "hang":
                            said[-1].append(heard(reply)[1])
        assert said[0] == said[1], name
