"""Models for the tests of mounts: entries written by hand, and clients without a network."""

from __future__ import annotations

import json
from typing import Any

from workbench.session_logs import ReplayedModel, Settings
from workbench.session_logs.catalogue import UNRESTRICTED, Catalogue
from workbench.session_logs.replayer import Replayer
from workbench.session_logs.settings import DEFAULT_SETTINGS

Chunk = dict[str, Any]
KEY = "replayed-example"
STOP: Chunk = {"type": "finish", "reason": {"kind": "stop"}}
TOOLS: Chunk = {"type": "finish", "reason": {"kind": "tool-calls"}}
USAGE: Chunk = {
    "type": "usage",
    "usage": {
        "inputTokens": 7,
        "outputTokens": 5,
        "cacheReadTokens": 100,
        "cacheWriteTokens": 30,
        "reasoningTokens": 2,
    },
}


def block(index: int, kind: str, *pieces: str, **identity: str) -> list[Chunk]:
    """One block, streamed in pieces and closed with its whole content."""
    whole = "".join(pieces)
    member = "argumentsDelta" if kind == "tool-call" else "text"
    delta = {"type": f"{kind}-delta", "index": index, **identity}
    end = {"type": kind, **identity, "arguments" if kind == "tool-call" else "text": whole}
    return [
        {"type": "block-start", "index": index, "blockType": kind},
        *({**delta, member: piece} for piece in pieces),
        {"type": "block-end", "index": index, "block": end},
    ]


def answer(*chunks: Chunk) -> dict[str, Any]:
    return {"kind": "chunks", "chunks": list(chunks)}


def says(*pieces: str) -> dict[str, Any]:
    """An answer in text."""
    return answer(*block(0, "text", *pieces), USAGE, STOP)


def calls_tool(name: str, arguments: dict[str, Any], *, call_id: str = "call-1") -> dict[str, Any]:
    """An answer that thinks first and then calls a tool, its arguments in two pieces."""
    text = json.dumps(arguments, ensure_ascii=False)
    middle = len(text) // 2
    called = block(1, "tool-call", text[:middle], text[middle:], id=call_id, name=name)
    return answer(*block(0, "reasoning", "Look ", "it up."), *called, USAGE, TOOLS)


def throws(code: str, *chunks: Chunk, **members: Any) -> dict[str, Any]:
    scripted = {"kind": "throw", "chunks": list(chunks), "message": "busy-example", "code": code}
    return {**scripted, **members}


HANG: dict[str, Any] = {"kind": "hang"}


def model_of(
    *scripts: list[dict[str, Any]],
    catalogue: Catalogue = UNRESTRICTED,
    settings: Settings = DEFAULT_SETTINGS,
    pace_ms: int = 0,
) -> ReplayedModel:
    """A model that answers from scripts of entries."""
    replayer = Replayer(scripts, pace_ms=pace_ms)
    return ReplayedModel(replayer, catalogue=catalogue, settings=settings)
