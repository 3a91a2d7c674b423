"""The notebooks of this project are checked, and a check that compares nothing fails.

Source: ``spec/review-ux.md`` §16 and ``spec/notebook-ui-recipes.md`` §6: nbval passes a cell without a
count and outputs without comparing anything, so that has to be looked for.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from workbench.findings import KnownIdentities
from workbench.review import Review

ROOT = Path(__file__).parents[2]
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
KEPT = {"text/plain"}
needs_samples = pytest.mark.skipif(
    not (ROOT / "sample_fixtures" / "captures").is_dir(), reason="the sample captures are not here"
)


def problems(notebook: dict[str, Any]) -> list[str]:
    """What keeps a notebook from being checked, or makes it hold what it must not."""
    found = ["widget state is saved"] if "widgets" in notebook.get("metadata", {}) else []
    code = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    golden = [cell for cell in code if "golden" in cell.get("metadata", {}).get("tags", [])]
    if not golden:
        found.append("nothing is compared: no cell is tagged golden")
    for cell in golden:
        if cell.get("execution_count") is None or not cell.get("outputs"):
            found.append(f"cell {cell['id']} compares nothing")
        found += [f"cell {cell['id']} holds {kind}" for kind in _kinds(cell) if kind not in KEPT]
    for cell in code:
        if cell not in golden and (cell.get("outputs") or cell.get("execution_count") is not None):
            found.append(f"cell {cell['id']} has outputs and is not golden")
    return found


def _kinds(cell: dict[str, Any]) -> list[str]:
    kinds: list[str] = []
    for output in cell.get("outputs", []):
        if output["output_type"] == "stream":
            kinds.append("text/plain" if output["name"] == "stdout" else output["name"])
        else:
            kinds += list(output.get("data", {output["output_type"]: ""}))
    return kinds


def test_there_are_notebooks_to_check() -> None:
    """The review, the goldens and the guide to replaying are notebooks of this project."""
    names = {path.stem for path in NOTEBOOKS}
    assert {"review", "golden_outcomes", "replay_in_tests"} <= names


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_compares_something_and_holds_nothing_else(path: Path) -> None:
    """Golden cells have a count and text outputs; no other cell has any; no widget state is saved."""
    assert problems(json.loads(path.read_text(encoding="utf-8"))) == []


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
@needs_samples
def test_no_finding_of_a_sample_is_in_a_notebook_output(path: Path, tmp_path: Path) -> None:
    """Outputs hold counts, codes and digests, and no value that a check found in a sample."""
    copy = _copy(tmp_path)
    with Review.open(
        copy / "sample_fixtures" / "captures", known=KnownIdentities(), state=tmp_path / "state"
    ) as review:
        values = {f.value for row in review.queue() for f in review.item(row.key).findings}
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    outputs = json.dumps([cell.get("outputs", []) for cell in cells], ensure_ascii=False)
    assert [len(value) for value in values if len(value) > 4 and value in outputs] == []


def test_a_notebook_that_compares_nothing_is_found() -> None:
    """The check of the check: a stripped golden, and outputs where none belong."""
    cell = {
        "cell_type": "code",
        "id": "a",
        "metadata": {"tags": ["golden"]},
        "outputs": [],
        "execution_count": None,
    }
    assert problems({"metadata": {}, "cells": [cell]}) == ["cell a compares nothing"]
    assert problems({"metadata": {"widgets": {}}, "cells": []})[0] == "widget state is saved"


def _copy(folder: Path) -> Path:
    """The notebooks with the samples beside them, without any journal."""
    for name in ("notebooks", "sample_fixtures"):
        shutil.copytree(
            ROOT / name,
            folder / "copy" / name,
            ignore=shutil.ignore_patterns(".workbench", ".ipynb_checkpoints"),
        )
    return folder / "copy"


def _nbval(copy: Path, state: Path) -> subprocess.CompletedProcess[str]:
    command = [
        sys.executable,
        "-m",
        "pytest",
        "--nbval",
        "--nbval-current-env",
        "--nbval-cell-timeout",
        "120",
    ]
    command += [
        "--nbval-sanitize-with",
        "notebooks/nbval_sanitize.cfg",
        "-q",
        "-p",
        "no:cacheprovider",
        "notebooks",
    ]
    environment = {
        "PATH": "/usr/bin:/bin",
        "HOME": str(state),
        "WORKBENCH_STATE": str(state),
        "PYTHONPATH": str(ROOT),
    }
    return subprocess.run(
        command, cwd=copy, env=environment, capture_output=True, text=True, timeout=600, check=False
    )


@needs_samples
def test_one_changed_byte_of_a_capture_fails_the_notebooks(tmp_path: Path) -> None:
    """What was true when it was reviewed is compared, not only run."""
    state = tmp_path / "state"
    state.mkdir()
    copy = _copy(tmp_path)
    for path in (copy / "notebooks").glob("*.ipynb"):
        if path.stem != "review":
            path.unlink()
    play = copy / "sample_fixtures" / "captures" / "ferry-report-0007.fixture.json"
    play.write_text(play.read_text() + "\n")
    done = _nbval(copy, state)
    assert done.returncode == 1, done.stdout[-2000:]
    assert "mismatch" in done.stdout
