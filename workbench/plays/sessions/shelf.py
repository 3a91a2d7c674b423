"""Session records at hand: cached, written whole, and told apart when a write fails.

Source: ``spec/play-sessions.md`` §7.2.
"""

from __future__ import annotations

from dataclasses import replace

from workbench.plays.engine.engine import Engine
from workbench.plays.engine.serialization import StateRefused, deserialize
from workbench.plays.engine.state import GameState
from workbench.plays.sessions.ports import Ports
from workbench.plays.sessions.queues import Queues
from workbench.plays.sessions.records import Conflict, SaveRecord, SessionError, SessionRecord


class Shelf:
    """What the client's and the host's surface share: records, queues, the engine and its version."""

    def __init__(self, engine: Engine, ports: Ports, *, engine_version: str) -> None:
        self.engine, self.ports, self.engine_version = engine, ports, engine_version
        self.queues = Queues()
        self._records: dict[str, SessionRecord] = {}

    def record(self, session_id: str, operation: str) -> SessionRecord:
        """The record of a session. Raises ``SessionError`` for an unknown one."""
        record = self._records.get(session_id)
        if record is None:
            try:
                record = self.ports.store.session(session_id)
            except Exception:
                raise SessionError(operation, "storage_failure") from None
            if record is None:
                raise SessionError(operation, "unknown_session", step="hold")
            self._records[session_id] = record
        return record

    def state(self, record: SessionRecord, operation: str) -> GameState:
        """The game of a record. Raises ``SessionError``."""
        try:
            return deserialize(self.engine, record.blob)
        except StateRefused as refused:
            raise SessionError(operation, refused.code) from None

    def write(self, record: SessionRecord, operation: str) -> SessionRecord:
        """Store a record; a failed write leaves the earlier one at hand."""
        stamped = replace(record, updated_at=self.ports.clock())
        try:
            self.ports.store.put_session(stamped)
        except Conflict:
            self.forget(record.session_id)
            raise SessionError(operation, "concurrent_modification") from None
        except Exception:  # a store may raise anything; all of it is a storage failure
            raise SessionError(operation, "storage_failure") from None
        self._records[record.session_id] = stamped
        return stamped

    def put_save(self, record: SaveRecord, operation: str) -> None:
        """Store a save."""
        try:
            self.ports.store.put_save(record)
        except Exception:  # as above
            raise SessionError(operation, "storage_failure") from None

    def save(self, save_id: str, operation: str) -> SaveRecord:
        """A stored save. Raises ``SessionError`` for an unknown one."""
        try:
            record = self.ports.store.save(save_id)
        except Exception:  # as above
            raise SessionError(operation, "storage_failure") from None
        if record is None:
            raise SessionError(operation, "unknown_save")
        return record

    def forget(self, session_id: str) -> None:
        """Drop what is at hand of a session; the next use reads the store again."""
        self._records.pop(session_id, None)

    def offer(self, campaign_id: str, session_id: str, profile_id: str | None) -> str | None:
        """The version a session should be on, if the channel says one."""
        try:
            offered: object = self.ports.channel(campaign_id, session_id, profile_id)
        except Exception:  # a channel that fails offers nothing
            return None
        return offered if isinstance(offered, str) else None
