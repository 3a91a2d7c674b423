"""The app in a real JupyterLab: opens, is driven by keys alone, exports, and leaves nothing behind."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from lab_server import SAMPLES, LabServer
from lab_walk import Walk
from leak_search import SHORTEST, captured_values, forms, leaks
from playwright.sync_api import Page

from workbench.findings import KnownIdentities
from workbench.review import Review, verify_promoted

pytestmark = pytest.mark.browser


def save(page: Page) -> None:
    """Save the notebook as a person does."""
    page.keyboard.press("Control+s")
    page.wait_for_timeout(1500)


def test_the_app_opens_with_the_keyboard_and_no_key_edits_the_notebook(
    lab: LabServer, page: Page
) -> None:
    """The queue is there, keys work at once, and a notebook's own command keys change nothing."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    lab.open(page)
    before = json.loads(lab.notebook.read_text())
    lab.run_app(page)
    walk = Walk(page)
    walk.settle()
    assert walk.view == "queue"
    assert page.evaluate("document.activeElement.closest('.wb-root') !== null")
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    found = axe.run(page, context=".wb-root").response["violations"]
    assert [each["id"] for each in found] == []  # also inside the host's own styles and landmarks
    cells = page.locator(".jp-Notebook .jp-Cell").count()
    for key in "abcdmrvxyz0123456789":
        page.keyboard.press(key)
    walk.press("d", "d", "Shift+Enter", "Control+Enter", "Escape")
    assert page.locator(".jp-Notebook .jp-Cell").count() == cells
    assert page.locator(".jp-OutputArea-output[data-mime-type*=stderr]").count() == 0
    outputs = page.locator(".jp-CodeCell").first.locator(".jp-OutputArea-child")
    assert outputs.count() == 1, outputs.all_inner_texts()[1:]
    save(page)
    after = json.loads(lab.notebook.read_text())
    assert [cell["source"] for cell in after["cells"]] == [
        cell["source"] for cell in before["cells"]
    ]
    away = [
        url
        for url in asked
        if not url.startswith((lab.address, "data:", "blob:", lab.address.replace("http", "ws")))
    ]
    assert away == []


def test_running_the_cell_again_resumes_in_place(lab: LabServer, page: Page) -> None:
    """Same item, same step, no decision made."""
    lab.open(page)
    lab.run_app(page)
    walk = Walk(page)
    walk.settle()
    walk.open("ada-calendar")
    walk.press("j", "j")
    at = walk.text(".wb-option.is-current .wb-step-n")
    ready = page.locator(".wb-root").get_attribute("data-ready")
    page.locator(".jp-Notebook .jp-CodeCell .cm-content").first.click()
    page.keyboard.press("Shift+Enter")
    page.wait_for_timeout(2500)
    page.wait_for_selector(".wb-root[data-view=item]", timeout=60_000)
    walk.settle()
    assert ready is not None
    assert walk.text(".wb-item .wb-captured") == "ada-calendar-flake"
    assert walk.text(".wb-option.is-current .wb-step-n") == at
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    found = axe.run(page, context=".wb-root").response["violations"]
    assert [each["id"] for each in found] == []


@pytest.mark.parametrize(
    ("label", "name"),
    [
        ("ada-calendar-flake", "weekday-rule-fixed-after-rerun"),
        ("ferry-report-0007", "fare-paid-before-boarding"),
        ("grace-support-mail", "parcel-answer-without-stream"),
    ],
    ids=["session log", "play", "cassette"],
)
def test_a_capture_of_each_family_goes_through_the_door_by_keys_alone(
    lab: LabServer, page: Page, tmp_path: Path, label: str, name: str
) -> None:
    """Judge, undo, rename, approve, export; then no captured value is anywhere but in the capture."""
    values = captured_values(lab.captures, tmp_path / "other")
    lab.open(page)
    lab.run_app(page)
    walk = Walk(page)
    walk.settle()
    walk.open(label)
    walk.judge_all(undo_first=True)
    walk.name(name)
    walk.approve_outcome()
    walk.export(name)
    assert walk.view.startswith("message"), walk.text(".wb-last")
    promoted = lab.captures.parent / "promoted" / name
    assert promoted.is_dir(), walk.text(".wb-last")
    assert verify_promoted(promoted) == ()
    campaigns = f"--workbench-campaigns={SAMPLES / 'campaigns'}"
    checked = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", campaigns, str(promoted)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert "1 passed" in checked.stdout, checked.stdout
    assert (promoted / f"{name}.outcome.json").is_file()
    save(page)
    removed = _of(lab, tmp_path, label)
    assert leaks(removed, promoted) == []
    kept = [
        lab.folder / "root",
        lab.folder / "home",
        lab.folder / "state",
        lab.folder / "secret",
        lab.captures / ".workbench",
    ]
    assert leaks(values, *[folder for folder in kept if folder.exists()]) == []
    assert leaks(values, lab.log.parent / "logs") == []
    assert not any(form in lab.log.read_bytes() for form in forms(values))
    assert not list(lab.folder.rglob("*checkpoint*.ipynb"))
    assert not list(lab.folder.rglob("history.sqlite"))


def _of(lab: LabServer, tmp_path: Path, label: str) -> set[str]:
    """The values of one capture that were judged to go: those with a stand-in."""
    with Review.open(lab.captures, known=KnownIdentities(), state=tmp_path / "other") as review:
        row = next(row for row in review.queue() if row.label == label)
        return {
            f.value
            for f in review.item(row.key).findings
            if f.stand_in and len(f.value) >= SHORTEST
        }
