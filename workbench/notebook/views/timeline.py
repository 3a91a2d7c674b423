"""The timeline: the picture's data, and the same as a table of spans."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from workbench.notebook.views import View
from workbench.notebook.views.item import Sequenced
from workbench.review.words import count

MOST_ROWS = 120


@dataclass(frozen=True, slots=True)
class Stretch:
    """Positions ``start`` to ``end`` (inclusive) that one row of the table covers."""

    start: int
    end: int


def stretches(lanes: Sequence[int]) -> list[Stretch]:
    """Runs of one lane; where there are too many, equal stretches of the whole."""
    made: list[Stretch] = []
    for at, lane in enumerate(lanes):
        if made and lanes[made[-1].start] == lane:
            made[-1] = Stretch(made[-1].start, at)
        else:
            made.append(Stretch(at, at))
    total = len(lanes)
    if len(made) > MOST_ROWS or (len(made) == 1 and total > 10):
        size = max(5, -(-total // MOST_ROWS))
        return [Stretch(at, min(total, at + size) - 1) for at in range(0, total, size)]
    return made


def timeline_body(sequence: Sequenced, *, at: int, range: tuple[int, int] | None) -> View:
    """The timeline's body."""
    names = [script.name for script in sequence.fixture.scripts()[:255]]
    rows = [_row(sequence, stretch, names, range) for stretch in stretches(sequence.lanes)]
    total = len(sequence.steps)
    return {
        "kind": "timeline",
        "picture": {
            "total": total,
            "names": names,
            "at": at,
            "range": list(range) if range else None,
            "marks": sequence.marks(),
        },
        "range": list(range) if range else None,
        "base": sequence.base,
        "cover": f"{count(len(rows), 'row')} {'covers' if len(rows) == 1 else 'cover'} {count(total, 'step')}",
        "rows": rows,
        "side": _side(sequence, range),
    }


def _row(
    sequence: Sequenced, stretch: Stretch, names: Sequence[str], range: tuple[int, int] | None
) -> View:
    first, last = sequence.steps[stretch.start], sequence.steps[stretch.end]
    opened, judged = _tally(sequence, stretch.start, stretch.end)
    lanes = sorted(set(sequence.lanes[stretch.start : stretch.end + 1]))
    more = stretch.end - stretch.start
    findings = ", ".join(
        f"{many} {word}" for many, word in ((opened, "open"), (judged, "judged")) if many
    )
    return {
        "from": stretch.start,
        "to": stretch.end,
        "steps": f"{first.index}–{last.index}" if more else f"{first.index}",
        "lane": ", ".join(names[lane] for lane in lanes[:3] if lane < len(names))
        + (" …" if len(lanes) > 3 else ""),
        "what": [first.what, *([{"i": f" and {count(more, 'more step')}"}] if more else [])],
        "open": opened,
        "judged": judged,
        "findings": findings,
        "here": range == (stretch.start, stretch.end),
    }


def _tally(sequence: Sequenced, start: int, end: int) -> tuple[int, int]:
    opened = judged = 0
    for step in sequence.index.by_step:
        if start <= step - sequence.base <= end:
            one, other = sequence.index.tally(sequence.item, step)
            opened, judged = opened + one, judged + other
    return opened, judged


def _side(sequence: Sequenced, range: tuple[int, int] | None) -> View:
    total = len(sequence.steps)
    start, end = range or (0, max(0, total - 1))
    opened, judged = _tally(sequence, start, end)
    base = sequence.base
    many = end - start + 1 if total else 0
    title = f"Steps {start + base}–{end + base}" if range else "All steps"
    return {
        "title": title,
        "of": f"{many:,} of {total:,}",
        "open": opened,
        "pairs": [
            [f"{sequence.item.step_noun}s", f"{many:,}"],
            ["open findings", f"{opened}"],
            ["judged findings", f"{judged}"],
        ],
    }
