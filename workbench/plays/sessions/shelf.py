"""Session records at hand: cached, written whole, and told apart when a write fails.

Source: ``spec/play-sessions.md`` §7.2.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any, TypeVar

from workbench.plays.engine.engine import Engine
from workbench.plays.engine.events import Event
from workbench.plays.engine.serialization import StateRefused, deserialize, serialize
from workbench.plays.engine.state import GameState
from workbench.plays.engines import RUNNING
from workbench.plays.sessions.happenings import Faulted, hear
from workbench.plays.sessions.ports import Ports
from workbench.plays.sessions.queues import Queues
from workbench.plays.sessions.records import Conflict, SaveRecord, SessionError, SessionRecord

T = TypeVar("T")


class Shelf:
    """The host's own: records, queues, the engine and its version. No client may hold it."""

    def __init__(self, engine: Engine, ports: Ports, *, engine_version: str = RUNNING) -> None:
        self.engine = engine.telling(hear)
        self.ports, self.engine_version = ports, engine_version
        self.queues = Queues()
        self._records: dict[str, SessionRecord] = {}
        # The game of a record at hand, so that it is read from its text once. States never change.
        self._games: dict[str, tuple[SessionRecord, GameState]] = {}
        self._listeners: list[Callable[[Faulted], None]] = []

    def record(self, session_id: str, operation: str) -> SessionRecord:
        """The record of a session. Raises ``SessionError`` for an unknown one."""
        record = self._records.get(session_id)
        if record is None:
            record = self._asked(operation, self.ports.store.session, session_id)
            if record is None:
                raise SessionError(operation, "unknown_session", step="hold")
            self._records[session_id] = record
        return record

    def state(self, record: SessionRecord, operation: str) -> GameState:
        """The game of a record. Raises ``SessionError``."""
        read, game = self._games.get(record.session_id, (None, None))
        if read is record and game is not None:
            return game
        try:
            game = deserialize(self.engine, record.blob)
        except StateRefused as refused:
            raise SessionError(operation, refused.code) from None
        self._games[record.session_id] = record, game
        return game

    def write(self, record: SessionRecord, state: GameState, operation: str) -> SessionRecord:
        """Store a record of ``state``; a failed write leaves the earlier one at hand."""
        blob = record.blob if self._game_of(record) is state else serialize(state)
        stamped = replace(record, blob=blob, updated_at=self.ports.clock())
        try:
            self.ports.store.put_session(stamped)
        except Conflict:
            self.forget(record.session_id)
            raise SessionError(operation, "concurrent_modification") from None
        except Exception:  # a store may raise anything; all of it is a storage failure
            raise SessionError(operation, "storage_failure") from None
        self._records[record.session_id] = stamped
        self._games[record.session_id] = stamped, state
        return stamped

    def _game_of(self, record: SessionRecord) -> GameState | None:
        """The game whose text the record has, if it is at hand."""
        read, game = self._games.get(record.session_id, (None, None))
        return game if read is not None and read.blob is record.blob else None

    def delete(self, session_id: str, operation: str) -> None:
        """Delete a session from the store and from what is at hand."""
        self._asked(operation, self.ports.store.delete_session, session_id)
        self.forget(session_id)

    def sessions_of(self, profile_id: str, operation: str) -> list[SessionRecord]:
        """The sessions of a profile, as the store has them."""
        return self._asked(operation, lambda: list(self.ports.store.sessions_of(profile_id)))

    def put_save(self, record: SaveRecord, operation: str) -> None:
        """Store a save."""
        self._asked(operation, self.ports.store.put_save, record)

    def save(self, save_id: str, operation: str) -> SaveRecord:
        """A stored save. Raises ``SessionError`` for an unknown one."""
        record = self._asked(operation, self.ports.store.save, save_id)
        if record is None:
            raise SessionError(operation, "unknown_save")
        return record

    def delete_save(self, save_id: str, operation: str) -> None:
        """Delete a save."""
        self._asked(operation, self.ports.store.delete_save, save_id)

    def saves_of(self, profile_id: str, operation: str) -> list[SaveRecord]:
        """The saves of a profile."""
        return self._asked(operation, lambda: list(self.ports.store.saves_of(profile_id)))

    def forget(self, session_id: str) -> None:
        """Drop what is at hand of a session; the next use reads the store again."""
        self._records.pop(session_id, None)
        self._games.pop(session_id, None)

    def offer(self, campaign_id: str, session_id: str, profile_id: str | None) -> str | None:
        """The version a session should be on, if the channel says one."""
        try:
            offered: object = self.ports.channel(campaign_id, session_id, profile_id)
        except Exception:  # a channel that fails offers nothing
            return None
        return offered if isinstance(offered, str) else None

    def listen(self, listener: Callable[[Faulted], None]) -> None:
        """Hear of every command during which the engine told of an error."""
        self._listeners.append(listener)

    def tell(
        self,
        operation: str,
        events: list[Event],
        *,
        session_id: str | None = None,
        action_id: str | None = None,
        params: Mapping[str, Any] | None = None,
    ) -> None:
        """Tell the listeners. None of them can fail the command; that one failed is a warning."""
        for event in tuple(events):
            faulted = Faulted(operation, event, session_id, action_id, params)
            for listener in self._listeners:
                try:
                    listener(faulted)
                except Exception as failure:  # the host's own code
                    self.warn(operation, getattr(failure, "code", "listener_failed"))

    def warn(self, operation: str, code: str) -> None:
        """Tell the host of what no answer says."""
        with suppress(Exception):  # who is told must not fail the command either
            self.ports.warned(operation, code)

    def _asked(self, operation: str, ask: Callable[..., T], *asked: object) -> T:
        try:
            return ask(*asked)
        except Exception:  # a store may raise anything; all of it is a storage failure
            raise SessionError(operation, "storage_failure") from None
