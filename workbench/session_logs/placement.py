"""Which call each row belongs to, and the order of all calls of a scenario.

A row before an answer is part of what was asked; a row after it settles the answer. Children run
while their parent waits, so their calls stand after the call that delegated, where the log proves
which one that was.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
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


class RowOwners:
    """Which call of ``calls`` each body row from ``first`` on belongs to; found when asked for.

    The rows of one call follow one another: what asks for it, what it streams, what settles it.
    """

    def __init__(self, log: SessionLog, calls: Sequence[Call], *, first: int = 0) -> None:
        self._kinds = log.kinds
        self._calls = calls
        self._first = first
        self._starts = [call.first_row for call in calls]
        self._asked: dict[int, int] = {}

    def call(self, row: int) -> int | None:
        """The index of the call that ``row`` belongs to; ``None`` for a row that is not the script's."""
        if row < self._first or not self._calls:
            return None
        current = bisect_right(self._starts, row) - 1
        if current < 0:
            return 0
        if current + 1 < len(self._calls) and row >= self._begin(current + 1):
            return current + 1
        return current

    def rows(self, call: int) -> range:
        """The rows of the call with this index; none for a call that the log does not hold."""
        if not 0 <= call < len(self._calls):
            return range(0)
        last = call + 1 == len(self._calls)
        end = len(self._kinds) if last else self._begin(call + 1)
        return range(max(self._begin(call), self._first), end)

    def _begin(self, call: int) -> int:
        """The first row of a call: where asking begins after the call before it was answered."""
        if call == 0:
            return self._first
        if call not in self._asked:
            start = self._starts[call]
            after = range(self._calls[call - 1].last_row + 1, start)
            asking = (row for row in after if self._kinds[row] in _ASKING)
            self._asked[call] = next(asking, start)
        return self._asked[call]


def owners_of(script: RecordedScript) -> RowOwners | None:
    """Who owns the rows of a script's log: the parent's inherited rows are part of its script (§12)."""
    log = script.log
    if log is None:
        return None
    if script.primary:
        return RowOwners(log, log.all_calls)
    return RowOwners(log, log.own_calls, first=log.first_own_row)


class RowSteps:
    """The step of each body row of script ``script``, or ``None``."""

    def __init__(
        self, script: int, owners: RowOwners | None, steps: Mapping[tuple[int, int], int]
    ) -> None:
        self._script = script
        self._owners = owners
        self._steps = steps

    def __getitem__(self, row: int) -> int | None:
        call = None if self._owners is None else self._owners.call(row)
        return None if call is None else self._steps.get((self._script, call))


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
