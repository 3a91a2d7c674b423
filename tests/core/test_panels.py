"""Panels are bounded, and nothing captured stands in their ``repr``."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import Any

import pytest

from workbench.core import panels
from workbench.core.panels import (
    MOST_TEXT,
    Captured,
    Change,
    Difference,
    Facts,
    Grid,
    Line,
    Link,
    Links,
    Moment,
    Panel,
    Route,
    Series,
    Table,
    Thing,
    captured,
    cell,
    fitted,
    row,
    value,
)

CANARY = "zebedee-" + "canary-example"


def one_of_each() -> tuple[Panel, ...]:
    """Every shape, with captured text wherever it may stand."""
    said = Captured(CANARY)
    rows = (row(said, cell("is ", said, tone="ask", step=2), step=1),)
    return (
        Facts("Facts", "Said.", rows=rows),
        Table("Table", "Said.", columns=("a", "b"), rows=rows),
        Series(
            "Series",
            "Said.",
            moments=(Moment("start"), Moment("step 1", 1)),
            lines=(Line(said, (1.0, None)),),
        ),
        Grid(
            "Grid",
            "Said.",
            width=1,
            height=1,
            ground=".",
            things=(Thing("A", "place", (said,), 0, 0),),
            routes=(Route(said, ((0, 0), (1, 0))),),
        ),
        Links("Links", "Said.", links=(Link(1, "uses", said),)),
        Difference("Difference", "Said.", changes=(Change(said, said, said),)),
    )


@pytest.mark.parametrize("panel", one_of_each(), ids=lambda panel: type(panel).__name__)
def test_no_repr_holds_captured_text(panel: Panel) -> None:
    assert CANARY not in repr(panel)
    assert CANARY in str(_texts(panel))


def test_every_shape_is_looked_at() -> None:
    """A shape that is added has to be added here."""
    shapes = {each for each in vars(panels).values() if isinstance(each, type)}
    known = {each for each in shapes if issubclass(each, Panel) and each is not Panel}
    assert known == {type(panel) for panel in one_of_each()}


def _texts(of: Any) -> list[str]:
    """The captured texts anywhere in a panel."""
    if isinstance(of, Captured):
        return [of.text]
    if is_dataclass(of):
        return [text for each in fields(of) for text in _texts(getattr(of, each.name))]
    return [text for each in of for text in _texts(each)] if isinstance(of, tuple) else []


def test_what_does_not_fit_is_counted() -> None:
    assert fitted(iter("abcde"), 3) == (("a", "b", "c"), 2)
    assert fitted("ab", 3) == (("a", "b"), 0)


def test_long_captured_text_is_cut_and_the_cut_is_counted() -> None:
    assert captured("x" * MOST_TEXT).text == "x" * MOST_TEXT
    assert captured("x" * (MOST_TEXT + 1234)).text.endswith("x… 1,234 more characters")


def test_a_value_is_captured_unless_there_is_none() -> None:
    """What a capture holds is never taken for our own words."""
    assert value(None) == "nothing"
    assert value("nothing") == Captured("nothing")
    assert value([1, True, None]) == Captured("[1,true,null]")


def test_values_of_a_series_are_written_for_people() -> None:
    money = Series("Money", "Said.", unit="money", decimals=2)
    assert [money.written(each) for each in (123456, -5, 0, None)] == [
        "1,234.56",
        "-0.05",
        "0.00",
        "",
    ]
    points = Series("Points", "Said.", unit="points")
    assert [points.written(each) for each in (80, 1234.5)] == ["80", "1,234.5"]
