"""Which call each row belongs to, and the order of all calls of a scenario.

A row before an answer is part of what was asked; a row after it settles the answer. Children run
while their parent waits, so their calls stand after the call that delegated, where the log proves
which one that was.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from workbench.core.json_text import NotJson, parse
from workbench.session_logs.derivation import Call
from workbench.session_logs.log import SessionLog
from workbench.session_logs.scenario import RecordedScript
from workbench.session_logs.vocabulary import words

#: Rows that begin what is asked in the next call; everything else after an answer settles it.
_ASKING = words("""
    tool/result user/message steering/message step/start turn/start request/header request/context
    agent/inbox/spliced system/message developer/message compaction/start
    """)


def call_of_rows(log: SessionLog, calls: Sequence[Call]) -> list[int | None]:
    """For each body row the index of the recorded call it belongs to; ``None`` for inherited rows."""
    owners: list[int | None] = []
    upcoming = 0  # the next call that has not begun
    asking = True
    last = len(calls) - 1
    for row, kind in enumerate(log.kinds):
        while upcoming <= last and calls[upcoming].first_row <= row:
            upcoming += 1
            asking = False
        current = upcoming - 1
        if current >= 0 and row > calls[current].last_row and kind in _ASKING:
            asking = True
        if row < log.first_own_row or last < 0:
            owners.append(None)
        else:
            owners.append(min(current + 1, last) if asking else current)
    return owners


def order_of_calls(scripts: Sequence[RecordedScript]) -> list[tuple[int, int]]:
    """``(script, call)`` of every call in a replay order that binds scripts in their order."""
    follows = delegations(scripts)
    order: list[tuple[int, int]] = []
    _place(0, scripts, follows, order)
    for script in range(1, len(scripts)):
        if script not in follows:
            _place(script, scripts, follows, order)
    bound = list(dict.fromkeys(script for script, _ in order))
    if bound != sorted(bound):
        # Children that overlapped: only script after script keeps the binding order.
        return [
            (index, call)
            for index, script in enumerate(scripts)
            for call in range(len(script.calls))
        ]
    return order


def _place(
    script: int,
    scripts: Sequence[RecordedScript],
    follows: dict[int, tuple[int, int]],
    order: list[tuple[int, int]],
) -> None:
    # Explicit stack: a chain of delegations may be as long as there are files.
    stack: list[tuple[int, int]] = [(script, 0)]
    children: dict[tuple[int, int], list[int]] = {}
    for child, parent_call in sorted(follows.items()):
        children.setdefault(parent_call, []).append(child)
    while stack:
        index, call = stack.pop()
        if call >= len(scripts[index].calls):
            continue
        order.append((index, call))
        stack.append((index, call + 1))
        stack.extend((child, 0) for child in reversed(children.get((index, call), [])))


def delegations(scripts: Sequence[RecordedScript]) -> dict[int, tuple[int, int]]:
    """For each child the call that asked for it, told by the prompt it was given."""
    if len(scripts) < 2:
        return {}
    asked = [_argument_texts(script) for script in scripts]
    found: dict[int, tuple[int, int]] = {}
    taken: set[tuple[int, int, int]] = set()
    for child, script in enumerate(scripts):
        prompt = _first_prompt(script) if child else None
        if prompt is None:
            continue
        for owner in range(child):
            match = next(
                (
                    (owner, call, number)
                    for call, number, text in asked[owner]
                    if text == prompt and (owner, call, number) not in taken
                ),
                None,
            )
            if match is not None:
                taken.add(match)
                found[child] = match[:2]
                break
    return found


def _argument_texts(script: RecordedScript) -> list[tuple[int, int, str]]:
    texts: list[tuple[int, int, str]] = []
    for index, call in enumerate(script.calls):
        number = 0
        for chunk in call.chunks:
            block = chunk.get("block") if isinstance(chunk, dict) else None
            if isinstance(block, dict) and block.get("type") == "tool-call":
                for text in _string_arguments(block.get("arguments")):
                    texts.append((index, number, text))
                    number += 1
    return texts


def _string_arguments(arguments: Any) -> Iterator[str]:
    if not isinstance(arguments, str) or len(arguments) > 1_000_000:
        return
    try:
        value = parse(arguments)
    except (NotJson, ValueError):
        return
    if isinstance(value, dict):
        yield from (item for item in value.values() if isinstance(item, str) and item)


def _first_prompt(script: RecordedScript) -> str | None:
    log = script.log
    if log is None:
        return None
    for row in range(log.first_own_row, len(log.rows)):
        if log.kinds[row] == "user/message":
            return _prose(log.value(row).get("data"))
    return None


def _prose(data: Any) -> str | None:
    content = data.get("content") if isinstance(data, dict) else None
    if not isinstance(content, list):
        return None
    parts = [block.get("text") for block in content if isinstance(block, dict)]
    return "".join(part for part in parts if isinstance(part, str)) or None
