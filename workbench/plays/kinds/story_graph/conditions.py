"""Conditions, compiled to functions of a state (``spec/play-sessions.md`` §12.3).

A condition that cannot be computed is an engine fault, never a false one. Because ``all`` and
``any`` stop early, content can guard against it, and compiling keeps that order.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from typing import Any, NoReturn, TypeAlias

from workbench.plays.engine.faults import EngineFault
from workbench.plays.javascript import UNDEFINED, is_number, strictly_equal, text_of
from workbench.plays.kinds.story_graph.state import StoryState

Test: TypeAlias = Callable[[StoryState], bool]
_Field: TypeAlias = Callable[[StoryState], object]


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
    field = _compile_field(condition["field"])
    return _compile_operator(condition["operator"], field, condition.get("value", UNDEFINED))


def _all(parts: list[Test]) -> Test:
    def test(state: StoryState) -> bool:
        for part in parts:  # noqa: SIM110 - a generator would cost a frame per level
            if not part(state):
                return False
        return True

    return test


def _any(parts: list[Test]) -> Test:
    def test(state: StoryState) -> bool:
        for part in parts:  # noqa: SIM110 - as above
            if part(state):
                return True
        return False

    return test


def _not(part: Test) -> Test:
    return lambda state: not part(state)


def _failing(state: StoryState) -> bool:
    _fail(state)


def _fail(state: StoryState) -> NoReturn:
    raise EngineFault(
        "A condition compares values it cannot compare",
        code="condition_type_error",
        place=state["currentNodeId"],
    )


def _compile_field(field: str) -> _Field:
    if field == "turn":
        return lambda state: state["turn"]
    if field == "ending":
        return lambda state: state.get("endingId", UNDEFINED)
    family, dot, name = field.partition(".")
    if dot and family == "var":
        return lambda state: state["variables"].get(name, UNDEFINED)
    if dot and family == "visited":
        return lambda state: state["visitedCounts"].get(name, 0)
    if dot and family == "achieved":
        return lambda state: name in state["unlockedAchievements"]
    return _fail


def _compile_operator(name: str, field: _Field, value: object) -> Test:
    compiler = _COMPILERS.get(name)
    return _failing if compiler is None else compiler(field, value)


def _equals(field: _Field, value: object) -> Test:
    if isinstance(value, bool):
        return lambda state: field(state) is value
    if isinstance(value, str):
        return lambda state: field(state) == value
    return lambda state: strictly_equal(field(state), value)


def _comparison(compare: Callable[[Any, Any], bool]) -> Callable[[_Field, object], Test]:
    def compiled(field: _Field, value: object) -> Test:
        if not is_number(value):
            return _failing

        def test(state: StoryState) -> bool:
            found = field(state)
            if not is_number(found):
                _fail(state)
            return compare(found, value)

        return test

    return compiled


def _in(field: _Field, value: object) -> Test:
    if not isinstance(value, list):
        return _failing

    def test(state: StoryState) -> bool:
        member = field(state)
        return any(strictly_equal(member, item) for item in value)

    return test


def _contains(field: _Field, value: object) -> Test:
    part = text_of(value)

    def test(state: StoryState) -> bool:
        whole = field(state)
        if not isinstance(whole, str):
            _fail(state)
        return part in whole

    return test


#: ``has_tag`` and ``has_flag`` want a list, and no field of a story is one: they are not here.
_COMPILERS: Mapping[str, Callable[[_Field, Any], Test]] = {
    "equals": _equals,
    "not_equals": lambda field, value: _not(_equals(field, value)),
    "less_than": _comparison(operator.lt),
    "less_or_equal": _comparison(operator.le),
    "greater_than": _comparison(operator.gt),
    "greater_or_equal": _comparison(operator.ge),
    "in": _in,
    "not_in": lambda field, value: _not(_in(field, value)),
    "contains": _contains,
}
