"""The shapes of maps, terrain, scenery and placement rules. Source: ``spec/kind-world-graph.md`` §1, §3."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import Field, model_validator

from workbench.plays.kinds.world_graph.content.shapes import (
    Count,
    Entry,
    Flag,
    Positive,
    Shape,
    Size,
    Spot,
    Whole,
)

#: Every cell of a map stands in the state, so a map is bounded.
MAX_CELLS: Final = 250_000

Rotation = Literal[0, 90, 180, 270]


class TerrainOverride(Shape):
    position: Spot
    terrain_id: str


class Edge(Shape):
    source: Spot = Field(alias="from")
    to: Spot
    edge_cost: Count
    allowed: Flag


class Topology(Shape):
    kind: Literal["orthogonal_grid", "explicit"]
    edges: tuple[Edge, ...] = ()


class Zone(Entry):
    cells: tuple[Spot, ...]
    service_radius: Whole
    max_occupancy: Whole | None


class Map(Entry):
    width: Positive
    height: Positive
    default_terrain_id: str
    terrain_overrides: tuple[TerrainOverride, ...]
    topology: Topology
    zones: tuple[Zone, ...]
    spawn_points: Annotated[tuple[Spot, ...], Field(min_length=1)]
    exits: Annotated[tuple[Spot, ...], Field(min_length=1)]

    @model_validator(mode="after")
    def _bounded(self) -> Map:
        if self.width * self.height > MAX_CELLS:
            raise ValueError("the map has too many cells")
        return self


class Terrain(Entry):
    walkable: Flag
    buildable: Flag
    move_cost: Count


class AdjacencyTarget(Shape):
    kind: str
    definition_ids: tuple[str, ...] | None = None


class AdjacencyEffect(Shape):
    target: AdjacencyTarget
    metric: str
    radius_tiles: Whole
    delta: Whole


class Scenery(Entry):
    footprint: Size
    adjacency_effects: tuple[AdjacencyEffect, ...]


# --- placement rules (§3)


class TerrainRule(Shape):
    kind: Literal["terrain"]
    terrain_ids: tuple[str, ...]


class AdjacentRule(Shape):
    kind: Literal["adjacent_to_terrain"]
    terrain_ids: tuple[str, ...]
    minimum_edges: Whole


class ZoneRule(Shape):
    kind: Literal["zone"]
    zone_ids: tuple[str, ...]
    mode: Literal["inside", "outside"]


class DistanceRule(Shape):
    kind: Literal["distance_from_zone"]
    zone_ids: tuple[str, ...]
    minimum_tiles: Whole
    maximum_tiles: Whole | None


PlacementRule = Annotated[
    TerrainRule | AdjacentRule | ZoneRule | DistanceRule, Field(discriminator="kind")
]
