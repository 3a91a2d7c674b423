"""Header, gates, dock and footer: the frame that is always on the screen."""

from __future__ import annotations

from collections.abc import Mapping

from workbench.notebook.views import View
from workbench.notebook.views.text import plain_runs
from workbench.review import Gate, GateName, Item
from workbench.review.words import STATUS_WORDS, count

SOON = 3  # days left that are said aloud
SHOWN_TALLIES = (
    ("ready", "pass", "pass"),
    ("blocked", "fail", "fail"),
    ("deferred", "idle", "later"),
)
STATE_TONES: Mapping[str, tuple[str, str]] = {
    "captured": ("idle", "idle"),
    "in review": ("ask", "ask"),
    "ready": ("pass", "pass"),
    "blocked": ("fail", "fail"),
    "deferred": ("idle", "later"),
    "rejected": ("idle", "close"),
    "refused": ("fail", "fail"),
    "promoted": ("pass", "door"),
}
LETTERS = {"pass": "p", "fail": "f", "ask": "a", "idle": "i", "none": "n"}


def tallies(counts: Mapping[str, int]) -> list[View]:
    """ "9 ready, 3 blocked, 2 deferred"; what there is none of is left out."""
    return [
        {"tone": tone, "shape": shape, "word": f"{counts[state]} {state}"}
        for state, tone, shape in SHOWN_TALLIES
        if counts.get(state)
    ]


def queue_header(total: int, counts: Mapping[str, int]) -> View:
    """The header over the queue."""
    detail = count(total, "capture") if total else "no captures"
    return {
        "queue": True,
        "title": ["Queue"],
        "detail": detail,
        "tallies": tallies(counts) if total else [],
    }


def item_header(
    item: Item, *, family: str, total: int, counts: Mapping[str, int], detail: str
) -> View:
    """The header over an item."""
    return {
        "queue": False,
        "place": {"n": item.number, "of": total},
        "family": family,
        "title": [{"c": plain_runs(item.label)}],
        "detail": detail,
        "tallies": tallies(counts),
        "days": days(item.days_left),
    }


def days(left: int | None) -> View | None:
    """Days until the capture is purged, where that is known."""
    if left is None:
        return None
    return {"word": f"{count(left, 'day')} left", "soon": left <= SOON}


def gates(item: Item) -> list[View]:
    """The ten gates."""
    return [
        {
            "name": gate.name.value,
            "status": gate.status.value,
            "word": gate.word or STATUS_WORDS[gate.status.value],
            "sentence": gate.sentence,
        }
        for gate in item.gates
    ]


def dock(item: Item, *, here: str) -> list[View] | None:
    """Name, outcome and export, with what each is at."""
    if item.refusal is not None:
        return None
    cells = (
        ("name", "Name", item.gate(GateName.NAME).status.value, _name_text(item)),
        ("outcome", "Outcome", item.gate(GateName.OUTCOME).status.value, _outcome_text(item)),
        ("export", "Export", *_export(item)),
    )
    view = "export" if here == "door" else here
    return [
        {
            "id": id,
            "title": title,
            "status": status,
            "text": text,
            "here": id == view,
        }
        for id, title, status, text in cells
    ]


def _name_text(item: Item) -> list[object]:
    renamed = item.item_state.renamed_to
    gate = item.gate(GateName.NAME)
    if gate.status.value == "fail":
        return [f"refused: {renamed}"]
    return [renamed] if renamed else [{"c": plain_runs(item.label)}, " → not chosen"]


def _outcome_text(item: Item) -> list[object]:
    gate: Gate = item.gate(GateName.OUTCOME)
    recording = item.recording
    if gate.status.value == "ask" and recording is not None and recording.agree:
        steps = count(len(item.fixture.steps()) if item.fixture else 0, item.step_noun)
        return [f"{steps}, recorded twice, equal"]
    return [gate.word]


def _export(item: Item) -> tuple[str, list[object]]:
    if item.state == "promoted":
        return "pass", ["promoted"]
    if item.staged:
        return "ask", ["staged, type the name"]
    return "idle", ["ready to stage" if item.ready else "nothing staged"]
