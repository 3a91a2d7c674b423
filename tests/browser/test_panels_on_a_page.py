"""What families show, in Chromium: maps, lines and links by keyboard, hostile text, every width, both themes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from bench import Bench, session_at
from contrast_probe import POOR
from lab_server import copy_samples
from playwright.sync_api import Page

from workbench.findings import KnownIdentities

pytestmark = pytest.mark.browser
KNOWN = KnownIdentities(users=("user-of-tests",))
MARKUP = '<img src=x onerror="window.pwned=1"><b>bold</b>\u202eevil\u202c'
#: A sample with a step of it, and the reading to look at.
SHOWN = (
    ("meadow-report", 6, "before_after"),
    ("lantern-report", 12, "overview"),
    ("ada-calendar", 3, "before_after"),
    ("mill-report", 4, "overview"),
    ("tool-stream", 1, "before_after"),
)


@pytest.fixture
def bench(page: Page, tmp_path: Path) -> Iterator[Bench]:
    """The app over a copy of the samples, and a play whose ids are markup."""
    captures = copy_samples(tmp_path)
    play = json.loads((captures / "ferry-report-0012.fixture.json").read_text())
    play["name"] = "aaa-report-0001"
    play["submissions"][2] = {"actionId": MARKUP, "params": {MARKUP: MARKUP}}
    (captures / "aaa-report-0001.fixture.json").write_text(json.dumps(play))
    with session_at(captures, tmp_path / "state", known=KNOWN) as session:
        bench = Bench(page, session)
        yield bench
        assert bench.errors == []


def look(bench: Bench, label: str, at: int, reading: str, *, dark: bool = False) -> None:
    """Show one reading of one step of a sample."""
    row = next(row for row in bench.session.rows() if label in row.label)
    bench.session.move(view="item", item=row.key)
    bench.session.move(at=at, reading=reading, finding="")
    if bench.page.locator(".wb-root").count():
        bench.press("Escape", "g", "s")
    else:
        bench.show(dark=dark)


def here(bench: Bench) -> int:
    """The step the review stands at."""
    return int(bench.page.get_attribute(".wb-option.is-current", "data-index") or -1)


def test_a_map_has_its_words_beside_it(bench: Bench) -> None:
    """A picture with a name, and a list that holds all of it as text."""
    look(bench, "meadow-report", 6, "before_after")
    picture = bench.page.locator("svg.wb-map")
    assert picture.get_attribute("role") == "img"
    assert "The list beside this map says the same." in (picture.get_attribute("aria-label") or "")
    assert picture.locator(".m-cell").count() == 7 * 5
    said = bench.page.inner_text(".wb-map-list")
    for word in ("building:0", "guest:16", "staff:7", "guests come in here", "came"):
        assert word in said


def test_an_id_leads_to_its_issuer_by_keyboard(bench: Bench) -> None:
    """A link is a button: it takes focus, Enter goes there, and the reading stays the same."""
    look(bench, "meadow-report", 4, "before_after")
    link = bench.page.get_by_role("button", name="Go to step 2").first
    link.focus()
    bench.press("Enter")
    assert here(bench) == 2
    assert bench.page.locator(".wb-tab[aria-selected=true]").inner_text() == "before / after"


def test_a_chart_follows_the_step_and_leads_to_others(bench: Bench) -> None:
    """The cursor of the lines and the row of the table are where the review stands."""
    look(bench, "lantern-report", 12, "overview")
    page = bench.page
    current = ".wb-panel.is-series tr[aria-current=step] th"
    assert page.locator(current).all_inner_texts() == ["week 2", "week 2"]
    assert page.locator(".wb-chart-row:has(b)").count() == 3 + 5
    assert page.locator(".c-here").count() == 3 + 5
    page.get_by_role("button", name="week 4").first.focus()
    bench.press("Enter")
    assert here(bench) == 22
    assert page.locator(current).first.inner_text() == "week 4"
    line = page.locator(".wb-chart-line").first
    width = line.evaluate("(part) => part.clientWidth")
    line.click(position={"x": 3, "y": 10})
    bench.settle()
    assert here(bench) == 22  # the start is no step, so nothing moves
    line.click(position={"x": width - 3, "y": 10})
    bench.settle()
    assert here(bench) == 27


def test_the_overview_stays_where_it_was_scrolled_to(bench: Bench) -> None:
    """Stepping on moves the cursor of the charts, never the page under the eye."""
    look(bench, "lantern-report", 3, "overview")
    body = bench.page.locator(".wb-reading-body")
    body.evaluate("(part) => { part.scrollTop = 160; }")
    bench.page.locator(".wb-steps-list").focus()
    bench.press("j", "j")
    assert here(bench) == 5
    assert body.evaluate("(part) => part.scrollTop") == 160


def test_o_goes_round_all_readings(bench: Bench) -> None:
    look(bench, "ada-calendar", 3, "decoded")
    names = []
    for _ in range(5):
        bench.press("o")
        names.append(bench.page.locator(".wb-tab[aria-selected=true]").inner_text())
    assert names == ["raw", "before / after", "overview", "plain", "decoded"]


@pytest.mark.parametrize("reading", ["before_after", "overview"])
def test_hostile_ids_are_text(bench: Bench, reading: str) -> None:
    """Markup stays letters, and what would turn them round is a box."""
    look(bench, "aaa-report", 2, reading)
    panels = bench.page.locator(".wb-panel")
    assert panels.locator("img, b:not(.wb-chart-value b), script").count() == 0
    assert bench.page.evaluate("window.pwned") is None
    said = " ".join(panels.all_inner_texts())
    assert "<b>bold</b>" in said
    assert panels.locator(".wb-box", has_text="RLO").count() > 0


@pytest.mark.parametrize("width", [860, 320])
def test_panels_fit_every_width(bench: Bench, width: int) -> None:
    """Nothing scrolls sideways but a wide table, which does so inside itself."""
    bench.page.set_viewport_size({"width": width, "height": 800})
    for label, at, reading in SHOWN:
        look(bench, label, at, reading)
        assert bench.page.evaluate("document.documentElement.scrollWidth") <= width, label
        wide = bench.page.evaluate(
            """() => { const pane = document.querySelector('.wb-reading-body'); return pane.scrollWidth - pane.clientWidth; }"""
        )
        assert wide <= 1, label


def test_every_link_of_a_panel_has_a_name_and_room(bench: Bench) -> None:
    """Named buttons of at least 24 by 24 pixels."""
    for label, at, reading in SHOWN:
        look(bench, label, at, reading)
        poor = bench.page.evaluate(
            """() => [...document.querySelectorAll('.wb-panel button')].filter((part) => {
              const box = part.getBoundingClientRect();
              return !(part.innerText || part.getAttribute('aria-label')) || box.height < 23.5 || box.width < 23.5;
            }).map((part) => part.outerHTML.slice(0, 120))"""
        )
        assert poor == [], label


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_all_text_of_panels_has_contrast_and_size(bench: Bench, dark: bool) -> None:
    """As everywhere: 4.5 to 1, and nothing under 11 pixels."""
    for label, at, reading in (*SHOWN, ("ferry-report-0012", 2, "before_after")):
        look(bench, label, at, reading, dark=dark)
        assert bench.page.evaluate(POOR) == [], label


def test_a_machine_finds_nothing_inaccessible(bench: Bench) -> None:
    """Roles, names, headings and tables, as axe judges them."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    for label, at, reading in SHOWN:
        look(bench, label, at, reading)
        found = axe.run(bench.page, context=".wb-reading").response["violations"]
        assert [each["id"] for each in found] == [], label
