"""The review is a fold over its journal: entries in, decisions out, nothing else.

Source: ``spec/review-ux.md`` §12 and DESIGN §4. ``undo`` and ``redo`` are entries too, so the journal
only ever grows and any moment of the past can be folded again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, TypeAlias

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
class Shortened:
    """Which steps of a content are kept: runs of numbers, each first and last."""

    content: str  # keyed digest of the whole content
    runs: tuple[tuple[int, int], ...]

    @property
    def steps(self) -> tuple[int, ...]:
        """The numbers of the steps, in order."""
        return tuple(step for first, last in self.runs for step in range(first, last + 1))

    @staticmethod
    def runs_of(steps: Sequence[int]) -> list[list[int]]:
        """Ascending numbers as runs."""
        runs: list[list[int]] = []
        for step in steps:
            if runs and runs[-1][1] == step - 1:
                runs[-1][1] = step
            else:
                runs.append([step, step])
        return runs


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
    approved_content: str = ""  # keyed digest of the content that was on the screen
    deferred: bool = False
    rejected: str = ""  # the reason code
    staged: str = ""
    exported: str = ""
    seen: frozenset[str] = frozenset()
    shortened: Shortened | None = None


@dataclass(frozen=True, slots=True)
class ReviewState:
    """Everything the journal says. ``opened`` maps a path's tag to its item and last digest.

    ``carried`` maps an item to the findings whose verdict was given on an earlier content of it.
    """

    items: Mapping[str, ItemState] = field(default_factory=dict)
    opened: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    done: tuple[Entry, ...] = ()  # what undo takes back, oldest first
    undone: tuple[Entry, ...] = ()  # what redo does again, last undone last
    last: int = 0  # seq of the last entry folded
    carried: Mapping[str, frozenset[str]] = field(default_factory=dict)

    def item(self, key: str) -> ItemState:
        """The state of an item; empty for one that nothing was decided about."""
        return self.items.get(key, EMPTY)


EMPTY = ItemState()
START = ReviewState(items=MappingProxyType({}), opened=MappingProxyType({}))


def fold(entries: Iterable[Entry], *, after: ReviewState = START) -> ReviewState:
    """The state after ``entries``, which follow those already folded into ``after``."""
    folding = _Folding(after)
    for entry in entries:
        folding.add(entry)
    return folding.state()


class _Folding:
    """The mutable middle of :func:`fold`, so that a long journal folds in one pass."""

    def __init__(self, start: ReviewState) -> None:
        self._items = dict(start.items)
        self._opened = dict(start.opened)
        self._done = list(start.done)
        self._undone = list(start.undone)
        self._last = start.last
        self._carried = dict(start.carried)

    def state(self) -> ReviewState:
        return ReviewState(
            MappingProxyType(self._items),
            MappingProxyType(self._opened),
            tuple(self._done),
            tuple(self._undone),
            self._last,
            MappingProxyType(self._carried),
        )

    def add(self, entry: Entry) -> None:
        self._last = max(self._last, entry.seq)
        if entry.command == "open":
            self._open(entry)
        elif entry.command == "seen":
            self._see(entry)
        elif entry.command == "export":
            self._export(entry)
        elif entry.command == "undo":
            self._undo(entry)
        elif entry.command == "redo":
            self._redo(entry)
        elif entry.command in DECISIONS:
            self._done.append(entry)
            self._undone.clear()
            self._decided_here(entry)
            self._set(entry.item, DECISIONS[entry.command](self._item(entry.item), entry.payload))

    def _open(self, entry: Entry) -> None:
        tag, content = _text(entry.payload, "tag"), _text(entry.payload, "content")
        before = self._opened.get(tag)
        self._opened[tag] = (entry.item, content)
        state = self._item(entry.item)
        given = frozenset((*state.verdicts, *state.merges))
        if before is not None and before[0] == entry.item and before[1] != content and given:
            self._carried[entry.item] = given

    def _decided_here(self, entry: Entry) -> None:
        """A verdict given on what is there now is not carried over from what was there before."""
        kept = self._carried.get(entry.item)
        if kept and entry.command in ("judge", "same_as"):
            self._carried[entry.item] = kept - {_text(entry.payload, "finding")}

    def _item(self, key: str) -> ItemState:
        return self._items.get(key, EMPTY)

    def _set(self, key: str, state: ItemState) -> None:
        # An item about which nothing is decided leaves no trace, so undoing all gives the start.
        if state == EMPTY:
            self._items.pop(key, None)
        else:
            self._items[key] = state

    def _see(self, entry: Entry) -> None:
        state = self._item(entry.item)
        regions = _texts(entry.payload, "regions")
        self._set(entry.item, replace(state, seen=state.seen | regions))

    def _export(self, entry: Entry) -> None:
        digest = _text(entry.payload, "digest")
        self._set(entry.item, replace(self._item(entry.item), exported=digest))
        # The door: what led to an export can neither be undone nor done again.
        self._done = [kept for kept in self._done if kept.item != entry.item]
        self._undone = [kept for kept in self._undone if kept.item != entry.item]

    def _undo(self, entry: Entry) -> None:
        taken = self._take(self._done, entry)
        if taken is not None:
            self._undone.append(taken)
            self._refold(taken.item)

    def _redo(self, entry: Entry) -> None:
        taken = self._take(self._undone, entry)
        if taken is not None:
            self._done.append(taken)
            self._refold(taken.item)

    @staticmethod
    def _take(stack: list[Entry], entry: Entry) -> Entry | None:
        wanted = entry.payload.get("of")
        for index in range(len(stack) - 1, -1, -1):
            if stack[index].seq == wanted:
                return stack.pop(index)
        return None  # it belonged to a capture that was forgotten since

    def _refold(self, key: str) -> None:
        current = self._item(key)
        state = replace(EMPTY, seen=current.seen, exported=current.exported)
        for entry in self._done:
            if entry.item == key:
                state = DECISIONS[entry.command](state, entry.payload)
        self._set(key, state)


def _judge(state: ItemState, payload: Payload) -> ItemState:
    finding = _text(payload, "finding")
    verdict = Verdict(_text(payload, "verdict"), _text(payload, "reason"))
    merges = {key: other for key, other in state.merges.items() if key != finding}
    return replace(state, verdicts={**state.verdicts, finding: verdict}, merges=merges, **_TOUCHED)


def _same_as(state: ItemState, payload: Payload) -> ItemState:
    finding, other = _text(payload, "finding"), _text(payload, "other")
    return replace(state, merges={**state.merges, finding: other}, **_TOUCHED)


def _rename(state: ItemState, payload: Payload) -> ItemState:
    name, reason = _text(payload, "name"), _text(payload, "reason")
    return replace(state, renamed_to=name, rename_reason=reason, **_TOUCHED)


def _approve(state: ItemState, payload: Payload) -> ItemState:
    return replace(
        state,
        approved_outcome=_text(payload, "digest"),
        approved_content=_text(payload, "content"),
        **_TOUCHED,
    )


def _defer(state: ItemState, payload: Payload) -> ItemState:
    return replace(state, deferred=True, staged="")


def _resume(state: ItemState, payload: Payload) -> ItemState:
    return replace(state, deferred=False, rejected="")


def _reject(state: ItemState, payload: Payload) -> ItemState:
    return replace(state, rejected=_text(payload, "reason"), deferred=False, staged="")


def _stage(state: ItemState, payload: Payload) -> ItemState:
    return replace(state, staged=_text(payload, "digest"), deferred=False)


def _unstage(state: ItemState, payload: Payload) -> ItemState:
    return replace(state, staged="")


def _minimise(state: ItemState, payload: Payload) -> ItemState:
    found = payload.get("runs")
    pairs = [run for run in found if isinstance(run, list)] if isinstance(found, list) else []
    runs = [(run[0], run[1]) for run in pairs if len(run) == 2]
    numbers = [(a, b) for a, b in runs if isinstance(a, int) and isinstance(b, int)]
    shortened = Shortened(_text(payload, "content"), tuple(numbers))
    return replace(state, shortened=shortened, **_TOUCHED)


#: A decision takes an item up again, and what was staged is no longer what is here.
_TOUCHED: Mapping[str, Any] = MappingProxyType({"deferred": False, "staged": ""})

#: The undoable commands, and what each does to the state of its item.
DECISIONS: Mapping[str, Callable[[ItemState, Payload], ItemState]] = MappingProxyType(
    {
        "judge": _judge,
        "same_as": _same_as,
        "rename": _rename,
        "approve_outcome": _approve,
        "minimise": _minimise,
        "defer": _defer,
        "resume": _resume,
        "reject": _reject,
        "stage": _stage,
        "unstage": _unstage,
    }
)


def _text(payload: Payload, key: str) -> str:
    value = payload.get(key, "")
    return value if isinstance(value, str) else ""


def _texts(payload: Payload, key: str) -> frozenset[str]:
    value = payload.get(key, ())
    items = value if isinstance(value, (list, tuple)) else ()
    return frozenset(item for item in items if isinstance(item, str))
