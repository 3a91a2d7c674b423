"""What a family shows of one step, or of a whole fixture, in shapes that every face can draw.

A panel is data: a title, a sentence that says the same to somebody who sees no picture, and rows,
values or places. ``str`` is always the workbench's own words; what came out of a file or out of a
campaign's content is :class:`Captured`, whose text stands in no ``repr``. A panel that leads to other
steps names them by number. Source: ``spec/review-ux.md`` §6, ``spec/play-sessions.md`` §15,
``spec/session-logs.md`` §23.

Panels are bounded: who builds one leaves rows out with :func:`fitted` and says how many.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import islice
from typing import Literal, TypeAlias, TypeVar

from workbench.core.canonical import JSON, canonical_text

MOST_ROWS = 60
MOST_TEXT = 300  # characters of one captured part
MOST_POINTS = 240  # values of one line of a series
MOST_CELLS = 4_096  # cells of a grid

Tone: TypeAlias = Literal["", "pass", "ask", "fail", "idle"]
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Captured:
    """Text out of a file or of a campaign's content: shown as text, and never synced or printed."""

    text: str = field(repr=False)


#: The workbench's own words, or captured text.
Part: TypeAlias = "str | Captured"


@dataclass(frozen=True, slots=True)
class Cell:
    """What stands in one cell: parts in order, with a status and the step it leads to, if any.

    A ``tone`` is drawn with its shape, so the words beside it must say the same.
    """

    parts: tuple[Part, ...] = ()
    tone: Tone = ""
    step: int | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """One row. ``step`` is the step the row is about: it leads there, and is marked while there."""

    cells: tuple[Cell, ...]
    tone: Tone = ""
    step: int | None = None
    here: bool = False


@dataclass(frozen=True, slots=True)
class Panel:
    """What all panels have. ``weight`` is "ask" where a person should look before going on."""

    title: str
    sentence: str
    weight: Literal["note", "ask"] = field(default="note", kw_only=True)


@dataclass(frozen=True, slots=True)
class Facts(Panel):
    """Labelled rows of two cells: a name and what it is."""

    rows: tuple[Row, ...] = ()


@dataclass(frozen=True, slots=True)
class Table(Panel):
    """Columns and rows. ``left_out`` counts the rows that are not here."""

    columns: tuple[str, ...] = ()
    rows: tuple[Row, ...] = ()
    left_out: int = 0


@dataclass(frozen=True, slots=True)
class Moment:
    """One position of a series: "week 3", and the step at which it was reached."""

    label: str
    step: int | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """Named values, one a moment; ``None`` where there is none."""

    name: Part
    values: tuple[float | None, ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Series(Panel):
    """Lines over the sequence. The moments are an order, never a time.

    ``unit`` says what the values are ("money", "points"); ``decimals`` how they are written, so
    that 12345 with two decimals is "123.45".
    """

    moments: tuple[Moment, ...] = ()
    lines: tuple[Line, ...] = ()
    unit: str = ""
    decimals: int = 0
    left_out: int = 0

    def written(self, value: float | None) -> str:
        """A value as people read it; empty where there is none."""
        if value is None:
            return ""
        return f"{value / 10**self.decimals:,.{self.decimals}f}" if self.decimals else f"{value:,g}"


@dataclass(frozen=True, slots=True)
class Thing:
    """Something on a map: a glyph of one or two characters on the cells it covers, and what it is.

    ``kind`` chooses its look: "place", "site", "scenery", "person" or "mark".
    """

    glyph: str
    kind: str
    what: tuple[Part, ...]
    x: int
    y: int
    width: int = 1
    height: int = 1


@dataclass(frozen=True, slots=True)
class Route:
    """A way over the map, cell by cell. ``at`` is the index of the cell reached; what follows is ahead."""

    who: Part
    cells: tuple[tuple[int, int], ...] = field(repr=False)
    at: int = 0


@dataclass(frozen=True, slots=True)
class Grid(Panel):
    """A small map of ``width`` by ``height`` cells, ``x`` to the right and ``y`` down.

    ``ground`` has one letter a cell, row after row: "." open, "#" nobody walks there, "=" a way,
    "z" a zone. ``left_out`` counts things that are not drawn.
    """

    width: int = 0
    height: int = 0
    ground: str = field(default="", repr=False)
    things: tuple[Thing, ...] = ()
    routes: tuple[Route, ...] = ()
    left_out: int = 0


@dataclass(frozen=True, slots=True)
class Link:
    """Another step and how it belongs to this one, in our words; ``what`` is what joins them."""

    step: int
    sentence: str
    what: Part = ""


@dataclass(frozen=True, slots=True)
class Links(Panel):
    """This step and others: each a sentence that leads there."""

    links: tuple[Link, ...] = ()
    left_out: int = 0


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that changed. An empty side was not there; ``aside`` says more in our words."""

    name: Part
    before: Part = ""
    after: Part = ""
    aside: str = ""


@dataclass(frozen=True, slots=True)
class Difference(Panel):
    """Two columns and what changed between them."""

    before: str = "before"
    after: str = "after"
    changes: tuple[Change, ...] = ()
    left_out: int = 0


def captured(text: str) -> Captured:
    """Captured text, cut where it is long; the cut is counted."""
    if len(text) <= MOST_TEXT:
        return Captured(text)
    return Captured(f"{text[:MOST_TEXT]}… {len(text) - MOST_TEXT:,} more characters")


def value(of: JSON) -> Part:
    """A JSON value as captured text; "nothing" in our words where there is none."""
    return "nothing" if of is None else captured(of if isinstance(of, str) else canonical_text(of))


def cell(*parts: Part, tone: Tone = "", step: int | None = None) -> Cell:
    """A cell of these parts."""
    return Cell(parts, tone, step)


def row(*cells: Cell | Part, tone: Tone = "", step: int | None = None, here: bool = False) -> Row:
    """A row; a part by itself becomes a cell."""
    made = tuple(each if isinstance(each, Cell) else Cell((each,)) for each in cells)
    return Row(made, tone, step, here)


def fitted(things: Iterable[T], most: int = MOST_ROWS) -> tuple[tuple[T, ...], int]:
    """The first ``most`` of ``things`` and how many were left out."""
    everything = iter(things)
    kept = tuple(islice(everything, most))
    return kept, sum(1 for _ in everything)
