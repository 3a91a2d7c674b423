"""A JupyterLab for a test: where it is, what it may write to, and how a person opens the review in it."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import time
import urllib.request
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Page

ROOT = Path(__file__).parents[2]
SAMPLES = ROOT / "sample_fixtures"
NOTEBOOK = ROOT / "notebooks" / "review.ipynb"
TOKEN = "test-token-of-this-machine"


def copy_samples(folder: Path) -> Path:
    """The sample captures in a folder of the test's own, without any journal. Returns the captures."""
    shutil.copytree(SAMPLES, folder / "samples", ignore=shutil.ignore_patterns(".workbench"))
    return folder / "samples" / "captures"


@dataclass
class LabServer:
    """A running JupyterLab and the folders it may write to."""

    folder: Path
    captures: Path
    port: int
    log: Path

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def notebook(self) -> Path:
        return self.folder / "root" / "review.ipynb"

    def open(self, page: Page) -> None:
        """Open the review notebook and wait until its kernel is idle."""
        page.goto(f"{self.address}/lab/tree/review.ipynb?token={TOKEN}&reset")
        page.wait_for_function(
            "() => [...document.querySelectorAll('.jp-StatusBar-TextItem')]"
            ".some((part) => /\\| Idle/.test(part.textContent))",
            timeout=90_000,
        )

    def run_app(self, page: Page) -> None:
        """Run the cell of the app and wait for its first screen."""
        page.locator(".jp-Notebook .jp-CodeCell .cm-content").first.click()
        page.keyboard.press("Shift+Enter")
        page.wait_for_selector(".wb-root[data-ready]", timeout=90_000)


def environment(folder: Path) -> dict[str, str]:
    home = folder / "home"
    home.mkdir()
    kept = {name: os.environ[name] for name in ("PATH", "LANG", "LC_ALL") if name in os.environ}
    return kept | {
        "HOME": str(home),
        "WORKBENCH_STATE": str(folder / "secret"),
        "PYTHONPATH": str(ROOT),
        "XDG_CONFIG_HOME": str(home / "config"),
    }


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_for(server: LabServer, process: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + 90
    while time.monotonic() < deadline:
        if process.poll() is not None:
            pytest.fail(f"JupyterLab did not start:\n{server.log.read_text()[-2000:]}")
        try:
            urllib.request.urlopen(f"{server.address}/api?token={TOKEN}", timeout=2).read()
            return
        except OSError:
            time.sleep(0.3)
    pytest.fail("JupyterLab did not answer in 90 seconds")
