"""The messages of the front end, and what answers each. No exception leaves with captured text in it."""

from __future__ import annotations

import hashlib
import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import PurePath
from typing import Any, TypeAlias

from workbench.core.errors import BadCommand, WorkbenchError
from workbench.notebook import deciding, moves, searching
from workbench.notebook.assets import css, esm
from workbench.notebook.position import READINGS
from workbench.notebook.registry import registry
from workbench.notebook.screens import judge_part, next_part, reading_part, screen
from workbench.notebook.session import Session
from workbench.notebook.views import View, frame, naming
from workbench.notebook.views.queue import folder_sentence, queue_row
from workbench.review.keymap import Keymap, spoken
from workbench.review.own_settings import write_settings

Content: TypeAlias = dict[str, Any]


@dataclass(frozen=True)
class Reply:
    """One message to the front end."""

    content: View = field(repr=False)
    buffers: list[bytes] = field(default_factory=list, repr=False)


def answer(session: Session, content: Content) -> Iterator[Reply]:
    """Answer one message. Whatever goes wrong becomes a sentence on the screen."""
    seq = content.get("seq")
    try:
        handler = HANDLERS.get(str(content.get("op")))
        if handler is not None:
            yield from handler(session, content)
    except WorkbenchError as error:
        yield from _told(session, str(error), seq)
    except Exception as error:
        yield from _told(session, failure(error), seq)


def failure(error: Exception) -> str:
    """A sentence about an unexpected error: its class and a number, never its message."""
    return (
        f"Something went wrong here ({type(error).__name__}, report id {report_id(error)}; "
        "no captured text is in it). What you decided is kept."
    )


def report_id(error: Exception) -> str:
    """Four digits from the error's class and the lines it came through: equal for equal faults."""
    frames = traceback.extract_tb(error.__traceback__)
    places = [f"{PurePath(frame.filename).name}:{frame.lineno}" for frame in frames]
    return hashlib.sha256(" ".join([type(error).__name__, *places]).encode()).hexdigest()[:4]


def _told(session: Session, words: str, seq: object) -> Iterator[Reply]:
    try:
        session.forget()
        content, buffers = screen(session)
    except Exception:  # the screen itself is what failed: say so, and leave the last one standing
        yield Reply({"op": "say", "say": [words], "loud": True, "seq": seq})
        return
    yield Reply(
        {"op": "screen", "screen": content, "say": [words], "loud": True, "seq": seq}, buffers
    )


def shown(session: Session, content: Content, say: str = "", *, take: bool = False) -> Reply:
    """The whole screen as an answer."""
    view, buffers = screen(session)
    say = f"{say} {session.news()}".strip()
    message: View = {"op": "screen", "screen": view | {"take": take}, "seq": content.get("seq")}
    return Reply(message | ({"say": [say]} if say else {}), buffers)


# --- start -------------------------------------------------------------------------------------


def _code(session: Session, content: Content) -> Iterator[Reply]:
    yield Reply({"op": "code", "esm": esm(), "css": css()})


def _hello(session: Session, content: Content) -> Iterator[Reply]:
    yield Reply(registry(session))
    resumed = session.review.resume()
    notice = session.review.notice
    words = " ".join(part for part in (notice, resumed.sentence) if part)
    session.forget()
    rows = session.rows()
    if session.row(session.position.item) is None:
        session.move(
            view="queue", item=resumed.key or (rows[0].key if rows else ""), at=0, finding=""
        )
    elif session.position.view != "queue":
        _resume_item(session)
    yield shown(session, content, words or folder_sentence(session.counts(), len(rows)))


def _resume_item(session: Session) -> None:
    """Back to the same item; what is gone since does not stop the start."""
    item = session.item()
    if item.fixture is not None:
        last = max(0, len(item.fixture.steps()) - 1)
        if session.position.at > last:
            session.move(at=last, range=None)


# --- windows and parts -------------------------------------------------------------------------


def _rows(session: Session, content: Content) -> Iterator[Reply]:
    start, stop = int(content["start"]), int(content["stop"])
    stop = min(stop, start + 500)
    if content.get("list") == "queue":
        rows = [queue_row(row) for row in session.shown()[start:stop]]
    else:
        rows = session.sequence().rows(start, stop)
    yield Reply(
        {
            "op": "rows",
            "list": content.get("list"),
            "start": start,
            "rows": rows,
            "version": content.get("version"),
        }
    )


def _step(session: Session, content: Content) -> Iterator[Reply]:
    at = int(content["at"])
    changed = moves.to_step(session, at)
    part: View = {"reading": reading_part(session)}
    if changed:
        part |= judge_part(session)
    yield Reply({"op": "part", "of": "steps", "at": at, "part": part})


def _row(session: Session, content: Content) -> Iterator[Reply]:
    shown_rows = session.shown()
    at = max(0, min(int(content["at"]), len(shown_rows) - 1))
    if shown_rows:
        session.move(item=shown_rows[at].key, at=0, finding="", range=None)
    yield Reply(
        {"op": "part", "of": "queue", "at": at, "part": {"next": next_part(session), "current": at}}
    )


def _name(session: Session, content: Content) -> Iterator[Reply]:
    text = str(content.get("text", ""))
    item = session.item()
    remarks = session.review.name_check(item.key, text) if text else ()
    yield Reply({"op": "name", "check": naming.name_check(item, text, remarks)})


def _seen(session: Session, content: Content) -> Iterator[Reply]:
    if content.get("item") != session.position.item:
        return
    item = session.item()
    regions = [str(region) for region in content.get("regions", ()) if str(region) in item.unseen]
    if not regions:
        return
    session.do("seen", regions=list(regions))
    item = session.item()
    view = session.position.view
    yield Reply({"op": "update", "gates": frame.gates(item), "dock": frame.dock(item, here=view)})


# --- moves that draw the whole screen ----------------------------------------------------------


def _moving(
    move: Callable[[Session, Content], str | None],
) -> Callable[[Session, Content], Iterator[Reply]]:
    def handle(session: Session, content: Content) -> Iterator[Reply]:
        words = move(session, content)
        yield shown(session, content, words or "")

    return handle


def _filter(session: Session, content: Content) -> None:
    session.move(filter=str(content["id"]))


def _find(session: Session, content: Content) -> None:
    session.find = str(content.get("text", ""))


def _reading(session: Session, content: Content) -> None:
    kind = str(content["kind"])
    if kind not in READINGS:
        raise BadCommand("There is no such reading")
    session.move(reading=kind)


def _side(session: Session, content: Content) -> None:
    session.side = str(content["id"])


def _to_finding(session: Session, content: Content) -> None:
    finding = session.item().finding(str(content["key"]))
    if finding is not None:
        moves.show_finding(session, finding)


def _jump(session: Session, content: Content) -> None:
    finding = session.finding()
    at = int(content["place"])
    if finding is not None and 0 <= at < len(finding.places):
        moves.show_finding(session, finding, place=at)


def _command(session: Session, content: Content) -> Iterator[Reply]:
    done = deciding.run(session, str(content["id"]), dict(content.get("payload") or {}))
    if done.layer is not None:
        yield Reply({"op": "layer", "layer": done.layer, "seq": content.get("seq")})
        return
    yield shown(session, content, done.say)


def _single_keys(session: Session, content: Content) -> Iterator[Reply]:
    """Switch printed characters on or off as keys."""
    on = bool(content.get("on"))
    said = "Single letters are keys." if on else "No single letter is a key; every button stays."
    yield from _with_keys(session, replace(session.review.keymap, single_keys=on), said)


def _keys(session: Session, content: Content) -> Iterator[Reply]:
    """Give a command other keys, its usual ones (``null``), or none (an empty list)."""
    keymap, id, keys = session.review.keymap, str(content["id"]), content.get("keys")
    try:
        if keys is None:
            changed = keymap.by_default(id)
        else:
            changed = keymap.given(id, tuple(str(key)[:40] for key in keys))
    except BadCommand as error:
        yield Reply({"op": "keys", "said": [str(error)], "id": id, "refused": True})
        return
    spec = changed.command(id)
    now = " or ".join(spoken(key) for key in spec.keys) or "no key"
    yield from _with_keys(session, changed, f"{spec.label}: {now}.", id=id)


def _with_keys(session: Session, keymap: Keymap, said: str, *, id: str = "") -> Iterator[Reply]:
    session.review.keymap = keymap
    try:
        write_settings(keymap)
    except WorkbenchError as error:  # the keys hold all the same, until the review is closed
        said = f"{said} {error}"
    yield Reply(registry(session))
    yield Reply({"op": "keys", "said": [said], "id": id, "refused": False})


HANDLERS: dict[str, Callable[[Session, Content], Iterator[Reply]]] = {
    "code": _code,
    "hello": _hello,
    "rows": _rows,
    "step": _step,
    "row": _row,
    "name": _name,
    "seen": _seen,
    "command": _command,
    "single_keys": _single_keys,
    "keys": _keys,
    "redraw": _moving(lambda session, content: None),
    "go": _moving(lambda session, content: moves.go(session, str(content["view"]))),
    "gate": _moving(lambda session, content: moves.to_gate(session, str(content["name"]))),
    "lane": _moving(lambda session, content: moves.to_lane(session, int(content["lane"]))),
    "range": _moving(lambda session, content: moves.set_range(session, content.get("range"))),
    "search": _moving(
        lambda session, content: searching.search(
            session, content.get("text"), to_step=moves.to_step
        )
    ),
    "walk": _moving(
        lambda session, content: searching.walk_matches(
            session, int(content["by"]), to_step=moves.to_step
        )
    ),
    "first_open": _moving(lambda session, content: moves.first_in_range(session)),
    "unfold": _moving(
        lambda session, content: session.unfold(str(content["block"]), int(content["from"]))
    ),
    "reading": _moving(_reading),
    "filter": _moving(_filter),
    "find": _moving(_find),
    "side": _moving(_side),
    "jump": _moving(_jump),
    "finding": _moving(_to_finding),
}
