"""A play made shorter in the notebook: offered on the outcome card, and shown as what is left."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from workbench.findings import KnownIdentities
from workbench.notebook.deciding import run
from workbench.notebook.position import Position
from workbench.notebook.screens import screen
from workbench.notebook.session import Session
from workbench.review import Review


@pytest.fixture
def plays(captures: Path, tmp_path: Path) -> Iterator[Session]:
    """A session over one play, at its last step, on the outcome card."""
    folder = captures.parent / "plays"
    folder.mkdir()
    shutil.copy(captures / "ferry-report-0007.fixture.json", folder)
    review = Review.open(folder, known=KnownIdentities(), state=tmp_path / "state")
    key = review.queue()[0].key
    session = Session(review, position=Position(view="outcome", item=key, at=5))
    yield session
    session.close()


def offered(session: Session) -> list[str]:
    """The ids of the actions on the outcome card."""
    found: list[str] = []

    def walk(node: object) -> None:
        if isinstance(node, dict):
            if node.get("kind") == "outcome":
                found.extend(action["id"] for action in node["actions"])
            for below in node.values():
                walk(below)
        elif isinstance(node, list):
            for below in node:
                walk(below)

    walk(screen(session)[0])
    return found


def test_the_button_is_there_until_it_was_pressed(plays: Session) -> None:
    assert "item.minimise" in offered(plays)
    answer = run(plays, "item.minimise", {})
    assert answer.say.startswith("4 submissions of 6 left out.")
    assert plays.position.at == 0
    assert len(plays.sequence().steps) == 2
    assert "item.minimise" not in offered(plays)
    run(plays, "undo", {})
    assert len(plays.sequence().steps) == 6
