"""The review notebook run without a browser, as other tools run notebooks: nothing captured is in what they write."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from workbench.findings import KnownIdentities, encodings_of
from workbench.review import Review
from workbench.review.saving import check_notebook

ROOT = Path(__file__).parents[2]
SHORTEST = 8  # characters or bytes: a shorter form stands anywhere by chance
NBCLIENT = """
import sys, nbformat
from nbclient import NotebookClient
notebook = nbformat.read("review.ipynb", as_version=4)
NotebookClient(notebook, timeout=120, store_widget_state=True, allow_errors=True).execute()
nbformat.write(notebook, "written.ipynb")
"""
WAYS = {
    "nbconvert to a notebook": ["nbconvert", "--execute", "--allow-errors", "--to", "notebook"],
    "nbconvert to a page": ["nbconvert", "--execute", "--allow-errors", "--to", "html"],
    "papermill": ["papermill"],
    "nbclient": ["nbclient"],
}
#: A last cell that fails on a capture that cannot be read, after another one was.
WRONG = """
from pathlib import Path
from workbench import open_fixture, scan
paths = sorted(Path("../sample_fixtures/captures").glob("*.yaml"))
found = max((scan(open_fixture(path)) for path in paths), key=lambda each: len(each.findings))
app = ReviewApp()
app._session.review.do("judge", item=app._session.rows()[0].key, finding=found.findings[0].value, verdict="")
"""


def _command(way: str) -> list[str]:
    if way == "nbclient":
        return [sys.executable, "-c", NBCLIENT]
    if way == "papermill":
        return [sys.executable, "-m", "papermill", "review.ipynb", "written.ipynb"]
    return [sys.executable, "-m", *WAYS[way], "--output", "written", "review.ipynb"]


@pytest.mark.parametrize("way", list(WAYS))
def test_nothing_captured_is_in_what_a_run_writes(way: str, tmp_path: Path) -> None:
    """Also with an error in a cell whose own arguments held a value, and with the widget state stored."""
    captures = tmp_path / "sample_fixtures" / "captures"
    if not (ROOT / "sample_fixtures" / "captures").is_dir():
        pytest.skip("the sample captures are not here")
    shutil.copytree(
        ROOT / "sample_fixtures", captures.parent, ignore=shutil.ignore_patterns(".workbench")
    )
    work, home = tmp_path / "notebooks", tmp_path / "home"
    work.mkdir()
    home.mkdir()
    notebook = json.loads((ROOT / "notebooks" / "review.ipynb").read_text())
    wrong = {"cell_type": "code", "id": "wrong", "metadata": {}, "execution_count": None}
    notebook["cells"].append(wrong | {"outputs": [], "source": WRONG.strip()})
    (work / "review.ipynb").write_text(json.dumps(notebook))
    with Review.open(captures, known=KnownIdentities(), state=tmp_path / "other") as review:
        values = {f.value for row in review.queue() for f in review.item(row.key).findings}
        values |= {row.label for row in review.queue()}
    shutil.rmtree(captures / ".workbench", ignore_errors=True)
    kept = {name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ}
    variables = kept | {
        "HOME": str(home),
        "PYTHONPATH": str(ROOT),
        "WORKBENCH_STATE": str(tmp_path / "secret"),
        "WORKBENCH_CAPTURES": str(captures),
    }
    done = subprocess.run(
        _command(way), cwd=work, env=variables, capture_output=True, timeout=240, check=False
    )
    assert (done.returncode == 0) is (way != "papermill"), done.stderr[-800:]
    written = work / ("written.html" if "page" in way else "written.ipynb")
    text = written.read_text()
    assert ("ReviewApp: item 1 of 18" if written.suffix == ".ipynb" else '"total": 18') in text
    assert "BadCommand" in text
    if written.suffix == ".ipynb":
        assert check_notebook(written, sorted(values)).clean
    wanted = {form for value in values for form in _forms(value)}
    files = [path for folder in (work, home) for path in folder.rglob("*") if path.is_file()]
    everything = {path.name: path.read_bytes() for path in files}
    everything |= {"what was printed": done.stdout + done.stderr}
    assert written.name in everything
    assert [name for name, data in everything.items() if any(form in data for form in wanted)] == []


def _forms(value: str) -> list[bytes]:
    """Every encoding that is long enough to mean something, short cuts left out."""
    if len(value) < SHORTEST:
        return []
    kept = [form for name, form in encodings_of(value) if not _is_cut(name)]
    data = [form.encode("utf-8", "replace") if isinstance(form, str) else form for form in kept]
    return [form for form in data if len(form) >= SHORTEST]


def _is_cut(name: str) -> bool:
    return any(word in name for word in ("initial", "cut", "first", "truncat"))
