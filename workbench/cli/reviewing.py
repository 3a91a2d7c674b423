"""``workbench review``: the same review, with the same keys, in a terminal or from a key script."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from workbench.cli import screens
from workbench.cli.desk import Desk
from workbench.cli.handlers import handler
from workbench.cli.keys import END, Keys, keys_of
from workbench.cli.options import surroundings
from workbench.cli.printing import say
from workbench.core.errors import BadCommand, WorkbenchError
from workbench.findings.known_file import read_known
from workbench.review import CommandSpec, Review
from workbench.review.keymap import DEFAULT
from workbench.review.own_settings import OwnSettings, read_settings

#: Opens a typed command: what a button is to the notebook, this line is to the terminal.
COMMAND_LINE = ":"
LEAVE = ("quit", "leave")


def run(
    path: Path | None,
    *,
    store: str | None = None,
    promoted: Path | None,
    known: Path | None,
    campaigns: list[Path] | None,
    engines: list[str] | None = None,
    keys: Keys | None = None,
) -> int:
    """Review the captures at ``path``, or those of a capture store, until the keys end.

    Returns 0; 1 where a key of a script was refused, so that key scripts are tests. Raises
    ``BadCommand`` where both are given or neither, and where a store's fixtures have no place to go.
    """
    with _captures(path, store) as opened:
        return _review(
            opened,
            promoted=promoted,
            known=known,
            campaigns=campaigns,
            engines=engines,
            keys=keys,
            own_store=store is not None,
        )


@contextmanager
def _captures(path: Path | None, store: str | None) -> Iterator[dict[str, Any]]:
    """What ``Review.open`` takes for a folder, or for a store, until the end of the block."""
    if (path is None) is (store is None):
        raise BadCommand("Name a folder of captures, or a store with --store, and not both")
    if path is not None:
        yield {"folder": path, "leases": True}
        return
    from workbench.cli.stores import review_of

    with review_of(str(store)) as kept:
        yield kept


def _review(
    opened: dict[str, Any],
    *,
    promoted: Path | None,
    known: Path | None,
    campaigns: list[Path] | None,
    engines: list[str] | None,
    keys: Keys | None,
    own_store: bool,
) -> int:
    if own_store and promoted is None:
        raise BadCommand(
            "It is not said where promoted fixtures go",
            means="A store is private, and what is promoted is not",
            cure="Name a folder outside the store with --promoted",
        )
    chosen = campaigns or engines
    environment = surroundings(opened["folder"], campaigns, engines) if chosen else None
    pressed = keys or keys_of()
    # A key script is written for everybody, so it means the registry's own keys.
    settings = OwnSettings(DEFAULT) if pressed.scripted else read_settings()
    # A terminal gives its keys to nobody else: there letters are always keys.
    keymap = replace(settings.keymap, single_keys=True)
    with Review.open(
        **opened,
        promoted=promoted,
        known=read_known(known),
        environment=environment,
        keymap=keymap,
    ) as review:
        desk = Desk(review, pressed, say)
        for notice in settings.notices:
            desk.say(notice)
        _begin(desk)
        while desk.open:
            step(desk)
        return 1 if desk.keys.scripted and desk.failures else 0


def _begin(desk: Desk) -> None:
    if desk.review.notice:
        desk.say(desk.review.notice)
    resumed = desk.review.resume()
    if resumed.sentence:
        desk.say(resumed.sentence)
    rows = desk.review.queue()
    desk.row = next((at for at, row in enumerate(rows) if row.key == resumed.key), 0)
    screens.queue(desk)
    if not desk.keys.scripted:
        desk.say(
            f"{desk.said('help.open')} lists the keys, {desk.said('item.open')} opens, Ctrl+D leaves."
        )


def step(desk: Desk) -> None:
    """Take one command from the keys and do it. What is not possible is said, and changes nothing."""
    try:
        spec, argument = next_command(desk)
        if spec is not None:
            handler(spec)(desk, spec, argument)
    except WorkbenchError as error:
        if error.code == "bad_script":
            raise
        desk.failures += 1
        screens.problem(desk, error)


def next_command(desk: Desk) -> tuple[CommandSpec | None, str]:
    """The next command and its argument; ``None`` where the keys ended or led nowhere."""
    pressed = desk.keys.press()
    if pressed == END:
        desk.open = False
        return None, ""
    if pressed == COMMAND_LINE:
        return typed_command(desk)
    table = desk.keymap.by_key(desk.place)
    if any(key.startswith(f"{pressed} ") for key in table):
        if pressed in table:  # such as s: it shows the reasons first
            handler(table[pressed])(desk, table[pressed], "")
        second = desk.keys.press()
        if second == END:
            desk.open = False
            return None, ""
        pressed = f"{pressed} {second}"
    if pressed not in table:
        raise BadCommand(
            "This key does nothing here", cure=f"{desk.said('help.open')} lists the keys"
        )
    return table[pressed], ""


def typed_command(desk: Desk) -> tuple[CommandSpec | None, str]:
    """A command by its id, or by the last part of it, with an argument after a space."""
    name, _, argument = desk.keys.text(": ").strip().partition(" ")
    if name in LEAVE:
        desk.open = False
        return None, ""
    for spec in desk.keymap.active(desk.place):
        if name and name in (spec.id, spec.id.rpartition(".")[2]):
            return spec, argument.strip()
    raise BadCommand(
        "There is no such command here", cure=f"{desk.said('help.open')} lists the commands"
    )
