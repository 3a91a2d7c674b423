"""Curves, orders, metrics, conditions and effects, each by its rule."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter

from tests.plays.kinds.world_graph.conftest import Game, NewGame
from workbench.plays.engine.faults import EngineFault
from workbench.plays.engine.kind import Context
from workbench.plays.kinds.world_graph.conditions import holds
from workbench.plays.kinds.world_graph.content import logic
from workbench.plays.kinds.world_graph.content.catalogues import CurveShape
from workbench.plays.kinds.world_graph.content.curves import Curve
from workbench.plays.kinds.world_graph.effects import Origin, apply_effects
from workbench.plays.kinds.world_graph.metrics import measure, truncated
from workbench.plays.kinds.world_graph.ordering import entity_order, text_order
from workbench.plays.kinds.world_graph.tick import Tick
from workbench.plays.kinds.world_graph.world import World

CONDITION: TypeAdapter[logic.Condition] = TypeAdapter(logic.Condition)
METRIC: TypeAdapter[logic.Metric] = TypeAdapter(logic.Metric)
EFFECT: TypeAdapter[logic.Effect] = TypeAdapter(logic.Effect)


def curve(interpolation: str, *points: tuple[int, int]) -> Curve:
    shape = {
        "interpolation": interpolation,
        "points": [{"input": put, "output": out} for put, out in points],
    }
    return Curve(CurveShape.model_validate(shape))


@pytest.mark.parametrize(
    ("value", "stepped", "drawn"), [(-5, 10, 10), (0, 10, 10), (1, 10, 8), (4, 0, 0), (9, 0, 0)]
)
def test_a_curve_steps_or_draws_a_line(value: int, stepped: int, drawn: int) -> None:
    points = ((4, 0), (0, 10))
    assert curve("step", *points)(value) == stepped
    # 7.5 is half way between 7 and 8: it rounds away from where the line starts.
    assert curve("linear", *points)(value) == (7 if value == 1 else drawn)


@given(st.integers(-50, 50), st.integers(1, 20), st.integers(-50, 50), st.integers(0, 20))
def test_a_line_rounds_half_away_from_zero(start: int, span: int, end: int, at: int) -> None:
    at = min(at, span)
    exact = Fraction((end - start) * at, span)
    rounded = int(abs(exact) + Fraction(1, 2)) * (1 if exact >= 0 else -1)
    assert curve("linear", (0, start), (span, end))(at) == start + rounded


@given(st.lists(st.integers(0, 10**6), min_size=1))
def test_entities_stand_in_the_order_of_their_numbers(ordinals: list[int]) -> None:
    ids = [f"incident:{each}" for each in ordinals]
    assert sorted(ids, key=entity_order) == [f"incident:{each}" for each in sorted(ordinals)]
    assert entity_order("building:99") < entity_order("incident:1")
    assert entity_order("") < entity_order("building:0")


def test_text_stands_in_the_order_of_its_code_units() -> None:
    assert sorted(["\ufb01", "\U0001f381"], key=text_order) == ["\U0001f381", "\ufb01"]


@given(st.integers(-99, 99), st.integers(1, 9))
def test_averages_are_cut_towards_zero(numerator: int, denominator: int) -> None:
    assert truncated(numerator, denominator) == int(Fraction(numerator, denominator))


@pytest.fixture
def game(new_game: NewGame) -> Game:
    """A meadow after eight ticks."""
    game = new_game()
    game.accept("advance_ticks", ticks=8)
    return game


def world_of(game: Game) -> World:
    epoch = game.engine.epoch(game.state)
    return World(epoch.program, game.world, Context(game.state.seed, "action:1", seq=1))


def compare(metric: dict[str, Any], op: str, value: int) -> dict[str, Any]:
    return {"kind": "compare", "metric": metric, "op": op, "value": value}


def test_a_metric_without_a_value_compares_as_false_even_as_unequal(game: Game) -> None:
    nobody = {
        "kind": "guest_meter",
        "meter": "need",
        "definitionId": "boredom",
        "aggregate": "min",
        "archetypeId": None,
    }
    world = world_of(game)
    assert measure(METRIC.validate_python(nobody), world) is None
    for op in ("eq", "ne", "lt", "lte", "gt", "gte"):
        assert not holds(CONDITION.validate_python(compare(nobody, op, 0)), world)
    summed = METRIC.validate_python({**nobody, "aggregate": "sum"})
    assert measure(summed, world) == 0


@pytest.mark.parametrize(
    ("metric", "expected"),
    [
        ({"kind": "tick"}, 8),
        ({"kind": "day"}, 0),
        ({"kind": "counter", "counter": "guestsEntered"}, 4),
        ({"kind": "objective_progress", "objectiveId": "nothing"}, None),
        ({"kind": "entity_count", "entity": "building", "definitionId": "stand"}, 1),
        ({"kind": "entity_count", "entity": "staff", "definitionId": None}, 0),
        ({"kind": "incident_count", "incidentDefinitionId": "peel", "state": "active"}, 0),
        (
            {
                "kind": "building_metric",
                "metric": "inventory",
                "aggregate": "min",
                "buildingDefinitionId": None,
                "productId": "lemonade",
            },
            None,
        ),
    ],
)
def test_a_metric_measures_the_world(
    game: Game, metric: dict[str, Any], expected: int | None
) -> None:
    assert measure(METRIC.validate_python(metric), world_of(game)) == expected


def test_conditions_combine(game: Game) -> None:
    world = world_of(game)
    yes, no = ({"kind": "constant", "value": value} for value in (True, False))
    unlocked = {"kind": "content_unlocked", "content": {"kind": "building", "id": "press"}}
    for condition, expected in [
        ({"kind": "all", "conditions": []}, True),
        ({"kind": "any", "conditions": []}, False),
        ({"kind": "all", "conditions": [yes, no]}, False),
        ({"kind": "any", "conditions": [no, yes]}, True),
        ({"kind": "not", "condition": no}, True),
        ({"kind": "objective_state", "objectiveId": "swept", "state": "active"}, True),
        ({"kind": "objective_state", "objectiveId": "nothing", "state": "active"}, False),
        (unlocked, True),
        ({"kind": "policy_active", "policyId": "raffle"}, True),
        ({"kind": "incident_active", "incidentDefinitionId": "peel"}, False),
    ]:
        assert holds(CONDITION.validate_python(condition), world) is expected, condition


def run(world: World, *effects: dict[str, Any], defer: str | None = None) -> Tick:
    tick = Tick(world.tick, world.context)
    parsed = [EFFECT.validate_python(each) for each in effects]
    apply_effects(world, parsed, tick=tick, origin=Origin("scenario", defer=defer))
    return tick


def wear(delta: int) -> dict[str, Any]:
    everywhere = {"kind": "all"}
    return {
        "kind": "building_meter_delta",
        "meter": "wear",
        "delta": delta,
        "buildings": everywhere,
    }


def test_changes_of_one_meter_are_summed_before_they_are_kept_in_range(game: Game) -> None:
    world = world_of(game)
    before = world.buildings["building:0"]["wear"]
    run(world, wear(500), wear(-500))
    assert world.buildings["building:0"]["wear"] == before
    run(world, wear(500))
    assert world.buildings["building:0"]["wear"] == 100
    assert game.world["buildings"][0]["wear"] == before


def test_deferred_changes_of_buildings_wait_under_their_source(game: Game) -> None:
    world = world_of(game)
    tick = run(world, wear(-1), wear(-2), defer="policy")
    assert world.buildings["building:0"] is game.world["buildings"][0]
    assert [(each.source, each.amount) for each in tick.deferred] == [("policy", -3)]


def test_a_counter_never_counts_down(game: Game) -> None:
    down = {"kind": "counter_increment", "counter": "litterCleaned", "amount": -1}
    with pytest.raises(EngineFault) as caught:
        run(world_of(game), down)
    assert caught.value.code == "negative_increment"


def test_unlocks_are_kept_sorted_and_locks_take_them_away(game: Game) -> None:
    world = world_of(game)

    def content(kind: str, what: str) -> dict[str, Any]:
        return {"kind": kind, "content": {"kind": "building", "id": what}}

    run(world, content("unlock", "winch"), content("unlock", "arch"), content("lock", "press"))
    assert [each["id"] for each in world.unlocked] == ["arch", "stand", "winch"]
    before = world.unlocked
    run(world, content("unlock", "arch"), content("lock", "press"))
    assert world.unlocked is before


def test_an_incident_tied_to_nothing_current_is_not_started(game: Game) -> None:
    world = world_of(game)
    start = {"kind": "start_incident", "incidentDefinitionId": "gust", "amount": 2}
    before = world.ordinal
    run(world, {**start, "target": {"kind": "current_guest"}})
    assert world.ordinal == before
    run(world, {**start, "target": {"kind": "zone", "zoneId": "hilltop"}})
    started = list(world.incidents.values())[-1]
    assert (started["zoneId"], started["amount"]) == ("hilltop", 2)
    lasting = (started["expiresAtTick"] or 0) - started["startedAtTick"]
    assert 1 <= lasting <= 3
    gone = {"kind": "resolve_incident", "incidentDefinitionId": "gust", "incidents": "all_active"}
    run(world, gone)
    assert all(
        each["resolvedAtTick"] is not None
        for each in world.incidents.values()
        if each["definitionId"] == "gust"
    )
