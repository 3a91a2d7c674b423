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
    IdUse,
    NotChecked,
    Note,
    Replay,
    ReplayEnvironment,
    ReplayStatus,
    Script,
    Step,
)
from workbench.core.panels import Panel
from workbench.core.places import Role, Span, Text
from workbench.core.stand_ins import StandIns
from workbench.session_logs.answers import answered, plain
from workbench.session_logs.attachments import unread_attachments
from workbench.session_logs.errors import LogRefused
from workbench.session_logs.ids import id_uses
from workbench.session_logs.lanes import lane_name, lanes_of
from workbench.session_logs.names import OVERRIDE_NAME, file_name, parse_name
from workbench.session_logs.notes import notes_of
from workbench.session_logs.outcome import consumption_of, outcome_of, play
from workbench.session_logs.panels import whole
from workbench.session_logs.panels.seen import Seen
from workbench.session_logs.placement import order_of_calls
from workbench.session_logs.rewriting import rewritten
from workbench.session_logs.scenario import Scenario, load_scenario
from workbench.session_logs.scenario_texts import ScenarioTexts
from workbench.session_logs.steps import Steps

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

    @cached_property
    def notes(self) -> tuple[Note, ...]:  # type: ignore[override]
        """The remarks of the reader; looked for when first asked, because they read every call."""
        return (*self._extra_notes, *notes_of(self.scenario))

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
        return lanes_of(self.scenario)

    def steps(self) -> Sequence[Step]:
        return self._steps

    def lanes(self) -> Sequence[int]:
        return [script for script, _ in self.order]

    @cached_property
    def _steps(self) -> Steps:
        names = [lane_name(script, at) for at, script in enumerate(self.scenario.scripts)]
        return Steps(self.scenario, self.order, names)

    @cached_property
    def order(self) -> list[tuple[int, int]]:
        """``(script, call)`` of every step."""
        return order_of_calls(self.scenario.scripts)

    @cached_property
    def _texts(self) -> ScenarioTexts:
        sidecar = self._file(OVERRIDE_NAME)
        return ScenarioTexts(self.scenario, self.order, None if sidecar is None else sidecar.data)

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
        return self._texts.all()

    def _file(self, name: str) -> SourceFile | None:
        return next((file for file in self.files if file.name == name), None)

    def step_texts(self, index: int) -> tuple[Text, ...]:
        return self._texts.of_step(index)

    def step_spans(self, index: int) -> tuple[Span, ...]:
        return self._texts.spans(index)

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
            for script, rows in zip(self.scenario.scripts, self._texts.row_steps, strict=True)
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
            ids=id_uses(self.scenario.scripts, self._texts.row_steps),
        )

    def panels(self, step: int, environment: ReplayEnvironment) -> tuple[Panel, ...]:
        return tuple(whole.at_step(self._seen, step))

    def overview(self, environment: ReplayEnvironment) -> tuple[Panel, ...]:
        return self._overview

    @cached_property
    def _overview(self) -> tuple[Panel, ...]:
        return tuple(whole.overview(self._seen))

    @cached_property
    def _seen(self) -> Seen:
        return Seen(
            self.scenario,
            self._scripts,
            self._steps,
            self.order,
            rows=self._texts.rows,
            steps_of_rows=self._texts.row_steps,
            uses=self._uses,
        )

    def _uses(self) -> tuple[IdUse, ...]:
        return self._ids

    @cached_property
    def _ids(self) -> tuple[IdUse, ...]:
        return id_uses(self.scenario.scripts, self._texts.row_steps)

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
