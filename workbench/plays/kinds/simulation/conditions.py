"""Conditions, compiled to functions of a state. Source: ``spec/kind-simulation.md`` §1.1.

A condition that cannot be computed is an engine fault, never a false one. ``all`` and ``any`` stop
early, so content can guard against it, and compiling keeps that order.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Mapping
from typing import Any, Final, NoReturn, TypeAlias

from workbench.plays.engine.faults import EngineFault
from workbench.plays.javascript import UNDEFINED, is_number, strictly_equal, text_of
from workbench.plays.kinds.simulation.effective import effective_of_hundred
from workbench.plays.kinds.simulation.state import State

Test: TypeAlias = Callable[[State], bool]
_Field: TypeAlias = Callable[[State], object]

_INDEX: Final = re.compile(r"(?:0|[1-9][0-9]{0,9})\Z")
#: The families of values that effects act on.
_LAYERED: Final = ("needs", "attributes", "skills")


def compile_condition(condition: Any) -> Test:
    """The test that ``condition`` describes. The forms are told apart in the engine's key order."""
    if "all" in condition:
        return _all([compile_condition(part) for part in condition["all"]])
    if "any" in condition:
        return _any([compile_condition(part) for part in condition["any"]])
    if "not" in condition:
        return _not(compile_condition(condition["not"]))
    if "exists" in condition or "count" in condition:
        return _failing
    field = compile_field(condition["field"])
    compiler = _OPERATORS.get(condition["operator"])
    return _failing if compiler is None else compiler(field, condition.get("value", UNDEFINED))


def _all(parts: list[Test]) -> Test:
    def test(state: State) -> bool:
        for part in parts:  # noqa: SIM110 - a generator would cost a frame per level
            if not part(state):
                return False
        return True

    return test


def _any(parts: list[Test]) -> Test:
    def test(state: State) -> bool:
        for part in parts:  # noqa: SIM110 - as above
            if part(state):
                return True
        return False

    return test


def _not(part: Test) -> Test:
    return lambda state: not part(state)


def _failing(state: State) -> bool:
    _fail()


def _fail() -> NoReturn:
    raise EngineFault("A condition compares values it cannot compare", code="condition_type_error")


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


def _equals(field: _Field, value: object) -> Test:
    if isinstance(value, bool):
        return lambda state: field(state) is value
    if isinstance(value, str):
        return lambda state: field(state) == value
    return lambda state: strictly_equal(field(state), value)


def _comparison(compare: Callable[[Any, Any], bool]) -> Callable[[_Field, object], Test]:
    def compiled(field: _Field, value: object) -> Test:
        def test(state: State) -> bool:
            found = field(state)
            if not is_number(found) or not is_number(value):
                _fail()
            return compare(found, value)

        return test

    return compiled


def _in(field: _Field, value: object) -> Test:
    def test(state: State) -> bool:
        member = field(state)
        return _is_member(member, value)

    return test


def _is_member(member: object, whole: object) -> bool:
    if not isinstance(whole, list):
        _fail()
    return any(strictly_equal(member, each) for each in whole)


def _contains(field: _Field, value: object) -> Test:
    def test(state: State) -> bool:
        whole = field(state)
        if isinstance(whole, str):
            return text_of(value) in whole
        return _is_member(value, whole)

    return test


def _has(field: _Field, value: object) -> Test:
    return lambda state: _is_member(value, field(state))


_OPERATORS: Final[Mapping[str, Callable[[_Field, Any], Test]]] = {
    "equals": _equals,
    "not_equals": lambda field, value: _not(_equals(field, value)),
    "less_than": _comparison(operator.lt),
    "less_or_equal": _comparison(operator.le),
    "greater_than": _comparison(operator.gt),
    "greater_or_equal": _comparison(operator.ge),
    "in": _in,
    "not_in": lambda field, value: _not(_in(field, value)),
    "contains": _contains,
    "has_tag": _has,
    "has_flag": _has,
}
