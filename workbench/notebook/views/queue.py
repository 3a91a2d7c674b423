"""The queue: filters, rows on demand, and what the selected capture needs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from workbench.core.places import Place
from workbench.notebook.views import View
from workbench.notebook.views.frame import LETTERS, STATE_TONES
from workbench.notebook.views.text import plain_runs
from workbench.review import GateStatus, Item, QueueRow
from workbench.review.filtering import QUEUE_FIELDS, parsed, queue_values, row_passes
from workbench.review.keymap import DEFAULT, Keymap
from workbench.review.queueing import all_decided, tally_sentence
from workbench.review.words import EMPTY_QUEUE, STATE_SENTENCES, count, is_are

FILTERS = (
    ("all", "All"),
    ("needs", "Needs you"),
    ("ready", "Ready"),
    ("blocked", "Blocked"),
    ("deferred", "Deferred"),
    ("refused", "Refused"),
    ("rejected", "Rejected"),
    ("promoted", "Promoted"),
)
NEEDS = frozenset({"captured", "in review"})
KEEP_DAYS = 30


def chosen(rows: Sequence[QueueRow], filter: str, find: str) -> list[QueueRow]:
    """The rows a filter and a search leave, fewest days left first, then by number."""
    wanted = parsed(find, QUEUE_FIELDS)
    left = [row for row in rows if _passes(row, filter) and row_passes(row, wanted)]
    return sorted(left, key=lambda row: (row.days_left is None, row.days_left or 0, row.number))


def _passes(row: QueueRow, filter: str) -> bool:
    if filter == "all":
        return True
    return row.state in NEEDS if filter == "needs" else row.state == filter


def queue_body(
    rows: Sequence[QueueRow],
    shown: Sequence[QueueRow],
    *,
    filter: str,
    find: str,
    current: int,
    window: tuple[int, int],
    next_item: View | None,
    keymap: Keymap = DEFAULT,
) -> View:
    """The queue's body with the rows of one window."""
    head = ["No.", "Capture", "State", "Gates", "Open findings"]
    with_days = any(row.days_left is not None for row in rows)
    start, stop = window
    return {
        "kind": "queue",
        "name": "Captures, fewest days left first"
        if with_days
        else "Captures, in the order of the folder",
        "head": [*head, "Days left"] if with_days else head,
        "filters": _filters(rows, filter),
        "find": find,
        "fields": queue_values(rows),
        "total": len(shown),
        "current": current,
        "start": start,
        "rows": [queue_row(row) for row in shown[start:stop]],
        "under": _under(rows, shown, with_days, keymap),
        "next": next_item,
    }


def _filters(rows: Sequence[QueueRow], filter: str) -> list[View]:
    many = {id: sum(_passes(row, id) for row in rows) for id, _ in FILTERS}
    return [
        {"id": id, "label": label, "many": many[id], "here": id == filter}
        for id, label in FILTERS
        if many[id] or id in ("all", "needs", filter)
    ]


def _under(
    rows: Sequence[QueueRow], shown: Sequence[QueueRow], with_days: bool, keymap: Keymap
) -> str:
    order = (
        "Fewest days left first, then in the order of the folder."
        if with_days
        else "In the order of the folder."
    )
    done = f"{tally_sentence(rows, keymap)} " if all_decided(rows) else ""
    return f"{done}{order} {count(len(shown), 'capture')} of {len(rows):,} shown."


def queue_row(row: QueueRow) -> View:
    """One row of the table."""
    tone, shape = STATE_TONES[row.state]
    word = "Staged" if row.staged and row.state == "ready" else row.state.capitalize()
    return {
        "number": row.number,
        "label": plain_runs(row.label),
        "family": FAMILIES.get(row.family, ""),
        "state": {"tone": tone, "shape": shape, "word": word},
        "gates": "".join(LETTERS[status.value] for status in row.gates),
        "open": row.open_findings,
        "days": row.days_left,
    }


#: A family's name by the title a row carries.
FAMILIES = {"session log": "session_logs", "play": "plays", "cassette": "cassettes"}


def next_item(row: QueueRow, item: Item | None, *, place: str, facts: str) -> View:
    """What the selected capture needs; ``item`` is ``None`` while it was not opened."""
    sections = _sections(item) if item else [_unopened(row)]
    return {
        "place": place,
        "label": plain_runs(row.label),
        "family": FAMILIES.get(row.family, ""),
        "facts": facts,
        "sections": [section for section in sections if section["items"]],
        "note": _note(row),
        "actions": _actions(row),
    }


def _unopened(row: QueueRow) -> View:
    words = "It is read, replayed and checked when you open it. Nothing is written to it."
    return {
        "title": STATE_SENTENCES[row.state].rstrip("."),
        "items": [{"tone": "idle", "words": [words]}],
    }


def _sections(item: Item) -> list[View]:
    if item.refusal is not None:
        items = [{"tone": "fail", "words": [item.refusal.what]}]
        return [{"title": "Refused", "items": items}]
    return [
        _gates_of(item, "What blocks it", GateStatus.FAIL),
        _gates_of(item, "What needs you", GateStatus.ASK),
        {"title": "Proved by replay", "items": _proved(item)},
        {"title": "Not checked", "items": not_checked(item)},
        *_set_aside(item),
    ]


def _gates_of(item: Item, title: str, status: GateStatus) -> View:
    found = [gate for gate in item.gates if gate.status is status]
    items = [
        {"tone": status.value, "name": gate.name.value, "words": [gate.sentence]} for gate in found
    ]
    return {"title": title, "items": items}


def _proved(item: Item) -> list[View]:
    names = ("Replays", "Consumed", "Issued")
    passed = [gate for gate in item.gates if gate.name in names and gate.status is GateStatus.PASS]
    return [{"tone": "pass", "words": [gate.sentence]} for gate in passed]


def _set_aside(item: Item) -> list[View]:
    """What the project's own rules called harmless, by rule."""
    known = item.scan.set_aside if item.scan else ()
    items = [
        {"tone": "idle", "words": [f"{each.count:,} × {each.check}, {each.reason[:200]}"]}
        for each in known
    ]
    return [{"title": "Set aside", "items": items}] if items else []


def not_checked(item: Item) -> list[View]:
    """What no check could read, said in plain sight."""
    scan = item.scan
    if scan is None:
        return [
            {"tone": "idle", "words": ["The checks stopped with an error and count as not run."]}
        ]
    bodies = [
        f"{_times(part.count)}{part.reason}, {count(part.size, 'byte')}{_at(part.place)}"
        for part in scan.not_checked[:4]
    ]
    more = len(scan.not_checked) - 4
    crashed = [
        f"the check {crash.check} stopped with an error ({crash.report})" for crash in scan.crashed
    ]
    words = [*bodies, *([f"{more} more"] if more > 0 else []), *crashed, *scan.skipped]
    return [{"tone": "idle", "words": [sentence]} for sentence in words]


def _times(number: int) -> str:
    return f"{number:,} × " if number > 1 else ""


def _at(place: Place) -> str:
    return "" if place.step is None else f", step {place.step}"


def _note(row: QueueRow) -> View | None:
    if row.days_left is None:
        return None
    words = (
        f"{row.days_left} of {KEEP_DAYS} days left. After that the capture is purged. "
        "A promoted fixture is never affected."
    )
    return {"shape": "later", "words": words}


def _actions(row: QueueRow) -> list[View]:
    actions: list[View] = [{"id": "item.open", "label": "Open", "primary": True}]
    if row.state == "ready" and not row.staged:
        actions.append({"id": "item.stage", "label": "Stage"})
    if row.state == "deferred":
        actions.append({"id": "item.resume", "label": "Take up again"})
    elif row.state in NEEDS or row.state == "blocked":
        actions.append({"id": "item.later", "label": "Later"})
    return actions


def empty_body() -> View:
    """The queue of a folder without captures."""
    first, _, rest = EMPTY_QUEUE.partition(". ")
    return {
        "kind": "message",
        "quiet": True,
        "tone": "",
        "title": first,
        "words": [rest],
        "story": [],
        "blocks": [],
        "actions": [{"id": "queue.refresh", "label": "Look again", "primary": True}],
    }


def folder_sentence(counts: Mapping[str, int], total: int) -> str:
    """What the folder holds, in one line."""
    if not total:
        return "The review folder was read: 0 captures, 0 refused."
    waiting = sum(counts.get(state, 0) for state in NEEDS)
    return f"{count(total, 'capture')}; {waiting:,} {is_are(waiting)} waiting for you."
