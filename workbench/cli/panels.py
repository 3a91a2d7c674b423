"""Panels as lines of text: the same content as the notebook draws, safe to print.

What came out of a file stands between ` marks, the workbench's own words stand bare. A mark before a
word says its status by shape.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from workbench.cli.printing import escaped
from workbench.core.panels import (
    Captured,
    Cell,
    Change,
    Difference,
    Facts,
    Grid,
    Links,
    Panel,
    Part,
    Route,
    Row,
    Series,
    Table,
    Thing,
)
from workbench.review.words import SHAPES, count

WIDEST = 60  # characters of one column
MOST_GLYPHS = 6  # characters of one cell of a map
_INDENT = "    "


def panel_lines(panels: Iterable[Panel], *, step: int | None = None) -> Iterator[str]:
    """The panels one after the other; rows of ``step`` are marked with ``>``."""
    for panel in panels:
        mark = f"{SHAPES['ask']} " if panel.weight == "ask" else ""
        yield f"  {mark}{panel.title}: {panel.sentence}"
        for line in _body(panel, step):
            yield f"{_INDENT}{line}".rstrip()


def _body(panel: Panel, step: int | None) -> Iterator[str]:
    match panel:
        case Facts():
            yield from _aligned(_rows(panel.rows, step))
        case Table():
            yield from _aligned([("", *panel.columns), *_rows(panel.rows, step)])
            yield from _left_out(panel.left_out, "row")
        case Difference():
            heads = ("", "", panel.before, panel.after, "")
            yield from _aligned([heads, *map(_change, panel.changes)])
            yield from _left_out(panel.left_out, "change")
        case Series():
            yield from _series(panel, step)
        case Links():
            rows = [
                ("", f"step {link.step}", link.sentence, _part(link.what)) for link in panel.links
            ]
            yield from _aligned(rows)
            yield from _left_out(panel.left_out, "link")
        case Grid():
            yield from _grid(panel)


def _left_out(number: int, noun: str) -> Iterator[str]:
    if number:
        yield f"  … {count(number, f'more {noun}')}"


# --- rows -----------------------------------------------------------------------------------------


def _rows(rows: Sequence[Row], step: int | None) -> list[tuple[str, ...]]:
    return [(_mark(row, step), *map(_cell, row.cells)) for row in rows]


def _mark(row: Row, step: int | None) -> str:
    return ">" if row.here or (step is not None and row.step == step) else ""


def _cell(cell: Cell) -> str:
    text = "".join(map(_part, cell.parts))
    shape = f"{SHAPES[cell.tone]} " if cell.tone else ""
    leads = f" (step {cell.step})" if cell.step is not None and text != f"{cell.step}" else ""
    return f"{shape}{text}{leads}"


def _part(part: Part) -> str:
    if isinstance(part, Captured):
        return f"`{escaped(part.text)}`" if part.text else ""
    return part


def _change(change: Change) -> tuple[str, ...]:
    before, after = _part(change.before), _part(change.after)
    if change.before == change.after:
        after = "the same"
    return "", _part(change.name), before or "–", after or "–", change.aside


def _aligned(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Columns as wide as their longest cell, up to ``WIDEST``; the first is a mark."""
    columns = max((len(row) for row in rows), default=0)
    widths = [
        min(WIDEST, max((len(row[at]) for row in rows if at < len(row)), default=0))
        for at in range(columns)
    ]
    for row in rows:
        mark, *cells = row
        padded = (cell.ljust(widths[at]) for at, cell in enumerate(cells, start=1))
        yield f"{mark or ' '} {'  '.join(padded)}".rstrip()


# --- pictures -------------------------------------------------------------------------------------


def _series(panel: Series, step: int | None) -> Iterator[str]:
    heads = ("", panel.unit, *(_part(line.name) for line in panel.lines))
    here = here_of(panel, step)
    rows = [
        (
            ">" if at == here else "",
            moment.label,
            *(panel.written(line.values[at]) for line in panel.lines),
        )
        for at, moment in enumerate(panel.moments)
    ]
    yield from _aligned([heads, *rows])
    yield from _left_out(panel.left_out, "moment")


def here_of(panel: Series, step: int | None) -> int | None:
    """The last moment that was reached at ``step``."""
    if step is None:
        return None
    reached = [
        at
        for at, moment in enumerate(panel.moments)
        if (-1 if moment.step is None else moment.step) <= step
    ]
    return reached[-1] if reached else None


def _grid(panel: Grid) -> Iterator[str]:
    if panel.ground:
        yield from _map(panel)
        yield "  . open   = way   z zone   # nobody walks there"
    rows = [
        ("", thing.glyph, _at(thing), "".join(map(_part, thing.what))) for thing in panel.things
    ]
    yield from _aligned(rows)
    for route in panel.routes:
        yield f"  {_part(route.who)} {_way(route)}"
    yield from _left_out(panel.left_out, "thing")


def _map(panel: Grid) -> Iterator[str]:
    """The cells with everything that stands on each, in columns as wide as the fullest."""
    standing: dict[tuple[int, int], str] = {}
    for thing in panel.things:
        for x in range(thing.x, thing.x + thing.width):
            for y in range(thing.y, thing.y + thing.height):
                standing[x, y] = f"{standing.get((x, y), '')}{thing.glyph}"[:MOST_GLYPHS]
    width = max(map(len, standing.values()), default=1) + 1
    for y in range(panel.height):
        ground = panel.ground[y * panel.width : (y + 1) * panel.width]
        cells = (standing.get((x, y), letter).ljust(width) for x, letter in enumerate(ground))
        yield f"  {''.join(cells)}"


def _way(route: Route) -> str:
    came, ahead = route.cells[: route.at + 1], route.cells[route.at + 1 :]
    said = [f"came {_cells(came)}"] if len(came) > 1 else [f"is at {_cells(came)}"]
    return " and ".join([*said, f"goes {_cells(ahead)}"] if ahead else said)


def _cells(cells: Sequence[tuple[int, int]]) -> str:
    return " ".join(f"{x},{y}" for x, y in cells)


def _at(thing: Thing) -> str:
    if thing.width == thing.height == 1:
        return f"{thing.x},{thing.y}"
    return f"{thing.x},{thing.y} to {thing.x + thing.width - 1},{thing.y + thing.height - 1}"
