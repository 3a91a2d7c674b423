"""``sourceEventSeqs``: the earlier events a surface event came from, stored with ranges.

Source: ``spec/session-logs.md`` §7. A check never expands ranges: a small hostile file could name
billions of events.
"""

from __future__ import annotations

from itertools import pairwise

from workbench.session_logs.errors import LogRefused, refuse
from workbench.session_logs.json_numbers import MAX_SAFE, is_count


def check_sources(value: object, *, seq: int, generation: int) -> LogRefused | None:
    """What is wrong with a provenance list, or ``None``."""
    try:
        _intervals(value, seq, generation)
    except LogRefused as failure:
        return failure
    return None


def names_unique_earlier(value: list[object], *, seq: int) -> bool:
    """Whether a list that passed :func:`check_sources` names each event once, all before ``seq``."""
    found = sorted(_intervals(value, MAX_SAFE, 0))
    return all(a[1] < b[0] for a, b in pairwise(found)) and all(end < seq for _, end in found)


def _intervals(value: object, seq: int, generation: int) -> list[tuple[int, int]]:
    if type(value) is not list:
        raise refuse("sourceEventSeqs must be an array")
    found: list[tuple[int, int]] = []
    count = 0
    ranged = False
    for item in value:
        if type(item) is list:
            ranged = True
            start, end = _pair(item)
            size = end - start + 1
            if size < 1 or count + size > seq or (generation >= 2 and end >= seq):
                raise refuse("sourceEventSeqs range exceeds its event seq")
        else:
            if not is_count(item):
                raise refuse("sourceEventSeqs member must be a non-negative safe integer")
            if generation < 2 and count >= seq:
                raise refuse("sourceEventSeqs exceeds its event seq")
            start = end = int(item)
        count += end - start + 1
        found.append((start, end))
    if ranged and any(a[1] >= b[0] for a, b in pairwise(found)):
        raise refuse("sourceEventSeqs ranges must be strictly increasing")
    if generation >= 2:
        _check_unique(found, seq, ranged)
    return found


def _pair(item: list[object]) -> tuple[int, int]:
    if len(item) != 2:
        raise refuse("sourceEventSeqs range must be a [start, end] pair")
    start, end = item
    if not is_count(start):
        raise refuse("sourceEventSeqs range start must be a non-negative safe integer")
    if not is_count(end):
        raise refuse("sourceEventSeqs range end must be a non-negative safe integer")
    return int(start), int(end)


def _check_unique(found: list[tuple[int, int]], seq: int, ranged: bool) -> None:
    # A list with a range is strictly increasing here, hence unique.
    unique = ranged or len({start for start, _ in found}) == len(found)
    if not unique or any(end >= seq for _, end in found):
        raise refuse("sourceEventSeqs ranges must contain unique earlier seqs")
