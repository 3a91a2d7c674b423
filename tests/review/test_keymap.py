"""A person's own keys: any command can be changed or switched off, and what would harm is refused."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.core.errors import BadCommand
from workbench.review import COMMANDS
from workbench.review.commands import ANYWHERE, APPROVING, PLACES
from workbench.review.key_rules import conflicts, refusal, spelled
from workbench.review.keymap import DEFAULT, Keymap, mended, spoken
from workbench.review.own_settings import FILE, as_toml, read_settings, write_settings

IDS = [spec.id for spec in COMMANDS]
PRESSES = st.one_of(
    st.sampled_from([*"hqijkwsgtu;,.ABZ27?ö", "ArrowUp", "Enter", "Escape", "Alt+K", "Ctrl+Enter"]),
    st.text(max_size=12),
)
KEYS = st.lists(PRESSES, max_size=2).map(" ".join)
TABLES = st.dictionaries(
    st.sampled_from([*IDS, "no.such"]), st.lists(KEYS, max_size=2).map(tuple), max_size=8
)


def test_without_changes_the_keys_are_those_of_the_registry() -> None:
    assert DEFAULT.commands == COMMANDS
    assert list(conflicts(COMMANDS)) == []
    for spec in COMMANDS:
        assert [refusal(spec, key) for key in spec.keys] == [""] * len(spec.keys), spec.id


@given(TABLES)
def test_whatever_is_written_down_what_holds_is_without_harm(
    table: dict[str, tuple[str, ...]],
) -> None:
    keymap, told = mended(table)
    assert list(conflicts(keymap.everything)) == []
    for spec in keymap.everything:
        for key in spec.keys:
            first = key.split(" ")[0]
            assert key == spelled(key)
            assert not (len(first) == 1 and first.lower() in "abcdmrvxyz0123456789")
            assert key not in ("i i", "0 0", "Shift+Enter", "Alt+Enter")
            if spec.does in APPROVING:
                assert first.startswith(("Ctrl+", "Alt+"))
            if first in ("Enter", "Escape"):
                assert spec.does in ("", "open")
    assert keymap.command("door.export").keys == ()
    assert keymap.command("layer.close").keys == ("Escape",)
    lost = {line.partition(":")[0] for line in told}
    assert set(keymap.chosen) <= set(table) - lost


@given(TABLES)
def test_what_is_kept_is_read_back(table: dict[str, tuple[str, ...]]) -> None:
    import tomllib

    keymap, _ = mended(table, single_keys=len(table) % 2 == 0)
    data = tomllib.loads(as_toml(keymap))
    again, told = mended({id: tuple(keys) for id, keys in data["keys"].items()})
    assert (dict(again.chosen), told) == (dict(keymap.chosen), ())
    assert data["single_letter_keys"] is keymap.single_keys


@given(KEYS)
def test_a_spelling_is_spelled_only_once(key: str) -> None:
    assert spelled(spelled(key)) == spelled(key)


def test_two_commands_may_swap_their_keys_in_a_file() -> None:
    keymap, told = mended({"finding.next": ("p",), "finding.previous": ("n",)})
    assert told == ()
    assert keymap.by_key("judge")["p"].id == "finding.next"


REFUSED = [
    ("item.later", "d", "changes a notebook"),
    ("item.later", "D", "changes a notebook"),
    ("item.later", "7", "changes a notebook"),
    ("item.later", "i i", "changes a notebook"),
    ("item.later", "Shift+Enter", "changes a notebook"),
    ("judge.identifies", "Enter", "pressed by habit"),
    ("undo", "Escape", "pressed by habit"),
    ("item.later", "Tab", "works the controls"),
    ("item.later", "Ctrl+W", "hold Alt"),
    ("item.later", "Ctrl+Enter", "approves"),
    ("item.stage", "h", "needs Ctrl or Alt"),
    ("outcome.approve", "q", "needs Ctrl or Alt"),
    ("item.later", "n", "cannot be both"),
    ("item.later", "g", "begins with the key"),
    ("item.later", "j q", "begins with the key"),
    ("item.later", "Nope", "not a key"),
    ("item.later", "h q t", "one press or two"),
    ("item.later", ":", "key scripts"),
    ("door.export", "Alt+E", "no key"),
    ("layer.close", "q", "stays on Esc"),
    ("reason.open", "h q", "one press"),
    ("judge.not_identifying.public", "h q", "begins with the key that shows"),
]


@pytest.mark.parametrize(("id", "key", "why"), REFUSED)
def test_a_key_that_would_harm_is_refused_with_a_sentence(id: str, key: str, why: str) -> None:
    with pytest.raises(BadCommand, match=why):
        DEFAULT.given(id, (key,))


def test_close_cannot_be_switched_off_and_everything_else_can() -> None:
    with pytest.raises(BadCommand):
        DEFAULT.given("layer.close", ())
    for id in IDS:
        if id != "layer.close":
            assert DEFAULT.given(id, ()).command(id).keys == ()


def test_the_reasons_follow_the_key_that_shows_them() -> None:
    keymap = DEFAULT.given("reason.open", ("h",)).given("judge.not_identifying.issued", ("q",))
    keys = keymap.by_key("judge")
    assert keys["h q"].payload["reason"] == "issued"
    assert keys["h w"].payload["reason"] == "vocabulary"
    assert keymap.letter("issued") == "q"
    assert "s w" not in keys


def test_without_single_letters_only_their_commands_lose_keys() -> None:
    keymap = Keymap(single_keys=False)
    for where in PLACES:
        assert all(len(key.split(" ")[0]) > 1 for key in keymap.by_key(where))
    assert keymap.command("step.next").keys == ("ArrowDown",)
    assert keymap.command("item.stage").keys == ("Ctrl+Enter",)
    assert keymap.how("undo") == "with the button Undo"


def test_sentences_say_the_key_that_works() -> None:
    keymap = DEFAULT.given("undo", ("Alt+U",)).given("go.queue", ("q",))
    assert keymap.how("undo") == "with Alt+U"
    assert keymap.said("go.queue") == "q"
    assert DEFAULT.said("go.queue") == "gq"
    assert spoken("PageDown") == "Page Down"


def test_a_reset_gives_the_usual_key_back() -> None:
    keymap = DEFAULT.given("item.later", ("h",))
    assert keymap.by_default("item.later") == DEFAULT
    swapped, _ = mended({"finding.next": ("p",), "finding.previous": ("n",)})
    with pytest.raises(BadCommand, match="cannot be both"):
        swapped.by_default("finding.next")


def test_settings_are_kept_in_a_folder_of_ones_own(tmp_path: Path) -> None:
    keymap = DEFAULT.given("item.later", ("h",)).given("judge.repeat", ())
    path = write_settings(keymap, tmp_path / "config")
    assert path.name == FILE
    assert path.stat().st_mode & 0o077 == 0 or sys.platform == "win32"
    assert read_settings(tmp_path / "config").keymap == keymap


BROKEN = {
    "not toml": (b"[keys\n", "not TOML"),
    "not text": (b"\xff\xfe", "not TOML"),
    "a list": (b'keys = ["x"]', "keys is a table"),
    "a number": (b'[keys]\n"undo" = 3', "a string"),
    "no command": (b'[keys]\n"no.such" = "h"', "no such command"),
    "no setting": (b'colour = "red"', "no setting"),
    "no truth": (b"single_letter_keys = 1", "true or false"),
    "harm": (b'[keys]\n"item.later" = "d"', "changes a notebook"),
    "too long": (b"#" * 70_000, "cannot be read"),
}


@pytest.mark.parametrize("case", BROKEN)
def test_a_broken_file_is_said_and_the_usual_keys_hold(case: str, tmp_path: Path) -> None:
    data, why = BROKEN[case]
    (tmp_path / FILE).write_bytes(data)
    settings = read_settings(tmp_path)
    assert settings.keymap.commands == COMMANDS
    assert any(why in notice for notice in settings.notices)


def _shortcuts() -> list[dict[str, Any]]:
    """What the installed notebook hosts do with keys in their command mode."""
    root = Path(sys.prefix) / "share" / "jupyter"
    found: list[dict[str, Any]] = []
    for path in sorted(root.glob("**/schemas/**/*.json")):
        for each in json.loads(path.read_text("utf-8")).get("jupyter.lab.shortcuts", []):
            if "Notebook.jp-mod-commandMode" in each.get("selector", "") and all(each["keys"]):
                found.append(each)
    if not found:
        pytest.skip("no notebook host is installed here")
    return found


#: What only moves, selects, shows or copies leaves a notebook as it was.
HARMLESS = (
    "move-cursor",
    "extend-marked",
    "enter-edit",
    "select-all",
    "line-number",
    "copy-cell",
    "toggle-render",
    "enter-command",
    "collapse-all",
    "expand-all",
    "run-cell",
)


def test_no_key_that_changes_a_notebook_in_an_installed_host_can_be_chosen() -> None:
    later = next(spec for spec in COMMANDS if spec.id == "item.later")
    tried = 0
    for shortcut in _shortcuts():
        if not shortcut["keys"] or any(word in shortcut["command"] for word in HARMLESS):
            continue
        key = _as_ours(shortcut["keys"][0])
        assert refusal(later, key), (key, shortcut["command"])
        tried += 1
    assert tried > 15


def _as_ours(text: str) -> str:
    """``"Shift M"`` of a host's table is the character ``M``; ``"Accel Enter"`` is ``Ctrl+Enter``."""
    *held, last = text.replace("Accel", "Ctrl").split(" ")
    if len(last) == 1 and held in ([], ["Shift"]):
        return last.upper() if held else last.lower()
    return "+".join([*held, last])


def test_every_place_keeps_a_way_to_its_help_and_out() -> None:
    keymap, _ = mended(dict.fromkeys(IDS, ()))
    for where in PLACES:
        if where != ANYWHERE:
            assert "Escape" in keymap.by_key(where)
