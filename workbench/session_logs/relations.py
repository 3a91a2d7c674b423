"""What the strict rules say of a log as a whole, as far as it is checked here.

Open turns and steps, the pairing of compactions. The rest of the relations between events is not
checked, and the reader says so. Source: ``spec/session-logs.md`` §§10, 24 (level 3).
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from typing import Any

from workbench.session_logs.derivation import Call
from workbench.session_logs.errors import LogRefused, refuse
from workbench.session_logs.json_numbers import is_count, template_text
from workbench.session_logs.log import SessionLog

#: Events that need a system prompt before them once a log is migrated to generation 3.
HEADED = frozenset({"user/message", "steering/message", "assistant/message", "tool/result"})
_STEPS = frozenset({"step/start", "step/end", "turn/end"})


def whole_log(log: SessionLog) -> Iterator[LogRefused]:
    """Objections that no single row gives: at the event they mention, else at the header (§5)."""
    failure = _attempts(log)
    if failure is not None:
        yield failure.at_line(log.header.line)
    yield from _compactions(log)


def _attempts(log: SessionLog) -> LogRefused | None:
    """A call that no message settles must stand in an open step."""
    cited = _cited(log)
    for call, step in _with_open_step(log):
        at = bisect_left(cited, call.seq)
        settled = log.kinds[call.first_row] == "assistant/message" or (
            at < len(cited) and cited[at] < log.sequences.of(call.last_row + 1)
        )
        if not settled and step != (call.turn, call.step):
            return refuse("assistant/attempt does not match an open turn and step")
    return None


def _with_open_step(log: SessionLog) -> Iterator[tuple[Call, tuple[str, str] | None]]:
    """Every recorded call with the step that is open where its last chunk stands."""
    opened: tuple[str, str] | None = None
    row = 0
    for call in log.all_calls:
        if call.origin != "log":
            continue
        for at in range(row, call.last_row + 1):
            if log.kinds[at] == "step/start":
                data = log.value(at).get("data")
                opened = _key(data) if isinstance(data, dict) else None
            elif log.kinds[at] in _STEPS:
                opened = None
        row = call.last_row + 1
        yield call, opened


def _key(data: dict[str, Any]) -> tuple[str, str]:
    return template_text(data.get("turn")), template_text(data.get("step"))


def _cited(log: SessionLog) -> list[int]:
    """The first event that each message of generation 0 or 1 cites."""
    if log.generation >= 2:
        return []
    found: list[int] = []
    for row, kind in enumerate(log.kinds):
        if kind == "assistant/message":
            sources = log.value(row).get("sourceEventSeqs")
            first = sources[0] if isinstance(sources, list) and sources else None
            first = first[0] if isinstance(first, list) and first else first
            if is_count(first):
                found.append(int(first))
    return sorted(found)


def _compactions(log: SessionLog) -> Iterator[LogRefused]:
    """A compaction is summarised, and its checkpoint stands, between its start and its end."""
    started: set[str] = set()
    for row, kind in enumerate(log.kinds):
        if kind == "user/message" and b"compact" not in log.raw(row):
            continue
        if kind != "user/message" and not kind.startswith(("compaction/", "compact/")):
            continue
        data = log.value(row).get("data")
        told = _compaction(kind, data if isinstance(data, dict) else {})
        if kind.endswith("/start") and told is not None:
            started.add(told)
        elif kind.endswith("/summary") and told not in started:
            failure = refuse("compaction/summary has no matching compaction/start")
            yield failure.at_line(log.header.line)
        elif kind == "user/message" and told is not None and told not in started:
            seq = log.sequences.of(row)
            failure = refuse(f"compaction checkpoint at seq {seq} has no matching compaction/start")
            yield failure.at_line(log.span(row)[0])
        elif kind.endswith("/end") and told is not None:
            started.discard(told)


def _compaction(kind: str, data: dict[str, Any]) -> str | None:
    """The compaction that an event is part of; ``None`` for a message that is no checkpoint."""
    if kind != "user/message":
        return template_text(data.get("compactionId"))
    source = data.get("source")
    if not isinstance(source, dict) or "compactionId" not in source:
        return None
    if source.get("kind") == "compact-checkpoint" or source.get("plugin") == "compact":
        return template_text(source["compactionId"])
    return None
