"""The one registry of commands, as the front end reads it: keys, labels, the groups of the help."""

from __future__ import annotations

from workbench.notebook.session import Session
from workbench.notebook.views import View
from workbench.review import CommandSpec

#: The help dialog's groups, by the beginnings of command ids.
HELP = (
    (
        "Move",
        ("step.", "finding.", "item.open", "item.previous", "item.next", "reading.", "search."),
    ),
    ("Judge", ("judge.", "reason.")),
    ("Go to", ("go.",)),
    (
        "Decide and undo",
        (
            "name.",
            "outcome.",
            "item.stage",
            "item.later",
            "undo",
            "redo",
            "changes.",
            "notebook.",
            "layer.",
            "help.",
        ),
    ),
)


def registry(session: Session) -> View:
    """The one registry of commands, with this reviewer's keys, as the front end reads it."""
    keymap = session.review.keymap
    commands = [
        {
            "id": spec.id,
            "keys": list(spec.keys),
            "label": spec.label,
            "help": _helped(spec),
            "where": list(spec.where),
            "changed": keymap.is_changed(spec.id),
        }
        for spec in keymap.commands
    ]
    help = [{"title": title, "ids": list(ids)} for title, ids in HELP]
    return {
        "op": "hello",
        "commands": commands,
        "help": help,
        "single_keys": keymap.single_keys,
    }


def _helped(spec: CommandSpec) -> str:
    """What the key list says: a verdict by its name, the rest by what it does, if that is short."""
    short = len(spec.help) <= 40 and not spec.id.startswith("judge.")
    words = spec.help if short else spec.label
    return words[:1].lower() + words[1:]
