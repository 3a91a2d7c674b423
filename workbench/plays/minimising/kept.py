"""What a shorter play must still show: its ending, or what one submission does.

The submissions before may change in number, so places in the log are never compared.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Protocol

from workbench.core.canonical import JSON, canonical_text
from workbench.core.errors import BadCommand
from workbench.core.fixture import Replay, ReplayStatus
from workbench.plays.verdicts import divergence


class Keep(StrEnum):
    """What to keep. ``AUTO`` takes the first of the others that the play has."""

    AUTO = "auto"
    FAULT = "fault"  # the engine failing at the same submission, for the same reason
    DIVERGENCE = "divergence"  # the decision that differs from the golden
    REJECTION = "rejection"  # the first submission that is not accepted
    ENDING = "ending"  # the same final status and the same ending


class Kept(Protocol):
    """A condition on replays. ``sentence`` says it in words that hold nothing of the capture."""

    @property
    def sentence(self) -> str: ...

    @property
    def must(self) -> frozenset[int]:
        """The submissions that are never left out, by their number in the whole play."""
        ...

    @property
    def last(self) -> int | None:
        """The submission after which nothing can matter; ``None`` where everything may."""
        ...

    def holds(self, replay: Replay, chosen: Sequence[int]) -> bool:
        """Whether the replay of the submissions ``chosen`` still shows it."""
        ...


@dataclass(frozen=True, slots=True)
class SameEnding:
    """The final status, and everything the kind says of the ending."""

    status: str
    terminal: str = field(repr=False)
    must: frozenset[int] = frozenset()
    last: int | None = None

    @property
    def sentence(self) -> str:
        return "the game ends with the same status and the same ending"

    def holds(self, replay: Replay, chosen: Sequence[int]) -> bool:
        return replay.status is ReplayStatus.REPLAYED and _ending(replay.outcome) == (
            self.status,
            self.terminal,
        )


@dataclass(frozen=True, slots=True)
class SameDecision:
    """One submission, decided as now: accepted or not, logged or not, for the same reason."""

    at: int
    accepted: bool
    logged: bool
    reason: str | None = field(repr=False)
    why: str

    @property
    def sentence(self) -> str:
        decided = "accepted" if self.accepted else "refused for the same reason"
        return f"{self.why}: submission {self.at} is kept, and is {decided}"

    @property
    def must(self) -> frozenset[int]:
        return frozenset({self.at})

    @property
    def last(self) -> int | None:
        return self.at

    def holds(self, replay: Replay, chosen: Sequence[int]) -> bool:
        if replay.status is not ReplayStatus.REPLAYED or self.at not in chosen:
            return False
        decision = decision_at(replay.outcome, chosen.index(self.at))
        return _decided(decision) == (self.accepted, self.logged, self.reason)


@dataclass(frozen=True, slots=True)
class SameFault:
    """The engine failing at one submission for the same reason."""

    at: int | None
    reason: str = field(repr=False)

    @property
    def sentence(self) -> str:
        where = "while it creates the game" if self.at is None else f"at submission {self.at}"
        return f"the engine fails {where} for the same reason"

    @property
    def must(self) -> frozenset[int]:
        return frozenset() if self.at is None else frozenset({self.at})

    @property
    def last(self) -> int | None:
        return -1 if self.at is None else self.at

    def holds(self, replay: Replay, chosen: Sequence[int]) -> bool:
        if replay.status is not ReplayStatus.FAULT or replay.reason != self.reason:
            return False
        at = None if replay.fault_at is None else chosen[replay.fault_at]
        return at == self.at


def kept_of(
    replay: Replay, *, keep: Keep, at: int | None = None, golden: Mapping[str, Any] | None = None
) -> Kept:
    """What a shorter play must show, from the replay of the whole one.

    ``at`` names one submission whose decision is kept, whatever ``keep`` says. ``golden`` is the
    outcome that was expected. Raises ``BadCommand`` where the play has nothing of the kind.
    """
    if at is not None:
        return _at(replay, at)
    if keep in (Keep.FAULT, Keep.AUTO) and replay.status is ReplayStatus.FAULT:
        return SameFault(replay.fault_at, replay.reason)
    if replay.status is not ReplayStatus.REPLAYED:
        raise _nothing(keep)
    for name, look in _LOOKS.items():
        kept = look(replay.outcome, golden) if keep in (name, Keep.AUTO) else None
        if kept is not None:
            return kept
    raise _nothing(keep)


def _at(replay: Replay, at: int) -> Kept:
    decision = decision_at(replay.outcome, at)
    if replay.status is not ReplayStatus.REPLAYED or decision is None:
        raise BadCommand(
            "There is no decided submission of this number", cure="Look at workbench show"
        )
    return _same_decision(decision, at, "as asked")


def _divergence(outcome: JSON, golden: Mapping[str, Any] | None) -> Kept | None:
    if golden is None or not isinstance(outcome, Mapping):
        return None
    at = divergence(golden, outcome)
    if at is None:
        return None
    decision = decision_at(outcome, at)
    if decision is None:  # every decision is the same; only the ending differs
        return _ended(outcome)
    return _same_decision(decision, at, "the decision that differs from the golden stays")


def _rejection(outcome: JSON, golden: Mapping[str, Any] | None) -> Kept | None:
    for index, decision in enumerate(decisions_in(outcome)):
        if decision.get("accepted") is False:
            return _same_decision(decision, index, "the first refusal stays")
    return None


def _same_ending(outcome: JSON, golden: Mapping[str, Any] | None) -> Kept | None:
    ended = isinstance(outcome, Mapping) and outcome.get("finalStatus") != "active"
    return _ended(outcome) if ended else None


def _ended(outcome: JSON) -> SameEnding:
    return SameEnding(*_ending(outcome))


#: What an outcome may show, in the order in which it is looked for.
_LOOKS: Mapping[Keep, Callable[[JSON, Mapping[str, Any] | None], Kept | None]] = {
    Keep.DIVERGENCE: _divergence,
    Keep.REJECTION: _rejection,
    Keep.ENDING: _same_ending,
}


def _same_decision(decision: Mapping[str, Any], at: int, why: str) -> SameDecision:
    accepted, logged, reason = _decided(decision)
    return SameDecision(at, accepted=accepted, logged=logged, reason=reason, why=why)


def _ending(outcome: JSON) -> tuple[str, str]:
    members = outcome if isinstance(outcome, Mapping) else {}
    return str(members.get("finalStatus")), canonical_text(members.get("terminal"))


def _decided(decision: Mapping[str, Any] | None) -> tuple[bool, bool, str | None]:
    members = decision or {}
    reason = members.get("reason")
    return (
        members.get("accepted") is True,
        members.get("seq") is not None,
        None if reason is None else str(reason),
    )


def decisions_in(outcome: JSON) -> Sequence[Mapping[str, Any]]:
    """The decisions of an outcome, in order."""
    found = outcome.get("decisions") if isinstance(outcome, Mapping) else None
    return [each for each in found if isinstance(each, Mapping)] if isinstance(found, list) else []


def decision_at(outcome: JSON, index: int) -> Mapping[str, Any] | None:
    """The decision of the submission ``index``, if the outcome has one."""
    decisions = decisions_in(outcome)
    return decisions[index] if 0 <= index < len(decisions) else None


def _nothing(keep: Keep) -> BadCommand:
    what = {
        Keep.AUTO: "The play reaches no ending, and nothing of it is refused or fails",
        Keep.FAULT: "The engine does not fail in this play",
        Keep.DIVERGENCE: "The play does not differ from a golden outcome",
        Keep.REJECTION: "Every submission of the play is accepted",
        Keep.ENDING: "The play reaches no ending",
    }[keep]
    return BadCommand(
        what,
        means="There is nothing that a shorter play would have to show",
        cure="Name a submission with --at",
    )
