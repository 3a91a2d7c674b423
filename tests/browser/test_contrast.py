"""Contrast is computed from what Chromium draws, in both themes (``design/README.md`` §5, WCAG 1.4.3)."""

from __future__ import annotations

from pathlib import Path

import pytest
from bench import Bench, session_at
from contrast_probe import POOR
from lab_server import copy_samples
from playwright.sync_api import Page

from workbench.findings import KnownIdentities

pytestmark = pytest.mark.browser


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
        assert page.evaluate(POOR) == []
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
                assert page.evaluate(POOR) == [], f"{label} after {keys}"
