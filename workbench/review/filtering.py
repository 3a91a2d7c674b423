"""The filter language of the queue and of one item: ``check:email certainty:strong -kind:call ferry boat``.

A term is a field, a colon and one value or several with commas between them; ``-`` before it leaves out
what has it. Whatever else is written is one text to search for, blanks and colons included. A filter only
chooses what is shown: no gate and no count of what is open asks it. Every face reads the same language.
Source: ``spec/review-ux.md`` §6, §7 (*search in this item*).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from workbench.core.fixture import Step
from workbench.core.places import Role
from workbench.findings import Certainty
from workbench.review.gates import GateName, GateStatus
from workbench.review.shapes import Item, QueueRow
from workbench.review.verdicts import is_judged
from workbench.review.words import STATES, VERDICTS

MOST_MATCHES = 5_000  # steps that one search remembers
LOOKED_AT = 300  # steps whose kinds and tags are offered
#: What a verdict may be in a filter: those that can be given, and none that counts.
OPEN = "open"
QUEUE_FIELDS = ("family", "state", "gate")
ITEM_FIELDS = ("check", "certainty", "verdict", "role", "kind", "tag")

Values = Mapping[str, Sequence[str]]


@dataclass(frozen=True, slots=True)
class Term:
    """One condition: ``field`` has one of ``values``, or with ``without`` none of them."""

    field: str
    values: tuple[str, ...]
    without: bool = False


@dataclass(frozen=True, slots=True)
class Filter:
    """What was asked for: every term, and a text (``""`` for none)."""

    terms: tuple[Term, ...] = ()
    text: str = field(default="", repr=False)

    def of(self, *fields: str) -> tuple[Term, ...]:
        """The terms about these fields."""
        return tuple(term for term in self.terms if term.field in fields)


def parsed(written: str, fields: Sequence[str]) -> Filter:
    """What a filter says. Never raises: what is no term of ``fields`` is text to search for."""
    term = re.compile(rf"(?<!\S)(-?)({'|'.join(fields)}):([\w,-]+)(?!\S)", re.IGNORECASE)
    terms = tuple(
        Term(
            name.lower(), tuple(slug(value) for value in values.split(",") if value), bool(without)
        )
        for without, name, values in term.findall(written)
    )
    found = tuple(each for each in terms if each.values)
    if not found:
        return Filter((), written)
    return Filter(found, " ".join(term.sub(" ", written).split()))


def written(filter: Filter) -> str:
    """A filter as a person would write it."""
    terms = (
        f"{'-' if term.without else ''}{term.field}:{','.join(term.values)}"
        for term in filter.terms
    )
    return " ".join([*terms, *([filter.text] if filter.text else [])])


def slug(words: str) -> str:
    """A value as a filter writes it: ``tool output`` is ``tool-output``."""
    return "-".join(words.lower().replace("_", "-").split())


# --- the queue ---------------------------------------------------------------------------------


def row_passes(row: QueueRow, filter: Filter) -> bool:
    """Whether a capture of the queue is shown. The text is looked for in its name."""
    if filter.text.strip().lower() not in row.label.lower():
        return False
    has = {"family": {slug(row.family)}, "state": {slug(row.state)}, "gate": _open_gates(row)}
    return all(_holds(term, has[term.field]) for term in filter.terms)


def _open_gates(row: QueueRow) -> set[str]:
    """The gates that want something: what "gate:name" asks for."""
    wanting = (GateStatus.FAIL, GateStatus.ASK)
    pairs = zip(GateName, row.gates, strict=False)
    return {slug(name.value) for name, status in pairs if status in wanting}


def queue_values(rows: Iterable[QueueRow]) -> Values:
    """What can stand behind each field of the queue's language."""
    return {
        "family": sorted({slug(row.family) for row in rows if row.family}),
        "state": [slug(state) for state in STATES],
        "gate": [slug(name.value) for name in GateName],
    }


# --- one item ----------------------------------------------------------------------------------


def matching_steps(
    item: Item, filter: Filter, *, within: tuple[int, int] | None = None
) -> tuple[int, ...]:
    """The steps that hold everything a filter asks for, by their position, in order.

    Role and text are asked of one and the same string; check, certainty and verdict of one and the
    same finding. ``within`` are the first and the last position to look at.
    """
    fixture = item.fixture
    if fixture is None:
        return ()
    steps = fixture.steps()
    base = steps[0].index if len(steps) else 0
    first, last = within or (0, len(steps) - 1)
    found = set(range(first + base, last + base + 1))
    asked = filter.of("kind", "tag")
    if asked:
        found = {at for at in found if _step_has(steps[at - base], asked)}
    found = _narrowed(found, filter.of("check", "certainty", "verdict"), item)
    roles = filter.of("role")
    asked = tuple(term for term in roles if not term.without)
    if asked or filter.text.strip():
        found &= _steps_of_texts(item, asked, filter.text)
    for term in roles:
        if term.without:
            found -= _steps_of_texts(item, (Term(term.field, term.values),), filter.text)
    return tuple(at - base for at in sorted(found)[:MOST_MATCHES])


def _narrowed(found: set[int], terms: tuple[Term, ...], item: Item) -> set[int]:
    """Of ``found`` those with a finding that has what is asked for, and none that has what is not."""
    asked = tuple(term for term in terms if not term.without)
    if asked:
        found = found & _steps_of_findings(item, asked)
    for term in terms:
        if term.without:
            found = found - _steps_of_findings(item, (Term(term.field, term.values),))
    return found


def _step_has(step: Step, terms: tuple[Term, ...]) -> bool:
    has = {"kind": {slug(step.kind)}, "tag": {slug(tag) for tag in step.tags}}
    return all(_holds(term, has[term.field]) for term in terms)


def _steps_of_findings(item: Item, terms: tuple[Term, ...]) -> set[int]:
    found: set[int] = set()
    for finding in item.findings:
        verdict = item.verdict(finding)
        given = {slug(verdict.verdict)} if verdict is not None else set()
        has = {
            "check": {slug(finding.check)},
            "certainty": {slug(finding.certainty.value)},
            "verdict": given if is_judged(verdict) else {OPEN, *given},
        }
        if all(_holds(term, has[term.field]) for term in terms):
            found.update(place.step for place in finding.places if place.step is not None)
    return found


def _steps_of_texts(item: Item, terms: tuple[Term, ...], wanted: str) -> set[int]:
    needle = wanted.strip().lower() if terms else wanted.lower()
    found: set[int] = set()
    for text in item.fixture.texts() if item.fixture else ():
        if text.step is None or text.step in found or needle not in text.value.lower():
            continue
        if all(_holds(term, {slug(text.role.value)}) for term in terms):
            found.add(text.step)
            if len(found) >= MOST_MATCHES:
                break
    return found


def item_values(item: Item) -> Values:
    """What can stand behind each field of an item's language: the checks that found something, …"""
    # What is still being checked is shown first: no step is drawn for this.
    steps = item.fixture.steps() if item.fixture and not item.pending else ()
    looked_at = [steps[at] for at in range(min(len(steps), LOOKED_AT))]
    return {
        "check": sorted({slug(finding.check) for finding in item.findings}),
        "certainty": [certainty.value for certainty in Certainty],
        "verdict": [OPEN, *(slug(each.id) for each in VERDICTS if each.id != "same_as")],
        "role": [slug(role.value) for role in Role],
        "kind": sorted({slug(step.kind) for step in looked_at}),
        "tag": sorted({slug(tag) for step in looked_at for tag in step.tags}),
    }


def _holds(term: Term, has: set[str]) -> bool:
    return (not has.isdisjoint(term.values)) is not term.without
