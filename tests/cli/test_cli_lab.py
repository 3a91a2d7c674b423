"""``workbench lab``: which notebook and captures, apart from the user's own Jupyter, one line, no trace."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest
from cli_running import Commands

from workbench.cli import lab
from workbench.core.errors import BadCommand, Unreadable

EMPTY = json.dumps({"cells": [], "metadata": {}, "nbformat": 4, "nbformat_minor": 5})


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("WORKBENCH_STATE", str(tmp_path / "state"))
    return tmp_path / "state"


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A checkout with a review notebook and sample captures, which the package seems to run from."""
    folder = tmp_path / "project"
    (folder / "notebooks").mkdir(parents=True)
    (folder / "notebooks" / "review.ipynb").write_text(EMPTY)
    (folder / "sample_fixtures" / "captures").mkdir(parents=True)
    monkeypatch.setattr(lab, "PACKAGE", folder / "workbench")
    return folder


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An installation without a checkout around it; gives the packaged notebook."""
    settings = tmp_path / "site-packages" / "workbench" / "jupyter_config"
    settings.mkdir(parents=True)
    (settings / "review.ipynb").write_text(EMPTY)
    monkeypatch.setattr(lab, "PACKAGE", settings.parent)
    monkeypatch.setattr(lab, "SETTINGS", settings)
    return settings / "review.ipynb"


def test_inside_a_checkout_the_samples_are_reviewed(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(project / "notebooks")
    planned = lab.plan()
    assert (planned.root, planned.notebook) == (project, "notebooks/review.ipynb")
    assert planned.captures == (project / "sample_fixtures" / "captures").resolve()


def test_elsewhere_the_current_folder_is_reviewed(
    project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert lab.plan().captures == tmp_path.resolve()


def test_a_folder_that_is_given_is_reviewed(project: Path, tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    assert lab.plan(tmp_path / "mine").captures == (tmp_path / "mine").resolve()
    with pytest.raises(Unreadable):
        lab.plan(tmp_path / "nothing")


def test_an_installation_opens_a_copy_of_the_packaged_notebook(
    installed: Path, state: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    planned = lab.plan()
    copy = planned.root / planned.notebook
    assert copy.is_relative_to(state)
    assert copy.read_bytes() == installed.read_bytes()
    installed.unlink()
    with pytest.raises(Unreadable, match="the terminal review still works"):
        lab.plan()


def test_the_path_of_the_captures_is_in_no_notebook(project: Path, tmp_path: Path) -> None:
    """It travels in a variable, so that no cell has to name it."""
    planned = lab.plan(tmp_path)
    variables = lab.environment(planned, runtime=tmp_path / "run")
    assert variables["WORKBENCH_CAPTURES"] == str(tmp_path.resolve())


def test_everything_of_jupyter_is_apart_from_the_users_own(
    project: Path, state: Path, tmp_path: Path
) -> None:
    variables = lab.environment(lab.plan(tmp_path), runtime=tmp_path / "run")
    for name in (
        "JUPYTER_CONFIG_DIR",
        "JUPYTER_DATA_DIR",
        "JUPYTERLAB_SETTINGS_DIR",
        "JUPYTERLAB_WORKSPACES_DIR",
        "IPYTHONDIR",
    ):
        assert Path(variables[name]).is_relative_to(state), name
    assert Path(variables["JUPYTER_CONFIG_PATH"], "jupyter_server_config.py").is_file()


def test_each_start_has_a_new_token_unless_one_is_given(
    project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("JUPYTER_TOKEN", raising=False)
    first, second = lab.plan(tmp_path).token, lab.plan(tmp_path).token
    assert first != second
    assert len(first) >= 32
    monkeypatch.setenv("JUPYTER_TOKEN", "given")
    assert lab.plan(tmp_path).token == "given"


@pytest.mark.parametrize(
    ("variables", "expected"),
    [
        ({}, sys.platform in ("darwin", "win32")),
        ({"DISPLAY": ":0"}, True),
        ({"WAYLAND_DISPLAY": "wayland-0"}, True),
        ({"DISPLAY": ":0", "CI": "true"}, False),
        ({"DISPLAY": ":0", "SSH_CONNECTION": "192.0.2.1 1 192.0.2.2 22"}, False),
    ],
)
def test_a_browser_is_opened_only_where_the_user_sees_it(
    variables: dict[str, str], expected: bool
) -> None:
    assert lab.display_available(variables) is expected


def test_a_port_that_is_taken_is_said_before_anything_starts(project: Path, tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        with pytest.raises(BadCommand, match=f"Port {port} cannot be used"):
            lab.run(lab.plan(tmp_path, port=port))


def test_only_one_folder_is_reviewed_at_a_time(workbench: Commands, tmp_path: Path) -> None:
    ran = workbench("lab", tmp_path, tmp_path)
    assert ran.code == 2
    assert "one folder at a time" in ran.err


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("home")


def test_it_starts_says_one_line_and_leaves_no_trace(home: Path) -> None:
    """A real server in a fresh home: the address answers, the token is needed, and it ends quietly."""
    captures = home / "captures"
    captures.mkdir()
    variables = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("JUPYTER", "IPYTHON", "WORKBENCH", "XDG"))
    }
    variables |= {"HOME": str(home), "WORKBENCH_STATE": str(home / "state")}
    process = subprocess.Popen(
        [sys.executable, "-m", "workbench.cli", "lab", str(captures), "--no-browser"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=home,
        env=variables,
    )
    assert process.stdout is not None
    try:
        line = process.stdout.readline()
        match = re.fullmatch(r"The review is at (http://127\.0\.0\.1:\d+/\S+) \(.*\)\n", line)
        assert match, process.communicate(timeout=5)
        address = match[1]
        opened = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        with opened.open(address, timeout=60) as page:
            assert page.status == 200
        assert "review.ipynb" in address
        base = address.split("/doc/")[0]
        with pytest.raises(urllib.error.HTTPError) as refused:
            opened.open(f"{base}/api/contents", timeout=60)
        assert refused.value.code == 403
    finally:
        process.send_signal(signal.SIGTERM)
    out, err = process.communicate(timeout=60)
    assert (out, err, process.returncode) == ("", "", 0)
    left = {path.relative_to(home).parts[0] for path in home.iterdir()}
    assert left <= {"captures", "state", ".npm", ".cache"}
    time.sleep(0.1)
    assert list(captures.iterdir()) == []
