"""What an accepted action leaves in a player's profile (``spec/play-sessions.md`` §7.3).

Nothing of this feeds back into play, and a failure is a warning, never a rejected action.
"""

from __future__ import annotations

from dataclasses import replace

from workbench.plays.engine.engine import Engine, Result
from workbench.plays.engine.state import GameState
from workbench.plays.runner import unlocked_by
from workbench.plays.sessions.ports import Store
from workbench.plays.sessions.records import Profile


def mirror(store: Store, profile_id: str, engine: Engine, result: Result) -> str | None:
    """Record new achievements and a new ending; a warning's code if the store fails."""
    state = result.state
    if state is None:
        return None
    try:
        profile = store.profile(profile_id) or Profile(profile_id)
        updated = _with_ending(_with_unlocks(profile, state, result), engine, state)
        if updated != profile:
            store.put_profile(updated)
    except Exception:  # a store may raise anything; the action stands all the same
        return "profile_write_failed"
    return None


def _with_unlocks(profile: Profile, state: GameState, result: Result) -> Profile:
    unlocked = dict.fromkeys((state.campaign_id, each) for each in unlocked_by(result))
    new = tuple(each for each in unlocked if each not in profile.achievements)
    return replace(profile, achievements=profile.achievements + new)


def _with_ending(profile: Profile, engine: Engine, state: GameState) -> Profile:
    terminal = engine.outcome(state).get("terminalId") if state.status == "ended" else None
    if not isinstance(terminal, str) or (state.campaign_id, terminal) in profile.terminals:
        return profile
    return replace(profile, terminals=(*profile.terminals, (state.campaign_id, terminal)))
