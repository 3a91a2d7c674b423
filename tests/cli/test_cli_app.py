"""Commands, exit codes and errors: one readable message, never a traceback or a captured value."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from importlib.metadata import version
from pathlib import Path

import pytest
from cli_running import Commands

from workbench.cli import listing
from workbench.core.errors import Refused


def test_the_version_is_that_of_the_distribution(workbench: Commands) -> None:
    ran = workbench("--version")
    assert (ran.code, ran.out) == (0, f"workbench {version('fixture-workbench')}\n")


def test_every_command_is_listed_with_a_sentence(workbench: Commands) -> None:
    ran = workbench("--help")
    for command in ("lab", "list", "show", "check", "replay", "review", "promote"):
        assert f"\n  {command} " in ran.out


@pytest.mark.parametrize("command", ["list", "show", "check", "replay", "review"])
def test_a_path_that_is_not_there_is_one_message_and_exit_code_2(
    workbench: Commands, tmp_path: Path, command: str
) -> None:
    ran = workbench(command, tmp_path / "nothing")
    assert ran.code == 2
    assert ran.out == ""
    assert ran.err.startswith("Nothing is at this path")
    assert "Traceback" not in ran.err


@pytest.mark.parametrize("command", ["list", "show", "check", "replay"])
def test_a_folder_without_fixtures_is_said_and_never_clean(
    workbench: Commands, tmp_path: Path, command: str
) -> None:
    ran = workbench(command, tmp_path)
    assert ran.code == 2
    assert "No fixture is in the folders given" in ran.err


@pytest.mark.parametrize("arguments", [["nope"], ["list"], ["show", "--bad", "x"], ["--reading"]])
def test_a_wrong_call_explains_itself_with_exit_code_2(
    workbench: Commands, arguments: list[str]
) -> None:
    ran = workbench(*arguments)
    assert ran.code == 2
    assert "Usage: workbench" in ran.err


def test_an_unexpected_error_is_told_by_class_and_place_only(
    workbench: Commands,
    captures: Path,
    monkeypatch: pytest.MonkeyPatch,
    canaries: Mapping[str, str],
) -> None:
    def broken(*_: object, **__: object) -> int:
        raise RuntimeError(canaries["person"])

    monkeypatch.setattr(listing, "run", broken)
    ran = workbench("list", captures)
    assert ran.code == 2
    assert "RuntimeError" in ran.err
    assert "no captured text" in ran.err
    assert canaries["person"] not in ran.out + ran.err


def test_an_error_of_the_workbench_is_shown_without_control_characters(
    workbench: Commands, captures: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object, **__: object) -> int:
        raise Refused("Odd\x1b[31m text", cure="Look again")

    monkeypatch.setattr(listing, "run", refused)
    assert workbench("list", captures).err == "Odd\\x1b[31m text. Look again.\n"


def test_ctrl_c_ends_with_the_code_that_shells_use(
    workbench: Commands, captures: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(*_: object, **__: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(listing, "run", stopped)
    assert workbench("list", captures).code == 130


def test_a_reader_that_stops_early_is_no_error(captures: Path) -> None:
    """``workbench list captures | head -1`` prints a line and nothing else."""
    command = f"{sys.executable} -m workbench.cli list {captures} | head -1"
    ran = subprocess.run(
        ["bash", "-o", "pipefail", "-c", command],
        capture_output=True,
        text=True,
        env=dict(os.environ),
    )
    assert len(ran.stdout.splitlines()) == 1
    assert ran.stderr == ""


def test_piped_output_has_no_colours(captures: Path) -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "workbench.cli", "list", str(captures)],
        capture_output=True,
        env={**os.environ, "TERM": "xterm-256color"},
    )
    assert b"\x1b" not in ran.stdout + ran.stderr
