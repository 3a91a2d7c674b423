"""The whole-body cards: name, outcome, door."""

from __future__ import annotations

import difflib
import json
from collections.abc import Sequence

from workbench.core.canonical import JSON
from workbench.core.outcome import Change, Meaning
from workbench.findings import NameRemark
from workbench.notebook.index import FindingIndex
from workbench.notebook.views import View
from workbench.notebook.views.text import Mark, plain_runs, runs
from workbench.review import ExportPlan, GateStatus, Item, OutcomeCard
from workbench.review.judging import closed
from workbench.review.words import DOOR, NO_VERSION_CONTROL, count, digest_words, sentence

LONGEST_NAME = 64
MOST_LINES = 400
LEVELS = {"refuse": ("fail", "Refused"), "ask": ("ask", "Asks"), "note": ("note", "Note")}
CLASSES = (
    (Meaning.SAME, "Same"),
    (Meaning.FORMAT_ONLY, "Format only"),
    (Meaning.ADDED_DETAIL, "Added detail"),
    (Meaning.DIFFERENT_DECISION, "Different decision"),
    (Meaning.DIFFERENT_ENDING, "Different ending"),
    (Meaning.NO_LONGER_REPLAYS, "No longer replays"),
)

# --- name --------------------------------------------------------------------------------------


def name_body(item: Item, index: FindingIndex, proposals: Sequence[str], remarks: Sequence[NameRemark], *, value: str) -> View:
    """The name card."""
    return {
        "kind": "name",
        "old": _old_name(item, index),
        "value": value,
        "proposals": list(proposals),
        "check": name_check(item, value, remarks),
        "blocked": _seed_words(item),
        "side": _side(item, index),
    }


def _old_name(item: Item, index: FindingIndex) -> list[list[object]]:
    text = next(iter(item.fixture.label_texts()), None) if item.fixture else None
    if text is None:
        return plain_runs(item.label)
    marks = [Mark(mark.start, mark.end, "open", mark.number) for mark in index.marks(item, text)]
    return runs(text.value, marks)


def _seed_words(item: Item) -> list[object] | None:
    seed = item.gate("Seed")
    return [seed.sentence] if seed.status is GateStatus.FAIL else None


def name_check(item: Item, name: str, remarks: Sequence[NameRemark]) -> View:
    """The live check of a name, as it is typed."""
    refused = any(remark.level == "refuse" for remark in remarks)
    usable = bool(name) and not refused
    return {
        "name": name,
        "refused": refused and bool(name),
        "usable": usable,
        "length": f"{len(name)} of {LONGEST_NAME} characters",
        "pieces": _pieces(name, remarks),
        "remarks": [_remark(remark) for remark in remarks] if name else [],
        "word": _usable_word(item, name, refused, remarks),
    }


def _usable_word(item: Item, name: str, refused: bool, remarks: Sequence[NameRemark]) -> str:
    if not name:
        return "Type a name, or choose a proposal."
    if refused:
        return "A refused name cannot be approved; there is no override."
    if any(remark.level == "ask" for remark in remarks):
        return "Using it asks for a reason."
    return "This is the approved name." if name == item.item_state.renamed_to else "It passes its checks."


def _remark(remark: NameRemark) -> View:
    tone, word = LEVELS[remark.level]
    return {"tone": tone, "word": word, "sentence": remark.sentence}


def _pieces(name: str, remarks: Sequence[NameRemark]) -> list[list[str]]:
    """The name cut where remarks point, the strongest remark winning."""
    tones = [""] * len(name)
    for remark in sorted(remarks, key=lambda remark: list(LEVELS).index(remark.level), reverse=True):
        for at in range(max(0, remark.start), min(len(name), remark.end)):
            tones[at] = LEVELS[remark.level][0]
    pieces: list[list[str]] = []
    for character, tone in zip(name, tones, strict=True):
        if pieces and pieces[-1][1] == tone:
            pieces[-1][0] += character
        else:
            pieces.append([character, tone])
    return [[text, "" if tone == "note" else tone] for text, tone in pieces]


def _side(item: Item, index: FindingIndex) -> list[View]:
    name, fixed = item.gate("Name"), _fixed(item, index)
    derived = "not run" if name.status is GateStatus.IDLE else "run"
    tone = "idle" if derived == "not run" else "pass"
    parts: list[View] = [
        {"kind": "title", "words": "Derived-from checks"},
        {"kind": "words", "words": ["The known identities of this capture, in every spelling and encoding. Used in memory, never written down."]},
        {"kind": "marks", "pairs": [["against what is known here", tone, derived]]},
        {"kind": "title", "words": "Strings that cannot change"},
        {"kind": "words", "words": [item.gate("Seed").sentence]},
    ]
    if fixed:
        parts.append({"kind": "fixed", "items": fixed})
    parts.append({"kind": "note", "words": ["If a seed holds the old name, renaming cannot help: reject the item, or keep it as a private capture."]})
    return parts


def _fixed(item: Item, index: FindingIndex) -> list[View]:
    rows: list[View] = []
    for text in item.fixture.fixed_texts()[:24] if item.fixture else ():
        marks = index.marks(item, text)
        opened = [mark for mark in marks if mark.tone == "open"]
        tone, word = ("ask", "needs you") if opened else ("pass", "pass")
        if any(index.at(number).refuses for _, _, number in index.within(text)):
            tone, word = "fail", "identifies"
        rows.append({"name": text.heading or text.role.value, "value": runs(text.value[:120], marks), "tone": tone, "word": word})
    return rows


# --- outcome -----------------------------------------------------------------------------------


def outcome_body(item: Item, card: OutcomeCard, *, side: str) -> View:
    """The outcome card with what will be written beside it."""
    gate = item.gate("Outcome")
    can = card.bytes is not None and card.agree
    return {
        "kind": "outcome",
        "digest": card.digest,
        "title": [card.sentence],
        "sentence": [_intro(card)],
        "classes": _classes(card.change),
        "changesName": "What changed",
        "changes": _changes(card),
        "facts": [] if _compared(card) else _facts(card),
        "records": _structure(card) if can and not _compared(card) else [],
        "approve": _approve(card, gate.status) if can else None,
        "actions": [{"id": "item.reject", "label": "Reject the item"}],
        "writes": f"Writes the bytes shown here, digest {digest_words(card.digest)}, not a fresh run." if can else "",
        "side": side,
        "sides": [{"id": "raw", "label": "raw"}, {"id": "structure", "label": "structure"}] if can else [],
        "lines": _raw_lines(card) if can and side == "raw" else None,
        "counts": [*(_structure(card) if can and side == "structure" else []), *_digests(card)],
    }


def _intro(card: OutcomeCard) -> str:
    if not card.agree:
        return "Nothing was recorded. A result that depends on the clock, a random draw or the order of files cannot be a golden outcome."
    replays = f"Two replays in fresh processes under {card.engine} gave equal bytes."
    return f"{replays} {sentence(card.change.sentence)}" if card.change else f"{replays} There is no earlier outcome."


def _compared(card: OutcomeCard) -> bool:
    return card.change is not None and card.change.meaning is not Meaning.NEW


def _facts(card: OutcomeCard) -> list[View]:
    tone = "fail"
    return [] if card.agree else [{"tone": tone, "words": [words]} for words in card.sentences]


def _approve(card: OutcomeCard, status: GateStatus) -> View:
    if card.approved and status.holds:
        return {"label": "Approved", "disabled": True}
    return {"label": "Approve this outcome", "disabled": False}


def _classes(change: Change | None) -> list[View]:
    if change is None or change.meaning is Meaning.NEW:
        return []
    many = dict.fromkeys((meaning for meaning, _ in CLASSES), 0)
    deciding = [d for d in change.differences if d.kind != "added"]
    many[Meaning.ADDED_DETAIL] = len(change.differences) - len(deciding)
    many[Meaning.DIFFERENT_DECISION] = len({d.step for d in deciding if d.step is not None})
    many[Meaning.DIFFERENT_ENDING] = sum(d.step is None for d in deciding)
    if not change.differences:
        many[change.meaning] = 1
    return [
        {"label": label, "many": many[meaning], "tone": ("ask" if meaning.needs_person else "none") if many[meaning] else "zero"}
        for meaning, label in CLASSES
    ]


def _changes(card: OutcomeCard) -> list[View]:
    if card.change is None:
        return []
    rows: list[View] = []
    for difference in card.change.differences[:200]:
        needs = difference.kind != "added"
        row: View = {"step": "–" if difference.step is None else difference.step, "tone": "ask" if needs else "none", "words": [sentence(difference.sentence)]}
        if needs:
            row |= {"was": plain_runs(_short(difference.was)), "now": plain_runs(_short(difference.now))}
        rows.append(row)
    return rows


def _short(value: JSON) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 80 else f"{text[:79]}…"


def _raw_lines(card: OutcomeCard) -> list[View]:
    now = (card.bytes or b"").decode("utf-8", "replace").splitlines()
    if card.previous is None or card.previous == card.bytes:
        lines: list[View] = [{"n": number, "runs": plain_runs(line)} for number, line in enumerate(now[:MOST_LINES], 1)]
        return lines + _rest(len(now))
    was = card.previous.decode("utf-8", "replace").splitlines()
    lines = [_diff_line(line) for line in list(difflib.unified_diff(was, now, n=3, lineterm=""))[2 : MOST_LINES + 2]]
    return lines or [{"n": "", "runs": [["The same lines; only their ends differ.", ""]]}]


def _rest(total: int) -> list[View]:
    if total <= MOST_LINES:
        return []
    return [{"n": "", "runs": [[f"… {count(total - MOST_LINES, 'more line')}", ""]]}]


def _diff_line(line: str) -> View:
    if line.startswith("@@"):
        return {"n": "…", "runs": [["", ""]]}
    tone = {"-": "out", "+": "in"}.get(line[:1], "")
    return {"n": line[:1].strip(), "tone": tone, "runs": plain_runs(line[1:])}


def _digests(card: OutcomeCard) -> list[list[str]]:
    pairs = [["replays", "2 of 2 equal" if card.agree else "differ"], ["replayed by", card.engine or "–"]]
    return [*pairs, *([["now", digest_words(card.digest)]] if card.digest else [])]


def _structure(card: OutcomeCard) -> list[list[str]]:
    """The members of the outcome: how many entries each has; values stay in the raw reading."""
    value = json.loads(card.bytes or b"null")
    members = value.items() if isinstance(value, dict) else ()
    return [[key, _extent(member)] for key, member in members]


def _extent(value: JSON) -> str:
    if isinstance(value, list):
        return count(len(value), "entry") if len(value) == 1 else f"{len(value):,} entries"
    if isinstance(value, dict):
        return count(len(value), "member")
    return json.dumps(value) if value is None or isinstance(value, bool | int | float) else f"{len(str(value))} characters"


# --- door --------------------------------------------------------------------------------------


def door_body(item: Item, plan: ExportPlan | None) -> View:
    """The door: everything that will be written, before anything is."""
    if plan is None:
        return _door_waiting(item)
    return {
        "kind": "door",
        "title": f"Export {count(len(plan.files), 'file')}",
        "sentence": ["Everything until here can be undone. This step cannot."],
        "needs": [],
        "files": [_file(plan, number) for number in range(len(plan.files))],
        "steps": _door_steps(item, plan),
        "door": {"name": plan.name, "sentence": DOOR, "note": NO_VERSION_CONTROL} if item.staged and item.state != "promoted" else None,
        "actions": _door_actions(item),
        "residue": {"tone": "fail" if plan.residue else "pass", "word": count(plan.residue, "place")},
        "searched": ["Everything that was to go, in every encoding, searched in ", {"b": count(plan.places_searched, "place")}, "."],
        "audit": plan.audit_text,
        "counts": [["digest of all files", digest_words(plan.digest)]],
    }


def _file(plan: ExportPlan, number: int) -> View:
    file = plan.files[number]
    name = file.name if number == 0 else f"…/{file.name.removeprefix(f'{plan.name}/')}"
    return {"name": name, "what": file.what, "size": f"{file.size:,}", "digest": digest_words(file.digest)}


def _door_steps(item: Item, plan: ExportPlan) -> list[View]:
    return [{"tone": "idle", "words": step} for step in plan.steps]


def _door_actions(item: Item) -> list[View]:
    if item.state == "promoted":
        return [{"id": "item.next", "label": "Next item", "caps": ["]"], "primary": True}]
    if item.staged:
        return [{"id": "item.unstage", "label": "Take out of the export", "caps": []}]
    return [{"id": "item.stage", "label": "Stage these files", "caps": ["Ctrl", "Enter"], "primary": True}]


def _door_waiting(item: Item) -> View:
    waiting = closed(item.gates)
    needs = [
        {"tone": gate.status.value, "name": gate.name.value, "words": gate.sentence} for gate in waiting
    ]
    return {
        "kind": "door",
        "title": "Nothing is staged yet",
        "sentence": [f"{count(len(waiting), 'gate')} must hold before this capture can be exported."],
        "needs": needs,
        "files": [],
        "steps": [],
        "door": None,
        "actions": [],
        "residue": None,
        "searched": ["The sweep runs over the staged files, once every other gate holds."],
        "audit": "",
        "counts": None,
    }
