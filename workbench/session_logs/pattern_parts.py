"""The parts a JavaScript regular expression is parsed into, and its sets of characters.

Source: ``spec/session-logs.md`` §22; ECMA-262 §22.2 and Annex B (patterns without the ``u`` flag).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from workbench.session_logs.json_numbers import WHITE_SPACE

Ranges: TypeAlias = tuple[tuple[int, int], ...]
LAST = 0x10FFFF

DIGITS: Ranges = ((0x30, 0x39),)
WORD: Ranges = ((0x30, 0x39), (0x41, 0x5A), (0x5F, 0x5F), (0x61, 0x7A))
SPACES: Ranges = tuple((ord(character),) * 2 for character in sorted(WHITE_SPACE))
LINE_ENDS: Ranges = ((0x0A, 0x0A), (0x0D, 0x0D), (0x2028, 0x2029))


@dataclass(frozen=True, slots=True)
class Chars:
    """One character out of ``ranges``, which are sorted and do not overlap."""

    ranges: Ranges


@dataclass(frozen=True, slots=True)
class Edge:
    """``^`` (start), ``$`` (end), ``\\b`` (word) or ``\\B`` (inside)."""

    kind: str


@dataclass(frozen=True, slots=True)
class Sequence:
    """One after the other."""

    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Either:
    """The first alternative that leads to a match."""

    options: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Group:
    """A capturing group."""

    number: int
    part: Part


@dataclass(frozen=True, slots=True)
class Repeat:
    """A quantified part; the groups from ``first`` to ``last`` (exclusive) are reset each round."""

    part: Part
    least: int
    most: int | None
    greedy: bool
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Back:
    """A back-reference to a group by number."""

    number: int


@dataclass(frozen=True, slots=True)
class Look:
    """A look-around."""

    part: Part
    ahead: bool
    negative: bool


Part: TypeAlias = "Chars | Edge | Sequence | Either | Group | Repeat | Back | Look"


def merged(ranges: list[tuple[int, int]]) -> Ranges:
    """Sorted ranges without overlaps."""
    found: list[tuple[int, int]] = []
    for low, high in sorted(ranges):
        if found and low <= found[-1][1] + 1:
            found[-1] = (found[-1][0], max(high, found[-1][1]))
        else:
            found.append((low, high))
    return tuple(found)


def complement(ranges: Ranges) -> Ranges:
    """Every character that is not in ``ranges``."""
    found: list[tuple[int, int]] = []
    start = 0
    for low, high in ranges:
        if low > start:
            found.append((start, low - 1))
        start = high + 1
    if start <= LAST:
        found.append((start, LAST))
    return tuple(found)
