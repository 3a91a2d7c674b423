"""The structure pane, by family: scripts, a play's facts, or exchanges above their counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from workbench.core.fixture import Script
from workbench.notebook.views import View
from workbench.notebook.views.item import Sequenced
from workbench.notebook.views.queue import not_checked
from workbench.notebook.views.text import plain_runs
from workbench.review.regions import NOT_CHECKED
from workbench.review.words import count, sentence

MOST_NOTES, MOST_CARRIED = 6, 200  # lines of each
#: Stands where the remarks will.
REMARKS_TO_COME = "What the reader remarks is told with the checks"


def structure(sequence: Sequenced, *, at: int, within: tuple[int, int] | None = None) -> View:
    """The structure pane, by family: scripts, a play's facts, or exchanges above their counts.

    ``within`` are the first and the last step of a range: what has no step in it is left out.
    """
    kept = range(within[0], within[1] + 1) if within else range(len(sequence.lanes))
    fixture = sequence.fixture
    scripts = fixture.scripts()
    build = {"session_logs": _log_sections, "plays": _play_sections}.get(
        fixture.family, _plain_sections
    )
    sections = build(sequence, scripts, at, kept)
    noun = {"session_logs": "script", "plays": "play", "cassettes": "exchange"}.get(
        fixture.family, "script"
    )
    many = len(sequence.steps) if fixture.family == "cassettes" else len(scripts)
    return {"extra": count(many, noun), "sections": [*sections, *_notes(sequence)]}


def _log_sections(
    sequence: Sequenced, scripts: Sequence[Script], at: int, kept: range
) -> list[View]:
    here = sequence.lanes[at] if len(sequence.lanes) else -1
    opened = Counter[int]()
    for step in sequence.index.by_step:
        position = step - sequence.base
        if position in kept:
            opened[sequence.lanes[position]] += sequence.index.tally(sequence.item, step)[0]
    inside = set(sequence.lanes[kept.start : kept.stop])
    rows = [
        _script(sequence, script, lane, lane == here, opened[lane])
        for lane, script in enumerate(scripts[:200])
        if len(kept) == len(sequence.lanes) or lane in inside
    ]
    counts = _counts(sequence, kept)
    return [{"kind": "scripts", "scripts": rows}, {"kind": "counts", "pairs": counts}]


def _script(sequence: Sequenced, script: Script, lane: int, here: bool, opened: int) -> View:
    replay = sequence.item.replay
    complete = replay is not None and replay.consumption.complete
    calls = count(script.steps, sequence.item.step_noun)
    use = f"{script.steps} of {script.steps} {sequence.item.step_noun}s used" if complete else calls
    notes = _fact_lines(script, sequence.item.step_noun) + list(script.notes)
    return {
        "lane": lane,
        "name": script.name,
        "file": plain_runs(script.file),
        "use": use,
        "part": 1.0 if complete else None,
        "notes": notes[:4],
        "open": opened,
        "here": here,
        "child": lane > 0,
    }


def _fact_lines(script: Script, noun: str) -> list[str]:
    """Facts in few lines: counts together, the rest one a line; what the row says already is left out."""
    facts = [(name, value) for name, value in script.facts if name not in (noun, f"{noun}s")]
    counted = [f"{value} {name}" for name, value in facts if value.isdigit() and name.endswith("s")]
    others = [f"{name} {value}" for name, value in facts if f"{value} {name}" not in counted]
    return ([" · ".join(counted)] if counted else []) + others


def _play_sections(
    sequence: Sequenced, scripts: Sequence[Script], at: int, kept: range
) -> list[View]:
    replay = sequence.item.replay
    fixed = [
        [text.heading or "fixed", [{"c": plain_runs(text.value[:60])}]]
        for text in sequence.fixture.fixed_texts()[:8]
    ]
    sections: list[View] = [{"kind": "counts", "first": True, "pairs": fixed}] if fixed else []
    facts: list[list[object]] = [
        [name, [value]] for script in scripts for name, value in script.facts
    ]
    if len(kept) < len(sequence.lanes):
        facts.append(_in_range(sequence, kept))
    inside = range(kept.start + sequence.base, kept.stop + sequence.base)
    proofs = [proof for step, proof in sequence.evidence.items() if step in inside]
    if proofs:
        accepted = sum(proof.ok for proof in proofs)
        facts += [["accepted", [f"{accepted}"]], ["rejected", [f"{len(proofs) - accepted}"]]]
    engine = [["engine", [replay.engine]]] if replay and replay.engine else []
    sections.append(
        {
            "kind": "counts",
            "title": "Submissions",
            "pairs": [*facts, *_shared_counts(sequence), *engine],
        }
    )
    return sections


def _plain_sections(
    sequence: Sequenced, scripts: Sequence[Script], at: int, kept: range
) -> list[View]:
    facts: list[list[object]] = [
        [name, [value]]
        for script in scripts
        for name, value in script.facts
        if name != f"{sequence.item.step_noun}s"  # counted below
    ]
    if len(scripts) > 1:  # several endpoints: one line each says it better than every fact
        noun = sequence.item.step_noun
        facts = [[script.name, [count(script.steps, noun)]] for script in scripts[:12]]
    return [
        {
            "kind": "counts",
            "pairs": [*facts, ["format", [sequence.fixture.format]], *_counts(sequence, kept)],
        }
    ]


def _in_range(sequence: Sequenced, kept: range) -> list[object]:
    """How many steps of how many the range holds."""
    many = f"{len(kept):,} of {len(sequence.lanes):,}"
    return [f"{sequence.item.step_noun}s in range", [many]]


def _counts(sequence: Sequenced, kept: range) -> list[list[object]]:
    replay = sequence.item.replay
    used: list[list[object]] = []
    if replay and replay.consumption.total:
        used = [["used", [f"{replay.consumption.used:,} of {replay.consumption.total:,}"]]]
    return [
        [f"{sequence.item.step_noun}s", [f"{len(sequence.steps):,}"]]
        if len(kept) == len(sequence.lanes)
        else _in_range(sequence, kept),
        *used,
        *_shared_counts(sequence),
    ]


def _shared_counts(sequence: Sequenced) -> list[list[object]]:
    replay, scan = sequence.item.replay, sequence.item.scan
    pairs: list[list[object]] = []
    if replay and replay.ids:
        total = len(replay.ids)
        pairs.append(["ids issued", [f"{total - len(replay.unissued):,} of {total:,}"]])
    if scan:
        pairs += [
            ["strings checked", [f"{scan.strings_checked:,}"]],
            ["not checked", [f"{len(scan.not_checked)}"]],
        ]
    return pairs


def _carried(sequence: Sequenced) -> list[View]:
    """The verdicts from before the file changed, each a way to its finding."""
    item = sequence.item
    found = [
        {"key": finding.key, "words": f"Finding {number}", "what": finding.what}
        for number, finding in enumerate(item.findings, start=1)
        if finding.key in item.carried
    ]
    if not found:
        return []
    title = f"{count(len(found), 'verdict')} carried over"
    return [{"kind": "carried", "title": title, "items": found[:MOST_CARRIED], "more": len(found)}]


def _notes(sequence: Sequenced) -> list[View]:
    """The reader's own remarks, those that want a person first, and what was not checked.

    While an item is still checked its remarks are not there: a log is read through to make them.
    """
    if sequence.item.pending:
        return [{"kind": "note", "tone": "note", "words": [REMARKS_TO_COME]}]
    notes = sorted(sequence.fixture.notes, key=lambda note: note.weight != "ask")
    texts = dict.fromkeys((sentence(note.text), note.weight) for note in notes)
    made: list[View] = _carried(sequence)
    made += [
        {"kind": "note", "tone": weight, "words": [text]}
        for text, weight in list(texts)[:MOST_NOTES]
    ]
    if len(texts) > MOST_NOTES:
        more = f"{count(len(texts) - MOST_NOTES, 'more remark')}; “workbench show” lists every one."
        made.append({"kind": "note", "tone": "note", "words": [more]})
    rejected = [proof for proof in sequence.evidence.values() if not proof.ok]
    if rejected and sequence.fixture.family == "plays":
        words = (
            "A session layer records accepted submissions only. A rejection means that this file was "
            "edited by hand or captured under another version."
        )
        made.append({"kind": "note", "tone": "ask", "words": [words]})
    unread = not_checked(sequence.item)
    if unread:
        made.append(
            {"kind": "marks", "title": "Not checked", "items": unread, "region": NOT_CHECKED}
        )
    elif NOT_CHECKED in sequence.item.required:  # remarks that want a look are such a region too
        made.append({"kind": "marks", "items": [], "region": NOT_CHECKED})
    return made
