"""Ids that a log uses, and what issued each of them.

A tool result must answer a tool call that was made; a command that ends must have begun; a child's
parent must be a session. Source: DESIGN §4 *Issued ids*, ``spec/session-logs.md`` §9.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from workbench.core.fixture import IdUse, IssuedBy
from workbench.core.places import Place
from workbench.session_logs.log import SessionLog
from workbench.session_logs.placement import RowSteps
from workbench.session_logs.scenario import RecordedScript
from workbench.session_logs.strings import RowMap
from workbench.session_logs.vocabulary import TOOL_CALL_CHUNKS

_TOOL, _COMMAND, _RETRY = "tool call id", "command id", "retry id"
_APPROVAL, _COMPACTION, _RUN, _SESSION = "approval id", "compaction id", "run id", "session id"
_WORDS = {
    _TOOL: "tool call",
    _COMMAND: "command",
    _RETRY: "retry",
    _APPROVAL: "approval question",
    _COMPACTION: "compaction start",
    _RUN: "workflow start",
    _SESSION: "session start",
}
#: Event type → (kind, path of the member) that mints an id.
_ISSUES: dict[str, tuple[tuple[str, str], ...]] = {
    "tool/call": ((_TOOL, "/data/callId"),),
    "tool/code-dispatch-start": ((_TOOL, "/data/subCallId"),),
    "tool/ptc-dispatch-start": ((_TOOL, "/data/subCallId"),),
    "command/run": ((_COMMAND, "/data/commandId"),),
    "llm/retry": ((_RETRY, "/data/retryId"),),
    "approval/asked": ((_APPROVAL, "/data/id"),),
    "compaction/start": ((_COMPACTION, "/data/compactionId"),),
    "tool-workflow/run-start": ((_RUN, "/data/runId"),),
}
#: Event type → (kind, path of the member) that uses one.
_USES: dict[str, tuple[tuple[str, str], ...]] = {
    "tool/result": (
        (_TOOL, "/data/message/source/callId"),
        (_TOOL, "/data/message/toolCallId"),
        (_TOOL, "/data/callId"),
    ),
    "tool/code-dispatch": ((_TOOL, "/data/subCallId"), (_TOOL, "/data/rootCallId")),
    "tool/ptc-dispatch": ((_TOOL, "/data/subCallId"), (_TOOL, "/data/rootCallId")),
    "command/done": ((_COMMAND, "/data/commandId"),),
    "llm/retry-started": ((_RETRY, "/data/retryId"),),
    "approval/asked": ((_TOOL, "/data/callId"),),
    "approval/decided": ((_APPROVAL, "/data/id"),),
    "compaction/end": ((_COMPACTION, "/data/compactionId"),),
    "tool-workflow/run-end": ((_RUN, "/data/runId"),),
    "tool-workflow/agent-start": ((_RUN, "/data/runId"),),
    "tool-workflow/agent-end": ((_RUN, "/data/runId"),),
}
_CALLERS = frozenset({"assistant/chunk", "assistant/message", "assistant/attempt"})
_RELEVANT = {*_ISSUES, *_USES, *_CALLERS, TOOL_CALL_CHUNKS}


def id_uses(scripts: Sequence[RecordedScript], steps: Sequence[RowSteps]) -> tuple[IdUse, ...]:
    """Every id that any log uses, in file order; ``steps`` gives the step of every script's rows."""
    sessions = {
        script.recorded_id: IssuedBy("session start") for script in scripts if script.recorded_id
    }
    uses: list[IdUse] = []
    for script, rows in zip(scripts, steps, strict=True):
        if script.log is not None:
            uses += _of_log(script.log, rows, sessions)
    return tuple(uses)


def _of_log(log: SessionLog, steps: RowSteps, sessions: dict[str, IssuedBy]) -> Iterator[IdUse]:
    issued: dict[tuple[str, str], IssuedBy] = {}
    parent = log.header.parent
    if parent is not None and not _is_token(parent):
        yield IdUse(
            parent, _SESSION, _place(log, -1, "/parentSession", parent, None), sessions.get(parent)
        )
    for row, event in enumerate(log.kinds):
        if event not in _RELEVANT:
            continue
        value, step = log.value(row), steps[row]
        for kind, identifier in _minted(event, value):
            issued.setdefault((kind, identifier), IssuedBy(_WORDS[kind], step))
        for kind, path, identifier in _used(event, value):
            place = _place(log, row, path, identifier, step)
            yield IdUse(identifier, kind, place, issued.get((kind, identifier)))


def _minted(event: str, value: dict[str, Any]) -> Iterator[tuple[str, str]]:
    for kind, path in _ISSUES.get(event, ()):
        found = _member(value, path)
        if isinstance(found, str):
            yield kind, found
    data = value.get("data")
    if event in _CALLERS or event == TOOL_CALL_CHUNKS:
        for identifier in _called(event, data if isinstance(data, dict) else {}):
            yield _TOOL, identifier


def _called(event: str, data: dict[str, Any]) -> Iterator[str]:
    """Ids of the tool calls that an answer makes."""
    if event == TOOL_CALL_CHUNKS and isinstance(data.get("id"), str):
        yield data["id"]
    chunk = data.get("chunk")
    if isinstance(chunk, dict):
        if chunk.get("type") == "tool-call-delta" and isinstance(chunk.get("id"), str):
            yield chunk["id"]
        yield from _call_blocks([chunk.get("block")])
    message = data.get("message")
    if isinstance(message, dict):
        yield from _call_blocks(message.get("content"))


def _call_blocks(blocks: Any) -> Iterator[str]:
    for block in blocks if isinstance(blocks, list) else ():
        if (
            isinstance(block, dict)
            and block.get("type") == "tool-call"
            and isinstance(block.get("id"), str)
        ):
            yield block["id"]


def _used(event: str, value: dict[str, Any]) -> Iterator[tuple[str, str, str]]:
    paths = list(_USES.get(event, ()))
    if event == "tool/result":
        content = _member(value, "/data/message/content")
        for index in range(len(content) if isinstance(content, list) else 0):
            paths.append((_TOOL, f"/data/message/content/{index}/toolCallId"))
    for kind, path in paths:
        found = _member(value, path)
        if isinstance(found, str) and not _is_token(found):
            yield kind, path, found


def _member(value: Any, path: str) -> Any:
    for member in path.split("/")[1:]:
        if isinstance(value, dict):
            value = value.get(member)
        elif isinstance(value, list) and member.isdigit() and int(member) < len(value):
            value = value[int(member)]
        else:
            return None
    return value


def _is_token(text: str) -> bool:
    return text.startswith("{{") and text.endswith("}}")


def _place(log: SessionLog, row: int, path: str, value: str, step: int | None) -> Place:
    number, start, end = log.span(row)
    spans = RowMap(log.name, log.data, start, end, path).spans(0, len(value))
    return Place(log.name, step, f"/{number}{path}", number, (), 0, len(value), spans)
