"""Anthropic Messages: ``POST …/v1/messages``. Reasoning is given as thinking blocks.

A thinking block is signed by its provider; a log holds no signature, so a fixed word stands there.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from workbench.session_logs.catalogue import Model
from workbench.session_logs.mounts.failures import Failure
from workbench.session_logs.mounts.parts import (
    REASONING,
    TEXT,
    TOOL_CALL,
    Added,
    Block,
    Closed,
    Opened,
    Part,
    Said,
    Usage,
)
from workbench.session_logs.mounts.wires import model_lists, recorded
from workbench.session_logs.mounts.wires.wire import (
    Asked,
    BadRequest,
    Event,
    member,
    session_in,
    wants_stream,
)

SIGNATURE = "replayed"
_OVERLOADED = 529
_STOP = {"tool-calls": "tool_use", "max-tokens": "max_tokens", "content-filter": "refusal"}
_ERRORS = {
    400: "invalid_request_error",
    401: "authentication_error",
    402: "billing_error",
    403: "permission_error",
    404: "not_found_error",
    413: "request_too_large",
    429: "rate_limit_error",
    504: "timeout_error",
    _OVERLOADED: "overloaded_error",
}


class Messages:
    """See :class:`Wire`."""

    endpoint = "v1/messages"
    mark = "anthropic-version"
    request_id_header = "request-id"

    def ask(self, body: Mapping[str, Any]) -> Asked:
        messages = member(body, "messages", list, "a list")
        return Asked(
            member(body, "model", str, "a non-empty string"),
            [found for message in messages for found in _recorded(message)],
            wants_stream(body),
            session_in(body),
        )

    def speaker(self, asked: Asked, said: Said, *, number: str) -> MessageSpeaker:
        return MessageSpeaker(asked, said, number)

    def kept_as(self, number: str) -> str | None:
        return None

    def models(self, models: Sequence[Model]) -> Mapping[str, Any]:
        return model_lists.anthropic_list(models)

    def model(self, model: Model, name: str) -> Mapping[str, Any]:
        return model_lists.anthropic_model(model, name)

    def status(self, failure: Failure) -> int:
        return _OVERLOADED if failure.overloaded else failure.status

    def error(self, failure: Failure) -> Mapping[str, Any]:
        status = self.status(failure)
        fallback = "api_error" if status >= 500 else "invalid_request_error"
        kind = _ERRORS.get(status, fallback)
        return {"type": "error", "error": {"type": kind, "message": failure.message}}


def _recorded(message: object) -> Iterator[Any]:
    """A message; the results of tools that it carries become messages of their own before it."""
    if not isinstance(message, Mapping):
        yield message
        return
    if message.get("role") in recorded.PROMPTS:
        return
    rest: list[Any] = []
    for part in recorded.blocks(message.get("content")):
        kind = part.get("type") if isinstance(part, Mapping) else None
        if kind == "tool_result":
            yield recorded.result_message(
                part.get("tool_use_id"), recorded.blocks(part.get("content"))
            )
        elif kind == "tool_use":
            arguments = json.dumps(
                part.get("input"), ensure_ascii=False, separators=(",", ":"), default=str
            )
            rest.append(
                recorded.call_block(part.get("id"), name=part.get("name"), arguments=arguments)
            )
        elif kind == "thinking":
            rest.append(recorded.reasoning_block(str(part.get("thinking", ""))))
        else:
            rest.append(part)
    if rest:
        yield {"role": message.get("role"), "content": rest}


class MessageSpeaker:
    """See :class:`Speaker`."""

    def __init__(self, asked: Asked, said: Said, number: str) -> None:
        self._asked = asked
        self._said = said
        self._number = number

    def begin(self) -> Sequence[Event]:
        usage = _usage(self._said.usage) | {"output_tokens": 0}
        return [_event("message_start", message=self._message([], None, usage))]

    def say(self, parts: Iterable[Part]) -> Sequence[Event]:
        return [event for part in parts for event in _events(part)]

    def end(self) -> Sequence[Event]:
        if not self._said.finish:
            return []
        delta = {"stop_reason": self._stop(), "stop_sequence": None}
        usage = _usage(self._said.usage)
        return [_event("message_delta", delta=delta, usage=usage), _event("message_stop")]

    def fail(self, failure: Failure) -> Sequence[Event]:
        return [Event(Messages().error(failure), "error")]

    def whole(self) -> Mapping[str, Any]:
        content = [_whole(block) for block in self._said.blocks]
        return self._message(content, self._stop(), _usage(self._said.usage))

    def _stop(self) -> str:
        return _STOP.get(self._said.finish, "end_turn")

    def _message(
        self, content: list[Any], stop: str | None, usage: dict[str, Any]
    ) -> dict[str, Any]:
        return {
            "id": f"msg_replay_{self._number}",
            "type": "message",
            "role": "assistant",
            "model": self._asked.model,
            "content": content,
            "stop_reason": stop,
            "stop_sequence": None,
            "usage": usage,
        }


def _events(part: Part) -> Iterator[Event]:
    block = part.block
    if isinstance(part, Opened):
        yield _event("content_block_start", index=block.number, content_block=_started(block))
    elif isinstance(part, Added):
        yield _delta(block, _DELTAS[block.kind][0], part.text)
    elif isinstance(part, Closed):
        if block.kind == REASONING:
            yield _delta(block, "signature_delta", SIGNATURE)
        yield _event("content_block_stop", index=block.number)


_DELTAS = {
    TEXT: ("text_delta", "text"),
    REASONING: ("thinking_delta", "thinking"),
    TOOL_CALL: ("input_json_delta", "partial_json"),
}
_MEMBERS = {"signature_delta": "signature", **dict(_DELTAS.values())}


def _delta(block: Block, kind: str, text: str) -> Event:
    delta = {"type": kind, _MEMBERS[kind]: text}
    return _event("content_block_delta", index=block.number, delta=delta)


def _started(block: Block) -> dict[str, Any]:
    if block.kind == TOOL_CALL:
        return {"type": "tool_use", "id": block.tool_call_id, "name": block.name, "input": {}}
    if block.kind == REASONING:
        return {"type": "thinking", "thinking": "", "signature": ""}
    return {"type": "text", "text": ""}


def _whole(block: Block) -> dict[str, Any]:
    if block.kind == TOOL_CALL:
        return _started(block) | {"input": _arguments(block.text)}
    if block.kind == REASONING:
        return {"type": "thinking", "thinking": block.text, "signature": SIGNATURE}
    return {"type": "text", "text": block.text}


def _arguments(text: str) -> dict[str, Any]:
    try:
        value = json.loads(text or "{}")
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict):
        raise BadRequest(
            "the recorded arguments of a tool call are no JSON object, which this wire can only stream"
        )
    return value


def _usage(usage: Usage | None) -> dict[str, Any]:
    known = usage or Usage()
    found: dict[str, Any] = {"input_tokens": known.input, "output_tokens": known.output}
    if known.cache_read is not None:
        found["cache_read_input_tokens"] = known.cache_read
    if known.cache_write is not None:
        found["cache_creation_input_tokens"] = known.cache_write
    if known.reasoning is not None:
        found["output_tokens_details"] = {"thinking_tokens": known.reasoning}
    return found


def _event(name: str, **members: Any) -> Event:
    return Event({"type": name, **members}, name)
