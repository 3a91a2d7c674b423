"""A whole scenario: its scripts and how they bind, the sidecar, tool calls, what to watch."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from workbench.core.panels import Cell, Facts, Panel, Row, Table, captured, cell, fitted, row
from workbench.session_logs.log import SessionLog
from workbench.session_logs.objections import MIGRATION
from workbench.session_logs.override import replaces
from workbench.session_logs.panels.calls import answers, blocks, facts, links
from workbench.session_logs.panels.lanes import side_by_side
from workbench.session_logs.panels.seen import MOST_BYTES, Seen
from workbench.session_logs.panels.tokens import tokens
from workbench.session_logs.panels.watch import all_rows, naming, rows_of, volatile
from workbench.session_logs.placement import delegations

_KINDS = {"chunks": "an answer", "throw": "a failure", "hang": "a wait that never ends"}


def at_step(seen: Seen, step: int) -> Iterator[Panel]:
    """Everything about one call."""
    yield side_by_side(seen, step)
    yield facts(seen, step)
    for panel in (blocks(seen, step), links(seen, step)):
        if panel is not None:
            yield panel
    rows = list(rows_of(seen, step))
    if rows:
        yield naming(rows)
        yield volatile(rows)


def overview(seen: Seen) -> Iterator[Panel]:
    """Everything about the scenario."""
    yield scripts(seen)
    if seen.scenario.has_override:
        yield sidecar(seen)
    if not seen.is_small:
        size = f"{MOST_BYTES // 1024 // 1024} MB"
        words = f"The logs are larger than {size}: links and counts are shown call by call only."
        yield Facts("Not counted", words)
        return
    calls = answers(seen)
    if calls is not None:
        yield calls
    rows = list(all_rows(seen))
    yield naming(rows)
    yield volatile(rows)
    used = tokens(rows)
    if used is not None:
        yield used


# --- scripts ----------------------------------------------------------------------------------------


def scripts(seen: Seen) -> Table:
    """One row a recorded session, in the order they bind."""
    asked = delegations(seen.scripts) if seen.is_small else {}
    kept, left_out = fitted(range(len(seen.scripts)))
    unbound = sum(not script.calls for script in seen.scripts)
    many = len(seen.scripts)
    words = f"{many} scripts, bound by first call in this order." if many > 1 else "One script."
    if unbound:
        words += f" {unbound} of them can never bind: no call is recorded."
    logs = [script.log for script in seen.scripts if script.log is not None]
    refused = seen.is_small and any(map(_asks, logs))
    return Table(
        "Scripts and how they bind",
        words,
        weight="ask" if unbound or refused else "note",
        columns=("Script", "File", "Generation", "Calls", "Opened by", "Strict rules"),
        rows=tuple(_script(seen, number, asked) for number in kept),
        left_out=left_out,
    )


def _script(seen: Seen, number: int, asked: Mapping[int, tuple[int, int]]) -> Row:
    script, lane = seen.scripts[number], seen.lanes[number]
    steps = seen.steps_of(number)
    log = script.log
    calls = cell(f"{len(steps)}") if steps else cell("none: it never binds", tone="fail")
    return row(
        lane.name,
        captured(script.file) if script.file else "the sidecar alone",
        "–" if log is None else f"{log.generation}, {'complete' if log.complete else 'projected'}",
        calls,
        _opened_by(seen, number, asked),
        _strict(log, judged=seen.is_small),
        step=steps[0] if steps else None,
    )


def _opened_by(seen: Seen, number: int, asked: Mapping[int, tuple[int, int]]) -> Cell:
    if number == 0:
        return cell("the first call")
    if number not in asked:
        return cell("its first call; the prompt tells no delegation", tone="idle")
    script, call = asked[number]
    step = seen.steps_of(script)[call]
    return cell(f"{seen.lanes[script].name}, call {call}", step=step)


def _strict(log: SessionLog | None, *, judged: bool) -> Cell:
    if log is None:
        return cell("–")
    if not judged:
        return cell("said among the remarks", tone="idle")  # judging reads every row
    if not log.objections:
        return cell("pass", tone="pass")
    many = len(log.objections)
    words = f"{many} {'objection' if many == 1 else 'objections'}; read leniently"
    # An objection to migrating the log says nothing against what was recorded.
    return cell(words, tone="ask" if _asks(log) else "idle")


def _asks(log: SessionLog) -> bool:
    return any(objection.code != MIGRATION for objection in log.objections)


# --- the sidecar ------------------------------------------------------------------------------------


def sidecar(seen: Seen) -> Table:
    """What each entry of the override sidecar does to the parent's script."""
    document = seen.scenario.override
    whole = replaces(document)
    log = seen.scripts[0].log
    recorded = 0 if log is None else len(log.all_calls)
    entries = (
        list(enumerate(document))
        if whole
        else [(int(patch["at"]), patch["entry"]) for patch in document["patches"]]
    )
    kept, left_out = fitted(entries)
    calls = f"{recorded} recorded {'call' if recorded == 1 else 'calls'}"
    noun = ("entry", "entries") if whole else ("patch", "patches")
    given = f"{len(entries)} {noun[len(entries) != 1]}"
    words = (
        f"Replaces the parent's whole script: {given} for {calls}."
        if whole
        else f"{given} to {calls}."
    )
    return Table(
        "Override sidecar",
        words,
        weight="ask",
        columns=("At call", "Gives", "In place of", "Chunks"),
        rows=tuple(_entry(seen, at, entry, recorded) for at, entry in kept),
        left_out=left_out,
    )


def _entry(seen: Seen, at: int, entry: Mapping[str, Any], recorded: int) -> Row:
    steps = seen.steps_of(0)
    step = steps[at] if at < len(steps) else None
    instead = f"recorded call {at}" if at < recorded else "nothing: appended"
    chunks = entry.get("chunks")
    return row(
        f"{at}",
        cell(_KINDS.get(str(entry.get("kind")), "an entry"), tone="ask"),
        instead,
        f"{len(chunks) if isinstance(chunks, list) else 0}",
        step=step,
    )
