"""The outcome card: a sentence, changes by meaning, structure and raw bytes beside it."""

from __future__ import annotations

import difflib
import json
import re

from workbench.core.canonical import JSON
from workbench.core.outcome import Change, Meaning
from workbench.notebook.views import View
from workbench.notebook.views.text import plain_runs
from workbench.review import GateStatus, Item, OutcomeCard
from workbench.review.words import count, digest_words, sentence

MOST_LINES = 400
CLASSES = (
    (Meaning.SAME, "Same"),
    (Meaning.FORMAT_ONLY, "Format only"),
    (Meaning.ADDED_DETAIL, "Added detail"),
    (Meaning.DIFFERENT_DECISION, "Different decision"),
    (Meaning.DIFFERENT_ENDING, "Different ending"),
    (Meaning.NO_LONGER_REPLAYS, "No longer replays"),
)


#: A string that says itself in a line and holds nothing that has to be made visible first.
_WORD = re.compile(r"[A-Za-z0-9_.:-]{1,40}")


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
        "actions": [*_shorter(item), {"id": "item.reject", "label": "Reject the item"}],
        "writes": f"Writes the bytes shown here, digest {digest_words(card.digest)}, not a fresh run."
        if can
        else "",
        "side": side,
        "sides": [{"id": "raw", "label": "raw"}, {"id": "structure", "label": "structure"}]
        if can
        else [],
        "lines": _raw_lines(card) if can and side == "raw" else None,
        "counts": [*(_structure(card) if can and side == "structure" else []), *_digests(card)],
    }


def _shorter(item: Item) -> list[View]:
    """A fixture that shows the same with fewer steps keeps less of what somebody did."""
    can = item.fixture is not None and item.fixture.can_be_shorter
    open_to_it = can and item.item_state.shortened is None and not item.item_state.exported
    return [{"id": "item.minimise", "label": "Make shorter"}] if open_to_it else []


def _intro(card: OutcomeCard) -> str:
    if not card.agree:
        return "Nothing was recorded. A result that depends on the clock, a random draw or the order of files cannot be a golden outcome."
    replays = f"Two replays in fresh processes under {card.engine} gave equal bytes."
    return (
        f"{replays} {sentence(card.change.sentence)}"
        if card.change
        else f"{replays} There is no earlier outcome."
    )


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
        {
            "label": label,
            "many": many[meaning],
            "tone": ("ask" if meaning.needs_person else "none") if many[meaning] else "zero",
        }
        for meaning, label in CLASSES
    ]


def _changes(card: OutcomeCard) -> list[View]:
    if card.change is None:
        return []
    rows: list[View] = []
    for difference in card.change.differences[:200]:
        needs = difference.kind != "added"
        row: View = {
            "step": "–" if difference.step is None else difference.step,
            "tone": "ask" if needs else "none",
            "words": [sentence(difference.sentence)],
        }
        if needs:
            row |= {
                "was": plain_runs(_short(difference.was)),
                "now": plain_runs(_short(difference.now)),
            }
        rows.append(row)
    return rows


def _short(value: JSON) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 80 else f"{text[:79]}…"


def _raw_lines(card: OutcomeCard) -> list[View]:
    now = (card.bytes or b"").decode("utf-8", "replace").splitlines()
    if card.previous is None or card.previous == card.bytes:
        lines: list[View] = [
            {"n": number, "runs": plain_runs(line)}
            for number, line in enumerate(now[:MOST_LINES], 1)
        ]
        return lines + _rest(len(now))
    was = card.previous.decode("utf-8", "replace").splitlines()
    lines = [
        _diff_line(line)
        for line in list(difflib.unified_diff(was, now, n=3, lineterm=""))[2 : MOST_LINES + 2]
    ]
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
    pairs = [
        ["replays", "2 of 2 equal" if card.agree else "differ"],
        ["replayed by", card.engine or "–"],
    ]
    return [*pairs, *([["now", digest_words(card.digest)]] if card.digest else [])]


def _structure(card: OutcomeCard) -> list[list[str]]:
    """The members of the outcome in a line each: words and numbers as they are, longer ones by their extent."""
    value = json.loads(card.bytes or b"null")
    members = value.items() if isinstance(value, dict) else ()
    return [[key, _extent(member)] for key, member in members]


def _extent(value: JSON) -> str:
    if isinstance(value, list):
        return count(len(value), "entry") if len(value) == 1 else f"{len(value):,} entries"
    if isinstance(value, dict):
        plain = 0 < len(value) <= 3 and not any(
            isinstance(each, list | dict) for each in value.values()
        )
        if not plain:
            return count(len(value), "member")
        return ", ".join(f"{key} {_extent(each)}" for key, each in value.items())
    if isinstance(value, str):
        return value if _WORD.fullmatch(value) else f"{len(value)} characters"
    return json.dumps(value)
