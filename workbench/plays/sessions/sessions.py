"""The client's surface: play a stored game, save it, load it, branch it. It cannot capture.

Source: ``spec/play-sessions.md`` §7.2, §7.4.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from workbench.core.canonical import JSON
from workbench.plays.engine.adoption import adopt_content
from workbench.plays.engine.engine import GameConfig, Result
from workbench.plays.engine.faults import EngineFault
from workbench.plays.engine.serialization import serialize
from workbench.plays.engine.state import EpochEntry, GameState
from workbench.plays.sessions.admission import admit
from workbench.plays.sessions.profiles import mirror
from workbench.plays.sessions.records import (
    Initialization,
    SaveRecord,
    SessionError,
    SessionRecord,
)
from workbench.plays.sessions.saves import load_save, save_text
from workbench.plays.sessions.shelf import Shelf


class Sessions:
    """Commands on stored games. Commands on one session settle in the order they came."""

    def __init__(self, shelf: Shelf) -> None:
        self._shelf, self._engine = shelf, shelf.engine

    def create_session(
        self,
        campaign_id: str,
        *,
        seed: str | None = None,
        audience: str = "player",
        profile_id: str | None = None,
    ) -> str:
        """A new session's id. Raises ``SessionError``."""
        session_id = self._shelf.ports.new_id("session")
        version = self._shelf.offer(campaign_id, session_id, profile_id)
        try:
            created = self._engine.create_game(GameConfig(campaign_id, seed), version)
        except EngineFault:
            raise SessionError("createSession", "invalid_state") from None
        if created.state is None:
            known = created.reason == "unknown_campaign"
            raise SessionError("createSession", "unknown_campaign" if known else "invalid_state")
        self._store_new(
            "createSession",
            session_id,
            created.state,
            audience=audience,
            profile_id=profile_id,
            initialization=Initialization(),
        )
        return session_id

    def submit_action(
        self, session_id: str, action_id: str, params: Mapping[str, Any] | None = None
    ) -> dict[str, JSON]:
        """Take one action; the answer as a client may see it. Raises ``SessionError``, ``EngineFault``."""
        with self._turn(session_id, "submitAction") as record:
            state = self._shelf.state(record, "submitAction")
            result = self._engine.submit_action(state, action_id, params)
            after = state if result.state is None else self._moved_on(record, result.state)
            counted = replace(record, attempts=record.attempts + 1, revision=record.revision + 1)
            self._shelf.write(replace(counted, blob=serialize(after)), "submitAction")
            warning = self._mirrored(record, result)
        return _for_client(result, warning)

    def preview_action(
        self, session_id: str, action_id: str, params: Mapping[str, Any] | None = None
    ) -> dict[str, JSON]:
        """What :meth:`submit_action` would answer; nothing is stored."""
        with self._turn(session_id, "previewAction") as record:
            state = self._shelf.state(record, "previewAction")
            return _for_client(self._engine.preview_action(state, action_id, params), None)

    def scene(self, session_id: str) -> dict[str, JSON]:
        """What the player sees."""
        with self._turn(session_id, "getScene") as record:
            return self._engine.scene(self._shelf.state(record, "getScene"))

    def view(self, session_id: str) -> dict[str, JSON]:
        """What the session's audience may know."""
        with self._turn(session_id, "getView") as record:
            return self._engine.view(self._shelf.state(record, "getView"), record.audience)

    def available_actions(self, session_id: str) -> list[dict[str, JSON]]:
        """What the player is offered."""
        with self._turn(session_id, "getActions") as record:
            return self._engine.available_actions(self._shelf.state(record, "getActions"))

    def strings(self, session_id: str) -> dict[str, str]:
        """The texts of every epoch the session has lived on; later ones win."""
        with self._turn(session_id, "getStrings") as record:
            state = self._shelf.state(record, "getStrings")
        texts: dict[str, str] = {}
        for version in live_versions(state):
            epoch = self._engine.archive.epoch(state.campaign_id, version)
            texts.update((epoch.campaign.strings if epoch is not None else None) or {})
        return texts

    def resume_session(self, session_id: str) -> dict[str, JSON]:
        """Take a session up again: the scene, on newer content if some is offered."""
        with self._turn(session_id, "resumeSession") as record:
            state = self._shelf.state(record, "resumeSession")
            moved = self._moved_on(record, state)
            if moved is not state:
                changed = replace(record, blob=serialize(moved), revision=record.revision + 1)
                try:
                    self._shelf.write(changed, "resumeSession")
                except SessionError:
                    moved = state  # the earlier scene is served, and the record stays
            return self._engine.scene(moved)

    def save_game(self, session_id: str) -> str:
        """A new save's id."""
        with self._turn(session_id, "saveGame") as record:
            state = self._shelf.state(record, "saveGame")
            save_id = self._shelf.ports.new_id("save")
            blob = save_text(
                self._engine,
                state,
                engine_version=self._shelf.engine_version,
                compatible=record.replay_compatible,
            )
            saved_at = self._shelf.ports.clock()
            save = SaveRecord(
                save_id,
                state.campaign_id,
                blob,
                saved_at,
                len(state.log),
                record.audience,
                record.profile_id,
            )
            with self._shelf.queues.turn(f"save:{save_id}"):
                self._shelf.put_save(save, "saveGame")
        return save_id

    def load_game(self, save_id: str) -> str:
        """A new session that goes on from a save. Raises ``SessionError``."""
        with self._shelf.queues.turn(f"save:{save_id}"):
            save = self._shelf.save(save_id, "loadGame")
        session_id = self._shelf.ports.new_id("session")
        offered = self._shelf.offer(save.campaign_id, session_id, save.profile_id)
        loaded = load_save(self._engine, save.blob, current=offered)
        self._store_new(
            "loadGame",
            session_id,
            loaded.state,
            audience=save.audience,
            profile_id=save.profile_id,
            replay_compatible=loaded.replay_compatible,
            adopt=True,
        )
        return session_id

    def branch_session(self, session_id: str, keep: int) -> str:
        """A new session that keeps the first ``keep`` log entries. Raises ``SessionError``."""
        with self._turn(session_id, "branchSession") as record:
            if isinstance(keep, bool) or not isinstance(keep, int):
                # Still after the gates that stand before it.
                keep = -1
            admitted = admit(self._engine, record, "branchSession", keep=keep)
        branch_id = self._shelf.ports.new_id("session")
        self._store_new(
            "branchSession",
            branch_id,
            admitted.state,
            audience=record.audience,
            profile_id=record.profile_id,
            initialization=record.initialization,
            adopt=True,
        )
        return branch_id

    @contextmanager
    def _turn(self, session_id: str, operation: str) -> Iterator[SessionRecord]:
        with self._shelf.queues.turn(f"session:{session_id}"):
            yield self._shelf.record(session_id, operation)

    def _store_new(
        self,
        operation: str,
        session_id: str,
        state: GameState,
        *,
        audience: str,
        profile_id: str | None,
        initialization: Initialization | None = None,
        replay_compatible: bool = True,
        adopt: bool = False,
    ) -> None:
        record = SessionRecord(
            session_id=session_id,
            blob=serialize(state),
            audience=audience,
            created_at=self._shelf.ports.clock(),
            updated_at="",
            replay_compatible=replay_compatible,
            profile_id=profile_id,
            initialization=initialization,
        )
        if adopt:
            record = replace(record, blob=serialize(self._moved_on(record, state)))
        with self._shelf.queues.turn(f"session:{session_id}"):
            self._shelf.write(record, operation)

    def _moved_on(self, record: SessionRecord, state: GameState) -> GameState:
        """An adoption point: the state on offered content, or as it is. Never fails a command."""
        offered = self._shelf.offer(state.campaign_id, record.session_id, record.profile_id)
        return state if offered is None else adopt_content(self._engine, state, offered).state

    def _mirrored(self, record: SessionRecord, result: Result) -> str | None:
        if record.profile_id is None or not result.ok:
            return None
        with self._shelf.queues.turn(f"profile:{record.profile_id}"):
            return mirror(self._shelf.ports.store, record.profile_id, self._engine, result)


def live_versions(state: GameState) -> list[str]:
    """The epochs a session has lived on: its start, or its last migration, and what came after."""
    versions = [state.starting_version]
    for entry in state.log:
        if isinstance(entry, EpochEntry):
            if entry.system == "migration":
                versions = []
            versions.append(entry.target)
    return versions


def _for_client(result: Result, warning: str | None) -> dict[str, JSON]:
    answer = result.to_json()
    answer["changes"] = [change for change in result.changes if change["visible"]]
    answer["messages"] = [message for message in result.messages if message["visible"]]
    if warning is not None:
        answer["warnings"] = [{"code": warning, "messageKey": f"core.reason.{warning}"}]
    return answer
