"""Where a building may stand. Source: ``spec/kind-world-graph.md`` §3, *Placement check*."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from workbench.plays.kinds.world_graph.content.catalogues import Building
from workbench.plays.kinds.world_graph.content.places import (
    AdjacentRule,
    DistanceRule,
    Map,
    PlacementRule,
    TerrainRule,
    ZoneRule,
)
from workbench.plays.kinds.world_graph.space.geometry import (
    Cell,
    Rectangle,
    entrances_of,
    footprint_of,
)
from workbench.plays.kinds.world_graph.space.ground import Ground
from workbench.plays.kinds.world_graph.space.layout import Layout, Space


def placement_refusal(
    space: Space, map_: Map, layout: Layout, *, building: Building, at: Cell, rotation: int
) -> str | None:
    """The reason code of the first rule the place breaks, or ``None`` where it may stand."""
    if rotation not in building.allowed_rotations:
        return "placement_terrain_unsuitable"
    ground = space.ground
    footprint = footprint_of(building.footprint, *at, rotation=rotation)
    if not _in_bounds(footprint, ground):
        return "placement_out_of_bounds"
    cells = list(footprint.cells())
    numbers = [ground.number(cell) for cell in cells]
    if not layout.blocked.isdisjoint(numbers):
        return "placement_overlaps"
    if not all(ground.buildable[number] for number in numbers):
        return "placement_terrain_unsuitable"
    if not all(_holds(rule, cells, footprint, map_, ground) for rule in building.placement_rules):
        return "placement_terrain_unsuitable"
    entrances = entrances_of(building, *at, rotation=rotation)
    if not _reachable(space, map_, layout.blocked.union(numbers), entrances):
        return "placement_unreachable"
    return None


def _in_bounds(footprint: Rectangle, ground: Ground) -> bool:
    return (
        footprint.x >= 0
        and footprint.y >= 0
        and footprint.x + footprint.width <= ground.width
        and footprint.y + footprint.height <= ground.height
    )


def _reachable(space: Space, map_: Map, blocked: frozenset[int], entrances: Sequence[Cell]) -> bool:
    routes = space.routes(blocked)
    doors = routes.doors(entrances)
    starts = (space.ground.number((each.x, each.y)) for each in map_.spawn_points)
    return any(routes.find(start, doors) is not None for start in starts)


def _holds(
    rule: PlacementRule, cells: list[Cell], footprint: Rectangle, map_: Map, ground: Ground
) -> bool:
    match rule:
        case TerrainRule():
            return all(
                ground.terrain_ids[ground.number(cell)] in rule.terrain_ids for cell in cells
            )
        case AdjacentRule():
            edges = _neighbours(cells, footprint, ground)
            listed = [each for each in edges if ground.terrain_ids[each] in rule.terrain_ids]
            return len(listed) >= rule.minimum_edges
        case ZoneRule():
            zone = set(_zone_cells(rule.zone_ids, map_))
            inside = [cell in zone for cell in cells]
            return all(inside) if rule.mode == "inside" else not any(inside)
        case DistanceRule():
            return _distance_holds(rule, cells, map_)


def _neighbours(cells: list[Cell], footprint: Rectangle, ground: Ground) -> Iterable[int]:
    """Every orthogonal neighbour outside the footprint, once for each cell beside it."""
    for x, y in cells:
        for beside in ((x, y - 1), (x - 1, y), (x + 1, y), (x, y + 1)):
            if not footprint.covers(beside) and ground.on_map(beside):
                yield ground.number(beside)


def _zone_cells(zone_ids: Sequence[str], map_: Map) -> Iterable[Cell]:
    return ((spot.x, spot.y) for zone in map_.zones if zone.id in zone_ids for spot in zone.cells)


def _distance_holds(rule: DistanceRule, cells: list[Cell], map_: Map) -> bool:
    zone = list(_zone_cells(rule.zone_ids, map_))
    distances = [abs(x - zx) + abs(y - zy) for x, y in cells for zx, zy in zone]
    if not distances or min(distances) < rule.minimum_tiles:
        return False
    return rule.maximum_tiles is None or min(distances) <= rule.maximum_tiles
