"""Cleaning the history of an OpenAI Responses request that is sent with ``store: false``.

With storage off the provider cannot resolve its own item ids, so history that carries them is
refused. Applied to both sides of a comparison, never to one. Source: ``spec/http-cassettes.md`` §5.1.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

Item: TypeAlias = "Mapping[str, Any]"

_INTERNAL = frozenset({"raw_provider_block", "provider_id", "__struct__"})
_REASONING = ("type", "summary", "status", "encrypted_content")
_CALLS = frozenset({"function_call", "tool_call", "tool_use"})
_CALL = ("type", "call_id", "name", "arguments")
_EMPTY_TURN = {"type": "message", "role": "assistant", "content": ""}


def sanitised(body: Any) -> Any:
    """The body as it is sent: unchanged unless its top-level ``store`` is exactly ``false``.

    Pure and idempotent.
    """
    if not isinstance(body, Mapping) or body.get("store") is not False:
        return body
    history = body.get("input")
    if not isinstance(history, list):
        return body
    return {**body, "input": list(_items(history))}


def removed(body: Any) -> tuple[str, ...]:
    """What :func:`sanitised` changes, as RFC 6901 pointers into ``body``, for the reviewer."""
    if sanitised(body) is body or not isinstance(body, Mapping):
        return ()
    found: list[str] = []
    for number, item in enumerate(body["input"]):
        kept = _item(item)
        if kept is None:
            found.append(f"/input/{number}")
        elif isinstance(item, Mapping):
            found.extend(f"/input/{number}/{key}" for key in item if key not in kept)
    return tuple(found)


def _items(history: list[Any]) -> Iterator[Any]:
    """The history cleaned. An assistant turn that loses everything becomes an empty message."""
    turn: list[Any] = []
    lost = False
    for item in history:
        if _ends_turn(item):
            yield from _turn(turn, lost=lost)
            turn, lost = [], False
            yield item
            continue
        kept = _item(item)
        lost = lost or kept is None
        if kept is not None:
            turn.append(kept)
    yield from _turn(turn, lost=lost)


def _turn(kept: list[Any], *, lost: bool) -> list[Any]:
    return [dict(_EMPTY_TURN)] if lost and not kept else kept


def _ends_turn(item: Any) -> bool:
    """Whether an item is the caller's: anything the model did not say."""
    if not isinstance(item, Mapping):
        return True
    return _kind(item) == "function_call_output" or (
        _kind(item) == "message" and item.get("role") != "assistant"
    )


def _kind(item: Item) -> str:
    kind = item.get("type")
    if isinstance(kind, str):
        return kind
    return "message" if "role" in item else ""


def _item(item: Any) -> Any:
    """One item cleaned; ``None`` for one that is skipped."""
    if not isinstance(item, Mapping):
        return item
    kind = _kind(item)
    if kind == "message":
        return item if item.get("role") != "assistant" else _without_id(item)
    if kind == "reasoning":
        return _reasoning(item)
    if kind == "image_generation_call":
        bare = set(item) - _INTERNAL <= {"type", "id", "status"}
        return None if bare else _without_id(item)
    if kind in _CALLS:
        return _call(item)
    return item if kind == "function_call_output" else _cleaned(item)


def _without_id(item: Item) -> dict[str, Any]:
    return {key: value for key, value in _cleaned(item).items() if key != "id"}


def _reasoning(item: Item) -> dict[str, Any] | None:
    secret = item.get("encrypted_content")
    if not isinstance(secret, str) or not secret:
        return None
    return {key: _cleaned(item[key]) for key in _REASONING if item.get(key) is not None}


def _call(item: Item) -> dict[str, Any]:
    call = {**_cleaned(item), "type": "function_call"}
    arguments = call.get("arguments")
    if not isinstance(arguments, str):
        call["arguments"] = json.dumps(
            {} if arguments is None else arguments, separators=(",", ":")
        )
    return {key: call[key] for key in _CALL if key in call}


def _cleaned(value: Any) -> Any:
    """A value without the library's own keys, at every depth."""
    if isinstance(value, Mapping):
        return {key: _cleaned(inner) for key, inner in value.items() if key not in _INTERNAL}
    if isinstance(value, list):
        return [_cleaned(inner) for inner in value]
    return value
