"""Commands: each is one act of the review, and then the move that follows from it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from workbench.core.errors import BadCommand
from workbench.notebook import moves
from workbench.notebook.session import LastVerdict, Session
from workbench.notebook.views import View
from workbench.notebook.views.judge import others
from workbench.review import command
from workbench.review.keymap import Keymap
from workbench.review.words import NOTHING_TO_UNDO, REASONS, REJECT_REASONS, count


@dataclass(frozen=True, slots=True)
class Answer:
    """What to say, and a layer to open where the command needs a choice first."""

    say: str = ""
    layer: View | None = None


def run(session: Session, id: str, payload: dict[str, Any]) -> Answer:
    """Run one command of the registry, or of a button. Raises ``WorkbenchError``."""
    if id != "undo":
        session.asked = ""
    if id in _MOVES:
        return Answer(_MOVES[id](session))
    if id.startswith("judge."):
        return _judge(session, id, payload)
    return _ACTS[id](session, payload) if id in _ACTS else _unknown(id)


def _unknown(id: str) -> Answer:
    raise BadCommand("There is no such command here")


# --- verdicts ----------------------------------------------------------------------------------


def _judge(session: Session, id: str, payload: dict[str, Any]) -> Answer:
    key = str(payload.get("finding", ""))
    finding = session.item().finding(key)
    if finding is None:
        raise BadCommand("No finding is on the card")
    if id == "judge.same_as":
        return _same_as(session, key, payload)
    if id == "judge.repeat":
        last = session.last
        if last is None or (last.check, last.kind) != (finding.check, finding.kind.value):
            raise BadCommand("There is no verdict to repeat on this check and class")
        verdict, reason = last.verdict, last.reason
    else:
        given = command(id).payload
        verdict, reason = given["verdict"], given.get("reason", "")
    done = session.do("judge", finding=key, verdict=verdict, reason=reason)
    session.last = LastVerdict(finding.check, finding.kind.value, verdict, reason)
    note = session.streak.note("judge", verdict)
    return Answer(f"{_onward(session, key, done.sentence)} {note}".strip())


def _same_as(session: Session, key: str, payload: dict[str, Any]) -> Answer:
    finding = session.item().finding(key)
    if "other" not in payload and finding is not None:
        layer: View = {
            "kind": "same",
            "command": "judge.same_as",
            "payload": {"finding": key},
            "others": others(session.judging(), finding),
        }
        return Answer(layer=layer)
    done = session.do("same_as", finding=key, other=str(payload["other"]))
    return Answer(_onward(session, key, done.sentence))


def _onward(session: Session, key: str, said: str) -> str:
    """After a verdict: the next finding that waits, else where the item is at."""
    following = moves.due_finding(session, after=session.index().number(key))
    if following is not None and following.key != key:
        moves.show_finding(session, following)
        return said
    if following is None:
        session.move(finding="")
        return f"{said} {session.item().gate('Contents').sentence}"
    return said


# --- name, outcome, door -----------------------------------------------------------------------


def _approve_name(session: Session, payload: dict[str, Any]) -> Answer:
    name, reason = str(payload.get("name", "")), str(payload.get("reason", ""))
    remarks = session.review.name_check(session.position.item, name) if name else ()
    asks = [remark for remark in remarks if remark.level == "ask"]
    refused = any(remark.level == "refuse" for remark in remarks)
    if asks and not refused and not reason:
        return Answer(
            layer=_choice(
                session.review.keymap,
                "Keep this name because it is a…",
                REASONS,
                "name.approve",
                {"name": name},
                asks[0].sentence,
            )
        )
    done = session.do("rename", name=name, reason=reason)
    return Answer(_next_card(session, done.sentence))


def _approve_outcome(session: Session, payload: dict[str, Any]) -> Answer:
    done = session.do("approve_outcome", digest=str(payload.get("digest", "")))
    return Answer(_next_card(session, done.sentence))


def _next_card(session: Session, said: str) -> str:
    """After an approval: to the next thing that waits, or back to the item, ready."""
    due = moves.due_finding(session, after=0)
    if due is not None:
        moves.show_finding(session, due)
        return said
    for name in ("Name", "Outcome"):
        if session.item().gate(name).status.value == "ask":
            session.move(view=name.lower())
            return said
    session.move(view="item")
    if not session.item().ready:
        return said
    return f"{said} Every gate passes: stage the item {session.review.keymap.how('item.stage')}."


def _stage(session: Session, payload: dict[str, Any]) -> Answer:
    at_door = session.position.view == "door"
    here, row = session.position.item, session.current_row()[1]
    if session.position.view == "queue" and row is not None:
        session.move(item=row.key)
    done = session.do("stage")
    if at_door:
        return Answer(done.sentence)
    following = session.review.next_item(here)
    if session.position.view == "queue":
        return Answer(done.sentence)
    if following is None or following == here:
        session.move(view="door")
        return Answer(f"{done.sentence} No other item waits for you.")
    return Answer(f"{done.sentence} {moves.open_item(session, following)}")


def _export(session: Session, payload: dict[str, Any]) -> Answer:
    given = {name: payload[name] for name in ("typed_name", "held") if name in payload}
    # What was shown is what is written (law 5).
    done = session.do("export", digest=session.plan_shown, **given)
    session.overlay, session.overlay_words = "exported", done.sentence
    return Answer(done.sentence)


# --- items -------------------------------------------------------------------------------------


def _selected(session: Session) -> None:
    """In the queue a command is about the selected row."""
    if session.position.view == "queue":
        row = session.current_row()[1]
        if row is None:
            raise BadCommand("No capture is selected")
        session.move(item=row.key)


def _open(session: Session, payload: dict[str, Any]) -> Answer:
    _selected(session)
    return Answer(moves.open_item(session, session.position.item))


def _later(session: Session, payload: dict[str, Any]) -> Answer:
    _selected(session)
    in_queue = session.position.view == "queue"
    here = session.position.item
    done = session.do("defer")
    following = session.review.next_item(here)
    if in_queue or following is None or following == here:
        session.move(view="queue", item=following or here)
        return Answer(done.sentence)
    return Answer(f"{done.sentence} {moves.open_item(session, following)}".strip())


def _reject(session: Session, payload: dict[str, Any]) -> Answer:
    _selected(session)
    if "reason" not in payload:
        return Answer(
            layer=_choice(
                session.review.keymap,
                "Reject the item because…",
                REJECT_REASONS,
                "item.reject",
                {},
                "It is not promoted. The capture is not changed; undo brings it back.",
            )
        )
    done = session.do("reject", reason=str(payload["reason"]))
    session.move(view="queue")
    return Answer(done.sentence)


def _plain(act: str) -> Callable[[Session, dict[str, Any]], Answer]:
    def run_plain(session: Session, payload: dict[str, Any]) -> Answer:
        _selected(session)
        return Answer(session.do(act).sentence)

    return run_plain


def _minimise(session: Session, payload: dict[str, Any]) -> Answer:
    _selected(session)
    done = session.do("minimise")
    session.move(at=0)  # the steps have other numbers now
    return Answer(done.sentence)


def _undo(session: Session, payload: dict[str, Any]) -> Answer:
    """On another item, undo first says what it would take back; the second press does it."""
    here = session.position.item if session.position.view != "queue" else None
    words = session.review.undo_preview(here)
    if here and words.endswith("?") and session.asked != words:
        session.asked = words
        return Answer(f"{words} {session.review.keymap.again('undo')}.")
    session.asked = ""
    return Answer(_returned(session, session.do("undo").item, "undo"))


def _redo(session: Session, payload: dict[str, Any]) -> Answer:
    return Answer(_returned(session, session.do("redo").item, "redo"))


def _returned(session: Session, key: str, act: str) -> str:
    """Where an undone command was: that item, and a finding that waits again."""
    said = "Undone." if act == "undo" else "Done again."
    if not key or session.position.view == "queue":
        return said
    if key != session.position.item:
        moves.open_item(session, key)
    elif session.item().refusal is None and session.position.view in ("item", "door"):
        due = moves.due_finding(session, after=0)
        if due is not None and session.position.view == "item":
            moves.show_finding(session, due)
    session.overlay = ""
    return said


MOST_CHANGES = 500  # lines of the list


def _changes(session: Session, payload: dict[str, Any]) -> Answer:
    """The list of what can be undone."""
    made = session.review.changes()
    if not made:
        return Answer(NOTHING_TO_UNDO)
    listed = [
        {"seq": each.seq, "back": each.back, "words": [each.words]} for each in made[:MOST_CHANGES]
    ]
    return Answer(layer={"kind": "changes", "changes": listed, "total": len(made)})


def _undo_back(session: Session, payload: dict[str, Any]) -> Answer:
    """Take back a command of the list and everything after it, the newest first."""
    wanted = int(payload.get("seq", -1))
    many = next((each.back for each in session.review.changes() if each.seq == wanted), 0)
    if not many:
        raise BadCommand("This is undone already", cure="Open the list again")
    key = ""
    for _ in range(many):
        key = session.do("undo").item
    session.asked = ""
    said = _returned(session, key, "undo")
    return Answer(f"{count(many, 'change')} undone." if many > 1 else said)


def _check_notebook(session: Session, payload: dict[str, Any]) -> Answer:
    return Answer(session.review.can_save().sentence)


def _refresh(session: Session, payload: dict[str, Any]) -> Answer:
    session.forget()
    session.move(view="queue")
    return Answer("The review folder was read again.")


def _choice(
    keymap: Keymap, title: str, choices: Any, id: str, payload: View, words: str = ""
) -> View:
    picks = [
        {
            "id": choice.id,
            "label": choice.label,
            "effect": choice.effect,
            "key": keymap.letter(choice.id) if choice in REASONS else choice.key,
        }
        for choice in choices
    ]
    return {
        "kind": "choice",
        "title": title,
        "words": [words] if words else None,
        "choices": picks,
        "command": id,
        "payload": payload,
    }


def _reading(session: Session) -> str:
    moves.other_reading(session)
    return ""


_MOVES: dict[str, Callable[[Session], str]] = {
    "item.next": lambda session: moves.step_item(session, 1),
    "item.previous": lambda session: moves.step_item(session, -1),
    "finding.next": lambda session: moves.walk_findings(session, 1),
    "finding.previous": lambda session: moves.walk_findings(session, -1),
    "reading.other": _reading,
    "show.steps": lambda session: moves.go(session, "steps"),
}
_ACTS: dict[str, Callable[[Session, dict[str, Any]], Answer]] = {
    "item.open": _open,
    "item.later": _later,
    "item.resume": _plain("resume"),
    "item.minimise": _minimise,
    "item.reject": _reject,
    "item.stage": _stage,
    "item.unstage": _plain("unstage"),
    "name.approve": _approve_name,
    "outcome.approve": _approve_outcome,
    "door.export": _export,
    "undo": _undo,
    "redo": _redo,
    "changes.open": _changes,
    "undo.back": _undo_back,
    "notebook.check": _check_notebook,
    "queue.refresh": _refresh,
}
