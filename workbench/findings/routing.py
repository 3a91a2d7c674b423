"""Which texts are worth reading by whom, found in one pass over many texts at once.

Most strings of a capture hold nothing of interest, and most checks look for something with a
literal in it. So texts are joined into buffers, one automaton finds every cue, linear patterns find
the shapes, and only what was triggered is run (``spec/detection.md`` §5).
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

import ahocorasick_rs

from workbench.core.places import Role, Text
from workbench.findings.check import Triggered
from workbench.findings.fields import Field, field_of
from workbench.findings.patterns import BytesPattern

T = TypeVar("T", bound=Triggered)

BUFFER = 1024 * 1024  # characters joined before a pass
_SURROGATES = re.compile("[\ud800-\udfff]")


@dataclass(slots=True)
class Router(Generic[T]):
    """Routes texts to those of ``members`` whose trigger they meet. Members keep their order."""

    members: Sequence[T]
    _always: list[int] = field(init=False)
    _by_role: dict[str, list[int]] = field(init=False, default_factory=dict)
    _by_field: dict[Field, list[int]] = field(init=False, default_factory=dict)
    _by_name: dict[tuple[Role, Field], tuple[int, ...]] = field(init=False, default_factory=dict)
    _cue_owners: list[list[int]] = field(init=False, default_factory=list)
    _automaton: ahocorasick_rs.BytesAhoCorasick | None = field(init=False, default=None)
    _shapes: list[tuple[int, BytesPattern]] = field(init=False, default_factory=list)

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
            if trigger.shape:
                self._shapes.append((at, BytesPattern(trigger.shape)))
        self._cue_owners = list(cues.values())
        if cues:
            self._automaton = ahocorasick_rs.BytesAhoCorasick([cue.encode() for cue in cues])

    def route(self, texts: Iterable[Text]) -> Iterator[tuple[Text, tuple[T, ...]]]:
        """Each text with the members that want it, in order; texts nobody wants are left out."""
        for batch in _batches(texts):
            wanted = self._wanted(batch)
            for at, text in enumerate(batch):
                named, inside = self._named(text.role, text.key), wanted.get(at)
                if inside:
                    yield text, tuple(self.members[index] for index in sorted(inside.union(named)))
                elif named:
                    yield text, tuple(self.members[index] for index in named)

    def _wanted(self, batch: Sequence[Text]) -> dict[int, set[int]]:
        """For each text of the batch that holds a cue or shape, the members that asked for it."""
        wanted: defaultdict[int, set[int]] = defaultdict(set)
        buffer, starts = _joined(batch)
        if self._automaton is not None:
            for cue, start, _ in self._automaton.find_matches_as_indexes(buffer, overlapping=True):
                wanted[bisect_right(starts, start) - 1].update(self._cue_owners[cue])
        for member, pattern in self._shapes:
            for at in _texts_with(pattern, buffer, starts):
                wanted[at].add(member)
        return wanted

    def _named(self, role: Role, key: str) -> tuple[int, ...]:
        """The members that want a text for its role or name alone, in order."""
        asked = (role, field_of(key) if key else Field.NONE)
        if asked not in self._by_name:
            found = {*self._always, *self._by_role.get(role, ()), *self._by_field.get(asked[1], ())}
            self._by_name[asked] = tuple(sorted(found))
        return self._by_name[asked]


def _batches(texts: Iterable[Text]) -> Iterator[list[Text]]:
    batch: list[Text] = []
    size = 0
    for text in texts:
        batch.append(text)
        size += len(text.value) + 1
        if size >= BUFFER:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def _joined(batch: Sequence[Text]) -> tuple[bytes, list[int]]:
    """The lower-cased UTF-8 of a batch, a NUL after each text, and where each text starts."""
    parts = [_bytes(text.value) for text in batch]
    starts, position = [], 0
    for part in parts:
        starts.append(position)
        position += len(part) + 1
    return b"\0".join(parts).lower(), starts


def _bytes(value: str) -> bytes:
    return (value if value.isascii() else _SURROGATES.sub("\ufffd", value)).encode()


def _texts_with(pattern: BytesPattern, buffer: bytes, starts: Sequence[int]) -> Iterator[int]:
    position = 0
    while True:
        found = pattern.start_of_match(buffer, position)
        if found < 0:
            return
        at = bisect_right(starts, found) - 1
        yield at
        if at + 1 == len(starts):
            return
        position = starts[at + 1]
