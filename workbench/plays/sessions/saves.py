"""Save envelopes: a game put aside, and taken up again, checked in order.

Source: ``spec/play-sessions.md`` §8.
"""

from __future__ import annotations

import copy
from dataclasses import dataclass, field, replace
from typing import Any, Final

from workbench.core.canonical import JSON, canonical_text, digest
from workbench.core.json_text import NotJson, parse
from workbench.plays.engine.adoption import valid_state
from workbench.plays.engine.engine import Engine
from workbench.plays.engine.kind import Kind
from workbench.plays.engine.registry import Migration
from workbench.plays.engine.serialization import StateRefused, read_state
from workbench.plays.engine.state import EpochEntry, GameState
from workbench.plays.sessions.records import SessionError

_MEMBERS: Final = frozenset(
    {
        "saveFormatVersion",
        "serializationVersion",
        "engineVersion",
        "kindId",
        "kindVersion",
        "campaignId",
        "campaignVersion",
        "replayCompatible",
        "checksum",
        "state",
    }
)
_TEXTS = ("engineVersion", "kindId", "kindVersion", "campaignId", "campaignVersion", "checksum")


@dataclass(frozen=True, slots=True)
class Loaded:
    """A game from a save. ``replay_compatible`` is false for good once something was migrated."""

    state: GameState = field(repr=False)
    replay_compatible: bool


def save_text(engine: Engine, state: GameState, *, engine_version: str, compatible: bool) -> str:
    """The canonical text of a save of ``state``."""
    document = state.to_json()
    envelope: dict[str, JSON] = {
        "saveFormatVersion": 1,
        "serializationVersion": 1,
        "engineVersion": engine_version,
        "kindId": state.kind_id,
        "kindVersion": engine.kinds[state.kind_id].version,
        "campaignId": state.campaign_id,
        "campaignVersion": state.campaign_version,
        "replayCompatible": compatible,
        "checksum": _checksum(document, compatible),
        "state": document,
    }
    return canonical_text(envelope)


def load_save(engine: Engine, text: str, *, current: str | None = None) -> Loaded:
    """The game in a save. Raises ``SessionError`` with the code of the first check that fails.

    ``current`` is the version to migrate to where the save's own epoch is not held. A save that is
    refused is told as ``core.deserialize.rejected``, one that was migrated as
    ``core.migration.applied``.
    """
    try:
        return _loaded(engine, text, current)
    except SessionError as refused:
        engine.emit("core.deserialize.rejected", code=refused.code)
        raise


def _loaded(engine: Engine, text: str, current: str | None) -> Loaded:
    envelope, state = _opened(engine, text)
    if not engine.archive.knows(state.campaign_id):
        raise _refused("unknown_campaign")
    kind = engine.kinds.get(state.kind_id)
    if kind is None:
        raise _refused("unknown_kind")
    outer = (envelope["kindId"], envelope["campaignId"], envelope["campaignVersion"])
    if outer != (state.kind_id, state.campaign_id, state.campaign_version):
        raise _refused("invalid_state")
    moved = _of_this_kind_version(kind, state, envelope["kindVersion"])
    moved = _on_held_content(engine, moved, current)
    epoch = engine.archive.epoch(moved.campaign_id, moved.campaign_version)
    if epoch is None or epoch.campaign.kind_id != state.kind_id:
        raise _refused("invalid_state")
    if not valid_state(epoch, moved.kind_state):
        raise _refused("invalid_state" if moved is state else "migration_failed")
    if moved is state:
        return Loaded(state, envelope["replayCompatible"])
    engine.emit("core.migration.applied", gameId=state.game_id, to=moved.campaign_version)
    return Loaded(moved, replay_compatible=False)


def _of_this_kind_version(kind: Kind, state: GameState, version: str) -> GameState:
    if version == kind.version:
        return state
    if kind.migrate is None:
        raise _refused("save_requires_migration")
    return replace(state, kind_state=_migrated(kind.migrate, state.kind_state, version))


def _on_held_content(engine: Engine, state: GameState, current: str | None) -> GameState:
    """A held epoch stays: the game moves on from it by adoption, and remains replayable."""
    if engine.archive.epoch(state.campaign_id, state.campaign_version) is not None:
        return state
    target = None if current is None else engine.archive.epoch(state.campaign_id, current)
    if target is None or target.campaign.migrate is None:
        raise _refused("save_requires_migration")
    version = target.campaign.version
    moved = _migrated(target.campaign.migrate, state.kind_state, state.campaign_version)
    log = state.log
    # The entry is for logs that already tell of epochs; others are known by the record's flag.
    if any(isinstance(entry, EpochEntry) for entry in log):
        log = log.with_entry(EpochEntry(len(log), "migration", state.campaign_version, version))
    return replace(state, campaign_version=version, kind_state=moved, log=log)


def _migrated(migrate: Migration, kind_state: Any, version: str) -> Any:
    try:
        moved = migrate(copy.deepcopy(kind_state), version)
    except Exception:  # a migration is not ours: whatever it raises, it failed
        moved = None
    if moved is None:
        raise _refused("migration_failed")
    return moved


def _opened(engine: Engine, text: str) -> tuple[dict[str, Any], GameState]:
    try:
        envelope = parse(text, javascript_numbers=True)
    except NotJson:
        raise _refused("invalid_state") from None
    if not _has_shape(envelope):
        raise _refused("invalid_state")
    if envelope["checksum"] != _checksum(envelope["state"], envelope["replayCompatible"]):
        raise _refused("invalid_state")
    if (envelope["saveFormatVersion"], envelope["serializationVersion"]) != (1, 1):
        raise _refused("save_requires_migration")
    try:
        state = read_state(canonical_text(envelope["state"]), kinds=engine.kinds)
    except StateRefused:
        raise _refused("invalid_state") from None
    return envelope, state


def _has_shape(envelope: Any) -> bool:
    return (
        isinstance(envelope, dict)
        and set(envelope) == _MEMBERS
        and all(isinstance(envelope[member], str) for member in _TEXTS)
        and type(envelope["saveFormatVersion"]) is int
        and type(envelope["serializationVersion"]) is int
        and isinstance(envelope["replayCompatible"], bool)
        and isinstance(envelope["state"], dict)
    )


def _checksum(state: Any, compatible: bool) -> str:
    return digest({"state": state, "replayCompatible": compatible})


def _refused(code: str) -> SessionError:
    return SessionError("loadGame", code)
