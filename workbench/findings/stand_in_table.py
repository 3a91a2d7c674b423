"""The table original → stand-in, applied to a text in every encoding (``spec/review-ux.md`` §10).

In memory only; never printed. The longest match wins, whole values come before parts, and encoded
parts are decoded, changed and encoded again.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter

import ahocorasick_rs

from workbench.core.places import NoRawMap, Role, Text
from workbench.core.stand_ins import Edit, apply_edits
from workbench.findings.decoders import DECODERS, Decoded, decode
from workbench.findings.encodings import SPELLINGS, encodings_of
from workbench.findings.folding import fold, folded
from workbench.findings.patterns import BytesPattern
from workbench.findings.routing import Router

MAX_DEPTH = 5
_SHORT = 6  # folded characters; shorter values are replaced as whole words only


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A possible edit. ``weight`` is the length of the original: longer ones win."""

    edit: Edit
    weight: int


class StandInTable:
    """Replaces every original by its stand-in. Implements ``core.stand_ins.StandIns``."""

    __slots__ = ("_automaton", "_forms", "_size")

    def __init__(self, pairs: Mapping[str, str]) -> None:
        forms: dict[str, tuple[str, int, bool]] = {}
        longest_first = sorted(pairs.items(), key=lambda pair: (-len(pair[0]), pair[0]))
        for original, replacement in longest_first:
            short = len(fold(original)) < _SHORT
            for name, form in encodings_of(original):
                entry = (replacement, len(original), short and name in SPELLINGS)
                if form and (not short or name in SPELLINGS or len(form) >= _SHORT):
                    forms.setdefault(fold(form), entry)
        forms.pop("", None)
        self._forms = list(forms.items())
        self._size = len(pairs)
        self._automaton = (
            ahocorasick_rs.AhoCorasick(list(forms), store_patterns=False) if forms else None
        )

    def __len__(self) -> int:
        return self._size

    def __repr__(self) -> str:
        return f"<StandInTable of {self._size}>"

    def edits(self, text: str) -> Sequence[Edit]:
        """The edits that leave no original in ``text``: ordered, never overlapping."""
        if self._automaton is None or not text:
            return ()
        return _chosen(self._candidates(text, depth=0))

    def _candidates(self, text: str, *, depth: int) -> list[_Candidate]:
        found = list(self._direct(text))
        if depth < MAX_DEPTH:
            for part in _decoded(text):
                found += self._inside(part, depth=depth + 1)
        return found

    def _direct(self, text: str) -> Iterator[_Candidate]:
        assert self._automaton is not None
        aligned = None if text.isascii() else folded(text)
        value = text.lower() if aligned is None else aligned.value
        for at, start, end in self._automaton.find_matches_as_indexes(value, overlapping=True):
            _, (replacement, weight, as_word) = self._forms[at]
            if as_word and (_goes_on(value, start) or _goes_on(value, end)):
                continue
            outer = (start, end) if aligned is None else aligned.outer(start, end)
            yield _Candidate(Edit(*outer, replacement), weight)

    def _inside(self, part: Decoded, *, depth: int) -> Iterator[_Candidate]:
        candidates = self._candidates(part.value, depth=depth)
        if not candidates:
            return
        if part.whole is not None:
            changed = apply_edits(part.value, _chosen(candidates))
            weight = max(candidate.weight for candidate in candidates)
            yield _Candidate(Edit(part.start, part.end, part.whole(changed)), weight)
            return
        for candidate in candidates:
            start, end = part.outer(candidate.edit.start, candidate.edit.end)
            edit = Edit(start, end, part.quote(candidate.edit.replacement))
            yield _Candidate(edit, candidate.weight)


def _decoded(text: str) -> Iterable[Decoded]:
    data = text.encode("utf-8", "replace")
    if _ENCODED.start_of_match(data, 0, len(data)) < 0:
        return
    probe = Text(text, Role.OTHER, "", "", NoRawMap())
    for routed in _ROUTER.route((probe,)):
        for found, _ in decode(text, routed.members):
            if isinstance(found, Decoded):
                yield found


def _chosen(candidates: Iterable[_Candidate]) -> list[Edit]:
    """Longest originals first, then longer ranges; ties go to what stands further left."""
    order = sorted(
        candidates,
        key=lambda item: (
            -item.weight,
            item.edit.start - item.edit.end,
            item.edit.start,
            item.edit.replacement,
        ),
    )
    kept: list[Edit] = []  # by start; ranges never meet, so only the neighbours can be in the way
    for candidate in order:
        edit = candidate.edit
        at = bisect_left(kept, edit.start, key=attrgetter("start"))
        before, after = kept[at - 1 : at] if at else [], kept[at : at + 1]
        if not any(
            edit.start < other.end and other.start < edit.end for other in (*before, *after)
        ):
            kept.insert(at, edit)
    return kept


def _goes_on(value: str, at: int) -> bool:
    return 0 < at < len(value) and value[at - 1].isalnum() and value[at].isalnum()


# Nothing decodes a text in which no decoder's gate stands; most texts are told apart here.
_GATES = [pattern.gate.source for member in DECODERS for pattern in member.trigger.patterns]
_ENCODED = BytesPattern("|".join(_GATES))
_ROUTER = Router(DECODERS)
