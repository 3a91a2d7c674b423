"""A person at the keyboard: keys only, each answered before the next."""

from __future__ import annotations

from playwright.sync_api import Page


class Walk:
    """Keys in the app on a page, and what they show."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def press(self, *keys: str) -> None:
        """Press keys, waiting for each answer."""
        for key in keys:
            self.page.keyboard.press(key)
            self.settle()

    def settle(self) -> None:
        """Wait until the app waits for the person again."""
        self.page.wait_for_timeout(60)
        self.page.wait_for_selector(".wb-root:not([data-busy])", timeout=120_000)
        self.page.wait_for_timeout(240)  # regions that came into sight are reported

    @property
    def view(self) -> str:
        """Which view is on the screen."""
        return str(self.page.get_attribute(".wb-root", "data-view"))

    def text(self, selector: str) -> str:
        """The text of a part, or nothing."""
        part = self.page.locator(selector).first
        return part.inner_text() if part.count() else ""

    def open(self, label: str) -> None:
        """Go to the queue, move to a row by its label, open it."""
        self.press("Escape", "g", "q", "Home")
        for _ in range(60):
            if label in self.text(".is-captures tr.is-current"):
                break
            self.press("j")
        assert label in self.text(".is-captures tr.is-current")
        self.press("Enter")

    def judge_all(self, *, undo_first: bool = False) -> int:
        """Judge every finding: what hides nothing by its kind as "other", the rest as identifying."""
        judged = 0
        for _ in range(40):
            title = self.text(".wb-finding-title")
            if self.view != "item" or not self.page.locator("[data-finding]").count():
                break
            if self.page.locator(".wb-judged-line").count():
                self.press("n")
                continue
            hidden = "hidden" in title.lower() or not self.page.locator(
                ".wb-facts"
            ).inner_text().count("Stand-in")
            self.press(*(("s", "t") if hidden else ("f",)))
            if undo_first and judged == 0:
                self.press("u")
                assert self.text(".wb-finding-title") == title
                undo_first = False
                continue
            judged += 1
        return judged

    def name(self, name: str) -> None:
        """Choose a name and approve it."""
        if self.view != "name":
            self.press("Escape", "g", "n")
        self.press("Control+a")
        self.page.keyboard.type(name)
        self.page.wait_for_timeout(400)
        self.press("Control+Enter")
        if self.page.locator(".wb-dialog").count():
            self.page.keyboard.press("Tab")
            self.press("Tab", "Enter")

    def approve_outcome(self) -> None:
        """Look at the outcome and approve it."""
        if self.view != "outcome":
            self.press("Escape", "g", "o")
        self.press("Control+Enter")

    def export(self, name: str) -> None:
        """Stage, go to the door, type the name, export."""
        self.press("Control+Enter")
        self.open_again()
        self.press("Escape", "g", "e")
        self.page.locator("[data-at=door-name]").wait_for()
        self.page.keyboard.type(name)
        self.press("Tab", "Space")

    def open_again(self) -> None:
        """Back to the item that was staged: the review has gone on to the next."""
        self.press("Escape", "g", "q", "Home")
        for _ in range(60):
            if "Staged" in self.text(".is-captures tr.is-current"):
                break
            self.press("j")
        self.press("Enter")
