"""Cassettes written for these tests, so that they mean something without the shared corpus."""

from __future__ import annotations

import base64
import json
from typing import Any

URL = "https://api.example.com/v1/chat/completions"
NAME = "Zebedee Canary-Example"


def sse(*events: object, ending: str = "\n") -> str:
    """A stream of events whose data is JSON, with the usual terminator."""
    lines = [f"data: {json.dumps(event)}{ending}{ending}" for event in events]
    return "".join([*lines, f"data: [DONE]{ending}{ending}"])


def deltas(*pieces: str) -> str:
    """A chat completion that arrives in pieces."""
    return sse(
        *(
            {
                "id": "chatcmpl_example",
                "object": "chat.completion.chunk",
                "model": "model-example",
                "choices": [{"index": 0, "delta": {"content": piece}}],
            }
            for piece in pieces
        )
    )


def indented(text: str, depth: int) -> str:
    """``text`` as the lines of a literal block."""
    return "".join(f"{' ' * depth}{line}\n" if line else "\n" for line in text.split("\n")[:-1])


def wrapped(data: bytes, depth: int) -> str:
    """``data`` as the lines of a ``!!binary`` block."""
    text = base64.b64encode(data).decode()
    return "\n".join(" " * depth + text[n : n + 60] for n in range(0, len(text), 60))


def entry(**parts: Any) -> str:
    """A native cassette of one exchange, in flow style; parts: body, uri, status, headers, answer."""
    request = {
        "method": parts.get("method", "POST"),
        "uri": parts.get("uri", URL),
        "headers": {},
        "body": parts.get("body"),
    }
    response = {
        "status": {"code": parts.get("status", 200), "message": "OK"},
        "headers": parts.get("headers", {}),
        "body": {"string": parts.get("answer", "")},
    }
    return json.dumps({"requests": [request], "responses": [response]})
