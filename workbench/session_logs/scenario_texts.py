"""The texts of a scenario and the bytes of its steps: which rows of which file a step is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

from workbench.core.places import Span, Text
from workbench.session_logs.placement import RowOwners, RowSteps, owners_of
from workbench.session_logs.scenario import Scenario
from workbench.session_logs.sidecar_places import entry_spans
from workbench.session_logs.texts import LogTexts, sidecar_texts


class ScenarioTexts:
    """Built when asked for: ``order`` gives ``(script, call)`` of every step.

    ``sidecar`` are the bytes of the override sidecar, if there is one.
    """

    def __init__(
        self, scenario: Scenario, order: Sequence[tuple[int, int]], sidecar: bytes | None
    ) -> None:
        self._scripts = scenario.scripts
        self._override = scenario.override
        self._order = order
        self._sidecar = sidecar

    @cached_property
    def row_steps(self) -> tuple[RowSteps, ...]:
        """For each script the step of each body row of its log."""
        step_of = {at: step for step, at in enumerate(self._order)}
        return tuple(RowSteps(index, owners, step_of) for index, owners in enumerate(self._owners))

    @cached_property
    def _owners(self) -> tuple[RowOwners | None, ...]:
        return tuple(map(owners_of, self._scripts))

    @cached_property
    def _logs(self) -> tuple[LogTexts | None, ...]:
        return tuple(
            None if script.log is None else LogTexts(script.log, rows)
            for script, rows in zip(self._scripts, self.row_steps, strict=True)
        )

    def all(self) -> Iterator[Text]:
        """Every text, in file order; the sidecar's last."""
        for script in sorted(range(len(self._logs)), key=lambda at: self._scripts[at].ordinal):
            texts = self._logs[script]
            if texts is not None:
                yield from texts.all()
        yield from self._of_sidecar

    @cached_property
    def _of_sidecar(self) -> tuple[Text, ...]:
        if self._sidecar is None:
            return ()
        steps = {
            call.sidecar_index: step
            for step, (script, index) in enumerate(self._order)
            if script == 0 and (call := self._scripts[0].calls[index]).sidecar_index is not None
        }
        return tuple(sidecar_texts(self._sidecar, self._override, steps))

    def rows(self, step: int) -> range:
        """The body rows of a step, in its own script's log."""
        script, call = self._order[step]
        owners = self._owners[script]
        return range(0) if owners is None else owners.rows(call)

    def of_step(self, step: int) -> tuple[Text, ...]:
        """The texts of one step, in reading order."""
        texts = self._logs[self._order[step][0]]
        found: list[Text] = []
        if texts is not None:
            for row in self.rows(step):
                found += texts.of_row(row)
        found += (text for text in self._of_sidecar if text.step == step)
        return tuple(found)

    def spans(self, step: int) -> tuple[Span, ...]:
        """The raw bytes of one step: its rows, and its entry in the sidecar."""
        script, call = self._order[step]
        log = self._scripts[script].log
        spans: list[Span] = []
        if log is not None:
            spans += (Span(log.name, *log.span(row)[1:]) for row in self.rows(step))
        at = self._scripts[script].calls[call].sidecar_index
        if self._sidecar is not None and at is not None:
            spans += entry_spans(self._sidecar, self._override, at)
        return tuple(spans)
