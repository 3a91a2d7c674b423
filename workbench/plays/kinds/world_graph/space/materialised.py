"""The map of a scenario as it stands in the state. Source: ``spec/kind-world-graph.md`` §2.1."""

from __future__ import annotations

from collections.abc import Iterable

from workbench.plays.kinds.world_graph import state
from workbench.plays.kinds.world_graph.content.places import Map, Scenery
from workbench.plays.kinds.world_graph.content.scenario import Scenario
from workbench.plays.kinds.world_graph.content.shapes import Spot
from workbench.plays.kinds.world_graph.space.geometry import rotated_size
from workbench.plays.kinds.world_graph.space.ground import Ground, edges_of


def materialised(map_: Map, ground: Ground, *, scenery: list[state.Scenery]) -> state.Map:
    """The map with every cell and every edge written out."""
    positions = ground.positions
    return {
        "width": map_.width,
        "height": map_.height,
        "revision": 0,
        "terrain": [
            {"x": position["x"], "y": position["y"], "terrainId": terrain_id}
            for position, terrain_id in zip(positions, ground.terrain_ids, strict=True)
        ],
        "paths": [
            {
                "from": positions[ground.number(source)],
                "to": positions[ground.number(to)],
                "edgeCost": cost,
                "allowed": allowed,
            }
            for source, to, cost, allowed in edges_of(map_)
        ],
        "zones": [
            {
                "id": zone.id,
                "nameKey": zone.text.name_key,
                "cells": _positions(zone.cells),
                "serviceRadius": zone.service_radius,
                "maxOccupancy": zone.max_occupancy,
            }
            for zone in map_.zones
        ],
        "spawnPoints": _positions(map_.spawn_points),
        "exits": _positions(map_.exits),
        "scenery": scenery,
    }


def placed_scenery(
    scenario: Scenario, definitions: Iterable[Scenery], *, first_ordinal: int
) -> list[state.Scenery]:
    """The scenario's scenery in listed order, numbered from ``first_ordinal``."""
    sizes = {each.id: each.footprint for each in definitions}
    placed: list[state.Scenery] = []
    for ordinal, each in enumerate(scenario.scenery_placements, first_ordinal):
        width, height = rotated_size(sizes[each.definition_id], each.rotation)
        placed.append(
            {
                "id": f"scenery:{ordinal}",
                "definitionId": each.definition_id,
                "x": each.x,
                "y": each.y,
                "width": width,
                "height": height,
                "rotation": each.rotation,
            }
        )
    return placed


def _positions(spots: Iterable[Spot]) -> list[state.Position]:
    return [{"x": spot.x, "y": spot.y} for spot in spots]
