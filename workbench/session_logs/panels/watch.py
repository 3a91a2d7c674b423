"""What of a log changes from run to run, and where people and machines are named.

Source: ``spec/session-logs.md`` §23. Fields are told by the event they stand in and by their key; the
values are counted, never shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from workbench.core.panels import Cell, Row, Table, cell, row
from workbench.session_logs.panels.seen import Seen

#: Key → what it is and what may be done with it.
_VOLATILE = {
    "seq": ("place in the log", "dropped"),
    "seq0": ("place in the log", "dropped"),
    "time": ("time of an event", "dropped"),
    "time0": ("time of an event", "dropped"),
    "dt": ("pace of the stream", "the length is kept, the values are not"),
    "createdAt": ("creation time", "its order decides which child binds first"),
    "durationMs": ("duration", "dropped"),
    "acceptedAt": ("clock", "dropped"),
    "clearedAt": ("clock", "dropped"),
    "updatedAt": ("clock", "dropped"),
    "delayMs": ("duration", "dropped"),
    "cwd": ("working directory", "a token, {{cwd}}"),
}
_IDS = "ids"
_KEPT = "equal ids stay equal; typed tokens"
#: Event → what stands there that a person or a machine may be named in.
_EVENTS = {
    "user/message": "what a person typed",
    "steering/message": "what a person typed",
    "agent/inbox/spliced": "what a person typed",
    "session/title": "a title that repeats it",
    "session/title-llm-request": "a further request, whole",
    "web/deepseek-search-llm-request": "a further request, whole",
    "system/message": "the full prompt",
    "developer/message": "the full prompt",
    "request/header": "the request's head",
    "tool/call": "arguments of a tool",
    "tool/result": "output of a tool",
    "tool/code-dispatch": "output of a tool",
    "tool/ptc-dispatch": "output of a tool",
    "tool-call-chunks": "arguments of a tool, streamed",
    "text-chunks": "what the model wrote",
    "reasoning-chunks": "what the model reasoned",
    "assistant/message": "what the model wrote",
    "assistant/attempt": "what the model wrote",
    "assistant/chunk": "what the model wrote",
    "hook/result": "output of a hook",
    "llm/retry": "a failure's own words",
    "feedback/record": "feedback",
    "feedback/message-put": "feedback",
    "team/message/queued": "messages between people or agents",
    "team/message/delivered": "messages between people or agents",
    "override": "what the sidecar scripts",
}
_KEYS = {
    "cwd": "a directory of a machine",
    "parentSession": "the id of a session",
    "rpcId": "the id of a request",
    "clientTimeZone": "a time zone",
    "stderrSummary": "output of a hook",
    "failure": "a failure's own words",
    "replayState": "opaque state of a provider",
    "readyFile": "a path of a machine",
    "requestId": "the id of a request",
}
#: Texts that are one of the format's tokens name nobody.
_TOKEN = ("{{", "}}")


@dataclass(slots=True)
class Tally:
    """How often something stands, how long it is, and at which step first."""

    many: int = 0
    characters: int = 0
    first: int | None = None

    def add(self, value: Any, step: int | None) -> None:
        """Count one value."""
        self.many += 1
        self.characters += len(value) if isinstance(value, str) else 0
        if self.first is None:
            self.first = step


def rows_of(seen: Seen, step: int) -> Iterator[tuple[str, dict[str, Any], int | None]]:
    """Event, value and step of each row of a step."""
    log = seen.scripts[seen.order[step][0]].log
    if log is not None:
        for number in seen.rows(step):
            yield log.kinds[number], log.value(number), step


def all_rows(seen: Seen) -> Iterator[tuple[str, dict[str, Any], int | None]]:
    """Event, value and step of every row of every log, headers included."""
    for recorded, steps in zip(seen.scripts, seen.steps_of_rows, strict=True):
        log = recorded.log
        if log is None:
            continue
        yield "session", log.value(-1), None
        for number, kind in enumerate(log.kinds):
            yield kind, log.value(number), steps[number]
    if seen.scenario.has_override:
        yield "override", {"entries": seen.scenario.override}, None


def volatile(rows: Iterable[tuple[str, dict[str, Any], int | None]]) -> Table:
    """The fields that differ from run to run, and what promotion may do with each."""
    found: dict[tuple[str, str], Tally] = {}
    for _, value, step in rows:
        for key, inner in _members(value):
            entry = _VOLATILE.get(key) or ((_IDS, _KEPT) if _is_id(key, inner) else None)
            if entry is not None:
                found.setdefault(entry, Tally()).add(inner, step)
    return Table(
        "What changes from run to run",
        "Replay looks at none of these but the order of creation. Token counts, finish reasons and "
        "the borders of chunks are no noise.",
        columns=("What", "Values", "What becomes of it"),
        rows=tuple(
            row(what, f"{tally.many:,}", then) for (what, then), tally in sorted(found.items())
        ),
    )


def naming(rows: Iterable[tuple[str, dict[str, Any], int | None]]) -> Table:
    """Where in these rows a person or a machine may be named: what to look at before promoting."""
    found: dict[str, Tally] = {}
    for event, value, step in rows:
        for key, inner in _members(value):
            what = _KEYS.get(key) or _EVENTS.get(event)
            if what is not None and _may_name(key, inner):
                found.setdefault(what, Tally()).add(inner, step)
    characters = sum(tally.characters for tally in found.values())
    ordered = sorted(found.items(), key=lambda pair: -pair[1].characters)
    return Table(
        "What may name a person or a machine",
        f"{characters:,} characters in {len(found)} kinds of text. The findings say what was found there.",
        columns=("What", "Texts", "Characters", "First at"),
        rows=tuple(_naming_row(what, tally) for what, tally in ordered),
    )


def _naming_row(what: str, tally: Tally) -> Row:
    first: Cell = (
        cell("outside the calls")
        if tally.first is None
        else cell(f"{tally.first}", step=tally.first)
    )
    return row(what, f"{tally.many:,}", f"{tally.characters:,}", first)


def _members(value: Any) -> Iterator[tuple[str, Any]]:
    """Every value below ``value`` with its nearest key; list entries go by the list's."""
    stack: list[tuple[str, Any]] = [("", value)]
    while stack:
        key, inner = stack.pop()
        if isinstance(inner, dict):
            stack += ((name, each) for name, each in inner.items())
            if key in _KEYS:
                yield key, ""
        elif isinstance(inner, list):
            stack += ((key, each) for each in inner)
        else:
            yield key, inner


def _is_id(key: str, value: Any) -> bool:
    return isinstance(value, str) and (key == "id" or key.endswith(("Id", "Ids")))


#: Keys whose text is the format's own or an id: they name nobody by themselves.
_PLAIN = frozenset({"type", "role", "kind", "blockType", "surfaceOp", "id", "name", "reason"})


def _may_name(key: str, value: Any) -> bool:
    if not isinstance(value, str) or not value or key in _PLAIN or key.endswith(("Id", "Ids")):
        return key in _KEYS and isinstance(value, str) and not _is_token(value)
    return not _is_token(value)


def _is_token(text: str) -> bool:
    return text.startswith(_TOKEN[0]) and text.endswith(_TOKEN[1]) and len(text) < 80
