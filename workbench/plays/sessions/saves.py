"""Save envelopes: a game put aside, and taken up again, checked in order.

Source: ``spec/play-sessions.md`` §8.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, Final

from workbench.core.canonical import JSON, canonical_text, digest
from workbench.core.json_text import NotJson, parse
from workbench.plays.engine.adoption import valid_state
from workbench.plays.engine.engine import Engine
from workbench.plays.engine.registry import Epoch
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

    ``current`` is the version to migrate to where the save's own epoch is not held.
    """
    envelope, state = _opened(text)
    epoch = engine.archive.epoch(state.campaign_id, state.campaign_version)
    if not engine.archive.knows(state.campaign_id):
        raise _refused("unknown_campaign")
    kind = engine.kinds.get(state.kind_id)
    if kind is None:
        raise _refused("unknown_kind")
    outer = (envelope["kindId"], envelope["campaignId"], envelope["campaignVersion"])
    if outer != (state.kind_id, state.campaign_id, state.campaign_version):
        raise _refused("invalid_state")
    if envelope["kindVersion"] != kind.version:
        raise _refused("save_requires_migration")
    if epoch is None:
        return _migrated(engine, state, current)
    if epoch.campaign.kind_id != state.kind_id or not valid_state(epoch, state.kind_state):
        raise _refused("invalid_state")
    return Loaded(state, envelope["replayCompatible"])


def _opened(text: str) -> tuple[dict[str, Any], GameState]:
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
        return envelope, read_state(canonical_text(envelope["state"]))
    except StateRefused:
        raise _refused("invalid_state") from None


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


def _migrated(engine: Engine, state: GameState, current: str | None) -> Loaded:
    target = None if current is None else engine.archive.epoch(state.campaign_id, current)
    if target is None or target.campaign.migrate is None:
        raise _refused("save_requires_migration")
    moved = _moved(target, state)
    # The entry is for logs that already tell of epochs; others are known by the record's flag.
    log = state.log
    if any(isinstance(entry, EpochEntry) for entry in log):
        log = log.with_entry(
            EpochEntry(len(log), "migration", state.campaign_version, target.campaign.version)
        )
    version = target.campaign.version
    return Loaded(
        replace(state, campaign_version=version, kind_state=moved, log=log),
        replay_compatible=False,
    )


def _moved(target: Epoch, state: GameState) -> Any:
    assert target.campaign.migrate is not None
    try:
        moved = target.campaign.migrate(state.kind_state, state.campaign_version)
    except Exception:  # a migration is content: whatever it raises, it failed
        moved = None
    if moved is None or not valid_state(target, moved):
        raise _refused("migration_failed")
    return moved


def _checksum(state: Any, compatible: bool) -> str:
    return digest({"state": state, "replayCompatible": compatible})


def _refused(code: str) -> SessionError:
    return SessionError("loadGame", code)
