"""Undo and redo: commands like any other, across items and restarts, without limit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from workbench.core.errors import BadCommand
from workbench.review import words
from workbench.review.acts import EVERYTHING
from workbench.review.keymap import DEFAULT, Keymap
from workbench.review.shapes import Done, QueueRow, Resumed
from workbench.review.shelf import Shelf
from workbench.review.state import Entry

#: What a command is called in a sentence.
CALLED = {
    "judge": "verdict",
    "same_as": "same as",
    "rename": "rename",
    "approve_outcome": "outcome approved",
    "minimise": "make shorter",
    "defer": "later",
    "resume": "resume",
    "reject": "reject",
    "stage": "stage",
    "unstage": "unstage",
}


def step(shelf: Shelf, command: str) -> Done | None:
    """Undo or redo one command. ``None`` when another process wrote first."""
    stack = shelf.state.done if command == "undo" else shelf.state.undone
    if not stack:
        said = words.NOTHING_TO_UNDO if command == "undo" else words.NOTHING_TO_REDO
        raise BadCommand(said, code="nothing_to_undo")
    entry = stack[-1]
    if shelf.append(entry.item, command, {"of": entry.seq}) is None:
        return None
    key, where = _where(shelf, entry)
    verb = "Undone" if command == "undo" else "Done again"
    return Done(f"{verb}: {named(entry)}{where}.", key, EVERYTHING)


def touched(shelf: Shelf, command: str) -> tuple[str, ...]:
    """The captures whose item an undo or redo would change."""
    stack = shelf.state.done if command == "undo" else shelf.state.undone
    return shelf.keys_of(stack[-1].item) if stack else ()


def preview(shelf: Shelf, current: str | None) -> str:
    """What undo would take back; a question where it is on another item than ``current``."""
    if not shelf.state.done:
        return words.NOTHING_TO_UNDO
    entry = shelf.state.done[-1]
    key, where = _where(shelf, entry)
    return f"Undo {named(entry)}." if key == current else f"Undo {named(entry)}{where}?"


def resumed(
    shelf: Shelf, rows: Sequence[QueueRow], key: str | None, *, keymap: Keymap = DEFAULT
) -> Resumed:
    """One line for a review that goes on: where, and what was decided last."""
    if not shelf.state.done or not rows:
        return Resumed(key, "")
    number = next((row.number for row in rows if row.key == key), len(rows))
    last = named(shelf.state.done[-1])
    line = f"Resumed at {number} of {len(rows)}. Last decision: {last}, undo {keymap.how('undo')}."
    return Resumed(key, line)


@dataclass(frozen=True, slots=True)
class Change:
    """One command that undo can take back. ``seq`` is its line in the journal, ``back`` is how many undos it takes, itself the last.

    ``words`` holds no captured text; ``item`` is the key of the capture, "" where it is gone.
    """

    seq: int
    back: int
    words: str
    item: str


def changes(shelf: Shelf) -> tuple[Change, ...]:
    """Everything that can be undone, newest first."""
    found = []
    for back, entry in enumerate(reversed(shelf.state.done), start=1):
        key, where = _where(shelf, entry)
        found.append(Change(entry.seq, back, words.sentence(f"{named(entry)}{where}"), key))
    return tuple(found)


def named(entry: Entry) -> str:
    """A command in words: a verdict by what it says, the others by their names."""
    if entry.command == "judge":
        verdict = words.VERDICT_LABELS.get(str(entry.payload.get("verdict")), "verdict")
        reason = words.REASON_LABELS.get(str(entry.payload.get("reason")), "")
        return f"{verdict}, {reason}" if reason else verdict
    return CALLED.get(entry.command, entry.command)


def _where(shelf: Shelf, entry: Entry) -> tuple[str, str]:
    keys = shelf.keys_of(entry.item)
    if not keys:
        return "", " on an item that is no longer in the folder"
    return keys[0], f" on item {shelf.capture(keys[0]).number}"
