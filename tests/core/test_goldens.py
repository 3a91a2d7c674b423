"""A golden beside a fixture is found, and what cannot run here is told from what changed."""

from __future__ import annotations

import shutil
from pathlib import Path

from workbench.core.fixture import ReplayEnvironment, open_fixture
from workbench.core.goldens import golden_of, held_against_golden
from workbench.core.outcome import Meaning

SAMPLES = Path(__file__).parents[2] / "sample_fixtures"
NAME = "night-ferry-reaches-harbour"


def test_without_its_campaign_a_play_is_not_run_rather_than_changed(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(SAMPLES / "promoted" / NAME, tmp_path / NAME))
    path = folder / f"{NAME}.fixture.json"
    held = held_against_golden(open_fixture(path), path, environment=ReplayEnvironment())
    assert held.unrunnable
    assert not held.holds
    assert held.change is not None
    assert held.change.meaning is Meaning.UNRUNNABLE
    assert not held.change.meaning.needs_person


def test_with_its_campaign_the_same_play_holds() -> None:
    path = SAMPLES / "promoted" / NAME / f"{NAME}.fixture.json"
    environment = ReplayEnvironment(campaigns=(SAMPLES / "campaigns",))
    assert held_against_golden(open_fixture(path), path, environment=environment).holds


def test_the_longer_name_has_its_own_golden(tmp_path: Path) -> None:
    for name in ("a.outcome.json", "a.b.outcome.json", "a.yaml", "a.b.yaml"):
        (tmp_path / name).write_text("{}")
    assert golden_of(tmp_path / "a.b.yaml") == tmp_path / "a.b.outcome.json"
    assert golden_of(tmp_path / "a.yaml") == tmp_path / "a.outcome.json"
