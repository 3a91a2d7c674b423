"""What is typed is kept while answers are on their way; forced colours and less motion are respected."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from bench import Bench, session_at
from lab_server import copy_samples
from playwright.sync_api import Browser
from screen_states import walk

from workbench.findings import KnownIdentities

pytestmark = pytest.mark.browser
KNOWN = KnownIdentities(users=("user-of-tests",))
Make = Callable[..., Bench]


@pytest.fixture
def make(browser: Browser, tmp_path: Path) -> Iterator[Make]:
    """The app on a page of a context as asked for."""
    with ExitStack() as stack:

        def make(**how: Any) -> Bench:
            context = browser.new_context(viewport={"width": 1280, "height": 800}, **how)
            stack.callback(context.close)
            captures = copy_samples(tmp_path)
            session = stack.enter_context(session_at(captures, tmp_path / "state", known=KNOWN))
            bench = Bench(context.new_page(), session)
            bench.show()
            return bench

        yield make


@pytest.mark.parametrize(
    ("state", "field"), [("judge", "search"), ("queue", "queue-find"), ("name", "name-field")]
)
def test_typing_goes_on_through_redraws(make: Make, state: str, field: str) -> None:
    """Letters arrive while the whole screen is drawn again after each: none is lost or moved."""
    bench = make()
    for _ in walk(bench, state):
        continue
    if field == "search":
        bench.press("/")
    else:
        bench.page.locator(f"[data-at={field}]").focus()
        bench.page.keyboard.press("Control+a")
    for letter in "calendar":
        bench.page.keyboard.press(letter)
        bench.page.evaluate(
            "(view) => window.tell({ op: 'go', view })", bench.session.position.view
        )
        bench.page.wait_for_timeout(40)
    bench.page.wait_for_timeout(400)
    assert bench.page.input_value(f"[data-at={field}]") == "calendar"


def test_forced_colours_say_by_a_border_what_a_ground_said(make: Make) -> None:
    """The approving button can be read, and what is current has an edge that what is not has not."""
    bench = make(forced_colors="active")
    edges = """(names) => names.map((name) => { const style = getComputedStyle(document.querySelector(name)); return style.borderBlockEndColor + style.borderBlockEndWidth; })"""
    for name in walk(bench, "queue", "log decoded"):
        kind = "segment[aria-pressed" if name == "queue" else "tab[aria-selected"
        here, other = bench.page.evaluate(edges, [f".wb-{kind}=true]", f".wb-{kind}=false]"])
        assert here != other, name
    for _ in walk(bench, "name"):
        pair = bench.page.evaluate(
            "(() => { const style = getComputedStyle(document.querySelector('[data-at=name-approve]')); return [style.color, style.backgroundColor]; })()"
        )
        assert pair[0] != pair[1]
    assert bench.errors == []


def test_less_motion_means_none(make: Make) -> None:
    """No transition and no animation takes any time, and the bar of a held button stands still."""
    bench = make(reduced_motion="reduce")
    for name in walk(bench, "queue", "judge", "door"):
        moving = bench.page.evaluate(
            """() => [...document.querySelectorAll(".wb-root, .wb-root *")].filter((part) => {
              const style = getComputedStyle(part), lasts = (text) => text.split(",").some((each) => parseFloat(each) > 0);
              return lasts(style.transitionDuration) || (style.animationName !== "none" && lasts(style.animationDuration));
            }).map((part) => part.className)"""
        )
        assert moving == [], name
