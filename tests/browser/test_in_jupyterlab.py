"""The app in a real JupyterLab: it opens, keys stay inside, nothing is saved or leaks."""

from __future__ import annotations

import json

from playwright.sync_api import Page

from tests.browser.conftest import LabServer


def test_the_app_opens_on_the_queue_and_has_the_keyboard(lab: LabServer, page: Page) -> None:
    """Running the cell shows the queue, and its keys work at once."""
    lab.open(page)
    lab.run_app(page)
    page.wait_for_timeout(1500)
    page.screenshot(path="/tmp/shots/lab-queue.png")
    print(page.inner_text(".wb-root")[:500])
    page.keyboard.press("Enter")
    page.wait_for_timeout(1500)
    page.screenshot(path="/tmp/shots/lab-item.png")
    print(page.get_attribute(".wb-root", "data-view"))
    print(json.loads(lab.notebook.read_text())["cells"][1])
