"""The texts of a scenario's files, in file order: what the checks read.

Every string of every line is given once, the fragments of a streamed block joined into one text at
the place of the first. Source: DESIGN §4 *The shapes*, ``spec/session-logs.md`` §23.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Any

from workbench.core.places import JoinedMap, RawMap, Role, Text
from workbench.session_logs.log import SessionLog
from workbench.session_logs.names import OVERRIDE_NAME
from workbench.session_logs.placement import RowSteps
from workbench.session_logs.roles import heading, role_of, stream_heading, stream_role
from workbench.session_logs.streamed import (
    Joiner,
    Streamed,
    chunk_fragments,
    streamed_blocks,
)
from workbench.session_logs.strings import FoundString, RowMap, strings_in, strings_of


class LogTexts:
    """The texts of one log. ``steps`` gives the step of a body row, or ``None``."""

    def __init__(self, log: SessionLog, steps: RowSteps) -> None:
        self._log = log
        self._steps = steps
        self._duplicates = frozenset(log.duplicates)
        self._first_rows = [call.first_row for call in log.all_calls]
        self._held: tuple[int, _CallBlocks] = (-1, _NO_BLOCKS)

    def all(self) -> Iterator[Text]:
        """Every text of the log, header first."""
        for row in range(-1, len(self._log.rows)):
            yield from self.of_row(row)

    def of_row(self, row: int) -> Iterator[Text]:
        """The texts that begin in a row; row -1 is the header."""
        log, streamed = self._log, self._streamed(row)
        blocks = streamed.blocks.get(row, ())
        hidden = streamed.pointers.get(row, frozenset[str]())
        number, start, end = log.span(row)
        value = log.value(row)
        event = _event(value)
        for block in blocks:
            yield self._joined(block, row)
        if number in self._duplicates or not log.valid_utf8:
            found = strings_in(log.data[start:end], file=log.name, base=start)
        else:
            found = strings_of(_besides_stream(value, hidden))
        step = self._steps[row] if row >= 0 else None
        for item in found:
            if item.pointer in hidden and not item.hidden and not item.is_key:
                continue
            raw = item.raw or RowMap(log.name, log.data, start, end, item.pointer, item.is_key)
            yield _text(item, raw, event, log.name, f"/{number}", line=number, step=step)

    def _joined(self, block: Streamed, row: int) -> Text:
        log = self._log
        pieces: list[tuple[int, RawMap]] = []
        found = -2  # no row
        for fragment in block.fragments:
            if fragment.row != found:
                found = fragment.row
                _, start, end = log.span(found)
            place = RowMap(log.name, log.data, start, end, fragment.pointer)
            pieces.append((len(fragment.value), place))
        number = log.span(row)[0]
        return Text(
            value=block.value,
            role=stream_role(block.kind),
            file=log.name,
            pointer=f"/{number}{block.fragments[0].pointer}",
            raw=JoinedMap(tuple(pieces)),
            heading=stream_heading(block.kind),
            key="arguments" if block.kind == "tool-call-delta" else "text",
            step=self._steps[row],
            line=number,
        )

    def _streamed(self, row: int) -> _CallBlocks:
        """What is streamed by the call that ``row`` is part of; found call by call."""
        index = bisect_right(self._first_rows, row) - 1
        calls = self._log.all_calls
        if index < 0 or row > calls[index].last_row:
            return _NO_BLOCKS
        held, found = self._held  # taken once: another thread may put another call there
        if held != index:
            found = _call_blocks(streamed_blocks(self._log, calls[index]))
            self._held = (index, found)
        return found


@dataclass(frozen=True, slots=True)
class _CallBlocks:
    """The streamed blocks of one call by their first row, and every fragment's pointer by row."""

    blocks: dict[int, list[Streamed]]
    pointers: dict[int, set[str]]


_NO_BLOCKS = _CallBlocks({}, {})


def _call_blocks(streamed: Sequence[Streamed]) -> _CallBlocks:
    found = _CallBlocks({}, {})
    for block in streamed:
        for fragment in block.fragments:
            found.pointers.setdefault(fragment.row, set()).add(fragment.pointer)
        if any(fragment.value for fragment in block.fragments):
            found.blocks.setdefault(block.fragments[0].row, []).append(block)
    return found


def _besides_stream(row: dict[str, Any], streamed: AbstractSet[str]) -> dict[str, Any]:
    """A row without the fragments of a packed run, every one of which is part of a joined text."""
    data = row.get("data")
    if not streamed or type(data) is not dict:
        return row
    for key in ("texts", "args"):
        members = data.get(key)
        whole = type(members) is list and len(members) == len(streamed)
        if whole and f"/data/{key}/0" in streamed:
            return {**row, "data": {**data, key: []}}
    return row


def _event(value: dict[str, Any]) -> str:
    kind = value.get("type")
    return kind if isinstance(kind, str) else ""


def _text(
    item: FoundString,
    raw: RawMap,
    event: str,
    file: str,
    base: str,
    *,
    line: int | None,
    step: int | None,
) -> Text:
    if item.is_key:
        role, words = Role.KEY, "key"
    else:
        role = role_of(event, item.key, item.pointer)
        words = "hidden duplicate" if item.hidden else heading(event)
    return Text(
        value=item.value,
        role=role,
        file=file,
        pointer=base + item.shown,
        raw=raw,
        heading=words,
        key=item.key,
        step=step,
        line=line,
    )


def sidecar_texts(data: bytes, document: Any, steps: Mapping[int, int]) -> Iterator[Text]:
    """The texts of the sidecar; ``steps`` gives the step of an entry or patch by its index."""
    blocks = _sidecar_blocks(document)
    first = {block.fragments[0].pointer: block for block in blocks}
    streamed = {fragment.pointer for block in blocks for fragment in block.fragments}
    tokens = list(strings_in(data, file=OVERRIDE_NAME, base=0))
    maps = {
        item.pointer: item.raw
        for item in tokens
        if item.raw is not None and not item.is_key and not item.hidden
    }
    for item in tokens:
        step = steps.get(_entry_index(item.pointer))
        if item.pointer in first and not item.hidden and not item.is_key:
            yield _sidecar_joined(first[item.pointer], maps, step)
        elif item.raw is not None and (item.pointer not in streamed or item.hidden or item.is_key):
            yield _text(item, item.raw, "sidecar", OVERRIDE_NAME, "", line=None, step=step)


def _sidecar_blocks(document: Any) -> list[Streamed]:
    blocks: list[Streamed] = []
    patched = isinstance(document, dict)
    entries = document["patches"] if patched else document
    for index, entry in enumerate(entries):
        base = f"/patches/{index}/entry" if patched else f"/{index}"
        chunks = (entry["entry"] if patched else entry).get("chunks", [])
        joiner = Joiner()
        for position, chunk in enumerate(chunks):
            for kind, at, fragment in chunk_fragments(chunk, f"{base}/chunks/{position}", -1):
                if fragment.value:
                    joiner.add(kind, at, fragment)
        blocks += joiner.close()
    return blocks


def _sidecar_joined(block: Streamed, maps: Mapping[str, RawMap | None], step: int | None) -> Text:
    pieces = [
        (len(fragment.value), raw)
        for fragment in block.fragments
        if (raw := maps.get(fragment.pointer)) is not None
    ]
    return Text(
        value=block.value,
        role=stream_role(block.kind),
        file=OVERRIDE_NAME,
        pointer=block.fragments[0].pointer,
        raw=JoinedMap(tuple(pieces)),
        heading=stream_heading(block.kind),
        key="arguments" if block.kind == "tool-call-delta" else "text",
        step=step,
    )


def _entry_index(pointer: str) -> int:
    members = pointer.split("/")
    position = 2 if members[1:2] == ["patches"] else 1
    member = members[position] if len(members) > position else ""
    return int(member) if member.isdigit() else -1
