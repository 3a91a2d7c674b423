"""A player's profile over all games: read with what is wrong with it, and grown by accepted actions.

A profile is one document of three generations. Reading never fails, and writing is a mirror of play:
nothing of it feeds back, and a failure is a warning, never a rejected action. Source:
``spec/play-sessions.md`` §7.3.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from workbench.core.canonical import JSON, canonical_bytes, utf16_key
from workbench.plays.engine.engine import Engine, Result
from workbench.plays.engine.kind import Kind
from workbench.plays.engine.state import GameState
from workbench.plays.runner import unlocked_by
from workbench.plays.sessions.ports import Store

#: Bytes of a kind's data in canonical form; more is not kept.
MAX_KIND_DATA: Final = 65_536
_FORMAT: Final = 3


@dataclass(frozen=True, slots=True)
class KindData:
    """What one kind carries from game to game, in one version of its form."""

    kind_id: str
    version: str
    data: JSON = field(repr=False)


@dataclass(frozen=True, slots=True)
class Profile:
    """What one player has reached: pairs of campaign id and id, in the order they came."""

    profile_id: str = field(repr=False)
    achievements: tuple[tuple[str, str], ...] = field(default=(), repr=False)
    terminals: tuple[tuple[str, str], ...] = field(default=(), repr=False)
    kind_data: tuple[KindData, ...] = field(default=(), repr=False)

    def of_kind(self, kind_id: str) -> KindData | None:
        """The part of one kind."""
        return next((each for each in self.kind_data if each.kind_id == kind_id), None)

    def with_kind_data(self, held: KindData) -> Profile:
        """The profile with one kind's part put in its place."""
        others = [each for each in self.kind_data if each.kind_id != held.kind_id]
        parts = sorted([*others, held], key=lambda each: utf16_key(each.kind_id))
        return replace(self, kind_data=tuple(parts))

    def to_json(self) -> dict[str, JSON]:
        """The profile as it is stored, in the newest generation."""
        return {
            "formatVersion": _FORMAT,
            "profileId": self.profile_id,
            "achievements": [
                {"campaignId": campaign, "achievementId": each}
                for campaign, each in self.achievements
            ],
            "terminals": [
                {"campaignId": campaign, "terminalId": each} for campaign, each in self.terminals
            ],
            "kindData": [
                {"kindId": each.kind_id, "dataVersion": each.version, "data": each.data}
                for each in self.kind_data
            ],
        }


def load_profile(store: Store, profile_id: str) -> tuple[Profile, str | None]:
    """A copy of a stored profile, or an empty one with a warning's code."""
    try:
        document: Any = copy.deepcopy(store.profile(profile_id))
    except Exception:  # a store may raise anything
        return Profile(profile_id), "profile_corrupt"
    if document is None:
        return Profile(profile_id), "profile_missing"
    try:
        return _read(document, profile_id), None
    except (KeyError, TypeError, ValueError):
        return Profile(profile_id), "profile_corrupt"


def _read(document: Any, profile_id: str) -> Profile:
    """Raises ``KeyError``, ``TypeError`` or ``ValueError`` for a malformed one."""
    generation = document["formatVersion"]
    if type(generation) is not int or not 1 <= generation <= _FORMAT:
        raise ValueError("generation")
    if document["profileId"] != profile_id:
        raise ValueError("owner")
    terminals = document["terminals"] if generation >= 2 else []
    kind_data = document["kindData"] if generation >= 3 else []
    return Profile(
        profile_id,
        _pairs(document["achievements"], "achievementId"),
        _pairs(terminals, "terminalId"),
        tuple(
            KindData(_text(each["kindId"]), _text(each["dataVersion"]), each["data"])
            for each in kind_data
        ),
    )


def _pairs(entries: Any, member: str) -> tuple[tuple[str, str], ...]:
    if not isinstance(entries, list):
        raise TypeError("entries")
    return tuple((_text(each["campaignId"]), _text(each[member])) for each in entries)


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError("text")
    return value


@dataclass(frozen=True, slots=True)
class Carried:
    """What a kind takes into a new game: ``data`` is ``None`` where it takes nothing."""

    data: JSON = field(default=None, repr=False)
    warnings: tuple[str, ...] = ()


def carried_into(store: Store, profile_id: str | None, kind: Kind | None) -> Carried:
    """What a profile brings to a new game of a kind. Read once, where the session is created."""
    if profile_id is None or kind is None or kind.profile_data is None:
        return Carried()
    profile, warning = load_profile(store, profile_id)
    if warning is not None:
        return Carried(warnings=(warning,))
    held = profile.of_kind(kind.id)
    if held is None:
        return Carried()
    data = _in_present_form(kind, held)
    if data is None:
        return Carried(warnings=("profile_kind_data_unreadable",))
    return Carried(data)


def _in_present_form(kind: Kind, held: KindData) -> JSON:
    """The data in the kind's own version, or ``None``: of a newer one, or not to be migrated."""
    rules = kind.profile_data
    assert rules is not None
    data = copy.deepcopy(held.data)
    if held.version == rules.version:
        return data
    try:
        moved = rules.migrate(data, held.version)
        canonical_bytes(moved)
    except Exception:  # the kind's own code; whatever it raises, it failed
        return None
    return moved


def mirror(store: Store, profile_id: str, engine: Engine, result: Result) -> tuple[str, ...]:
    """Record new achievements, the kind's data and a new ending; the codes of warnings.

    A profile that cannot be read is left as it is: a newer program may have written it.
    """
    state = result.state
    if state is None:
        return ()
    profile, unreadable = load_profile(store, profile_id)
    if unreadable == "profile_corrupt":
        return (unreadable,)
    updated = _with_unlocks(profile, state, result)
    updated, warnings = _with_kind_data(updated, engine, state, result)
    updated = _with_ending(updated, engine, state)
    if updated == profile:
        return warnings
    try:
        store.put_profile(profile_id, copy.deepcopy(updated.to_json()))
    except Exception:  # a store may raise anything; the action stands all the same
        return (*warnings, "profile_write_failed")
    return warnings


def _with_unlocks(profile: Profile, state: GameState, result: Result) -> Profile:
    unlocked = dict.fromkeys((state.campaign_id, each) for each in unlocked_by(result))
    new = tuple(each for each in unlocked if each not in profile.achievements)
    return replace(profile, achievements=profile.achievements + new)


def _with_kind_data(
    profile: Profile, engine: Engine, state: GameState, result: Result
) -> tuple[Profile, tuple[str, ...]]:
    epoch = engine.epoch(state)
    rules = epoch.kind.profile_data
    if rules is None:
        return profile, ()
    held = profile.of_kind(epoch.kind.id)
    before = None if held is None else _in_present_form(epoch.kind, held)
    if held is not None and before is None:
        return profile, ("profile_kind_data_unreadable",)
    try:
        after = rules.fold(before, epoch.campaign, _copies(result.changes))
        text = canonical_bytes(after)
    except Exception:  # the kind's own code; whatever it raises, it failed
        return profile, ("profile_kind_data_rejected",)
    if len(text) > MAX_KIND_DATA:
        return profile, ("profile_kind_data_rejected",)
    if text == canonical_bytes(before):
        return profile, ()
    return profile.with_kind_data(KindData(epoch.kind.id, rules.version, after)), ()


def _copies(changes: Iterable[dict[str, JSON]]) -> Sequence[dict[str, JSON]]:
    return [copy.deepcopy(change) for change in changes]


def _with_ending(profile: Profile, engine: Engine, state: GameState) -> Profile:
    terminal = engine.outcome(state).get("terminalId") if state.status == "ended" else None
    if not isinstance(terminal, str) or (state.campaign_id, terminal) in profile.terminals:
        return profile
    return replace(profile, terminals=(*profile.terminals, (state.campaign_id, terminal)))
