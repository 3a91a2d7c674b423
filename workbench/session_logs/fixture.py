"""A session-log capture as the review sees it: scripts, steps, texts, replay, stand-ins, export."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from functools import cached_property

from workbench.core.canonical import JSON
from workbench.core.errors import BadCommand
from workbench.core.files import SourceFile
from workbench.core.fixture import (
    Fixture,
    NotChecked,
    Note,
    Replay,
    ReplayEnvironment,
    ReplayStatus,
    Script,
    Step,
)
from workbench.core.places import Role, Span, Text
from workbench.core.stand_ins import StandIns
from workbench.session_logs.answers import answered, plain
from workbench.session_logs.attachments import unread_attachments
from workbench.session_logs.errors import LogRefused
from workbench.session_logs.ids import id_uses
from workbench.session_logs.names import OVERRIDE_NAME, file_name, parse_name
from workbench.session_logs.notes import notes_of
from workbench.session_logs.outcome import consumption_of, outcome_of, play
from workbench.session_logs.placement import call_of_rows, order_of_calls
from workbench.session_logs.rewriting import rewritten
from workbench.session_logs.scenario import RecordedScript, Scenario, load_scenario
from workbench.session_logs.scripts import script_digest
from workbench.session_logs.sidecar_places import entry_spans
from workbench.session_logs.steps import Steps
from workbench.session_logs.texts import LogTexts, sidecar_texts

ENGINE = "session log replayer 1 (built in)"


class SessionLogFixture(Fixture):
    """A scenario or one lone log. Built by :func:`open_files`; immutable."""

    family = "session_logs"

    def __init__(
        self, name: str, files: tuple[SourceFile, ...], scenario: Scenario, extra: tuple[Note, ...]
    ) -> None:
        self.name = name
        self.files = files
        self.scenario = scenario
        self._extra_notes = extra
        generations = sorted(
            {script.log.generation for script in scenario.scripts if script.log is not None}
        )
        numbers = " and ".join(map(str, generations))
        self.format = f"session log, generation {numbers}" if generations else "override sidecar"
        self.notes = (*extra, *notes_of(scenario))

    @cached_property
    def digest(self) -> str:
        """SHA-256 over every file's role and bytes, in a fixed order."""
        parts = sorted(
            f"{_role_name(file.name)} {hashlib.sha256(file.data).hexdigest()}"
            for file in self.files
        )
        return hashlib.sha256("\n".join(parts).encode("utf-8")).hexdigest()

    def scripts(self) -> tuple[Script, ...]:
        return self._scripts

    @cached_property
    def _scripts(self) -> tuple[Script, ...]:
        return tuple(
            _lane(script, index, self.scenario.has_override)
            for index, script in enumerate(self.scenario.scripts)
        )

    def steps(self) -> Sequence[Step]:
        return self._steps

    @cached_property
    def _steps(self) -> Steps:
        return Steps(self.scenario, self.order, [lane.name for lane in self._scripts])

    @cached_property
    def order(self) -> list[tuple[int, int]]:
        """``(script, call)`` of every step."""
        return order_of_calls(self.scenario.scripts)

    @cached_property
    def _step_of(self) -> dict[tuple[int, int], int]:
        return {at: step for step, at in enumerate(self.order)}

    @cached_property
    def _row_steps(self) -> tuple[tuple[int | None, ...], ...]:
        """For each script the step of each body row of its log."""
        return tuple(
            self._steps_of_rows(index, script) for index, script in enumerate(self.scenario.scripts)
        )

    def _steps_of_rows(self, index: int, script: RecordedScript) -> tuple[int | None, ...]:
        if script.log is None:
            return ()
        recorded = script.log.all_calls if script.primary else script.log.own_calls
        owners = call_of_rows(script.log, recorded)
        return tuple(
            None if owner is None else self._step_of.get((index, owner)) for owner in owners
        )

    @cached_property
    def _log_texts(self) -> tuple[LogTexts | None, ...]:
        return tuple(
            None if script.log is None else LogTexts(script.log, rows)
            for script, rows in zip(self.scenario.scripts, self._row_steps, strict=True)
        )

    def facts(self, environment: ReplayEnvironment) -> dict[str, JSON]:
        """``scripts``, in binding order, as ``docs/json-output.md`` documents them."""
        return {
            "scripts": [
                {
                    "file": lane.file,
                    "name": lane.name,
                    "calls": lane.steps,
                    "sha256": lane.digest,
                }
                for lane in self._scripts
            ]
        }

    def texts(self) -> Iterator[Text]:
        for script in sorted(
            range(len(self._log_texts)), key=lambda at: self.scenario.scripts[at].ordinal
        ):
            texts = self._log_texts[script]
            if texts is not None:
                yield from texts.all()
        yield from self._sidecar_texts

    @cached_property
    def _sidecar_texts(self) -> tuple[Text, ...]:
        file = self._file(OVERRIDE_NAME)
        if file is None:
            return ()
        steps = {
            call.sidecar_index: self._step_of[0, index]
            for index, call in enumerate(self.scenario.scripts[0].calls)
            if call.sidecar_index is not None
        }
        return tuple(sidecar_texts(file.data, self.scenario.override, steps))

    def _file(self, name: str) -> SourceFile | None:
        return next((file for file in self.files if file.name == name), None)

    @cached_property
    def _rows_of_step(self) -> dict[int, list[tuple[int, int]]]:
        """Step → ``(script, row)`` pairs."""
        found: dict[int, list[tuple[int, int]]] = {}
        for script, rows in enumerate(self._row_steps):
            for row, step in enumerate(rows):
                if step is not None:
                    found.setdefault(step, []).append((script, row))
        return found

    def step_texts(self, index: int) -> tuple[Text, ...]:
        found: list[Text] = []
        for script, row in self._rows_of_step.get(index, ()):
            texts = self._log_texts[script]
            if texts is not None:
                found += texts.of_row(row)
        found += (text for text in self._sidecar_texts if text.step == index)
        return tuple(found)

    def step_spans(self, index: int) -> tuple[Span, ...]:
        spans: list[Span] = []
        for script, row in self._rows_of_step.get(index, ()):
            log = self.scenario.scripts[script].log
            if log is not None:
                _, start, end = log.span(row)
                spans.append(Span(log.name, start, end))
        script, call = self.order[index]
        file = self._file(OVERRIDE_NAME)
        at = self.scenario.scripts[script].calls[call].sidecar_index
        if file is not None and at is not None:
            spans += entry_spans(file.data, self.scenario.override, at)
        return tuple(spans)

    def plain(self, index: int) -> tuple[str, ...]:
        script, call = self.order[index]
        found = self.scenario.scripts[script].calls[call]
        return plain(found, answered(found.entry))

    def fixed_texts(self) -> tuple[Text, ...]:
        return self._fixed

    @cached_property
    def _fixed(self) -> tuple[Text, ...]:
        found: dict[str, Text] = {}
        for text in self.texts():
            if text.role is Role.FIXED:
                found.setdefault(text.value, text)
        return tuple(found.values())

    def not_checked(self) -> tuple[NotChecked, ...]:
        return tuple(
            found
            for script, rows in zip(self.scenario.scripts, self._row_steps, strict=True)
            if script.log is not None
            for found in unread_attachments(script.log, rows)
        )

    def replay(self, environment: ReplayEnvironment) -> Replay:
        played, replayer = play(self.scenario, self.order)
        consumption = consumption_of(self.scenario, replayer, played)
        faulty = played.fault_at is not None
        status = ReplayStatus.FAULT if faulty else ReplayStatus.REPLAYED
        total, scripts = consumption.total, len(self.scenario.scripts)
        return Replay(
            status=status,
            engine=ENGINE,
            outcome=None if faulty else outcome_of(self.scenario, played, consumption),
            sentence=_sentence(total, scripts, played.fault_at),
            reason=played.reason,
            fault_at=played.fault_at,
            evidence=tuple(played.evidence),
            consumption=consumption,
            ids=id_uses(self.scenario.scripts, self._row_steps),
        )

    def with_stand_ins(self, table: StandIns) -> SessionLogFixture:
        files = rewritten(self.files, self.texts(), table)
        changed = open_files(self.name, files, extra=self._extra_notes)
        if _binding(changed.scenario) != _binding(self.scenario):
            raise BadCommand(
                "These stand-ins would change the order in which the child sessions bind",
                means="Children recorded at the same moment are ordered by their session ids",
                cure="Choose stand-ins for the session ids that sort as the recorded ones do",
            )
        return changed

    def export(self, name: str) -> dict[str, bytes]:
        files: dict[str, bytes] = {}
        for script in self.scenario.scripts:
            if script.log is not None:
                files[file_name(script.ordinal, script.log.generation)] = script.log.data
        sidecar = self._file(OVERRIDE_NAME)
        if sidecar is not None:
            files[OVERRIDE_NAME] = sidecar.data
        return files


def _lane(script: RecordedScript, index: int, overridden: bool) -> Script:
    facts = [("calls", str(len(script.calls))), ("generation", "none")]
    if script.log is not None:
        facts[1] = ("generation", str(script.log.generation))
        facts.append(("events", str(script.log.events)))
    facts.append(
        ("opened by", "the first call" if index == 0 else f"first call, as session {index + 1}")
    )
    notes: list[str] = []
    scripted = sum(call.origin == "sidecar" for call in script.calls)
    if script.primary and overridden:
        facts.append(("scripted by the sidecar", str(scripted)))
        notes.append("The sidecar decides what this script answers")
    return Script(
        name="parent" if script.primary else f"child {index}",
        file=script.file or OVERRIDE_NAME,
        steps=len(script.calls),
        digest=script_digest(script.calls),
        facts=tuple(facts),
        notes=tuple(notes),
    )


def _binding(scenario: Scenario) -> list[str]:
    return [script.file for script in scenario.scripts]


def _sentence(total: int, scripts: int, fault_at: int | None) -> str:
    if fault_at is not None:
        return f"The stand-in for the model failed at step {fault_at}"
    calls = "1 call" if total == 1 else f"{total} calls"
    sessions = "1 session" if scripts == 1 else f"{scripts} sessions"
    return f"{calls} of {sessions} answered as recorded"


def _role_name(name: str) -> str:
    try:
        return name if parse_name(name) or name == OVERRIDE_NAME else "session.jsonl"
    except LogRefused:
        return "session.jsonl"


def open_files(
    name: str, files: Sequence[SourceFile], *, extra: tuple[Note, ...] = ()
) -> SessionLogFixture:
    """The fixture of these files: logs parent first, then the sidecar. Raises ``LogRefused``."""
    logs = [(file.name, file.data) for file in files if file.name != OVERRIDE_NAME]
    override = next((file.data for file in files if file.name == OVERRIDE_NAME), None)
    scenario = load_scenario(logs, override=override, primary_missing=not logs)
    return SessionLogFixture(name, tuple(files), scenario, extra)
