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
    app.command("minimise")(minimise_play)


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


def minimise_play(
    fixture: Annotated[Path, typer.Argument(help="The play.", show_default=False)],
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            metavar="FILE",
            help="Where the shorter play goes; default: beside, with -min in its name.",
            show_default=False,
        ),
    ] = None,
    keep: Annotated[
        str,
        typer.Option(
            metavar="WHAT",
            help="What stays the same: ending, divergence, rejection, fault, or auto.",
        ),
    ] = "auto",
    at: Annotated[
        int | None,
        typer.Option(
            "--at",
            metavar="NUMBER",
            help="Keep the decision of this submission instead.",
            show_default=False,
        ),
    ] = None,
    golden: Annotated[
        Path | None,
        typer.Option(
            "--golden",
            metavar="FILE",
            help="The outcome that was expected; default: the one beside the play.",
            show_default=False,
        ),
    ] = None,
    budget: Annotated[
        int, typer.Option("--budget", min=1, help="How many replays the search may make.")
    ] = 2_000,
    engines: Annotated[
        list[str] | None,
        typer.Option(
            "--engine",
            metavar="VERSION=COMMAND",
            help="An external engine for plays captured under that version.",
            show_default=False,
        ),
    ] = None,
    campaigns: Campaigns = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="One JSON line, as docs/json-output.md says.")
    ] = False,
) -> None:
    """Make a play as short as it can be and still show the same, into a new file."""
    from workbench.plays.minimising import terminal
    from workbench.plays.minimising.kept import Keep

    if keep not in list(Keep):
        raise typer.BadParameter(", ".join(Keep), param_hint="--keep")
    raise typer.Exit(
        terminal.run(
            fixture,
            output=output,
            keep=Keep(keep),
            at=at,
            golden=golden,
            budget=budget,
            campaigns=campaigns or (),
            engines=engines or (),
            as_json=as_json,
        )
    )
