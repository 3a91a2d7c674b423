"""The one loop that replays a recorded play, and the outcome it gives.

Source: ``spec/play-sessions.md`` §2.5, §9.1. A replay has three ends: an outcome; *unrunnable*,
which is never a failure of the fixture; or a *fault* of the engine at a submission.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from workbench.core.canonical import JSON, utf16_key
from workbench.plays.engine.adoption import adopt_content
from workbench.plays.engine.engine import CountingIds, Engine, GameConfig, Result
from workbench.plays.engine.events import Emitter
from workbench.plays.engine.faults import EngineFault
from workbench.plays.engine.kind import Kind
from workbench.plays.engine.registry import Archive
from workbench.plays.engine.state import GameState
from workbench.plays.recorded import Action, Recorded, Submission


@dataclass(frozen=True, slots=True)
class Played:
    """One submission, the state before it and after it, and what the engine decided.

    ``result`` is ``None`` for an adoption. A rejected submission leaves ``after`` as ``before``.
    """

    index: int
    submission: Submission
    before: GameState = field(repr=False)
    after: GameState = field(repr=False)
    accepted: bool
    reason: str | None
    result: Result | None = field(default=None, repr=False)

    @property
    def seq(self) -> int | None:
        """The place of the new log entry; nothing when there is none.

        Adopting the version a game is on is accepted and logs nothing.
        """
        return None if self.after is self.before else len(self.before.log)

    def decision(self) -> dict[str, JSON]:
        """The entry of an outcome's ``decisions``."""
        member = "actionId" if isinstance(self.submission, Action) else "adopt"
        named = (
            self.submission.action_id
            if isinstance(self.submission, Action)
            else self.submission.version
        )
        decision: dict[str, JSON] = {
            "index": self.index,
            "seq": self.seq,
            member: named,
            "accepted": self.accepted,
        }
        if self.reason is not None:
            decision["reason"] = self.reason
        return decision


@dataclass(frozen=True, slots=True)
class Built:
    """The replay came to its end. ``state`` is the last one."""

    outcome: dict[str, JSON] = field(repr=False)
    state: GameState = field(repr=False)


@dataclass(frozen=True, slots=True)
class Unrunnable:
    """Something the replay needs is not here; ``reason`` is a code."""

    reason: str
    kind: str = "unrunnable"


@dataclass(frozen=True, slots=True)
class Fault:
    """The engine threw at submission ``index`` (``None``: while it created the game).

    ``code`` says what failed; ``node`` is where, and content; ``state`` the untouched state before.
    """

    index: int | None
    code: str
    node: str = field(repr=False)
    state: GameState | None = field(repr=False)
    kind: str = "fault"


Replayed: TypeAlias = Built | Unrunnable | Fault


class NotCreated(Exception):
    """The game could not be created; ``reason`` is the engine's code."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def missing(recorded: Recorded, archive: Archive) -> str | None:
    """Why the archive cannot play the fixture, as a code; ``None`` if it can."""
    if not archive.knows(recorded.campaign_id):
        return "campaign_withdrawn"
    for version in recorded.versions:
        if archive.epoch(recorded.campaign_id, version) is None:
            return "campaign_version_missing"
    return None


def replay_engine(
    archive: Archive, kinds: Mapping[str, Kind], emitter: Emitter | None = None
) -> Engine:
    """An engine for one replay, whose ids count from zero."""
    return Engine(archive, kinds=kinds, ids=CountingIds(), emitter=emitter)


def opening(engine: Engine, recorded: Recorded) -> GameState:
    """The game before its first submission. Raises ``NotCreated``, ``EngineFault``."""
    config = GameConfig(recorded.campaign_id, recorded.seed, recorded.profile_data)
    created = engine.create_game(config, recorded.campaign_version)
    if created.state is None:
        raise NotCreated(created.reason or "")
    return created.state


def submit(engine: Engine, state: GameState, index: int, submission: Submission) -> Played:
    """Submit one submission to ``state``. Raises ``EngineFault``."""
    if isinstance(submission, Action):
        result = engine.submit_action(state, submission.action_id, submission.params)
        after = state if result.state is None else result.state
        return Played(index, submission, state, after, result.ok, result.reason, result)
    adoption = adopt_content(engine, state, submission.version)
    return Played(index, submission, state, adoption.state, adoption.adopted, adoption.reason)


class Outcomes:
    """Gathers an outcome while a replay goes on."""

    def __init__(self) -> None:
        self._decisions: list[JSON] = []
        self._unlocked: set[str] = set()
        self._accepted = 0

    def add(self, played: Played) -> None:
        """Take the next decision."""
        self._decisions.append(played.decision())
        if played.result is not None and played.accepted:
            self._accepted += 1
            self._unlocked.update(unlocked_by(played.result))

    def finish(self, engine: Engine, state: GameState) -> dict[str, JSON]:
        """The outcome, in the published shape."""
        unlocked = sorted(self._unlocked, key=utf16_key)
        return {
            "finalStatus": state.status,
            "acceptedActions": self._accepted,
            "decisions": self._decisions,
            "achievements": unlocked,
            "terminal": engine.outcome(state),
        }


def unlocked_by(result: Result) -> Iterator[str]:
    """The ids of achievements that an action's changes unlock."""
    for change in result.changes:
        path = change["path"]
        if change["reason"] != "achievement_unlocked" or not isinstance(path, str):
            continue
        if path.startswith("achieved."):
            yield path.removeprefix("achieved.")
        elif path.startswith("unlockedAchievementIds.") and path.endswith(".exists"):
            yield path.removeprefix("unlockedAchievementIds.").removesuffix(".exists")


def programs_of(recorded: Recorded, engine: Engine) -> list[Any]:
    """The compiled content of every epoch the play names."""
    epochs = (engine.archive.epoch(recorded.campaign_id, version) for version in recorded.versions)
    return [epoch.program for epoch in epochs if epoch is not None]


def build(recorded: Recorded, archive: Archive, *, kinds: Mapping[str, Kind]) -> Replayed:
    """Replay a fixture on the archive's campaigns. Raises ``NotCreated`` for a broken fixture."""
    reason = missing(recorded, archive)
    if reason is not None:
        return Unrunnable(reason)
    engine = replay_engine(archive, kinds)
    outcomes, state, index = Outcomes(), None, None
    try:
        state = opening(engine, recorded)
        for index, submission in enumerate(recorded.submissions):
            played = submit(engine, state, index, submission)
            outcomes.add(played)
            state = played.after
    except EngineFault as fault:
        return Fault(index, fault.code, fault.place, state)
    return Built(outcomes.finish(engine, state), state)
