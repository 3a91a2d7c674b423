"""What a streamed answer comes to: the final text, tool calls, reasoning, end and usage.

A stream that cannot be put together stays readable as its raw events.
Source: ``spec/http-cassettes.md`` §4.4.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from workbench.cassettes.bodies import deltas
from workbench.cassettes.bodies.streams import Stream, read_stream
from workbench.cassettes.model import Response
from workbench.core.canonical import JSON


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A tool call put together. ``valid``: the arguments are JSON."""

    name: str = field(repr=False)
    arguments: str = field(repr=False)
    valid: bool


@dataclass(frozen=True, slots=True)
class Reconstruction:
    """The reading of one streamed answer. ``problems`` are value-free sentences."""

    dialect: str
    events: int
    # Kind and text of each, in order of their beginning.
    texts: tuple[tuple[str, str], ...] = field(default=(), repr=False)
    tool_calls: tuple[ToolCall, ...] = field(default=(), repr=False)
    finish: str = field(default="", repr=False)
    usage: Mapping[str, Any] = field(default_factory=dict, repr=False)
    terminated: bool = False
    problems: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        return self._all("text")

    @property
    def reasoning(self) -> str:
        return self._all("reasoning")

    @property
    def message(self) -> JSON:
        """What a client puts together of the stream, however it was cut into events.

        Each text, each tool call, the reason to stop; ``None`` where nothing can be put together.
        Ids, counts and probabilities are no part of it.
        """
        calls: list[JSON] = [[call.name, call.arguments] for call in self.tool_calls]
        texts: list[JSON] = [list(text) for text in self.texts]
        if not texts and not calls and not self.finish:
            return None
        return {"texts": texts, "toolCalls": calls, "finish": self.finish}

    def _all(self, wanted: str) -> str:
        return "".join(text for kind, text in self.texts if kind == wanted)


def reconstruct(response: Response) -> Reconstruction | None:
    """The reading of a streamed answer; ``None`` for an answer that is no stream of text events."""
    stream = read_stream(response.media_type, response.body)
    return None if stream is None else reconstructed(stream)


def reconstructed(stream: Stream) -> Reconstruction:
    """The reading of a stream's events."""
    return _reading(stream.values, stream.broken, ended=stream.ended, cut=stream.cut)


def _reading(
    values: Sequence[Any], broken: Sequence[int], *, ended: bool, cut: bool
) -> Reconstruction:
    kind = deltas.dialect(values)
    joined = [(lane, _joined(lane, values)) for lane in deltas.lanes(values)]
    texts = tuple((lane.kind, part) for lane, part in joined if lane.kind not in _APART)
    calls = tuple(
        # Anthropic sends no piece at all for a tool without arguments.
        ToolCall(_name(lane, values), part, not part or _loads(part) is not None)
        for lane, part in joined
        if lane.kind == "arguments"
    )
    calls += tuple(_whole_calls(values))
    finish, usage = _end(values)
    problems = [f"Event {number + 1} holds no JSON" for number in broken]
    problems += [
        f"The arguments of tool call {n + 1} are no JSON"
        for n, c in enumerate(calls)
        if not c.valid
    ]
    if cut:
        problems.append("The stream is cut off")
    text = "".join(part for what, part in texts if what == "text")
    if kind == "openai-responses" and not _agrees(values, text):
        problems.append("The final response does not hold the text that was streamed")
    return Reconstruction(
        kind,
        len(values),
        texts,
        calls,
        finish,
        usage,
        ended or any(_type(value) in _FINAL for value in values),
        tuple(problems),
    )


def _whole_calls(values: Sequence[Any]) -> Iterator[ToolCall]:
    """Gemini sends each call in one piece."""
    for value in values:
        parts = deltas.at(value, "/candidates/0/content/parts")
        for part in parts if isinstance(parts, list) else []:
            call = part.get("functionCall") if isinstance(part, Mapping) else None
            if isinstance(call, Mapping):
                yield ToolCall(str(call.get("name", "")), json.dumps(call.get("args", {})), True)


_APART = ("arguments", "tokens")  # lanes that are no text of the message
_FINAL = frozenset({"response.completed", "response.incomplete", "response.failed", "message_stop"})


def _joined(lane: deltas.Lane, values: Sequence[Any]) -> str:
    return "".join(str(deltas.at(values[number], pointer)) for number, pointer in lane.pieces)


def _type(value: Any) -> str:
    kind = value.get("type") if isinstance(value, Mapping) else None
    return kind if isinstance(kind, str) else ""


def _name(lane: deltas.Lane, values: Sequence[Any]) -> str:
    """The name of the tool a lane of arguments belongs to, where the stream says it."""
    number, pointer = lane.pieces[0]
    if pointer.endswith("/function/arguments"):
        name = deltas.at(values[number], pointer.replace("arguments", "name"))
        return name if isinstance(name, str) else ""
    for value in values:
        item = deltas.at(value, "/item") or deltas.at(value, "/content_block")
        if (
            isinstance(item, Mapping)
            and isinstance(item.get("name"), str)
            and _owns(lane, value, item)
        ):
            return str(item["name"])
    return ""


def _owns(lane: deltas.Lane, value: Any, item: Mapping[str, Any]) -> bool:
    which = {str(item.get("id")), str(value.get("index")), str(value.get("output_index"))}
    return bool(which & set(lane.key))


def _end(values: Sequence[Any]) -> tuple[str, Mapping[str, Any]]:
    """The last reason to stop and the last usage that the stream gives."""
    finish = ""
    usage: dict[str, Any] = {}
    for value in values:
        for pointer in _FINISHES:
            found = deltas.at(value, pointer)
            finish = found if isinstance(found, str) and found else finish
        for pointer in _USAGES:
            counts = deltas.at(value, pointer)
            usage = dict(counts) if isinstance(counts, Mapping) and counts else usage
    return finish, usage


_FINISHES = (
    "/choices/0/finish_reason",
    "/delta/stop_reason",
    "/delta/finish_reason",
    "/response/status",
    "/candidates/0/finishReason",
    "/done_reason",
)
_USAGES = ("/usage", "/response/usage", "/usageMetadata", "/delta/usage")


def _agrees(values: Sequence[Any], text: str) -> bool:
    """Whether the whole response at the end holds the text of the deltas."""
    for value in values:
        if _type(value) == "response.completed":
            return json.dumps(text)[1:-1] in _output_text(deltas.at(value, "/response/output"))
    return True


def _output_text(output: Any) -> str:
    parts = [
        part.get("text", "")
        for item in output or []
        if isinstance(item, Mapping)
        for part in item.get("content") or []
        if isinstance(part, Mapping) and part.get("type") == "output_text"
    ]
    return json.dumps("".join(map(str, parts)))


def _loads(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None
