"""Moving a running game onto another version of its content.

Source: ``spec/play-sessions.md`` §3 *adoptContent*. Adoption draws nothing and changes nothing in
play; it takes a place in the log, so the next action draws from another stream.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from workbench.plays.engine.engine import FAULTS_OF_KINDS, Engine
from workbench.plays.engine.faults import EngineFault
from workbench.plays.engine.reasons import Problem, core_problem
from workbench.plays.engine.registry import Epoch
from workbench.plays.engine.state import EpochEntry, GameState

Adopt: TypeAlias = Callable[[Any, Any, Any], Any]


@dataclass(frozen=True, slots=True)
class Adoption:
    """Whether the content was adopted. Refusing is never an error: the game stays where it is."""

    adopted: bool
    state: GameState
    reason: str | None = None


def adopt_content(engine: Engine, state: GameState, to: str) -> Adoption:
    """Move ``state`` to version ``to`` of its campaign, or say why it stays."""
    if to == state.campaign_version:
        return Adoption(True, state)
    reason = _adopted(engine, state, to)
    if isinstance(reason, GameState):
        engine.emit("core.content.adopted", gameId=state.game_id, to=to)
        return Adoption(True, reason)
    engine.emit("core.content.pinned", gameId=state.game_id, to=to, code=reason)
    return Adoption(False, state, reason)


def _adopted(engine: Engine, state: GameState, to: str) -> GameState | str:
    if state.status != "active":
        return "session_ended"
    target = engine.archive.epoch(state.campaign_id, to)
    if target is None:
        return "unknown_campaign"
    if target.kind.id != state.kind_id:
        return "content_kind_changed"
    adopt = target.kind.adopt
    if adopt is None:
        return "content_not_adoptable"
    moved = _kind_state(engine, state, target, adopt=adopt)
    if isinstance(moved, Problem):
        return moved.code
    if not valid_state(target, moved):
        return "invalid_state"
    entry = EpochEntry(len(state.log), "content", state.campaign_version, to)
    return replace(
        state,
        format_version=2,
        campaign_version=to,
        kind_state=moved,
        log=state.log.with_entry(entry),
    )


def _kind_state(engine: Engine, state: GameState, target: Epoch, *, adopt: Adopt) -> Any:
    carried = state.kind_state
    if target.campaign.migrate is not None:
        try:
            carried = target.campaign.migrate(carried, state.campaign_version)
        except Exception:  # a migration is content: whatever it raises, it failed
            carried = None
        if carried is None:
            return core_problem("migration_failed")
    source = engine.epoch(state)
    try:
        with FAULTS_OF_KINDS:
            return adopt(carried, source.program, target.program)
    except EngineFault:
        return core_problem("content_incompatible")


def valid_state(epoch: Epoch, kind_state: Any) -> bool:
    """Whether a kind state fits an epoch; a throw counts as no."""
    try:
        with FAULTS_OF_KINDS:
            return epoch.kind.valid_state(epoch.program, kind_state)
    except EngineFault:
        return False
