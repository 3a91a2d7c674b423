"""Small captures written for these tests, and the commands run in this process."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest
from cli_running import Commands, cassette


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
    (folder / "clean.yaml").write_bytes(cassette("When does the boat leave?"))
    planted = f"Write to {canaries['email']} from {canaries['path']}"
    (folder / "planted.yaml").write_bytes(cassette(planted, canaries["text"]))
    (folder / "broken.yaml").write_bytes(cassette("x")[:-40] + b"\n  - [")
    return folder


@pytest.fixture
def promoted(workbench: Commands, captures: Path) -> Path:
    """The folder of promoted fixtures, with the clean cassette promoted by the command itself."""
    capture = captures / "clean.yaml"
    given = ["--name", "boat-leaves-at-noon", "--name-reason", "vocabulary"]
    missing = workbench("promote", capture, *given, "--json")
    ran = workbench("promote", capture, *given, "--outcome", missing.line["outcomeSha256"])
    assert ran.code == 0, ran.out + ran.err
    return captures.parent / "promoted"
