"""JavaScript's regular expressions (stand-in until the engine below is complete)."""

from __future__ import annotations

from workbench.core.errors import WorkbenchError


class InvalidPattern(WorkbenchError):
    """JavaScript refuses this pattern."""

    code = "invalid_pattern"


class PatternLimit(WorkbenchError):
    """The pattern is legal, but its search was given up or is not supported."""

    code = "pattern_limit"


def last_match(pattern: str, text: str) -> str | None:
    """Group 1 of the last match if it took part, else the whole match; ``None`` without a match."""
    raise PatternLimit("placeholder patterns are not supported yet")
