"""Small captures written for these tests, and the commands run in this process."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path

import pytest
from cli_running import Commands, cassette, promote

CLEAN = cassette("When does the boat leave?")


@pytest.fixture
def workbench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Commands:
    """The commands, with a state folder of their own."""
    monkeypatch.setenv("WORKBENCH_STATE", str(tmp_path / "state"))
    return Commands()


@pytest.fixture
def captures(tmp_path: Path, canaries: Mapping[str, str]) -> Path:
    """A folder with a clean cassette, one with planted identities, and a broken one."""
    folder = tmp_path / "captures"
    folder.mkdir()
    (folder / "clean.yaml").write_bytes(CLEAN)
    planted = f"Write to {canaries['email']} from {canaries['path']}"
    (folder / "planted.yaml").write_bytes(cassette(planted, canaries["text"]))
    (folder / "broken.yaml").write_bytes(cassette("x")[:-40] + b"\n  - [")
    return folder


@pytest.fixture(scope="session")
def promoted_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The clean cassette, promoted by the command itself; each promotion costs four processes."""
    place = tmp_path_factory.mktemp("promoted-once")
    capture = place / "captures" / "clean.yaml"
    capture.parent.mkdir()
    capture.write_bytes(CLEAN)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("WORKBENCH_STATE", str(place / "state"))
        promote(capture, "boat-leaves-at-noon")
    return place / "promoted"


@pytest.fixture
def promoted(promoted_once: Path, workbench: Commands, captures: Path) -> Path:
    """A folder of promoted fixtures beside the captures, with the clean cassette in it."""
    return Path(shutil.copytree(promoted_once, captures.parent / "promoted"))
