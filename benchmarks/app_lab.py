"""How long a key takes until it is painted in a real JupyterLab, over its own kernel.

The notebook of the review is opened in Chromium as a person opens it, and the keys of a review are pressed, each
painted before the next. The screen is checked before the times count. Source: ``spec/review-ux.md`` §18. Run::

    python benchmarks/app_lab.py
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from app import _WATCH, page, spread  # puts the browser's folder on the path
from conftest import _START
from lab_server import NOTEBOOK, TOKEN, LabServer, copy_samples, environment, free_port, wait_for
from lab_walk import Walk
from playwright.sync_api import Page

PRESSES = 20  # of each key
PAIRS = (("next step", "j", "k"), ("next finding", "n", "p"), ("other reading", "o", "o"))
JUDGED = (("verdict", "f"), ("undo", "u"))


@contextmanager
def jupyterlab(folder: Path) -> Iterator[LabServer]:
    """JupyterLab over a copy of the samples, as the launcher starts it."""
    captures, root = copy_samples(folder), folder / "root"
    root.mkdir()
    shutil.copyfile(NOTEBOOK, root / "review.ipynb")
    (folder / "known.txt").write_text("user:user-of-benchmarks\n")
    server = LabServer(folder, captures, free_port(), folder / "server.log")
    given = [root, captures, folder / "state", server.port, folder / "known.txt"]
    command = [sys.executable, "-c", _START % TOKEN, *map(str, given)]
    with server.log.open("wb") as log:
        process = subprocess.Popen(
            command, stdout=log, stderr=log, env=environment(folder), cwd=folder
        )
    try:
        wait_for(server, process)
        yield server
    finally:
        process.terminate()
        process.wait(timeout=30)


def timed(sheet: Page, key: str) -> float:
    """Milliseconds from a key until what it changed is painted. Every key has to change the body."""
    before = sheet.inner_html(".wb-body")
    sheet.evaluate("window.waiting = window.painted(); 0")
    sheet.keyboard.press(key)
    took = float(sheet.evaluate("window.waiting"))
    assert took > 0 and sheet.inner_html(".wb-body") != before, f"{key} changed nothing"
    return took


def report(sheet: Page) -> None:
    """The keys of a review of a sample."""
    print("| key | painted, p50 ms | p95 ms |\n|---|---|---|")
    for name, forth, back in PAIRS:
        times = [timed(sheet, back if at % 2 else forth) for at in range(PRESSES)]
        print(f"| {name} (`{forth}`) | {spread(times)} |", flush=True)
    judged: dict[str, list[float]] = {key: [] for _, key in JUDGED}
    for _ in range(PRESSES):
        for _, key in JUDGED:
            judged[key].append(timed(sheet, key))
            sheet.wait_for_timeout(300)  # what came into sight is reported before
    for name, key in JUDGED:
        print(f"| {name} (`{key}`) | {spread(judged[key])} |", flush=True)


def main() -> None:
    """Open the notebook, open a sample, press its keys."""
    before = os.getloadavg()[0]
    with tempfile.TemporaryDirectory() as name, jupyterlab(Path(name)) as server, page() as sheet:
        server.open(sheet)
        start = time.perf_counter()
        server.run_app(sheet)
        print(f"first screen {time.perf_counter() - start:.1f} s after its cell was run\n")
        walk = Walk(sheet)
        walk.open("ada-calendar")
        walk.press("n")
        sheet.evaluate(_WATCH)
        report(sheet)
    print(f"(load {before:.1f}, then {os.getloadavg()[0]:.1f})")


if __name__ == "__main__":
    main()
