"""How the terminal draws what the review hands out: gate row, findings, cards. No rule of its own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from workbench.cli.printing import escaped
from workbench.core.places import Place
from workbench.findings.finding import Finding
from workbench.findings.masking import masked
from workbench.review import Gate, QueueRow, Verdict
from workbench.review.words import (
    CERTAINTY_SENTENCES,
    REASON_LABELS,
    SHAPES,
    STATUS_WORDS,
    VERDICT_LABELS,
    count,
)

PLACES_SHOWN = 5


def gate_row(gates: Iterable[Gate]) -> str:
    """The ten marks in one line: a shape, the name, and a word where one is needed."""
    return "  ".join(_mark(gate) for gate in gates)


def _mark(gate: Gate) -> str:
    shape = SHAPES[gate.status.value]
    word = "" if gate.status.value == "pass" else f" {gate.word or STATUS_WORDS[gate.status.value]}"
    return f"{shape} {gate.name}{word}"


def gate_sentences(gates: Iterable[Gate]) -> Iterator[str]:
    """A sentence for each gate that does not hold yet."""
    for gate in gates:
        if not gate.holds:
            yield f"{SHAPES[gate.status.value]} {gate.name}: {gate.sentence}"


def verdict_words(verdict: Verdict | None) -> str:
    """A verdict with its reason, or that there is none."""
    if verdict is None:
        return "open"
    reason = REASON_LABELS.get(verdict.reason, verdict.reason)
    label = VERDICT_LABELS.get(verdict.verdict, verdict.verdict)
    return f"{label}: {reason}" if reason else label


def finding_lines(
    finding: Finding, number: int, *, verdict: Verdict | None = None
) -> Iterator[str]:
    """A finding without its value: what, why, how sure, and where."""
    yield (
        f"{number:>3}  {finding.what} · {finding.certainty} · {verdict_words(verdict)} · "
        f"{count(len(finding.places), 'place')}"
    )
    yield f"     {finding.why}"
    for place in finding.places[:PLACES_SHOWN]:
        yield f"     {place_words(place)}"
    if len(finding.places) > PLACES_SHOWN:
        yield f"     … {count(len(finding.places) - PLACES_SHOWN, 'more place')}"


def finding_card(
    finding: Finding, number: int, total: int, *, verdict: Verdict | None, alike: str = ""
) -> Iterator[str]:
    """The card of the finding under judgement, with its value: this is the reviewer's own screen."""
    yield f"finding {number} of {total}: {finding.what}"
    yield f"  value   {value_words(finding)}"
    yield f"  why     {finding.why}"
    yield f"  sure    {finding.certainty}: {CERTAINTY_SENTENCES[finding.certainty.value]}"
    for index, place in enumerate(finding.places[:PLACES_SHOWN]):
        yield f"  {'where' if index == 0 else '     '}   {place_words(place)}"
    if len(finding.places) > PLACES_SHOWN:
        yield f"          … {count(len(finding.places) - PLACES_SHOWN, 'more place')}"
    if alike:
        yield f"  alike   {alike}"
    yield f"  verdict {verdict_words(verdict)}"


def value_words(finding: Finding, limit: int = 200) -> str:
    """The value on the reviewer's own screen; of a secret never the whole."""
    return escaped(masked(finding.value) if finding.is_secret else finding.value, limit=limit)


def place_words(place: Place) -> str:
    """Where a value stands: step, file, pointer, raw bytes."""
    parts = [f"step {place.step}"] if place.step is not None else []
    parts.append(escaped(place.file) if place.file else "the name")
    if place.line is not None:
        parts.append(f"line {place.line}")
    parts.append(escaped(place.pointer, limit=100))
    if place.chain:
        parts.append(f"inside {' in '.join(reversed(place.chain))}")
    if place.spans:
        parts.append(f"bytes {place.spans[0].start:,} to {place.spans[-1].end:,}")
    return ", ".join(parts)


def queue_line(row: QueueRow) -> str:
    """One row of the queue."""
    marks = "".join(SHAPES[status.value] for status in row.gates)
    found = "" if row.open_findings is None else f" · {row.open_findings} open"
    days = "" if row.days_left is None else f" · {count(row.days_left, 'day')} left"
    staged = " · staged" if row.staged else ""
    family = f" · {row.family}" if row.family else ""
    return (
        f"{row.number:>4}  {marks}  {row.state:<10}  {escaped(row.label, limit=60)}"
        f"{family}{found}{days}{staged}"
    )
