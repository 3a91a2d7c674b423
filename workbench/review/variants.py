"""Findings that may be another way to write the same person, proposed and never joined by themselves.

Source: ``spec/review-ux.md`` §8.3: initials, given name alone, reversed order, different case, handle
inside an e-mail address. An alias that fits two people is proposed for both; a person decides.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from workbench.findings import Finding
from workbench.findings.finding import Kind
from workbench.review.shapes import Item
from workbench.review.verdicts import root_of
from workbench.review.words import joined

#: What names somebody in words; of everything else only the case may differ.
_PEOPLE = frozenset({Kind.PERSON, Kind.USERNAME, Kind.EMAIL})
_LONGEST = 120  # characters: no name and no handle is longer
_SHORTEST = 3  # letters of a name that stands alone
#: So many are said by number; the rest is counted.
MOST_SAID = 6
_WORD = re.compile(r"[^\W_]+")


@dataclass(frozen=True, slots=True)
class Variant:
    """Another finding of the item, and how it may be the same: "given name alone"."""

    finding: Finding = field(repr=False)
    how: str


def variants(finding: Finding, findings: Iterable[Finding]) -> tuple[Variant, ...]:
    """The other findings that may be ways to write this one, in their order."""
    found = (
        (other, written_alike(finding, other)) for other in findings if other.key != finding.key
    )
    return tuple(Variant(other, how) for other, how in found if how)


def proposed(
    item: Item, finding: Finding, *, known: tuple[Variant, ...] | None = None
) -> tuple[Variant, ...]:
    """The variants of a finding that are not in its group yet. ``known`` are all of them, where at hand."""
    group = root_of(item.item_state, finding.key)
    found = variants(finding, item.findings) if known is None else known
    return tuple(each for each in found if root_of(item.item_state, each.finding.key) != group)


def proposed_words(
    item: Item, finding: Finding, *, known: tuple[Variant, ...] | None = None
) -> str:
    """ "finding 3 (initials) and finding 5 (one name alone)"; ``""`` where nothing is proposed."""
    numbers = {each.key: number for number, each in enumerate(item.findings, start=1)}
    found = proposed(item, finding, known=known)
    said = [f"finding {numbers[each.finding.key]} ({each.how})" for each in found[:MOST_SAID]]
    more = [f"{len(found) - MOST_SAID} more"] if len(found) > MOST_SAID else []
    return joined([*said, *more])


def written_alike(one: Finding, other: Finding) -> str:
    """How two values may be the same person or thing, in words; ``""`` where nothing says so."""
    if max(len(one.value), len(other.value)) > _LONGEST:
        return ""
    if one.kind == other.kind and one.value.casefold() == other.value.casefold():
        return "different case"
    if not {one.kind, other.kind} <= _PEOPLE:
        return ""
    first, second = _words(one), _words(other)
    if not first or not second:
        return ""
    return _people(first, second) or _people(second, first) or _in_address(one, other)


def _words(finding: Finding) -> tuple[str, ...]:
    """The words of a name or handle; of an e-mail address those before the sign."""
    value = finding.value
    if finding.kind is Kind.EMAIL:
        value = value.rpartition("@")[0]
    return tuple(word.casefold() for word in _WORD.findall(value))


def _people(short: tuple[str, ...], full: tuple[str, ...]) -> str:
    """How ``short`` may be written for ``full``."""
    if short == full or "".join(short) == "".join(full):
        return "the same words"
    if sorted(short) == sorted(full):
        return "reversed order"
    if len(short) == 1 and len(short[0]) >= _SHORTEST and short[0] in full:
        return "one name alone"
    return "initials" if len(full) > 1 and _initials(short, full) else ""


def _initials(short: tuple[str, ...], full: tuple[str, ...]) -> bool:
    """``Z. Quill``, ``Z. Q.`` or ``ZQ`` for ``Zebedee Quill``."""
    if len(short) == 1:
        return short[0] == "".join(word[0] for word in full)
    pairs = zip(short, full, strict=False)
    return len(short) == len(full) and all(
        a == b or (len(a) == 1 and b.startswith(a)) for a, b in pairs
    )


def _in_address(one: Finding, other: Finding) -> str:
    """A handle or a name of which an e-mail address is made: ``zquill`` in ``zquill-work@…``."""
    address = one if one.kind is Kind.EMAIL else other
    handle = other if address is one else one
    if address.kind is not Kind.EMAIL or handle.kind is Kind.EMAIL:
        return ""
    inner = "".join(_words(handle))
    before = "".join(_words(address))
    return "inside the address" if len(inner) > _SHORTEST and inner in before else ""
