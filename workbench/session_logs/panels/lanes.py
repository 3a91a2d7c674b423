"""The scripts side by side, each round its own cursor at a step."""

from __future__ import annotations

from workbench.core.panels import Cell, Part, Row, Table, captured, cell, row
from workbench.session_logs.panels.seen import Seen

MOST_SCRIPTS = 6
MOST_DETAIL = 48  # characters of captured text in a cell
_AROUND = ((-2, "before"), (-1, "before"), (0, "last answered"), (1, "next"), (2, "then"))


def side_by_side(seen: Seen, step: int) -> Table:
    """One column a script: how many of its calls are used, the last answered, and what comes."""
    here, _ = seen.order[step]
    shown = _shown(seen, here)
    counted = [seen.used(script, step) for script in shown]
    rows = [
        row(
            "used",
            *(
                cell(f"{used} of {len(seen.steps_of(script))}")
                for script, used in zip(shown, counted, strict=True)
            ),
        )
    ]
    rows += (_round(seen, shown, counted, offset, word, step) for offset, word in _AROUND)
    waiting = sum(not used for used in counted)
    words = f"{len(seen.scripts)} scripts; this call is of {seen.lanes[here].name}."
    if waiting:
        words += f" {waiting} of those shown did not begin yet."
    return Table(
        "Scripts side by side",
        words if len(seen.scripts) > 1 else f"One script; {counted[0]} of its calls are answered.",
        columns=("", *(seen.lanes[script].name for script in shown)),
        rows=tuple(each for each in rows if any(cell.parts for cell in each.cells[1:])),
        left_out=len(seen.scripts) - len(shown),
    )


def _shown(seen: Seen, here: int) -> list[int]:
    """The parent, then scripts round the one of this step."""
    total = len(seen.scripts)
    first = max(1, min(here - 2, total - MOST_SCRIPTS + 1))
    return [0, *range(first, min(total, first + MOST_SCRIPTS - 1))]


def _round(
    seen: Seen, shown: list[int], counted: list[int], offset: int, word: str, step: int
) -> Row:
    cells = []
    for script, used in zip(shown, counted, strict=True):
        steps, at = seen.steps_of(script), used - 1 + offset
        cells.append(_call(seen, steps[at], at, step) if 0 <= at < len(steps) else cell())
    return row(word, *cells, here=offset == 0)


def _cut(detail: str) -> str:
    return detail if len(detail) <= MOST_DETAIL else f"{detail[: MOST_DETAIL - 1]}…"


def _call(seen: Seen, step: int, number: int, here: int) -> Cell:
    described = seen.steps[step]
    parts: list[Part] = [f"call {number}: {described.what}"]
    if described.detail:
        parts += [" ", captured(_cut(described.detail))]
    if "override" in described.tags:
        parts.append(" · override")
    if step == here:
        return Cell(("▸ ", *parts))
    return Cell(tuple(parts), step=step)
