"""Answers that a later request may continue, on a wire that keeps them for its clients."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from workbench.session_logs.mounts.parts import TOOL_CALL, Said


@dataclass(frozen=True, slots=True)
class Kept:
    """What was said up to an answer, in the shape of recorded messages, and by which live session."""

    session: str | None = field(repr=False)
    messages: Sequence[Any] = field(repr=False)


class Conversations:
    """What each answer and each conversation has come to. Safe to use from threads.

    There are at most as many as recorded calls: ids are made of the numbers of script and call.
    """

    def __init__(self) -> None:
        self._answers: dict[str, Kept] = {}
        self._conversations: dict[str, Kept] = {}
        self._lock = threading.Lock()

    def answer(self, name: str) -> Kept | None:
        """All that was said up to the answer ``name``."""
        with self._lock:
            return self._answers.get(name)

    def conversation(self, name: str) -> Kept | None:
        """All that was said in the conversation ``name``."""
        with self._lock:
            return self._conversations.get(name)

    def keep(self, name: str, kept: Kept, *, conversation: str | None) -> None:
        """Remember an answer, and where it is part of a conversation that one, too."""
        with self._lock:
            self._answers[name] = kept
            if conversation is not None:
                self._conversations[conversation] = kept


def message_of(what: Said) -> dict[str, Any]:
    """An answer as the message that was recorded of it."""
    content: list[dict[str, Any]] = []
    for block in what.blocks:
        if block.kind == TOOL_CALL:
            call = {"type": TOOL_CALL, "id": block.tool_call_id, "name": block.name}
            content.append({**call, "arguments": block.text})
        else:
            content.append({"type": block.kind, "text": block.text})
    return {"role": "assistant", "content": content}
