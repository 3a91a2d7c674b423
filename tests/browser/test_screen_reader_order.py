"""What a person hears and where their keyboard is: focus order, focus after a redraw, live regions."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from bench import Bench, session_at
from lab_server import copy_samples
from playwright.sync_api import Page
from screen_states import walk

from workbench.findings import KnownIdentities

pytestmark = pytest.mark.browser
KNOWN = KnownIdentities(users=("user-of-tests",))

#: Collects every sentence that a live region gets, with how loudly it is said.
_LISTEN = """
() => {
  window.said = [];
  const loud = (part) => part.closest("[role=alert], [aria-live=assertive]") ? "loud: " : "";
  new MutationObserver((changes) => {
    const regions = new Set();
    for (const change of changes) {
      const part = change.target.nodeType === 1 ? change.target : change.target.parentElement;
      const region = part && part.closest("[role=status], [role=alert], [aria-live]");
      if (region) regions.add(region);
    }
    for (const region of regions) if (region.textContent.trim()) window.said.push(loud(region) + region.textContent.trim());
  }).observe(document.body, { childList: true, characterData: true, subtree: true });
}
"""

#: Each stop of Tab: the part of the frame, the pane in it, and the row on the screen.
_STOPS = """
() => {
  const slots = [".wb-header", ".wb-gates", ".wb-body", ".wb-dock", ".wb-footer"];
  const stops = [...document.querySelectorAll(".wb-root button, .wb-root input, .wb-root [tabindex]")]
    .filter((part) => part.tabIndex >= 0 && !part.disabled && part.offsetParent && !part.closest("[inert]"));
  const positive = stops.filter((part) => part.tabIndex > 0).length;
  return [positive, stops.map((part) => {
    const slot = slots.findIndex((name) => part.closest(name)), pane = part.closest(".wb-pane"), panes = [...document.querySelectorAll(".wb-body > .wb-pane, .wb-body > .wb-slot > .wb-pane")];
    const box = part.getBoundingClientRect(), outer = pane && pane.getBoundingClientRect();
    return { slot, pane: panes.indexOf(pane), left: outer ? outer.left : 0, top: outer ? outer.top : 0, y: box.top + box.height / 2, name: part.outerHTML.slice(0, 80) };
  })];
}
"""


@pytest.fixture
def bench(page: Page, tmp_path: Path) -> Iterator[Bench]:
    """The app over a copy of the samples, and everything that is said from then on."""
    with session_at(copy_samples(tmp_path), tmp_path / "state", known=KNOWN) as session:
        session.review.warm()
        bench = Bench(page, session)
        bench.show()
        page.evaluate(_LISTEN)
        yield bench
        assert bench.errors == []


def said(bench: Bench) -> list[str]:
    """What was said since the last call."""
    heard: list[str] = bench.page.evaluate("window.said.splice(0)")
    return heard


def focused(bench: Bench) -> str | None:
    """The name of the control that has focus."""
    at: str | None = bench.page.evaluate("document.activeElement.getAttribute('data-at')")
    return at


def reach(bench: Bench, *names: str) -> None:
    """Go to states by name."""
    for _ in walk(bench, *names):
        continue


@pytest.mark.parametrize("width", [1280, 320])
def test_tab_follows_reading(bench: Bench, width: int) -> None:
    """Header, gates, panes from left to right or top to bottom, dock, footer; no order of its own."""
    bench.page.set_viewport_size({"width": width, "height": 800})
    for name in walk(bench, "queue", "judge", "play decoded", "name", "door that is shut"):
        positive, stops = bench.page.evaluate(_STOPS)
        assert positive == 0
        assert len(stops) > 5, name
        assert [stop["slot"] for stop in stops] == sorted(stop["slot"] for stop in stops), name
        panes = [(stop["top"], stop["left"]) for stop in stops if stop["pane"] >= 0]
        in_order = sorted(panes, key=lambda at: at if width < 700 else (at[1], at[0]))
        assert panes == in_order, name


def test_focus_stays_through_a_redraw_and_an_undo(bench: Bench) -> None:
    """A gate, a tab, the dock, the search field: each has focus again after all was drawn anew."""
    reach(bench, "judge")
    for at in ("gate-Contents", "tab-decoded", "dock-name", "context", "keys", "steps", "reading"):
        bench.page.locator(f"[data-at={at}]").focus()
        bench.page.evaluate(
            "window.tell({ op: 'reading', kind: 'decoded' })"
        )  # draws the whole screen
        bench.settle()
        assert focused(bench) == at
    bench.page.locator("[data-at=steps]").focus()
    bench.press("f")
    assert focused(bench) == "steps"
    bench.press("u")
    assert focused(bench) == "steps"


def test_a_verdict_that_was_tabbed_to_does_not_wait_for_the_next_finding(bench: Bench) -> None:
    """After it, focus rests on the list: a key that is held or pressed again decides nothing more."""
    reach(bench, "judge")
    before = len(bench.session.item().item_state.verdicts)
    bench.page.locator("[data-verdict='judge.identifies']").focus()
    bench.press("Enter", "Enter", "Enter")
    assert focused(bench) == "steps"
    assert len(bench.session.item().item_state.verdicts) == before + 1
    bench.page.locator("[data-at=undo]").focus()
    bench.press("Enter")
    assert len(bench.session.item().item_state.verdicts) == before
    assert focused(bench) == "steps"  # nothing is left to undo, so the button cannot keep it


def test_each_verdict_undo_and_failure_is_said_once(bench: Bench) -> None:
    """Politely, and failures assertively; what was said before is not said again by a redraw."""
    reach(bench, "judge")
    said(bench)
    bench.press("f")
    verdict = said(bench)
    assert len([line for line in verdict if "dentif" in line]) == 1, verdict
    assert not any(line.startswith("loud") for line in verdict)
    bench.press("o")
    assert not any("dentif" in line for line in said(bench))
    bench.press("u")
    undone = said(bench)
    assert len([line for line in undone if "ndone" in line or "ndid" in line]) == 1, undone
    bench.page.evaluate("window.tell({ op: 'command', id: 'no.such', payload: {} })")
    bench.settle()
    failed = said(bench)
    assert [line for line in failed if "no such command" in line] == [
        line for line in failed if line.startswith("loud: ")
    ]
    assert len(failed) == 1, failed


def test_a_gate_that_changed_is_said_once(bench: Bench) -> None:
    """Also when nothing was decided: a region that came onto the screen."""
    reach(bench, "door that is shut")
    gates = [
        {"name": name, "status": status, "word": "", "sentence": ""}
        for name, status in (("Contents", "pass"), ("Seen", "ask"))
    ]
    bench.page.evaluate("(gates) => window.hear({ op: 'update', gates })", gates)
    said(bench)
    gates[1]["status"] = "pass"
    bench.page.evaluate("(gates) => window.hear({ op: 'update', gates })", gates)
    bench.settle()
    assert said(bench) == ["Seen: pass."]


def test_progress_is_said_once_for_each_kind_of_work(bench: Bench) -> None:
    """The count goes on in sight; a listener hears that it began."""
    reach(bench, "judge")
    said(bench)
    for number in (14, 15, 16):
        words = f"replayed {number} of 60"
        bench.page.evaluate("(words) => window.hear({ op: 'progress', words: [words] })", words)
    bench.settle()
    assert said(bench) == ["replayed 14 of 60"]
    assert "16 of 60" in bench.page.inner_text(".wb-progress")
