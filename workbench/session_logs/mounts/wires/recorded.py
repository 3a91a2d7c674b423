"""Messages of a request in the shape of recorded ones, so that every wire searches the same text.

Source: ``spec/session-logs.md`` §§8, 9, 16.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

Message = dict[str, Any]
PROMPTS = ("system", "developer")


def text_block(text: str) -> dict[str, Any]:
    return {"type": "text", "text": text}


def reasoning_block(text: str) -> dict[str, Any]:
    return {"type": "reasoning", "text": text}


def call_block(call_id: object, *, name: object, arguments: object) -> dict[str, Any]:
    return {"type": "tool-call", "id": call_id, "name": name, "arguments": arguments}


def result_message(call_id: object, content: Iterable[Any]) -> Message:
    """The result of a tool, as generation 4 records it."""
    return {"role": "tool", "toolCallId": call_id, "content": list(content)}


def blocks(content: object, texts: tuple[str, ...] = ("text",)) -> Iterator[Any]:
    """The blocks of a message's content: a text, or a list of parts; other parts stay as they are.

    ``texts`` are the types of parts that are plain text.
    """
    if isinstance(content, str):
        yield text_block(content)
    elif isinstance(content, list):
        for part in content:
            if (
                isinstance(part, Mapping)
                and part.get("type") in texts
                and isinstance(part.get("text"), str)
            ):
                yield text_block(part["text"])
            else:
                yield part
