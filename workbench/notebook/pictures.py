"""The overview of a folder drawn: each picture with its title, and with the same in words.

Source: ``spec/review-ux.md`` §17 (a picture is a second view and never the only one; shape and word besides
colour) and ``design/`` for the colours. Drawn as SVG without a screen; no figure is left open.
"""

from __future__ import annotations

import html
import io
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from workbench.review.gates import GateName
from workbench.review.overviews import CERTAINTIES, Overview
from workbench.review.words import SHAPES, STATUS_WORDS, count, joined

if TYPE_CHECKING:
    import pandas
    from matplotlib.axes import Axes

#: Colours that stay apart for every kind of sight, on white and on dark alike (Okabe and Ito).
_COLOURS = {
    "proof": "#D55E00",
    "strong": "#E69F00",
    "weak": "#56B4E9",
    "pass": "#009E73",
    "fail": "#D55E00",
    "ask": "#E69F00",
    "idle": "#999999",
    "none": "#BBBBBB",
}
_PLAIN = "#0072B2"
_INK = "#767676"  # 4.5:1 on white, and readable on the dark theme too
_HATCHES = {"proof": "", "strong": "//", "weak": ".."}
_ROW = 0.28  # inches that a row of a picture takes
_WIDTH = 7.5  # inches
_BAR = 0.7  # of a row
MOST_ROWS = 60


@dataclass(frozen=True)
class Picture:
    """A picture in a notebook. Its plain form, and what a screen reader reads, is ``words``."""

    title: str
    words: str
    svg: str = field(repr=False)

    def __repr__(self) -> str:
        return f"{self.title}: {self.words}"

    def _repr_html_(self) -> str:
        said = html.escape(f"{self.title}. {self.words}", quote=True)
        return (
            f'<figure role="img" aria-label="{said}" style="margin:0">{self.svg}'
            f'<figcaption style="font-size:smaller">{html.escape(self.words)}</figcaption></figure>'
        )


def pictures(seen: Overview) -> tuple[Picture, ...]:
    """Findings by class, gates by capture, days left and goldens: those there is something to draw of."""
    drawn = (
        findings_picture(seen.findings),
        gates_picture(seen.gates),
        days_picture(seen.gates),
        goldens_picture(seen.goldens),
    )
    return tuple(picture for picture in drawn if picture is not None)


def findings_picture(table: pandas.DataFrame) -> Picture | None:
    """How many findings of each class, parted by certainty."""
    if table.empty:
        return None
    rows = [
        f"{kind} {joined([f'{row[name]} {name}' for name in CERTAINTIES if row[name]])}"
        for kind, row in table.iterrows()
    ]

    def draw(axes: Axes) -> None:
        left = [0] * len(table)
        for name in CERTAINTIES:
            values = [int(value) for value in table[name]]
            axes.barh(
                [str(kind) for kind in table.index],
                values,
                left=left,
                color=_COLOURS[name],
                hatch=_HATCHES[name],
                edgecolor="white",
                height=_BAR,
                label=name,
            )
            left = [before + value for before, value in zip(left, values, strict=True)]
        _counting(axes, "findings")
        axes.legend(frameon=False, labelcolor=_INK)

    return Picture("Findings by class", f"{'; '.join(rows)}.", _svg(draw, rows=len(table) + 1))


def gates_picture(table: pandas.DataFrame) -> Picture | None:
    """The ten gates of every capture, as marks with a shape and a colour."""
    if table.empty:
        return None
    names = [name.value for name in GateName]
    shown = table.head(MOST_ROWS)
    counts = {
        word: sum(int((table[name] == status).sum()) for name in names)
        for status, word in STATUS_WORDS.items()
    }
    said = joined([f"{number} {word}" for word, number in counts.items() if number])
    rest = len(table) - len(shown)
    more = f" The first {MOST_ROWS} captures are drawn; {rest} more are counted." if rest else ""

    def draw(axes: Axes) -> None:
        for y, (_, row) in enumerate(shown.iterrows()):
            for x, name in enumerate(names):
                status = str(row[name])
                axes.text(
                    x, y, SHAPES[status], color=_COLOURS[status], ha="center", va="center", size=13
                )
        axes.set_xlim(-0.5, len(names) - 0.5)
        axes.set_ylim(len(shown) - 0.5, -0.5)
        axes.set_xticks(range(len(names)), names, rotation=30, ha="right")
        axes.set_yticks(range(len(shown)), [f"capture {number}" for number in shown.index])

    words = f"Of {count(len(names) * len(table), 'mark')}: {said}.{more}"
    return Picture("Gates by capture", words, _svg(draw, rows=len(shown) + 2))


def days_picture(table: pandas.DataFrame) -> Picture | None:
    """How many days each capture has left, where an expiry is kept."""
    kept = {number: int(days) for number, days in table["days left"].items() if days is not None}
    if not kept:
        return None
    counts = {
        days: sum(1 for left in kept.values() if left == days) for days in sorted(kept.values())
    }
    said = [f"{count(number, 'capture')} {count(days, 'day')}" for days, number in counts.items()]

    def draw(axes: Axes) -> None:
        axes.barh(
            [count(days, "day") for days in counts],
            list(counts.values()),
            color=_PLAIN,
            height=_BAR,
        )
        _counting(axes, "captures")

    return Picture("Days left", f"{joined(said)}.", _svg(draw, rows=len(counts)))


def goldens_picture(table: pandas.DataFrame) -> Picture | None:
    """How many promoted fixtures stand how against their goldens."""
    if table.empty:
        return None
    counts = {str(word): int(number) for word, number in table["fixtures"].items()}

    def draw(axes: Axes) -> None:
        axes.barh(list(counts), list(counts.values()), color=_PLAIN, height=_BAR)
        _counting(axes, "promoted fixtures")

    said = joined([f"{number} {word}" for word, number in counts.items()])
    return Picture("Goldens by meaning", f"{said}.", _svg(draw, rows=len(counts)))


def _counting(axes: Axes, what: str) -> None:
    """Bars from the top down, over an axis of whole numbers."""
    from matplotlib.ticker import MaxNLocator

    axes.invert_yaxis()
    axes.set_xlabel(what, color=_INK)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))


def _svg(draw: Callable[[Axes], None], *, rows: int) -> str:
    """One picture as SVG: the same bytes for the same table, and nothing of when or where."""
    import matplotlib
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure

    settings: Any = {"svg.hashsalt": "workbench", "svg.fonttype": "none", "font.size": 10}
    with matplotlib.rc_context(settings):
        figure = Figure(figsize=(_WIDTH, 1.1 + _ROW * rows), layout="constrained")
        FigureCanvasSVG(figure)
        axes = figure.subplots()
        draw(axes)
        axes.tick_params(colors=_INK, length=0)
        for side in ("top", "right", "left", "bottom"):
            axes.spines[side].set_visible(False)
        written = io.StringIO()
        figure.savefig(written, format="svg", transparent=True, metadata={"Date": None})
    text = written.getvalue()
    return text[text.index("<svg") :]
