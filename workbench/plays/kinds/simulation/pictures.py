"""A life drawn for people: the week with its plan, and how money and needs went over the weeks.

What a person looks at; no rule of play is here. Weeks are an order, never a time.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from workbench.core.canonical import canonical_text
from workbench.core.panels import (
    MOST_POINTS,
    Cell,
    Facts,
    Line,
    Moment,
    Panel,
    Part,
    Row,
    Series,
    Table,
    captured,
    cell,
    fitted,
    row,
)
from workbench.plays.kinds.simulation.content.definitions import Program
from workbench.plays.kinds.simulation.state import Planned, State

MOST_NEEDS = 6


def pictures(program: Program, before: State, after: State) -> tuple[Panel, ...]:
    """The week that was planned, or was just lived."""
    lived = _week(after) != _week(before)
    return (_standing(before, after, lived=lived), _plan(before if lived else after, lived=lived))


def course(program: Program, states: Sequence[tuple[int, State]]) -> tuple[Panel, ...]:
    """Money and needs, one value a week, and the weeks as a table."""
    weeks = tuple(_weeks(states))
    shown = weeks[:1] + weeks[max(1, len(weeks) - MOST_POINTS + 1) :]
    moments = tuple(
        Moment(f"week {each.number}" if each.number else "start", each.step) for each in shown
    )
    left_out = len(weeks) - len(shown)
    return (
        _money(shown, moments, left_out),
        _needs(shown, moments, left_out),
        _table(weeks[1:]),
    )


class Week(NamedTuple):
    """A week that was lived: its number (0 is the start), steps, plan, and the state after it."""

    number: int
    first: int
    step: int | None
    plan: Sequence[Planned]
    after: State


def _weeks(states: Sequence[tuple[int, State]]) -> Iterator[Week]:
    before, first = states[0][1], 0
    yield Week(0, 0, None, (), before)
    for step, state in states[1:]:
        if _week(state) != _week(before):
            yield Week(_week(before), first, step, before["plan"]["actions"], state)
            first = step + 1
        before = state


def _week(state: State) -> int:
    return state["calendar"]["currentWeek"]


def _cents(amount: float) -> str:
    return f"{amount / 100:,.2f}"


def _money(weeks: Sequence[Week], moments: tuple[Moment, ...], left_out: int) -> Series:
    finances = [each.after["player"]["finances"] for each in weeks]
    first, last = finances[0]["cashCents"], finances[-1]["cashCents"]
    return Series(
        "Money over the weeks",
        f"Cash went from {_cents(first)} to {_cents(last)} in {len(weeks) - 1} weeks.",
        moments=moments,
        lines=(
            Line("cash", tuple(each["cashCents"] for each in finances)),
            Line("savings", tuple(each["savingsCents"] for each in finances)),
            Line("debt", tuple(each["debtCents"] for each in finances)),
        ),
        unit="money",
        decimals=2,
        left_out=left_out,
    )


def _needs(weeks: Sequence[Week], moments: tuple[Moment, ...], left_out: int) -> Series:
    names = list(weeks[0].after["player"]["needs"])[:MOST_NEEDS]
    lows = {name: min(each.after["player"]["needs"][name] for each in weeks) for name in names}
    low = min(lows.values(), default=0)
    return Series(
        "Needs over the weeks",
        f"{len(names)} needs, of 100 points each; the lowest value is {low:g}.",
        moments=moments,
        lines=tuple(
            Line(captured(name), tuple(each.after["player"]["needs"][name] for each in weeks))
            for name in names
        ),
        unit="points",
        left_out=left_out,
    )


def _table(weeks: Sequence[Week]) -> Table:
    kept, left_out = fitted(weeks)
    return Table(
        "Weeks and their plans",
        f"{len(weeks)} weeks were lived.",
        columns=("Week", "Steps", "Plan", "Cash after"),
        rows=tuple(_lived(each) for each in kept),
        left_out=left_out,
    )


def _lived(week: Week) -> Row:
    planned: list[Part] = []
    for action in week.plan[:8]:
        planned += ([", "] if planned else []) + [captured(action["type"])]
    if len(week.plan) > 8:
        planned.append(f" and {len(week.plan) - 8} more")
    cash = week.after["player"]["finances"]["cashCents"]
    return row(
        f"{week.number}",
        f"{week.first}–{week.step}",
        Cell(tuple(planned) or ("nothing was planned",)),
        _cents(cash),
        step=week.step,
    )


# --- the week at a step ---------------------------------------------------------------------------


def _standing(before: State, after: State, *, lived: bool) -> Facts:
    calendar, player = after["calendar"], after["player"]
    finances = player["finances"]
    free = calendar["totalTimeUnits"] - calendar["committedTimeUnits"]
    job = player["career"].get("currentEmployment")
    words = (
        f"Week {_week(before)} was lived; week {_week(after)} begins."
        if lived
        else (f"Week {_week(after)} is being planned.")
    )
    return Facts(
        "After this step",
        words,
        rows=(
            row("week", f"{_week(after)}"),
            row("at", captured(player["currentLocationId"])),
            row("time", f"{free:g} of {calendar['totalTimeUnits']:g} units free to plan"),
            row("cash", _cents(finances["cashCents"])),
            row(
                "savings, debt",
                f"{_cents(finances['savingsCents'])}, {_cents(finances['debtCents'])}",
            ),
            row("work", captured(job["jobId"]) if job else "none"),
            row("waiting for an answer", f"{len(after['pendingEventResponses'])}"),
        ),
    )


def _plan(state: State, *, lived: bool) -> Table:
    actions = state["plan"]["actions"]
    kept, left_out = fitted(actions, 40)
    return Table(
        f"The plan of week {_week(state)}",
        f"{len(actions)} {'action' if len(actions) == 1 else 'actions'} "
        f"{'lived' if lived else 'planned'}, in this order.",
        columns=("No.", "Action", "On", "With"),
        rows=tuple(_planned(number, each) for number, each in enumerate(kept)),
        left_out=left_out,
    )


def _planned(number: int, action: Planned) -> Row:
    target = action.get("targetId")
    given = [name for name in action["parameters"] if name != "targetId"]
    parts: list[Part] = []
    for name in given[:4]:
        parts += ([", "] if parts else []) + [
            captured(f"{name} {_text(action['parameters'][name])}")
        ]
    return row(
        f"{number}",
        captured(action["type"]),
        cell(captured(target)) if target else cell(),
        Cell(tuple(parts)),
    )


def _text(value: object) -> str:
    return value if isinstance(value, str) else canonical_text(value)  # type: ignore[arg-type]
