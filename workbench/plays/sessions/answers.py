"""What a client is answered: the visible part of things, and nothing that is the host's."""

from __future__ import annotations

from workbench.core.canonical import JSON
from workbench.plays.engine.engine import Engine, Result
from workbench.plays.engine.serialization import StateRefused, read_state
from workbench.plays.engine.state import EpochEntry, GameState
from workbench.plays.sessions.records import SaveRecord, SessionRecord


def live_versions(state: GameState) -> list[str]:
    """The epochs a session has lived on: its start, or its last migration, and what came after."""
    versions = [state.starting_version]
    for entry in state.log:
        if isinstance(entry, EpochEntry):
            if entry.system == "migration":
                versions = []
            versions.append(entry.target)
    return versions


def for_client(result: Result, warnings: tuple[str, ...]) -> dict[str, JSON]:
    """An answer of the engine as a client may see it: only what is visible."""
    answer = result.to_json()
    answer["changes"] = [change for change in result.changes if change["visible"]]
    answer["messages"] = [message for message in result.messages if message["visible"]]
    answer["warnings"] = warnings_listed(warnings)
    return answer


def warnings_listed(codes: tuple[str, ...]) -> list[JSON]:
    """Warnings as an answer holds them."""
    return [{"code": each, "messageKey": f"core.reason.{each}"} for each in codes]


def session_listed(record: SessionRecord, engine: Engine) -> dict[str, JSON]:
    """One row of a list of sessions: nothing of its game but how it stands."""
    listed: dict[str, JSON] = {
        "sessionId": record.session_id,
        "audience": record.audience,
        "createdAt": record.created_at,
        "updatedAt": record.updated_at,
    }
    try:
        state = read_state(record.blob, kinds=engine.kinds)
    except StateRefused:
        return {**listed, "status": "unreadable"}  # listed all the same, so that it can be deleted
    return {**listed, "campaignId": state.campaign_id, "status": state.status}


def save_listed(save: SaveRecord) -> dict[str, JSON]:
    """One row of a list of saves."""
    return {
        "saveId": save.save_id,
        "campaignId": save.campaign_id,
        "savedAt": save.saved_at,
        "savedAtSeq": save.saved_at_seq,
    }
