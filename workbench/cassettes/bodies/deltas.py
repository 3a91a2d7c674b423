"""Which pieces of a stream's events belong to one text.

A name may be cut anywhere between two deltas. One table serves reading, checking and replacing.
Source: ``spec/http-cassettes.md`` §4.4.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from workbench.cassettes.words import words
from workbench.core.canonical import JSON

Piece: TypeAlias = "tuple[int, str]"  # number of the event, RFC 6901 pointer in its data


@dataclass(frozen=True, slots=True)
class Lane:
    """One text that arrives in pieces: ``kind`` is text, reasoning, refusal, arguments or tokens."""

    kind: str
    key: tuple[str, ...]
    pieces: tuple[Piece, ...]


def lanes(events: Sequence[JSON]) -> tuple[Lane, ...]:
    """The lanes of a stream, in order of their first piece. ``events`` are the events' JSON data."""
    found: dict[tuple[str, ...], list[Piece]] = {}
    for number, event in enumerate(events):
        for key, pointer in _pieces(event):
            found.setdefault(key, []).append((number, pointer))
    return tuple(
        Lane(key[0], key[1:], tuple(pieces)) for key, pieces in found.items() if len(pieces) > 0
    )


def at(value: JSON, pointer: str) -> JSON:
    """The value at a simple pointer (no escapes); ``None`` where there is none."""
    for member in _members(pointer):
        # The class itself first: a stream asks for thousands of members.
        if type(value) is dict or isinstance(value, Mapping):
            value = value.get(member)
        elif isinstance(value, (list, tuple)) and member.isdigit() and int(member) < len(value):
            value = value[int(member)]
        else:
            return None
    return value


@lru_cache(maxsize=1024)
def _members(pointer: str) -> tuple[str, ...]:
    return tuple(pointer.split("/")[1:])


def dialect(events: Sequence[JSON]) -> str:
    """Whose stream it is: ``openai-chat``, ``openai-responses``, ``anthropic``, ``gemini`` …"""
    for event in events:
        for name, known in _DIALECTS:
            if isinstance(event, Mapping) and known(event):
                return name
    return "unknown"


def _pieces(event: JSON) -> Iterator[tuple[tuple[str, ...], str]]:
    if not isinstance(event, Mapping):
        return
    for name, known in _DIALECTS:
        if known(event):
            for key, pointer in _READERS[name](event):
                if isinstance(at(event, pointer), str):
                    yield key, pointer
            return


_Found: TypeAlias = "Iterator[tuple[tuple[str, ...], str]]"
_Event: TypeAlias = "Mapping[str, JSON]"


def _entries(value: JSON) -> Iterator[tuple[int, _Event]]:
    if isinstance(value, (list, tuple)):
        for index, entry in enumerate(value):
            if isinstance(entry, Mapping):
                yield index, entry


def _chat(event: _Event) -> _Found:
    for n, choice in _entries(event.get("choices")):
        which = str(choice.get("index", n))
        base = f"/choices/{n}/delta"
        yield ("text", which), f"{base}/content"
        yield ("reasoning", which), f"{base}/reasoning_content"
        yield ("reasoning", which, "open"), f"{base}/reasoning"
        yield ("refusal", which), f"{base}/refusal"
        for m, call in _entries(at(choice, "/delta/tool_calls")):
            key = ("arguments", which, str(call.get("index", m)))
            yield key, f"{base}/tool_calls/{m}/function/arguments"
        for m, _ in _entries(at(choice, "/logprobs/content")):
            yield ("tokens", which), f"/choices/{n}/logprobs/content/{m}/token"


def _responses(event: _Event) -> _Found:
    kind = str(event.get("type"))
    if kind.endswith(".delta"):
        names = {"response.output_text.delta": "text", "response.refusal.delta": "refusal"}
        what = names.get(kind) or ("reasoning" if "reasoning" in kind else "arguments")
        item = str(event.get("item_id", event.get("output_index")))
        part = str(event.get("content_index", event.get("summary_index", "")))
        yield (what, kind, item, part), "/delta"


def _anthropic(event: _Event) -> _Found:
    if event.get("type") == "content_block_delta":
        block = str(event.get("index"))
        for name, what in (
            ("text", "text"),
            ("partial_json", "arguments"),
            ("thinking", "reasoning"),
            ("signature", "signature"),
        ):
            yield (what, block), f"/delta/{name}"


def _gemini(event: _Event) -> _Found:
    for n, candidate in _entries(event.get("candidates")):
        for m, part in _entries(at(candidate, "/content/parts")):
            what = "reasoning" if part.get("thought") is True else "text"
            which = str(candidate.get("index", n))
            yield (what, which), f"/candidates/{n}/content/parts/{m}/text"


def _legacy(event: _Event) -> _Found:
    for n, choice in _entries(event.get("choices")):
        yield ("text", str(choice.get("index", n))), f"/choices/{n}/text"


def _cohere(event: _Event) -> _Found:
    which = str(event.get("index", ""))
    yield ("text", which), "/delta/message/content/text"
    yield ("reasoning", which), "/delta/message/content/thinking"
    yield ("reasoning", "plan"), "/delta/message/tool_plan"
    yield ("arguments", which), "/delta/message/tool_calls/function/arguments"


def _ollama(event: _Event) -> _Found:
    yield ("text", "message"), "/message/content"
    yield ("reasoning", "message"), "/message/thinking"
    yield ("text", "response"), "/response"


def _bedrock(event: _Event) -> _Found:
    block = str(event.get("contentBlockIndex"))
    yield ("text", block), "/delta/text"
    yield ("arguments", block), "/delta/toolUse/input"
    yield ("reasoning", block), "/delta/reasoningContent/text"
    yield ("signature", block), "/delta/reasoningContent/signature"


_ANTHROPIC_TYPES = words(
    "message_start content_block_start content_block_delta content_block_stop message_delta",
    "message_stop ping",
)
_COHERE_TYPES = ("message-", "content-", "tool-", "citation-")
_DIALECTS: tuple[tuple[str, Callable[[_Event], bool]], ...] = (
    ("openai-responses", lambda event: str(event.get("type", "")).startswith("response.")),
    ("anthropic", lambda event: str(event.get("type")) in _ANTHROPIC_TYPES),
    ("cohere", lambda event: str(event.get("type", "")).startswith(_COHERE_TYPES)),
    ("gemini", lambda event: isinstance(event.get("candidates"), list)),
    (
        "openai-chat",
        lambda event: (
            event.get("object") == "chat.completion.chunk"
            or any("delta" in choice for _, choice in _entries(event.get("choices")))
        ),
    ),
    (
        "openai-completions",
        lambda event: any("text" in c for _, c in _entries(event.get("choices"))),
    ),
    ("bedrock", lambda event: "contentBlockIndex" in event),
    ("ollama", lambda event: "done" in event),
)
_READERS = {
    "openai-chat": _chat,
    "openai-responses": _responses,
    "anthropic": _anthropic,
    "gemini": _gemini,
    "openai-completions": _legacy,
    "cohere": _cohere,
    "bedrock": _bedrock,
    "ollama": _ollama,
}
