"""Maps from decoded characters to raw bytes that only cassettes need.

Each turns a range of characters (or of binary data) into spans, lazily, so that only a finding pays
for it. They compose: JSON in base64 in a YAML block scalar.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate

from yaml.nodes import ScalarNode

from workbench.cassettes.documents.scalars import Runs, runs_of
from workbench.cassettes.documents.source_text import SourceText
from workbench.core.places import RawMap, Span, bytes_before

# One unit of a JSON string: an escape (a surrogate pair is one character) or one character.
_JSON_UNIT = re.compile(
    rb"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}"
    rb"|\\u[0-9a-fA-F]{4}|\\.|[\x00-\x7f]|[\xc0-\xff][\x80-\xbf]*|[\x80-\xbf]",
    re.DOTALL,
)
_SOLID = re.compile(r"\S+")


class ScalarMap:
    """Characters of a YAML scalar's value. The whole scalar, where its parts cannot be told apart.

    No dataclass: every string of a file has one, and few are ever asked.
    """

    __slots__ = ("_runs", "file", "node", "source")

    def __init__(self, file: str, source: SourceText, node: ScalarNode) -> None:
        self.file = file
        self.source = source
        self.node = node

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ScalarMap) and self.node is other.node and self.file == other.file

    def __hash__(self) -> int:
        return hash((self.file, id(self.node)))

    @property
    def runs(self) -> Runs | None:
        try:
            return self._runs
        except AttributeError:
            self._runs: Runs | None = runs_of(self.source.text, self.node)
            return self._runs

    def spans(self, start: int, end: int) -> tuple[Span, ...]:
        runs = self.runs
        if runs is None:
            first, last = self.node.start_mark.index, self.node.end_mark.index
        elif not runs.runs:
            first = last = self.node.end_mark.index
        else:
            first, last = runs.source(start, end)
        return (Span(self.file, self.source.byte(first), self.source.byte(last)),)


@dataclass(frozen=True)
class SourceMap:
    """Characters that stand in the source as they are, from ``start`` on: comments, names."""

    file: str = field(repr=False)
    source: SourceText = field(repr=False)
    begin: int

    def spans(self, start: int, end: int) -> tuple[Span, ...]:
        first, last = self.begin + start, self.begin + end
        return (Span(self.file, self.source.byte(first), self.source.byte(last)),)


@dataclass(frozen=True)
class JsonTokenMap:
    """Characters of a JSON string token, ``raw`` its bytes between the quotes from ``begin`` on.

    Offsets are kept: a body of ten thousand strings stands in one token.
    """

    file: str = field(repr=False)
    begin: int
    raw: bytes = field(repr=False)

    @cached_property
    def _offsets(self) -> Sequence[int]:
        if b"\\" not in self.raw and self.raw.isascii():
            return range(len(self.raw) + 1)
        starts = array("q", (match.start() for match in _JSON_UNIT.finditer(self.raw)))
        starts.append(len(self.raw))
        return starts

    def spans(self, start: int, end: int) -> tuple[Span, ...]:
        offsets = self._offsets
        last = len(offsets) - 1
        first, stop = offsets[min(start, last)], offsets[min(end, last)]
        return (Span(self.file, self.begin + first, self.begin + stop),)


@dataclass(frozen=True)
class Base64Map:
    """Bytes that a base64 text holds; ``base`` maps the text's characters."""

    text: str = field(repr=False)
    base: RawMap = field(repr=False)

    @cached_property
    def _solid(self) -> tuple[list[int], list[int]]:
        """Where runs without white space start, and how many base64 characters precede each."""
        matches = list(_SOLID.finditer(self.text))
        counts = accumulate((len(match.group()) for match in matches), initial=0)
        return [match.start() for match in matches], list(counts)

    def spans(self, start: int, end: int) -> tuple[Span, ...]:
        first = self._position(start // 3 * 4)
        last = self._position(max((end + 2) // 3 * 4 - 1, start // 3 * 4)) + 1
        return self.base.spans(first, min(last, len(self.text)))

    def _position(self, solid: int) -> int:
        starts, counts = self._solid
        if not starts:
            return 0
        index = min(max(bisect_right(counts, solid) - 1, 0), len(starts) - 1)
        return starts[index] + min(solid, counts[-1] - 1) - counts[index]


@dataclass(frozen=True)
class CharactersInBytes:
    """Characters of UTF-8 text whose bytes ``base`` maps."""

    text: str = field(repr=False)
    base: RawMap = field(repr=False)

    def spans(self, start: int, end: int) -> tuple[Span, ...]:
        return self.base.spans(bytes_before(self.text, start), bytes_before(self.text, end))


@dataclass(frozen=True)
class ShiftedMap:
    """A part of a longer text, from character ``begin`` on."""

    base: RawMap = field(repr=False)
    begin: int

    def spans(self, start: int, end: int) -> tuple[Span, ...]:
        return self.base.spans(self.begin + start, self.begin + end)
