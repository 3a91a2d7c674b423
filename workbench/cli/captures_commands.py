"""The commands of ``workbench captures``, by name. What they need is loaded when one is called."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, TypeAlias

import typer

from workbench.cli.options import AsJson

captures = typer.Typer(
    help="Keep captures in a store: for days, found again by account, gone when they must be.",
    no_args_is_help=True,
    rich_markup_mode=None,
)

Stores: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        "--store",
        metavar="STORE",
        help="A folder, or the URL of a database. Default: WORKBENCH_STORE, else your own store.",
        show_default=False,
    ),
]
_REASONS = ("withdrawn", "promoted", "rejected")
_TRIGGERS = ("report", "fault")


@captures.command("add")
def add_command(
    path: Annotated[
        Path, typer.Argument(help="The capture; - reads one file from standard input.")
    ],
    store: Stores = None,
    about: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Whose it is: account: and session: lines, and those of --known.",
            show_default=False,
        ),
    ] = None,
    no_account: Annotated[
        bool, typer.Option("--no-account", help="It derives from nobody's account.")
    ] = False,
    trigger: Annotated[str, typer.Option(help="Why it was taken: report or fault.")] = "report",
    reporter: Annotated[
        str, typer.Option(help="Who reported it: player or operator.")
    ] = "operator",
    severity: Annotated[str, typer.Option(help="Of a fault: the severity of the event.")] = "error",
    jurisdiction: Annotated[
        str, typer.Option(metavar="CODE", help="Whose law counts, such as DE.", show_default=False)
    ] = "",
    blobs: Annotated[
        str | None,
        typer.Option(help="For a new store: files or database.", show_default=False),
    ] = None,
    encryption: Annotated[
        str | None,
        typer.Option(help="For a new store: environment or keyring.", show_default=False),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Store one capture, of any family. The file itself stays where it is."""
    from workbench.cli import keeping

    _one_of("--trigger", trigger, _TRIGGERS)
    raise typer.Exit(
        keeping.add(
            path,
            stores=store,
            about=about,
            no_account=no_account,
            trigger=trigger,
            reporter=reporter,
            severity=severity,
            jurisdiction=jurisdiction,
            blobs=blobs,
            encryption=encryption,
            as_json=as_json,
        )
    )


@captures.command("list")
def list_command(
    store: Stores = None,
    family: Annotated[str, typer.Option(help="Only of this family.", show_default=False)] = "",
    jurisdiction: Annotated[
        str, typer.Option(help="Only of this jurisdiction.", show_default=False)
    ] = "",
    trigger: Annotated[str, typer.Option(help="Only of this trigger.", show_default=False)] = "",
    within: Annotated[
        int | None,
        typer.Option(metavar="DAYS", help="Only those with so few days left.", show_default=False),
    ] = None,
    after: Annotated[
        str, typer.Option(metavar="NAME", help="Begin behind this capture.", show_default=False)
    ] = "",
    limit: Annotated[int, typer.Option(min=1, help="How many at most.")] = 100,
    as_json: AsJson = False,
) -> None:
    """List the captures that can be opened, those that end first before the others."""
    from workbench.captures import Filter
    from workbench.cli import keeping

    wanted = Filter(family, jurisdiction, trigger, within)
    raise typer.Exit(
        keeping.list_captures(
            stores=store, wanted=wanted, after=after, limit=limit, as_json=as_json
        )
    )


@captures.command("show")
def show_command(
    name: Annotated[str, typer.Argument(help="The capture's name in the store.")],
    store: Stores = None,
    as_json: AsJson = False,
) -> None:
    """Tell what the store knows of one capture, without opening it."""
    from workbench.cli import keeping

    raise typer.Exit(keeping.show(name, stores=store, as_json=as_json))


@captures.command("forget")
def forget_command(
    names: Annotated[
        list[str] | None,
        typer.Argument(metavar="[NAME]...", help="Captures by name.", show_default=False),
    ] = None,
    account: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Everything of the accounts in this file, one a line; - is standard input.",
            show_default=False,
        ),
    ] = None,
    reason: Annotated[
        str, typer.Option(help="By name: withdrawn, promoted or rejected.")
    ] = "withdrawn",
    store: Stores = None,
    as_json: AsJson = False,
) -> None:
    """Delete captures and everything about them, in every store that is configured."""
    from workbench.captures import Reason
    from workbench.cli import keeping

    _one_of("--reason", reason, _REASONS)
    raise typer.Exit(
        keeping.forget(
            names or [], stores=store, accounts=account, reason=Reason(reason), as_json=as_json
        )
    )


@captures.command("purge")
def purge_command(
    store: Stores = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Only say what would be deleted.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Delete what expired, and finish what was begun."""
    from workbench.cli import keeping

    raise typer.Exit(keeping.purge(stores=store, dry_run=dry_run, as_json=as_json))


@captures.command("tombstones")
def tombstones_command(store: Stores = None, as_json: AsJson = False) -> None:
    """Tell what is left of deleted captures: counts by family and reason."""
    from workbench.cli import keeping

    raise typer.Exit(keeping.tombstones(stores=store, as_json=as_json))


@captures.command("retention")
def retention_command(
    store: Stores = None,
    days: Annotated[
        int | None,
        typer.Option(help="Set a window; without it they are only told.", show_default=False),
    ] = None,
    family: Annotated[
        str, typer.Option(help="The window of this family.", show_default=False)
    ] = "",
    jurisdiction: Annotated[
        str, typer.Option(help="The window of this jurisdiction.", show_default=False)
    ] = "",
    as_json: AsJson = False,
) -> None:
    """Tell or set how many days captures are kept."""
    from workbench.cli import keeping

    raise typer.Exit(
        keeping.retention(
            stores=store, days=days, family=family, jurisdiction=jurisdiction, as_json=as_json
        )
    )


@captures.command("doctor")
def doctor_command(store: Stores = None, as_json: AsJson = False) -> None:
    """Say what is wrong with a store, or will be."""
    from workbench.cli import keeping

    raise typer.Exit(keeping.doctor(stores=store, as_json=as_json))


def _one_of(option: str, value: str, allowed: tuple[str, ...]) -> None:
    if value not in allowed:
        raise typer.BadParameter(f"one of {', '.join(allowed)}", param_hint=option)
