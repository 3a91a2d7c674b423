"""The matches of a check's patterns in one text, by way of what the first pass already saw there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

from workbench.findings.patterns import Match, Pattern

#: Matches of one pattern in one scan. A text made of nothing else would be read for minutes.
MOST_MATCHES = 200_000
_SHORT = 2_000  # characters; a shorter text is read as a whole
_BEYOND = 8  # characters around a window, for what a pattern sees beside its match


class TooMany(Exception):
    """A check met more than it may look at: the rest of the text counts as not checked."""


class Held:
    """Which patterns a text holds. ``ends``: where their gates end; ``None``: nobody looked.

    A pattern that the first pass was asked for and did not see is not searched again. In a long
    text the others are searched around the ends that were seen, if their matches are bounded.
    ``spent`` counts the matches of each pattern over a whole scan.
    """

    __slots__ = ("_ends", "_spent")

    def __init__(
        self,
        ends: Mapping[Pattern, Sequence[int]] | None = None,
        spent: Counter[Pattern] | None = None,
    ) -> None:
        self._ends = ends
        self._spent = spent

    def counted(self, spent: Counter[Pattern]) -> Held:
        """The same, with matches counted in ``spent``."""
        return Held(self._ends, spent)

    def matches(self, pattern: Pattern, value: str) -> Iterator[Match]:
        """Every match of ``pattern`` in ``value``, from left to right.

        Raises ``TooMany`` when a scan has met more than ``MOST_MATCHES`` of it.
        """
        found = self._found(pattern, value)
        return found if self._spent is None else self._counting(pattern, found)

    def charge(self, pattern: Pattern, cost: int) -> None:
        """Count ``cost`` matches more, for one that is dear to judge. Raises as :meth:`matches`."""
        if self._spent is not None:
            self._spent[pattern] += cost
            if self._spent[pattern] > MOST_MATCHES:
                raise TooMany

    def _counting(self, pattern: Pattern, found: Iterator[Match]) -> Iterator[Match]:
        assert self._spent is not None
        for match in found:
            self._spent[pattern] += 1
            if self._spent[pattern] > MOST_MATCHES:
                raise TooMany
            yield match

    def _found(self, pattern: Pattern, value: str) -> Iterator[Match]:
        if self._ends is None:
            return pattern.finditer(value)
        ends = self._ends.get(pattern)
        if ends is None:
            return iter(())
        longest = pattern.longest
        if not ends or longest is None or len(value) < _SHORT or not value.isascii():
            return pattern.finditer(value)
        windows = _windows(ends, longest + _BEYOND, len(value))
        return chain.from_iterable(
            pattern.finditer_within(value, start, end) for start, end in windows
        )


EVERYTHING = Held()


def _windows(ends: Sequence[int], reach: int, size: int) -> Iterator[tuple[int, int]]:
    """Ranges that hold every match: a match has a gate's end in it, so it is within reach of one."""
    start = stop = -1
    for end in sorted(ends):
        if end - reach > stop:
            if stop >= 0:
                yield start, stop
            start = max(0, end - reach)
        stop = min(size, end + reach)
    if stop >= 0:
        yield start, stop
