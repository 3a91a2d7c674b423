"""The arguments and options that several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, TypeAlias

import typer

from workbench.core.discovery import campaign_folders
from workbench.core.engine_choice import chosen_engines
from workbench.core.fixture import ReplayEnvironment

Paths: TypeAlias = Annotated[
    list[Path],
    typer.Argument(
        metavar="PATH...", help="Captures, promoted fixtures, or folders.", show_default=False
    ),
]
AsJson: TypeAlias = Annotated[
    bool,
    typer.Option("--json", help="One JSON line a fixture, as docs/json-output.md says."),
]
Known: TypeAlias = Annotated[
    Path | None,
    typer.Option(
        "--known",
        metavar="FILE",
        help="Known identities, one kind:value a line (name, user, email, id, host, other).",
        show_default=False,
    ),
]
Campaigns: TypeAlias = Annotated[
    list[Path] | None,
    typer.Option(
        "--campaigns",
        metavar="DIR",
        help="A folder of campaigns; default: the nearest folder named campaigns.",
        show_default=False,
    ),
]
Engines: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        "--engine",
        metavar="VERSION=COMMAND",
        help="An external engine for plays captured under that version.",
        show_default=False,
    ),
]
Promoted: TypeAlias = Annotated[
    Path | None,
    typer.Option(
        "--promoted",
        metavar="DIR",
        help="Where promoted fixtures are; default: the folder promoted beside the captures.",
        show_default=False,
    ),
]


def surroundings(
    path: Path, campaigns: list[Path] | None, engines: list[str] | None = None
) -> ReplayEnvironment:
    """What the fixture at ``path`` may replay with: the folders given, else the nearest one.

    Raises ``BadCommand`` for an engine that is not ``VERSION=COMMAND``.
    """
    folders = tuple(campaigns) if campaigns else campaign_folders(path)
    return ReplayEnvironment(campaigns=folders, engines=chosen_engines(engines or ()))
