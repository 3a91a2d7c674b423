"""The review is a fold over its journal: entries in, decisions out, nothing else.

Source: ``spec/review-ux.md`` §12 and DESIGN §4. ``undo`` and ``redo`` are entries too, so the journal
only ever grows and any moment of the past can be folded again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TypeAlias

from workbench.core.canonical import JSON

Payload: TypeAlias = Mapping[str, JSON]


@dataclass(frozen=True, slots=True)
class Entry:
    """One row of the journal. ``item`` is the digest of the content as it was first seen."""

    seq: int
    item: str
    command: str
    payload: Payload


@dataclass(frozen=True, slots=True)
class Verdict:
    """A person's answer to a finding, and its reason where one is needed."""

    verdict: str  # "identifies" | "not_identifying" | "secret" | "unsure"
    reason: str = ""


@dataclass(frozen=True, slots=True)
class ItemState:
    """What was decided about one item. Empty is what an item starts as.

    ``verdicts`` and ``merges`` are by finding key. ``approved_outcome`` is the digest of the golden
    bytes that were shown, ``staged`` the digest of the export that was staged, ``exported`` the
    digest of the files that were promoted. ``seen`` holds regions that were on the screen.
    """

    verdicts: Mapping[str, Verdict] = field(default_factory=dict)
    merges: Mapping[str, str] = field(default_factory=dict)
    renamed_to: str = ""
    rename_reason: str = ""
    approved_outcome: str = ""
    deferred: bool = False
    rejected: str = ""  # the reason code
    staged: str = ""
    exported: str = ""
    seen: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class ReviewState:
    """Everything the journal says. ``opened`` maps a path's tag to its item and last digest."""

    items: Mapping[str, ItemState] = field(default_factory=dict)
    opened: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    done: tuple[Entry, ...] = ()  # what undo takes back, oldest first
    undone: tuple[Entry, ...] = ()  # what redo does again, last undone last
    last: int = 0  # seq of the last entry folded

    def item(self, key: str) -> ItemState:
        """The state of an item; empty for one that nothing was decided about."""
        return self.items.get(key, EMPTY)


EMPTY = ItemState()
START = ReviewState(items=MappingProxyType({}), opened=MappingProxyType({}))


def fold(entries: Iterable[Entry], *, after: ReviewState = START) -> ReviewState:
    """The state after ``entries``, which follow those already folded into ``after``."""
    raise NotImplementedError
