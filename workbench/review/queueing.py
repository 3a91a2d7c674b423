"""The queue: rows that cost nothing, and the order in which items ask for a person."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from workbench.review import words
from workbench.review.gates import GateName, GateStatus
from workbench.review.keymap import DEFAULT, Keymap
from workbench.review.listing import Capture
from workbench.review.shapes import Item, QueueRow
from workbench.review.shelf import Shelf
from workbench.review.state import EMPTY, ItemState

_UNKNOWN = tuple(GateStatus.IDLE for _ in GateName)


def row(shelf: Shelf, capture: Capture) -> QueueRow:
    """The row of a capture: as it is if it is loaded, as the journal tells if it is not."""
    if shelf.holds(capture.key):
        made = row_of(shelf.view(capture.key).item)
        shelf.rows[capture.key] = (_state(shelf, capture), made)
        return made
    state = _state(shelf, capture)
    kept = shelf.rows.get(capture.key)
    if kept is not None and kept[0] == state:
        return kept[1]
    return QueueRow(
        number=capture.number,
        key=capture.key,
        family="",
        label=capture.label,
        state=_told(state, opened=capture.key in shelf.state.opened),
        gates=_UNKNOWN,
        days_left=capture.days_left,
        staged=bool(state.staged),
    )


def row_of(item: Item) -> QueueRow:
    """The row of a loaded item."""
    return QueueRow(
        number=item.number,
        key=item.key,
        family=item.family,
        label=item.label,
        state=item.state,
        gates=tuple(gate.status for gate in item.gates),
        open_findings=len(item.open_findings)
        if item.refusal is None and not item.pending
        else None,
        days_left=item.days_left,
        staged=item.staged,
        loaded=not item.pending,
    )


def _state(shelf: Shelf, capture: Capture) -> ItemState:
    subject, _ = shelf.state.opened.get(capture.key, ("", ""))
    return shelf.state.item(subject)


def _told(state: ItemState, *, opened: bool) -> str:
    if state.exported:
        return words.PROMOTED
    if state.rejected:
        return words.REJECTED
    if state.deferred:
        return words.DEFERRED
    return words.IN_REVIEW if opened or state != EMPTY else words.CAPTURED


def counts(rows: Sequence[QueueRow]) -> dict[str, int]:
    """How many rows are in each state, in the order of the tallies; "staged" and "all" besides."""
    tally = Counter(row.state for row in rows)
    staged = sum(1 for row in rows if row.staged)
    return {**{state: tally[state] for state in words.STATES}, "staged": staged, "all": len(rows)}


def next_key(rows: Sequence[QueueRow], after: str | None) -> str | None:
    """The next row that needs a person, from the one after ``after`` round; deferred ones last."""
    position = next((index for index, row in enumerate(rows) if row.key == after), -1)
    turned = [*rows[position + 1 :], *rows[: position + 1]]
    needy = [row for row in turned if not row.decided and row.state != words.DEFERRED]
    deferred = [row for row in turned if row.state == words.DEFERRED]
    return next((row.key for row in [*needy, *deferred]), None)


def all_decided(rows: Sequence[QueueRow]) -> bool:
    """Whether no capture waits for a person, deferred ones aside."""
    return bool(rows) and all(row.decided or row.state == words.DEFERRED for row in rows)


def tally_sentence(rows: Sequence[QueueRow], keymap: Keymap = DEFAULT) -> str:
    """The queue in one sentence: empty, all decided, or what is left, with the keys that go on."""
    if not rows:
        return words.EMPTY_QUEUE
    tally = counts(rows)
    shown = [
        f"{tally[state]} {state}"
        for state in (words.READY, words.PROMOTED, words.BLOCKED, words.REJECTED, words.REFUSED)
        if tally[state]
    ]
    if tally[words.DEFERRED]:
        shown.append(f"{tally[words.DEFERRED]} deferred")
    if not all_decided(rows):
        waiting = sum(1 for row in rows if not row.decided)
        verb = "needs" if waiting == 1 else "need"
        rest = f"; {words.joined(shown)}" if shown else ""
        return f"{waiting} of {words.count(len(rows), 'capture')} {verb} a person{rest}."
    acts = [f"stage the ready ones {keymap.how('item.stage')}"] if tally[words.READY] else []
    acts += [f"look at the deferred ones {keymap.how('go.queue')}"] if tally[words.DEFERRED] else []
    end = f" {words.sentence(', or '.join(acts))}" if acts else ""
    return f"All {len(rows)} are decided: {', '.join(shown)}.{end}"
