"""Python's cyclic collector, kept out while very many objects are made that all stay.

Reading a fixture makes a few small objects for every string. The collector walks all of them again and
again, which takes half of the time of a large fixture, and finds nothing: they hold no cycles.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

_LOCK = Lock()
_inside = 0
_was_on = False


@contextmanager
def collector_paused() -> Iterator[None]:
    """Nothing is collected inside, in any thread; afterwards the collector is as it was before.

    May be nested, and entered by several threads at once: the last one out switches it on again.
    """
    global _inside, _was_on
    with _LOCK:
        if _inside == 0:
            _was_on = gc.isenabled()
            gc.disable()
        _inside += 1
    try:
        yield
    finally:
        with _LOCK:
            _inside -= 1
            if _inside == 0 and _was_on:
                gc.enable()
