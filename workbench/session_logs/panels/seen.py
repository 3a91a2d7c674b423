"""What every panel of a session log is made from: scripts, order of calls, rows of each step."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Protocol

from workbench.core.fixture import IdUse, Script, Step
from workbench.session_logs.derivation import Call
from workbench.session_logs.scenario import RecordedScript, Scenario

#: Bytes of logs up to which everything in them is looked at for links and counts.
MOST_BYTES = 8 * 1024 * 1024


class StepOfRow(Protocol):
    """The step of a body row of one log; ``None`` for a row of no call."""

    def __getitem__(self, row: int, /) -> int | None: ...


@dataclass(frozen=True)
class Seen:
    """A scenario as its panels look at it.

    ``rows`` gives the body rows of a step in its own script's log; ``steps_of_rows`` for each script
    the step of each of its rows.
    """

    scenario: Scenario = field(repr=False)
    lanes: Sequence[Script] = field(repr=False)
    steps: Sequence[Step] = field(repr=False)
    order: Sequence[tuple[int, int]] = field(repr=False)
    rows: Callable[[int], Iterable[int]] = field(repr=False)
    steps_of_rows: Sequence[StepOfRow] = field(repr=False)
    uses: Callable[[], Sequence[IdUse]] = field(repr=False)

    @property
    def scripts(self) -> Sequence[RecordedScript]:
        return self.scenario.scripts

    @cached_property
    def is_small(self) -> bool:
        """Whether all of its logs may be looked at for one panel."""
        sizes = (len(script.log.data) for script in self.scripts if script.log is not None)
        return sum(sizes) <= MOST_BYTES

    def call(self, step: int) -> Call:
        """The call of a step."""
        script, number = self.order[step]
        return self.scripts[script].calls[number]

    @cached_property
    def _steps_of(self) -> tuple[Sequence[int], ...]:
        found: tuple[list[int], ...] = tuple([] for _ in self.scripts)
        for step, (script, _) in enumerate(self.order):
            found[script].append(step)
        return found

    def steps_of(self, script: int) -> Sequence[int]:
        """The steps of a script, in the order of its calls."""
        return self._steps_of[script]

    def used(self, script: int, step: int) -> int:
        """How many calls of a script were answered when ``step`` has been."""
        return bisect_right(self._steps_of[script], step)
