"""The members of every event and every chunk, generation by generation.

One line a shape: names with the kind of their value, ``?`` for what may be missing. Events whose
members are not all known are not listed and not judged. Source: ``spec/session-logs.md`` §§8, 9.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from workbench.session_logs.errors import LogRefused, refuse
from workbench.session_logs.json_numbers import is_count, is_number

_Test = Callable[[Any], bool]

#: Kind of value → its test, and what the refusal says it must be.
_KINDS: dict[str, tuple[_Test, str]] = {
    "any": (lambda _: True, ""),
    "count": (is_count, "a non-negative safe integer"),
    "number": (is_number, "a number"),
    "text": (lambda value: isinstance(value, str), "a string"),
    "word": (lambda value: isinstance(value, str) and value != "", "a non-empty string"),
    "flag": (lambda value: isinstance(value, bool), "a boolean"),
    "true": (lambda value: value is True, "true when present"),
    "list": (lambda value: isinstance(value, list), "an array"),
    "object": (lambda value: isinstance(value, dict), "a JSON object"),
    "turn": (lambda value: value is None or is_count(value), "a non-negative safe integer or null"),
}

_CALL = "rootCallId:text parentCallId:text subCallId:text name:text arguments:any"
_EVENTS = {
    "assistant/message": "turn:count step:count message:object usage?:object interrupted?:true",
    "assistant/attempt": "turn:count step:count stream:list",
    "compaction/summary": "compactionId:text summary:list shadowedRange:object shadowedSeqs:list "
    "shadowedTokenCount:count provider:text model:text sourceCommandId?:text maxTokens?:count "
    "usage?:object rawOutput?:list llmStreamCall?:true",
    "compaction/start": "compactionId:text turn:turn sourceCommandId?:text",
    "compaction/end": "compactionId:text turn:turn sourceCommandId?:text error?:any",
    "compaction/prune": "shadowedRange:object shadowedSeqs:list shadowedTokenCount:count",
    "turn/start": "turn:count",
    "turn/end": "turn:count reason:object",
    "step/start": "turn:count step:count",
    "step/end": "turn:count step:count",
    "user/message": "id:text role:text content:list source:object",
    "system/message": "turn:count step:count message:object",
    "developer/message": "turn:count step:count message:object headerSeq?:count",
    "tool/call": "turn:count step:count callId:text name:text arguments:text",
    "tool/result": "turn:count step:count message:object error?:object meta?:any",
    "tool/code-dispatch-start": _CALL,
    "tool/ptc-dispatch-start": _CALL,
    "tool/code-dispatch": f"{_CALL} isError:flag content:list",
    "tool/ptc-dispatch": f"{_CALL} isError:flag content:list",
    "agent/inbox/spliced": "target:text start:count inserted:list removedCount?:count outcome?:text",
    "request/header": "header:object reason:text startsSeries?:true",
    "request/context": "provider:text model:text contextWindow?:count",
    "model/selection": "provider:text model:text reasoningEffort?:any",
    "session/title": "title:text messageSeqs:list source:object",
    "session/title-llm-request": "titleProvider:text messageSeqs:list route:object system:text "
    "messages:list maxTokens:count",
    "llm/retry": "retryId:text turn:count step:count provider:text mode:text policyKey:text "
    "retry:count delayMs:number failure:object maxRetries?:count",
    "llm/retry-started": "retryId:text turn:count step:count retry:count",
    "approval/asked": "id:text toolName:text callId?:text reason?:text",
    "approval/decided": "id:text outcome:text",
    "approval/policy": "policy:text source?:any",
    "sandbox/mode": "mode:text source?:any",
    "permission/preset": "preset:text",
    "plan/mode": "active:flag",
    "agent-preset/selected": "agentPreset:text",
    "command/run": "commandId:text name:text source:object args?:any",
    "command/done": "commandId:text kind:text text?:text sourceEventSeq?:count",
    "hook/invoked": "turn:count point:text dialect:text handlerId:text matcher?:any",
    "hook/result": "turn:count point:text handlerId:text decision:any durationMs:number "
    "exitCode?:any stderrSummary?:text",
    "todo/write": "todos:list",
}
_CHUNKS = {
    "block-start": "index:count blockType:word",
    "text-delta": "index:count text:text",
    "reasoning-delta": "index:count text:text",
    "tool-call-delta": "index:count id:word argumentsDelta:text name?:text",
    "block-end": "index:count block:object",
    "usage": "usage:object",
    "finish": "reason:object replayState?:object",
}
_USAGE = (
    "inputTokens:count outputTokens:count totalTokens?:count cacheReadTokens?:count "
    "cacheWriteTokens?:count reasoningTokens?:count"
)
_FAILURE = "message:text code:text status?:count providerRetryAfterMs?:number requestId?:text"
#: Members that generation 0 still had, and that the first migration drops or fills in.
_LEGACY = {
    "turn/start": "trigger?:any",
    "compaction/summary": "compactionId?:text",
    "compaction/start": "compactionId?:text",
    "compaction/end": "compactionId?:text",
    "llm/retry": "retryId?:text",
    "llm/retry-started": "retryId?:text",
}

_Shape = dict[str, tuple[bool, _Test, str]]


def _shape(line: str) -> _Shape:
    """Member → whether it must be there, its test, what it must be."""
    found: _Shape = {}
    for part in line.split():
        name, _, kind = part.partition(":")
        found[name.removesuffix("?")] = (not name.endswith("?"), *_KINDS[kind])
    return found


_EVENT_SHAPES = {kind: _shape(line) for kind, line in _EVENTS.items()}
_LEGACY_SHAPES = {kind: _EVENT_SHAPES[kind] | _shape(line) for kind, line in _LEGACY.items()}
_ANSWER_WITH_STREAM = _EVENT_SHAPES["assistant/message"] | _shape("stream:list")
_CHUNK_SHAPES = {kind: _shape(f"type:text {line}") for kind, line in _CHUNKS.items()}
_USAGE_SHAPE, _FAILURE_SHAPE = _shape(_USAGE), _shape(_FAILURE)


def check_event(kind: str, data: dict[str, Any], *, seq: int, generation: int) -> LogRefused | None:
    """What is wrong with the members of an event, or ``None``."""
    shape = _EVENT_SHAPES.get(kind)
    if kind == "assistant/message" and generation >= 2:
        shape = _ANSWER_WITH_STREAM
    if generation == 0:
        if "message" not in data and kind in ("assistant/message", "tool/result"):
            return None  # written without a message around it; the first migration wraps it
        if kind == "user/message" and "id" not in data:
            return None  # likewise without its id and source
        shape = _LEGACY_SHAPES.get(kind, shape)
    return None if shape is None else _judge(f"{kind} {seq}", data, shape)


def check_chunk(chunk: Any, *, place: str) -> LogRefused | None:
    """What is wrong with a chunk of an embedded stream (§8), or ``None``. ``place`` names its event."""
    kind = chunk.get("type") if isinstance(chunk, dict) else None
    shape = _CHUNK_SHAPES.get(kind) if isinstance(kind, str) else None
    if shape is None:
        return refuse(f"{place} has unknown StreamChunk type")
    where = f"{place} {kind}"
    failure = _judge(where, chunk, shape)
    if failure is None and kind == "usage":
        failure = check_usage(chunk["usage"], place=f"{where} usage")
    if failure is None and kind == "finish":
        failure = _check_reason(chunk["reason"], f"{where} reason")
    return failure


def check_usage(usage: dict[str, Any], *, place: str) -> LogRefused | None:
    """What is wrong with token counts, or ``None``."""
    return _judge(place, usage, _USAGE_SHAPE)


def _check_reason(reason: dict[str, Any], place: str) -> LogRefused | None:
    kind = reason.get("kind")
    if not isinstance(kind, str) or not kind:
        return refuse(f"{place} kind must be a non-empty string")
    if kind in ("stop", "tool-calls", "max-tokens"):
        return _judge(place, reason, _shape("kind:text"))
    if kind in ("error", "aborted"):
        failure = _judge(place, reason, _shape("kind:text failure:object"))
        return failure or _judge(f"{place} failure", reason["failure"], _FAILURE_SHAPE)
    return None


def _judge(place: str, value: dict[str, Any], shape: _Shape) -> LogRefused | None:
    for key in value:
        if key not in shape:
            return refuse(f"{place} has unexpected field %s", key)
    for key, (required, test, what) in shape.items():
        if key not in value:
            if required:
                return refuse(f"{place} lacks required field {key}")
        elif not test(value[key]):
            return refuse(f"{place} {key} must be {what}")
    return None
