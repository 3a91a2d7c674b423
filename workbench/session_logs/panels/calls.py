"""One call: what it is, its blocks put together, and the tool calls and results that join it to others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from workbench.core.panels import (
    Captured,
    Facts,
    Link,
    Links,
    Row,
    Table,
    captured,
    cell,
    fitted,
    row,
)
from workbench.session_logs.answers import Answered, Block, answered
from workbench.session_logs.panels.seen import Seen

_ORIGINS = {
    "log": "recorded in the log",
    "compaction": "the summary of a compaction",
    "sidecar": "scripted by the override sidecar",
}
_FINISHES = {
    "": "the stream has no finish",
    "tool-calls": "tool calls",
    "max-tokens": "token limit",
}


def facts(seen: Seen, step: int) -> Facts:
    """Which call of which script this is, who answered, how it finished, what it used."""
    script, number = seen.order[step]
    call, answer = seen.call(step), answered(seen.call(step).entry)
    provider, model = _route(seen, step)
    lane = seen.lanes[script]
    finish = _FINISHES.get(answer.finish, answer.finish)
    if answer.kind != "chunks":
        finish = "fails, as scripted" if answer.kind == "throw" else "hangs, as scripted"
    odd = answer.kind == "chunks" and answer.finish in ("error", "aborted", "")
    rows = [
        row("turn, step", captured(f"{call.turn}, {call.step}") if call.turn else "not recorded"),
        row("provider, model", cell(provider, ", ", model)) if model else None,
        row("finish", cell(finish, tone="ask" if odd else "")),
        row("usage", _usage(answer)),
        row("placeholders", cell("holds live markers", tone="ask")) if _is_live(answer) else None,
    ]
    return Facts(
        "This call",
        f"Call {number} of {lane.steps} of {lane.name}, {_ORIGINS.get(call.origin, 'recorded')}.",
        rows=tuple(each for each in rows if each is not None),
    )


def _usage(answer: Answered) -> str:
    if not answer.usage:
        return "none recorded"
    return ", ".join(f"{name} {many:,}" for name, many in answer.usage.items())


def _is_live(answer: Answered) -> bool:
    return any(
        "{{fromRequest:" in block.text or "{{session:" in block.text for block in answer.blocks
    )


def _route(seen: Seen, step: int) -> tuple[Captured | str, Captured | str]:
    """Provider and model of the message that settled the call."""
    log = seen.scripts[seen.order[step][0]].log
    for number in seen.rows(step):
        if log is None or log.kinds[number] not in ("assistant/message", "assistant/attempt"):
            continue
        source = _member(log.value(number), "data", "message", "source")
        if isinstance(source, dict) and isinstance(source.get("model"), str):
            return captured(str(source.get("provider", ""))), captured(source["model"])
    return "", ""


def _member(value: Any, *path: str) -> Any:
    for name in path:
        value = value.get(name) if isinstance(value, dict) else None
    return value


def blocks(seen: Seen, step: int) -> Table | None:
    """The answer's blocks with their pieces joined; ``None`` for a call without any."""
    found = answered(seen.call(step).entry).blocks
    if not found:
        return None
    wrong = sum(not block.agrees for block in found)
    kept, left_out = fitted(found)
    words = f"{_counted(len(found), 'block')}, put together from the stream."
    if wrong:
        words += f" {wrong} of them end with other content than the stream gave."
    return Table(
        "What it answered",
        words,
        weight="ask" if wrong else "note",
        columns=("Block", "Kind", "Begins", "Characters", "Its end"),
        rows=tuple(_block(number, block) for number, block in enumerate(kept, start=1)),
        left_out=left_out,
    )


def _block(number: int, block: Block) -> Row:
    begins = f"{block.name} {block.text}" if block.name else block.text
    end = (
        cell("not repeated")
        if block.settled is None
        else cell("as streamed", tone="pass")
        if block.agrees
        else cell("differs", tone="fail")
    )
    return row(f"{number}", block.kind, captured(begins.strip()[:80]), f"{len(block.text):,}", end)


# --- tool calls and results ---------------------------------------------------------------------


def links(seen: Seen, step: int) -> Links | None:
    """The steps this one is joined to by a tool call, in both directions."""
    if not seen.is_small:
        return None
    found = dict.fromkeys((*_back(seen, step), *_forward(seen, step)))
    if not found:
        return None
    kept, left_out = fitted(found)
    return Links(
        "Tool calls and results",
        f"{_counted(len(found), 'tool call')} {'joins' if len(found) == 1 else 'join'} this call to others.",
        links=kept,
        left_out=left_out,
    )


def _joined(seen: Seen) -> Iterator[tuple[int, int, str]]:
    """Asking step, reading step and id of every tool call whose result another call reads."""
    for use in seen.uses():
        asked = use.issued_by.step if use.issued_by is not None else None
        read = use.place.step
        if use.kind == "tool call id" and asked is not None and read is not None and asked != read:
            yield asked, read, use.value


def _back(seen: Seen, step: int) -> Iterator[Link]:
    for asked, read, value in _joined(seen):
        if read == step:
            words = "asked for the tool whose result this call reads:"
            yield Link(asked, words, captured(value))


def _forward(seen: Seen, step: int) -> Iterator[Link]:
    for asked, read, value in _joined(seen):
        if asked == step:
            yield Link(read, "reads the result of a tool asked for here:", captured(value))


def answers(seen: Seen) -> Table | None:
    """Every tool call of every script with the step that reads its result."""
    if not seen.is_small:
        return None
    readers: dict[tuple[int, str], int] = {}
    for asked, read, value in _joined(seen):
        readers.setdefault((seen.order[asked][0], value), read)
    made = [
        (step, block)
        for step in range(len(seen.order))
        for block in answered(seen.call(step).entry).blocks
        if block.kind == "tool-call"
    ]
    if not made:
        return None
    kept, left_out = fitted(made)
    unread = sum((seen.order[step][0], block.tool_call_id) not in readers for step, block in made)
    return Table(
        "Tool calls and their results",
        f"{_counted(len(made), 'tool call')}; {unread or 'none'} without a result that a later call reads.",
        columns=("Step", "Script", "Tool", "Id", "Result read by"),
        rows=tuple(_answer(seen, step, block, readers) for step, block in kept),
        left_out=left_out,
    )


def _answer(seen: Seen, step: int, block: Block, readers: Mapping[tuple[int, str], int]) -> Row:
    script = seen.order[step][0]
    reader = readers.get((script, block.tool_call_id))
    result = (
        cell("no later call", tone="idle") if reader is None else cell(f"{reader}", step=reader)
    )
    return row(
        f"{step}",
        seen.lanes[script].name,
        captured(block.name),
        captured(block.tool_call_id),
        result,
        step=step,
    )


def _counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"
