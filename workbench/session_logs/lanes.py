"""The scripts of a scenario as the review lists them."""

from __future__ import annotations

from collections.abc import Sequence

from workbench.core.fixture import Script
from workbench.session_logs.derivation import Call
from workbench.session_logs.names import OVERRIDE_NAME
from workbench.session_logs.scenario import RecordedScript, Scenario
from workbench.session_logs.scripts import script_digest


class Lane(Script):
    """A script whose digest is computed when it is asked for: that reads every call of a log."""

    __slots__ = ("_calls", "_digest")

    _calls: Sequence[Call]
    _digest: str

    def __init__(
        self,
        calls: Sequence[Call],
        *,
        name: str,
        file: str,
        facts: tuple[tuple[str, str], ...],
        notes: tuple[str, ...],
    ) -> None:
        members = {"name": name, "file": file, "facts": facts, "notes": notes}
        for member, value in (
            members | {"_calls": calls, "steps": len(calls), "_digest": ""}
        ).items():
            object.__setattr__(self, member, value)

    @property
    def digest(self) -> str:
        """Lower-case SHA-256 of the script's canonical JSON."""
        if not self._digest:
            object.__setattr__(self, "_digest", script_digest(self._calls))
        return self._digest


def lane_name(script: RecordedScript, index: int) -> str:
    """What the workbench calls a script."""
    return "parent" if script.primary else f"child {index}"


def lanes_of(scenario: Scenario) -> tuple[Lane, ...]:
    """The scripts of a scenario, in binding order."""
    return tuple(
        _lane(script, index, scenario.has_override) for index, script in enumerate(scenario.scripts)
    )


def _lane(script: RecordedScript, index: int, overridden: bool) -> Lane:
    facts = [("calls", str(len(script.calls))), ("generation", "none")]
    if script.log is not None:
        facts[1] = ("generation", str(script.log.generation))
        facts.append(("rows", "complete" if script.log.complete else "projected"))
        facts.append(("events", str(script.log.events)))
    facts.append(
        ("opened by", "the first call" if index == 0 else f"first call, as session {index + 1}")
    )
    notes: list[str] = []
    if script.primary and overridden:
        scripted = sum(call.origin == "sidecar" for call in script.calls)
        facts.append(("scripted by the sidecar", str(scripted)))
        notes.append("The sidecar decides what this script answers")
    return Lane(
        script.calls,
        name=lane_name(script, index),
        file=script.file or OVERRIDE_NAME,
        facts=tuple(facts),
        notes=tuple(notes),
    )
