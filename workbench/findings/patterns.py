"""Regular expressions over captured text, in linear time whatever the text is.

Captures come from strangers, so no pattern here backtracks: google-re2 runs them all
(``spec/detection.md`` §5). Character classes and word boundaries are ASCII; ``\\p{L}`` and ``\\p{Lu}`` stand for compact ranges.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Protocol

import re2

# Exact Unicode classes make patterns a hundred times larger than these ranges, which also hold a few
# signs and, among capitals, a few small letters: checks look again at what they found.
_CLASSES = {
    r"\p{L}": r"A-Za-z\x{c0}-\x{24f}\x{300}-\x{1fff}\x{3040}-\x{d7ff}",
    r"\p{Lu}": r"A-Z\x{c0}-\x{de}\x{100}-\x{17f}\x{386}-\x{3ab}\x{400}-\x{42f}",
    r"\p{Ll}": r"a-z\x{df}-\x{24f}\x{300}-\x{36f}\x{3ac}-\x{3ff}\x{430}-\x{45f}",
    r"\p{Mn}": r"\x{300}-\x{36f}",
}
_TOKEN = re.compile(r"\\p\{\w+\}|\\.|[\[\]]|[^\\\[\]]+", re.DOTALL)

_MEMORY = 32 * 1024 * 1024  # bytes for one pattern's automaton; more falls back to a slower engine
_SURROGATES = re.compile("[\ud800-\udfff]")


class Match(Protocol):
    """What a match of either engine offers."""

    def start(self, group: int = 0, /) -> int: ...
    def end(self, group: int = 0, /) -> int: ...
    def span(self, group: int = 0, /) -> tuple[int, int]: ...
    def group(self, group: int = 0, /) -> str: ...


class _AsciiMatch:
    """A match in ASCII bytes, where bytes and characters count the same."""

    __slots__ = ("_found", "end", "span", "start")

    def __init__(self, found: re2._Match) -> None:
        self._found = found
        self.span, self.start, self.end = found.span, found.start, found.end

    def group(self, group: int = 0, /) -> str:
        return bytes(self._found.group(group)).decode("ascii")


@lru_cache(maxsize=1)
def _ascii_bytes(value: str) -> bytes:
    """The bytes of one text, kept while several patterns read it one after the other."""
    return value.encode("ascii")


class Pattern:
    """A compiled google-re2 pattern that reads any string, lone surrogates included."""

    __slots__ = ("_compiled", "_needs", "source")

    def __init__(self, source: str, *, needs: tuple[str, ...] = ()) -> None:
        """``needs``: literals one of which every match holds; without one, nothing is searched."""
        self.source = source
        self._needs = needs
        self._compiled = re2.compile(_compact(source), _options())

    @property
    def groups(self) -> range:
        """The numbers of the capturing groups."""
        return range(1, int(self._compiled.groups) + 1)

    def finditer(self, value: str) -> Iterator[Match]:
        """Every match from left to right; offsets count characters of ``value``."""
        if self._needs and not any(literal in value for literal in self._needs):
            return iter(())
        if value.isascii():
            # Bytes spare the engine's wrapper its search for where characters begin.
            return map(_AsciiMatch, self._compiled.finditer(_ascii_bytes(value)))
        found: Iterator[Match] = self._compiled.finditer(_readable(value))
        return found

    def search(self, value: str) -> Match | None:
        """The first match."""
        return next(self.finditer(value), None)

    def match(self, value: str) -> Match | None:
        """The match at the very beginning of ``value``."""
        found: Match | None = self._compiled.match(_readable(value))
        return found

    def fullmatch(self, value: str) -> Match | None:
        """The match of the whole of ``value``, if it matches."""
        found: Match | None = self._compiled.fullmatch(_readable(value))
        return found


class BytesPattern:
    """A compiled google-re2 pattern over UTF-8 bytes, for the pass that reads many texts at once."""

    __slots__ = ("_compiled",)

    def __init__(self, source: str) -> None:
        self._compiled = re2.compile(_compact(source).encode("utf-8"), _options())

    def start_of_match(self, buffer: bytes, position: int) -> int:
        """Where the first match at or after ``position`` starts, or -1."""
        found = self._compiled.search(buffer, position)
        return -1 if found is None else int(found.start())


def _options() -> re2.Options:
    """Options of every pattern. The engine never writes to the log of whoever uses the workbench."""
    options = re2.Options()
    options.max_mem = _MEMORY
    options.log_errors = False
    return options


def _compact(source: str) -> str:
    """``source`` with its classes of letters as plain ranges."""
    parts: list[str] = []
    inside = False
    for match in _TOKEN.finditer(source):
        token = match.group()
        if token in _CLASSES:
            token = _CLASSES[token] if inside else f"[{_CLASSES[token]}]"
        elif token in "[]":
            inside = token == "["
        parts.append(token)
    return "".join(parts)


def first_group(match: Match, groups: Sequence[int]) -> tuple[int, int]:
    """The range of the first of ``groups`` that took part in the match, or of the whole match."""
    for group in groups:
        start, end = match.span(group)
        if start >= 0:
            return start, end
    return match.span()


def _readable(value: str) -> str:
    """``value`` without lone surrogates, which have no UTF-8 form; the length stays the same."""
    return value if value.isascii() else _SURROGATES.sub("\ufffd", value)
