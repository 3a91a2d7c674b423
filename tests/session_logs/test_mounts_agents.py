"""A real agent framework runs its loop of tools against a recorded log, parent and child sessions."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from log_building import chunk, header, log_bytes, text_call, tool_call, write_scenario
from mount_building import KEY

from workbench.session_logs import ReplayedModel, replay_log

httpx2 = pytest.importorskip("httpx2", reason="the SDKs come with the dev extra")
openai = pytest.importorskip("openai", reason="the SDKs come with the dev extra")
pydantic_ai = pytest.importorskip("pydantic_ai", reason="the framework comes with the dev extra")

SAMPLES = Path(__file__).parents[2] / "sample_fixtures" / "captures"


@pytest.fixture
def trip(tmp_path: Path) -> Path:
    """A parent that delegates to a child, which looks something up itself."""
    reasoning = [
        chunk({"type": "block-start", "index": 9, "blockType": "reasoning"}),
        chunk({"type": "reasoning-delta", "index": 9, "text": "Someone else should count."}),
    ]
    parent = [
        header(id="{{session:1}}"),
        *reasoning,
        *tool_call("delegate", {"task": "Count the boats."}),
        *text_call("{{session:2}} counted ", "{{fromRequest:(\\d+) boats}}.", step=2),
    ]
    child = [
        header(id="{{session:2}}", createdAt=1, delegationDepth=1),
        *tool_call("look", {"where": "harbour"}, call_id="call-look"),
        *text_call("There are {{fromRequest:saw (\\d+)}} boats.", step=2),
    ]
    return write_scenario(tmp_path / "trip", [log_bytes(parent), log_bytes(child)])


def framework_model(wire: str, http: Any, *, url: str = "", session: str = "") -> Any:
    """The framework's own model on a wire, over an HTTP client."""
    options = {"api_key": KEY, "max_retries": 0, "http_client": http}
    if session:
        options["default_headers"] = {"x-session-id": session}
    if wire == "messages":
        anthropic = pytest.importorskip("anthropic", reason="the SDKs come with the dev extra")
        from pydantic_ai.models.anthropic import AnthropicModel
        from pydantic_ai.providers.anthropic import AnthropicProvider

        found = anthropic.AsyncAnthropic(**options, base_url=url or None)
        return AnthropicModel("any", provider=AnthropicProvider(anthropic_client=found))
    from pydantic_ai.models.openai import OpenAIChatModel, OpenAIResponsesModel
    from pydantic_ai.providers.openai import OpenAIProvider

    kind = OpenAIChatModel if wire == "chat" else OpenAIResponsesModel
    client = openai.AsyncOpenAI(**options, base_url=f"{url}/v1" if url else None)
    return kind("any", provider=OpenAIProvider(openai_client=client))


def in_memory(model: ReplayedModel, session: str | None = None) -> Any:
    return httpx2.AsyncClient(transport=model.transport(session=session))


async def delegate(model_of: Callable[[str], Any], *, stream: bool) -> tuple[str, list[str]]:
    """What the parent says in the end, and the tools that were run, in order."""
    used: list[str] = []
    parent = pydantic_ai.Agent(model_of("root"), instructions="Delegate.")
    child = pydantic_ai.Agent(model_of("kid-7"), instructions="Look.")

    @child.tool_plain  # type: ignore[untyped-decorator]
    def look(where: str) -> str:
        used.append(f"look {where}")
        return "saw 7"

    @parent.tool_plain  # type: ignore[untyped-decorator]
    async def delegate(task: str) -> str:
        used.append(f"delegate {task}")
        return f"started subagent kid-7 … {(await child.run(task)).output}"

    if not stream:
        return (await parent.run("How many boats?")).output, used
    async with parent.run_stream("How many boats?") as running:
        pieces = [piece async for piece in running.stream_text(delta=True, debounce_by=None)]
    return "".join(pieces), used


@pytest.mark.parametrize("wire", ["chat", "responses", "messages"])
@pytest.mark.parametrize("stream", [False, True])
def test_an_agent_delegates_as_it_was_recorded(trip: Path, wire: str, stream: bool) -> None:
    with replay_log(trip) as model:

        def model_of(session: str) -> Any:
            return framework_model(wire, in_memory(model, session))

        said, used = asyncio.run(delegate(model_of, stream=stream))
    assert used == ["delegate Count the boats.", "look harbour"]
    assert said == "kid-7 counted 7."


@pytest.mark.parametrize("wire", ["chat", "messages"])
def test_an_agent_delegates_over_http(trip: Path, wire: str) -> None:
    with replay_log(trip) as model, model.served() as address:

        async def drive() -> tuple[str, list[str]]:
            async with httpx2.AsyncClient(timeout=60) as http:
                return await delegate(
                    lambda session: framework_model(wire, http, url=address, session=session),
                    stream=True,
                )

        said, _ = asyncio.run(drive())
    assert said == "kid-7 counted 7."


def test_a_framework_sees_reasoning_usage_and_errors(trip: Path, tmp_path: Path) -> None:
    async def ask(model: ReplayedModel, wire: str) -> Any:
        agent = pydantic_ai.Agent(framework_model(wire, in_memory(model, wire)))
        agent.tool_plain(lambda task: task, name="delegate")
        return await agent.run("How many boats?")

    busy = {"kind": "throw", "chunks": [], "message": "busy-example", "code": "OVERLOADED"}
    usage = {"inputTokens": 7, "outputTokens": 5, "cacheReadTokens": 100}
    whole = {
        "kind": "chunks",
        "chunks": [
            {"type": "reasoning-delta", "index": 0, "text": "Seven, I think."},
            {"type": "text-delta", "index": 1, "text": "Seven."},
            {"type": "usage", "usage": usage},
            {"type": "finish", "reason": {"kind": "stop"}},
        ],
    }
    for wire in ("chat", "responses"):
        folder = write_scenario(tmp_path / wire, [log_bytes([header()])], override=[whole, busy])
        with replay_log(folder) as model:
            ran = asyncio.run(ask(model, wire))
            (said,) = [found for found in ran.all_messages() if found.kind == "response"]
            assert [part.part_kind for part in said.parts] == ["thinking", "text"]
            assert said.parts[0].content == "Seven, I think."
            assert (said.usage.input_tokens, said.usage.output_tokens) == (107, 5)
            assert said.usage.cache_read_tokens == 100
            with pytest.raises(pydantic_ai.ModelHTTPError) as failed:
                asyncio.run(ask(model, wire))
            assert failed.value.status_code == 503


def test_a_sample_capture_drives_an_agent_from_end_to_end() -> None:
    """The tools are the agent's own: whatever they answer, the log says what is asked next."""

    async def drive(model: ReplayedModel) -> tuple[str, list[str]]:
        agent = pydantic_ai.Agent(framework_model("chat", in_memory(model)))
        used: list[str] = []

        @agent.tool_plain  # type: ignore[untyped-decorator]
        def shell(command: str) -> str:
            used.append(f"shell {command}")
            return "done"

        @agent.tool_plain  # type: ignore[untyped-decorator]
        def edit(path: str, old: str, new: str) -> str:
            used.append(f"edit {Path(path).name}")
            return "done"

        return (await agent.run("The test is flaky.")).output, used

    with replay_log(SAMPLES / "agent-run-0012") as model:
        said, used = asyncio.run(drive(model))
    assert used == [
        "shell pytest -q tests/test_calendar.py",
        "edit rules.py",
        "shell pytest -q tests/test_calendar.py",
    ]
    assert said.startswith("Century years were counted")
