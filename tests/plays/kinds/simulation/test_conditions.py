"""Conditions and effective values: what is read, what is compared, and what faults."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.plays.kinds.simulation.conftest import NewGame, town_campaign
from workbench.plays.engine.faults import EngineFault
from workbench.plays.kinds.simulation.arithmetic import half_away, half_up
from workbench.plays.kinds.simulation.conditions import compile_condition, compile_field
from workbench.plays.kinds.simulation.content.program import compile_program
from workbench.plays.kinds.simulation.effective import layered
from workbench.plays.kinds.simulation.opening import opening_state
from workbench.plays.kinds.simulation.state import State


def _opening() -> State:
    return opening_state(compile_program(town_campaign().content, None))


def _holds(condition: Any, state: State | None = None) -> bool:
    return compile_condition(condition)(_opening() if state is None else state)


def _compared(field: str, operator: str, *value: Any) -> dict[str, Any]:
    return {"field": field, "operator": operator, **({"value": value[0]} if value else {})}


def _effect(*modifiers: dict[str, Any], week: int = 1) -> Any:
    return {"modifiers": list(modifiers), "appliedWeek": week}


def _modifier(operation: str, value: float, **more: Any) -> dict[str, Any]:
    return {"target": "x", "operation": operation, "value": value, **more}


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        ({"all": []}, True),
        ({"any": []}, False),
        ({"not": {"any": []}}, True),
        (_compared("calendar.currentWeek", "equals", 1), True),
        (_compared("calendar.currentWeek", "equals", 1.0), True),
        (_compared("calendar.currentWeek", "equals", True), False),
        (_compared("calendar.currentWeek", "equals", "1"), False),
        (_compared("calendar.currentWeek", "in", [True, "1"]), False),
        (_compared("player.flags.no-such", "equals"), True),
        (_compared("player.flags.no-such", "equals", None), False),
        (_compared("resolution", "equals", None), True),
        (_compared("player.counters.never.counted", "equals", 0), True),
        (_compared("player.inventory.length", "equals", 1), True),
        (_compared("player.inventory.0.definitionId", "equals", "hand-lamp"), True),
        (_compared("player.inventory.1", "equals"), True),
        (_compared("player.traits", "has_tag", "early-riser"), True),
        (_compared("player.traits", "contains", "early"), False),
        (_compared("player.identity.name", "contains", "le"), True),
        (_compared("player.housing.evictionStage", "not_in", ["evicted"]), True),
        # 60, and 5 more from the effect every life starts with
        (_compared("player.needs.happiness", "equals", 65), True),
    ],
)
def test_conditions_compare_as_the_published_engine_does(condition: Any, expected: bool) -> None:
    assert _holds(condition) is expected


@pytest.mark.parametrize(
    "condition",
    [
        {"exists": {"collection": "x"}},
        {"count": {"collection": "x"}, "operator": "equals", "value": 0},
        _compared("player.flags.no-such.deeper", "equals", 1),
        _compared("resolution.resolution", "equals", "failed"),
        _compared("calendar.currentWeek.deeper", "equals", 1),
        _compared("player.needs.hope.deeper", "equals", 1),
        _compared("player.identity.name", "less_than", 5),
        _compared("calendar.currentWeek", "less_than", "5"),
        _compared("calendar.currentWeek", "less_than", True),
        _compared("calendar.currentWeek", "in", 1),
        _compared("calendar.currentWeek", "contains", 1),
        _compared("player.identity.name", "has_tag", "A"),
        _compared("calendar.currentWeek", "resembles", 1),
    ],
)
def test_what_cannot_be_compared_is_a_fault(condition: Any) -> None:
    with pytest.raises(EngineFault):
        _holds(condition)


def test_a_guard_keeps_what_would_fault_from_being_asked() -> None:
    bad = _compared("calendar.currentWeek", "less_than", "5")
    assert _holds({"all": [{"any": []}, bad]}) is False
    assert _holds({"any": [{"all": []}, bad]}) is True


def test_a_fault_leaves_the_game_where_it_was(new_game: NewGame) -> None:
    def break_goal(content: Any) -> None:
        content["goals"][0]["conditions"] = _compared("resolution.resolution", "equals", "x")

    game = new_game(break_goal)
    before = game.state
    with pytest.raises(EngineFault):
        game.week("rest")
    assert len(game.state.log) == len(before.log) + 1  # the plan alone


@pytest.mark.parametrize(
    ("effects", "expected"),
    [
        ([], 50),
        ([_effect(_modifier("add", 7), _modifier("subtract", 2))], 55),
        ([_effect(_modifier("multiply", 2500)), _effect(_modifier("add", 2))], 65),
        ([_effect(_modifier("multiply", 5000), _modifier("multiply", -5000))], 38),  # 37.5
        ([_effect(_modifier("add", -100), _modifier("multiply", 100))], -51),  # -50.5
        ([_effect(_modifier("set", 9), _modifier("add", 1), _modifier("multiply", 1))], 9),
        ([_effect(_modifier("set", 9)), _effect(_modifier("set", 8, priority=1))], 8),
        ([_effect(_modifier("set", 9), week=2), _effect(_modifier("set", 8), week=1)], 8),
        ([_effect(_modifier("set", 9), _modifier("set", 8))], 9),
        ([_effect({**_modifier("add", 7), "target": "y"})], 50),
    ],
)
def test_effects_are_laid_over_what_is_stored(effects: Any, expected: float) -> None:
    assert layered(50, "x", effects) == expected


def test_effective_values_of_a_hundred_are_clamped_and_change_nothing() -> None:
    state = _opening()
    state["activeEffects"] = [
        _effect({"target": "player.needs.energy", "operation": "add", "value": 500})
    ]
    assert compile_field("player.needs.energy")(state) == 100
    assert state["player"]["needs"]["energy"] == 50


@given(st.integers(-(2**40), 2**40), st.sampled_from([0.0, 0.25, 0.5, 0.75]))
def test_the_two_roundings_differ_only_below_zero_at_halves(whole: int, part: float) -> None:
    value = whole + part
    assert half_up(value) == math.floor(value + 0.5)
    assert half_away(value) == (half_up(value) if value >= 0 or part != 0.5 else whole)


def test_rounding_is_exact_just_below_a_half() -> None:
    assert half_up(0.49999999999999994) == 0
    assert (half_away(0.45), half_away(-0.45)) == (0, 0)


@pytest.mark.parametrize("factors", [(1e308, 1e308), (1e308, 1e308, -10000)])
def test_content_whose_numbers_leave_the_doubles_is_a_fault(
    new_game: NewGame, factors: tuple[float, ...]
) -> None:
    def explode(content: Any) -> None:
        content["startingEffects"][0]["modifiers"] = [
            {"target": "player.needs.energy", "operation": "multiply", "value": each}
            for each in factors
        ]

    with pytest.raises(EngineFault):
        new_game(explode).week()
