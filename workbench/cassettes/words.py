"""Word lists that stay readable in one piece."""

from __future__ import annotations


def words(*lines: str) -> frozenset[str]:
    """The words of some lines."""
    return frozenset(word for line in lines for word in line.split())
