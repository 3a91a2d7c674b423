"""What one answer streams: its chunks, the waits between them, and how it ends.

Source: ``spec/session-logs.md`` §§14, 18.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from workbench.session_logs.derivation import Entry
from workbench.session_logs.errors import DEFAULT_PREFIX, Aborted, ModelFailure, ReplayError
from workbench.session_logs.json_numbers import is_count, template_text
from workbench.session_logs.override import is_accepted

Chunk = Mapping[str, Any]
_HANG_CHUNKS: tuple[Chunk, ...] = (
    {"type": "block-start", "index": 0, "blockType": "text"},
    {"type": "text-delta", "index": 0, "text": "partial"},
)


@dataclass(frozen=True, slots=True)
class Answer:
    """What one call will stream. ``error`` is raised when the stream is first read."""

    script: int | None
    call: int | None
    entry: Entry | None = field(default=None, repr=False)
    error: ReplayError | None = None

    @property
    def accepted(self) -> bool:
        """Whether the provider counts as having accepted the call (§14)."""
        return self.entry is not None and is_accepted(self.entry)


@dataclass(frozen=True, slots=True)
class Pause:
    """A wait before the next chunk, in seconds; ``None`` waits until the call is cancelled."""

    seconds: float | None


def check_pace(value: object, *, prefix: str = DEFAULT_PREFIX) -> int:
    """Milliseconds before each chunk; ``None`` is 0. Raises ``ReplayError`` (§18)."""
    if value is None:
        return 0
    if not is_count(value):
        raise ReplayError(
            f"{prefix}paceMs must be a non-negative integer, got {template_text(value)}",
            code="pace",
        )
    return int(value)


def entry_of(answer: Answer) -> Entry:
    """The entry of an answer; one without any streams nothing. Raises the answer's own error."""
    if answer.error is not None:
        raise answer.error
    return answer.entry or {"kind": "chunks", "chunks": []}


def chunks_of(entry: Entry) -> Sequence[Chunk]:
    """The chunks that an entry streams; those of a ``hang`` are the same for all (§14)."""
    return _HANG_CHUNKS if entry["kind"] == "hang" else entry["chunks"]


def end(entry: Entry) -> None:
    """What comes after the chunks. Raises ``ModelFailure`` or ``Aborted`` where the entry says so."""
    if entry["kind"] == "throw":
        raise ModelFailure(entry["message"], entry["code"])
    if entry["kind"] == "hang":
        raise Aborted


async def pause(cancel: asyncio.Event | None, seconds: float | None) -> None:
    """Wait in a task, without end for ``None``. Raises ``Aborted`` once ``cancel`` is set."""
    if cancel is None:
        # Nothing but the cancellation of the task ends a hang.
        await (asyncio.Event().wait() if seconds is None else asyncio.sleep(seconds))
        return
    if not cancel.is_set():
        if seconds == 0:
            return
        try:
            await asyncio.wait_for(cancel.wait(), seconds)
        except TimeoutError:
            return
    raise Aborted


def pause_thread(cancel: threading.Event | None, seconds: float | None) -> None:
    """Wait in a thread; one that nothing could end does not begin. Raises ``Aborted``."""
    if cancel is None:
        if seconds:
            time.sleep(seconds)
    elif cancel.wait(seconds):
        raise Aborted
