"""Whole-body messages: refused, blocked, failed. What happened, where, means, you can."""

from __future__ import annotations

from workbench.core.errors import WorkbenchError
from workbench.notebook.views import View
from workbench.review import GateStatus, Item
from workbench.review.words import count, sentence

#: What a person can do about a failing gate, beside its own sentence.
CURES = {
    "Replays": "Record the capture again under the version it names, or look at the step.",
    "Consumed": "What was recorded was not all asked for. Record the scenario again.",
    "Issued": "An id that nothing issued was typed, edited or belongs to another session.",
    "Contents": "Undo the verdict if it was wrong, or reject the item.",
    "Name": "Choose another name.",
    "Seed": "A fixed string cannot change. Reject the item, or keep it as a private capture.",
    "Outcome": "A result that depends on the clock, a random draw or the order of files cannot be golden.",
    "Residue": "Something that was to go is still there. Undo, judge it, and stage again.",
}


def story(error: WorkbenchError) -> list[list[object]]:
    """Where, what it means, what to do; parts that an error does not have are left out."""
    parts = (("Where", error.where), ("Means", error.means), ("You can", error.cure))
    # A place begins as it is written: it may be a file.
    return [[name, [text if name == "Where" else sentence(text)]] for name, text in parts if text]


def refused_body(item: Item, refusal: WorkbenchError) -> View:
    """An item that does not load."""
    what = refusal.what.rstrip(".")
    title = what if what.startswith("Refused") else f"Refused: {what[:1].lower()}{what[1:]}"
    lines = story(refusal)
    if not any(name == "Means" for name, _ in lines):
        lines.append(
            [
                "Means",
                [
                    "This capture does not load, so it cannot be replayed or become a fixture. The file was not changed."
                ],
            ]
        )
    return {
        "kind": "message",
        "quiet": False,
        "tone": "fail",
        "title": title,
        "words": None,
        "story": lines,
        "blocks": [],
        "actions": [
            {"id": "item.next", "label": "Next item", "primary": True},
            {"id": "item.reject", "label": "Reject the item"},
        ],
    }


def blocked_body(item: Item) -> View:
    """An item whose gates fail and that has nothing left to judge."""
    failing = [gate for gate in item.gates if gate.status is GateStatus.FAIL]
    judged = len(item.item_state.verdicts)
    kept = (
        f"Your {count(judged, 'verdict')} {'is' if judged == 1 else 'are'} kept. " if judged else ""
    )
    blocks = [
        {
            "tone": "fail",
            "name": gate.name.value,
            "words": [gate.sentence],
            "more": [CURES[gate.name.value]] if gate.name.value in CURES else None,
            "action": {"id": "gate", "label": "Look at it", "payload": {"name": gate.name.value}},
        }
        for gate in failing
    ]
    return {
        "kind": "message",
        "quiet": False,
        "tone": "fail",
        "title": f"Blocked by {count(len(failing), 'gate')}",
        "words": [
            f"{kept}The item reopens by itself when {'the gate passes' if len(failing) == 1 else 'they pass'}."
        ],
        "story": [],
        "blocks": blocks,
        "actions": [
            {"id": "show.steps", "label": "Look at the steps", "primary": True},
            {"id": "item.later", "label": "Later"},
            {"id": "item.reject", "label": "Reject the item"},
        ],
    }


def failed_body(error: WorkbenchError) -> View:
    """Something that went wrong before there is anything to show."""
    return {
        "kind": "message",
        "quiet": False,
        "tone": "fail",
        "title": error.what,
        "words": None,
        "story": story(error),
        "blocks": [],
        "actions": [{"id": "queue.refresh", "label": "Try again", "primary": True}],
    }


def exported_body(sentence_done: str, *, more: bool) -> View:
    """After the door."""
    actions = [{"id": "item.next", "label": "Next item", "primary": True}] if more else []
    return {
        "kind": "message",
        "quiet": False,
        "tone": "pass",
        "title": "Exported",
        "words": [sentence_done],
        "story": [],
        "blocks": [],
        "actions": [*actions, {"id": "go.queue", "label": "Queue"}],
    }
