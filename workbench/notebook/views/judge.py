"""The judge card: what, where, context, why, how sure, elsewhere, question, verdicts; in this order."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from workbench.core.fixture import Fixture
from workbench.core.places import Place, Text
from workbench.findings import Certainty, Finding
from workbench.notebook.index import FindingIndex, outer_text_of, text_of
from workbench.notebook.views import View
from workbench.notebook.views.text import Mark, context, presentable
from workbench.review import GateStatus, Item
from workbench.review.placing import place as placed_by_gate
from workbench.review.regions import finding_region
from workbench.review.variants import Variant, proposed, proposed_words
from workbench.review.verdicts import is_judged
from workbench.review.words import (
    CARRIED,
    CERTAINTY_SENTENCES,
    QUESTION,
    REASON_LABELS,
    REASONS,
    ROTATE,
    VERDICT_LABELS,
    VERDICTS,
    count,
)

MOST_PLACES = 6
#: What a class of place is called on a chip.
READINGS = {"": "the name"}


@dataclass(frozen=True)
class Judging:
    """Everything a card is made from."""

    item: Item = field(repr=False)
    fixture: Fixture = field(repr=False)
    index: FindingIndex = field(repr=False)
    place: int = 0  # which of the finding's places is on the screen


def card(judging: Judging, finding: Finding, *, base: int) -> View:
    """The card of one finding."""
    number = judging.index.number(finding.key)
    here = finding.places[min(judging.place, len(finding.places) - 1)]
    text = text_of(judging.fixture, here)
    return {
        "key": finding.key,
        "n": number,
        "of": len(judging.index.findings),
        "tone": "is-ask",
        "what": finding.what,
        "where": where(judging, here, text),
        "context": _context(judging, finding, here, text),
        "why": finding.why,
        "sure": finding.certainty.value,
        "sureText": CERTAINTY_SENTENCES.get(finding.certainty.value, ""),
        "elsewhere": _elsewhere(judging, finding, here),
        "facts": _facts(judging, finding),
        "judged": _judged(judging.item, finding),
        "question": QUESTION,
        "verdicts": verdicts(judging, finding),
        "reasons": _reasons(judging.item, finding),
        "region": finding_region(finding.key),
        "step": None if here.step is None else here.step - base,
    }


def where(judging: Judging, place: Place, text: Text | None) -> list[object]:
    """ "Step 14 · child 2 · tool result, line 2 · decoded"."""
    parts = [_step_words(judging, place)]
    if text is not None and text.heading:
        line = text.value.count("\n", 0, place.start) + 1
        parts.append(text.heading + (f", line {line}" if "\n" in text.value else ""))
    reading = ", ".join(place.chain) or "plain"
    return [" · ".join(part for part in parts if part) + " · ", {"b": reading}]


def _step_words(judging: Judging, place: Place) -> str:
    if place.step is None:
        return "The name" if place.file == "" else "The file as a whole"
    return f"{judging.item.step_noun.capitalize()} {place.step}"


def _context(judging: Judging, finding: Finding, place: Place, text: Text | None) -> list[object]:
    number = judging.index.number(finding.key)
    tone = judging.index.tone(judging.item, number)
    if text is None and judging.item.fixture is not None:
        outer = outer_text_of(judging.item.fixture, place)
        if outer is not None:
            text, start, end = outer
            others = [m for m in judging.index.marks(judging.item, text) if m.number != number]
            return list(context(text.value, Mark(start, end, tone, number), others))
    # What stands in no text of the fixture stands for itself.
    if text is None or text.value[place.start : place.end] == "":
        return [[[presentable(line), tone, number]] for line in finding.value[:600].split("\n")[:3]]
    others = [mark for mark in judging.index.marks(judging.item, text) if mark.number != number]
    return list(context(text.value, Mark(place.start, place.end, tone, number), others))


def _elsewhere(judging: Judging, finding: Finding, here: Place) -> list[View]:
    """One chip a place, equal steps together: "step 2", "step 9, twice", "the name"."""
    seen: dict[str, list[int]] = {}
    for number, place in enumerate(finding.places):
        if place != here:
            seen.setdefault(_chip(judging, place), []).append(number)
    chips = [
        {"words": _times(words, len(numbers)), "at": numbers[0]} for words, numbers in seen.items()
    ]
    if len(chips) <= MOST_PLACES:
        return chips
    return [
        *chips[:MOST_PLACES],
        {"words": f"{len(chips) - MOST_PLACES} more", "at": chips[MOST_PLACES]["at"]},
    ]


def _chip(judging: Judging, place: Place) -> str:
    if place.step is not None:
        return f"{judging.item.step_noun} {place.step}"
    return "the name" if place.file == "" else "outside the steps"


def _times(words: str, number: int) -> str:
    return words if number == 1 else f"{words}, {'twice' if number == 2 else f'{number} times'}"


def _facts(judging: Judging, finding: Finding) -> list[list[object]]:
    facts: list[list[object]] = []
    if finding.refuses:
        facts.append(
            ["No cure", ["This string cannot change, so no verdict makes the item promotable."]]
        )
    elif finding.stand_in and judging.fixture.accepts_stand_ins:
        facts.append(
            [
                "Stand-in",
                [
                    f"“Identifies” puts an artificial value ({finding.stand_in}) in its place; replay must agree."
                ],
            ]
        )
    if finding.is_secret:
        facts.append(["Rotate", [ROTATE]])
    alike = proposed_words(judging.item, finding, known=judging.index.variants(finding))
    if alike:
        facts.append(["Perhaps the same", [f"{alike}. “Same as…” joins them."]])
    return facts


def _judged(item: Item, finding: Finding) -> View | None:
    verdict = item.verdict(finding)
    if verdict is None:
        return None
    words = VERDICT_LABELS.get(verdict.verdict, verdict.verdict)
    if verdict.reason:
        words += f", {REASON_LABELS.get(verdict.reason, verdict.reason)}"
    if finding.key in item.carried:
        words += f"; {CARRIED}"
    return {"verdict": verdict.verdict, "words": words}


def verdicts(judging: Judging, finding: Finding) -> list[View]:
    """The five verdicts, all alike; what is not available says why where its effect was."""
    effects = _effects(judging, finding)
    made: list[View] = []
    for choice in VERDICTS:
        opens = choice.id == "not_identifying"
        alone = choice.id == "same_as" and len(judging.index.findings) < 2
        made.append(
            {
                "id": "reason.open" if opens else f"judge.{choice.id}",
                "verdict": choice.id,
                "label": choice.label,
                "effect": _joins(judging, finding, choice.effect)
                if choice.id == "same_as"
                else effects.get(choice.id, choice.effect),
                "disabled": alone,
            }
        )
    return made


def _joins(judging: Judging, finding: Finding, usual: str) -> str:
    """What joining does here; where findings are proposed for it, that is said without scrolling."""
    if len(judging.index.findings) < 2:
        return "no other finding here"
    alike = len(_proposed(judging, finding))
    return f"{alike:,} proposed" if alike else usual


def _proposed(judging: Judging, finding: Finding) -> tuple[Variant, ...]:
    return proposed(judging.item, finding, known=judging.index.variants(finding))


def _effects(judging: Judging, finding: Finding) -> Mapping[str, str]:
    if finding.refuses:
        return {"identifies": "a fixed string: the item cannot be promoted"}
    if not judging.fixture.accepts_stand_ins:
        return {"identifies": "blocks; a play is never edited"}
    return {} if finding.stand_in else {"identifies": "blocks the item"}


def _reasons(item: Item, finding: Finding) -> list[View]:
    return [
        {
            "id": f"judge.not_identifying.{choice.id}",
            "verdict": "not_identifying",
            "label": choice.label,
            "effect": choice.effect,
        }
        for choice in REASONS
    ]


def quiet(judging: Judging) -> View:
    """What the judge pane says where there is nothing to judge, and where to go on."""
    item, scan = judging.item, judging.item.scan
    strings = scan.strings_checked if scan else 0
    total = len(judging.index.findings)
    title = (
        f"No findings in {count(strings, 'checked string')}"
        if not total
        else "Every finding is judged"
    )
    return {
        "tone": "pass" if scan and not scan.crashed else "idle",
        "title": title,
        "lines": [[_left(item)]],
        "notes": [
            {"tone": gate.status.value, "words": [{"b": gate.name.value}, f" {gate.sentence}"]}
            for gate in item.gates
            if gate.status in (GateStatus.ASK, GateStatus.FAIL)
        ],
        "stage": item.ready and not item.staged and item.state != "promoted",
        "next": next_view(item),
    }


def _left(item: Item) -> str:
    if item.state == "promoted":
        return "This item is promoted."
    if item.staged:
        return "Everything holds and the export is staged."
    return "Every gate passes. The item can be staged." if item.ready else "What is left:"


def next_view(item: Item) -> View | None:
    """The view that the next open gate is about."""
    if item.ready:
        return {"view": "export", "label": "Export"}
    for name, view, label in (
        ("Name", "name", "Choose a name"),
        ("Outcome", "outcome", "Look at the outcome"),
    ):
        if not item.gate(name).holds:
            return {"view": view, "label": label}
    return None


def others(judging: Judging, finding: Finding) -> list[View]:
    """The findings that one can be the same as, those first that may be another way to write it."""
    alike = {each.finding.key: each.how for each in _proposed(judging, finding)}
    made = []
    for number, other in enumerate(judging.index.findings, start=1):
        if other.key != finding.key:
            tone = judging.index.tone(judging.item, number)
            value = [[presentable(other.value[:80].replace("\n", " ")), tone]]
            how = alike.get(other.key, "")
            where = " · ".join(part for part in (how, count(len(other.places), "place")) if part)
            made.append(
                {"key": other.key, "n": number, "what": other.what, "value": value, "where": where}
            )
    return sorted(made, key=lambda each: each["key"] not in alike)[:200]


def first_open(item: Item, index: FindingIndex) -> Finding | None:
    """The first finding that needs a verdict: what renaming cures is not asked about."""
    if item.fixture is None or item.scan is None:
        return None
    waiting = placed_by_gate(item.fixture, item.scan).to_judge
    return next((finding for finding in waiting if not is_judged(item.verdict(finding))), None)


def certain(finding: Finding) -> bool:
    """Whether replay or a known identity proves a finding."""
    return finding.certainty is Certainty.PROOF
