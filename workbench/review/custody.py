"""Who keeps the captures, as far as a review has to know: a capture store, or a plain folder.

Source: ``spec/review-ux.md`` §§4, 5.7, 9.1. A store says how many days a capture has left, who is in it,
and who works on it; a plain folder knows the last only.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from workbench.findings import KnownIdentities


@dataclass(frozen=True, slots=True)
class Lease:
    """Another reviewer works on a capture for ``minutes`` more, a begun one counted."""

    minutes: int
    role: str = "reviewer"


class Custody(Protocol):
    """What the keeper of captures tells a review. ``unit`` is the file or folder of one capture."""

    def days_left(self, unit: Path) -> int | None:
        """Days that have begun; 0 once its time is over, ``None`` where no expiry is kept."""
        ...

    def known(self, unit: Path) -> KnownIdentities | None:
        """The people in the capture, in memory only; ``None`` where nobody has recorded them."""
        ...

    def take(self, unit: Path) -> Lease | None:
        """Take the capture to work on it, or keep it longer; another's lease where it is taken."""
        ...

    def taken(self, unit: Path) -> Lease | None:
        """Another's lease, without taking the capture."""
        ...

    def release(self, unit: Path) -> None:
        """Give the capture back, where it was taken here."""
        ...
