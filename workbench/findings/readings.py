"""Every reading of every text: as recorded, and decoded as far as decoding goes.

Source: ``spec/detection.md`` §3. Depth and size are bounded, so that a bomb cannot hang a review;
what is left undecoded is said.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from typing import TypeAlias, cast

from workbench.core.fixture import NotChecked
from workbench.core.places import DecodedMap, Role, Text
from workbench.findings.check import Check
from workbench.findings.decoders import DECODERS, Decoded, Decoder, Scope, Undecoded, decode
from workbench.findings.engines import Engine
from workbench.findings.fields import Field, field_of, fold_name
from workbench.findings.held import Held
from workbench.findings.routing import Router

MAX_DEPTH = 5
#: Decoded characters allowed for each character read, beyond an allowance for small fixtures.
MAX_GROWTH = 12
ALLOWANCE = 8 * 1024 * 1024
#: Encoded runs of one fixture that are read; a text of nothing else would be read for minutes.
MOST_RUNS = 20_000


@dataclass(frozen=True, slots=True)
class Reading:
    """A text as it is read, the recorded text it comes from, and how many decoders lie between."""

    text: Text
    root: int
    depth: int

    def in_root(self, start: int, end: int) -> tuple[int, int]:
        """The range of the recorded text that a range of this reading came from."""
        raw = self.text.raw
        for _ in range(self.depth):
            if not isinstance(raw, DecodedMap):
                break
            start, end = raw.outer(start, end)
            raw = raw.base
        return start, end


@dataclass(frozen=True, slots=True)
class Asked:
    """A reading that checks want, those checks in order, and what the first pass saw in it."""

    reading: Reading
    checks: tuple[Check, ...]
    held: Held


@dataclass(frozen=True, slots=True)
class Readings:
    """All readings, recorded ones first and in order, and what could not be decoded.

    ``asked`` are those that a check of the router wants.
    """

    readings: tuple[Reading, ...]
    not_checked: tuple[NotChecked, ...]
    asked: tuple[Asked, ...] = ()


ReadingRouter: TypeAlias = "Router[Decoder | Check]"


def router_for(checks: Sequence[Check], *, engine: Engine | None = None) -> ReadingRouter:
    """One router for decoders and ``checks``, so that each text is passed over once."""
    return Router((*DECODERS, *checks), engine)


def read_all(texts: Sequence[Text], router: ReadingRouter | None = None) -> Readings:
    """The readings of ``texts``. Deterministic; decoders run in their fixed order."""
    level = [Reading(text, root, 0) for root, text in enumerate(texts)]
    found = list(level)
    missed: list[NotChecked] = []
    budget = ALLOWANCE + MAX_GROWTH * sum(len(text.value) for text in texts)
    decoding = _Decoding(router or _decoders_only(), budget, missed, set(), [])
    for depth in range(MAX_DEPTH + 1):
        if not level:
            break
        level = decoding.below(level, deepest=depth == MAX_DEPTH)
        found += level
    return Readings(tuple(found), tuple(missed), tuple(decoding.asked))


@cache
def _decoders_only() -> ReadingRouter:
    return router_for(())


@dataclass(slots=True)
class _Decoding:
    """One round of decoding after the other, within one budget."""

    router: ReadingRouter
    budget: int
    missed: list[NotChecked]
    seen: set[tuple[int, int, int, str]]
    asked: list[Asked]
    runs: int = 0
    together: dict[str, int] = field(default_factory=dict)

    def below(self, level: Sequence[Reading], *, deepest: bool = False) -> list[Reading]:
        """The readings inside those of ``level``; of the ``deepest`` it is only said that there are."""
        found: list[Reading] = []
        for routed in self.router.route([reading.text for reading in level]):
            reading = level[routed.at]
            decoders, checks = _parted(routed.members)
            if checks:
                self.asked.append(Asked(reading, checks, routed.held))
            if decoders and deepest:
                self.missed += _too_deep(reading.text, decoders)
            elif decoders:
                found += self._decoded(reading, decoders)
        return found

    def _decoded(self, reading: Reading, decoders: Sequence[Decoder]) -> Iterator[Reading]:
        for decoded, names in decode(reading.text.value, decoders):
            if isinstance(decoded, Undecoded):
                self._miss(reading.text, decoded)
                continue
            if decoded.whole is not None and not self._may_run(reading):
                return
            below = _below(reading, decoded, names)
            if self._is_new(below, decoded) and self._affords(below):
                yield below

    def _miss(self, text: Text, found: Undecoded) -> None:
        """What is told: each part, or of what captures hold very many of each kind once."""
        if not found.many:
            self.missed.append(_not_checked(text, found))
            return
        reason = _kind_of(text, found)
        at = self.together.get(reason)
        if at is None:
            self.together[reason] = len(self.missed)
            self.missed.append(_not_checked(text, replace(found, reason=reason)))
        else:
            told = self.missed[at]
            self.missed[at] = replace(told, size=told.size + found.size, count=told.count + 1)

    def _may_run(self, reading: Reading) -> bool:
        """Whether one more encoded run may be read; the first that may not is told."""
        self.runs += 1
        if self.runs == MOST_RUNS + 1:
            text = reading.text
            reason = "decoding stopped: too many encoded parts"
            self.missed.append(NotChecked(reason, text.place(), len(text.value)))
        return self.runs <= MOST_RUNS

    def _is_new(self, reading: Reading, decoded: Decoded) -> bool:
        """Runs stay where they are when the text around them is decoded: once is enough."""
        if decoded.whole is None:
            return True
        start, end = reading.in_root(0, len(decoded.value))
        known = (reading.root, start, end, decoded.value)
        if known in self.seen:
            return False
        self.seen.add(known)
        return True

    def _affords(self, reading: Reading) -> bool:
        size = len(reading.text.value)
        if self.budget >= 0:
            self.budget -= size
            if self.budget < 0:
                place = reading.text.place()
                self.missed.append(NotChecked("decoding stopped: too large", place, size))
        return self.budget >= 0


def _below(reading: Reading, found: Decoded, names: tuple[str, ...]) -> Reading:
    text = reading.text
    role = Role.KEY if found.is_key else Role.OTHER if found.pointer else text.role
    below = replace(
        text,
        value=found.value,
        role=role,
        pointer=text.pointer + found.pointer,
        raw=DecodedMap(text.raw, found.outer),
        key=_key(text, found),
        chain=(*text.chain, *names),
    )
    return Reading(below, reading.root, reading.depth + 1)


def _key(text: Text, found: Decoded) -> str:
    """A name that says nothing inside an encoded part leaves what was said outside of it."""
    if found.key is None:
        return text.key
    encoded = bool(text.chain) and text.chain[-1] in _RUNS
    return text.key if encoded and field_of(found.key) is Field.NONE else found.key


def _not_checked(text: Text, found: Undecoded) -> NotChecked:
    return NotChecked(found.reason, text.place(found.start, found.end), found.size)


def _kind_of(text: Text, found: Undecoded) -> str:
    """What a part is that captures hold very many of, by its role and name."""
    if text.role is Role.OPAQUE:
        return "state of the provider that only the provider can read"
    if fold_name(text.key).startswith("embedding"):
        return "numbers in base64"
    return found.reason


def _too_deep(text: Text, decoders: Sequence[Decoder]) -> list[NotChecked]:
    """What would have decoded once more: nested deeper than the checks look."""
    if any(isinstance(found, Decoded) for found, _ in decode(text.value, decoders)):
        return [NotChecked("encoded too deeply", text.place(), len(text.value))]
    return []


@lru_cache(maxsize=4_096)
def _parted(
    members: tuple[Decoder | Check, ...],
) -> tuple[tuple[Decoder, ...], tuple[Check, ...]]:
    """Decoders and checks of one routing."""
    decoders = tuple(member for member in DECODERS if member in members)
    checks = tuple(member for member in members if member not in DECODERS)
    return decoders, cast("tuple[Check, ...]", checks)


_RUNS = frozenset(member.name for member in DECODERS if member.scope is Scope.RUN)
