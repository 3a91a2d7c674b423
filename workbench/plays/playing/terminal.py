"""``workbench play``: the client on standard input, typed by a person or piped from a script."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import typer

from workbench.plays.playing.client import Client
from workbench.plays.playing.stage import play


def run(
    campaign: str,
    *,
    campaigns: Sequence[Path],
    version: str | None,
    seed: str | None,
    captures: Path | None,
) -> int:
    """Play until a capture, ``quit`` or the end of input.

    Returns 0; 1 where a line of a script was not understood. A rejected action is play, not a mistake.
    """
    game = play(campaign, campaigns=campaigns, version=version, seed=seed)
    client = Client(game, typer.echo, captures=captures)
    person = sys.stdin.isatty()
    client.show()
    while client.open:
        line = _line(person)
        if line is None:
            typer.echo("The input ended. Nothing was captured.")
            break
        client.do(line)
    return 0 if person or not client.refused else 1


def _line(person: bool) -> str | None:
    """The next line; ``None`` at the end of input. A script's lines are shown as they are read."""
    try:
        line = input("> " if person else "")
    except EOFError:
        return None
    if not person:
        from workbench.core.visible import escaped

        typer.echo(f"> {escaped(line)}")
    return line
