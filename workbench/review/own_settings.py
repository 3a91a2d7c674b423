"""A person's own settings: which keys they chose. In their own config folder, and nowhere else.

Source: ``spec/review-ux.md`` §7, §17. The file names commands and keys, so it holds nothing of any
capture, and a stranger's folder of captures cannot bring keys along.
"""

from __future__ import annotations

import json
import os
import tomllib
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import platformdirs

from workbench.core.errors import NotWritten, WorkbenchError
from workbench.core.files import read_bytes, write_file
from workbench.review.keymap import DEFAULT, Keymap, mended

FILE = "settings.toml"
KEPT = "settings.toml.kept"  # one that was written over although it did not hold
LARGEST = 64 * 1024  # bytes of a settings file
_HEAD = """\
# Your own settings of the workbench. The app and `workbench keys` write this file anew when you change a
# key, so comments of your own are not kept. `[]` is "no key"; a command that is not here has its usual key.
"""


@dataclass(frozen=True, slots=True)
class OwnSettings:
    """What was read: the keys that hold, and a sentence for each line that does not."""

    keymap: Keymap = DEFAULT
    notices: tuple[str, ...] = ()


def config_folder() -> Path:
    """The person's config folder: ``WORKBENCH_CONFIG``, else the platform's own."""
    chosen = os.environ.get("WORKBENCH_CONFIG")
    return (
        Path(chosen) if chosen else Path(platformdirs.user_config_dir("fixture-workbench", False))
    )


def read_settings(folder: Path | None = None) -> OwnSettings:
    """The settings in ``folder``, by default the person's own. What cannot be read is said, never raised."""
    place = folder or config_folder()
    if not (place / FILE).is_file():
        return OwnSettings()
    try:
        data = tomllib.loads(read_bytes(place, FILE, limit=LARGEST).decode("utf-8"))
    except WorkbenchError:
        return _usual("it cannot be read")
    except ValueError:  # neither UTF-8 nor TOML
        return _usual("it is not TOML")
    return _of(data)


def write_settings(keymap: Keymap, folder: Path | None = None) -> Path:
    """Keep a keymap as the person's own; returns the file. Raises ``NotWritten``."""
    place = folder or config_folder()
    try:
        place.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError:
        raise NotWritten(
            "Your settings folder cannot be made",
            means="The keys hold until this review is closed",
            cure="Check its permissions, or set WORKBENCH_CONFIG to a folder of your own",
        ) from None
    if read_settings(place).notices:  # lines that do not hold would go: they are kept beside it
        with suppress(OSError):
            os.replace(place / FILE, place / KEPT)
    write_file(place / FILE, as_toml(keymap).encode(), mode=0o600)
    return place / FILE


def as_toml(keymap: Keymap) -> str:
    """A keymap as the text of a settings file. Basic strings of TOML are spelled as those of JSON."""
    on = "true" if keymap.single_keys else "false"
    lines = [_HEAD, f"single_letter_keys = {on}", "", "[keys]"]
    for id, keys in sorted(keymap.chosen.items()):
        listed = ", ".join(_quoted(key) for key in keys)
        lines.append(f"{_quoted(id)} = [{listed}]")
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _of(data: Mapping[str, Any]) -> OwnSettings:
    table, single = data.get("keys", {}), data.get("single_letter_keys", True)
    told = [
        f"{name[:40]!r} is no setting."
        for name in data
        if name not in ("keys", "single_letter_keys")
    ]
    if not isinstance(single, bool):
        told.append("single_letter_keys is true or false.")
        single = True
    if not isinstance(table, dict):
        return OwnSettings(Keymap(single_keys=single), tuple(_said([*told, "keys is a table."])))
    chosen: dict[str, tuple[str, ...]] = {}
    for id, value in table.items():
        keys = [value] if isinstance(value, str) else value
        if isinstance(keys, list) and all(isinstance(key, str) for key in keys):
            chosen[id[:80]] = tuple(key[:40] for key in keys)
        else:
            told.append(f"{id[:80]}: a key is a string, or a list of strings.")
    keymap, refused = mended(chosen, single_keys=single)
    return OwnSettings(keymap, tuple(_said([*told, *refused])))


def _said(notices: list[str]) -> list[str]:
    return [f"In your settings, {notice}" for notice in notices]


def _usual(why: str) -> OwnSettings:
    return OwnSettings(notices=(f"Your settings file is not used: {why}. The usual keys hold.",))
