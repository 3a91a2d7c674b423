"""One key script, three faces: the app in a browser, a terminal, and a script without either write the same bytes.

Source: DESIGN law 8, ``spec/review-ux.md`` §2.10.
"""

from __future__ import annotations

import os
import pty
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from bench import Bench, session_at
from lab_server import SAMPLES
from lab_walk import Walk
from playwright.sync_api import Page

from workbench.cli.keys import SEQUENCES, parse_script
from workbench.findings import KnownIdentities

pytestmark = pytest.mark.browser
KNOWN = "user:user-of-tests\n"
TERMINAL = {name: keys for keys, name in SEQUENCES.items() if keys != "\r"} | {"Enter": "\r"}
#: One capture a family: a log with findings, a play and a cassette without. The first script judges, takes a
#: verdict back and does it again; each names, approves, stages, and types the name at the door.
DOOR = '"{name}" <Ctrl+Enter> {reason} <Ctrl+Enter> <Ctrl+Enter> g e "{name}"'
CASES = {
    "session log": (
        "ada-calendar-flake",
        "<Enter> f u f f f f f f f g n",
        "w",
        "reminder-sent-twice",
    ),
    "play": ("ferry-report-0007.fixture.json", "<Enter>", "w", "night-ferry-missed-boat"),
    "cassette": ("tool-stream-0007.yaml", "<Enter>", "", "tool-call-streams"),
}


def samples_with(capture: str, folder: Path) -> Path:
    """The samples with one capture only; returns the captures."""
    shutil.copytree(SAMPLES, folder, ignore=shutil.ignore_patterns(".workbench", "promoted"))
    captures = folder / "captures"
    for path in captures.iterdir():
        if path.name != capture:
            shutil.rmtree(path) if path.is_dir() else path.unlink()
    (folder / "known.txt").write_text(KNOWN)
    return captures


def by_script(script: str, captures: Path, page: Page) -> None:
    """``workbench review`` with the script on standard input, as CI or a test runs it."""
    ran = subprocess.run(
        _command(captures), input=script.encode(), env=_environment(captures), **_QUIET
    )
    assert ran.returncode == 0, ran.stdout.decode()


def on_a_terminal(script: str, captures: Path, page: Page) -> None:
    """The same command on a pseudo-terminal, which hands it single keys; a text waits for its prompt."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        _command(captures),
        stdin=theirs,
        env=_environment(captures),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    os.close(theirs)
    guard = threading.Timer(120, process.kill)  # a prompt that never comes fails this test
    guard.start()
    try:
        out = _converse(process, ours, script)
        assert process.wait(timeout=60) == 0, out.decode()
    finally:
        guard.cancel()
        process.kill()
        os.close(ours)


def _converse(process: subprocess.Popen[bytes], keyboard: int, script: str) -> bytes:
    assert process.stdout is not None
    out = b""
    for token in parse_script(script):
        if token.kind == "key":
            os.write(keyboard, TERMINAL.get(token.value, token.value).encode())
            continue
        while not out.endswith(b": "):
            read = os.read(process.stdout.fileno(), 4096)
            assert read, out.decode()
            out += read
        os.write(keyboard, token.value.encode() + b"\r")
        out += b"\n"
    while process.poll() is None:  # Ctrl+D while a line is still read ends that line only
        os.write(keyboard, b"\x04")
        time.sleep(0.5)
    return out + process.stdout.read()


def in_the_app(script: str, captures: Path, page: Page) -> None:
    """The app's own front end in Chromium; a text is typed into the field that has the focus."""
    known = KnownIdentities(users=("user-of-tests",))
    with session_at(captures, _state(captures), known=known) as session:
        session.review.warm()
        bench = Bench(page, session)
        bench.show()
        walk = Walk(page)
        for token in parse_script(script):
            if token.kind == "key":
                walk.press(token.value.replace("Ctrl", "Control"))
            else:
                _fill(bench, walk, token.value)
        assert bench.errors == []


def _fill(bench: Bench, walk: Walk, text: str) -> None:
    """Write over what a field holds; at the door the button beside it says that the text is whole."""
    bench.page.keyboard.press("Control+a")
    bench.page.keyboard.type(text)
    walk.settle()
    if bench.view == "door":
        walk.press("Tab", "Space")


def _command(captures: Path) -> list[str]:
    return [
        sys.executable,
        "-m",
        "workbench.cli",
        "review",
        str(captures),
        "--known",
        str(captures.parent / "known.txt"),
    ]


def _state(captures: Path) -> Path:
    return captures.parent / "state"


def _environment(captures: Path) -> dict[str, str]:
    return {**os.environ, "WORKBENCH_STATE": str(_state(captures))}


_QUIET = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "check": False, "timeout": 120}
FACES: tuple[Callable[[str, Path, Page], None], ...] = (by_script, on_a_terminal, in_the_app)


@pytest.mark.parametrize("family", CASES)
def test_the_same_keys_promote_the_same_bytes_on_every_face(
    family: str, page: Page, tmp_path: Path
) -> None:
    """All files of the promoted fixture, the review record among them, are equal to the byte."""
    capture, judging, reason, name = CASES[family]
    script = f"{judging} {DOOR.format(name=name, reason=reason)}"
    written = []
    for face in FACES:
        captures = samples_with(capture, tmp_path / face.__name__)
        face(script, captures, page)
        folder = captures.parent / "promoted"
        written.append(
            {
                str(path.relative_to(folder)): path.read_bytes()
                for path in folder.rglob("*")
                if path.is_file()
            }
        )
    assert f"{name}/{name}.review.json" in written[0]
    assert written[0] == written[1] == written[2]
