"""The screens of the terminal review, as lines. Each tells the review what it showed."""

from __future__ import annotations

from collections.abc import Callable

from workbench.cli.desk import Desk
from workbench.cli.printing import escaped
from workbench.cli.showing import step_line, step_lines
from workbench.cli.wording import finding_card, gate_row, gate_sentences, queue_line
from workbench.core.errors import WorkbenchError
from workbench.findings import Finding
from workbench.review import words
from workbench.review.commands import (
    DOOR,
    JUDGE,
    NAME,
    OUTCOME,
    QUEUE,
    REASON,
    REASON_OPENS,
    STEPS,
)
from workbench.review.queueing import all_decided, tally_sentence
from workbench.review.variants import proposed_words
from workbench.review.viewing import headline

ROWS_AROUND = 8
STEPS_AROUND = 4
OUTCOME_LINES = 40


def show(desk: Desk) -> None:
    """Print the screen of the place the keys are in."""
    SCREENS[desk.place](desk)


def queue(desk: Desk) -> None:
    """The queue around the cursor, with its tallies."""
    rows = desk.review.queue()
    if not rows:
        desk.say(words.EMPTY_QUEUE)
        return
    counts = desk.review.counts()
    tallies = [f"{number} {state}" for state, number in counts.items() if number and state != "all"]
    desk.say(f"Queue of {len(rows)}: {', '.join(tallies)}")
    first = max(0, min(desk.row - ROWS_AROUND, len(rows) - 2 * ROWS_AROUND))
    for index, row in enumerate(rows[first : first + 2 * ROWS_AROUND], start=first):
        mark = ">" if index == desk.row else " "
        desk.say(f"{mark}{queue_line(row)}")
    below = len(rows) - first - 2 * ROWS_AROUND
    if below > 0:
        desk.say(f"  … {below} more below")
    if all_decided(rows):
        desk.say(tally_sentence(rows, desk.keymap))


def item_head(desk: Desk) -> None:
    """The item's name, gates and one sentence. Shows what was not checked, too."""
    item = desk.item
    total = len(desk.review.queue())
    desk.say("")
    desk.say(f"item {item.number} of {total}: {escaped(item.label)} · {item.family} · {item.state}")
    if item.notice:
        desk.say(item.notice)
    desk.say(gate_row(item.gates))
    desk.say(headline(item))
    if item.fixture is None:
        return
    carried = [str(n) for n, one in enumerate(item.findings, start=1) if one.key in item.carried]
    if carried:
        desk.say(
            f"  {words.count(len(carried), 'verdict')} {words.CARRIED}: {words.joined(carried)}"
        )
    for note in item.fixture.notes:
        desk.say(f"  {note.weight}: {escaped(note.text)} {escaped(note.where)}".rstrip())
    if item.scan is not None:
        for part in item.scan.not_checked:
            number = f"{part.count:,} × " if part.count > 1 else ""
            desk.say(f"  not checked: {number}{part.reason}, {part.size:,} bytes")
        for known in item.scan.set_aside:
            desk.say(f"  set aside: {known.count:,} × {known.check}, {escaped(known.reason)}")
        for crash in item.scan.crashed:
            desk.say(f"  the check {crash.check} stopped with an error and counts as not run")
        for sentence in item.scan.skipped:
            desk.say(f"  {sentence}")
    desk.seen("not checked")


def steps(desk: Desk) -> None:
    """The numbered steps around the cursor, and the one under it in its reading."""
    fixture = desk.fixture
    total = len(fixture.steps())
    if not total:
        desk.say("There are no steps.")
        return
    desk.step = max(0, min(desk.step, total - 1))
    first = max(0, desk.step - STEPS_AROUND)
    for index in range(first, min(total, desk.step + STEPS_AROUND + 1)):
        mark = ">" if index == desk.step else " "
        desk.say(f"{mark}{step_line(fixture, index)}")
    desk.say(f"  {desk.reading}:")
    lines = step_lines(fixture, desk.step, desk.item.environment, reading=desk.reading)
    for line in lines[1:]:
        desk.say(line)


def judge(desk: Desk) -> None:
    """The card of the finding under judgement."""
    item, finding = desk.item, desk.current
    desk.finding %= len(item.findings)
    verdict = item.verdict(finding)
    total = len(item.findings)
    alike = _alike(desk, finding)
    for line in finding_card(finding, desk.finding + 1, total, verdict=verdict, alike=alike):
        desk.say(line)
    if finding.places and finding.places[0].step is not None:
        desk.step = finding.places[0].step
        desk.say(step_line(desk.fixture, desk.step))
    desk.say(f"{words.QUESTION}  {_verdicts(desk)}")
    desk.seen(f"finding:{finding.key}")


def _alike(desk: Desk, finding: Finding) -> str:
    said = proposed_words(desk.item, finding)
    return f"perhaps the same: {said}; {desk.said('judge.same_as')} joins them" if said else ""


def reason(desk: Desk) -> None:
    """The reasons of a *not identifying* verdict."""
    letter = desk.keymap.letter
    choices = (f"{letter(choice.id)} {choice.label.lower()}" for choice in words.REASONS)
    desk.say(f"Not identifying, because:  {'  '.join(choices)}")


def _verdicts(desk: Desk) -> str:
    opens = {"not_identifying": REASON_OPENS}
    pairs = ((opens.get(each.id, f"judge.{each.id}"), each.label) for each in words.VERDICTS)
    return "  ".join(f"{desk.said(id)} {label.lower()}" for id, label in pairs)


def name(desk: Desk) -> None:
    """The old name, the new one if there is one, and the proposals."""
    item = desk.item
    desk.say(f"name  {escaped(item.label)} → {item.item_state.renamed_to or '(none yet)'}")
    proposals = desk.review.name_proposals(desk.key)
    for number, proposal in enumerate(proposals, start=1):
        desk.say(f"  {number}  {proposal}")
    desk.say(f"  {item.gate('Name').sentence}")
    desk.seen("name")


def outcome(desk: Desk) -> None:
    """The outcome, recorded twice in fresh processes: sentences first, then its bytes."""
    card = desk.review.outcome_card(desk.key)
    desk.say(f"outcome  {escaped(card.sentence)}")
    for sentence in card.sentences:
        desk.say(f"  {escaped(sentence)}")
    if card.bytes is not None:
        lines = card.bytes.decode("utf-8", "backslashreplace").splitlines()
        for line in lines[:OUTCOME_LINES]:
            desk.say(f"  | {escaped(line)}")
        if len(lines) > OUTCOME_LINES:
            desk.say(f"  | … {words.count(len(lines) - OUTCOME_LINES, 'more line')}")
        desk.say(f"  digest {words.digest_words(card.digest)}")
    desk.shown_outcome = card.digest
    desk.seen("outcome")


def door(desk: Desk) -> None:
    """Every file that would be written, the audit record, and the sentence of the door."""
    plan = desk.review.export_plan(desk.key)
    desk.plan_shown = plan.digest
    desk.say(f"export  {plan.name}")
    for file in plan.files:
        digest = words.digest_words(file.digest)
        desk.say(f"  {file.name}  {file.what}  {words.count(file.size, 'byte')}  {digest}")
    for line in plan.audit_text.splitlines():
        desk.say(f"  | {escaped(line)}")
    desk.say(plan.sentence)
    for number, step in enumerate(plan.steps, start=1):
        desk.say(f"  {number}. {step}")
    desk.say(words.DOOR)


def gates(desk: Desk) -> None:
    """The gate row, and what each gate that is open wants."""
    item = desk.item
    desk.say(gate_row(item.gates))
    for sentence in gate_sentences(item.gates):
        desk.say(f"  {sentence}")


def keys(desk: Desk) -> None:
    """The keys of the place, from the registry; commands without a key by how they are typed."""
    desk.say(f"Keys here ({desk.place}):")
    for spec in desk.keymap.active(desk.place):
        shown = " or ".join(spec.keys) if spec.keys else f": {spec.id}"
        desk.say(f"  {shown:<16} {spec.help}")
    desk.say("  In most terminals Ctrl+Enter is Alt+Enter or Ctrl+G, and Ctrl+Shift+Z is Ctrl+R.")
    desk.say("  : and a command from this list does what a button does; : quit or Ctrl+D leaves.")


def problem(desk: Desk, error: WorkbenchError) -> None:
    """An error as a line of the review."""
    desk.say(f"! {escaped(str(error))}")


SCREENS: dict[str, Callable[[Desk], None]] = {
    QUEUE: queue,
    STEPS: steps,
    JUDGE: judge,
    REASON: reason,
    NAME: name,
    OUTCOME: outcome,
    DOOR: door,
}
