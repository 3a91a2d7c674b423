"""May this session's log be replayed, and does it replay: what branching and capture share.

Source: ``spec/play-sessions.md`` §7.4, §10. The order of the gates decides the code.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from workbench.plays.engine.engine import Engine
from workbench.plays.engine.faults import EngineFault
from workbench.plays.engine.serialization import StateRefused, read_state
from workbench.plays.engine.state import ActionEntry, EpochEntry, GameState, LogEntry
from workbench.plays.recorded import Action, Adopt, Recorded, Submission
from workbench.plays.runner import NotCreated, opening, replay_engine, submit
from workbench.plays.sessions.records import SessionError, SessionRecord


@dataclass(frozen=True, slots=True)
class Admitted:
    """A log that replays: as a recorded play, and the state it replays to."""

    recorded: Recorded = field(repr=False)
    state: GameState = field(repr=False)


def admit(
    engine: Engine, record: SessionRecord, operation: str, *, keep: int | None = None
) -> Admitted:
    """Pass every gate over the first ``keep`` entries (``None``: all). Raises ``SessionError``.

    The replayed state keeps the session's game id. It is not compared with the stored one: what a
    capture reproduces is the log.
    """
    stored = _stored_state(engine, record, operation)
    _check_lineage(engine, record, stored, operation)
    entries = list(stored.log)
    if keep is not None:
        if not 0 <= keep <= len(entries):
            raise SessionError(operation, "invalid_fork_point", step="admit")
        entries = entries[:keep]
    recorded = _recorded(record, stored, entries)
    if any(engine.archive.epoch(stored.campaign_id, each) is None for each in recorded.versions):
        raise SessionError(operation, "unknown_campaign", step="admit")
    state = _replayed(engine, recorded, operation)
    return Admitted(recorded, replace(state, game_id=stored.game_id))


def _stored_state(engine: Engine, record: SessionRecord, operation: str) -> GameState:
    # By shape alone: an epoch that is no longer held must be told as that, and later.
    try:
        return read_state(record.blob, kinds=engine.kinds)
    except StateRefused:
        raise SessionError(operation, "invalid_state", step="admit") from None


def _check_lineage(
    engine: Engine, record: SessionRecord, stored: GameState, operation: str
) -> None:
    kind = engine.kinds.get(stored.kind_id)
    migrated = any(
        isinstance(entry, EpochEntry) and entry.system == "migration" for entry in stored.log
    )
    forgotten = kind is not None and kind.profile_data is not None and record.initialization is None
    if not record.replay_compatible or migrated or forgotten:
        raise SessionError(operation, "invalid_state", step="admit")


def _recorded(record: SessionRecord, stored: GameState, entries: list[LogEntry]) -> Recorded:
    held = record.initialization
    return Recorded(
        name="",
        campaign_id=stored.campaign_id,
        seed=stored.seed,
        campaign_version=stored.starting_version,
        captured_under="",
        submissions=tuple(map(_submission, entries)),
        profile_data=None if held is None else held.profile_data,
        has_profile_data=held is not None and held.has_profile_data,
    )


def _submission(entry: LogEntry) -> Submission:
    if isinstance(entry, ActionEntry):
        return Action(entry.action_id, None if entry.params is None else dict(entry.params))
    return Adopt(entry.target)


def _replayed(engine: Engine, recorded: Recorded, operation: str) -> GameState:
    replaying = replay_engine(engine.archive, engine.kinds)
    try:
        state = opening(replaying, recorded)
        for index, submission in enumerate(recorded.submissions):
            played = submit(replaying, state, index, submission)
            if played.seq is None:  # refused, or an adoption that logs nothing
                raise SessionError(operation, "invalid_state", step="replay")
            state = played.after
    except (EngineFault, NotCreated):
        raise SessionError(operation, "invalid_state", step="replay") from None
    return state
