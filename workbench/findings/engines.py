"""The engines that say which patterns' gates stand in a buffer of many texts, and where.

google-re2 is always there: literals first, then each pattern's gate over the texts that hold one. Hyperscan
finds all gates in one pass and is used where it is installed. Either may report too much, never
too little, so checks find the same with both (``spec/detection.md`` §5).
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Protocol

import ahocorasick_rs

from workbench.findings.patterns import BytesPattern, Pattern

Ends = dict[int, dict[Pattern, list[int]]]


@dataclass(frozen=True, slots=True)
class Passage:
    """UTF-8 bytes of texts with a NUL after each, and where each starts. Never shown."""

    buffer: bytes = field(repr=False)
    starts: Sequence[int] = field(repr=False)

    @classmethod
    def of(cls, buffer: bytes, sizes: Iterable[int]) -> Passage:
        starts = [0, *accumulate(size + 1 for size in sizes)]
        return cls(buffer, starts[:-1])

    @property
    def lowered(self) -> bytes:
        return self.buffer.lower()

    def text_at(self, offset: int) -> int:
        """The number of the text in which ``offset`` lies."""
        return bisect_right(self.starts, offset) - 1

    def bounds(self, at: int) -> tuple[int, int]:
        """First byte of text ``at`` and the byte after its last."""
        following = self.starts[at + 1] - 1 if at + 1 < len(self.starts) else len(self.buffer)
        return self.starts[at], following


class Engine(Protocol):
    """Finds gates. For each text that holds some: the patterns and where their gates end in it.

    No ends for a pattern: it is there, and nobody noted where.
    """

    @property
    def name(self) -> str: ...
    def ends(self, passage: Passage) -> Ends: ...


class Re2Engine:
    """Literals by one automaton, then each pattern's gate over the texts that may hold it."""

    name = "re2"

    def __init__(self, patterns: Sequence[Pattern]) -> None:
        self._gates = [(pattern, BytesPattern(pattern.gate.source)) for pattern in patterns]
        owners: dict[str, list[int]] = {}
        self._bare: list[int] = []
        for number, pattern in enumerate(patterns):
            literals = pattern.gate.literals
            if not literals or (min(map(len, literals)) < 2 and literals != ("@",)):
                self._bare.append(number)
                continue
            for literal in literals:
                owners.setdefault(literal, []).append(number)
        self._owners = list(owners.values())
        self._automaton = ahocorasick_rs.BytesAhoCorasick([literal.encode() for literal in owners])

    def ends(self, passage: Passage) -> Ends:
        found: Ends = {}
        for number, texts in self._candidates(passage):
            pattern, gate = self._gates[number]
            for at in _texts_with(gate, passage, texts):
                found.setdefault(at, {})[pattern] = []
        return found

    def _candidates(self, passage: Passage) -> Iterator[tuple[int, Sequence[int] | None]]:
        """Each pattern with the texts that hold one of its literals; ``None``: any text may."""
        yield from ((number, None) for number in self._bare)
        texts: dict[int, set[int]] = {}
        for literal, start, _ in self._automaton.find_matches_as_indexes(
            passage.lowered, overlapping=True
        ):
            at = passage.text_at(start)
            for number in self._owners[literal]:
                texts.setdefault(number, set()).add(at)
        yield from ((number, sorted(texts[number])) for number in sorted(texts))


def _texts_with(gate: BytesPattern, passage: Passage, texts: Sequence[int] | None) -> Iterator[int]:
    if texts is None:
        yield from _everywhere(gate, passage)
        return
    for at in texts:
        start, end = passage.bounds(at)
        if gate.start_of_match(passage.buffer, max(0, start - 1), end) >= 0:
            yield at


def _everywhere(gate: BytesPattern, passage: Passage) -> Iterator[int]:
    position = 0
    while True:
        found = gate.start_of_match(passage.buffer, position, len(passage.buffer))
        if found < 0:
            return
        at = passage.text_at(found)
        yield at
        if at + 1 == len(passage.starts):
            return
        if passage.buffer[found] == 0:  # it began at the NUL, so it is of the text behind
            at += 1
            yield at
        if at + 1 == len(passage.starts):
            return
        position = passage.starts[at + 1] - 1
