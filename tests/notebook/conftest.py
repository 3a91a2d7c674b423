"""Captures for the notebook's tests: the samples, copied to a folder of the test's own."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from workbench.findings import KnownIdentities
from workbench.notebook.position import Position
from workbench.notebook.session import Session
from workbench.review import Review

SAMPLES = Path(__file__).parents[2] / "sample_fixtures"


@pytest.fixture
def captures(tmp_path: Path) -> Path:
    """A copy of the sample captures."""
    if not (SAMPLES / "captures").is_dir():
        pytest.skip("the sample captures are not here")
    shutil.copytree(SAMPLES, tmp_path / "samples", ignore=shutil.ignore_patterns(".workbench"))
    return tmp_path / "samples" / "captures"


@pytest.fixture
def session(captures: Path, tmp_path: Path) -> Iterator[Session]:
    """A session over the samples."""
    known = KnownIdentities(users=("user-of-tests",))
    review = Review.open(captures, known=known, state=tmp_path / "state")
    session = Session(review, position=Position(item=review.resume().key or ""))
    yield session
    session.close()
