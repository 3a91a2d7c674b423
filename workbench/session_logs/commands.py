"""The commands of the terminal that only session logs have, added under ``workbench.commands``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from workbench.session_logs.settings import DEFAULT_SETTINGS


def add_to(app: typer.Typer) -> None:
    """Add this family's commands to ``app``. What a command needs is imported when it runs."""
    app.command("serve")(serve_command)


def serve_command(
    fixture: Annotated[
        Path | None,
        typer.Argument(
            metavar="[FIXTURE]",
            help="A scenario's folder, or a log; default: what the environment names.",
            show_default=False,
        ),
    ] = None,
    port: Annotated[int, typer.Option(help="The port to use; 0 takes a free one.", min=0)] = 0,
    host: Annotated[str, typer.Option(help="The loopback address to use.")] = "127.0.0.1",
    child: Annotated[
        list[Path] | None,
        typer.Option(
            metavar="FILE", help="A child's log; once for each, in order.", show_default=False
        ),
    ] = None,
    override: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="The override sidecar.", show_default=False),
    ] = None,
    providers: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="A catalogue in JSON: only its routes are served.",
            show_default=False,
        ),
    ] = None,
    pace_ms: Annotated[
        int | None,
        typer.Option(help="Milliseconds before each chunk.", show_default=False),
    ] = None,
    ready_folder: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR",
            help="Where a call that hangs may leave its ready file.",
            show_default=False,
        ),
    ] = None,
    session_header: Annotated[
        str, typer.Option(metavar="NAME", help="The header that names the live session.")
    ] = DEFAULT_SETTINGS.session_header,
    as_json: Annotated[
        bool, typer.Option("--json", help="JSON lines, as docs/json-output.md says.")
    ] = False,
) -> None:
    """Serve a recorded log in place of a model, on this machine, until Ctrl+C."""
    from workbench.session_logs.mounts import serve_command as serving

    raise typer.Exit(
        serving.run(
            fixture,
            host=host,
            port=port,
            children=child,
            override=override,
            providers=providers,
            pace_ms=pace_ms,
            ready_folder=ready_folder,
            session_header=session_header,
            as_json=as_json,
        )
    )
