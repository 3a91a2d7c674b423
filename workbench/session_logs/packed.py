"""Packed rows: runs of streamed deltas stored as one row (generations 0 and 1).

Two readers with their own wording: the lenient one of generation 0 and the strict one.
Source: ``spec/session-logs.md`` §6.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate
from typing import Any

from workbench.session_logs.errors import LogRefused, refuse
from workbench.session_logs.json_numbers import (
    MAX_SAFE,
    is_count,
    is_number,
    is_safe_integer,
)
from workbench.session_logs.vocabulary import TEXT_CHUNKS, TOOL_CALL_CHUNKS

_ROW_KEYS = ("type", "seq0", "time0", "data")
_RUN_KEYS = ("turn", "step", "index", "dt", "texts")
_CALL_KEYS = ("turn", "step", "index", "id", "dt", "args")


def payload_key(kind: str) -> str:
    """The member that holds a packed row's fragments."""
    return "args" if kind == TOOL_CALL_CHUNKS else "texts"


def expand(kind: str, data: dict[str, Any]) -> list[dict[str, Any]]:
    """The chunks of a packed row that passed a check, in order (§6)."""
    index = data["index"]
    if kind != TOOL_CALL_CHUNKS:
        delta = "text-delta" if kind == TEXT_CHUNKS else "reasoning-delta"
        return [{"type": delta, "index": index, "text": text} for text in data["texts"]]
    base: dict[str, Any] = {"type": "tool-call-delta", "index": index, "id": data["id"]}
    if "name" in data:
        base["name"] = data["name"]
    return [{**base, "argumentsDelta": part} for part in data["args"]]


def member_times(first: int, gaps: list[int]) -> Iterator[int]:
    """The time of every member: the first one's, then the gaps added up."""
    return accumulate(gaps, initial=first)


def check_leniently(row: dict[str, Any]) -> LogRefused | None:
    """What the lenient reader refuses in a packed row whose envelope was filled in."""
    kind = row["type"]
    why = _lenient_reason(kind, row)
    return None if why is None else refuse(f"malformed {kind} storage row: {why}")


def _lenient_reason(kind: str, row: dict[str, Any]) -> str | None:
    if set(row) != set(_ROW_KEYS):
        return "envelope must be exactly {type, seq0, time0, data}"
    if not is_count(row["seq0"]):
        return "seq0 must be a non-negative safe integer"
    if not is_safe_integer(row["time0"]):
        return "time0 must be a safe integer"
    data = row["data"]
    if type(data) is not dict:
        return "data must be an object"
    if kind == TOOL_CALL_CHUNKS:
        if set(data) - {"name"} != set(_CALL_KEYS):
            return "data must be exactly {turn, step, index, id, name?, dt, args}"
        if not isinstance(data["id"], str) or not isinstance(data.get("name", ""), str):
            return "id (and name when present) must be strings"
    elif set(data) != set(_RUN_KEYS):
        return "data must be exactly {turn, step, index, dt, texts}"
    if not all(is_number(data[key]) for key in ("turn", "step", "index")):
        return "turn/step/index must be numbers"
    return _lenient_payload(row, data, payload_key(kind))


def _lenient_payload(row: dict[str, Any], data: dict[str, Any], key: str) -> str | None:
    members, gaps = data[key], data["dt"]
    if not _is_text_list(members):
        return f"{key} must be a non-empty string array"
    if type(gaps) is not list or not all(map(is_safe_integer, gaps)):
        return "dt must be an array of safe integers"
    if len(gaps) != len(members) - 1:
        return f"dt length {len(gaps)} does not match {len(members)} members"
    if row["seq0"] + len(members) - 1 > MAX_SAFE:
        return "member seqs must stay safe integers"
    if not all(map(is_safe_integer, member_times(row["time0"], gaps))):
        return "member times must stay safe integers"
    return None


def _is_text_list(value: object) -> bool:
    return type(value) is list and bool(value) and all(isinstance(item, str) for item in value)


def plain_members(kind: str, data: Any, numbers: list[Any], *, size: int) -> int:
    """How many members a run has that is seen at once to be right; 0 proves nothing.

    ``numbers`` are the counts beside its fragments and gaps; ``size`` counts the members of a run of text. Raises ``KeyError`` or ``TypeError`` for another shape.
    """
    words = [data["id"], data["name"]] if kind == TOOL_CALL_CHUNKS else []
    members = data["args" if words else "texts"]
    gaps = data["dt"]
    plain = (
        len(data) == size + len(words)
        and type(members) is list
        and type(gaps) is list
        and len(gaps) == len(members) - 1 < _FEW
        and set(map(type, members)) == _TEXTS
        and {*map(type, numbers), *map(type, gaps)} == _WHOLE
        and min(numbers) >= 0
        and max(numbers) < _LARGE
        and (not gaps or (min(gaps) >= 0 and max(gaps) < _SHORT))
        and (not words or (set(map(type, words)) == _TEXTS and "" not in words))
    )
    return len(members) if plain else 0


_TEXTS, _WHOLE = {str}, {int}
# So few gaps so short, added to a number below the last, stay safe integers.
_FEW, _SHORT, _LARGE = 2**20, 2**32, 2**52


def check_strictly(row: dict[str, Any], position: int) -> LogRefused | None:
    """What the strict reader refuses in a packed row; ``position`` counts body rows from 0."""
    kind = row["type"]
    start = f"released {kind} row {position}"
    data = row.get("data")
    failure = _members(row, _ROW_KEYS, start)
    if failure is not None:
        return failure
    if type(data) is not dict:
        return refuse(f"{start} data must be a JSON object")
    call = kind == TOOL_CALL_CHUNKS
    failure = _members(
        data, _CALL_KEYS if call else _RUN_KEYS, f"{start} data", optional=("name",) * call
    )
    if failure is not None:
        return failure
    reason = _strict_reason(kind, row, data)
    return None if reason is None else refuse(f"{start} {reason}")


def _members(
    value: dict[str, Any], keys: tuple[str, ...], start: str, *, optional: tuple[str, ...] = ()
) -> LogRefused | None:
    for key in value:
        if key not in keys and key not in optional:
            return refuse(f'{start} has unexpected member "%s"', key)
    for key in keys:
        if key not in value:
            return refuse(f'{start} lacks required member "%s"', key)
    return None


def _strict_reason(kind: str, row: dict[str, Any], data: dict[str, Any]) -> str | None:
    for key in ("turn", "step", "index"):
        if not is_count(data[key]):
            return f"{key} must be a non-negative safe integer"
    if kind == TOOL_CALL_CHUNKS and not (
        isinstance(data["id"], str) and data["id"] and isinstance(data.get("name", ""), str)
    ):
        return "id and optional name must be strings"
    members, gaps = data[payload_key(kind)], data["dt"]
    if not _is_text_list(members):
        return "payload must be a non-empty string array"
    if type(gaps) is not list or len(gaps) != len(members) - 1:
        return "dt length must match its payload"
    if not all(map(is_safe_integer, gaps)):
        return "dt member must be a safe integer"
    if not is_count(row["seq0"]):
        return "seq0 must be a non-negative safe integer"
    if row["seq0"] + len(members) - 1 > MAX_SAFE:
        return "final seq must be a non-negative safe integer"
    if not all(map(is_safe_integer, member_times(row["time0"], gaps))):
        return "member time must be a safe integer"
    return None
