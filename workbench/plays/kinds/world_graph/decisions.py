"""What a guest thinks of a building, and where a guest goes who leaves.

Source: ``spec/kind-world-graph.md`` §5, *score*, *candidate*, *leave intent*.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from workbench.plays.engine.faults import EngineFault
from workbench.plays.kinds.world_graph.content.program import Archetype, Offer
from workbench.plays.kinds.world_graph.offers import wait_of
from workbench.plays.kinds.world_graph.space.ground import Route
from workbench.plays.kinds.world_graph.state import Building, Guest, Leave
from workbench.plays.kinds.world_graph.world import World

_DANGER: Final[Mapping[str, int]] = {"info": 0, "minor": 1, "major": 10, "critical": 100}


class Candidate(NamedTuple):
    """A building's best product for a guest."""

    score: int
    building_id: str
    product_id: str


def leave_intent(world: World, guest: Guest, reason: str) -> Leave:
    """The way out by the fewest cells. Raises ``EngineFault`` where there is none."""
    cell = guest["y"] * world.map["width"] + guest["x"]
    exit_ = world.layout.nearest_exit(cell)
    if exit_ is None:
        raise EngineFault("A guest cannot reach any exit", code="no_way_out")
    return {"kind": "leave", "exit": exit_, "reason": reason, "selectedAtTick": world.tick}


def candidate(world: World, guest: Guest, building: Building) -> Candidate | None:
    """The building's best score over its products; of equals, the first in text order."""
    service = world.program.services.get(building["definitionId"])
    if service is None or building["status"] != "open":
        return None
    best: Candidate | None = None
    for product_id, offer in service.offers.items():
        found = _score(world, guest, building, offer)
        if found is not None and (best is None or found > best.score):
            best = Candidate(found, building["id"], product_id)
    return best


def score(world: World, guest: Guest, building: Building, product_id: str) -> int | None:
    """What a product of a building is worth to a guest; ``None`` where it cannot be had."""
    service = world.program.services.get(building["definitionId"])
    if service is None or building["status"] != "open" or product_id not in service.offers:
        return None
    return _score(world, guest, building, service.offers[product_id])


def _score(world: World, guest: Guest, building: Building, offer: Offer) -> int | None:
    product_id = offer.product.id
    price = building["pricesCents"].get(product_id)
    if price is None or price > guest["cashCents"]:
        return None
    if building["inventory"].get(product_id) == 0 or _queue_is_full(world, guest, building):
        return None
    layout = world.layout
    cell = guest["y"] * world.map["width"] + guest["x"]
    route: Route | None = layout.routes.find(cell, layout.doors[building["id"]])
    if route is None:
        return None
    archetype = world.program.archetypes[guest["archetypeId"]]
    rules = archetype.rules
    quality = (building["cleanliness"] + building["wear"]) // 2
    return (
        _strongest_need(archetype, guest)
        + _liking(archetype, guest, building, product_id) * rules.preference_utility_per_point
        + quality * rules.quality_utility_per_point
        + layout.attractiveness[building["id"]] * rules.attractiveness_utility_per_point
        - archetype.price_resistance(price)
        - route.cost * rules.travel_penalty_per_cost
        - wait_of(world, building, guest["id"]) * rules.queue_penalty_per_tick
        - _danger(world, building) * rules.safety_penalty_per_point
    )


def _queue_is_full(world: World, guest: Guest, building: Building) -> bool:
    most = world.program.services[building["definitionId"]].operation.queue_max_length
    queued = building["queue"]["guestIds"]
    return most is not None and len(queued) >= most and guest["id"] not in queued


def _strongest_need(archetype: Archetype, guest: Guest) -> int:
    needs = guest["needs"]
    return max(0, max((need.utility(needs[need.id]) for need in archetype.needs), default=0))


def _liking(archetype: Archetype, guest: Guest, building: Building, product_id: str) -> int:
    met = archetype.likes[building["definitionId"], product_id]
    preferences = guest["preferences"]
    return sum(preferences[each] for each in met)


def _danger(world: World, building: Building) -> int:
    """Points for the unresolved incidents in a building or at one of its entrances."""
    layout, danger = world.layout, 0
    footprint, entrances = layout.footprints[building["id"]], layout.entrances[building["id"]]
    for incident in world.incidents.values():
        position = incident["position"]
        if position is not None and incident["resolvedAtTick"] is None:
            cell = position["x"], position["y"]
            if footprint.covers(cell) or cell in entrances:
                danger += _DANGER[world.program.incidents[incident["definitionId"]].severity]
    return danger
