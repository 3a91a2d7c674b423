"""The name card: old to new name, the live check in three strengths, what was checked."""

from __future__ import annotations

from collections.abc import Sequence

from workbench.findings import NameRemark
from workbench.notebook.index import FindingIndex
from workbench.notebook.views import View
from workbench.notebook.views.text import Mark, plain_runs, runs
from workbench.review import GateStatus, Item

LONGEST_NAME = 64
LEVELS = {"refuse": ("fail", "Refused"), "ask": ("ask", "Asks"), "note": ("note", "Note")}


def name_body(
    item: Item,
    index: FindingIndex,
    proposals: Sequence[str],
    remarks: Sequence[NameRemark],
    *,
    value: str,
) -> View:
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
    return (
        "This is the approved name."
        if name == item.item_state.renamed_to
        else "It passes its checks."
    )


def _remark(remark: NameRemark) -> View:
    tone, word = LEVELS[remark.level]
    return {"tone": tone, "word": word, "sentence": remark.sentence}


def _pieces(name: str, remarks: Sequence[NameRemark]) -> list[list[str]]:
    """The name cut where remarks point, the strongest remark winning."""
    tones = [""] * len(name)
    for remark in sorted(
        remarks, key=lambda remark: list(LEVELS).index(remark.level), reverse=True
    ):
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
    fixed = _fixed(item, index)
    tone, derived = ("pass", "run") if item.identities_known else ("idle", "not run")
    parts: list[View] = [
        {"kind": "title", "words": "Derived-from checks"},
        {
            "kind": "words",
            "words": [
                "The known identities of this capture, in every spelling and encoding. Used in memory, never written down."
            ],
        },
        {"kind": "marks", "pairs": [["against who is in this capture", tone, derived]]},
        *([] if item.identities_known else [_no_identities()]),
        {"kind": "title", "words": "Strings that cannot change"},
        {"kind": "words", "words": [item.gate("Seed").sentence]},
    ]
    if fixed:
        parts.append({"kind": "fixed", "items": fixed})
    parts.append(
        {
            "kind": "note",
            "words": [
                "If a seed holds the old name, renaming cannot help: reject the item, or keep it as a private capture."
            ],
        }
    )
    return parts


def _no_identities() -> View:
    """How to hand in who is in the captures, so that the checks are run against them."""
    words = (
        "Nobody told who is in this capture, so only this machine's own login, host and git identity "
        "were looked for. Start with workbench lab --known FILE, where FILE holds lines such as "
        "user:login or name:First Last, or review a capture store, which knows."
    )
    return {"kind": "note", "words": [words]}


def _fixed(item: Item, index: FindingIndex) -> list[View]:
    rows: list[View] = []
    for text in item.fixture.fixed_texts()[:24] if item.fixture else ():
        marks = index.marks(item, text)
        opened = [mark for mark in marks if mark.tone == "open"]
        tone, word = ("ask", "needs you") if opened else ("pass", "pass")
        if any(index.at(number).refuses for _, _, number in index.within(text)):
            tone, word = "fail", "identifies"
        rows.append(
            {
                "name": text.heading or text.role.value,
                "value": runs(text.value[:120], marks),
                "tone": tone,
                "word": word,
            }
        )
    return rows
