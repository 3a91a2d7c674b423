"""From hits to findings: equal values are one finding with many places.

Source: ``spec/review-ux.md`` §8.3 and §8.5.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable
from dataclasses import dataclass, field

from workbench.core.places import Text, pointer, pointer_members
from workbench.findings.check import Check, Hit
from workbench.findings.finding import Certainty, Finding, Kind
from workbench.findings.readings import Reading

_ORDER = (Certainty.PROOF, Certainty.STRONG, Certainty.WEAK)


@dataclass(frozen=True, slots=True)
class Located:
    """A hit and where it stands: ``start`` to ``end`` of the recorded text number ``reading.root``."""

    check: Check
    hit: Hit
    reading: Reading
    start: int
    end: int
    value: str = field(repr=False)

    @property
    def kind(self) -> Kind:
        return self.hit.kind or self.check.kind

    @property
    def spread_kind(self) -> Kind:
        """The kind of the value itself, also where it stands in a name."""
        return self.hit.holds or self.check.kind if self.kind is Kind.LABEL else self.kind

    @property
    def rank(self) -> int:
        """0 for proof, then strong, then weak."""
        return _ORDER.index(self.hit.certainty)


def findings_of(hits: Iterable[Located], *, key: bytes) -> tuple[Finding, ...]:
    """One finding for each check, kind and value; the order of first places is kept."""
    groups: dict[tuple[str, Kind, str], list[Located]] = {}
    for located in sorted(hits, key=lambda found: (found.reading.root, found.start, found.end)):
        groups.setdefault((located.check.id, located.kind, located.value), []).append(located)
    return tuple(_finding(members, key) for members in groups.values())


def _finding(members: list[Located], key: bytes) -> Finding:
    surest = min(members, key=lambda member: member.rank)
    first = members[0]
    hit, check = surest.hit, surest.check
    places = [member.reading.text.place(member.hit.start, member.hit.end) for member in members]
    return Finding(
        key=finding_key(key, check.id, first.value, first.reading.text),
        check=check.id,
        kind=surest.kind,
        certainty=hit.certainty,
        what=hit.what or f"Looks like {check.title}",
        why=hit.why,
        places=tuple(dict.fromkeys(places)),
        value=first.value,
        stand_in=check.stand_in if hit.stand_in is None else hit.stand_in,
        refuses=any(member.hit.refuses for member in members),
        holds=hit.holds,
        safe_list=all(member.hit.safe_list for member in members),
    )


def finding_key(key: bytes, check: str, value: str, text: Text) -> str:
    """A keyed digest of check, value and field shape: stable across runs, reversible by nobody."""
    parts = (check, value, field_shape(text), "/".join(text.chain))
    message = "\0".join(f"{len(part)}:{part}" for part in parts)
    data = message.encode("utf-8", "surrogatepass")
    return hmac.new(key, data, hashlib.sha256).hexdigest()[:32]


def field_shape(text: Text) -> str:
    """The pointer of a text with line numbers and array indexes wildcarded."""
    members = pointer_members(text.pointer)
    return pointer(*("*" if member.isdigit() else member for member in members))
