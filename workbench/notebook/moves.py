"""Moving: between views, items, steps, findings and readings. Nothing here decides anything."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from workbench.findings import Finding
from workbench.notebook import searching
from workbench.notebook.session import Session
from workbench.notebook.views.judge import first_open
from workbench.notebook.views.reading import KIND_LABELS
from workbench.review import GateStatus
from workbench.review.regions import finding_region
from workbench.review.words import count

# --- items -------------------------------------------------------------------------------------


def open_item(session: Session, key: str) -> str:
    """Open an item where it needs a person: a finding, a blocked gate, the name, the outcome."""
    session.move(**vars_of(session, key))
    session.do("open")
    item = session.item()
    if item.refusal is not None:
        return "Refused at load. Nothing was replayed."
    return arrive(session)


def vars_of(session: Session, key: str) -> dict[str, object]:
    """The fields of a position at the start of another item."""
    entered = session.position.entering(key)
    return {
        name: getattr(entered, name)
        for name in ("view", "item", "at", "finding", "reading", "range")
    }


def arrive(session: Session) -> str:
    """Go to what the item needs first. Returns what to say."""
    item = session.item()
    due = due_finding(session, after=0)
    if due is not None:
        show_finding(session, due)
        return ""
    if any(gate.status is GateStatus.FAIL for gate in item.gates):
        session.overlay = "blocked"
        return ""
    for name in ("Name", "Outcome"):
        if item.gate(name).status is GateStatus.ASK:
            session.move(view=name.lower())
            return f"{item.gate('Contents').sentence} {item.gate(name).sentence}"
    return item.gate("Contents").sentence


def step_item(session: Session, by: int) -> str:
    """The next or previous item of the queue, decided or not."""
    rows = session.rows()
    at = next((n for n, row in enumerate(rows) if row.key == session.position.item), -by)
    if not rows:
        return "The queue is empty."
    to = (at + by) % len(rows)
    words = open_item(session, rows[to].key)
    wrapped = at + by not in range(len(rows))
    return ("The queue starts again. " if wrapped and by > 0 else "") + words


# --- findings ----------------------------------------------------------------------------------


def due_finding(session: Session, *, after: int) -> Finding | None:
    """The next finding that needs a verdict or was not on the screen yet, from a number on."""
    item, index = session.item(), session.index()
    if first_open(item, index) is None and not item.unseen:
        return None
    unseen = set(item.unseen)
    turned = [*index.findings[after:], *index.findings[:after]]
    waiting = {finding.key for finding in item.open_findings}
    openly = next((finding for finding in turned if finding.key in waiting), None)
    return openly or next((f for f in turned if finding_region(f.key) in unseen), None)


def show_finding(session: Session, finding: Finding, *, place: int | None = None) -> None:
    """Put a finding on the card and go to where it stands: a step, where it has one."""
    if place is None:
        place = next((n for n, one in enumerate(finding.places) if one.step is not None), 0)
    session.place = place
    here = finding.places[place] if finding.places else None
    at = session.position.at
    if here is not None and here.step is not None:
        at = here.step - session.sequence().base
    session.move(view="item", finding=finding.key, at=at, range=_range_with(session, at))
    session.overlay = ""


def _range_with(session: Session, at: int) -> tuple[int, int] | None:
    kept = session.position.range
    return kept if kept and kept[0] <= at <= kept[1] else None


def walk_findings(session: Session, by: int) -> str:
    """The next or previous finding, or the next match while a search is open."""
    if session.search:
        return searching.walk_matches(session, by, to_step=to_step)
    findings = session.findings_in_range()
    if not findings:
        return "No finding is here." if session.position.range else "This item has no findings."
    keys = [finding.key for finding in findings]
    at = (
        keys.index(session.position.finding)
        if session.position.finding in keys
        else (-1 if by > 0 else 0)
    )
    to = (at + by) % len(findings)
    show_finding(session, findings[to])
    wrapped = (to <= at and by > 0 and at >= 0) or (to >= at and by < 0)
    return "Went round to the other end of the findings." if wrapped and len(findings) > 1 else ""


def first_in_range(session: Session) -> str:
    """The first open finding inside the range."""
    waiting = {finding.key for finding in session.item().open_findings}
    for finding in session.findings_in_range():
        if finding.key in waiting:
            show_finding(session, finding)
            return ""
    return "No open finding is here."


# --- steps -------------------------------------------------------------------------------------


def to_step(session: Session, at: int) -> bool:
    """Go to a step. Returns whether another finding came onto the card."""
    sequence = session.sequence()
    at = max(0, min(at, len(sequence.steps) - 1))
    numbers = sequence.index.by_step.get(at + sequence.base, ())
    before = session.position.finding
    session.place = 0
    session.move(at=at)
    if numbers and sequence.index.number(before) not in numbers:
        tones = {number: sequence.index.tone(sequence.item, number) for number in numbers}
        chosen = next((number for number in numbers if tones[number] == "open"), numbers[0])
        session.move(finding=sequence.index.at(chosen).key)
        _place_at(session, sequence.index.at(chosen), at + sequence.base)
        return True
    return False


def _place_at(session: Session, finding: Finding, step: int) -> None:
    session.place = next((n for n, place in enumerate(finding.places) if place.step == step), 0)


def to_lane(session: Session, lane: int) -> None:
    """Go to the first step of a script."""
    lanes = session.sequence().lanes
    at = lanes.find(bytes([lane])) if 0 <= lane < 256 else -1
    if at >= 0:
        to_step(session, at)


def set_range(session: Session, given: Sequence[int] | None) -> str:
    """Narrow every pane to a range of steps, or remove it."""
    if given is None:
        session.move(range=None)
        return "Range removed."
    last = len(session.sequence().steps) - 1
    low, high = sorted(max(0, min(last, int(end))) for end in given[:2])
    at = min(max(session.position.at, low), high)
    session.move(range=(low, high), at=at)
    inside, base = len(session.findings_in_range()), session.sequence().base
    outside = len(session.index().findings) - inside
    steps = f"Range set to steps {low + base}–{high + base}."
    return f"{steps} {count(inside, 'finding')} inside, {outside:,} outside."


def other_reading(session: Session) -> None:
    """The next of the readings."""
    kinds = list(KIND_LABELS)
    session.move(reading=kinds[(kinds.index(session.position.reading) + 1) % len(kinds)])


# --- views -------------------------------------------------------------------------------------


def go(session: Session, view: str) -> str:
    """To a view: queue, structure, steps, timeline, name, outcome, export."""
    session.overlay = ""
    session.asked = ""
    if view == "queue":
        session.forget()
        session.move(view="queue")
        return ""
    session.fixture()
    target = {"export": "door", "structure": "item", "steps": "item"}.get(view, view)
    session.move(view=target)
    return ""


def to_gate(session: Session, name: str) -> str:
    """To what a gate is about; its sentence is said."""
    gate = session.item().gate(name)
    GATE_MOVES.get(name, _to_steps)(session)
    return gate.sentence


def _to_steps(session: Session) -> None:
    if session.item().refusal is None:
        go(session, "item")
        sequence = session.sequence()
        fault = next((step for step, proof in sequence.evidence.items() if not proof.ok), None)
        if fault is not None:
            to_step(session, fault - sequence.base)


def _to_contents(session: Session) -> None:
    _to_steps_only(session)
    finding = first_open(session.item(), session.index())
    if finding is not None:
        show_finding(session, finding)


def _to_steps_only(session: Session) -> None:
    if session.item().refusal is None:
        go(session, "item")


def _to_unseen(session: Session) -> None:
    item = session.item()
    for region in item.unseen:
        if region in ("name", "outcome"):
            go(session, region)
            return
        finding = next((f for f in item.findings if finding_region(f.key) == region), None)
        if finding is not None:
            show_finding(session, finding)
            return
    _to_steps_only(session)


def _to_unissued(session: Session) -> None:
    _to_steps_only(session)
    replay, base = session.item().replay, session.sequence().base
    steps = (
        [use.place.step for use in replay.unissued if use.place.step is not None] if replay else []
    )
    if steps:
        to_step(session, steps[0] - base)


GATE_MOVES: dict[str, Callable[[Session], object]] = {
    "Issued": _to_unissued,
    "Contents": _to_contents,
    "Seen": _to_unseen,
    "Name": lambda session: go(session, "name"),
    "Seed": lambda session: go(session, "name"),
    "Outcome": lambda session: go(session, "outcome"),
    "Residue": lambda session: go(session, "export"),
}
