"""The numbered sequence of a scenario: one step a call, described when it is drawn."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from workbench.core.fixture import Step
from workbench.session_logs.answers import Answered, answered, detail, what
from workbench.session_logs.assembly import Agreements
from workbench.session_logs.derivation import Call
from workbench.session_logs.scenario import Scenario


class Steps(Sequence[Step]):
    """The steps of a scenario, described when they are drawn."""

    def __init__(
        self, scenario: Scenario, order: Sequence[tuple[int, int]], names: Sequence[str]
    ) -> None:
        self._scenario = scenario
        self._order = order
        self._names = names
        self._agreements = Agreements(scenario.scripts)
        self._described = lru_cache(maxsize=4096)(self._describe)

    def __len__(self) -> int:
        return len(self._order)

    def __getitem__(self, index: int | slice) -> Step | tuple[Step, ...]:  # type: ignore[override]
        if isinstance(index, slice):
            return tuple(map(self._described, range(*index.indices(len(self)))))
        position = index + len(self) if index < 0 else index
        if not 0 <= position < len(self):
            raise IndexError("there is no such step")
        return self._described(position)

    def _describe(self, index: int) -> Step:
        script, number = self._order[index]
        call = self._scenario.scripts[script].calls[number]
        answer = answered(call.entry)
        agreement = self._agreements.of(script, number)
        differs = ("differs from message",) if agreement and not agreement.holds else ()
        return Step(
            index=index,
            kind="call",
            lane=script,
            who=self._names[script],
            what=what(call, answer),
            detail=detail(call.entry, answer),
            tags=(*_tags(call, answer), *differs),
        )


def _tags(call: Call, answer: Answered) -> tuple[str, ...]:
    tags: list[str] = []
    if call.origin == "sidecar":
        tags.append("override")
    if call.origin == "compaction":
        tags.append("compaction")
    if answer.kind != "chunks":
        tags.append(answer.kind)
    if answer.finish in ("error", "aborted"):
        tags.append(answer.finish)
    return tuple(tags)
