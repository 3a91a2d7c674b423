"""Whether approvals follow each other very fast: a quiet note for the reviewer, and nothing else.

Source: ``spec/review-ux.md`` §8.6. Rare targets are missed by people who go fast. The moments live in
memory and only as long as the streak; nothing of them is written, shown or told anywhere.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic

from workbench.review.words import count

#: Seconds: whoever gives the next verdict sooner has hardly read the card.
FAST = 1.5
#: So many in a row raise the note, and so many more raise it again.
STREAK = 8


@dataclass
class Streak:
    """The approvals given without a pause, and without another verdict between them."""

    clock: Callable[[], float] = monotonic
    number: int = 0
    _last: float | None = None

    def note(self, act: str, verdict: str = "") -> str:
        """The note that a decision raises, ``""`` for nearly all of them."""
        if act != "judge" or verdict != "not_identifying":
            self.number, self._last = 0, None
            return ""
        now = self.clock()
        follows = self._last is not None and now - self._last < FAST
        self.number, self._last = (self.number + 1 if follows else 1), now
        return told(self.number) if self.number % STREAK == 0 else ""


def told(number: int) -> str:
    """The note itself."""
    return (
        f"{count(number, 'verdict')} “not identifying” in quick succession. "
        "Rare ones are missed this way; undo goes back through them."
    )
