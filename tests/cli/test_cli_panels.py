"""Panels as text: one golden for each shape, and what ``show`` prints of the samples."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from workbench.cli import showing
from workbench.cli.panels import panel_lines
from workbench.core.panels import (
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
    cell,
    row,
)

CAPTURES = Path(__file__).parents[2] / "sample_fixtures" / "captures"

#: A panel, and what the terminal says of it while the review stands at step 1.
GOLDENS: Sequence[tuple[Panel, Sequence[str]]] = (
    (
        Facts(
            "Decision",
            "Rejected.",
            weight="ask",
            rows=(row("code", Captured("a_code")), row("log", cell("untouched", tone="idle"))),
        ),
        (
            "  ? Decision: Rejected.",
            "      code  `a_code`",
            "      log   – untouched",
        ),
    ),
    (
        Table(
            "Calls",
            "Two of nine.",
            columns=("No.", "Tool"),
            rows=(row("0", Captured("shell"), step=0), row("1", cell("none", step=7), step=1)),
            left_out=7,
        ),
        (
            "  Calls: Two of nine.",
            "      No.  Tool",
            "      0    `shell`",
            "    > 1    none (step 7)",
            "      … 7 more rows",
        ),
    ),
    (
        Difference(
            "What changed",
            "Two values.",
            changes=(
                Change(Captured("coins"), Captured("3"), Captured("2"), "hidden"),
                Change("status", "active", "active"),
                Change("unlocked", "", Captured("first")),
            ),
        ),
        (
            "  What changed: Two values.",
            "                before  after",
            "      `coins`   `3`     `2`       hidden",
            "      status    active  the same",
            "      unlocked  –       `first`",
        ),
    ),
    (
        Series(
            "Money",
            "Over the weeks.",
            moments=(Moment("start"), Moment("week 1", 1), Moment("week 2", 5)),
            lines=(Line("cash", (100, 250, None)), Line(Captured("oats"), (0, 1, 2))),
            unit="money",
            decimals=2,
        ),
        (
            "  Money: Over the weeks.",
            "      money   cash  `oats`",
            "      start   1.00  0.00",
            "    > week 1  2.50  0.01",
            "      week 2        0.02",
        ),
    ),
    (
        Links("Calls", "Joined.", links=(Link(4, "reads the result:", Captured("id")),)),
        ("  Calls: Joined.", "      step 4  reads the result:  `id`"),
    ),
    (
        Grid(
            "Map",
            "Three by two.",
            width=3,
            height=2,
            ground=".=#z..",
            things=(
                Thing("A", "place", (Captured("mill"), " (open)"), 0, 0, width=2),
                Thing("g2", "person", ("2 guests: ", Captured("g:1")), 1, 0),
            ),
            routes=(Route(Captured("g:1"), ((0, 1), (1, 1), (1, 0)), at=1),),
        ),
        (
            "  Map: Three by two.",
            "      A   Ag2 #",
            "      z   .   .",
            "      . open   = way   z zone   # nobody walks there",
            "      A   0,0 to 1,0  `mill` (open)",
            "      g2  1,0         2 guests: `g:1`",
            "      `g:1` came 0,1 1,1 and goes 1,0",
        ),
    ),
)


@pytest.mark.parametrize(("panel", "lines"), GOLDENS, ids=lambda each: type(each).__name__)
def test_a_shape_as_text(panel: Panel, lines: Sequence[str]) -> None:
    assert list(panel_lines([panel], step=1)) == list(lines)


def test_captured_text_cannot_act_on_the_terminal() -> None:
    hostile = Captured("\x1b[31m\u202evil\n> fake row")
    (line,) = list(panel_lines([Facts("Facts", "Said.", rows=(row("name", hostile),))]))[1:]
    assert line == "      name  `\\x1b[31m\\u202evil\\n> fake row`"


def shown(name: str, capsys: pytest.CaptureFixture[str], *, step: int | None, reading: str) -> str:
    """What ``workbench show`` prints of a sample."""
    if not CAPTURES.is_dir():
        pytest.skip("the sample captures are not here")
    code = showing.run(
        [CAPTURES / name], as_json=False, step=step, reading=reading, every=False, campaigns=None
    )
    assert code == 0
    return capsys.readouterr().out


@pytest.mark.parametrize(
    ("name", "step", "said"),
    [
        ("ferry-report-0012.fixture.json", 2, "not offered here or anywhere"),
        ("meadow-report-0004.fixture.json", 3, "`building:5` `press` (open)"),
        ("lantern-report-0003.fixture.json", 8, "The plan of week 1: 6 actions lived"),
        ("mill-report-0005.fixture.json", 4, "`nodes: loft`"),
        ("ada-calendar-flake", 3, "reads the result of a tool asked for here:"),
        ("agent-run-0031", 1, "scripted by the override sidecar"),
        ("tool-stream-0007.yaml", 1, "response (step 0)"),
    ],
)
def test_a_step_is_shown_with_what_its_family_says_of_it(
    name: str, step: int, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """With the reading, and by itself."""
    assert said in shown(name, capsys, step=step, reading="before-after")
    whole = shown(name, capsys, step=step, reading="plain")
    assert said in whole
    assert "The whole fixture" in whole


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("ferry-report-0012.fixture.json", "? Rejected submissions: 1 submission of 5 rejected."),
        (
            "lantern-report-0003.fixture.json",
            "Money over the weeks: Cash went from 125.00 to 874.00",
        ),
        ("mill-report-0005.fixture.json", "Versions of the content: 2 versions named."),
        ("agent-run-0031", "? Override sidecar: 2 patches to 2 recorded calls."),
        ("agent-run-0052", "none: it never binds"),
        ("tide-table-0009.yaml", "✗ nobody"),
    ],
)
def test_a_fixture_is_shown_with_its_overview(
    name: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert said in shown(name, capsys, step=None, reading="decoded")
