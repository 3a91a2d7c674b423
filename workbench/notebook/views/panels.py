"""What a family shows, as blocks of the reading: one drawing for each shape of panel.

Nothing here knows a family. Captured parts become runs, which travel in custom messages only; steps
become positions of the list, so that a click can go there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from workbench.core.fixture import Step
from workbench.core.panels import (
    Captured,
    Cell,
    Change,
    Difference,
    Facts,
    Grid,
    Line,
    Link,
    Links,
    Moment,
    Panel,
    Part,
    Row,
    Series,
    Table,
    Thing,
)
from workbench.core.reports import report_of
from workbench.notebook.views import View
from workbench.notebook.views.reader import Reader
from workbench.notebook.views.text import plain_runs
from workbench.review.words import count

#: One part of a sentence for the front end: our words, or ``{"c": runs}``.
Said = str | dict[str, list[list[object]]]


def step_blocks(reader: Reader, step: Step, base: int) -> list[View]:
    """What the family shows of one step."""
    return _blocks(lambda: reader.fixture.panels(step.index, reader.item.environment), "step", base)


def overview_blocks(reader: Reader, base: int) -> list[View]:
    """What the family shows of the whole fixture."""
    blocks = _blocks(lambda: reader.fixture.overview(reader.item.environment), "whole", base)
    words = "This family shows nothing more of the whole fixture."
    return blocks or [{"kind": "line", "id": "none", "words": [words]}]


def _blocks(ask: Callable[[], Iterable[Panel]], where: str, base: int) -> list[View]:
    """The panels as blocks. A family that fails to draw is said, and takes nothing else along."""
    try:
        panels = list(ask())
    except Exception as error:  # its message may quote the capture, its class may not
        words = f"What the family shows here could not be drawn: {report_of(error)}."
        return [{"kind": "line", "id": "failed", "icon": "ask", "tone": "ask", "words": [words]}]
    return [
        {"kind": "panel", "id": f"{where}-{number}", "panel": panel_view(panel, base)}
        for number, panel in enumerate(panels)
    ]


def panel_view(panel: Panel, base: int = 0) -> View:
    """One panel as the front end draws it; ``base`` is the number of the first step."""
    shared = {"title": panel.title, "sentence": panel.sentence, "ask": panel.weight == "ask"}
    return shared | _SHAPES[type(panel)](panel, base)


def _facts(panel: Facts, base: int) -> View:
    return {"shape": "facts", "rows": _rows(panel.rows, base)}


def _table(panel: Table, base: int) -> View:
    return {
        "shape": "table",
        "columns": list(panel.columns),
        "rows": _rows(panel.rows, base),
        "more": _more(panel.left_out, "row"),
    }


def _difference(panel: Difference, base: int) -> View:
    return {
        "shape": "difference",
        "before": panel.before,
        "after": panel.after,
        "changes": [_change(change) for change in panel.changes],
        "more": _more(panel.left_out, "change"),
    }


def _change(change: Change) -> View:
    return {
        "name": [_said(change.name)],
        "before": [_said(change.before)] if change.before else [],
        "after": [_said(change.after)] if change.after else [],
        "same": change.before == change.after,
        "aside": change.aside,
    }


def _series(panel: Series, base: int) -> View:
    return {
        "shape": "series",
        "unit": panel.unit,
        "moments": [_moment(moment, base) for moment in panel.moments],
        "lines": [_line(panel, line) for line in panel.lines],
        "more": _more(panel.left_out, "moment"),
    }


def _moment(moment: Moment, base: int) -> View:
    return {"label": moment.label, "step": _position(moment.step, base)}


def _line(panel: Series, line: Line) -> View:
    return {
        "name": [_said(line.name)],
        "values": list(line.values),
        "words": [panel.written(value) for value in line.values],
    }


def _links(panel: Links, base: int) -> View:
    return {
        "shape": "links",
        "links": [_link(link, base) for link in panel.links],
        "more": _more(panel.left_out, "link"),
    }


def _link(link: Link, base: int) -> View:
    what = [_said(link.what)] if link.what else []
    return {
        "step": _position(link.step, base),
        "number": link.step,
        "words": [link.sentence],
        "what": what,
    }


def _grid(panel: Grid, base: int) -> View:
    return {
        "shape": "grid",
        "width": panel.width,
        "height": panel.height,
        "ground": panel.ground,
        "things": [_thing(thing) for thing in panel.things],
        "routes": [
            {
                "who": [_said(route.who)],
                "cells": [list(cell) for cell in route.cells],
                "at": route.at,
            }
            for route in panel.routes
        ],
        "more": _more(panel.left_out, "thing"),
    }


def _thing(thing: Thing) -> View:
    return {
        "glyph": thing.glyph,
        "kind": thing.kind,
        "what": list(map(_said, thing.what)),
        "box": [thing.x, thing.y, thing.width, thing.height],
    }


def _rows(rows: Sequence[Row], base: int) -> list[View]:
    return [
        {
            "cells": [_cell(cell, base) for cell in row.cells],
            "tone": row.tone,
            "step": _position(row.step, base),
            "here": row.here,
        }
        for row in rows
    ]


def _cell(cell: Cell, base: int) -> View:
    made: View = {"words": list(map(_said, cell.parts))}
    if cell.tone:
        made["tone"] = cell.tone
    if cell.step is not None:
        made |= {"step": _position(cell.step, base), "number": cell.step}
    return made


def _said(part: Part) -> Said:
    return {"c": plain_runs(part.text)} if isinstance(part, Captured) else part


def _position(step: int | None, base: int) -> int | None:
    return None if step is None else step - base


def _more(left_out: int, noun: str) -> str:
    return f"… {count(left_out, f'more {noun}')}" if left_out else ""


_SHAPES: dict[type[Panel], Callable[[Any, int], View]] = {
    Facts: _facts,
    Table: _table,
    Difference: _difference,
    Series: _series,
    Links: _links,
    Grid: _grid,
}
