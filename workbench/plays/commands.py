"""The commands of the terminal that only plays have, added under ``workbench.commands``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, TypeAlias

import typer


def add_to(app: typer.Typer) -> None:
    """Add this family's commands to ``app``. What a command needs is imported when it runs."""
    engine = typer.Typer(
        help="External engines: check that one keeps to the protocol.", no_args_is_help=True
    )
    engine.command("check")(check_engine)
    app.add_typer(engine, name="engine")
    app.command("play")(play_campaign)


Campaigns: TypeAlias = Annotated[
    list[Path] | None,
    typer.Option(
        "--campaigns",
        metavar="DIR",
        help="A folder of campaigns; default: the nearest folder named campaigns.",
        show_default=False,
    ),
]


def check_engine(
    command: Annotated[
        list[str],
        typer.Argument(metavar="-- COMMAND...", help="The engine's command.", show_default=False),
    ],
    plays: Annotated[
        list[Path] | None,
        typer.Option(
            "--plays",
            metavar="PATH",
            help="Plays to replay, with their outcomes; default: the samples of a checkout.",
            show_default=False,
        ),
    ] = None,
    campaigns: Campaigns = None,
    seconds: Annotated[
        float, typer.Option("--seconds", min=0.1, help="How long one answer may take.")
    ] = 60.0,
    as_json: Annotated[
        bool, typer.Option("--json", help="One JSON line a check, as docs/json-output.md says.")
    ] = False,
) -> None:
    """Check that a command speaks the engine protocol of docs/engine-protocol.md."""
    from workbench.plays.external import checking

    raise typer.Exit(
        checking.run(
            command,
            plays=plays or (),
            campaigns=campaigns or (),
            seconds=seconds,
            as_json=as_json,
        )
    )


def play_campaign(
    campaign: Annotated[
        str,
        typer.Argument(help="A campaign's id, or its document.", show_default=False),
    ],
    seed: Annotated[
        str | None,
        typer.Option(help="The seed of every draw; default: drawn.", show_default=False),
    ] = None,
    version: Annotated[
        str | None,
        typer.Option(help="The campaign's version, where several are held.", show_default=False),
    ] = None,
    captures: Annotated[
        Path | None,
        typer.Option(
            "--captures",
            metavar="DIR",
            help="Where a capture lands; default: the folder captures beside the campaigns.",
            show_default=False,
        ),
    ] = None,
    campaigns: Campaigns = None,
) -> None:
    """Play a campaign here; report captures the play for a review. Nothing else is written."""
    from workbench.plays.playing import terminal

    raise typer.Exit(
        terminal.run(
            campaign,
            campaigns=campaigns or (),
            version=version,
            seed=seed,
            captures=captures,
        )
    )
