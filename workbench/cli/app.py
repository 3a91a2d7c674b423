"""The commands and their options; each loads what does its work when it is called."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.metadata import entry_points, version
from pathlib import Path
from typing import Annotated

import typer

from workbench.cli.captures_commands import captures
from workbench.cli.endings import Commands
from workbench.cli.options import AsJson, Campaigns, Engines, Known, Paths, Promoted
from workbench.cli.printing import say, tolerate_any_encoding

app = typer.Typer(
    name="workbench",
    cls=Commands,
    help="Review captured fixtures before they become public.",
    epilog="Exit codes: 0 nothing is open, 1 something in a fixture is open, 2 the command failed.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run ``workbench`` and exit with its code: 0 clean, 1 something open, 2 failed."""
    tolerate_any_encoding()
    app(args=arguments, prog_name="workbench")


def _print_version(wanted: bool) -> None:
    if wanted:
        say(f"workbench {version('fixture-workbench')}")
        raise typer.Exit


@app.callback()
def workbench(
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Print the version."
        ),
    ] = False,
) -> None:
    """Review captured fixtures before they become public."""


@app.command("lab", context_settings={"ignore_unknown_options": True})
def lab_command(
    arguments: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[FOLDER] [-- JUPYTER OPTIONS]",
            help="The folder to review; default: the samples in a checkout, else this folder.",
            show_default=False,
        ),
    ] = None,
    port: Annotated[
        int | None,
        typer.Option(help="The port to use; default: the first free one.", show_default=False),
    ] = None,
    browser: Annotated[
        bool | None,
        typer.Option(
            "--browser/--no-browser",
            help="Open a browser; default: where there is a display.",
            show_default=False,
        ),
    ] = None,
    verbose: Annotated[bool, typer.Option(help="Show what JupyterLab logs.")] = False,
    known: Known = None,
    store: Annotated[
        str | None,
        typer.Option(help="Review the captures of this store.", show_default=False),
    ] = None,
    promoted: Promoted = None,
) -> None:
    """Start JupyterLab on the review notebook, offline and private."""
    from workbench.cli import lab

    words = arguments or []
    folders = [word for word in words if not word.startswith("-")]
    further = [word for word in words if word.startswith("-")]
    if len(folders) > 1:
        raise typer.BadParameter("one folder at a time", param_hint="FOLDER")
    folder = Path(folders[0]) if folders else None
    lab.run(
        lab.plan(
            folder,
            port=port,
            browser=browser,
            verbose=verbose,
            known=known,
            store=store,
            promoted=promoted,
            further=further,
        )
    )


@app.command("list")
def list_command(paths: Paths, as_json: AsJson = False) -> None:
    """List fixtures: which family each is of, and which are refused."""
    from workbench.cli import listing

    raise typer.Exit(listing.run(paths, as_json=as_json))


@app.command("show")
def show_command(
    paths: Paths,
    as_json: AsJson = False,
    step: Annotated[
        int | None,
        typer.Option(help="Show one step, by its number.", show_default=False),
    ] = None,
    reading: Annotated[
        str,
        typer.Option(help="How to read the step: plain, decoded, raw, before-after or overview."),
    ] = "decoded",
    every: Annotated[bool, typer.Option("--all", help="Show every step.")] = False,
    campaigns: Campaigns = None,
) -> None:
    """Show what is in fixtures: scripts, numbered steps, what is not checked."""
    from workbench.cli import showing

    if reading not in showing.READINGS:
        raise typer.BadParameter(", ".join(showing.READINGS), param_hint="--reading")
    raise typer.Exit(
        showing.run(
            paths,
            as_json=as_json,
            step=step,
            reading=reading,
            every=every,
            campaigns=campaigns,
        )
    )


@app.command("check")
def check_command(
    paths: Paths,
    as_json: AsJson = False,
    known: Known = None,
    campaigns: Campaigns = None,
    engines: Engines = None,
) -> None:
    """Check fixtures: findings, gates, and what no check could read. Writes nothing."""
    from workbench.cli import checking

    raise typer.Exit(
        checking.run(paths, as_json=as_json, known=known, campaigns=campaigns, engines=engines)
    )


@app.command("rules")
def rules_command(
    action: Annotated[str, typer.Argument(metavar="test", help="What to do: test.")],
    path: Annotated[
        Path, typer.Argument(help="workbench.toml, or a folder at or below it.")
    ] = Path(),
) -> None:
    """Test the project's own rules: every example has to match, no counter-example may."""
    from workbench.cli import rules

    if action != "test":
        raise typer.BadParameter("test is all there is", param_hint="ACTION")
    raise typer.Exit(rules.run(path))


@app.command("replay")
def replay_command(
    paths: Paths,
    as_json: AsJson = False,
    outcome: Annotated[bool, typer.Option("--outcome", help="Print the outcome too.")] = False,
    campaigns: Campaigns = None,
    engines: Engines = None,
) -> None:
    """Replay fixtures: compare with the golden outcome, or say what they do."""
    from workbench.cli import replaying

    raise typer.Exit(
        replaying.run(paths, as_json=as_json, outcome=outcome, campaigns=campaigns, engines=engines)
    )


@app.command("goldens")
def goldens_command(
    paths: Annotated[
        list[Path],
        typer.Argument(metavar="PATH...", help="Folders of promoted fixtures.", show_default=False),
    ],
    approve: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=DIGEST",
            help="Record this golden anew: the digest is that of the outcome shown before.",
            show_default=False,
        ),
    ] = None,
    reason: Annotated[
        str,
        typer.Option(
            metavar="REASON",
            help="Why goldens change: intended, mended or detail.",
            show_default=False,
        ),
    ] = "",
    campaigns: Campaigns = None,
    engines: Engines = None,
    as_json: AsJson = False,
) -> None:
    """Replay promoted fixtures against their goldens, and record approved ones anew."""
    from workbench.cli import goldens

    raise typer.Exit(
        goldens.run(
            paths,
            approvals=approve or [],
            reason=reason,
            campaigns=campaigns,
            engines=engines,
            as_json=as_json,
        )
    )


@app.command("review")
def review_command(
    path: Annotated[
        Path | None,
        typer.Argument(help="A folder of captures, or one capture.", show_default=False),
    ] = None,
    store: Annotated[
        str | None,
        typer.Option(help="Review the captures of this store.", show_default=False),
    ] = None,
    promoted: Promoted = None,
    known: Known = None,
    campaigns: Campaigns = None,
    engines: Engines = None,
) -> None:
    """Review captures here in the terminal, with the keys of the notebook."""
    from workbench.cli import reviewing

    raise typer.Exit(
        reviewing.run(
            path,
            store=store,
            promoted=promoted,
            known=known,
            campaigns=campaigns,
            engines=engines,
        )
    )


@app.command("keys")
def keys_command(
    id: Annotated[
        str | None,
        typer.Argument(
            metavar="COMMAND", help="A command, such as finding.next.", show_default=False
        ),
    ] = None,
    keys: Annotated[
        list[str] | None,
        typer.Argument(help="Its keys from now on, such as h, 'g h' or Alt+H.", show_default=False),
    ] = None,
    usual: Annotated[
        bool, typer.Option("--usual", help="The usual keys again, of one command or of all.")
    ] = False,
    none: Annotated[bool, typer.Option("--none", help="No key for the command.")] = False,
    letters: Annotated[
        bool | None,
        typer.Option(
            "--letters/--no-letters",
            help="Whether single letters are keys in the notebook.",
            show_default=False,
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Show your keys of the review, or choose others."""
    from workbench.cli import own_keys

    raise typer.Exit(
        own_keys.run(id, keys or [], usual=usual, none=none, letters=letters, as_json=as_json)
    )


@app.command("promote")
def promote_command(
    path: Annotated[Path, typer.Argument(help="The capture.", show_default=False)],
    name: Annotated[str, typer.Option(help="The new name.", show_default=False)],
    outcome: Annotated[
        str,
        typer.Option(
            metavar="DIGEST",
            help="The digest of the outcome a person approved.",
            show_default=False,
        ),
    ] = "",
    name_reason: Annotated[
        str,
        typer.Option(
            metavar="REASON",
            help="Where the name check asks: vocabulary, reserved, issued, public or other.",
            show_default=False,
        ),
    ] = "",
    verdicts: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Verdicts, one a line: the finding's key, a space, the verdict.",
            show_default=False,
        ),
    ] = None,
    promoted: Promoted = None,
    known: Known = None,
    campaigns: Campaigns = None,
    engines: Engines = None,
    as_json: AsJson = False,
) -> None:
    """Promote one capture without a screen. Ends with code 1 where a gate needs a person."""
    from workbench.cli import promoting

    raise typer.Exit(
        promoting.run(
            path,
            name=name,
            name_reason=name_reason,
            outcome=outcome,
            verdicts=verdicts,
            promoted=promoted,
            known=known,
            campaigns=campaigns,
            engines=engines,
            as_json=as_json,
        )
    )


app.add_typer(captures, name="captures")


def _add_commands_of_families() -> None:
    """What only one family can do, such as playing a campaign, is a command that it brings along."""
    for entry in sorted(entry_points(group="workbench.commands"), key=lambda each: each.name):
        entry.load()(app)


_add_commands_of_families()
