"""Every client command, carried out: on the session's own queue, stored whole or not at all.

This is the host's side of the client's surface. Source: ``spec/play-sessions.md`` §7.2, §7.4.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from workbench.core.canonical import JSON
from workbench.plays.engine.adoption import adopt_content
from workbench.plays.engine.engine import Engine, GameConfig, Result
from workbench.plays.engine.faults import EngineFault
from workbench.plays.engine.state import GameState
from workbench.plays.sessions.admission import admit
from workbench.plays.sessions.answers import (
    for_client,
    live_versions,
    save_listed,
    session_listed,
    warnings_listed,
)
from workbench.plays.sessions.given import plain_params
from workbench.plays.sessions.happenings import listening
from workbench.plays.sessions.profiles import Carried, carried_into, load_profile, mirror
from workbench.plays.sessions.records import (
    Initialization,
    SaveRecord,
    SessionError,
    SessionRecord,
)
from workbench.plays.sessions.saves import load_save, save_text
from workbench.plays.sessions.shelf import Shelf


class Desk:
    """Carries out client commands over a shelf. Methods are those of ``Sessions``, which say more."""

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf

    @property
    def _engine(self) -> Engine:
        return self._shelf.engine

    # Sessions

    def create_session(
        self, campaign_id: str, *, seed: str | None, audience: str, profile_id: str | None
    ) -> str:
        operation = "createSession"
        session_id = self._shelf.ports.new_id("session")
        version = self._shelf.offer(campaign_id, session_id, profile_id)
        carried = self._carried(campaign_id, version, profile_id)
        with self._told(operation):
            state = self._created(GameConfig(campaign_id, seed, carried.data), version)
        record = self._new_record(
            session_id,
            audience=audience,
            profile_id=profile_id,
            initialization=Initialization(carried.data, carried.data is not None),
        )
        self._put(record, state, operation)
        for code in carried.warnings:
            self._shelf.warn(operation, code)
        return session_id

    def _carried(self, campaign_id: str, version: str | None, profile_id: str | None) -> Carried:
        epoch = self._engine.epoch_for(campaign_id, version)
        kind = None if epoch is None else epoch.kind
        return carried_into(self._shelf.ports.store, profile_id, kind)

    def _created(self, config: GameConfig, version: str | None) -> GameState:
        try:
            created = self._engine.create_game(config, version)
        except EngineFault:
            raise SessionError("createSession", "invalid_state") from None
        if created.state is None:
            known = created.reason == "unknown_campaign"
            raise SessionError("createSession", "unknown_campaign" if known else "invalid_state")
        return created.state

    def submit_action(
        self, session_id: str, action_id: str, params: Mapping[str, Any] | None
    ) -> dict[str, JSON]:
        given = plain_params(params)
        with (
            self._told("submitAction", session_id, action_id=action_id, params=given),
            self._turn(session_id, "submitAction") as record,
        ):
            state = self._shelf.state(record, "submitAction")
            result = self._engine.submit_action(state, action_id, given)
            after = state if result.state is None else self._moved_on(record, result.state)
            counted = replace(record, attempts=record.attempts + 1, revision=record.revision + 1)
            self._shelf.write(counted, after, "submitAction")
            warnings = self._mirrored(record, result)
        return for_client(result, warnings)

    def preview_action(
        self, session_id: str, action_id: str, params: Mapping[str, Any] | None
    ) -> dict[str, JSON]:
        given = plain_params(params)
        with self._state(session_id, "previewAction") as (_, state):
            return for_client(self._engine.preview_action(state, action_id, given), ())

    def scene(self, session_id: str) -> dict[str, JSON]:
        with self._state(session_id, "getScene") as (_, state):
            return self._engine.scene(state)

    def view(self, session_id: str) -> dict[str, JSON]:
        with self._state(session_id, "getView") as (record, state):
            return self._engine.view(state, record.audience)

    def available_actions(self, session_id: str) -> list[dict[str, JSON]]:
        with self._state(session_id, "getActions") as (_, state):
            return self._engine.available_actions(state)

    def strings(self, session_id: str) -> dict[str, str]:
        with self._state(session_id, "getStrings") as (_, state):
            versions = live_versions(state)
        texts: dict[str, str] = {}
        for version in versions:
            epoch = self._engine.archive.epoch(state.campaign_id, version)
            texts.update((epoch.campaign.strings if epoch is not None else None) or {})
        return texts

    def resume_session(self, session_id: str) -> dict[str, JSON]:
        operation = "resumeSession"
        with self._state(session_id, operation) as (record, state):
            moved = self._moved_on(record, state)
            if moved is not state:
                changed = replace(record, revision=record.revision + 1)
                try:
                    self._shelf.write(changed, moved, operation)
                except SessionError:
                    moved = state  # the earlier scene is served, and the record stays
            return self._engine.scene(moved)

    def list_sessions(self, profile_id: str) -> list[dict[str, JSON]]:
        records = self._shelf.sessions_of(profile_id, "listSessions")
        return [session_listed(each, self._engine) for each in records]

    def delete_session(self, session_id: str) -> None:
        with self._turn(session_id, "deleteSession"):
            self._shelf.delete(session_id, "deleteSession")

    # Saves and branches

    def save_game(self, session_id: str) -> str:
        operation = "saveGame"
        with self._state(session_id, operation) as (record, state):
            save_id = self._shelf.ports.new_id("save")
            blob = save_text(
                self._engine,
                state,
                engine_version=self._shelf.engine_version,
                compatible=record.replay_compatible,
            )
            save = SaveRecord(
                save_id=save_id,
                campaign_id=state.campaign_id,
                blob=blob,
                saved_at=self._shelf.ports.clock(),
                saved_at_seq=len(state.log),
                audience=record.audience,
                profile_id=record.profile_id,
                initialization=record.initialization,
            )
            with self._shelf.queues.turn(f"save:{save_id}"):
                self._shelf.put_save(save, operation)
        return save_id

    def load_game(self, save_id: str) -> str:
        operation = "loadGame"
        with self._shelf.queues.turn(f"save:{save_id}"):
            save = self._shelf.save(save_id, operation)
        session_id = self._shelf.ports.new_id("session")
        offered = self._shelf.offer(save.campaign_id, session_id, save.profile_id)
        with self._told(operation):
            loaded = load_save(self._engine, save.blob, current=offered)
        record = self._new_record(
            session_id,
            audience=save.audience,
            profile_id=save.profile_id,
            initialization=save.initialization,
            replay_compatible=loaded.replay_compatible,
        )
        self._put(record, self._moved_on(record, loaded.state), operation)
        return session_id

    def list_saves(self, profile_id: str) -> list[dict[str, JSON]]:
        return [save_listed(each) for each in self._shelf.saves_of(profile_id, "listSaves")]

    def delete_save(self, save_id: str) -> None:
        with self._shelf.queues.turn(f"save:{save_id}"):
            self._shelf.save(save_id, "deleteSave")
            self._shelf.delete_save(save_id, "deleteSave")

    def branch_session(self, session_id: str, keep: int) -> str:
        operation = "branchSession"
        with self._turn(session_id, operation) as record:
            if isinstance(keep, bool) or not isinstance(keep, int):
                # Still after the gates that stand before it.
                keep = -1
            admitted = admit(self._engine, record, operation, keep=keep)
        branch = self._new_record(
            self._shelf.ports.new_id("session"),
            audience=record.audience,
            profile_id=record.profile_id,
            initialization=record.initialization,
        )
        self._put(branch, self._moved_on(branch, admitted.state), operation)
        return branch.session_id

    def profile(self, profile_id: str) -> dict[str, JSON]:
        with self._shelf.queues.turn(f"profile:{profile_id}"):
            profile, warning = load_profile(self._shelf.ports.store, profile_id)
        document = profile.to_json()
        return {
            "achievements": document["achievements"],
            "terminals": document["terminals"],
            "warnings": warnings_listed(() if warning is None else (warning,)),
        }

    # What the commands share

    @contextmanager
    def _turn(self, session_id: str, operation: str) -> Iterator[SessionRecord]:
        with self._shelf.queues.turn(f"session:{session_id}"):
            yield self._shelf.record(session_id, operation)

    @contextmanager
    def _state(self, session_id: str, operation: str) -> Iterator[tuple[SessionRecord, GameState]]:
        """A command that reads one session and its game."""
        with self._told(operation, session_id), self._turn(session_id, operation) as record:
            yield record, self._shelf.state(record, operation)

    @contextmanager
    def _told(
        self,
        operation: str,
        session_id: str | None = None,
        *,
        action_id: str | None = None,
        params: Mapping[str, Any] | None = None,
    ) -> Iterator[None]:
        """Tell the host of errors after the command has settled, so that it may capture then."""
        with listening() as heard:
            try:
                yield
            finally:
                self._shelf.tell(
                    operation, heard, session_id=session_id, action_id=action_id, params=params
                )

    def _new_record(
        self,
        session_id: str,
        *,
        audience: str,
        profile_id: str | None,
        initialization: Initialization | None,
        replay_compatible: bool = True,
    ) -> SessionRecord:
        return SessionRecord(
            session_id=session_id,
            blob="",  # written with its game
            audience=audience,
            created_at=self._shelf.ports.clock(),
            updated_at="",
            replay_compatible=replay_compatible,
            profile_id=profile_id,
            initialization=initialization,
        )

    def _put(self, record: SessionRecord, state: GameState, operation: str) -> None:
        with self._shelf.queues.turn(f"session:{record.session_id}"):
            self._shelf.write(record, state, operation)

    def _moved_on(self, record: SessionRecord, state: GameState) -> GameState:
        """An adoption point: the state on offered content, or as it is. Never fails a command."""
        offered = self._shelf.offer(state.campaign_id, record.session_id, record.profile_id)
        return state if offered is None else adopt_content(self._engine, state, offered).state

    def _mirrored(self, record: SessionRecord, result: Result) -> tuple[str, ...]:
        if record.profile_id is None or not result.ok:
            return ()
        with self._shelf.queues.turn(f"profile:{record.profile_id}"):
            return mirror(self._shelf.ports.store, record.profile_id, self._engine, result)
