"""Minimising one play: each candidate is replayed, and the shortest that still shows it is kept."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from typing import Any, TypeAlias

from workbench.core.errors import NotReplayable, WorkbenchError
from workbench.core.fixture import Replay, ReplayEnvironment, ReplayStatus
from workbench.plays.external.replaying import replay_externally
from workbench.plays.library import Library
from workbench.plays.minimising.kept import Keep, Kept, decisions_in, kept_of
from workbench.plays.minimising.shrinking import OutOfBudget, shrink
from workbench.plays.recorded import Recorded
from workbench.plays.replaying import external_command, prepare
from workbench.plays.runner import Built, Fault, NotCreated, Replayed, build
from workbench.plays.sentences import why_unrunnable
from workbench.plays.tokens import Tokens

BUDGET = 2_000  # replays

#: Called before each replay with how many were made and how many submissions are left. False stops.
Progress: TypeAlias = "Callable[[int, int], bool | None]"

_NO_TOKENS = Tokens("", b"", (), {}, {}, ())


@dataclass(frozen=True, slots=True)
class Minimised:
    """A shorter play. ``numbers`` are the submissions of the whole play that are left, in order.

    ``minimal``: no single one of them can be left out. It is false where the budget ran out first.
    """

    recorded: Recorded = field(repr=False)
    numbers: tuple[int, ...]
    before: int
    kept: Kept
    replays: int
    minimal: bool

    @property
    def shorter(self) -> bool:
        """Whether anything was left out."""
        return len(self.numbers) < self.before


def minimise(
    recorded: Recorded,
    environment: ReplayEnvironment,
    *,
    keep: Keep = Keep.AUTO,
    at: int | None = None,
    golden: Mapping[str, Any] | None = None,
    budget: int = BUDGET,
    progress: Progress | None = None,
) -> Minimised:
    """The fewest submissions of a play that still show what ``keep`` (or ``at``) says.

    ``golden`` is the outcome that was expected, for a play that gives another. At most ``budget``
    replays are made, besides the first, which says what the play shows, and the last, which proves the
    result. Deterministic. Raises ``NotReplayable``; ``BadCommand`` for a play that shows nothing of
    what was asked; ``WorkbenchError`` if the engine is not deterministic.
    """
    replays = _Replays(recorded, environment, budget=budget, progress=progress)
    numbers = tuple(range(len(recorded.submissions)))
    kept = kept_of(replays.of(numbers), keep=keep, at=at, golden=golden)
    replays.kept = kept
    until = numbers if kept.last is None else numbers[: kept.last + 1]
    shrunk = shrink(_first(until, numbers, replays), replays.test, must=kept.must)
    if not kept.holds(replays.of(shrunk.numbers), shrunk.numbers):
        raise WorkbenchError(
            "The shorter play does not show the same when it is replayed again",
            means="The engine is not deterministic, so nothing is said of this play",
            code="not_deterministic",
        )
    return Minimised(
        recorded=replays.shortened(shrunk.numbers),
        numbers=shrunk.numbers,
        before=len(numbers),
        kept=kept,
        replays=replays.made,
        minimal=shrunk.minimal,
    )


def _first(until: tuple[int, ...], numbers: tuple[int, ...], replays: _Replays) -> tuple[int, ...]:
    """Where the search begins: without what comes after, and without what was rejected."""
    try:
        return replays.test(until) or numbers
    except OutOfBudget:
        return numbers


class _Replays:
    """Replays selections of one play's submissions, each at most once."""

    def __init__(
        self,
        recorded: Recorded,
        environment: ReplayEnvironment,
        *,
        budget: int,
        progress: Progress | None,
    ) -> None:
        self._recorded, self._replay = recorded, _replayer(recorded, environment)
        self._budget, self._progress = budget, progress
        self._failed: set[bytes] = set()
        self._left = len(recorded.submissions)
        self.made = self._counted = 0
        self.kept: Kept | None = None

    def shortened(self, numbers: Sequence[int]) -> Recorded:
        """The play with these submissions only."""
        submissions = self._recorded.submissions
        return replace(self._recorded, submissions=tuple(submissions[each] for each in numbers))

    def test(self, numbers: tuple[int, ...]) -> tuple[int, ...] | None:
        """What of a selection is enough to show it; ``None`` if it does not. May end the budget.

        A rejected submission leaves no trace in a game, so it is not needed unless it is what is kept.
        """
        assert self.kept is not None
        key = blake2b(array("Q", numbers).tobytes(), digest_size=16).digest()
        if key in self._failed:
            return None
        stopped = self._progress is not None and self._progress(self.made, self._left) is False
        if stopped or self._counted >= self._budget:
            raise OutOfBudget
        self._counted += 1
        replay = self.of(numbers)
        if not self.kept.holds(replay, numbers):
            self._failed.add(key)
            return None
        enough = self._enough(replay, numbers)
        self._left = len(enough)
        return enough

    def _enough(self, replay: Replay, numbers: tuple[int, ...]) -> tuple[int, ...]:
        assert self.kept is not None
        if replay.outcome is None:
            return numbers
        decided = zip(numbers, decisions_in(replay.outcome), strict=True)
        return tuple(
            number
            for number, decision in decided
            if number in self.kept.must or decision.get("seq") is not None
        )

    def of(self, numbers: Sequence[int]) -> Replay:
        """One replay of a selection. Raises ``NotReplayable``."""
        self.made += 1
        replay = self._replay(self.shortened(numbers))
        if replay.status is ReplayStatus.UNRUNNABLE:
            raise NotReplayable(
                replay.sentence, means="Nothing was made shorter", code=replay.reason
            )
        return replay


def _replayer(recorded: Recorded, environment: ReplayEnvironment) -> Callable[[Recorded], Replay]:
    """Replays parts of one play: outcome or fault alone, without the places of ids."""
    command = external_command(recorded, environment)
    if command is not None:
        folders = environment.campaigns
        return lambda part: replay_externally(part, _NO_TOKENS, command, campaigns=folders)
    reason, library = prepare(recorded, environment)
    if reason is not None:
        sentence = why_unrunnable(reason, recorded.captured_under)
        raise NotReplayable(sentence, means="Nothing was made shorter", code=reason)
    return lambda part: _built_in(part, library)


def _built_in(recorded: Recorded, library: Library) -> Replay:
    try:
        return _as_replay(build(recorded, library.archive, kinds=library.kinds))
    except NotCreated as failure:
        return Replay(ReplayStatus.FAULT, "", reason=failure.reason)


def _as_replay(replayed: Replayed) -> Replay:
    if isinstance(replayed, Built):
        return Replay(ReplayStatus.REPLAYED, "", outcome=replayed.outcome)
    if isinstance(replayed, Fault):
        return Replay(ReplayStatus.FAULT, "", reason=replayed.code, fault_at=replayed.index)
    return Replay(ReplayStatus.UNRUNNABLE, "", reason=replayed.reason)
