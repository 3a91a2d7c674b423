"""The notebook's queue reads the capture store that the launcher named."""

from __future__ import annotations

from pathlib import Path

import pytest

from workbench.captures import Report, Store
from workbench.cli import lab
from workbench.core.errors import BadCommand
from workbench.notebook import ReviewApp, stored

ROOT = Path(__file__).parents[2]
SAMPLES = ROOT / "sample_fixtures" / "captures"


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "store"
    monkeypatch.setenv("WORKBENCH_STATE", str(tmp_path / "state"))
    with Store.open(folder) as made:
        made.add(
            SAMPLES / "tide-table-0009.yaml",
            trigger=Report("sess-zq-1", "player"),
            accounts="acct-zq-1",
        )
    plan = lab.plan(None, store=str(folder), promoted=tmp_path / "promoted")
    for name, value in lab.environment(plan, runtime=tmp_path / "run").items():
        if name in (stored.STORE_VARIABLE, stored.PROMOTED_VARIABLE):
            monkeypatch.setenv(name, value)
    return folder


def test_the_queue_shows_the_captures_of_the_store_with_their_days(store: Path) -> None:
    app = ReviewApp()
    try:
        assert app._session is not None, app
        (row,) = app._session.review.queue()
        assert row.days_left == 14
        assert app._session.review.promoted == store.parent / "promoted"
        assert app._session.review.item(row.key).family == "cassette"
        with Store.open(store) as other:
            assert not other.list()[0].leased
            app._session.review.do("open", item=row.key)
            assert other.list()[0].leased
    finally:
        app.close()
    with Store.open(store) as other:
        assert not other.list()[0].leased, "given back at the end"


def test_a_folder_that_is_named_is_reviewed_and_not_the_store(store: Path, tmp_path: Path) -> None:
    app = ReviewApp(SAMPLES, state=tmp_path / "own")
    try:
        assert app._stored is None
    finally:
        app.close()


def test_a_store_that_stays_closed_is_told_in_the_cell(store: Path) -> None:
    (store / "store.key").unlink()
    app = ReviewApp()
    try:
        assert repr(app) == "ReviewApp: not open (wrong_key)"
    finally:
        app.close()


def test_a_store_needs_another_place_for_what_is_promoted(tmp_path: Path) -> None:
    with pytest.raises(BadCommand, match="goes somewhere else"):
        lab.plan(None, store=str(tmp_path))
    with pytest.raises(BadCommand, match="goes somewhere else"):
        lab.plan(tmp_path, store=str(tmp_path), promoted=tmp_path)
    assert "postgresql" not in repr(
        lab.plan(None, store="postgresql://a@/b", promoted=tmp_path / "promoted")
    )
