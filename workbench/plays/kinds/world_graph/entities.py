"""What a new building is like. Source: ``spec/kind-world-graph.md`` §2.1, §4, §6.12."""

from __future__ import annotations

from typing import Literal

from workbench.plays.kinds.world_graph.content.catalogues import Building as Definition
from workbench.plays.kinds.world_graph.content.program import Program
from workbench.plays.kinds.world_graph.space.geometry import Cell, rotated_size
from workbench.plays.kinds.world_graph.state import Building


def new_building(
    program: Program,
    definition: Definition,
    *,
    building_id: str,
    queue_id: str,
    at: Cell,
    rotation: int,
    tick: int,
    status: Literal["open", "closed"] = "open",
) -> Building:
    """A building with its definition's meters, default prices, opening stock and an empty queue."""
    width, height = rotated_size(definition.footprint, rotation)
    service = program.services.get(definition.id)
    offers = {} if service is None else service.offers
    return {
        "id": building_id,
        "definitionId": definition.id,
        "x": at[0],
        "y": at[1],
        "width": width,
        "height": height,
        "rotation": rotation,
        "status": status,
        "buildStartTick": tick,
        "wear": definition.initial_wear,
        "cleanliness": definition.initial_cleanliness,
        "queue": {"id": queue_id, "guestIds": [], "serviceStartedAtTick": None},
        "pricesCents": {each: offer.product.price.default_cents for each, offer in offers.items()},
        "inventory": {each: offer.initial_units for each, offer in offers.items()},
    }
