"""One queue per key: commands on one session wait for each other, in the order they came."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager


class Queues:
    """Turns by key. Keys nobody waits for are forgotten."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._waiting: dict[str, deque[threading.Event]] = {}

    @contextmanager
    def turn(self, key: str) -> Iterator[None]:
        """Wait until every earlier command of ``key`` has settled."""
        mine = threading.Event()
        with self._lock:
            queue = self._waiting.setdefault(key, deque())
            queue.append(mine)
            if queue[0] is mine:
                mine.set()
        mine.wait()
        try:
            yield
        finally:
            with self._lock:
                queue.popleft()
                if queue:
                    queue[0].set()
                else:
                    del self._waiting[key]
