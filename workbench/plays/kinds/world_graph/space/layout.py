"""What follows from where buildings and sites stand, worked out once per arrangement.

Source: ``spec/kind-world-graph.md`` §3, §5. An arrangement changes only when something is built,
completed or demolished, but every decision of every guest asks about it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from workbench.plays.kinds.world_graph.content.catalogues import Building, Content
from workbench.plays.kinds.world_graph.content.places import Scenery
from workbench.plays.kinds.world_graph.space.geometry import (
    Cell,
    Rectangle,
    entrances_of,
    footprint_of,
    position_order,
    touches,
)
from workbench.plays.kinds.world_graph.space.ground import Ground, Routes
from workbench.plays.kinds.world_graph.state import Position
from workbench.plays.kinds.world_graph.state import Scenery as PlacedScenery


class Placed(NamedTuple):
    """A building or a construction site on the map."""

    id: str
    definition_id: str
    x: int
    y: int
    rotation: int
    is_site: bool


Arrangement: TypeAlias = tuple[Placed, ...]


class Layout:
    """One arrangement: what it blocks, where its entrances are, and the ways between."""

    def __init__(self, space: Space, arrangement: Arrangement) -> None:
        self._ground = space.ground
        self._exits = space.exits
        definitions = space.definitions
        self.footprints = {
            each.id: footprint_of(
                definitions[each.definition_id].footprint, each.x, each.y, rotation=each.rotation
            )
            for each in arrangement
        }
        self.entrances = {
            each.id: entrances_of(
                definitions[each.definition_id], each.x, each.y, rotation=each.rotation
            )
            for each in arrangement
        }
        self.blocked = frozenset(
            self._ground.number(cell)
            for footprint in self.footprints.values()
            for cell in footprint.cells()
        )
        self.routes = space.routes(self.blocked)
        self.doors = {each: self.routes.doors(cells) for each, cells in self.entrances.items()}
        self.attractiveness = {
            each.id: space.attractiveness(each, self, arrangement)
            for each in arrangement
            if not each.is_site
        }
        self.nearest_exit = lru_cache(maxsize=1024)(self._nearest_exit)

    def _nearest_exit(self, start: int) -> Position | None:
        """The exit with the fewest cells on its route, or nothing where there is no way out."""
        found: list[tuple[int, int]] = []
        for each in self._exits:
            route = self.routes.find(start, self.routes.doors((each,)))
            if route is not None:
                found.append((len(route.path), self._ground.number(each)))
        return self._ground.positions[min(found)[1]] if found else None


class Space:
    """The space of a campaign: its ground, and the layouts worked out so far."""

    def __init__(
        self,
        ground: Ground,
        content: Content,
        *,
        exits: Iterable[Cell],
        scenery: list[PlacedScenery],
    ) -> None:
        self.ground = ground
        self.exits = tuple(sorted(exits, key=position_order))
        self.definitions: Mapping[str, Building] = {each.id: each for each in content.buildings}
        self._scenery: Mapping[str, Scenery] = {each.id: each for each in content.scenery}
        self._placed_scenery = scenery
        # A layout keeps its routes alive, so neither may be kept longer than the other.
        kept = ground.remembered_arrangements
        self.routes = lru_cache(maxsize=kept)(lambda blocked: Routes(ground, blocked))
        self.layout = lru_cache(maxsize=kept)(lambda arrangement: Layout(self, arrangement))

    def attractiveness(self, placed: Placed, layout: Layout, arrangement: Arrangement) -> int:
        """What scenery and the other buildings add to a building's entrances."""
        entrances = layout.entrances[placed.id]
        sources = [
            (self._scenery[each["definitionId"]].adjacency_effects, _rectangle(each))
            for each in self._placed_scenery
        ]
        sources += [
            (self.definitions[each.definition_id].adjacency_effects, layout.footprints[each.id])
            for each in arrangement
            if not each.is_site and each.id != placed.id
        ]
        return sum(
            effect.delta
            for effects, footprint in sources
            for effect in effects
            if effect.metric == "attractiveness"
            and effect.target.kind == "building"
            and (
                effect.target.definition_ids is None
                or placed.definition_id in effect.target.definition_ids
            )
            and touches(footprint, entrances, radius=effect.radius_tiles)
        )


def _rectangle(scenery: PlacedScenery) -> Rectangle:
    return Rectangle(scenery["x"], scenery["y"], scenery["width"], scenery["height"])
