"""The stand-in for the language model: answers every call from the recorded scripts.

Source: ``spec/session-logs.md`` §§15-18::

    replayer = Replayer([[call.entry for call in calls] for calls in scripts])
    async for chunk in replayer.call("my session", messages):
        ...
    replayer.assert_consumed()
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from workbench.core.errors import UnsafeName
from workbench.core.files import safe_name
from workbench.session_logs.answering import (
    Answer,
    Chunk,
    Pause,
    check_pace,
    chunks_of,
    end,
    entry_of,
    pause,
    pause_thread,
)
from workbench.session_logs.derivation import Entry
from workbench.session_logs.errors import DEFAULT_PREFIX, ReplayError
from workbench.session_logs.placeholders import (
    fill,
    fill_requests,
    fill_sessions,
    has_markers,
)
from workbench.session_logs.requests import announced_subagents, corpus_text


@dataclass(slots=True)
class _Bound:
    """A live session: which script it claimed and how many calls it has made."""

    script: int
    cursor: int = 0


@dataclass(frozen=True, slots=True)
class Progress:
    """One script: how many calls it has, how many were asked for, whether a session claimed it."""

    calls: int
    asked: int
    bound: bool

    @property
    def complete(self) -> bool:
        return self.bound and self.asked >= self.calls


class Replayer:
    """Replays scripts, in binding order, to whatever asks for model calls.

    ``scripts`` are lists of entries; ``pace_ms`` waits before each chunk; ``ready_folder`` is where a
    ``hang`` entry may create its ``readyFile`` (nowhere by default); ``prefix`` starts every message.
    Calls may come from several threads.
    """

    def __init__(
        self,
        scripts: Sequence[Sequence[Entry]],
        *,
        pace_ms: object = None,
        prefix: str = DEFAULT_PREFIX,
        ready_folder: Path | None = None,
    ) -> None:
        self._scripts = [list(script) for script in scripts]
        self._pace = check_pace(pace_ms, prefix=prefix) / 1000
        self._prefix = prefix
        self._ready_folder = ready_folder
        self._bound: dict[str | None, _Bound] = {}
        self._live: dict[int, str] = {}  # ordinal from 1 → live session id
        self._lock = threading.RLock()

    def call(
        self,
        session_id: str | None = None,
        messages: Any = (),
        *,
        cancel: asyncio.Event | None = None,
    ) -> AsyncIterator[Chunk]:
        """The chunks that answer this call. The cursor moves now; errors come at the first read."""
        return self.stream(self.answer(session_id, messages), cancel=cancel)

    def iter_call(
        self,
        session_id: str | None = None,
        messages: Any = (),
        *,
        cancel: threading.Event | None = None,
    ) -> Iterator[Chunk]:
        """Like :meth:`call`, without asyncio. A ``hang`` without ``cancel`` aborts at once."""
        return self.iterate(self.answer(session_id, messages), cancel=cancel)

    def stream_entry(self, entry: Entry) -> Iterator[Chunk]:
        """The chunks of an entry that was answered already, without asyncio and without waiting."""
        return self.iterate(Answer(None, None, entry))

    def bind(self, session_id: str | None = None) -> int | None:
        """Claim the next script without a call; its index, or ``None`` if none is left."""
        with self._lock:
            bound = self._bind(session_id)
        return None if bound is None else bound.script

    def answer(self, session_id: str | None = None, messages: Any = ()) -> Answer:
        """Bind, advance the cursor and resolve the entry, as the moment of the call does (§15)."""
        with self._lock:
            for announced in announced_subagents(messages):
                self._learn(announced)
            bound = self._bind(session_id)
            if bound is None:
                return Answer(None, None, error=self._unrecorded())
            index, bound.cursor = bound.cursor, bound.cursor + 1
            live = dict(self._live)
        script = self._scripts[bound.script]
        if index >= len(script):
            return Answer(bound.script, index, error=self._exhausted(index, len(script)))
        try:
            entry = self._resolved(script[index], messages, live)
        except ReplayError as error:
            return Answer(bound.script, index, error=error)
        return Answer(bound.script, index, entry)

    def assert_consumed(self) -> None:
        """Raises ``ReplayError`` unless every recorded call was asked for (§15)."""
        problems = self.unconsumed()
        if problems:
            raise ReplayError(
                f"{self._prefix}fixture not fully consumed — {'; '.join(problems)}; "
                "the scenario drove fewer model calls than recorded",
                code="not_consumed",
            )

    def unconsumed(self) -> tuple[str, ...]:
        """The problems :meth:`assert_consumed` would name, in its order."""
        problems: list[str] = []
        with self._lock:
            held = list(self._bound.items())
        unbound = len(self._scripts) - len(held)
        if unbound:
            problems.append(f"{unbound} recorded script(s) never bound to a live session")
        for session_id, bound in held:
            size = len(self._scripts[bound.script])
            if bound.cursor < size:
                who = "the anonymous session" if session_id is None else f"session {session_id}"
                problems.append(f"{who} consumed {bound.cursor}/{size} recorded call(s)")
        return tuple(problems)

    def progress(self) -> tuple[Progress, ...]:
        """How far each script has come, in binding order."""
        with self._lock:
            asked = {bound.script: bound.cursor for bound in self._bound.values()}
        return tuple(
            Progress(len(script), asked.get(index, 0), index in asked)
            for index, script in enumerate(self._scripts)
        )

    def _bind(self, session_id: str | None) -> _Bound | None:
        if session_id not in self._bound:
            index = len(self._bound)
            if index >= len(self._scripts):
                return None
            self._bound[session_id] = _Bound(index)
            if session_id is None:
                self._live.pop(index + 1, None)
            else:
                self._live[index + 1] = session_id
        return self._bound[session_id]

    def _learn(self, session_id: str) -> None:
        if session_id in self._live.values():
            return
        for ordinal in range(2, len(self._scripts) + 1):
            if ordinal not in self._live:
                self._live[ordinal] = session_id
                return

    def _resolved(self, entry: Entry, messages: Any, live: Mapping[int, str]) -> Entry:
        if not has_markers(entry):
            return entry
        corpus = cache(lambda: corpus_text(messages))

        def resolve(text: str) -> str:
            text = fill_sessions(text, live.get, prefix=self._prefix)
            return fill_requests(text, corpus, prefix=self._prefix)

        filled = fill(entry, resolve)
        return filled if isinstance(filled, dict) else entry

    def _unrecorded(self) -> ReplayError:
        return ReplayError(
            f"{self._prefix}a model call arrived from an unrecorded session "
            f"(#{len(self._bound) + 1}); the scenario recorded only {len(self._scripts)} "
            "session(s) — re-record it",
            code="unrecorded_session",
        )

    def _exhausted(self, index: int, size: int) -> ReplayError:
        return ReplayError(
            f"{self._prefix}script exhausted — session requested model call #{index + 1} "
            f"but its script has only {size}; re-record the scenario",
            code="exhausted",
        )

    def moves(self, answer: Answer) -> Iterator[Chunk | Pause]:
        """What happens after a call, step by step: pauses to wait and chunks to hand out (§18).

        Raises what the call fails with: its own error at the first step, ``ModelFailure`` after the
        chunks of a ``throw``, ``Aborted`` when a ``hang`` is taken up again after its pause.
        """
        entry = entry_of(answer)
        hangs = entry["kind"] == "hang"
        for chunk in chunks_of(entry):
            if not hangs:
                yield Pause(self._pace)
            yield chunk
        if hangs:
            self._mark_ready(entry)
            yield Pause(None)
        end(entry)

    async def stream(
        self, answer: Answer, *, cancel: asyncio.Event | None = None
    ) -> AsyncIterator[Chunk]:
        """The chunks of an answer. A cancelled task, or ``cancel``, ends any wait at once."""
        for move in self.moves(answer):
            if isinstance(move, Pause):
                await pause(cancel, move.seconds)
            else:
                yield move

    def iterate(self, answer: Answer, *, cancel: threading.Event | None = None) -> Iterator[Chunk]:
        """The chunks of an answer, without asyncio."""
        for move in self.moves(answer):
            if isinstance(move, Pause):
                pause_thread(cancel, move.seconds)
            else:
                yield move

    def _mark_ready(self, entry: Entry) -> None:
        name = entry.get("readyFile")
        if self._ready_folder is None or not isinstance(name, str):
            return
        try:
            path = self._ready_folder / safe_name(name)
        except UnsafeName:
            raise ReplayError(
                f"{self._prefix}readyFile is not a plain name inside its folder",
                code="ready_file",
            ) from None
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
