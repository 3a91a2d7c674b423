"""The commands of the terminal that only plays have, added under ``workbench.commands``."""

from __future__ import annotations

import typer


def add_to(app: typer.Typer) -> None:
    """Add this family's commands to ``app``. What a command needs is imported when it runs."""
