"""Contrast is computed from what Chromium draws, in both themes (``design/README.md`` §5, WCAG 1.4.3)."""

from __future__ import annotations

from pathlib import Path

import pytest
from bench import Bench, session_at
from lab_server import copy_samples
from playwright.sync_api import Page

from workbench.findings import KnownIdentities

pytestmark = pytest.mark.browser

_POOR = """
() => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  canvas.canvas.width = canvas.canvas.height = 1;
  const rgba = (color) => { canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = color; canvas.fillRect(0, 0, 1, 1); return [...canvas.getImageData(0, 0, 1, 1).data]; };
  const light = ([r, g, b]) => { const f = (v) => { v /= 255; return v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; }; return 0.2126 * f(r) + 0.7152 * f(g) + 0.0722 * f(b); };
  const ground = (part) => { for (let at = part; at; at = at.parentElement) { const color = rgba(getComputedStyle(at).backgroundColor); if (color[3] > 250) return color; } return [255, 255, 255, 255]; };
  const poor = [];
  const walk = document.createTreeWalker(document.querySelector(".wb-root"), NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const part = node.parentElement;
    if (!node.textContent.trim() || !part.offsetParent || part.closest("svg, .wb-sr, style")) continue;
    const a = light(rgba(getComputedStyle(part).color)), b = light(ground(part));
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05), size = parseFloat(getComputedStyle(part).fontSize);
    if (ratio < 4.5 || size < 11) poor.push(part.className + " " + part.tagName + " " + ratio.toFixed(2) + " at " + size);
  }
  return [...new Set(poor)];
}
"""


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_all_text_has_contrast_and_size_in_every_state(
    page: Page, tmp_path: Path, dark: bool
) -> None:
    """4.5 to 1 for every text that is drawn, and nothing under 11 pixels."""
    known = KnownIdentities(users=("user-of-tests",))
    with session_at(copy_samples(tmp_path), tmp_path / "state", known=known) as session:
        session.review.warm()
        bench = Bench(page, session)
        bench.show(dark=dark)
        assert page.evaluate(_POOR) == []
        for label in (
            "ada-calendar",
            "ferry-report-0012",
            "grace-support",
            "agent-run-0044",
            "ferry-report-0019",
        ):
            row = next(row for row in session.rows() if label in row.label)
            session.move(view="queue", item=row.key)
            for keys in (
                ("Escape", "g", "q", "Enter"),
                ("s",),
                ("Escape", "o"),
                ("g", "n"),
                ("Escape", "g", "o"),
                ("g", "e"),
            ):
                bench.press(*keys)
                assert page.evaluate(_POOR) == [], f"{label} after {keys}"
