"""``workbench keys``: a person's own keys, shown, changed and refused."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from cli_running import Commands

from workbench.review import COMMANDS
from workbench.review.own_settings import FILE, KEPT, read_settings

GUIDE = Path(__file__).parents[2] / "docs" / "json-output.md"


@pytest.fixture(autouse=True)
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A config folder of the test's own."""
    folder = tmp_path / "config"
    monkeypatch.setenv("WORKBENCH_CONFIG", str(folder))
    return folder


def test_every_command_is_listed_and_nothing_is_written(workbench: Commands, own: Path) -> None:
    ran = workbench("keys")
    assert ran.code == 0
    assert all(spec.id in ran.out for spec in COMMANDS)
    assert not own.exists()


def test_a_key_is_changed_for_every_face_and_goes_back(workbench: Commands, own: Path) -> None:
    assert workbench("keys", "finding.next", "h").code == 0
    assert read_settings().keymap.command("finding.next").keys == ("h",)
    assert workbench("keys", "finding.next", "--usual").code == 0
    assert read_settings().keymap.command("finding.next").keys == ("n",)
    assert (own / FILE).stat().st_mode & 0o077 == 0


def test_letters_are_switched_off_and_the_rest_stays(workbench: Commands) -> None:
    workbench("keys", "finding.next", "Alt+H")
    ran = workbench("keys", "--no-letters")
    assert "no keys in the notebook" in ran.out
    keymap = read_settings().keymap
    assert (keymap.single_keys, keymap.command("finding.next").keys) == (False, ("Alt+H",))
    assert keymap.command("judge.identifies").keys == ()
    workbench("keys", "--usual")
    assert read_settings().keymap.command("finding.next").keys == ()


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (("finding.next", "x"), "changes a notebook"),
        (("finding.next", "p"), "cannot be both"),
        (("item.stage", "h"), "needs Ctrl or Alt"),
        (("door.export", "h"), "no key"),
        (("nothing.here", "h"), "no such command"),
        (("nothing.here",), "no such command"),
        (("layer.close", "--none"), "stays on Esc"),
    ],
)
def test_a_key_that_may_not_be_is_refused_in_a_sentence(
    workbench: Commands, own: Path, given: tuple[str, ...], said: str
) -> None:
    ran = workbench("keys", *given)
    assert ran.code != 0
    assert said in ran.err.replace("\n", " ")
    assert not own.exists()


def test_a_settings_file_that_does_not_hold_is_said(workbench: Commands, own: Path) -> None:
    own.mkdir()
    (own / FILE).write_text('[keys]\n"finding.next" = "x"\n', "utf-8")
    ran = workbench("keys", "finding.next")
    assert ran.code == 1
    assert "changes a notebook" in ran.out.replace("\n", " ")
    assert "finding.next" in ran.out


def test_a_settings_file_that_cannot_be_read_is_kept_when_a_key_is_changed(
    workbench: Commands, own: Path
) -> None:
    own.mkdir()
    (own / FILE).write_bytes(b"\xff\xfe not TOML")
    assert workbench("keys", "finding.next", "h").code == 1
    assert (own / KEPT).read_bytes() == b"\xff\xfe not TOML"
    assert read_settings().keymap.command("finding.next").keys == ("h",)


def test_json_has_the_members_of_the_guide(workbench: Commands) -> None:
    ran = workbench("keys", "--json")
    lines = [json.loads(line) for line in ran.out.splitlines()]
    assert [line["id"] for line in lines] == [spec.id for spec in COMMANDS]
    known = set(re.findall(r"`([A-Za-z0-9]+)`", GUIDE.read_text("utf-8")))
    assert {name for line in lines for name in line} <= known
