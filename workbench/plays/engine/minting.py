"""Which ids a session issued between two of its states.

A kind shares what an action does not touch, so a list that is the same object issued nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any


def new_ids(
    before: Sequence[Mapping[str, Any]] | None, after: Sequence[Mapping[str, Any]], member: str
) -> Iterator[str]:
    """The ids (``member`` of each entry) that ``after`` has and ``before`` has not."""
    if before is after:
        return
    known = {entry[member] for entry in before or ()}
    yield from (entry[member] for entry in after if entry[member] not in known)
