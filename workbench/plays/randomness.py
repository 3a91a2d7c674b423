"""Random streams that are derived, never stored: a seed and a stream's name give a generator.

Source: ``spec/play-sessions.md`` §4. FNV-1a over UTF-16 code units seeds PCG-XSH-RR 64/32.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, TypeVar

from workbench.plays.engine.faults import EngineFault
from workbench.plays.javascript import is_integer

Item = TypeVar("Item")

_MASK64: Final = 2**64 - 1
_MASK32: Final = 2**32 - 1
_TWO32: Final = 2**32
_OFFSET: Final = 14695981039346656037
_PRIME: Final = 1099511628211
_MULTIPLIER: Final = 6364136223846793005


class Stream:
    """One generator. ``state`` and ``increment`` are its two 64-bit numbers."""

    __slots__ = ("increment", "state")

    def __init__(self, seed: str, stream_id: str) -> None:
        first = _mix(_fold(_seed_hash(seed), stream_id))
        self.increment = ((_mix(first) << 1) & _MASK64) | 1
        # One step from zero, the seed added, one step more: two steps written out.
        state = (self.increment + first) & _MASK64
        self.state = (state * _MULTIPLIER + self.increment) & _MASK64

    def next_u32(self) -> int:
        """The next 32-bit number."""
        old = self.state
        self.state = (old * _MULTIPLIER + self.increment) & _MASK64
        word = (((old >> 18) ^ old) >> 27) & _MASK32
        turn = old >> 59
        return ((word >> turn) | (word << ((32 - turn) & 31))) & _MASK32

    def bounded(self, bound: float) -> int:
        """A number from 0 to ``bound`` - 1, without bias. Draws at least once.

        Raises ``EngineFault`` unless ``bound`` is a whole number from 1 to 2**32: beyond it the
        published engine never ends.
        """
        if not is_integer(bound) or not 1 <= bound <= _TWO32:
            raise EngineFault("The engine drew from an impossible range", code="impossible_draw")
        whole = int(bound)
        threshold = _TWO32 % whole
        while (number := self.next_u32()) < threshold:
            pass
        return number % whole

    def next_int(self, low: int, high: int) -> int:
        """A whole number from ``low`` to ``high``, both included."""
        if high < low:
            raise EngineFault("The engine drew from an empty range", code="impossible_draw")
        return low + self.bounded(high - low + 1)

    def next_percent(self) -> int:
        """A whole number from 1 to 100."""
        return self.next_int(1, 100)

    def pick(self, items: Sequence[Item]) -> Item:
        """One of ``items``, each as likely."""
        if not items:
            raise EngineFault("The engine picked from nothing", code="impossible_draw")
        return items[self.bounded(len(items))]

    def weighted_index(self, weights: Sequence[float]) -> int:
        """The index of one of ``weights``, as likely as its weight says."""
        if not weights or not all(is_integer(weight) and weight > 0 for weight in weights):
            raise EngineFault("The engine picked by impossible weights", code="impossible_draw")
        roll: float = self.bounded(sum(weights))
        for index, weight in enumerate(weights):
            if roll < weight:
                return index
            roll -= weight
        raise AssertionError("a roll is below the sum of the weights")


@lru_cache(maxsize=64)
def _seed_hash(seed: str) -> int:
    """The hash of the part all streams of a game share; a long seed is read once."""
    return _fold(_OFFSET, f"{seed}::")


def _fold(start: int, text: str) -> int:
    value = start
    units = text.encode("utf-16-le", "surrogatepass")
    for unit in struct.unpack(f"<{len(units) // 2}H", units):
        value = ((value ^ unit) * _PRIME) & _MASK64
    return value


def _mix(value: int) -> int:
    mixed = (value + 0x9E3779B97F4A7C15) & _MASK64
    mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & _MASK64
    mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & _MASK64
    return mixed ^ (mixed >> 31)
