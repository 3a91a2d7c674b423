"""Ids used as input, and which response or item issued them.

Source: DESIGN "Issued ids", ``spec/http-cassettes.md`` §5.1.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from workbench.cassettes.bodies import sse
from workbench.cassettes.bodies.leaves import event_values
from workbench.cassettes.canonical_body import json_value
from workbench.cassettes.model import Cassette, Interaction
from workbench.core.fixture import IdUse, IssuedBy
from workbench.core.places import Role, Text, pointer

_USES = {
    "tool_call_id": "tool call id",
    "tool_use_id": "tool call id",
    "previous_response_id": "previous_response_id",
    "file_id": "file id",
    "conversation": "conversation id",
    "container": "container id",
    "thread_id": "thread id",
    "input_file_id": "file id",
}
_OUTPUTS = frozenset(
    {
        "function_call_output",
        "custom_tool_call_output",
        "computer_call_output",
        "local_shell_call_output",
    }
)
_ISSUING = frozenset(
    {"id", "call_id", "tool_call_id", "item_id", "response_id", "file_id", "output_file_id"}
)
_CALLS = frozenset({"tool_use", "server_tool_use", "function", "function_call", "custom_tool_call"})


def id_uses(cassette: Cassette, texts: tuple[Text, ...]) -> tuple[IdUse, ...]:
    """Every id that a request uses, in order, with what issued it."""
    places = {(text.step, text.pointer): text for text in texts if text.role is not Role.KEY}
    found: list[IdUse] = []
    for use in used_ids(cassette):
        text = places.get((use.exchange, use.pointer))
        if text is not None:
            found.append(IdUse(use.value, use.kind, text.place(), use.issued_by))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class UsedId:
    """An id that the request of an exchange uses: where in the document, and who issued it."""

    exchange: int
    kind: str
    value: str = field(repr=False)
    pointer: str = field(repr=False)
    issued_by: IssuedBy | None


def used_ids(cassette: Cassette) -> Iterator[UsedId]:
    """Every id that a request uses, in order of use."""
    issued: dict[str, IssuedBy] = {}
    for interaction in cassette.interactions:
        request = interaction.request
        value = json_value(request.body) if isinstance(request.body, bytes) else None
        if value is not None:
            own = dict(_own_items(value[0]))
            for kind, used, where in _uses(value[0], ""):
                by = issued.get(used) or _own(own, used, interaction.index)
                yield UsedId(interaction.index, kind, used, request.stored.at + where, by)
        for used in _issued(interaction):
            issued.setdefault(used, IssuedBy("response", interaction.index))


def _own(own: Mapping[str, str], used: str, step: int) -> IssuedBy | None:
    return IssuedBy(own[used], step) if used in own else None


def _walk(value: Any, path: str = "") -> Iterator[tuple[Mapping[str, Any], str]]:
    """Every object of a JSON value with its pointer."""
    stack: list[tuple[Any, str]] = [(value, path)]
    while stack:
        item, where = stack.pop()
        if isinstance(item, Mapping):
            yield item, where
            members = [(inner, where + pointer(key)) for key, inner in item.items()]
            stack.extend(reversed(members))
        elif isinstance(item, list):
            stack.extend(reversed([(inner, f"{where}/{n}") for n, inner in enumerate(item)]))


def _uses(value: Any, path: str) -> Iterator[tuple[str, str, str]]:
    for item, where in _walk(value, path):
        kind = _type(item)
        for key, name in _USES.items():
            used = item.get(key)
            if isinstance(used, str) and used:
                yield name, used, where + pointer(key)
        if kind in _OUTPUTS and isinstance(item.get("call_id"), str):
            yield "tool call id", item["call_id"], where + pointer("call_id")
        if kind == "item_reference" and isinstance(item.get("id"), str):
            yield "item id", item["id"], where + pointer("id")
        for number, used in enumerate(_texts(item.get("file_ids"))):
            yield "file id", used, f"{where}/file_ids/{number}"


def _type(item: Mapping[str, Any]) -> str:
    """The item's type word; a JSON Schema may have an object there."""
    kind = item.get("type")
    return kind if isinstance(kind, str) else ""


def _texts(value: Any) -> list[str]:
    return value if isinstance(value, list) and all(isinstance(v, str) for v in value) else []


def _own_items(value: Any) -> Iterator[tuple[str, str]]:
    """The ids of tool calls that the request itself carries."""
    for item, _ in _walk(value):
        if _type(item) in _CALLS:
            for key in ("id", "call_id"):
                if isinstance(item.get(key), str):
                    yield item[key], "tool call in the same request"


def _issued(interaction: Interaction) -> Iterator[str]:
    """The ids a response gives out, in its JSON or in its events."""
    response = interaction.response
    found = json_value(response.body)
    values = [found[0]] if found is not None else []
    if found is None and sse.is_sse(response.media_type, response.head):
        values = event_values(sse.read_events(sse.decoded(response.body)))
    for value in values:
        for item, _ in _walk(value):
            for key, inner in item.items():
                if key in _ISSUING and isinstance(inner, str):
                    yield inner
