"""The host's surface: capture a session, and forget what is at hand of it.

It stands beside the client's surface and is no part of it. A call names one session, and none lists
any: nothing here collects sessions in the background. Source:
``spec/play-sessions.md`` §7.5, §10.
"""

from __future__ import annotations

from dataclasses import replace

from workbench.core.canonical import JSON
from workbench.plays.recorded import Recorded
from workbench.plays.sessions.admission import admit
from workbench.plays.sessions.naming import check_capture_name
from workbench.plays.sessions.shelf import Shelf


class HostSessions:
    """What only a host may do. Writes nothing and keeps nothing."""

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf

    def capture_session(self, session_id: str, name: str) -> dict[str, JSON]:
        """The fixture of a session, under the caller's ``name``.

        Held on the session's own queue, so every command before it has settled. The fixture holds
        the log and what replays it: no profile, session, game, account, audience or time. Raises
        ``SessionError``, and ``UnsafeName`` for a name that tells whose session it is.
        """
        return self._captured(session_id, name).to_json()

    def _captured(self, session_id: str, name: str) -> Recorded:
        with self._shelf.queues.turn(f"session:{session_id}"):
            record = self._shelf.record(session_id, "captureSession")
            admitted = admit(self._shelf.engine, record, "captureSession")
        check_capture_name(name, (session_id, record.profile_id, admitted.state.game_id))
        return replace(admitted.recorded, name=name, captured_under=self._shelf.engine_version)

    def forget(self, session_id: str) -> None:
        """Drop what is at hand of a session, so that the next use reads the store again."""
        with self._shelf.queues.turn(f"session:{session_id}"):
            self._shelf.forget(session_id)
