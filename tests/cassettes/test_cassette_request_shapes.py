"""Requests no client of the provider would send are remarked upon; ordinary ones are not."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import httpx
import pytest
from cassette_writing import entry

from workbench.cassettes import ReplayTransport
from workbench.cassettes.fixture import CassetteFixture
from workbench.cassettes.request_shapes import reasons

Open = Callable[..., CassetteFixture]
CHAT, RESPONSES = (
    "https://api.example.com/v1/chat/completions",
    "https://api.example.com/v1/responses",
)
OPEN: dict[str, Any] = {"type": "object", "properties": {"a": {"type": "string"}}}
CLOSED = {**OPEN, "additionalProperties": False, "required": ["a"]}


def answer_format(schema: dict[str, Any]) -> dict[str, Any]:
    return {"type": "json_schema", "json_schema": {"name": "a", "strict": True, "schema": schema}}


ODD = [
    (CHAT, {"model": "gpt-5-mini", "temperature": 1}, "temperature"),
    (
        RESPONSES,
        {"model": "gpt-5", "temperature": 1, "reasoning": {"effort": "low"}},
        "temperature",
    ),
    (CHAT, {"model": "o3-mini", "max_tokens": 5}, "max_completion_tokens"),
    (
        RESPONSES,
        {"model": "m", "stream": True, "tools": [{"type": "image_generation"}]},
        "partial images",
    ),
    (CHAT, {"model": "m", "response_format": answer_format(OPEN)}, "leaves an object open"),
    (CHAT, {"model": "grok-4.3", "stop": ["x"]}, "xAI reasoning model"),
    (CHAT, {"model": "kimi-k2", "temperature": 0.2}, "sampling is fixed"),
    (CHAT, {"model": "kimi-k3", "thinking": {"type": "enabled"}}, "takes no thinking"),
    (CHAT, {"model": "glm-4.6", "tool_stream": True}, "tool_stream"),
    (CHAT, {"model": "glm-4.6", "tool_choice": "required"}, "tool_choice"),
    (CHAT, {"model": "glm-4.6", "thinking": {"type": "perhaps"}}, "enabled or disabled"),
    (
        RESPONSES,
        {
            "model": "m",
            "store": False,
            "input": [{"type": "reasoning", "id": "rs_1", "summary": []}],
        },
        "store: false carries 1 parts",
    ),
]
ORDINARY = [
    (CHAT, {"model": "gpt-4o", "temperature": 1, "max_tokens": 5}),
    (RESPONSES, {"model": "gpt-5", "temperature": 1, "reasoning": {"effort": "none"}}),
    (CHAT, {"model": "gpt-5", "max_completion_tokens": 5}),
    (CHAT, {"model": "m", "response_format": answer_format(CLOSED)}),
    (CHAT, {"model": "grok-4.20-0309-non-reasoning", "stop": ["x"]}),
    (CHAT, {"model": "grok-3", "stop": ["x"]}),
    (CHAT, {"model": "kimi-k2", "temperature": 0.6, "thinking": {"type": "disabled"}}),
    (CHAT, {"model": "glm-4.6", "tool_stream": True, "stream": True, "tool_choice": "auto"}),
    (CHAT, {"model": "o", "max_tokens": 5}),
    (CHAT, {"model": None, "max_tokens": 5}),
    (CHAT, ["model"]),
]


def remarks(open_text: Open, uri: str, body: object) -> list[str]:
    return [note.text for note in open_text(entry(uri=uri, body=json.dumps(body))).notes]


@pytest.mark.parametrize(("uri", "body", "said"), ODD)
def test_an_odd_request_is_remarked_upon(
    open_text: Open, uri: str, body: object, said: str
) -> None:
    (remark,) = remarks(open_text, uri, body)
    assert said in remark


@pytest.mark.parametrize(("uri", "body"), ORDINARY)
def test_an_ordinary_request_is_not(open_text: Open, uri: str, body: object) -> None:
    assert remarks(open_text, uri, body) == []


@pytest.mark.parametrize(
    ("model", "expected"),
    [("grok-build-0.1", True), ("grok-3-mini", True), ("grok-5-reasoning", True), ("grok-3", False),
     ("grok-4.20-0309-non-reasoning", False), ("gpt-4", False)],
)  # fmt: skip
def test_which_xai_models_reason(model: str, expected: bool) -> None:
    assert reasons(model) is expected


def test_a_request_that_drifted_is_answered_and_reported(open_text: Open) -> None:
    """Ids the provider cannot resolve are cleaned on both sides: the match stays, the change is told."""

    def asked(item_id: str, token: str) -> dict[str, Any]:
        said = {
            "type": "message",
            "role": "assistant",
            "id": item_id,
            "content": [],
            "token": token,
        }
        return {"model": "m", "store": False, "input": [said]}

    recorded = asked("msg_1", "a")
    fixture = open_text(entry(uri=RESPONSES, body=json.dumps(recorded), answer="{}"))
    transport = ReplayTransport(fixture.cassette)
    with httpx.Client(transport=transport) as client:
        client.post(RESPONSES, json=recorded)
        assert transport.drift == ()
        client.post(RESPONSES, json=asked("msg_2", "a"))
    (drift,) = transport.drift
    assert drift.shown() == {
        "exchange": 0,
        "differences": [
            {"path": "/input/0/id", "kind": "changed", "expected": "msg_1", "actual": "msg_2"}
        ],
    }
    assert "msg_" not in repr(drift)
