"""What the conditions of a life read. Source: ``spec/kind-simulation.md`` §1.1."""

from __future__ import annotations

import re
from typing import Any, Final, TypeAlias

from workbench.plays.engine import conditions
from workbench.plays.engine.faults import EngineFault
from workbench.plays.javascript import UNDEFINED
from workbench.plays.kinds.simulation.effective import effective_of_hundred
from workbench.plays.kinds.simulation.state import State

Test: TypeAlias = conditions.Test[State]
_Field: TypeAlias = conditions.Field[State]

_INDEX: Final = re.compile(r"(?:0|[1-9][0-9]{0,9})\Z")
#: The families of values that effects act on.
_LAYERED: Final = ("needs", "attributes", "skills")


def compile_field(path: str) -> _Field:
    """Reads the value at a dotted path: an effective value, a counter, or what is stored there."""
    walk = _walk(path.split("."))
    player, _, rest = path.partition(".")
    family, dot, name = rest.partition(".")
    if player != "player" or not dot:
        return walk
    if family == "counters":
        return lambda state: state["player"]["counters"].get(name, 0)
    return _effective(family, name, path, walk) if family in _LAYERED else walk


def _effective(family: str, name: str, path: str, walk: _Field) -> _Field:
    def read(state: State) -> object:
        base = state["player"][family].get(name)  # type: ignore[literal-required]
        return walk(state) if base is None else effective_of_hundred(base, path, state)

    return read


def _walk(segments: list[str]) -> _Field:
    """Step by step into the state. Stepping into what has no members is a fault."""

    def read(state: State) -> object:
        value: Any = state
        for segment in segments:
            if isinstance(value, dict):
                value = value.get(segment, UNDEFINED)
            elif isinstance(value, list):
                value = _of_list(value, segment)
            else:
                raise EngineFault("A condition asks for a value within none", code="no_such_field")
        return value

    return read


def _of_list(value: list[Any], segment: str) -> object:
    if segment == "length":
        return len(value)
    at = int(segment) if _INDEX.match(segment) else len(value)
    return value[at] if at < len(value) else UNDEFINED


LANGUAGE: Final = conditions.Language(compile_field)

#: The test that a condition describes.
compile_condition: Final = LANGUAGE.compile
