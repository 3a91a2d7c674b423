"""Composes one screen: header, gates, body, dock, footer, for where the reviewer is."""

from __future__ import annotations

from collections.abc import Sequence

from workbench.core.errors import GateClosed
from workbench.notebook.session import Session
from workbench.notebook.views import View, door, frame, judge, messages, naming, outcome, queue
from workbench.notebook.views.item import detail, size, steps_view
from workbench.notebook.views.reading import reading
from workbench.notebook.views.structure import structure
from workbench.notebook.views.timeline import timeline_body
from workbench.review import Item
from workbench.review.words import NOTHING_TO_UNDO

QUEUE_WINDOW = 60
#: What the help dialog calls the place.
PLACES = {
    "queue": (["queue"], "the queue"),
    "item": (["steps", "judge"], "judging a finding"),
    "timeline": (["steps"], "the timeline"),
    "name": (["name"], "choosing the name"),
    "outcome": (["outcome"], "approving the outcome"),
    "door": (["door"], "the export"),
    "message": ([], ""),
}


def screen(session: Session) -> tuple[View, list[bytes]]:
    """Everything on the screen, and the buffers that go with it."""
    session.revision += 1
    view = session.position.view
    if view == "queue" or session.row(session.position.item) is None:
        return _queue_screen(session), []
    item = session.item()
    if item.refusal is not None:
        return _message(session, item, messages.refused_body(item, item.refusal)), []
    if session.overlay == "blocked" and view == "item":
        return _message(session, item, messages.blocked_body(item)), []
    if session.overlay == "exported":
        more = session.review.next_item(item.key) is not None
        return _message(session, item, messages.exported_body(session.overlay_words, more=more)), []
    body = BODIES[view](session, item)
    buffers = [session.sequence().lanes] if view in ("item", "timeline") else []
    return _framed(session, item, view, body), buffers


def _framed(session: Session, item: Item, view: str, body: View) -> View:
    places, words = PLACES[view]
    rows, counts = session.rows(), session.counts()
    family = item.fixture.family if item.fixture else ""
    lanes_of = (
        f"{item.key}:{len(session.sequence().steps)}:{item.fixture.digest[:12]}"
        if item.fixture
        else ""
    )
    return {
        "view": view,
        "item": item.key,
        "lanesOf": lanes_of,
        "version": f"{item.key}:{session.revision}",
        "places": places,
        "place": words,
        "header": frame.item_header(
            item, family=family, total=len(rows), counts=counts, detail=detail(item)
        ),
        "gates": frame.gates(item),
        "body": body,
        "dock": frame.dock(item, here=view),
        "footer": footer(session),
    }


def _message(session: Session, item: Item, body: View) -> View:
    framed = _framed(session, item, "message", body) if item.fixture else _bare(session, item, body)
    return framed | {"view": f"message-{body['title'][:7]}"}


def _bare(session: Session, item: Item, body: View) -> View:
    rows, counts = session.rows(), session.counts()
    return {
        "view": "message",
        "item": item.key,
        "lanesOf": "",
        "version": f"{item.key}:{session.revision}",
        "places": [],
        "place": "",
        "header": frame.item_header(
            item, family="", total=len(rows), counts=counts, detail=detail(item)
        ),
        "gates": frame.gates(item),
        "body": body,
        "dock": None,
        "footer": footer(session),
    }


def footer(session: Session) -> View:
    """What undo would take back, if anything."""
    words = session.review.undo_preview(session.position.item or None)
    last: list[object] = [f"Last: {session.decided}"] if session.decided else []
    return {"undo": "" if words == NOTHING_TO_UNDO else words, "last": last}


# --- queue -------------------------------------------------------------------------------------


def _queue_screen(session: Session) -> View:
    rows, counts = session.rows(), session.counts()
    body = _queue_body(session) if rows else queue.empty_body()
    return {
        "view": "queue",
        "item": "",
        "lanesOf": "",
        "version": f"queue:{session.revision}",
        "places": PLACES["queue"][0],
        "place": PLACES["queue"][1],
        "header": frame.queue_header(len(rows), counts),
        "gates": None,
        "body": body,
        "dock": None,
        "footer": footer(session),
    }


def _queue_body(session: Session) -> View:
    shown = session.shown()
    at, _ = session.current_row()
    start = max(0, at - QUEUE_WINDOW // 2)
    return queue.queue_body(
        session.rows(),
        shown,
        filter=session.position.filter,
        find=session.find,
        current=at,
        window=(start, start + QUEUE_WINDOW),
        next_item=next_part(session),
        keymap=session.review.keymap,
    )


def next_part(session: Session) -> View | None:
    """The pane beside the queue: what the selected capture needs."""
    _, row = session.current_row()
    if row is None:
        return None
    item = session.review.item(row.key) if row.loaded else None
    facts = row.family or "not opened yet"
    if item is not None:
        facts = detail(item) + (f" · {size(item.fixture)}" if item.fixture else "")
    place = f"{row.number} of {len(session.rows())}"
    return queue.next_item(row, item, place=place, facts=facts)


# --- bodies ------------------------------------------------------------------------------------


def _item_body(session: Session, item: Item) -> View:
    sequence, at = session.sequence(), session.position.at
    return {
        "kind": "item",
        "layout": sequence.fixture.family,
        "structure": structure(sequence, at=at, within=session.position.range),
        "steps": steps_view(sequence, at=at),
        "lanes": [script.name for script in sequence.fixture.scripts()[:255]],
        "marks": sequence.marks(),
        "range": list(session.position.range) if session.position.range else None,
        "search": _search(session),
        "fields": session.fields(),
        "reading": reading_part(session),
        **judge_part(session),
    }


def reading_part(session: Session) -> View:
    """The reading of the current step."""
    sequence = session.sequence()
    if not len(sequence.steps):
        return {
            "step": 0,
            "kind": "plain",
            "kinds": [],
            "title": ["No steps"],
            "plain": [],
            "blocks": [],
        }
    step = sequence.steps[min(session.position.at, len(sequence.steps) - 1)]
    return reading(session.reader(), step, session.position.reading, base=sequence.base)


def judge_part(session: Session) -> View:
    """The card of the current finding, or what to say where there is none."""
    finding, judging = session.finding(), session.judging()
    base = session.sequence().base
    if finding is None:
        return {"card": None, "quiet": judge.quiet(judging)}
    card = judge.card(judging, finding, base=base)
    if session.position.range is not None:
        keys = [each.key for each in session.findings_in_range()]
        card |= {"n": keys.index(finding.key) + 1 if finding.key in keys else 0, "of": len(keys)}
    return {"card": card, "quiet": judge.quiet(judging)}


def _search(session: Session) -> View | None:
    if session.search is None:
        return None
    total = len(session.matches)
    words = "" if not session.search else f"{session.match + 1} of {total}" if total else "no match"
    return {"text": session.search, "words": [words]}


def _timeline_body(session: Session, item: Item) -> View:
    return timeline_body(session.sequence(), at=session.position.at, range=session.position.range)


def _name_body(session: Session, item: Item) -> View:
    proposals: Sequence[str] = session.review.name_proposals(item.key)
    value = item.item_state.renamed_to or next(iter(proposals), "")
    remarks = session.review.name_check(item.key, value) if value else ()
    return naming.name_body(item, session.index(), proposals, remarks, value=value)


def _outcome_body(session: Session, item: Item) -> View:
    session.say("replaying twice in fresh processes")
    card = session.review.outcome_card(item.key)
    session.forget()
    return outcome.outcome_body(session.item(), card, side=session.side)


def _door_body(session: Session, item: Item) -> View:
    if not item.ready and not item.staged:
        return door.door_body(item, None)
    try:
        plan = session.review.export_plan(item.key)
        session.plan_shown = plan.digest
    except GateClosed:
        return door.door_body(item, None)
    return door.door_body(item, plan)


BODIES = {
    "item": _item_body,
    "timeline": _timeline_body,
    "name": _name_body,
    "outcome": _outcome_body,
    "door": _door_body,
}
