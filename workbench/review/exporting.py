"""The export command: what must hold first, the writing, and the entry that closes the item."""

from __future__ import annotations

from pathlib import Path

from workbench.core.errors import BadCommand, GateClosed
from workbench.review import acts, cards, words
from workbench.review.promotion import Ground, distinctive, write
from workbench.review.saving import check_notebook
from workbench.review.shapes import Done, ExportPlan
from workbench.review.shelf import Shelf
from workbench.review.state import Payload
from workbench.review.viewing import View


def planned(view: View, notebook: Path | None = None) -> ExportPlan:
    """The plan of a ready item.

    Raises ``GateClosed`` before it is ready, or where something that was to go remains: in what would
    be written, or in the ``notebook`` that the review is shown in.
    """
    acts.require_ready(view, "export")
    plan = cards.export_plan(view)
    if plan.residue:
        raise _remains(plan.residue_sentence, cure="Judge where it stands, or reject the item")
    if notebook is not None and notebook.is_file():
        check = check_notebook(notebook, (*view.to_go.values, *_old_name(view)))
        if not check.clean:
            said = f"Something that was to go is still {words.joined(check.places)}."
            raise _remains(said, cure="Clear it there, save the notebook and go on")
    return plan


def _old_name(view: View) -> tuple[str, ...]:
    return (view.to_go.old_name,) if distinctive(view.to_go.old_name) else ()


def _remains(said: str, *, cure: str) -> GateClosed:
    return GateClosed(
        f"Blocked: {said[:1].lower()}{said[1:]}",
        means="Nothing was staged or exported",
        cure=cure,
        details={"gates": ["Residue"]},
    )


def export(shelf: Shelf, view: View, payload: Payload, promoted: Path) -> Done | None:
    """Write a staged item as a promoted fixture. ``None`` when another process wrote meanwhile.

    Files first, entry second: a process killed between the two finds the files there, and doing it
    again writes nothing and keeps the entry.
    """
    _confirmed(view, payload)
    plan = planned(view, shelf.notebook)
    if payload.get("digest", plan.digest) != plan.digest:
        raise BadCommand(
            "What would be written is not what was shown",
            means="Something about the capture or its checks changed meanwhile; nothing was exported",
            cure="Look at the list of files and the audit record again",
            code="changed",
        )
    closed = bool(view.item.item_state.exported)
    if not view.item.staged and not closed:
        raise GateClosed("This item is not staged", cure="Stage it first")
    written = write(plan, promoted, ground=_ground(view))
    if not closed and shelf.append(view.subject, "export", {"digest": plan.digest}) is None:
        return None
    said = (
        f"Promoted: {words.count(len(plan.files), 'file')} written."
        if written
        else "Exactly these files were there already; nothing was written."
    )
    return Done(f"{said} {words.NO_VERSION_CONTROL}", view.item.key, acts.EVERYTHING)


def _confirmed(view: View, payload: Payload) -> None:
    if view.item.refusal is not None:
        acts.require_open(view)
    name = view.item.item_state.renamed_to
    if payload.get("held") is not True and payload.get("typed_name") != name:
        raise BadCommand(
            "The new name was not typed",
            means="Nothing was exported",
            cure="Type the new name exactly, or hold the button for 2 seconds",
        )


def _ground(view: View) -> Ground:
    loaded = view.held.loaded
    return Ground(
        family=loaded.fixture.family if loaded.fixture else "",
        steps_key=loaded.steps_key,
        environment=loaded.environment,
        approved=view.outcome_digest,
        to_go=view.to_go,
    )
