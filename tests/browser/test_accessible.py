"""Every state in both themes as axe judges it, and every state where room, colour or motion are short."""

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

#: Parts that lie outside the page to the side, or whose text is cut without a way to see the rest.
_CUT = """
() => {
  const root = document.querySelector(".wb-root"), wide = root.getBoundingClientRect().right, found = [];
  const scrolls = (part) => { for (let at = part; at && at !== root; at = at.parentElement) if (/auto|scroll/.test(getComputedStyle(at).overflowX) && at.scrollWidth > at.clientWidth) return true; return false; };
  for (const part of root.querySelectorAll("button, input, h1, h2, h3, h4, p, dt, dd, li, th, td, .wb-mark, .wb-gate-word, .wb-verdict-effect, .wb-dock-text")) {
    if (!part.offsetParent || part.closest(".wb-sr, [aria-hidden=true]")) continue;
    const box = part.getBoundingClientRect();
    if (box.width && (box.right > wide || box.left < 0) && !scrolls(part)) found.push("outside: " + part.outerHTML.slice(0, 90));
    const said = !part.closest(".wb-option, .wb-captured") && !part.querySelector("input"), style = getComputedStyle(part);
    if (said && style.overflowX === "hidden" && part.scrollWidth > part.clientWidth + 1) found.push("cut: " + part.outerHTML.slice(0, 90));
    if (said && style.overflowY === "visible" && !style.display.startsWith("inline") && part.clientHeight && part.scrollHeight > part.clientHeight + 3) found.push("spills over: " + part.outerHTML.slice(0, 90));
  }
  if (document.documentElement.scrollWidth > document.documentElement.clientWidth) found.push("the page scrolls sideways");
  return found;
}
"""


@pytest.fixture
def make(browser: Browser, tmp_path: Path) -> Iterator[Make]:
    """The app on a page of a context as asked for."""
    with ExitStack() as stack:

        def make(*, dark: bool = False, width: int = 1280, height: int = 800, **how: Any) -> Bench:
            context = browser.new_context(viewport={"width": width, "height": height}, **how)
            stack.callback(context.close)
            captures = copy_samples(tmp_path)
            session = stack.enter_context(session_at(captures, tmp_path / "state", known=KNOWN))
            session.review.warm()
            bench = Bench(context.new_page(), session)
            bench.show(dark=dark)
            return bench

        yield make


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_axe_finds_nothing_in_any_state(make: Make, dark: bool) -> None:
    """Rules of WCAG 2.2 A and AA and of good practice, inside the app's element."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    bench = make(dark=dark)
    found = [
        f"{name}: {each['id']} at {each['nodes'][0]['html'][:100]}"
        for name in walk(bench)
        for each in axe.run(bench.page, context=".wb-root").response["violations"]
    ]
    assert found == []
    assert bench.errors == []


def test_axe_would_find_something(make: Make) -> None:
    """The check of the check: a button without a name is found."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    bench = make()
    bench.page.evaluate("document.querySelector('[data-at=keys]').replaceChildren()")
    found = axe.run(bench.page, context=".wb-root").response["violations"]
    assert "button-name" in [each["id"] for each in found]


@pytest.mark.parametrize(("width", "height"), [(320, 640), (640, 400)], ids=["320 px", "200 %"])
def test_every_state_is_one_column_where_room_is_short(make: Make, width: int, height: int) -> None:
    """320 CSS pixels, or 1280 by 800 at 200 %: nothing is beside the page and nothing scrolls sideways."""
    bench = make(width=width, height=height)
    for name in walk(bench):
        assert bench.page.evaluate(_CUT) == [], name
        one = "getComputedStyle(document.querySelector('.wb-body')).flexDirection"
        assert bench.page.evaluate(one) == "column", name
