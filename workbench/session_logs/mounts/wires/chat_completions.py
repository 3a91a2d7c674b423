"""OpenAI Chat Completions, which many providers speak: ``POST …/chat/completions``.

Reasoning has no place in OpenAI's own shape; it is given as ``reasoning_content``, as the providers
do that stream it.
"""

from __future__ import annotations

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
    Opened,
    Part,
    Said,
    Usage,
)
from workbench.session_logs.mounts.wires import model_lists, recorded
from workbench.session_logs.mounts.wires.openai_errors import error_body
from workbench.session_logs.mounts.wires.wire import (
    Asked,
    BadRequest,
    Event,
    member,
    session_in,
    wants_stream,
)

_FINISH = {"tool-calls": "tool_calls", "max-tokens": "length", "content-filter": "content_filter"}


class ChatCompletions:
    """See :class:`Wire`."""

    endpoint = "chat/completions"
    mark = ""
    request_id_header = "x-request-id"

    def ask(self, body: Mapping[str, Any]) -> Asked:
        messages = member(body, "messages", list, "a list")
        if body.get("n") not in (None, 1):
            raise BadRequest("n must be 1: one answer was recorded")
        options = body.get("stream_options")
        return Asked(
            member(body, "model", str, "a non-empty string"),
            [found for message in messages for found in _recorded(message)],
            wants_stream(body),
            session_in(body),
            include_usage=isinstance(options, Mapping) and options.get("include_usage") is True,
        )

    def speaker(self, asked: Asked, said: Said, *, number: str) -> ChatSpeaker:
        return ChatSpeaker(asked, said, number)

    def kept_as(self, number: str) -> str | None:
        return None

    def models(self, models: Sequence[Model]) -> Mapping[str, Any]:
        return model_lists.openai_list(models)

    def model(self, model: Model, name: str) -> Mapping[str, Any]:
        return model_lists.openai_model(model, name)

    def status(self, failure: Failure) -> int:
        return failure.status

    def error(self, failure: Failure) -> Mapping[str, Any]:
        return error_body(failure)


def _recorded(message: object) -> Iterator[Any]:
    if not isinstance(message, Mapping):
        yield message
        return
    role, content = message.get("role"), message.get("content")
    if role in recorded.PROMPTS:
        return
    if role == "tool":
        yield recorded.result_message(message.get("tool_call_id"), recorded.blocks(content))
        return
    found = list(recorded.blocks(content, ("text", "refusal")))
    reasoning = message.get("reasoning_content")
    if isinstance(reasoning, str):
        found.insert(0, recorded.reasoning_block(reasoning))
    calls = message.get("tool_calls")
    found += map(_call, calls if isinstance(calls, list) else ())
    yield {"role": role, "content": found}


def _call(call: object) -> Any:
    function = call.get("function") if isinstance(call, Mapping) else None
    if not isinstance(call, Mapping) or not isinstance(function, Mapping):
        return call
    return recorded.call_block(
        call.get("id"), name=function.get("name"), arguments=function.get("arguments")
    )


class ChatSpeaker:
    """See :class:`Speaker`."""

    def __init__(self, asked: Asked, said: Said, number: str) -> None:
        self._said = said
        self._include_usage = asked.include_usage
        self._head = {"id": f"chatcmpl-replay-{number}", "created": 0, "model": asked.model}
        self._calls = {block.number: at for at, block in enumerate(said.of_kind(TOOL_CALL))}

    def begin(self) -> Sequence[Event]:
        return [self._chunk({"role": "assistant", "content": None})]

    def say(self, parts: Iterable[Part]) -> Sequence[Event]:
        return [self._chunk(delta) for part in parts for delta in self._deltas(part)]

    def _deltas(self, part: Part) -> Iterator[dict[str, Any]]:
        kind = part.block.kind
        if isinstance(part, Opened) and kind == TOOL_CALL:
            call = {"id": part.block.tool_call_id, "type": "function"}
            function = {"name": part.block.name, "arguments": ""}
            yield self._call_delta(part.block, {**call, "function": function})
        elif isinstance(part, Added) and kind == TOOL_CALL:
            yield self._call_delta(part.block, {"function": {"arguments": part.text}})
        elif isinstance(part, Added):
            yield {"content" if kind == TEXT else "reasoning_content": part.text}

    def _call_delta(self, block: Block, call: dict[str, Any]) -> dict[str, Any]:
        return {"tool_calls": [{"index": self._calls[block.number], **call}]}

    def end(self) -> Sequence[Event]:
        if not self._said.finish:
            return []
        events = [self._chunk({}, finish=self._finish())]
        if self._include_usage and self._said.usage is not None:
            usage = {"choices": [], "usage": _usage(self._said.usage)}
            events.append(Event({**self._chunk_head(), **usage}))
        return [*events, Event("[DONE]")]

    def fail(self, failure: Failure) -> Sequence[Event]:
        return [Event(error_body(failure))]

    def whole(self) -> Mapping[str, Any]:
        said = self._said
        message: dict[str, Any] = {"role": "assistant", "content": self._joined(TEXT)}
        if said.of_kind(REASONING):
            message["reasoning_content"] = said.text(REASONING)
        calls = said.of_kind(TOOL_CALL)
        if calls:
            message["tool_calls"] = [_whole_call(block) for block in calls]
        choice = {"index": 0, "message": message, "logprobs": None, "finish_reason": self._finish()}
        answer = {"object": "chat.completion", **self._head, "choices": [choice]}
        return answer if said.usage is None else {**answer, "usage": _usage(said.usage)}

    def _joined(self, kind: str) -> str | None:
        return self._said.text(kind) if self._said.of_kind(kind) else None

    def _finish(self) -> str:
        return _FINISH.get(self._said.finish, "stop")

    def _chunk_head(self) -> dict[str, Any]:
        return {"object": "chat.completion.chunk", **self._head}

    def _chunk(self, delta: dict[str, Any], *, finish: str | None = None) -> Event:
        choice = {"index": 0, "delta": delta, "logprobs": None, "finish_reason": finish}
        return Event({**self._chunk_head(), "choices": [choice]})


def _whole_call(block: Block) -> dict[str, Any]:
    function = {"name": block.name, "arguments": block.text}
    return {"id": block.tool_call_id, "type": "function", "function": function}


def _usage(usage: Usage) -> dict[str, Any]:
    found: dict[str, Any] = {
        "prompt_tokens": usage.prompt,
        "completion_tokens": usage.output,
        "total_tokens": usage.prompt + usage.output,
    }
    prompt = {"cached_tokens": usage.cache_read, "cache_write_tokens": usage.cache_write}
    known = {name: count for name, count in prompt.items() if count is not None}
    if known:
        found["prompt_tokens_details"] = known
    if usage.reasoning is not None:
        found["completion_tokens_details"] = {"reasoning_tokens": usage.reasoning}
    return found
