"""A story drawn for people: the way through its nodes, and its counted variables over the steps."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from workbench.core.panels import (
    MOST_POINTS,
    Line,
    Moment,
    Panel,
    Series,
    Table,
    captured,
    fitted,
    row,
)
from workbench.plays.kinds.story_graph.program import Program
from workbench.plays.kinds.story_graph.state import StoryState

MOST_LINES = 6


def pictures(program: Program, before: StoryState, after: StoryState) -> tuple[Panel, ...]:
    """Nothing beside what every play shows: the scene says where the player is."""
    return ()


def course(program: Program, states: Sequence[tuple[int, StoryState]]) -> tuple[Panel, ...]:
    """The nodes in the order they were come to, and every variable that counts."""
    counted = _numbers(states[0][1])
    way = _way(states)
    return (way, *([_series(states, counted)] if counted else []))


def _way(states: Sequence[tuple[int, StoryState]]) -> Table:
    came = [
        states[0],
        *(two for one, two in pairwise(states) if _moved(one, two)),
    ]
    kept, left_out = fitted(came)
    return Table(
        "The way through the story",
        f"{len(came)} scenes, {len({state['currentNodeId'] for _, state in states})} of them different.",
        columns=("Step", "Came to", "Turn"),
        rows=tuple(
            row(
                "start" if step < 0 else f"{step}",
                captured(state["currentNodeId"]),
                f"{state['turn']}",
                step=None if step < 0 else step,
            )
            for step, state in kept
        ),
        left_out=left_out,
    )


def _moved(one: tuple[int, StoryState], two: tuple[int, StoryState]) -> bool:
    return one[1]["currentNodeId"] != two[1]["currentNodeId"]


def _numbers(state: StoryState) -> list[str]:
    return [
        name
        for name, value in state["variables"].items()
        if isinstance(value, (int, float)) and not isinstance(value, bool)
    ][:MOST_LINES]


def _series(states: Sequence[tuple[int, StoryState]], names: Sequence[str]) -> Series:
    every = -(-len(states) // MOST_POINTS)
    shown = [*states[:-1:every], states[-1]] if every > 1 else states
    return Series(
        "Variables over the submissions",
        f"{len(names)} variables that count, from the start to the last submission.",
        moments=tuple(
            Moment("start") if step < 0 else Moment(f"step {step}", step) for step, _ in shown
        ),
        lines=tuple(
            Line(captured(name), tuple(_number(state, name) for _, state in shown))
            for name in names
        ),
        unit="value",
        left_out=len(states) - len(shown),
    )


def _number(state: StoryState, name: str) -> float | None:
    value = state["variables"].get(name)
    return value if isinstance(value, (int, float)) and not isinstance(value, bool) else None
