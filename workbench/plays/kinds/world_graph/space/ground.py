"""The ground of a map and the cheapest routes over it. Source: ``spec/kind-world-graph.md`` §3.

A cell is numbered ``y * width + x``, so that numbers order cells as positions do, and one number
``cost * cells + cell`` orders an open list.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from heapq import heappop, heappush
from typing import Final

from workbench.plays.engine.faults import EngineFault
from workbench.plays.kinds.world_graph.content.places import Map, Terrain
from workbench.plays.kinds.world_graph.space.geometry import Cell
from workbench.plays.kinds.world_graph.state import Position

#: Bounds what is remembered, in cells of search results: of one arrangement of buildings, and of
#: all arrangements of a campaign.
_CELLS_OF_AN_ARRANGEMENT: Final = 50_000
_CELLS_OF_A_CAMPAIGN: Final = 1_000_000
_MOST_ARRANGEMENTS: Final = 128
_MOST_ROUTES: Final = 4096


@dataclass(frozen=True, slots=True)
class Route:
    """A way from a start to a goal, both in ``path``, and what it costs."""

    path: list[Position]
    cost: int


@dataclass(frozen=True, eq=False, slots=True)
class Ground:
    """The terrain of a map: what never changes while the game runs."""

    width: int
    height: int
    walkable: Sequence[bool]
    buildable: Sequence[bool]
    terrain_ids: Sequence[str]
    positions: Sequence[Position]
    #: By cell: the cells one step leads to, in position order, and what the step costs.
    steps: Sequence[tuple[tuple[int, int], ...]] = field(repr=False)
    #: With free steps a later cell may still change the parents of one already reached.
    every_step_costs: bool

    def on_map(self, cell: Cell) -> bool:
        return 0 <= cell[0] < self.width and 0 <= cell[1] < self.height

    @property
    def remembered_trees(self) -> int:
        """How many searches of one arrangement are kept; never more than there are cells."""
        cells = len(self.walkable)
        return min(cells, max(2, _CELLS_OF_AN_ARRANGEMENT // cells))

    @property
    def remembered_arrangements(self) -> int:
        """How many arrangements of buildings are kept."""
        each = self.remembered_trees * len(self.walkable)
        return min(_MOST_ARRANGEMENTS, max(2, _CELLS_OF_A_CAMPAIGN // each))

    def number(self, cell: Cell) -> int:
        """The number of a cell on the map."""
        return cell[1] * self.width + cell[0]


def ground_of(map_: Map, terrain: Iterable[Terrain]) -> Ground:
    """The ground of a map."""
    known = {each.id: each for each in terrain}
    overrides = {
        (each.position.x, each.position.y): each.terrain_id for each in map_.terrain_overrides
    }
    cells = [(x, y) for y in range(map_.height) for x in range(map_.width)]
    ids = [overrides.get(cell, map_.default_terrain_id) for cell in cells]
    steps = _steps(map_, [known[each] for each in ids])
    return Ground(
        width=map_.width,
        height=map_.height,
        walkable=[known[each].walkable for each in ids],
        buildable=[known[each].buildable for each in ids],
        terrain_ids=ids,
        positions=[{"x": x, "y": y} for x, y in cells],
        steps=steps,
        every_step_costs=all(cost > 0 for leaving in steps for _, cost in leaving),
    )


def edges_of(map_: Map) -> Iterator[tuple[Cell, Cell, int, bool]]:
    """Every edge in the state's order: from, to, cost, and whether it may be walked."""
    if map_.topology.kind == "explicit":
        for edge in sorted(
            map_.topology.edges,
            key=lambda edge: (edge.source.y, edge.source.x, edge.to.y, edge.to.x),
        ):
            yield (
                (edge.source.x, edge.source.y),
                (edge.to.x, edge.to.y),
                edge.edge_cost,
                edge.allowed,
            )
        return
    for y in range(map_.height):
        for x in range(map_.width):
            for to in ((x, y - 1), (x - 1, y), (x + 1, y), (x, y + 1)):
                if 0 <= to[0] < map_.width and 0 <= to[1] < map_.height:
                    yield (x, y), to, 0, True


def _steps(map_: Map, terrain: Sequence[Terrain]) -> list[tuple[tuple[int, int], ...]]:
    found: list[list[tuple[int, int]]] = [[] for _ in terrain]
    for (x, y), (to_x, to_y), cost, allowed in edges_of(map_):
        to = to_y * map_.width + to_x
        if allowed and terrain[to].walkable:
            found[y * map_.width + x].append((to, cost + terrain[to].move_cost))
    return [tuple(sorted(each, key=lambda step: step[0])) for each in found]


class Routes:
    """Cheapest routes over the ground while some cells are blocked.

    What is found is remembered: guests ask for the same routes again and again, and the answer
    depends on nothing but the ground and the blocked cells.
    """

    def __init__(self, ground: Ground, blocked: frozenset[int]) -> None:
        self._ground = ground
        self._open = [
            walkable and cell not in blocked for cell, walkable in enumerate(ground.walkable)
        ]
        trees = ground.remembered_trees
        self._tree = lru_cache(maxsize=trees)(self._whole_tree)
        self.find = lru_cache(maxsize=min(_MOST_ROUTES, trees * 32))(self._find)

    def doors(self, cells: Iterable[Cell]) -> tuple[int, ...]:
        """The numbers of those cells somebody could stand on."""
        ground = self._ground
        numbers = (ground.number(each) for each in cells if ground.on_map(each))
        return tuple(each for each in numbers if self._open[each])

    def _find(self, start: int, goals: tuple[int, ...]) -> Route | None:
        """The route from ``start`` to the cheapest of ``goals`` (as :meth:`doors` gives them)."""
        if not goals or not self._open[start]:
            return None
        costs, parents = (
            self._tree(start) if self._ground.every_step_costs else self._spread(start, goals)
        )
        reached = [(costs[goal], goal) for goal in goals if goal in costs]
        if not reached:
            return None
        cost, cell = min(reached)
        path = [cell]
        while cell != start:
            cell = parents[cell]
            path.append(cell)
            if len(path) > len(self._open):
                raise EngineFault("Free steps lead around in a circle", code="endless_route")
        positions = self._ground.positions
        return Route([positions[each] for each in reversed(path)], cost)

    def _whole_tree(self, start: int) -> tuple[dict[int, int], dict[int, int]]:
        return self._spread(start)

    def _spread(
        self, start: int, goals: Sequence[int] = ()
    ) -> tuple[dict[int, int], dict[int, int]]:
        """Costs and parents of the cells around ``start``, until the first goal is reached.

        Among routes of one cost the parent that comes first in position order wins, but never
        over the start itself. If a goal stopped the search, only that goal is left in the costs.
        """
        steps, open_, count = self._ground.steps, self._open, len(self._open)
        costs, parents = {start: 0}, dict[int, int]()
        waiting = [start]
        while waiting:
            cost, cell = divmod(heappop(waiting), count)
            if cost != costs[cell]:
                continue
            if cell in goals:
                return {cell: cost}, parents
            for to, price in steps[cell]:
                if not open_[to]:
                    continue
                new, known = cost + price, costs.get(to)
                if known is not None and not _better(new, known, cell, parents.get(to)):
                    continue
                costs[to] = new
                parents[to] = cell
                heappush(waiting, new * count + to)
        return costs, parents


def _better(new: int, known: int, parent: int, known_parent: int | None) -> bool:
    """Whether a second way to a cell replaces the first: cheaper, or of the earlier parent."""
    return new < known or (new == known and known_parent is not None and parent < known_parent)
