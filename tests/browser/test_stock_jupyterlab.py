"""A JupyterLab that knows nothing of the workbench: it saves by itself, and saves widget state. Still nothing leaks.

Source: ``spec/review-ux.md`` §15: no setting of the host may be needed for that.
"""

from __future__ import annotations

import json
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from lab_server import (
    NOTEBOOK,
    TOKEN,
    LabServer,
    copy_samples,
    environment,
    free_port,
    wait_for,
)
from lab_walk import Walk
from leak_search import captured_values, forms, leaks
from playwright.sync_api import Browser, Page

from workbench.review.saving import check_notebook

pytestmark = pytest.mark.browser
MOST_STATE = 64 * 1024
SETTINGS = {
    "@jupyter-widgets/jupyterlab-manager/plugin": {"saveState": True},
    "@jupyterlab/docmanager-extension/plugin": {"autosave": True, "autosaveInterval": 2},
}
#: A person's own cell that goes wrong: two captures are read, and the second has no such finding.
WRONG = """
import os
from pathlib import Path
from workbench import open_fixture, scan
captures = Path(os.environ["WORKBENCH_CAPTURES"])
fixture = open_fixture(sorted(captures.glob("*.yaml"))[1])
found = scan(fixture)
open_fixture(sorted(captures.glob("agent-run-*"))[2])
"""


@pytest.fixture
def stock(tmp_path: Path) -> Iterator[LabServer]:
    """JupyterLab with a fresh home, state saving and frequent saving by itself."""
    captures = copy_samples(tmp_path)
    variables = environment(tmp_path) | {"WORKBENCH_CAPTURES": str(captures)}
    variables.pop("XDG_CONFIG_HOME")
    root = tmp_path / "root"
    root.mkdir()
    notebook = json.loads(NOTEBOOK.read_text())
    notebook["cells"] = [cell for cell in notebook["cells"] if cell["id"] in ("cell-0", "cell-1")]
    wrong = {"cell_type": "code", "id": "wrong", "metadata": {}, "execution_count": None}
    notebook["cells"].append(wrong | {"outputs": [], "source": WRONG.strip()})
    (root / "review.ipynb").write_text(json.dumps(notebook))
    for name, chosen in SETTINGS.items():
        path = tmp_path / "home" / ".jupyter/lab/user-settings" / f"{name}.jupyterlab-settings"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(chosen))
    server = LabServer(tmp_path, captures, free_port(), tmp_path / "server.log")
    command = [sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root"]
    command += [f"--ServerApp.root_dir={root}", f"--ServerApp.port={server.port}"]
    command += [f"--IdentityProvider.token={TOKEN}"]
    with server.log.open("wb") as log:
        process = subprocess.Popen(
            command, stdout=log, stderr=subprocess.STDOUT, env=variables, cwd=tmp_path
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


def stop_kernels(server: LabServer) -> None:
    """End every kernel, as "Shut Down All" does: what is left is what was saved."""
    head = {"Authorization": f"token {TOKEN}"}
    listed = urllib.request.Request(f"{server.address}/api/sessions", headers=head)
    for session in json.load(urllib.request.urlopen(listed, timeout=10)):
        gone = urllib.request.Request(
            f"{server.address}/api/sessions/{session['id']}", headers=head, method="DELETE"
        )
        urllib.request.urlopen(gone, timeout=10).read()


def kept_by_the_browser(page: Page) -> bytes:
    """Title, address and every storage of the page."""
    text: str = page.evaluate(
        """async () => JSON.stringify([document.title, location.href, document.cookie, history.state,
          { ...localStorage }, { ...sessionStorage }, (await indexedDB.databases()).map((base) => base.name)])"""
    )
    return text.encode()


def look_at_everything(walk: Walk, seen: list[bytes]) -> None:
    """Open three captures, in every reading and on every card, and judge a finding."""
    for label in ("ada-calendar-flake", "grace-support-mail", "ferry-report-0012"):
        walk.open(label)
        walk.press("o", "o", "n", "f", "/")
        walk.page.keyboard.type("example")
        walk.settle()
        walk.press("Escape", "g", "n", "Escape", "g", "e")
        seen.append(kept_by_the_browser(walk.page))


def test_nothing_captured_is_kept_whatever_the_host_saves(
    stock: LabServer, browser: Browser, page: Page, tmp_path: Path
) -> None:
    """Review, an error in a cell, save, close, open again: no file, no storage, no page holds a value."""
    values = captured_values(stock.captures, tmp_path / "other")
    stock.open(page)
    stock.run_app(page)
    walk = Walk(page)
    walk.settle()
    seen: list[bytes] = []
    look_at_everything(walk, seen)
    page.locator(".jp-Notebook .jp-CodeCell .cm-content").first.click()
    for key in (
        "Escape",
        "ArrowDown",
        "Shift+Enter",
    ):  # the next cell; far ones are not on the page
        page.keyboard.press(key)
    page.wait_for_selector(".jp-OutputArea-output[data-mime-type*=stderr]")
    page.keyboard.press("Control+s")
    page.wait_for_timeout(4_000)  # also long enough to save by itself, and to store the workspace
    seen.append(kept_by_the_browser(page))
    page.close()
    stop_kernels(stock)
    saved = json.loads(stock.notebook.read_text())
    state = saved["metadata"].get("widgets")
    assert state is not None, "this test is about a host that saves widget state"
    assert len(json.dumps(state)) <= MOST_STATE
    outputs = [out for cell in saved["cells"] for out in cell.get("outputs", ())]
    assert "error" in [out["output_type"] for out in outputs]
    assert check_notebook(stock.notebook, sorted(values)).clean
    again = browser.new_context().new_page()
    stock.open(again)
    again.wait_for_timeout(1_500)
    seen.append(again.content().encode())
    assert "grace.example" not in again.inner_text("body")
    again.context.close()
    home = tmp_path / "home"
    assert list(stock.folder.rglob(".ipynb_checkpoints/*.ipynb"))
    assert list(home.rglob("history.sqlite"))
    assert list(home.rglob("*.jupyterlab-workspace"))
    assert leaks(values, tmp_path / "root", home, tmp_path / "secret") == []
    wanted = set(forms(values))
    assert not any(form in stock.log.read_bytes() for form in wanted)
    assert [
        number for number, data in enumerate(seen) if any(form in data for form in wanted)
    ] == []
