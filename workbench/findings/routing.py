"""Which texts are worth reading by whom, found in one pass over many texts at once.

Most strings of a capture hold nothing of interest, and every check looks for patterns. So texts are
joined into buffers, an engine says which patterns' gates a text holds, and only what was triggered is
run (``spec/detection.md`` §5).
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

import ahocorasick_rs

from workbench.core.places import Role, Text
from workbench.findings.check import Triggered
from workbench.findings.engines import Engine, Passage
from workbench.findings.fastest_engine import fastest_engine
from workbench.findings.fields import Field, field_of
from workbench.findings.held import EVERYTHING, Held
from workbench.findings.patterns import Pattern

T = TypeVar("T", bound=Triggered)

BUFFER = 1024 * 1024  # characters joined before a pass
_SURROGATES = re.compile("[\ud800-\udfff]")
# The long s and the Kelvin sign are cases of ASCII letters, which passes over bytes do not know; a NUL
# is what stands between texts.
_ODD = re.compile("[\u017f\u212a]")


@dataclass(frozen=True, slots=True)
class Routed(Generic[T]):
    """Text number ``at``, the members that want it, in order, and what it holds."""

    at: int
    members: tuple[T, ...]
    held: Held


@dataclass(slots=True)
class Router(Generic[T]):
    """Routes texts to those of ``members`` whose trigger they meet. Members keep their order.

    ``engine`` looks for the patterns; without one, the fastest that is there.
    """

    members: Sequence[T]
    engine: Engine | None = None
    _always: list[int] = field(init=False)
    _looking: frozenset[int] = field(init=False)
    _by_role: dict[str, list[int]] = field(init=False, default_factory=dict)
    _by_field: dict[Field, list[int]] = field(init=False, default_factory=dict)
    _by_name: dict[tuple[Role, Field], frozenset[int]] = field(init=False, default_factory=dict)
    _by_pattern: dict[Pattern, list[int]] = field(init=False, default_factory=dict)
    _cue_owners: list[list[int]] = field(init=False, default_factory=list)
    _automaton: ahocorasick_rs.BytesAhoCorasick | None = field(init=False, default=None)
    _tuples: dict[frozenset[int], tuple[T, ...]] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        self._always = [at for at, member in enumerate(self.members) if member.trigger.always]
        cues: dict[str, list[int]] = {}
        for at, member in enumerate(self.members):
            trigger = member.trigger
            for role in trigger.roles:
                self._by_role.setdefault(role, []).append(at)
            for name in trigger.fields:
                self._by_field.setdefault(name, []).append(at)
            for cue in trigger.cues:
                cues.setdefault(cue, []).append(at)
            for pattern in trigger.patterns:
                self._by_pattern.setdefault(pattern, []).append(at)
        self._cue_owners = list(cues.values())
        self._looking = frozenset(
            at
            for at, member in enumerate(self.members)
            if member.trigger.patterns or member.trigger.cues
        )
        if cues:
            self._automaton = ahocorasick_rs.BytesAhoCorasick([cue.encode() for cue in cues])

    def route(self, texts: Sequence[Text]) -> Iterator[Routed[T]]:
        """Each text that some member wants, in order."""
        for first, batch in _batches(texts):
            passage, odd = _joined(batch)
            ends = self._ends(passage)
            cued = self._cued(passage)
            for at, text in enumerate(batch):
                named, held = self._named(text.role, text.key), ends.get(at)
                if at in odd:
                    yield Routed(first + at, self._tuple(named.union(self._looking)), EVERYTHING)
                    continue
                if held is not None:
                    named = named.union(*map(self._by_pattern.__getitem__, held))
                if at in cued:
                    named = named.union(cued[at])
                if named:
                    yield Routed(
                        first + at, self._tuple(named), _NOTHING if held is None else Held(held)
                    )

    def _ends(self, passage: Passage) -> dict[int, dict[Pattern, list[int]]]:
        if not self._by_pattern:
            return {}
        if self.engine is None:
            self.engine = fastest_engine(tuple(self._by_pattern))
        return self.engine.ends(passage)

    def _cued(self, passage: Passage) -> dict[int, set[int]]:
        """For each text that holds a cue, the members that asked for it."""
        wanted: defaultdict[int, set[int]] = defaultdict(set)
        if self._automaton is not None:
            found = self._automaton.find_matches_as_indexes(passage.lowered, overlapping=True)
            for cue, start, _ in found:
                wanted[bisect_right(passage.starts, start) - 1].update(self._cue_owners[cue])
        return wanted

    def _named(self, role: Role, key: str) -> frozenset[int]:
        """The members that want a text for its role or name alone."""
        asked = (role, field_of(key) if key else Field.NONE)
        found = self._by_name.get(asked)
        if found is None:
            by_role, by_field = self._by_role.get(role, ()), self._by_field.get(asked[1], ())
            found = self._by_name[asked] = frozenset((*self._always, *by_role, *by_field))
        return found

    def _tuple(self, numbers: frozenset[int]) -> tuple[T, ...]:
        found = self._tuples.get(numbers)
        if found is None:
            found = self._tuples[numbers] = tuple(
                self.members[number] for number in sorted(numbers)
            )
        return found


_NOTHING = Held({})


def _batches(texts: Sequence[Text]) -> Iterator[tuple[int, Sequence[Text]]]:
    """Runs of texts of about a buffer's size, each with the number of its first."""
    first = size = 0
    for at, text in enumerate(texts):
        size += len(text.value) + 1
        if size >= BUFFER:
            yield first, texts[first : at + 1]
            first, size = at + 1, 0
    if first < len(texts):
        yield first, texts[first:]


def _joined(batch: Sequence[Text]) -> tuple[Passage, frozenset[int]]:
    """The texts of a batch as one buffer, and the numbers of those that no engine may judge."""
    values = [text.value for text in batch]
    whole = "\0".join(values)
    if whole.isascii() and whole.count("\0") == len(values) - 1:
        return Passage.of(whole.encode(), [len(value) for value in values]), frozenset()
    odd = frozenset(at for at, value in enumerate(values) if _is_odd(value))
    parts = [_bytes(value) for value in values]
    return Passage.of(b"\0".join(parts), [len(part) for part in parts]), odd


def _is_odd(value: str) -> bool:
    return "\0" in value or not (value.isascii() or _ODD.search(value) is None)


def _bytes(value: str) -> bytes:
    return (value if value.isascii() else _SURROGATES.sub("\ufffd", value)).encode()
