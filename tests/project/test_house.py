"""The house stands: floors, commands of the Makefile, no machine's own paths, a complete guide."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TOP_LEVEL = frozenset({"workbench", "notebooks", "sample_fixtures", "tests", "benchmarks", "docs"})


def tracked() -> list[str]:
    if not shutil.which("git") or not (ROOT / ".git").exists():
        pytest.skip("this is not a checkout")
    listing = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True
    ).stdout
    return [name for name in listing.decode().split("\0") if name]


def test_no_room_imports_a_neighbour_or_a_higher_floor() -> None:
    command = shutil.which("lint-imports", path=str(Path(sys.executable).parent))
    assert command, "import-linter is not installed"
    result = subprocess.run([command, "--no-cache"], cwd=ROOT, capture_output=True, text=True)
    assert result.returncode == 0, result.stdout


def test_a_forbidden_import_would_be_noticed(tmp_path: Path) -> None:
    """The contract is not vacuous: a family that imports its neighbour breaks it."""
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    for room in (
        "core",
        "plays",
        "session_logs",
        "findings",
        "review",
        "captures",
        "cli",
        "pytest_plugin",
    ):
        (tmp_path / "workbench" / room).mkdir(parents=True)
        (tmp_path / "workbench" / room / "__init__.py").touch()
    for name in ("cassettes", "jupyter_config", "notebook"):
        (tmp_path / "workbench" / name).mkdir()
        (tmp_path / "workbench" / name / "__init__.py").touch()
    (tmp_path / "workbench" / "__init__.py").write_text("import workbench.core\n")
    (tmp_path / "workbench" / "attic.py").touch()
    (tmp_path / "workbench" / "plays" / "__init__.py").write_text("import workbench.session_logs\n")
    command = Path(sys.executable).parent / "lint-imports"
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    result = subprocess.run(
        [command, "--no-cache"], cwd=tmp_path, capture_output=True, text=True, env=environment
    )
    assert result.returncode == 1
    assert "workbench.plays is not allowed to import workbench.session_logs" in result.stdout
    assert "workbench.attic" in result.stdout, "a room without a floor"


def test_the_top_level_is_small() -> None:
    folders = {name.split("/")[0] for name in tracked() if "/" in name}
    assert {name for name in folders if not name.startswith(".")} <= TOP_LEVEL


def test_the_makefile_offers_what_the_readme_promises() -> None:
    listing = subprocess.run(
        ["make", "-s", "help"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout
    offered = {line.split()[0] for line in listing.splitlines() if line.strip()}
    assert {"help", "lab", "test", "check", "bench"} <= offered
    readme = (ROOT / "README.md").read_text("utf-8")
    for target in re.findall(r"`?make ([a-z]+)", readme):
        assert target in offered, f"make {target}"


def test_the_scripts_of_the_project_are_valid_shell() -> None:
    for script in ("environment", "browser", "browser-tests"):
        subprocess.run(["sh", "-n", f".ci/{script}"], cwd=ROOT, check=True)
    subprocess.run(["bash", "-n", ".ci/run"], cwd=ROOT, check=True)


def test_no_tracked_file_names_a_machine_of_ours() -> None:
    """Neither the home of someone nor the place a copy was checked out to."""
    forbidden = [str(ROOT).encode(), str(Path.home()).encode() + b"/"]
    binary = {".gz", ".png", ".zst"}
    found = []
    for name in tracked():
        path = ROOT / name
        if path.suffix in binary or not path.is_file():
            continue
        data = path.read_bytes()
        # Samples plant made-up homes; a real one is this machine's.
        found += [name for word in forbidden if word in data and len(word) > 6]
    assert found == []


def test_the_guide_of_the_terminal_has_every_command_and_option() -> None:
    from typer.main import get_command

    from workbench.cli.app import app

    guide = (ROOT / "docs" / "cli.md").read_text("utf-8")
    for name, command in get_command(app).commands.items():  # type: ignore[attr-defined]
        section = re.search(rf"^## `workbench {name}`.*?(?=^## |\Z)", guide, re.M | re.S)
        assert section, f"docs/cli.md says nothing of: workbench {name}"
        for parameter in command.params:
            for option in parameter.opts:
                if option.startswith("--") and option != "--help":
                    assert f"`{option}" in section[0], f"workbench {name} {option}"


def test_the_version_is_the_one_of_the_changelog_or_unreleased() -> None:
    version = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    changelog = (ROOT / "CHANGELOG.md").read_text("utf-8")
    assert "## [Unreleased]" in changelog or f"## [{version}]" in changelog
