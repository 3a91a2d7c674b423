"""Regular expressions over captured text, in linear time whatever the text is.

Captures come from strangers, so no pattern here backtracks: google-re2 runs them all
(``spec/detection.md`` §5). Character classes and word boundaries are ASCII; ``\\p{L}`` and ``\\p{Lu}`` stand for compact ranges.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Protocol

import re2

from workbench.findings.gates import Gate, gate_of, longest_of

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

    __slots__ = ("_value", "end", "span", "start")

    def __init__(self, found: re2._Match, value: str) -> None:
        self._value = value
        self.span, self.start, self.end = found.span, found.start, found.end

    def group(self, group: int = 0, /) -> str:
        start, end = self.span(group)
        return self._value[start:end] if start >= 0 else ""


class _Utf8Match:
    """A match in UTF-8 bytes, counted in characters. ``before``: characters before the match."""

    __slots__ = ("_before", "_data", "_first", "_found")

    def __init__(self, found: re2._Match, data: bytes, before: int) -> None:
        self._found, self._data, self._before = found, data, before
        self._first = found.start()

    def span(self, group: int = 0, /) -> tuple[int, int]:
        start, end = self._found.span(group)
        return (self._at(start), self._at(end)) if start >= 0 else (-1, -1)

    def start(self, group: int = 0, /) -> int:
        start = self._found.start(group)
        return self._at(start) if start >= 0 else -1

    def end(self, group: int = 0, /) -> int:
        end = self._found.end(group)
        return self._at(end) if end >= 0 else -1

    def group(self, group: int = 0, /) -> str:
        start, end = self._found.span(group)
        return self._data[start:end].decode("utf-8") if start >= 0 else ""

    def _at(self, offset: int) -> int:
        return self._before + len(self._data[self._first : offset].decode("utf-8"))


@lru_cache(maxsize=1)
def _bytes_of(value: str) -> bytes:
    """The bytes of one text, kept while several patterns read it one after the other."""
    return _readable(value).encode("utf-8")


def _counted(found: Iterable[re2._Match], data: bytes) -> Iterator[Match]:
    """Matches from left to right, with the characters before each counted once."""
    position = before = 0
    for match in found:
        start = match.start()
        before += len(data[position:start].decode("utf-8"))
        position = start
        yield _Utf8Match(match, data, before)


class Pattern:
    """A compiled google-re2 pattern that reads any string, lone surrogates included."""

    __slots__ = ("_compiled", "_gate", "_holds", "_longest", "source")

    def __init__(self, source: str, *, holds: str = "", reach: int | None = None) -> None:
        """``holds``: a pattern that is found in every match that counts, where that says more.

        ``reach``: the most characters of a match that counts, where nothing in the pattern says so.
        """
        self.source = source
        self._holds = holds
        self._gate: Gate | None = None
        self._longest: int | None = -1 if reach is None else reach
        self._compiled = re2.compile(_compact(source).encode("utf-8"), _options())

    @property
    def gate(self) -> Gate:
        """What every match holds, worked out when it is first asked for."""
        if self._gate is None:
            self._gate = gate_of(_compact(self._holds or self.source))
        return self._gate

    @property
    def counts_less(self) -> bool:
        """Whether not every match counts: ``holds`` says what does."""
        return bool(self._holds)

    @property
    def longest(self) -> int | None:
        """The most characters of a match; ``None``: there is no bound."""
        if self._longest == -1:
            self._longest = longest_of(_compact(self.source))
        return self._longest

    @property
    def groups(self) -> range:
        """The numbers of the capturing groups."""
        return range(1, int(self._compiled.groups) + 1)

    def finditer(self, value: str) -> Iterator[Match]:
        """Every match from left to right; offsets count characters of ``value``."""
        # Bytes spare the engine's wrapper its search for where characters begin.
        data = _bytes_of(value)
        found = self._compiled.finditer(data)
        if len(data) == len(value):
            return (_AsciiMatch(match, value) for match in found)
        return _counted(found, data)

    def finditer_within(self, value: str, start: int, end: int) -> Iterator[Match]:
        """Matches inside a window of an ASCII text; what stands around the window is seen, not read."""
        found = self._compiled.finditer(_bytes_of(value), start, end)
        return (_AsciiMatch(match, value) for match in found)

    def search(self, value: str) -> Match | None:
        """The first match."""
        return next(self.finditer(value), None)

    def match(self, value: str) -> Match | None:
        """The match at the very beginning of ``value``."""
        return self._first(self._compiled.match, value)

    def fullmatch(self, value: str) -> Match | None:
        """The match of the whole of ``value``, if it matches."""
        return self._first(self._compiled.fullmatch, value)

    def _first(self, how: Callable[[bytes], re2._Match | None], value: str) -> Match | None:
        data = _readable(value).encode("utf-8")
        found = how(data)
        if found is None:
            return None
        return next(_counted((found,), data))


class BytesPattern:
    """A gate compiled by google-re2 over UTF-8 bytes, for the pass that reads many texts at once."""

    __slots__ = ("_compiled",)

    def __init__(self, source: str) -> None:
        self._compiled = re2.compile(source.encode("utf-8"), _options())

    def start_of_match(self, buffer: bytes, position: int, end: int) -> int:
        """Where the first match between ``position`` and ``end`` starts, or -1."""
        found = self._compiled.search(buffer, position, end)
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
