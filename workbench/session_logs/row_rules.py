"""What the strict rules say of one plain row, beyond its envelope.

Must-level rules raise; the rest is returned, because real pre-release recordings break it and still
replay. Source: ``spec/session-logs.md`` §§5, 7, 8, 10, 12, 24.
"""

from __future__ import annotations

from typing import Any

from workbench.session_logs.errors import LogRefused, json_word, refuse
from workbench.session_logs.event_shapes import check_chunk, check_event
from workbench.session_logs.provenance import check_sources
from workbench.session_logs.surface_rules import check_surface
from workbench.session_logs.vocabulary import CHUNK_TYPES, EVENT_TYPES, PACKED_TYPES, words

_ROW_KEYS = words("type data seq time sourceEventSeqs surfaceOp ignorable")
_DESCRIPTOR_VERSION = 3


def check_row(row: dict[str, Any], *, seq: int, generation: int) -> LogRefused | None:
    """The first objection to a plain row, or ``None``."""
    kind = row.get("type")
    if not isinstance(kind, str):
        return refuse(f"Session event {seq} type must be a string")
    failure = _check_members(row, kind, seq)
    if failure is None and "sourceEventSeqs" in row:
        failure = check_sources(row["sourceEventSeqs"], seq=seq, generation=generation)
    failure = failure or _check_known(row, kind, seq, generation)
    if failure is not None:
        return failure
    return (
        check_event(kind, row["data"], seq=seq, generation=generation)
        or check_surface(row, seq=seq, generation=generation)
        or _check_stream(kind, row["data"], seq, generation)
    )


def _check_stream(kind: str, data: dict[str, Any], seq: int, generation: int) -> LogRefused | None:
    """The first chunk of an embedded stream that is not as chunks are (§8)."""
    if generation < 2 or kind not in ("assistant/message", "assistant/attempt"):
        return None
    for record in data["stream"]:
        if record["type"] == "chunk":
            failure = check_chunk(record["chunk"], place=f"{kind} {seq}")
            if failure is not None:
                return failure
    return None


def check_row_codec(row: dict[str, Any], position: int, generation: int) -> None:
    """Raises ``LogRefused`` for a row that no reader of generation 2 and later takes (§10)."""
    start = f"released v{generation} row {position}"
    for key in row:
        if key not in _ROW_KEYS:
            raise refuse(f"{start} has unexpected field %s", key)
    for key in ("type", "data"):
        if key not in row:
            raise refuse(f"{start} lacks required field {key}")
    if not isinstance(row["type"], str):
        raise refuse(f"{start} type must be a string")
    if "ignorable" in row and row["ignorable"] is not True:
        raise refuse(f"{start} ignorable must be true when present")
    if generation >= 3 and row["type"] == "request/header":
        _check_retired_system(row["data"], generation)


def _check_retired_system(data: object, generation: int) -> None:
    header = data.get("header") if isinstance(data, dict) else None
    if isinstance(header, dict) and "system" in header:
        raise refuse(f"format v{generation} request/header rejects retired header.system")


def _check_members(row: dict[str, Any], kind: str, seq: int) -> LogRefused | None:
    for key in row:
        if key not in _ROW_KEYS:
            return refuse("%s has unexpected field %s", kind, key)
    if type(row.get("data")) is not dict:
        return refuse(f"%s {seq} data must be a JSON object", kind)
    if "ignorable" in row and row["ignorable"] is not True:
        return refuse("ignorable must be true")
    return None


def _check_known(row: dict[str, Any], kind: str, seq: int, generation: int) -> LogRefused | None:
    if kind not in EVENT_TYPES and not (generation >= 2 and row.get("ignorable") is True):
        return refuse(
            f"format v{generation} contains unknown historical event type %s at seq {seq}; "
            "migration refuses unknown historical events even when ignorable",
            json_word(kind),
        )
    if kind in PACKED_TYPES or kind == "session":
        return refuse(f"%s at seq {seq} is no event", kind)
    data = row["data"]
    if kind == "subagent/descriptor" and data.get("version") != _DESCRIPTOR_VERSION:
        word = json_word(data.get("version"), missing="version" not in data)
        number = int(word) if word.isascii() and word.isdigit() and len(word) < 9 else word
        return refuse(f"subagent/descriptor {seq} uses unsupported descriptor version %s", number)
    if kind == "assistant/chunk":
        return _check_chunk(data.get("chunk"), seq)
    if kind == "compaction/summary":
        return _check_mark(data, seq)
    return None


def _check_chunk(chunk: object, seq: int) -> LogRefused | None:
    kind = chunk.get("type") if isinstance(chunk, dict) else None
    if isinstance(kind, str) and kind in CHUNK_TYPES:
        return None
    return refuse(f"assistant/chunk {seq} has unknown StreamChunk type")


def _check_mark(data: dict[str, Any], seq: int) -> LogRefused | None:
    if "llmStreamCall" not in data:
        return None
    if data["llmStreamCall"] is not True:
        return refuse(f"compaction/summary {seq} llmStreamCall must be one of true")
    if not isinstance(data.get("rawOutput"), list):
        return refuse(f"compaction/summary {seq} llmStreamCall requires rawOutput")
    return None
