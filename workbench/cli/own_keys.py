"""``workbench keys``: the keys as this person has them, shown and changed."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from workbench.cli.printing import say
from workbench.cli.records import SCHEMA, line
from workbench.core.errors import BadCommand
from workbench.review import COMMANDS, CommandSpec
from workbench.review.keymap import DEFAULT, Keymap
from workbench.review.own_settings import config_folder, read_settings, write_settings


def run(
    id: str | None,
    keys: list[str],
    *,
    usual: bool,
    none: bool,
    letters: bool | None,
    as_json: bool,
) -> int:
    """Show the keys, or change those of one command; returns 0, or 1 where the settings hold something unknown.

    Raises ``BadCommand`` for a key that the command may not have, ``NotWritten``.
    """
    settings = read_settings()
    for notice in settings.notices:
        say(notice, style="yellow")
    keymap = _changed(settings.keymap, id, keys, usual=usual, none=none, letters=letters)
    if keymap != settings.keymap:
        write_settings(keymap)
    shown = [spec for spec in keymap.everything if id in (None, spec.id)]
    for spec in shown:
        say(line(_line(keymap, spec)) if as_json else _words(keymap, spec))
    if not as_json and id is None:
        letters_word = "are keys" if keymap.single_keys else "are no keys in the notebook"
        say(f"Single letters {letters_word}. Kept in {config_folder()}", style="bold")
    return 1 if settings.notices else 0


def _changed(
    keymap: Keymap,
    id: str | None,
    keys: list[str],
    *,
    usual: bool,
    none: bool,
    letters: bool | None,
) -> Keymap:
    if letters is not None:
        keymap = replace(keymap, single_keys=letters)
    if usual:
        return (
            replace(DEFAULT, single_keys=keymap.single_keys)
            if id is None
            else keymap.by_default(id)
        )
    if id is None:
        return keymap
    if all(spec.id != id for spec in COMMANDS):
        raise BadCommand("There is no such command", cure="workbench keys lists them")
    if not (keys or none):
        return keymap
    return keymap.given(id, () if none else tuple(keys))


def _words(keymap: Keymap, spec: CommandSpec) -> str:
    keys = " or ".join(spec.keys) or "no key"
    mark = "  (yours)" if keymap.is_changed(spec.id) else ""
    return f"{spec.id:<34} {keys:<18} {spec.help}{mark}"


def _line(keymap: Keymap, spec: CommandSpec) -> dict[str, Any]:
    return {
        "schema": SCHEMA,
        "command": "keys",
        "id": spec.id,
        "keys": list(spec.keys),
        "changed": keymap.is_changed(spec.id),
        "where": list(spec.where),
        "help": spec.help,
    }
