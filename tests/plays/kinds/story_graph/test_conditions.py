"""Conditions hold, do not hold, or fault; and what stops early guards what follows."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.plays.engine.faults import EngineFault
from workbench.plays.kinds.story_graph.conditions import compile_condition
from workbench.plays.kinds.story_graph.state import StoryState

STATE: StoryState = {
    "currentNodeId": "here",
    "variables": {"n": 3, "on": True, "flag": "leaf7", "__proto__": 1, "a.b": 2},
    "turn": 5,
    "visitedCounts": {"here": 2},
    "unlockedAchievements": ["medal"],
}


def holds(field: str, operator: str, *value: Any, **changes: Any) -> bool:
    condition = {"field": field, "operator": operator, **({"value": value[0]} if value else {})}
    return compile_condition(condition)({**STATE, **changes})  # type: ignore[typeddict-item]


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("turn", 5),
        ("var.n", 3),
        ("var.a.b", 2),
        ("var.__proto__", 1),
        ("visited.here", 2),
        ("visited.never", 0),
        ("achieved.medal", True),
        ("achieved.no_such", False),
    ],
)
def test_every_field_has_its_value(field: str, value: Any) -> None:
    assert holds(field, "equals", value)
    assert not holds(field, "not_equals", value)
    assert holds(field, "in", [None, "x", value])
    assert holds(field, "not_in", [None, "x"])


def test_equality_is_strict() -> None:
    assert not holds("var.on", "equals", 1)
    assert not holds("var.__proto__", "equals", True)
    assert not holds("var.on", "in", [1])
    assert not holds("var.n", "equals", "3")
    assert holds("var.n", "equals", 3.0)


def test_a_missing_value_is_undefined_and_so_is_an_ending_that_has_not_come() -> None:
    assert holds("ending", "equals")
    assert not holds("ending", "not_equals")
    assert holds("ending", "not_equals", endingId="gone")
    assert not holds("ending", "equals", None)
    assert holds("ending", "not_in", [None])


@given(st.integers(-9, 9))
def test_comparisons_are_those_of_numbers(value: int) -> None:
    assert holds("var.n", "less_than", value) == (value > 3)
    assert holds("var.n", "less_or_equal", value) == (value >= 3)
    assert holds("var.n", "greater_than", value) == (value < 3)
    assert holds("var.n", "greater_or_equal", value) == (value <= 3)


def test_contains_asks_text_for_text() -> None:
    assert holds("var.flag", "contains", 7)
    assert holds("var.flag", "contains", "leaf")
    assert not holds("var.flag", "contains", True)
    assert not holds("var.flag", "contains")


@pytest.mark.parametrize(
    ("field", "operator", "value"),
    [
        ("var.on", "less_than", 3),
        ("var.n", "less_than", "3"),
        ("var.n", "greater_than", True),
        ("ending", "less_or_equal", 1),
        ("var.flag", "in", "leaf7"),
        ("var.flag", "not_in", None),
        ("var.n", "contains", 3),
        ("ending", "contains", "x"),
        ("var.flag", "has_tag", "x"),
        ("var.flag", "has_flag", "x"),
        ("var.flag", "no_such_operator", "x"),
        ("moon", "equals", 1),
    ],
)
def test_what_cannot_be_compared_is_a_fault(field: str, operator: str, value: Any) -> None:
    with pytest.raises(EngineFault) as caught:
        holds(field, operator, value)
    assert (caught.value.code, caught.value.place) == ("condition_type_error", "here")


FAULT: dict[str, Any] = {"exists": {"collection": "npcs", "where": {"all": []}}}
TRUE: dict[str, Any] = {"all": []}
FALSE: dict[str, Any] = {"any": []}


def test_stopping_early_guards_what_follows() -> None:
    assert not compile_condition({"all": [FALSE, FAULT]})(STATE)
    assert compile_condition({"any": [TRUE, FAULT]})(STATE)
    for condition in ({"all": [TRUE, FAULT]}, {"any": [FALSE, FAULT]}, {"not": FAULT}, FAULT):
        with pytest.raises(EngineFault):
            compile_condition(condition)(STATE)


def test_the_form_is_told_by_the_first_key_that_counts() -> None:
    assert compile_condition({"field": "moon", "operator": "x", "not": FALSE, "all": []})(STATE)


CONDITIONS = st.recursive(
    st.sampled_from([TRUE, FALSE]),
    lambda inner: st.one_of(
        st.builds(lambda parts: {"all": parts}, st.lists(inner, max_size=3)),
        st.builds(lambda parts: {"any": parts}, st.lists(inner, max_size=3)),
        st.builds(lambda part: {"not": part}, inner),
    ),
    max_leaves=12,
)


def meaning(condition: dict[str, Any]) -> bool:
    if "all" in condition:
        return all(map(meaning, condition["all"]))
    if "any" in condition:
        return any(map(meaning, condition["any"]))
    return not meaning(condition["not"])


@given(CONDITIONS)
def test_combinations_mean_what_logic_says(condition: dict[str, Any]) -> None:
    assert compile_condition(condition)(STATE) == meaning(condition)


def test_a_hundred_levels_are_computed() -> None:
    condition = TRUE
    for _ in range(100):
        condition = {"all": [{"not": {"not": condition}}]}
    assert compile_condition(condition)(STATE)
