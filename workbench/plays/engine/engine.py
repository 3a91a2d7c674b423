"""The pure engine: create, submit, look, adopt. No clock, no files, no ambient randomness.

Every operation takes a state and gives a new one; nothing is kept between calls. Source:
``spec/play-sessions.md`` §3.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from workbench.core.canonical import JSON, NotCanonical
from workbench.plays.engine.events import SEVERITIES, Emitter, Event
from workbench.plays.engine.faults import EngineFault
from workbench.plays.engine.kind import Context, Kind, Pick
from workbench.plays.engine.reasons import Problem, core_problem
from workbench.plays.engine.registry import Archive, Epoch
from workbench.plays.engine.state import ActionEntry, GameState


class IdSource(Protocol):
    """Makes what a new game is given."""

    def new_game_id(self) -> str: ...

    def new_seed(self) -> str: ...


class CountingIds:
    """The id source of every replay: ``counting-game-id-0``, ``counting-seed-0``, and on."""

    def __init__(self) -> None:
        self._games = self._seeds = 0

    def new_game_id(self) -> str:
        self._games += 1
        return f"counting-game-id-{self._games - 1}"

    def new_seed(self) -> str:
        self._seeds += 1
        return f"counting-seed-{self._seeds - 1}"


@dataclass(frozen=True, slots=True)
class GameConfig:
    """What a game is created from. The version is deliberately not in it."""

    campaign_id: str = field(repr=False)
    seed: str | None = field(default=None, repr=False)
    profile_data: Any = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class Result:
    """The answer to an operation. ``state`` is ``None`` unless ``ok``."""

    ok: bool
    state: GameState | None = None
    errors: tuple[Problem, ...] = ()
    changes: tuple[dict[str, JSON], ...] = field(default=(), repr=False)
    messages: tuple[dict[str, JSON], ...] = field(default=(), repr=False)
    picks: tuple[Pick, ...] = ()

    @property
    def reason(self) -> str | None:
        """The first error's code."""
        return self.errors[0].code if self.errors else None

    def to_json(self) -> dict[str, JSON]:
        """The answer without its state, as the published engine returns it."""
        return {
            "ok": self.ok,
            "errors": [error.to_json() for error in self.errors],
            "warnings": [],
            "changes": list(self.changes),
            "messages": list(self.messages),
        }


class Engine:
    """Plays the campaigns of an archive. Holds no game; every method is a pure function."""

    def __init__(
        self,
        archive: Archive,
        *,
        kinds: Mapping[str, Kind],
        current: Mapping[str, str] | None = None,
        ids: IdSource | None = None,
        emitter: Emitter | None = None,
    ) -> None:
        """``current`` names the version new games of a campaign start on."""
        self.archive, self.kinds, self._emitter = archive, kinds, emitter
        self._current = dict(current or {})
        self._ids = ids or CountingIds()
        for campaign_id, version in self._current.items():
            if archive.epoch(campaign_id, version) is None:
                raise ValueError("the archive lacks a campaign of the registry")
        for kind in kinds.values():
            if not all(name.startswith(f"kind.{kind.id}.") for name in kind.events):
                raise ValueError("a kind declares an event outside its own names")

    def create_game(self, config: GameConfig, version: str | None = None) -> Result:
        """A new game, on ``version`` or on the campaign's present one. Raises ``EngineFault``."""
        epoch = self.epoch_for(config.campaign_id, version)
        if epoch is None:
            return _refused(core_problem("unknown_campaign", config.campaign_id))
        if epoch.kind.id not in self.kinds:
            return _refused(core_problem("unknown_kind", epoch.kind.id))
        game_id = self._ids.new_game_id()
        seed = self._ids.new_seed() if config.seed is None else config.seed
        context = Context(
            seed, "system:start:0", seq=0, emitter=self._emitter, events=epoch.kind.events
        )
        with FAULTS_OF_KINDS:
            started = epoch.kind.initial_state(epoch.program, context, config.profile_data)
        state = GameState(
            format_version=1,
            game_id=game_id,
            kind_id=epoch.kind.id,
            campaign_id=config.campaign_id,
            campaign_version=epoch.campaign.version,
            seed=seed,
            status=started.status,
            kind_state=started.state,
        )
        self.emit("core.game.created", gameId=game_id, campaignId=config.campaign_id)
        return Result(True, state, picks=started.picks)

    def submit_action(
        self, state: GameState, action_id: str, params: Mapping[str, Any] | None = None
    ) -> Result:
        """Take one action. A rejected one leaves ``state`` as it is. Raises ``EngineFault``."""
        result = self._taken(state, action_id, params, emitter=self._emitter)
        if self._emitter is not None:
            self._tell(state, action_id, result)
        return result

    def preview_action(
        self, state: GameState, action_id: str, params: Mapping[str, Any] | None = None
    ) -> Result:
        """What :meth:`submit_action` would give; neither engine nor kind tells of it."""
        return self._taken(state, action_id, params, emitter=None)

    def _taken(
        self,
        state: GameState,
        action_id: str,
        params: Mapping[str, Any] | None,
        *,
        emitter: Emitter | None,
    ) -> Result:
        if state.status != "active":
            return _refused(core_problem("session_ended"))
        epoch = self._epoch(state)
        if isinstance(epoch, Problem):
            return _refused(epoch)
        seq = len(state.log)
        given = None if params is None else dict(params)
        # The engine's kind, not the epoch's: it may admit as an older engine did.
        kind = self.kinds[state.kind_id]
        context = Context(state.seed, f"action:{seq}", seq=seq, emitter=emitter, events=kind.events)
        with FAULTS_OF_KINDS:
            answer = kind.advance(
                epoch.program, state.kind_state, action_id, params=given, context=context
            )
        if isinstance(answer, Problem):
            message: dict[str, JSON] = {"key": answer.message_key, "visible": True}
            return Result(False, errors=(answer,), messages=(message,))
        entry = ActionEntry(seq, action_id, given)
        after = GameState(
            format_version=state.format_version,
            game_id=state.game_id,
            kind_id=state.kind_id,
            campaign_id=state.campaign_id,
            campaign_version=state.campaign_version,
            seed=state.seed,
            status=answer.status,
            kind_state=answer.state,
            log=state.log.with_entry(entry),
        )
        changes, messages = tuple(answer.changes), tuple(answer.messages)
        return Result(True, after, changes=changes, messages=messages, picks=answer.picks)

    def available_actions(self, state: GameState) -> list[dict[str, JSON]]:
        """What the player is offered now. Raises ``EngineFault``."""
        epoch = self.epoch(state)
        with FAULTS_OF_KINDS:
            return copy.deepcopy(epoch.kind.available_actions(epoch.program, state.kind_state))

    def view(self, state: GameState, audience: str = "player") -> dict[str, JSON]:
        """What ``audience`` may know. Raises ``EngineFault``."""
        epoch = self.epoch(state)
        with FAULTS_OF_KINDS:
            seen = copy.deepcopy(epoch.kind.project(epoch.program, state.kind_state, audience))
        return {"gameId": state.game_id, "status": state.status, "kindView": seen}

    def scene(self, state: GameState) -> dict[str, JSON]:
        """What the player sees: text, actions, statistics. Raises ``EngineFault``."""
        epoch = self.epoch(state)
        with FAULTS_OF_KINDS:
            body = epoch.kind.scene_body(epoch.program, state.kind_state)
        return {
            "gameId": state.game_id,
            "status": state.status,
            "body": dict(body),
            "actions": list(self.available_actions(state)),
            "view": self.view(state),
        }

    def outcome(self, state: GameState) -> dict[str, JSON]:
        """How the game stands: ``{terminal, terminalId, …}``."""
        epoch = self.epoch(state)
        return epoch.kind.outcome(epoch.program, state.kind_state)

    def epoch(self, state: GameState) -> Epoch:
        """The epoch a state is on. Raises ``EngineFault`` if it cannot be resolved."""
        epoch = self._epoch(state)
        if isinstance(epoch, Problem):
            raise EngineFault("The content of this game is not here", code=epoch.code)
        return epoch

    def _epoch(self, state: GameState) -> Epoch | Problem:
        if state.kind_id not in self.kinds:
            return core_problem("unknown_kind", state.kind_id)
        epoch = self.archive.epoch(state.campaign_id, state.campaign_version)
        return epoch or core_problem("unknown_campaign", state.campaign_id)

    def epoch_for(self, campaign_id: str, version: str | None) -> Epoch | None:
        """The epoch a new game starts on: ``version``, or the campaign's present one."""
        wanted = self._current.get(campaign_id) if version is None else version
        return None if wanted is None else self.archive.epoch(campaign_id, wanted)

    def telling(self, listener: Emitter) -> Engine:
        """The same engine, which tells ``listener`` too."""
        earlier, both = self._emitter, copy.copy(self)

        def tell(event: Event) -> None:
            if earlier is not None:
                earlier(event)
            listener(event)

        both._emitter = tell
        return both

    def emit(self, name: str, **facts: JSON) -> None:
        """Tell the host, if it listens."""
        if self._emitter is not None:
            self._emitter(Event(name, SEVERITIES[name], facts))

    def _tell(self, state: GameState, action_id: str, result: Result) -> None:
        if not result.ok:
            # An id the kind did not recognise may be anything a client typed: it is not repeated.
            recognised = bool(result.messages) and result.reason != "unknown_action"
            known: dict[str, JSON] = {"actionId": action_id} if recognised else {}
            self.emit("core.action.rejected", gameId=state.game_id, code=result.reason, **known)
            return
        self.emit(
            "core.action.accepted", gameId=state.game_id, actionId=action_id, seq=len(state.log)
        )
        if result.state is not None and result.state.status == "ended":
            self.emit("core.game.ended", gameId=state.game_id)


class _FaultsOfKinds:
    """What a kind cannot compute is a fault of the game, whatever Python calls it."""

    __slots__ = ()

    def __enter__(self) -> None:
        return None

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: object
    ) -> None:
        if isinstance(error, (ArithmeticError, NotCanonical, RecursionError)):
            raise EngineFault(
                "The engine could not compute this step", code="computation_failed"
            ) from None


#: Entered around every call into a kind.
FAULTS_OF_KINDS = _FaultsOfKinds()


def _refused(problem: Problem) -> Result:
    return Result(False, errors=(problem,))
