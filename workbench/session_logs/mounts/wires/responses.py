"""OpenAI Responses: ``POST …/responses``. Reasoning is given as summaries, as OpenAI gives it."""

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

_TEXTS = ("input_text", "output_text", "text", "summary_text", "reasoning_text", "refusal")
_PREFIXES = {TEXT: "msg", REASONING: "rs", TOOL_CALL: "fc"}


def answer_id(number: str) -> str:
    """The id of an answer, by which a later request may continue it."""
    return f"resp_replay_{number}"


class Responses:
    """See :class:`Wire`."""

    endpoint = "responses"
    mark = ""
    request_id_header = "x-request-id"

    def ask(self, body: Mapping[str, Any]) -> Asked:
        given = body.get("input", [])
        if not isinstance(given, (str, list)):
            raise BadRequest("input must be a string or a list")
        items = [{"role": "user", "content": given}] if isinstance(given, str) else given
        previous = body.get("previous_response_id")
        if previous is not None and not isinstance(previous, str):
            raise BadRequest("previous_response_id must be a string")
        return Asked(
            member(body, "model", str, "a non-empty string"),
            [found for item in items for found in _recorded(item)],
            wants_stream(body),
            session_in(body),
            previous or None,
            _conversation(body),
        )

    def speaker(self, asked: Asked, said: Said, *, number: str) -> ResponseSpeaker:
        return ResponseSpeaker(asked, said, number)

    def kept_as(self, number: str) -> str | None:
        return answer_id(number)

    def models(self, models: Sequence[Model]) -> Mapping[str, Any]:
        return model_lists.openai_list(models)

    def model(self, model: Model, name: str) -> Mapping[str, Any]:
        return model_lists.openai_model(model, name)

    def status(self, failure: Failure) -> int:
        return failure.status

    def error(self, failure: Failure) -> Mapping[str, Any]:
        return error_body(failure)


def _conversation(body: Mapping[str, Any]) -> str | None:
    found = body.get("conversation")
    named = found.get("id") if isinstance(found, Mapping) else found
    return named if isinstance(named, str) and named else None


def _recorded(item: object) -> Iterator[Any]:
    kind = item.get("type", "message") if isinstance(item, Mapping) else None
    if not isinstance(item, Mapping):
        yield item
    elif kind == "message":
        if item.get("role") not in recorded.PROMPTS:
            content = list(recorded.blocks(item.get("content"), _TEXTS))
            yield {"role": item.get("role"), "content": content}
    elif kind == "function_call":
        call = recorded.call_block(
            item.get("call_id"), name=item.get("name"), arguments=item.get("arguments")
        )
        yield {"role": "assistant", "content": [call]}
    elif kind == "function_call_output":
        yield recorded.result_message(
            item.get("call_id"), recorded.blocks(item.get("output"), _TEXTS)
        )
    elif kind == "reasoning":
        yield {"role": "assistant", "content": list(_reasoning(item.get("summary")))}
    else:
        yield item


def _reasoning(summary: object) -> Iterator[Any]:
    for block in recorded.blocks(summary, _TEXTS):
        yield {**block, "type": "reasoning"} if isinstance(block, Mapping) else block


class ResponseSpeaker:
    """See :class:`Speaker`."""

    def __init__(self, asked: Asked, said: Said, number: str) -> None:
        self._asked = asked
        self._said = said
        self._number = number
        self._sequence = -1

    def begin(self) -> Sequence[Event]:
        response = self._response("in_progress", [])
        return [
            self._event("response.created", response=response),
            self._event("response.in_progress", response=response),
        ]

    def say(self, parts: Iterable[Part]) -> Sequence[Event]:
        return [event for part in parts for event in self._events(part)]

    def _events(self, part: Part) -> Iterator[Event]:
        block = part.block
        if isinstance(part, Opened):
            started = self._item(block, text=None)
            yield self._event("response.output_item.added", output_index=block.number, item=started)
            if block.kind == TEXT:
                yield self._inner(block, "response.content_part.added", part=_text_part(""))
            elif block.kind == REASONING:
                yield self._inner(block, "response.reasoning_summary_part.added", part=_summary(""))
        elif isinstance(part, Added):
            yield self._inner(block, f"{_STREAMS[block.kind]}.delta", delta=part.text)
        else:
            yield from self._closing(block)

    def _closing(self, block: Block) -> Iterator[Event]:
        text, done = block.text, f"{_STREAMS[block.kind]}.done"
        if block.kind == TOOL_CALL:
            yield self._inner(block, done, arguments=text, name=block.name)
        else:
            yield self._inner(block, done, text=text)
        if block.kind == TEXT:
            yield self._inner(block, "response.content_part.done", part=_text_part(text))
        elif block.kind == REASONING:
            yield self._inner(block, "response.reasoning_summary_part.done", part=_summary(text))
        item = self._item(block, text=text)
        yield self._event("response.output_item.done", output_index=block.number, item=item)

    def end(self) -> Sequence[Event]:
        if not self._said.finish:
            return []
        response = self.whole()
        return [self._event(f"response.{response['status']}", response=response)]

    def fail(self, failure: Failure) -> Sequence[Event]:
        error = {"code": failure.code or "server_error", "message": failure.message}
        response = {**self._response("failed", []), "error": error}
        return [self._event("response.failed", response=response)]

    def whole(self) -> Mapping[str, Any]:
        output = [self._item(block, text=block.text) for block in self._said.blocks]
        reason = _INCOMPLETE.get(self._said.finish)
        status = "completed" if reason is None else "incomplete"
        response = self._response(status, output)
        response["incomplete_details"] = None if reason is None else {"reason": reason}
        response["usage"] = None if self._said.usage is None else _usage(self._said.usage)
        return response

    def _response(self, status: str, output: list[Any]) -> dict[str, Any]:
        return {
            "id": answer_id(self._number),
            "object": "response",
            "created_at": 0,
            "status": status,
            "error": None,
            "incomplete_details": None,
            "instructions": None,
            "metadata": {},
            "model": self._asked.model,
            "output": output,
            "parallel_tool_calls": True,
            "previous_response_id": self._asked.previous,
            "temperature": None,
            "tool_choice": "auto",
            "tools": [],
            "top_p": None,
            "usage": None,
        }

    def _item(self, block: Block, *, text: str | None) -> dict[str, Any]:
        """The output item of a block: as it begins (without text), or complete."""
        status = "in_progress" if text is None else "completed"
        item: dict[str, Any] = {"id": self._item_id(block)}
        if block.kind == TOOL_CALL:
            call = {"call_id": block.tool_call_id, "name": block.name, "arguments": text or ""}
            return {**item, "type": "function_call", "status": status, **call}
        if block.kind == REASONING:
            summary = [] if text is None else [_summary(text)]
            return {**item, "type": "reasoning", "summary": summary}
        content = [] if text is None else [_text_part(text)]
        return {**item, "type": "message", "status": status, "role": "assistant"} | {
            "content": content
        }

    def _item_id(self, block: Block) -> str:
        return f"{_PREFIXES[block.kind]}_replay_{self._number}_{block.number}"

    def _inner(self, block: Block, event: str, **members: Any) -> Event:
        """An event inside the item of a block."""
        place: dict[str, Any] = {"item_id": self._item_id(block), "output_index": block.number}
        if block.kind == TEXT:
            place["content_index"] = 0
            if event.startswith("response.output_text"):
                members["logprobs"] = []
        elif block.kind == REASONING:
            place["summary_index"] = 0
        return self._event(event, **place, **members)

    def _event(self, kind: str, **members: Any) -> Event:
        self._sequence += 1
        return Event({"type": kind, "sequence_number": self._sequence, **members}, kind)


_STREAMS = {
    TEXT: "response.output_text",
    REASONING: "response.reasoning_summary_text",
    TOOL_CALL: "response.function_call_arguments",
}
_INCOMPLETE = {"max-tokens": "max_output_tokens", "content-filter": "content_filter"}


def _text_part(text: str) -> dict[str, Any]:
    return {"type": "output_text", "text": text, "annotations": [], "logprobs": []}


def _summary(text: str) -> dict[str, Any]:
    return {"type": "summary_text", "text": text}


def _usage(usage: Usage) -> dict[str, Any]:
    details = {
        "cached_tokens": usage.cache_read or 0,
        "cache_write_tokens": usage.cache_write or 0,
    }
    return {
        "input_tokens": usage.prompt,
        "input_tokens_details": details,
        "output_tokens": usage.output,
        "output_tokens_details": {"reasoning_tokens": usage.reasoning or 0},
        "total_tokens": usage.prompt + usage.output,
    }
