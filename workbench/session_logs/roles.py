"""What each string of a log is: its role for the checks and its heading for people.

Source: ``spec/session-logs.md`` §§9, 23.
"""

from __future__ import annotations

from workbench.core.places import Role
from workbench.session_logs.vocabulary import EVENT_TYPES

_HEADINGS = {
    "session": "header",
    "user/message": "user message",
    "steering/message": "user message",
    "agent/inbox/spliced": "inbox",
    "assistant/message": "answer",
    "assistant/attempt": "answer",
    "assistant/chunk": "answer",
    "text-chunks": "answer",
    "reasoning-chunks": "answer",
    "tool-call-chunks": "answer",
    "tool/call": "tool call",
    "tool/result": "tool result",
    "system/message": "system prompt",
    "developer/message": "developer message",
    "request/header": "request",
    "session/title": "title",
    "session/title-llm-request": "title request",
    "compaction/summary": "compaction summary",
    "web/deepseek-search-llm-request": "web search request",
}
_STREAM_HEADINGS = {
    "text-delta": "model text",
    "reasoning-delta": "model reasoning",
    "tool-call-delta": "tool arguments",
}
_STREAM_ROLES = {
    "text-delta": Role.PROSE,
    "reasoning-delta": Role.PROSE,
    "tool-call-delta": Role.CODE,
}
_BY_KEY = {
    "cwd": Role.PATH,
    "readyFile": Role.PATH,
    "arguments": Role.CODE,
    "argumentsDelta": Role.CODE,
    "args": Role.CODE,
    "body": Role.CODE,
    "model": Role.FIXED,
    "agentModel": Role.FIXED,
    "endpoint": Role.URL,
    "url": Role.URL,
    "stderrSummary": Role.TOOL_OUTPUT,
    "text": Role.PROSE,
    "title": Role.PROSE,
    "label": Role.PROSE,
    "system": Role.PROSE,
    "content": Role.PROSE,
    "message": Role.PROSE,
    "description": Role.PROSE,
    "objective": Role.PROSE,
    "persona": Role.PROSE,
}


def heading(event: str) -> str:
    """What a row is, in the workbench's words."""
    if event in _HEADINGS:
        return _HEADINGS[event]
    return event.replace("/", " ").replace("-", " ") if event in EVENT_TYPES else "unknown event"


def stream_heading(kind: str) -> str:
    """What a streamed block is, by its delta's chunk type."""
    return _STREAM_HEADINGS[kind]


def stream_role(kind: str) -> Role:
    """The role of a streamed block's text."""
    return _STREAM_ROLES[kind]


def role_of(event: str, key: str, pointer: str) -> Role:
    """The role of a value from the event it stands in, its nearest key and its pointer."""
    if "/replayState/" in pointer:
        return Role.OPAQUE
    if key == "id" or key.endswith(("Id", "Ids")) or key == "parentSession":
        return Role.ID
    if event == "tool/result" and key in ("text", "content"):
        return Role.TOOL_OUTPUT
    if "/meta/" in pointer or event in ("tool/code-dispatch", "tool/ptc-dispatch"):
        return _BY_KEY.get(key, Role.TOOL_OUTPUT)
    return _BY_KEY.get(key, Role.OTHER)
