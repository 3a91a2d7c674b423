"""What a kind of game may draw of its own beside what every play shows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, runtime_checkable

from workbench.core.panels import Panel


@runtime_checkable
class Pictured(Protocol):
    """A kind that draws: its ``KIND`` has these two methods beside those of ``Kind``."""

    def pictures(self, program: Any, before: Any, after: Any) -> tuple[Panel, ...]:
        """The game at one step, from the kind states before and after it."""
        ...

    def course(self, program: Any, states: Sequence[tuple[int, Any]]) -> tuple[Panel, ...]:
        """The game from its opening on: ``(step, kind state after it)``, the opening as step -1."""
        ...
