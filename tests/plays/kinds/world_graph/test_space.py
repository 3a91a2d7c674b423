"""Routes, footprints and placement: found fast, and the same as by the rule written out."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from workbench.plays.engine.faults import EngineFault
from workbench.plays.kinds.world_graph.content.places import Map, Terrain
from workbench.plays.kinds.world_graph.content.shapes import Size, Spot
from workbench.plays.kinds.world_graph.space.geometry import (
    Cell,
    Rectangle,
    footprint_of,
    rotated_offset,
    touches,
)
from workbench.plays.kinds.world_graph.space.ground import Ground, Routes, ground_of

TEXT = {"nameKey": "a.b", "descriptionKey": "a.c"}


def by_the_rule(
    ground: Ground, start: int, goals: tuple[int, ...], blocked: frozenset[int]
) -> tuple[list[int], int] | None:
    """The search as the rules word it: an open list, looked through for the least entry."""
    open_list, costs, parents = [(0, start)], {start: 0}, dict[int, int]()
    while open_list:
        entry = min(open_list)
        open_list.remove(entry)
        cost, cell = entry
        if cost != costs[cell]:
            continue
        if cell in goals:
            path = [cell]
            while cell != start:
                cell = parents[cell]
                path.insert(0, cell)
                assert len(path) <= len(ground.walkable)
            return path, cost
        for to, price in ground.steps[cell]:
            new, known = cost + price, costs.get(to)
            if to in blocked:
                continue
            if (
                known is None
                or new < known
                or (new == known and to in parents and cell < parents[to])
            ):
                costs[to], parents[to] = new, cell
                open_list.append((new, to))
    return None


@st.composite
def grounds(draw: st.DrawFn, *, least_cost: int) -> Ground:
    width, height = draw(st.integers(1, 6)), draw(st.integers(1, 5))
    terrain = [
        {
            "id": str(kind),
            "text": TEXT,
            "walkable": kind < 3,
            "buildable": True,
            "moveCost": draw(st.integers(least_cost, 3)),
        }
        for kind in range(4)
    ]
    overrides = [
        {"position": {"x": x, "y": y}, "terrainId": str(draw(st.integers(0, 3)))}
        for y in range(height)
        for x in range(width)
    ]
    corner = {"x": 0, "y": 0}
    map_: dict[str, Any] = {
        "id": "m",
        "text": TEXT,
        "width": width,
        "height": height,
        "defaultTerrainId": "0",
        "terrainOverrides": overrides,
        "topology": {"kind": "orthogonal_grid"},
        "zones": [],
        "spawnPoints": [corner],
        "exits": [corner],
    }
    return ground_of(Map.model_validate(map_), [Terrain.model_validate(each) for each in terrain])


@given(st.data(), st.sampled_from([0, 1]))
@settings(max_examples=300, deadline=None)
def test_routes_are_those_of_the_rule(data: st.DataObject, least_cost: int) -> None:
    ground = data.draw(grounds(least_cost=least_cost))
    cells = st.integers(0, len(ground.walkable) - 1)
    blocked = frozenset(data.draw(st.sets(cells, max_size=6)))
    start = data.draw(cells)
    wanted = [
        (cell % ground.width, cell // ground.width)
        for cell in data.draw(st.lists(cells, min_size=1, max_size=3, unique=True))
    ]
    routes = Routes(ground, blocked)
    goals = routes.doors(wanted)
    can_start = ground.walkable[start] and start not in blocked
    try:
        found = routes.find(start, goals)
    except EngineFault:
        with pytest.raises(AssertionError):
            by_the_rule(ground, start, goals, blocked)
        return
    expected = by_the_rule(ground, start, goals, blocked) if goals and can_start else None
    if expected is None:
        assert found is None
    else:
        assert found is not None
        numbers = [each["y"] * ground.width + each["x"] for each in found.path]
        assert (numbers, found.cost) == expected
    assert routes.find(start, goals) is found


@given(
    st.integers(1, 4),
    st.integers(1, 4),
    st.sampled_from([0, 90, 180, 270]),
    st.integers(-3, 3),
    st.integers(-3, 3),
)
def test_a_rotation_moves_the_cells_of_a_footprint_onto_each_other(
    width: int, height: int, rotation: int, x: int, y: int
) -> None:
    size = Size(width=width, height=height)
    offsets = [Spot(x=ox, y=oy) for oy in range(height) for ox in range(width)]
    turned = [rotated_offset(each, size, rotation=rotation) for each in offsets]
    moved = {(x + ox, y + oy) for ox, oy in turned}
    assert moved == set(footprint_of(size, x, y, rotation=rotation).cells())


@given(
    st.builds(Rectangle, *(st.integers(-3, 3),) * 2, *(st.integers(1, 3),) * 2),
    st.lists(st.tuples(st.integers(-6, 6), st.integers(-6, 6)), max_size=3),
    st.integers(0, 4),
)
def test_touching_is_a_cell_within_the_radius(
    source: Rectangle, cells: list[Cell], radius: int
) -> None:
    near = [max(abs(sx - x), abs(sy - y)) <= radius for sx, sy in source.cells() for x, y in cells]
    assert touches(source, cells, radius=radius) == any(near)
