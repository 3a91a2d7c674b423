"""Showing a large capture at once, while its replay and its checks run beside it.

Source: ``spec/review-ux.md`` §18 (*First paint*) and §14: what still runs is said, and nothing can be decided
before its result is there.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from contextlib import suppress

from workbench.review.loading import Loaded
from workbench.review.shapes import Item
from workbench.review.shelf import Shelf

#: What is checked sooner than a person could notice is checked before it is shown.
AT_ONCE = 128 * 1024  # bytes of unpacked files
#: Checks that begin sooner only take the interpreter from the screen that a person waits for.
HEAD_START = 0.15  # seconds

Then = Callable[[str], None]


class Glances:
    """The captures that are shown while they are checked, and who wants to know when they are."""

    def __init__(self, shelf: Shelf, lock: threading.RLock) -> None:
        self._shelf, self._lock = shelf, lock
        self._waiting: dict[str, list[Then]] = {}

    def item(self, key: str, *, then: Then) -> Item:
        """One capture as far as it can be shown now. ``then`` is called with its key, from a thread
        of its own, once the rest is there."""
        with self._lock:
            self._shelf.refresh()
            loaded = self._shelf.glance(key)
            if loaded is not None and not loaded.partial and loaded.size <= AT_ONCE:
                self._settle(key, loaded)
                loaded = None
            item = self._shelf.view(key).item
            if item.pending:
                self._waiting.setdefault(key, []).append(then)
        if loaded is not None:
            named = "checking a capture"
            threading.Thread(
                target=self._later, args=(key, loaded), name=named, daemon=True
            ).start()
        return item

    def warm(self, key: str) -> None:
        """Load a capture without keeping the review from anybody for as long as its checks run."""
        with self._lock:
            loaded = self._shelf.glance(key)
        if loaded is not None:
            self._settle(key, loaded)

    def close(self) -> None:
        """Tell nobody any more."""
        with self._lock:
            self._waiting.clear()

    def _later(self, key: str, loaded: Loaded) -> None:
        time.sleep(HEAD_START)
        self._settle(key, loaded)

    def _settle(self, key: str, loaded: Loaded) -> None:
        # A review that was closed meanwhile has nothing to check with, and nobody who waits.
        with suppress(Exception):
            done = self._shelf.checked(loaded, key=key)
            with self._lock:
                self._shelf.settle(key, loaded, done)
                told = self._waiting.pop(key, [])
            for then in told:
                then(key)
