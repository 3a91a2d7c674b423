"""Showing that a secret is there without showing it (``spec/detection.md`` §4)."""

from __future__ import annotations

SHOWN = 4


def masked(value: str) -> str:
    """The first four characters and the length; of short values the length alone."""
    length = f"{len(value)} characters"
    return f"{value[:SHOWN]}… ({length})" if len(value) >= 3 * SHOWN else f"… ({length})"
