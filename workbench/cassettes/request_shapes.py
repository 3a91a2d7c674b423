"""Request shapes that providers' own clients would not send: remarks for the reviewer.

None of them is applied by the matcher, and nothing is rewritten. No captured value in a sentence.
Source: ``spec/http-cassettes.md`` §5.2, §5.3.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias
from urllib.parse import urlsplit

from workbench.cassettes.canonical_body import json_value
from workbench.cassettes.model import ANY, Request
from workbench.cassettes.sanitising import removed
from workbench.cassettes.words import words

Body: TypeAlias = "Mapping[str, Any]"

_REASONING = words(
    "grok-4.5 grok-4.3 grok-4.20-0309-reasoning grok-build-0.1 grok-4.20-multi-agent-0309"
)
_NOT_REASONING = words("grok-4.20-0309-non-reasoning")
_FIXED_SAMPLING = {"top_p": 0.95, "n": 1, "presence_penalty": 0, "frequency_penalty": 0}
_O_MODEL = re.compile(r"o\d")


def shape_remarks(request: Request) -> Iterator[str]:
    """What is odd about a request's JSON, one sentence each."""
    body = _body(request)
    if body is None:
        return
    path = _path(request)
    model = body.get("model")
    name = model.rpartition("/")[2] if isinstance(model, str) else ""
    yield from _openai(body, name, path)
    yield from _xai(body, name)
    if name.startswith("kimi"):
        yield from _kimi(body, name)
    if name.startswith("glm"):
        yield from _glm(body)
    yield from _history(body, path)


def _body(request: Request) -> Body | None:
    """The JSON object of a request that names a model; most requests cost no parsing."""
    data = request.body
    if not isinstance(data, bytes) or b'"model"' not in data:
        return None
    found = json_value(data)
    return found[0] if found is not None and isinstance(found[0], Mapping) else None


def _path(request: Request) -> str:
    if request.url is ANY:
        return ""
    try:
        return urlsplit(str(request.url)).path
    except ValueError:
        return ""


def _openai(body: Body, model: str, path: str) -> Iterator[str]:
    effort = body.get("reasoning_effort", _inside(body, "reasoning").get("effort"))
    if model.startswith("gpt-5") and "temperature" in body and effort != "none":
        yield "A temperature is sent to a reasoning model, which takes none"
    newer = model.startswith("gpt-5") or bool(_O_MODEL.match(model))
    if path.endswith("/chat/completions") and newer and "max_tokens" in body:
        yield "max_tokens is sent where this model wants max_completion_tokens"
    if path.endswith("/responses") and body.get("stream") is True:
        for tool in _list(body, "tools"):
            if tool.get("type") == "image_generation" and "partial_images" not in tool:
                yield "A streamed image tool asks for no partial images"
    if any(_is_open(schema) for schema in _strict_schemas(body)) and not model.startswith("grok"):
        yield "A strict schema leaves an object open"


def _strict_schemas(body: Body) -> Iterator[Body]:
    """The schemas that are declared strict: of the answer and of tools, in both APIs."""
    formats = (
        _inside(_inside(body, "response_format"), "json_schema"),
        _inside(_inside(body, "text"), "format"),
    )
    yield from (_inside(item, "schema") for item in formats if item.get("strict") is True)
    for tool in _list(body, "tools"):
        for holder in (tool, _inside(tool, "function")):
            if holder.get("strict") is True:
                yield _inside(holder, "parameters")


def _is_open(schema: Body) -> bool:
    stack: list[Any] = [schema]
    while stack:
        item = stack.pop()
        if isinstance(item, Mapping):
            if item.get("type") == "object" and item.get("additionalProperties") is not False:
                return True
            stack.extend(item.values())
        elif isinstance(item, list):
            stack.extend(item)
    return False


def _xai(body: Body, model: str) -> Iterator[str]:
    if body.get("stop") is not None and reasons(model):
        yield "Stop sequences are sent to an xAI reasoning model, which refuses them"


def reasons(model: str) -> bool:
    """Whether an xAI model produces reasoning, as its name tells (§5.2)."""
    if not model.startswith("grok-") or model in _NOT_REASONING:
        return False
    return model in _REASONING or any(part in model for part in ("reasoning", "mini", "4"))


def _kimi(body: Body, model: str) -> Iterator[str]:
    thinking = _inside(body, "thinking").get("type")
    wanted = {**_FIXED_SAMPLING, "temperature": 0.6 if thinking == "disabled" else 1.0}
    if any(key in body and body[key] != value for key, value in wanted.items()):
        yield "This model's sampling is fixed, and the request sets another"
    if model == "kimi-k3" and "thinking" in body:
        yield "This model takes no thinking parameter"


def _glm(body: Body) -> Iterator[str]:
    if body.get("tool_stream") is True and body.get("stream") is not True:
        yield "tool_stream is set in a request that is not streamed"
    if body.get("tool_choice", "auto") != "auto":
        yield "This model's tool_choice can only be auto"
    thinking = _inside(body, "thinking")
    if thinking and thinking.get("type") not in ("enabled", "disabled"):
        yield "This model's thinking is either enabled or disabled"


def _history(body: Body, path: str) -> Iterator[str]:
    if path.endswith("/responses"):
        parts = len(removed(body))
        if parts:
            yield f"History sent with store: false carries {parts} parts the provider cannot resolve"


def _inside(body: Body, key: str) -> Body:
    value = body.get(key)
    return value if isinstance(value, Mapping) else {}


def _list(body: Body, key: str) -> list[Body]:
    value = body.get(key)
    return [item for item in value if isinstance(item, Mapping)] if isinstance(value, list) else []
