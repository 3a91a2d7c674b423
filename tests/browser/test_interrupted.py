"""What interrupts a review in a real JupyterLab: each has its sentence, and the review goes on at the same place.

Source: ``spec/review-ux.md`` §5.5, §12, §14. One server for all of it; what needs no browser is in
``tests/notebook/test_robustness.py``.
"""

from __future__ import annotations

import importlib.metadata
import json
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from lab_server import NOTEBOOK, TOKEN, LabServer, copy_samples, environment, free_port, wait_for
from lab_walk import Walk
from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser
STOPPED = "The kernel of this notebook stopped or was started again"
ERRORS = (
    ".jp-OutputArea-output[data-mime-type*=stderr], .jp-OutputArea-output[data-mime-type*=error]"
)


def kernels(server: LabServer) -> dict[str, int]:
    """The process of each kernel of the server, by the kernel's id."""
    found: dict[str, int] = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            command = (folder / "cmdline").read_text()
            home = (folder / "environ").read_bytes()
        except OSError:
            continue
        named = re.search(r"kernel-([0-9a-f-]{36})\.json", command)
        if named and bytes(server.folder / "home") in home:
            found[named[1]] = int(folder.name)
    return found


def kill(server: LabServer, kernel: str) -> None:
    """As the system does when memory runs out."""
    os.kill(kernels(server)[kernel], signal.SIGKILL)


def restart(page: Page) -> None:
    """As a person does in the kernel menu."""
    page.get_by_role("menuitem", name="Kernel", exact=True).click()
    page.locator("[data-command='kernelmenu:restart']").last.click()
    page.locator(".jp-Dialog button.jp-mod-warn").click()


def told_that_it_stopped(page: Page) -> None:
    """The view gives up what was captured and says how to go on; the host's own dialog is put away."""
    page.wait_for_selector(".wb-root[data-view=message]", timeout=30_000)
    assert STOPPED in page.inner_text(".wb-body")
    assert "Run this cell again" in page.inner_text(".wb-body")
    assert page.locator(".wb-root .wb-captured").count() == 0
    dialog = page.locator(".jp-Dialog button.jp-mod-accept")
    if dialog.count():
        dialog.click()


def run_again(page: Page) -> Walk:
    """Run the cell once more, and wait for the review to be where it was."""
    page.locator(".jp-Notebook .jp-CodeCell .cm-content").first.click()
    page.keyboard.press("Shift+Enter")
    page.wait_for_selector(".wb-root[data-view=item]", timeout=60_000)
    walk = Walk(page)
    walk.settle()
    page.wait_for_selector(".wb-finding-title, .wb-judge")
    return walk


def place(walk: Walk) -> tuple[str, str, str, str]:
    """Item, step, finding on the card and what is open: equal before and after."""
    parts = (".wb-item", ".wb-option.is-current .wb-step-n", ".wb-finding-title")
    item, step, finding = (walk.text(part) for part in parts)
    return item, step, finding, walk.text("[data-at=gate-Contents]")


def still_open(at: tuple[str, str, str, str]) -> int:
    """How many findings the gate of a place says are open."""
    number = re.search(r"(\d+) open", at[3])
    return int(number[1]) if number else 0


def test_a_review_goes_on_after_everything_that_interrupts_it(
    lab: LabServer, browser: Browser, page: Page
) -> None:
    """Killed, restarted, reloaded, closed in the middle, opened twice, and read by a second kernel."""
    lab.open(page)
    lab.run_app(page)
    walk = Walk(page)
    walk.settle()
    walk.open("ada-calendar")
    walk.press("f", "s", "w")
    before = place(walk)
    (kernel,) = kernels(lab)

    kill(lab, kernel)
    page.keyboard.press("u")  # in the middle of it: heard by nobody
    told_that_it_stopped(page)
    page.keyboard.press("f")
    assert place(run_again(page)) == before
    restart(page)
    told_that_it_stopped(page)
    assert place(run_again(page)) == before

    page.keyboard.press("f")  # the page goes while this is written
    page.reload()
    lab.open(page)
    walk = run_again(page)
    after = place(walk)
    # Whether the kernel heard the key before the page went is a race; what was decided before is none.
    assert after[0] == before[0]
    assert still_open(before) - still_open(after) in (0, 1)

    second = browser.new_context(viewport={"width": 1280, "height": 800}).new_page()
    lab.open(second)
    walk = run_again(second)
    assert place(walk) == after
    page.wait_for_selector(".wb-root[data-view=message]")
    assert "opened again in another cell" in page.inner_text(".wb-body")
    walk.press("f")  # whoever decides on a capture has it
    after = place(walk)

    shutil.copyfile(NOTEBOOK, lab.notebook.with_name("another.ipynb"))
    page.goto(f"{lab.address}/lab/tree/another.ipynb?token={TOKEN}&reset")
    page.wait_for_function(
        "() => [...document.querySelectorAll('.jp-StatusBar-TextItem')]"
        ".some((part) => /\\| Idle/.test(part.textContent))",
        timeout=90_000,
    )
    reader = run_again(page)
    assert place(reader) == after
    reader.press("f")
    assert "You can read it" in reader.text(".wb-last")
    assert place(reader) == after, "nothing was decided for the other"
    kill(lab, kernel)  # the lease goes with its process, which takes the system a moment to end
    for _ in range(40):
        reader.press("f")
        if place(reader) != after:
            break
        page.wait_for_timeout(500)
    assert place(reader) != after, reader.text(".wb-last")
    second.context.close()
    assert page.locator(ERRORS).count() == 0


@pytest.fixture
def notebook_7(tmp_path: Path) -> Iterator[LabServer]:
    """Notebook 7 as it comes, where it is installed: the project itself does not need it."""
    try:
        importlib.metadata.version("notebook")
    except importlib.metadata.PackageNotFoundError:
        pytest.skip("Notebook 7 is not installed here (pip install notebook)")
    captures = copy_samples(tmp_path)
    root = tmp_path / "root"
    root.mkdir()
    shutil.copyfile(NOTEBOOK, root / "review.ipynb")
    server = LabServer(tmp_path, captures, free_port(), tmp_path / "server.log")
    command = [sys.executable, "-m", "notebook", "--no-browser", "--allow-root"]
    command += [f"--ServerApp.root_dir={root}", f"--ServerApp.port={server.port}"]
    command += [f"--IdentityProvider.token={TOKEN}"]
    variables = environment(tmp_path) | {"WORKBENCH_CAPTURES": str(captures)}
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


def test_in_notebook_7_no_key_reaches_the_notebook_and_a_killed_kernel_is_told(
    notebook_7: LabServer, page: Page
) -> None:
    """Its shortcuts listen before the page does: they inserted and deleted cells under the review."""
    page.goto(f"{notebook_7.address}/notebooks/review.ipynb?token={TOKEN}")
    page.locator(".jp-Notebook .jp-CodeCell .cm-content").first.wait_for(timeout=90_000)
    page.wait_for_timeout(3_000)  # its kernel says nowhere that it is ready
    notebook_7.run_app(page)
    walk = Walk(page)
    walk.settle()
    cells = page.locator(".jp-Notebook .jp-Cell").count()
    for key in "abcdmrvxyz0123456789":
        page.keyboard.press(key)
    walk.press("d", "d", "i", "i", "0", "0", "Shift+Enter", "Control+Enter", "Escape")
    assert page.locator(".jp-Notebook .jp-Cell").count() == cells
    assert page.locator(".wb-root").count() == 1
    walk.open("ada-calendar")
    walk.press("f")
    before = place(walk)
    page.keyboard.press("Control+s")
    page.wait_for_timeout(1_500)
    saved = notebook_7.notebook.read_text()
    assert json.loads(saved)["cells"][1]["outputs"], "saved, with what the host keeps of a widget"
    assert "Ada Example" not in saved
    (kernel,) = kernels(notebook_7)
    kill(notebook_7, kernel)
    told_that_it_stopped(page)
    assert place(run_again(page)) == before
