"""The door: everything that will be written, before anything is."""

from __future__ import annotations

from workbench.notebook.views import View
from workbench.review import ExportPlan, Item
from workbench.review.judging import closed
from workbench.review.words import DOOR, NO_VERSION_CONTROL, count, digest_words


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
        "door": {"name": plan.name, "sentence": DOOR, "note": NO_VERSION_CONTROL}
        if item.staged and item.state != "promoted"
        else None,
        "actions": _door_actions(item),
        "residue": {
            "tone": "fail" if plan.residue else "pass",
            "word": count(plan.residue, "place"),
        },
        "searched": [
            "Everything that was to go, in every encoding, searched in ",
            {"b": count(plan.places_searched, "place")},
            ".",
        ],
        "audit": plan.audit_text,
        "counts": [["digest of all files", digest_words(plan.digest)]],
    }


def _file(plan: ExportPlan, number: int) -> View:
    file = plan.files[number]
    name = file.name if number == 0 else f"…/{file.name.removeprefix(f'{plan.name}/')}"
    return {
        "name": name,
        "what": file.what,
        "size": f"{file.size:,}",
        "digest": digest_words(file.digest),
    }


def _door_steps(item: Item, plan: ExportPlan) -> list[View]:
    return [{"tone": "idle", "words": step} for step in plan.steps]


def _door_actions(item: Item) -> list[View]:
    if item.state == "promoted":
        return [
            {"id": "item.next", "label": "Next item", "primary": True},
            _SAVING,
        ]
    if item.staged:
        return [{"id": "item.unstage", "label": "Take out of the export"}, _SAVING]
    return [
        {
            "id": "item.stage",
            "label": "Stage these files",
            "primary": True,
        },
        _SAVING,
    ]


_SAVING = {"id": "notebook.check", "label": "Can I save this notebook?"}


def _door_waiting(item: Item) -> View:
    waiting = closed(item.gates)
    needs = [
        {"tone": gate.status.value, "name": gate.name.value, "words": gate.sentence}
        for gate in waiting
    ]
    return {
        "kind": "door",
        "title": "Nothing is staged yet",
        "sentence": [
            f"{count(len(waiting), 'gate')} must hold before this capture can be exported."
        ],
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
