"""Conditions over dotted fields, compiled to functions of a state. Kinds say what a field reads.

A condition that cannot be computed is an engine fault, never a false one. ``all`` and ``any`` stop
early, so content can guard against it, and compiling keeps that order. Source:
``spec/play-sessions.md`` §12.3, ``spec/kind-simulation.md`` §1.1.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Generic, NoReturn, TypeAlias, TypeVar

from workbench.plays.engine.faults import EngineFault
from workbench.plays.javascript import UNDEFINED, is_number, strictly_equal, text_of
from workbench.plays.shapes import Shape, Wrong, anything, record, text

#: Conditions nested deeper than this are refused: nobody wrote them by hand.
MAX_CONDITION_DEPTH: Final = 100

S = TypeVar("S")
Test: TypeAlias = Callable[[S], bool]
Field: TypeAlias = Callable[[S], object]

#: What a condition does that cannot be computed: raises ``EngineFault``.
Fail: TypeAlias = Callable[[S], NoReturn]

_FIELD_SHAPE: Final = record({"field": text, "operator": text})


def condition_shape(value: Any, collection: Shape = anything) -> Wrong:
    """A condition of any form, nested at most ``MAX_CONDITION_DEPTH`` deep.

    ``collection`` is the shape of what ``exists`` and ``count`` hold: a fault wherever they are
    asked, since no kind has collections.
    """
    return _shape(value, collection, 0)


def _shape(value: Any, collection: Shape, depth: int) -> Wrong:
    if depth > MAX_CONDITION_DEPTH:
        return ("", f"is nested more than {MAX_CONDITION_DEPTH} levels deep")
    if not isinstance(value, dict):
        return ("", "is not an object")
    for member in ("all", "any"):
        if member in value:
            return _shapes(value[member], collection, depth, member=member)
    if "not" in value:
        return _below("not", _shape(value["not"], collection, depth + 1))
    for member in ("exists", "count"):
        if member in value:
            return _below(member, collection(value[member]))
    return _FIELD_SHAPE(value)


def _shapes(value: Any, collection: Shape, depth: int, *, member: str) -> Wrong:
    if not isinstance(value, list):
        return (f"/{member}", "is not a list")
    for index, entry in enumerate(value):
        if wrong := _shape(entry, collection, depth + 1):
            return _below(f"{member}/{index}", wrong)
    return None


def _below(place: str, wrong: Wrong) -> Wrong:
    return wrong and (f"/{place}{wrong[0]}", wrong[1])


def not_comparable(state: object) -> NoReturn:
    """The fault of a condition, where the kind has nothing to add. Raises ``EngineFault``."""
    raise EngineFault("A condition compares values it cannot compare", code="condition_type_error")


@dataclass(frozen=True, slots=True)
class Language(Generic[S]):
    """The conditions of one kind: what each of its fields reads, and how a fault is told."""

    compile_field: Callable[[str], Field[S]]
    fail: Fail[S] = not_comparable

    def compile(self, condition: Any) -> Test[S]:
        """The test that ``condition`` describes. Forms are told apart in the engine's key order."""
        if "all" in condition:
            return _all([self.compile(part) for part in condition["all"]])
        if "any" in condition:
            return _any([self.compile(part) for part in condition["any"]])
        if "not" in condition:
            return _not(self.compile(condition["not"]))
        if "exists" in condition or "count" in condition:
            return self.fail
        compiler = _OPERATORS.get(condition["operator"])
        if compiler is None:
            return self.fail
        field = self.compile_field(condition["field"])
        return compiler(field, condition.get("value", UNDEFINED), self.fail)


def _all(parts: list[Test[S]]) -> Test[S]:
    def test(state: S) -> bool:
        for part in parts:  # noqa: SIM110 - a generator would cost a frame per level
            if not part(state):
                return False
        return True

    return test


def _any(parts: list[Test[S]]) -> Test[S]:
    def test(state: S) -> bool:
        for part in parts:  # noqa: SIM110 - as above
            if part(state):
                return True
        return False

    return test


def _not(part: Test[S]) -> Test[S]:
    return lambda state: not part(state)


def _equals(field: Field[S], value: object, fail: Fail[S]) -> Test[S]:
    if isinstance(value, bool):
        return lambda state: field(state) is value
    if isinstance(value, str):
        return lambda state: field(state) == value
    return lambda state: strictly_equal(field(state), value)


def _not_equals(field: Field[S], value: object, fail: Fail[S]) -> Test[S]:
    return _not(_equals(field, value, fail))


def _comparison(
    compare: Callable[[Any, Any], bool],
) -> Callable[[Field[S], object, Fail[S]], Test[S]]:
    def compiled(field: Field[S], value: object, fail: Fail[S]) -> Test[S]:
        comparable = is_number(value)

        def test(state: S) -> bool:
            found = field(state)
            if not comparable or not is_number(found):
                fail(state)
            return compare(found, value)

        return test

    return compiled


def _in(field: Field[S], value: object, fail: Fail[S]) -> Test[S]:
    def test(state: S) -> bool:
        member = field(state)
        return _is_member(member, value) if isinstance(value, list) else fail(state)

    return test


def _not_in(field: Field[S], value: object, fail: Fail[S]) -> Test[S]:
    return _not(_in(field, value, fail))


def _contains(field: Field[S], value: object, fail: Fail[S]) -> Test[S]:
    part = text_of(value)

    def test(state: S) -> bool:
        whole = field(state)
        if isinstance(whole, str):
            return part in whole
        return _is_member(value, whole) if isinstance(whole, list) else fail(state)

    return test


def _has(field: Field[S], value: object, fail: Fail[S]) -> Test[S]:
    def test(state: S) -> bool:
        whole = field(state)
        return _is_member(value, whole) if isinstance(whole, list) else fail(state)

    return test


def _is_member(member: object, whole: list[Any]) -> bool:
    return any(strictly_equal(member, each) for each in whole)


_OPERATORS: Final[Mapping[str, Callable[[Any, Any, Any], Test[Any]]]] = {
    "equals": _equals,
    "not_equals": _not_equals,
    "less_than": _comparison(operator.lt),
    "less_or_equal": _comparison(operator.le),
    "greater_than": _comparison(operator.gt),
    "greater_or_equal": _comparison(operator.ge),
    "in": _in,
    "not_in": _not_in,
    "contains": _contains,
    "has_tag": _has,
    "has_flag": _has,
}
