"""A page with the app in it and no notebook around: the quick way to look at every state.

The front end is the real joined module; its model is a stub whose messages go to a real session in this
process. What only a notebook can show (keys that leak, files that are saved) is tested in a real one.
"""

from __future__ import annotations

import base64
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from workbench.findings import KnownIdentities
from workbench.notebook.assets import css, esm
from workbench.notebook.messages import answer
from workbench.notebook.position import Position
from workbench.notebook.session import Session
from workbench.review import Review

LIGHT = {
    "--jp-layout-color0": "#ffffff",
    "--jp-layout-color1": "#ffffff",
    "--jp-ui-font-color0": "#000000",
    "--jp-brand-color1": "#1976d2",
}
DARK = {
    "--jp-layout-color0": "#111111",
    "--jp-layout-color1": "#212121",
    "--jp-ui-font-color0": "#ffffff",
    "--jp-brand-color1": "#2196f3",
}

_HARNESS = """
async ({ esm, css, dark, colours }) => {
  document.body.dataset.jpThemeLight = String(!dark);
  for (const [name, value] of Object.entries(colours)) document.documentElement.style.setProperty(name, value);
  document.body.style.cssText = "margin:8px;background:" + colours["--jp-layout-color0"];
  const style = document.createElement("style");
  style.textContent = css;
  document.head.append(style);
  const hears = new Set();
  const decode = (text) => { const raw = atob(text), out = new Uint8Array(raw.length); for (let i = 0; i < raw.length; i++) out[i] = raw.charCodeAt(i); return new DataView(out.buffer); };
  window.heard = [];
  const model = {
    on: (name, hear) => { if (name === "msg:custom") hears.add(hear); }, off: (name, hear) => hears.delete(hear),
    get: () => 0, set: () => {}, save_changes: () => {},
    async send(content) { window.heard.push(content.op); for (const [reply, buffers] of await window.ask(content)) for (const hear of [...hears]) hear(reply, buffers.map(decode)); },
  };
  const el = document.createElement("div");
  document.body.append(el);
  window.outside = [];
  document.addEventListener("keydown", (event) => window.outside.push(event.key));
  const url = URL.createObjectURL(new Blob([esm], { type: "text/javascript" }));
  const app = await import(url);
  window.tell = (content) => model.send(content);
  window.hear = (reply) => { for (const hear of [...hears]) hear(reply, []); };
  window.teardown = app.default.render({ model, el });
}
"""


class Bench:
    """The app on a page, and the session behind it."""

    def __init__(self, page: Page, session: Session) -> None:
        self.page = page
        self.session = session
        self.errors: list[str] = []
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.expose_function("ask", self._ask)

    def _ask(self, content: dict[str, Any]) -> list[list[object]]:
        replies = list(answer(self.session, content))
        return [
            [reply.content, [base64.b64encode(part).decode() for part in reply.buffers]]
            for reply in replies
        ]

    def show(self, *, dark: bool = False) -> None:
        """Draw the app and wait for its first screen."""
        self.page.set_content("<!doctype html><html lang=en><body></body></html>")
        colours = DARK if dark else LIGHT
        given = {"esm": esm(), "css": css(), "dark": dark, "colours": colours}
        self.page.evaluate(_HARNESS, given)
        self.page.wait_for_selector(".wb-root[data-ready]")
        self.settle()

    def settle(self) -> None:
        """Wait until nothing is asked or drawn any more."""
        self.page.wait_for_timeout(120)

    def go(self, **where: Any) -> None:
        """Be somewhere else in the review, drawn as when the page is opened there."""
        self.session.overlay = ""
        self.session.move(**where)
        self.page.evaluate("window.tell({ op: 'hello' })")
        self.settle()

    def press(self, *keys: str) -> None:
        """Press keys one after the other, each answered before the next."""
        for key in keys:
            self.page.keyboard.press(key)
            self.settle()

    @property
    def view(self) -> str:
        """Which view is on the screen."""
        return str(self.page.get_attribute(".wb-root", "data-view"))

    def footer(self) -> str:
        """What was last said."""
        return self.page.inner_text(".wb-last")


@contextmanager
def session_at(
    folder: Path, state: Path, *, known: KnownIdentities | None = None, **options: Any
) -> Iterator[Session]:
    """A session over a folder of captures."""
    review = Review.open(folder, known=known or KnownIdentities(), state=state, **options)
    session = Session(review, position=Position(item=review.resume().key or ""))
    try:
        yield session
    finally:
        session.close()
