"""What a kind of game must offer: all rules of play stand behind this protocol.

A kind is one folder in ``workbench/plays/kinds`` whose package exports ``KIND``. Source:
``spec/play-sessions.md`` §1, §3.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from workbench.core.canonical import JSON
from workbench.plays.engine.events import SEVERITIES, Emitter, Event, Severity
from workbench.plays.engine.state import Status
from workbench.plays.randomness import Stream

if TYPE_CHECKING:
    from workbench.plays.engine.registry import Campaign


@dataclass(frozen=True, slots=True)
class Problem:
    """A validation error or warning: ``code`` is a stable word, ``path`` names the content."""

    code: str
    message_key: str = field(repr=False)
    path: str | None = field(default=None, repr=False)
    details: Mapping[str, JSON] | None = field(default=None, repr=False)

    def to_json(self) -> dict[str, JSON]:
        """The problem as the engine reports it; what is absent has no key."""
        shown: dict[str, JSON] = {"code": self.code, "messageKey": self.message_key}
        if self.path is not None:
            shown["path"] = self.path
        if self.details is not None:
            shown["details"] = self.details
        return shown


def core_problem(code: str, path: str | None = None) -> Problem:
    """A problem with one of the base reason codes."""
    return Problem(code, f"core.reason.{code}", path)


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
    """

    what: str  # "choice id", "param name", "param"
    where: tuple[str, ...] = field(repr=False)
    value: str = field(repr=False)
    issuers: tuple[str, ...] = field(default=(), repr=False)
    by: str = "campaign content"
    is_key: bool = False


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


class Kind(Protocol):
    """The rules of one kind of game. ``program`` is what :meth:`compile` made of the content."""

    id: str
    version: str
    reason_codes: frozenset[str]
    events: Mapping[str, Severity]
    uses_profile_data: bool
    adopts_content: bool

    def content_problem(self, content: Any) -> str | None:
        """Why the content does not have the kind's shape, value-free, or ``None``."""
        ...

    def check(self, campaign: Campaign) -> tuple[list[Problem], list[Problem]]:
        """Errors (which refuse the campaign) and warnings, in the engine's order."""
        ...

    def compile(self, campaign: Campaign) -> Any:
        """The content made ready for play, once per campaign."""
        ...

    def initial_state(self, program: Any, context: Context, profile_data: JSON) -> Started:
        """The opening. Raises ``EngineFault``."""
        ...

    def advance(
        self,
        program: Any,
        state: Any,
        action_id: str,
        *,
        params: Mapping[str, Any] | None,
        context: Context,
    ) -> Advanced | Problem:
        """The state after an action, or why it is not taken. Raises ``EngineFault``."""
        ...

    def available_actions(self, program: Any, state: Any) -> list[dict[str, JSON]]:
        """What the player is offered: available and gated."""
        ...

    def scene_body(self, program: Any, state: Any) -> dict[str, JSON]:
        """``{textKey, text}`` of where the player stands."""
        ...

    def project(self, program: Any, state: Any, audience: str) -> dict[str, JSON]:
        """What ``audience`` may know of the state."""
        ...

    def outcome(self, program: Any, state: Any) -> dict[str, JSON]:
        """``{terminal, terminalId, …}``."""
        ...

    def ending_word(self, program: Any, state: Any) -> str:
        """How the game ended in one word of the kind's own vocabulary; empty while it has not."""
        ...

    def place(self, program: Any, state: Any) -> str:
        """Where in the campaign the player stands: content, for people to look at."""
        ...

    def valid_state(self, program: Any, state: Any) -> bool:
        """Whether a state read from outside fits the campaign."""
        ...

    def adopt(self, state: Any, source: Any, target: Any) -> Any:
        """The state on the target's content, or the ``Problem`` that keeps it where it is.

        Called only where ``adopts_content`` is true.
        """
        ...

    def issues(
        self, programs: Sequence[Any], state: Any, action_id: str, params: Mapping[str, Any] | None
    ) -> Iterator[Issue]:
        """Every id a submission uses, and what issued it in any of the epochs ``programs``."""
        ...
