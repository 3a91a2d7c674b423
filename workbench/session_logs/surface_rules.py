"""What an event on the conversation's surface must carry beside its data.

Source: ``spec/session-logs.md`` §§5, 7, 10 (messages of generation 3 and later).
"""

from __future__ import annotations

from typing import Any

from workbench.session_logs.errors import LogRefused, refuse
from workbench.session_logs.json_numbers import is_count
from workbench.session_logs.provenance import names_unique_earlier

#: Event type → the first generation in which it stands on the surface.
SURFACE = {
    "user/message": 0,
    "assistant/message": 0,
    "tool/result": 0,
    "system/message": 3,
    "developer/message": 4,
}


def is_surface(kind: str, generation: int) -> bool:
    """Whether events of this type stand on the surface in this generation."""
    return SURFACE.get(kind, generation + 1) <= generation


def check_surface(row: dict[str, Any], *, seq: int, generation: int) -> LogRefused | None:
    """What is wrong with a row's place on the surface, its sources or its header, or ``None``."""
    kind, data = row["type"], row["data"]
    start = f"format v{generation} {kind} at seq {seq}"
    if is_surface(kind, generation):
        failure = _check_place(row, start, seq, generation) or _check_sources(
            row, start, seq, generation
        )
        if failure is not None:
            return failure
    if kind == "request/header":
        return _check_header(data.get("header"), start, generation)
    if kind == "tool/result" and generation >= 3 and "error" in data and not _is_error(data):
        return refuse(f"{start} carries error metadata for a non-error tool result")
    return None


def _check_place(row: dict[str, Any], start: str, seq: int, generation: int) -> LogRefused | None:
    if "surfaceOp" not in row:
        return refuse(f"{start} requires a surfaceOp marker") if generation >= 3 else None
    place = row["surfaceOp"]
    if place == "append":
        return None
    first, last = ("startSeq", "endSeq") if generation >= 3 else ("start", "end")
    if not isinstance(place, dict) or set(place) != {"op", first, last} or place["op"] != "replace":
        return refuse(f"{start} requires exact replace fields op/{first}/{last}")
    if not (is_count(place[first]) and is_count(place[last])) or not (
        place[first] <= place[last] < seq
    ):
        return refuse(f"{start} replacement endpoints must reference earlier events")
    return None


def _check_sources(row: dict[str, Any], start: str, seq: int, generation: int) -> LogRefused | None:
    if "sourceEventSeqs" not in row:
        return None
    sources = row["sourceEventSeqs"]
    if row["type"] == "assistant/message":
        if generation >= 3:
            return refuse(f"{start} embeds its stream and cannot carry sourceEventSeqs")
        if generation == 2:
            return refuse(f"assistant/message {seq} retains obsolete chunk provenance")
        return None
    if not sources:
        return refuse(f"{start} sourceEventSeqs must be a non-empty array")
    if not names_unique_earlier(sources, seq=seq):
        return refuse(f"{start} sourceEventSeqs must be unique earlier seqs")
    return None


def _check_header(header: Any, start: str, generation: int) -> LogRefused | None:
    if not isinstance(header, dict):
        return None
    if "tools" in header and not _are_tools(header["tools"]):
        return refuse(f"{start} header tools must be an array of tool schemas")
    if generation < 3:
        return None
    if header.get("tools") == [] or header.get("adapterDefaults") == {}:
        return refuse(f"{start} empty optional header fields must be omitted")
    return None


def _are_tools(tools: Any) -> bool:
    """Schemas, or what a fixture may hold in their place: the token, or names alone (§10)."""
    if tools == "{{tools}}":
        return True
    return isinstance(tools, list) and all(
        (isinstance(tool, str) and tool != "")
        or (isinstance(tool, dict) and isinstance(tool.get("name"), str))
        for tool in tools
    )


def _is_error(data: dict[str, Any]) -> bool:
    message = data.get("message")
    if not isinstance(message, dict):
        return False
    if message.get("isError") is True:
        return True
    content = message.get("content")
    return isinstance(content, list) and any(
        isinstance(block, dict) and block.get("isError") is True for block in content
    )
