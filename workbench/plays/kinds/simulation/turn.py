"""One week while it is lived: the draft of the state, what changed, and what may be drawn.

Rules read and write ``turn.state``; a rule that refuses raises ``Refusal``, and the whole draft is
thrown away. Source: ``spec/kind-simulation.md`` §3.1, §4.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from workbench.core.canonical import JSON
from workbench.plays.engine.kind import Context, Pick
from workbench.plays.javascript import add
from workbench.plays.kinds.simulation.arithmetic import clamp
from workbench.plays.kinds.simulation.content.definitions import Program, Requirements
from workbench.plays.kinds.simulation.reasons import Refusal
from workbench.plays.kinds.simulation.state import Number, Player, State, World, draft_of
from workbench.plays.randomness import Stream


class Turn:
    """A week being lived. ``week`` is the one that was planned, until the calendar moves on."""

    __slots__ = (
        "_context",
        "_draws",
        "_reasons",
        "changes",
        "picks",
        "player",
        "program",
        "state",
        "week",
        "world",
    )

    def __init__(self, program: Program, state: State, context: Context) -> None:
        self.program, self._context = program, context
        self.state = draft_of(state)
        self.player: Player = self.state["player"]
        self.world: World = self.state["world"]
        self.week = self.state["calendar"]["currentWeek"]
        self.changes: list[dict[str, JSON]] = []
        self.picks: list[Pick] = []
        self._reasons: dict[str, int] = {}
        self._draws: Stream | None = None

    # What changed ---------------------------------------------------------------------------

    def note(self, reason: str, times: int = 1) -> None:
        """Record that something changed for this reason, so many times."""
        if times:
            self._reasons[reason] = self._reasons.get(reason, 0) + times

    def fold_counters(self) -> None:
        """Add what was noted to the player's counters, where conditions can read it."""
        counters = self.player["counters"]
        for reason, times in self._reasons.items():
            counters[reason] = counters.get(reason, 0) + times
        self._reasons = {}

    # Chance ---------------------------------------------------------------------------------

    def draw(self, place: str, ids: Sequence[str], weights: Sequence[Any]) -> int:
        """The index of one of ``ids``, from the week's own stream. Draws even for one of one."""
        if self._draws is None:
            self._draws = self._context.stream(f"system:end_of_week:{self._context.seq}")
        chosen = self._draws.weighted_index(weights)
        self.picks.append(Pick(place, tuple(weights), chosen, ids[chosen]))
        return chosen

    def percent(self, stream_id: str) -> int:
        """A number from 1 to 100 from a stream of its own."""
        return self._context.stream(stream_id).next_percent()

    # Checks ---------------------------------------------------------------------------------

    def must_be_where(self, action_type: str) -> None:
        """The action can be done at the present location."""
        location = self.program.locations.get(self.player["currentLocationId"])
        if location is None or action_type not in location.action_types:
            raise Refusal("wrong_location")

    def must_meet(self, requirements: Requirements) -> None:
        """Every requirement holds; the first that does not refuses with its own code."""
        for each in requirements:
            if not each.holds(self.state):
                raise Refusal(each.failure_code, each.message_key)

    def meets(self, requirements: Requirements) -> bool:
        """Whether every requirement holds."""
        return all(each.holds(self.state) for each in requirements)

    def spend_time(self, units: Number) -> None:
        """The week has this much time left; it is spent."""
        calendar = self.state["calendar"]
        spent = calendar["spentTimeUnits"]
        if calendar["totalTimeUnits"] - calendar["committedTimeUnits"] - spent < units:
            raise Refusal("insufficient_time")
        calendar["spentTimeUnits"] = add(spent, units)

    def must_afford(self, cents: Number) -> None:
        """There is this much cash."""
        if self.player["finances"]["cashCents"] < cents:
            raise Refusal("insufficient_funds")

    # Effects --------------------------------------------------------------------------------

    def receive(self, cents: Number) -> None:
        """Cash changes by this much; a negative amount is paid."""
        finances = self.player["finances"]
        finances["cashCents"] = add(finances["cashCents"], cents)

    def change_needs(self, **by: int) -> int:
        """Change stored needs, each clamped; the number of those that did change."""
        needs, changed = self.player["needs"], 0
        for need, amount in by.items():
            value = clamp(add(needs[need], amount))
            if value != needs[need]:
                needs[need] = value
                changed += 1
        return changed
