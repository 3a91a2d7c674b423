"""One value, one finding: a hit inside a surer or longer one is not shown twice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from workbench.findings.finding import Kind
from workbench.findings.grouping import Located

#: Kinds that stand for themselves, whatever else is found in the same characters.
_OWN = frozenset({Kind.HIDDEN, Kind.TIMING})
#: Kinds whose whole value goes, so that a name inside it needs no decision of its own.
#: Of equal ranges the more telling kind stays: a mailbox before a login, a login before an id.
_ORDER = (
    Kind.SECRET,
    Kind.EMAIL,
    Kind.PERSON,
    Kind.CARD,
    Kind.BANK,
    Kind.NATIONAL_ID,
    Kind.PHONE,
    Kind.PATH,
    Kind.HOST,
    Kind.IP,
    Kind.USERNAME,
)
#: Hits in one run that are all compared with each other; a larger crowd is shown as it is.
_CROWD = 400
_SWALLOWS = frozenset({Kind.SECRET, Kind.EMAIL})


def without_covered(hits: Iterable[Located]) -> list[Located]:
    """``hits`` without those that another hit of the same recorded text covers."""
    by_root: dict[int, list[Located]] = {}
    for located in hits:
        by_root.setdefault(located.reading.root, []).append(located)
    return [kept for members in by_root.values() for kept in _uncovered(members)]


def _uncovered(members: Sequence[Located]) -> Sequence[Located]:
    if len(members) == 1:
        return members
    # Longest first, then surest, then the deepest reading: what comes earlier may cover the rest.
    order = sorted(
        enumerate(members),
        key=lambda item: (
            item[1].start - item[1].end,
            item[1].rank,
            _ORDER.index(item[1].kind) if item[1].kind in _ORDER else len(_ORDER),
            -item[1].reading.depth,
            item[0],
        ),
    )
    cluster = _clusters(members)
    crowded = {number for number, count in Counter(cluster).items() if count > _CROWD}
    beside: dict[int, list[Located]] = {}
    for at, member in enumerate(members):
        beside.setdefault(cluster[at], []).append(member)
    kept: list[Located] = []
    kept_in: dict[int, list[Located]] = {number: [] for number in beside}
    for at, member in order:
        near = kept_in[cluster[at]]
        if cluster[at] in crowded:
            kept.append(member)
            continue
        if any(_is_read_deeper(other, member) for other in beside[cluster[at]]):
            continue
        if not any(_covers(other, member) for other in near):
            near.append(member)
            kept.append(member)
    return kept


def _clusters(members: Sequence[Located]) -> list[int]:
    """For each hit the number of its run of touching ranges: only these can cover each other."""
    numbers = [0] * len(members)
    number, reach = 0, -1
    for at in sorted(range(len(members)), key=lambda at: members[at].start):
        if members[at].start >= reach:
            number += 1
        reach = max(reach, members[at].end)
        numbers[at] = number
    return numbers


def _is_read_deeper(decoded: Located, encoded: Located) -> bool:
    """Whether ``decoded`` says what ``encoded`` really holds: the same characters, read further."""
    if decoded.reading.depth <= encoded.reading.depth or decoded.value == encoded.value:
        return False
    shared = min(decoded.end, encoded.end) - max(decoded.start, encoded.start)
    return shared * 10 >= (encoded.end - encoded.start) * 8 and decoded.rank <= encoded.rank


def _covers(larger: Located, smaller: Located) -> bool:
    if larger.start > smaller.start or larger.end < smaller.end:
        return False
    if (larger.kind in _OWN) or (smaller.kind in _OWN):
        return larger.kind == smaller.kind
    if _is_run(larger) and larger.value != smaller.value and not _is_inside(larger, smaller):
        return False
    return larger.rank <= smaller.rank or larger.kind in _SWALLOWS


def _is_run(located: Located) -> bool:
    """Whether the hit's range is that of a decoded run, which may hold several values."""
    return located.end - located.start > len(located.value) * 2 + 8


def _is_inside(larger: Located, smaller: Located) -> bool:
    return smaller.value in larger.value
