"""Streams embedded in events (generation 2 and later).

Source: ``spec/session-logs.md`` §11.
"""

from __future__ import annotations

from typing import Any

from workbench.session_logs.errors import json_word, refuse
from workbench.session_logs.json_numbers import (
    MAX_SAFE,
    is_count,
    is_safe_integer,
    template_text,
)
from workbench.session_logs.packed import expand, member_times, payload_key, plain_members
from workbench.session_logs.vocabulary import PACKED_TYPES, TOOL_CALL_CHUNKS

_RUN_KEYS = ("type", "time0", "index", "dt", "texts")
_CALL_KEYS = ("type", "time0", "index", "dt", "id", "name", "args")
_CHUNK_KEYS = ("type", "time", "chunk")


def expand_stream(records: list[Any]) -> list[Any]:
    """All chunks of a stream, in order. Raises ``LogRefused`` with the exact text (§11)."""
    chunks: list[Any] = []
    for record in records:
        chunks += expand_record(record)
    return chunks


def plain_stream(records: Any, *, keep: bool = True) -> list[Any] | None:
    """The chunks of a stream that is seen at once to be right; ``None`` proves nothing.

    Without ``keep`` the list holds ``None`` for the chunks of a run. Raises ``KeyError`` or
    ``TypeError`` for another shape.
    """
    if type(records) is not list:
        return None
    chunks: list[Any] = []
    for record in records:
        kind = record["type"]
        if kind == "chunk":
            time, chunk = record["time"], record["chunk"]
            if len(record) != 3 or type(time) is not int or type(chunk) is not dict:
                return None
            if not -MAX_SAFE <= time <= MAX_SAFE:
                return None
            chunks.append(chunk)
        elif kind in PACKED_TYPES and plain_members(
            kind, record, [record["time0"], record["index"]], size=5
        ):
            chunks += expand(kind, record) if keep else (None,)
        else:
            return None
    return chunks


def timed_stream(records: list[Any]) -> list[dict[str, Any]]:
    """Every chunk of a stream with its time, as ``{"time", "chunk"}``."""
    timed: list[dict[str, Any]] = []
    for record in records:
        chunks = expand_record(record)
        raw = record["type"] == "chunk"
        times = [record["time"]] if raw else member_times(record["time0"], record["dt"])
        timed += ({"time": t, "chunk": c} for t, c in zip(times, chunks, strict=True))
    return timed


def expand_record(record: object) -> list[Any]:
    """The chunks of one record of a stream."""
    if type(record) is not dict:
        raise refuse("Assistant stream record must be an object")
    kind = record.get("type")
    if kind == "chunk":
        return [_raw_chunk(record)]
    if not isinstance(kind, str) or kind not in PACKED_TYPES:
        word = json_word(kind, missing="type" not in record)
        raise refuse("Unsupported Assistant stream record %s", word)
    _check_run(kind, record)
    return list(expand(kind, record))


def _raw_chunk(record: dict[str, Any]) -> Any:
    _exact_keys("chunk", record, _CHUNK_KEYS)
    _time(record["time"])
    if type(record["chunk"]) is not dict:
        raise refuse("Assistant stream raw chunk must be a lossless JSON object")
    return record["chunk"]


def _exact_keys(kind: str, record: dict[str, Any], keys: tuple[str, ...]) -> None:
    needed = set(keys) - ({"name"} if kind == TOOL_CALL_CHUNKS else set())
    if not needed <= set(record) <= set(keys):
        raise refuse(f"{kind} Assistant stream record must contain exactly {', '.join(keys)}")


def _time(value: object) -> None:
    if not is_safe_integer(value):
        word = template_text(value)
        raise refuse("Assistant stream time must be a safe integer, got %s", word)


def _check_run(kind: str, record: dict[str, Any]) -> None:
    _exact_keys(kind, record, _CALL_KEYS if kind == TOOL_CALL_CHUNKS else _RUN_KEYS)
    key = payload_key(kind)
    members, gaps = record[key], record["dt"]
    if type(members) is not list or not all(isinstance(item, str) for item in members):
        raise refuse(f"{kind} {key} must be a string array")
    if not members:
        raise refuse(f"{kind} {key} must be non-empty")
    if kind == TOOL_CALL_CHUNKS:
        for name in ("id", "name"):
            if name in record and not (isinstance(record[name], str) and record[name]):
                raise refuse(f"{kind} {name} must be a non-empty string")
    _time(record["time0"])
    if not is_count(record["index"]):
        raise refuse(f"{kind} index must be a non-negative safe integer")
    if type(gaps) is not list or not all(map(is_safe_integer, gaps)):
        raise refuse(f"{kind} dt must contain safe integers")
    if len(gaps) != len(members) - 1:
        raise refuse(f"{kind} dt length must be one less than its members")
    if not all(map(is_safe_integer, member_times(record["time0"], gaps))):
        raise refuse(f"{kind} member times must stay safe integers")
