"""The search: delta debugging over the numbers of submissions, and then over each alone.

Deterministic: the same test gives the same result, whatever the process. Knows nothing of plays.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

#: Whether a selection of numbers still shows it: the part of it that is enough, or ``None``.
Test: TypeAlias = "Callable[[tuple[int, ...]], tuple[int, ...] | None]"


class OutOfBudget(Exception):
    """A test could not be made: as many as were allowed have been."""


@dataclass(frozen=True, slots=True)
class Shrunk:
    """What is left. ``minimal``: leaving out any single one of it was tried, and does not hold."""

    numbers: tuple[int, ...]
    minimal: bool


def shrink(numbers: Sequence[int], test: Test, *, must: frozenset[int] = frozenset()) -> Shrunk:
    """As few of ``numbers`` as ``test`` still holds for; those of ``must`` always stay.

    ``test`` holds for all of them. Where it raises ``OutOfBudget`` the best so far is given; whatever
    else it raises is passed on.
    """
    search = _Search(tuple(numbers), test, must)
    try:
        search.by_parts()
        while search.one_by_one():
            pass
    except OutOfBudget:
        return Shrunk(search.best, minimal=False)
    return Shrunk(search.best, minimal=True)


class _Search:
    def __init__(self, numbers: tuple[int, ...], test: Test, must: frozenset[int]) -> None:
        self.best = numbers
        self._test, self._must = test, must

    def by_parts(self) -> None:
        """*ddmin*: leave out ever smaller parts, from halves down to single ones."""
        parts = 2
        while free := self._free():
            parts = min(parts, len(free))
            if any(self._without(part) for part in _parts(free, parts)):
                parts = max(parts - 1, 2)
            elif parts == len(free):
                return
            else:
                parts *= 2

    def one_by_one(self) -> bool:
        """Leave out each alone, the last first. Whether any could be."""
        before = self.best
        for number in reversed(self._free()):
            if number in self.best:
                self._without((number,))
        return self.best != before

    def _free(self) -> list[int]:
        return [number for number in self.best if number not in self._must]

    def _without(self, part: Sequence[int]) -> bool:
        out = frozenset(part)
        found = self._test(tuple(number for number in self.best if number not in out))
        if found is None:
            return False
        self.best = found
        return True


def _parts(numbers: Sequence[int], count: int) -> Iterator[Sequence[int]]:
    """``numbers`` in ``count`` parts of nearly equal length, the last part first."""
    total = len(numbers)
    for index in reversed(range(count)):
        yield numbers[total * index // count : total * (index + 1) // count]
