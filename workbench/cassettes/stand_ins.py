"""Replacing identifying values in a cassette's own text."""

from __future__ import annotations

from workbench.cassettes.model import Cassette
from workbench.core.errors import BadCommand
from workbench.core.stand_ins import StandIns


def rewritten(cassette: Cassette, data: bytes, table: StandIns) -> bytes:
    """The file's bytes with everything ``table`` replaces in them replaced."""
    raise BadCommand(
        f"Stand-ins cannot be written in this format: {cassette.title}",
        means="Only parallel lists and vcrpy 1 in YAML can be written back",
        cure="Record the cassette in one of these, or reject the capture",
    )
