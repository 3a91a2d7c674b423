"""What a reader of a scenario should be told beside its steps, without captured values.

Source: ``spec/session-logs.md`` §§16, 23, 24.
"""

from __future__ import annotations

from collections.abc import Iterator

from workbench.core.fixture import Note
from workbench.session_logs.answers import answered
from workbench.session_logs.assembly import Agreements
from workbench.session_logs.log import SessionLog
from workbench.session_logs.names import OVERRIDE_NAME, printable
from workbench.session_logs.objections import MIGRATION
from workbench.session_logs.placeholders import has_markers
from workbench.session_logs.placement import delegations
from workbench.session_logs.scenario import RecordedScript, Scenario

_MAX_LINES = 5


def notes_of(scenario: Scenario) -> tuple[Note, ...]:
    """The remarks on a scenario, file by file, then on the whole."""
    notes: list[Note] = []
    for script in scenario.scripts:
        if script.log is not None:
            notes += _of_log(script.log)
    notes += _of_scenario(scenario)
    return tuple(notes)


def _of_log(log: SessionLog) -> Iterator[Note]:
    name = printable(log.name)
    for objection in log.objections:
        weight = "note" if objection.code == MIGRATION else "ask"
        yield Note(f"The strict rules refuse this log: {objection.what}", name, weight)
    yield Note(
        "Structure not fully validated: of the relations between events only open steps and "
        "compactions are checked",
        name,
    )
    cwd = log.value(-1).get("cwd")
    if isinstance(cwd, str) and not cwd.startswith("{{cwd}}"):
        yield Note("The header's working directory is no token: it is a place on a machine", name)
    if log.duplicates:
        lines = ", ".join(map(str, log.duplicates[:_MAX_LINES]))
        more = "" if len(log.duplicates) <= _MAX_LINES else " and more"
        yield Note(f"A key stands twice in line {lines}{more}; only the last counts", name, "ask")
    if not log.valid_utf8:
        yield Note(
            "Some bytes are not valid UTF-8 and are read as replacement characters", name, "ask"
        )


def _of_scenario(scenario: Scenario) -> Iterator[Note]:
    children = scenario.scripts[1:]
    times = [script.created_at for script in children]
    if len(set(times)) < len(times):
        yield Note(
            "Child sessions were created at the same moment; their ids decide which binds first",
            weight="ask",
        )
    for index, script in enumerate(scenario.scripts):
        if not script.calls:
            yield _empty(script, index)
    generations = {script.log.generation for script in scenario.scripts if script.log}
    if len(generations) > 1:
        yield Note("The logs are of different generations")
    yield from _live_markers(scenario)
    yield from _siblings(scenario)
    yield from _differing(scenario)
    if scenario.has_override:
        yield from _of_sidecar(scenario)


def _empty(script: RecordedScript, index: int) -> Note:
    if script.primary:
        return Note("The parent's log holds no model call")
    return Note(
        f"Child {index} holds no model call, and a session binds by its first call: "
        "a real run cannot use it",
        weight="ask",
    )


def _live_markers(scenario: Scenario) -> Iterator[Note]:
    for script in scenario.scripts:
        count = sum(call.origin != "sidecar" and has_markers(call.entry) for call in script.calls)
        if count:
            yield Note(
                f"{count} recorded call(s) hold text that replay takes for a live token or "
                "placeholder: without a sidecar they do not replay as recorded",
                printable(script.file),
                "ask",
            )


def _siblings(scenario: Scenario) -> Iterator[Note]:
    askers = list(delegations(scenario.scripts).values())
    if len(set(askers)) < len(askers):
        yield Note(
            "Several children were asked for in one call: sessions that run at the same time "
            "cannot be bound reliably",
            weight="ask",
        )


def _differing(scenario: Scenario) -> Iterator[Note]:
    """What a log says twice and not alike: blocks and their deltas, streams and their messages."""
    agreements = Agreements(scenario.scripts)
    for at, script in enumerate(scenario.scripts):
        name = printable(script.file) if script.file else OVERRIDE_NAME
        ends = messages = errors = 0
        for index, call in enumerate(script.calls):
            answer = answered(call.entry)
            ends += sum(not block.agrees for block in answer.blocks)
            errors += answer.finish in ("error", "aborted")
            agreement = agreements.of(at, index)
            messages += agreement is not None and not agreement.holds
        if ends:
            text = f"{ends} block(s) end with other content than their stream gave"
            yield Note(text, name, "ask")
        if errors:
            yield Note(
                f"{errors} call(s) end with an error, and replay as they were recorded", name
            )
        if messages:
            text = f"{messages} call(s) stream something else than the message recorded for them"
            yield Note(text, name, "ask")


def _of_sidecar(scenario: Scenario) -> Iterator[Note]:
    parent = scenario.scripts[0]
    recorded = parent.log.all_calls if parent.log is not None else ()
    scripted = [call for call in parent.calls if call.origin == "sidecar"]
    if recorded and [call.entry for call in recorded] == [call.entry for call in parent.calls]:
        yield Note("The sidecar changes nothing: it scripts what was recorded", OVERRIDE_NAME)
    else:
        count = len(scripted)
        calls = "1 call" if count == 1 else f"{count} calls"
        yield Note(f"The sidecar scripts {calls} of the parent", OVERRIDE_NAME)
