"""The captures that one review works on: taken when opened, given back when it moves on.

Source: ``spec/review-ux.md`` §5.7: a lease keeps two people from deciding on one item by accident, and
never keeps anybody from reading it.
"""

from __future__ import annotations

from workbench.core.errors import GateClosed
from workbench.review import words
from workbench.review.custody import Lease
from workbench.review.shelf import Shelf


class Holding:
    """What this review has taken, at most one capture at a time but for undo."""

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf
        self._taken: set[str] = set()

    def opens(self, key: str) -> None:
        """Take the capture if nobody has it, and give back the one before."""
        for other in self._taken - {key}:
            self._release(other)
        self._take(key)

    def may_decide(self, key: str) -> bool:
        """Whether the capture is this review's to decide on; takes it where it is free."""
        return self._take(key) is None

    def require(self, key: str) -> None:
        """Raise ``GateClosed`` where another reviewer has the capture."""
        lease = self._take(key)
        if lease is not None:
            raise GateClosed(
                words.leased(lease.minutes).removesuffix("."),
                means="The decision was not kept",
                cure="Take another item, or come back later",
                code="leased",
            )

    def close(self) -> None:
        """Give everything back."""
        for key in list(self._taken):
            self._release(key)

    def _take(self, key: str) -> Lease | None:
        lease = self._shelf.custody.take(self._shelf.capture(key).path)
        if lease is None:
            self._taken.add(key)
        return lease

    def _release(self, key: str) -> None:
        self._taken.discard(key)
        unit = self._shelf.unit(key)
        if unit is not None:
            self._shelf.custody.release(unit)
