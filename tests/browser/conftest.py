"""A real JupyterLab, started as the launcher starts it, with every folder of its own under a temp folder."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("playwright")
from lab_server import (
    NOTEBOOK,
    TOKEN,
    LabServer,
    copy_samples,
    environment,
    free_port,
    wait_for,
)
from playwright.sync_api import Browser, Page, sync_playwright

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
]
_START = """
import sys
from pathlib import Path
from workbench.cli.lab import Lab, run
root, captures, state, port, known = sys.argv[1:]
run(Lab(root=Path(root), notebook="review.ipynb", captures=Path(captures), state=Path(state),
        port=int(port), token=%r, verbose=True, known=Path(known)))
"""


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium, as the system has it."""
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    if path is None:
        pytest.skip("no system Chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page of a fresh context, 1280 by 800."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    yield context.new_page()
    context.close()


@pytest.fixture
def lab(tmp_path: Path) -> Iterator[LabServer]:
    """JupyterLab on a free port, isolated, over a copy of the sample captures."""
    if not NOTEBOOK.is_file():
        pytest.skip("the review notebook is not here")
    captures = copy_samples(tmp_path)
    root = tmp_path / "root"
    root.mkdir()
    shutil.copyfile(NOTEBOOK, root / "review.ipynb")
    known = tmp_path / "known.txt"
    known.write_text("user:user-of-tests\n")
    server = LabServer(tmp_path, captures, free_port(), tmp_path / "server.log")
    with server.log.open("wb") as log:
        process = subprocess.Popen(
            [
                sys.executable,
                "-c",
                _START % TOKEN,
                str(root),
                str(captures),
                str(tmp_path / "state"),
                str(server.port),
                str(known),
            ],
            stdout=log,
            stderr=subprocess.STDOUT,
            env=environment(tmp_path),
            cwd=tmp_path,
        )
    try:
        wait_for(server, process)
        yield server
    finally:
        process.terminate()
        try:
            process.wait(timeout=15)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
