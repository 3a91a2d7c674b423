"""Regular expressions over captured text, in linear time whatever the text is.

Captures come from strangers, so no pattern here backtracks: google-re2 runs them all
(``spec/detection.md`` §5). Character classes and word boundaries are ASCII; ``\\p{L}`` is Unicode.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Protocol

import re2

_SURROGATES = re.compile("[\ud800-\udfff]")


class Match(Protocol):
    """What a match of either engine offers."""

    def start(self, group: int | str = 0, /) -> int: ...
    def end(self, group: int | str = 0, /) -> int: ...
    def span(self, group: int | str = 0, /) -> tuple[int, int]: ...
    def group(self, group: int | str = 0, /) -> str: ...


class Pattern:
    """A compiled google-re2 pattern that reads any string, lone surrogates included."""

    __slots__ = ("_compiled", "source")

    def __init__(self, source: str) -> None:
        self.source = source
        self._compiled = re2.compile(source)

    def finditer(self, value: str) -> Iterator[Match]:
        """Every match from left to right; offsets count characters of ``value``."""
        found: Iterator[Match] = self._compiled.finditer(_readable(value))
        return found

    def search(self, value: str) -> Match | None:
        """The first match."""
        return next(self.finditer(value), None)

    def fullmatch(self, value: str) -> Match | None:
        """The match of the whole of ``value``, if it matches."""
        found: Match | None = self._compiled.fullmatch(_readable(value))
        return found


class BytesPattern:
    """A compiled google-re2 pattern over UTF-8 bytes, for the pass that reads many texts at once."""

    __slots__ = ("_compiled",)

    def __init__(self, source: str) -> None:
        self._compiled = re2.compile(source.encode("utf-8"))

    def start_of_match(self, buffer: bytes, position: int) -> int:
        """Where the first match at or after ``position`` starts, or -1."""
        found = self._compiled.search(buffer, position)
        return -1 if found is None else int(found.start())


def group_at(match: Match, names: Sequence[str | int]) -> tuple[int, int]:
    """The range of the first of ``names`` that took part in the match."""
    for name in names:
        start, end = match.span(name)
        if start >= 0:
            return start, end
    return match.span()


def _readable(value: str) -> str:
    """``value`` without lone surrogates, which have no UTF-8 form; the length stays the same."""
    return value if value.isascii() else _SURROGATES.sub("\ufffd", value)
