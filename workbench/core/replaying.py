"""Replaying a fixture with whatever its own surroundings offer."""

from __future__ import annotations

from pathlib import Path

from workbench.core.discovery import campaign_folders
from workbench.core.fixture import Fixture, Replay, ReplayEnvironment, open_fixture


def replay(
    fixture: Fixture | str | Path, *, environment: ReplayEnvironment | None = None
) -> Replay:
    """Replay ``fixture`` (or the fixture at a path) once, in this process, without any network.

    Without an ``environment``, campaigns are looked for in the nearest folder named ``campaigns``
    beside the path or above it (above the working directory for a loaded fixture).
    """
    if isinstance(fixture, Fixture):
        start, loaded = Path.cwd(), fixture
    else:
        start, loaded = Path(fixture), open_fixture(fixture)
    chosen = environment or ReplayEnvironment(campaigns=campaign_folders(start))
    return loaded.replay(chosen)
