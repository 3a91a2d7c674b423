"""A play as a file: pretty JSON in the published order of members."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from workbench.core.canonical import JSON
from workbench.core.errors import NotWritten
from workbench.core.files import write_file

ENDING = ".fixture.json"


def fixture_bytes(document: Mapping[str, JSON]) -> bytes:
    """The file of a fixture's document: two spaces, a final newline (``spec/play-sessions.md`` §2.4)."""
    text = json.dumps(document, indent=2, ensure_ascii=False, allow_nan=False)
    try:
        return f"{text}\n".encode()
    except UnicodeEncodeError:  # half of a surrogate pair can only be written as its escape
        return f"{json.dumps(document, indent=2, allow_nan=False)}\n".encode()


def write_capture(path: Path, data: bytes) -> None:
    """Write a new capture, for its owner only: it reproduces what one person did.

    Raises ``NotWritten`` where something is there already.
    """
    if path.exists() or path.is_symlink():
        raise NotWritten(
            "Something is there already",
            where=path.name,
            means="Nothing was written",
            cure="Give another name",
        )
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError:
        raise NotWritten(
            "The folder cannot be made",
            means="Nothing was written",
            cure="Check that the place can be written to",
        ) from None
    write_file(path, data, mode=0o600)
