"""A batch changes variables in order, clamps each touched one once, and reports each once."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.core.canonical import JSON
from workbench.plays.engine.faults import EngineFault
from workbench.plays.kinds.story_graph.effects import Variable, compile_effects
from workbench.plays.kinds.story_graph.state import StoryState

VARIABLES = {
    each.name: each
    for each in (
        Variable("n", "int", 9, minimum=0, maximum=10, visible=True),
        Variable("free", "int", 50),
        Variable("on", "bool", False),
        Variable("leaf", "enum", "bud", values=("bud", "leaf")),
        Variable("\ufb00", "int", 0),
        Variable("\U0001d4b3", "int", 0),
    )
}


def state() -> StoryState:
    return {
        "currentNodeId": "here",
        "variables": {name: each.initial for name, each in VARIABLES.items()},
        "turn": 0,
        "visitedCounts": {},
        "unlockedAchievements": [],
    }


def apply(*effects: dict[str, Any]) -> tuple[StoryState, list[dict[str, JSON]]]:
    draft, changes = state(), list[dict[str, JSON]]()
    compile_effects(effects, VARIABLES).apply(draft, changes)
    return draft, changes


def by(name: str, amount: float) -> dict[str, Any]:
    return {"op": "increment", "var": name, "by": amount}


def put(name: str, value: Any) -> dict[str, Any]:
    return {"op": "set", "var": name, "value": value}


def test_up_and_down_at_the_ceiling_is_nothing_because_clamping_comes_last() -> None:
    draft, changes = apply(by("n", 5), {"op": "decrement", "var": "n", "by": 5})
    assert draft["variables"]["n"] == 9
    assert [(change["value"], change["previous"]) for change in changes] == [(9, 9)]


def test_changes_come_in_utf_16_order_once_each_and_say_whether_they_show() -> None:
    _, changes = apply(
        by("\ufb00", 1), by("\U0001d4b3", 1), by("n", 1), put("leaf", "leaf"), by("n", 5)
    )
    assert [change["path"] for change in changes] == [
        "var.leaf",
        "var.n",
        "var.\U0001d4b3",  # its first UTF-16 unit is below U+FB00
        "var.\ufb00",
    ]
    assert changes[1] == {
        "path": "var.n",
        "op": "set",
        "value": 10,
        "previous": 9,
        "reason": "consequence_applied",
        "visible": True,
    }
    assert not changes[0]["visible"]


@given(st.lists(st.integers(-30, 30), max_size=6))
def test_a_clamped_sum_stays_in_bounds_and_an_unbounded_one_is_the_sum(amounts: list[int]) -> None:
    draft, _ = apply(*(by("n", each) for each in amounts), *(by("free", each) for each in amounts))
    if amounts:
        assert draft["variables"]["n"] == min(10, max(0, 9 + sum(amounts)))
    assert draft["variables"]["free"] == 50 + sum(amounts)


@pytest.mark.parametrize(
    "effect",
    [
        by("on", 1),
        by("n", 0.5),
        by("nobody", 1),
        put("n", True),
        put("n", "1"),
        put("on", 1),
        put("leaf", "flower"),
    ],
)
def test_an_effect_that_suits_no_variable_is_a_fault(effect: dict[str, Any]) -> None:
    with pytest.raises(EngineFault):
        apply(effect)


def test_growth_beyond_two_to_the_53_rounds_to_doubles() -> None:
    draft, _ = apply(put("free", 9007199254740991), by("free", 2))
    assert draft["variables"]["free"] == 9007199254740992


def test_no_effects_change_nothing() -> None:
    assert apply() == (state(), [])
