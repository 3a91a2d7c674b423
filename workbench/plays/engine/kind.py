"""What a kind of game must offer: all rules of play stand behind these functions.

A kind is one folder in ``workbench/plays/kinds`` whose package exports ``KIND``. Source:
``spec/play-sessions.md`` §1, §3.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Protocol

from workbench.core.canonical import JSON
from workbench.core.panels import Panel
from workbench.plays.engine.admission import Admission
from workbench.plays.engine.events import SEVERITIES, Emitter, Event, Severity
from workbench.plays.engine.reasons import Problem, Reasons
from workbench.plays.engine.state import Status
from workbench.plays.randomness import Stream

if TYPE_CHECKING:
    from workbench.plays.engine.registry import Campaign


@dataclass(frozen=True, slots=True)
class Pick:
    """One random pick: at ``place`` the ``chosen`` of the ``weights`` was taken, leading to ``to``.

    ``place`` and ``to`` are content of the campaign.
    """

    place: str = field(repr=False)
    weights: tuple[float, ...]
    chosen: int
    to: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Started:
    """A kind's opening state."""

    state: Any = field(repr=False)
    status: Status
    picks: tuple[Pick, ...] = ()


@dataclass(frozen=True, slots=True)
class Advanced:
    """An accepted action: the new state, and what changed in the order it changed."""

    state: Any = field(repr=False)
    status: Status
    changes: Sequence[dict[str, JSON]] = field(default=(), repr=False)
    messages: Sequence[dict[str, JSON]] = field(default=(), repr=False)
    picks: tuple[Pick, ...] = ()


@dataclass(frozen=True, slots=True)
class Issue:
    """A string a submission uses as an id: where below the submission, and who issued it.

    ``where`` are the members of the pointer below the submission; ``is_key`` is true for a key
    itself; ``issuers`` are the places in the campaign that mint it (empty: nobody did).
    ``session_id`` is the id of the session's own that stands behind it: itself, or the event whose
    choice it is; ``None`` where content or the kind issued it.
    """

    what: str  # "choice id", "param name", "param"
    where: tuple[str, ...] = field(repr=False)
    value: str = field(repr=False)
    issuers: tuple[str, ...] = field(default=(), repr=False)
    by: str = "campaign content"
    is_key: bool = False
    session_id: str | None = field(default=None, repr=False)


class Context:
    """What a kind may use while it computes: streams of the game's seed, and events."""

    __slots__ = ("_default", "_emitter", "_events", "seed", "seq", "stream_id")

    def __init__(
        self,
        seed: str,
        stream_id: str,
        *,
        seq: int,
        emitter: Emitter | None = None,
        events: Mapping[str, Severity] = SEVERITIES,
    ) -> None:
        self.seed, self.stream_id, self.seq = seed, stream_id, seq
        self._emitter, self._events = emitter, events
        self._default: Stream | None = None

    @property
    def draws(self) -> Stream:
        """The stream of this call. Made when first drawn from; making it has no visible effect."""
        if self._default is None:
            self._default = self.stream(self.stream_id)
        return self._default

    def stream(self, stream_id: str) -> Stream:
        """Another stream of the same seed."""
        if self._emitter is not None:
            self.emit("core.rng.stream.derived", streamId=stream_id)
        return Stream(self.seed, stream_id)

    def emit(self, name: str, **facts: JSON) -> None:
        """Tell the host, if it listens."""
        if self._emitter is not None:
            severity = SEVERITIES.get(name) or self._events[name]
            self._emitter(Event(name, severity, facts))


def _draws_no_step(program: Any, before: Any, after: Any) -> tuple[Panel, ...]:
    return ()


def _draws_no_course(program: Any, states: Sequence[tuple[int, Any]]) -> tuple[Panel, ...]:
    return ()


class Take(Protocol):
    """Takes an action: the state after it, or why it is refused. May raise ``EngineFault``.

    The order of the refusals is part of the rules: it decides which code a fixture records.
    """

    def __call__(
        self,
        program: Any,
        state: Any,
        action_id: str,
        *,
        params: Mapping[str, Any] | None,
        context: Context,
        admission: Admission,
    ) -> Advanced | Problem: ...


class ProfileData(Protocol):
    """What a kind carries from game to game in a player's profile (``spec/play-sessions.md`` §7.3).

    ``version`` is that of the data. Whatever ``migrate`` and ``fold`` raise means that they failed.
    """

    @property
    def version(self) -> str: ...

    def migrate(self, data: JSON, version: str) -> JSON:
        """Data of an older version as this version has it; ``None`` where that cannot be."""
        ...

    def fold(self, data: JSON, campaign: Campaign, changes: Sequence[Mapping[str, JSON]]) -> JSON:
        """The data (``None``: none yet) after the changes of one accepted action."""
        ...


@dataclass(frozen=True, slots=True, eq=False)
class Kind:
    """One kind of game: what stands where in its folder.

    ``program`` is what :attr:`compile` made of a campaign's content, ``state`` the kind's own state.
    Functions that look give data a caller may not change; those that compute may raise
    ``EngineFault``.
    """

    id: str
    version: str
    reasons: Reasons
    #: Why content does not have the kind's shape, value-free, or ``None``.
    content_problem: Callable[[Any], str | None]
    #: Errors (which refuse a campaign whose shape was checked) and warnings, in the engine's order.
    check: Callable[[Campaign], tuple[list[Problem], list[Problem]]]
    #: The content made ready for play, once per campaign.
    compile: Callable[[Campaign], Any]
    #: ``(program, context, profile data) -> opening``.
    initial_state: Callable[[Any, Context, JSON], Started]
    take: Take
    #: ``(program, state) ->`` what the player is offered: available and gated.
    available_actions: Callable[[Any, Any], list[dict[str, JSON]]]
    #: ``(program, state) -> {textKey, text}`` of where the player stands.
    scene_body: Callable[[Any, Any], dict[str, JSON]]
    #: ``(program, state, audience) ->`` what the audience may know.
    project: Callable[[Any, Any, str], dict[str, JSON]]
    #: ``(program, state) -> {terminal, terminalId, …}``.
    outcome: Callable[[Any, Any], dict[str, JSON]]
    #: ``(program, state) ->`` how the game ended in one word of the kind; empty while it has not.
    ending_word: Callable[[Any, Any], str]
    #: ``(program, state) ->`` where in the campaign the player stands: content, for people.
    place: Callable[[Any, Any], str]
    #: ``(program, state) ->`` whether a state read from outside fits the campaign.
    valid_state: Callable[[Any, Any], bool]
    #: ``(programs, state, action id, params) ->`` every id a submission uses, and what issued it in
    #: any of the epochs ``programs``.
    issues: Callable[[Sequence[Any], Any, str, Mapping[str, Any] | None], Iterator[Issue]]
    #: ``(state before, state after) ->`` the ids the session issued in between (before: ``None``).
    minted: Callable[[Any, Any], Iterable[str]]
    #: ``(action id, params) ->`` a submission in words of the kind, without any captured text.
    describe: Callable[[str, Mapping[str, Any] | None], str]
    #: The ids of its actions, where they are the same in every campaign.
    actions: frozenset[str] | None = None
    #: ``(state, source program, target program) ->`` the state on other content, or the ``Problem``
    #: that keeps it where it is. ``None``: the kind never moves.
    adopt: Callable[[Any, Any, Any], Any] | None = None
    #: ``(state, kind version it is of) ->`` the state of this version, or ``None``.
    migrate: Callable[[Any, str], Any] | None = None
    profile_data: ProfileData | None = None
    #: The kind's own events, under ``kind.<kindId>.``.
    events: Mapping[str, Severity] = field(default_factory=lambda: MappingProxyType({}))
    #: Whether :attr:`take` knows the rules of older engines too.
    has_legacy_admission: bool = False
    admission: Admission = "strict"
    #: ``(program, state before, state after) ->`` one step, drawn for people.
    pictures: Callable[[Any, Any, Any], tuple[Panel, ...]] = _draws_no_step
    #: ``(program, [(step, state after it)]) ->`` the whole game, drawn for people.
    course: Callable[[Any, Sequence[tuple[int, Any]]], tuple[Panel, ...]] = _draws_no_course

    def advance(
        self,
        program: Any,
        state: Any,
        action_id: str,
        *,
        params: Mapping[str, Any] | None,
        context: Context,
    ) -> Advanced | Problem:
        """The state after an action under this kind's admission, or why it is not taken."""
        return self.take(
            program, state, action_id, params=params, context=context, admission=self.admission
        )

    def admitting(self, admission: Admission) -> Kind:
        """This kind under strict admission or under that of older engines, where it differs."""
        if admission == self.admission or not self.has_legacy_admission:
            return self
        return replace(self, admission=admission)
