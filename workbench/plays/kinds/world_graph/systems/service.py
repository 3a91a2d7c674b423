"""Who is first in a queue is served (§6.4)."""

from __future__ import annotations

from workbench.plays.kinds.world_graph.content.program import Offer
from workbench.plays.kinds.world_graph.effects import Origin, apply_effects
from workbench.plays.kinds.world_graph.happenings import Where, start
from workbench.plays.kinds.world_graph.offers import has_labour, sought_offer
from workbench.plays.kinds.world_graph.ordering import in_entity_order
from workbench.plays.kinds.world_graph.state import Building, Guest
from workbench.plays.kinds.world_graph.tick import Tick
from workbench.plays.kinds.world_graph.world import World


def guest_service(world: World, tick: Tick) -> None:
    """Complete every service whose time has come."""
    for entered in in_entity_order(world.buildings):
        building = world.buildings[entered["id"]]
        offer = _due(world, building)
        if offer is not None:
            _serve(world, building, offer, tick)


def _due(world: World, building: Building) -> Offer | None:
    queue = building["queue"]
    started = queue["serviceStartedAtTick"]
    if not queue["guestIds"] or started is None:
        return None
    offer = sought_offer(world, building, queue["guestIds"][0])
    if offer is None or world.tick - started < offer.service_ticks:
        return None
    guest, product_id = world.guests[queue["guestIds"][0]], offer.product.id
    price = building["pricesCents"].get(product_id)
    if price is None or price > guest["cashCents"]:
        return None
    if product_id not in building["inventory"] or building["inventory"][product_id] == 0:
        return None
    return offer if has_labour(world, building) else None


def _serve(world: World, building: Building, offer: Offer, tick: Tick) -> None:
    guest = world.guests[building["queue"]["guestIds"][0]]
    product = offer.product
    price, stock = building["pricesCents"][product.id], building["inventory"][product.id]
    world.guests[guest["id"]] = {
        **guest,
        "lifecycle": "served",
        "cashCents": guest["cashCents"] - price,
        "lastServedTick": world.tick,
    }
    if stock is not None:
        inventory = {**building["inventory"], product.id: stock - 1}
        world.buildings[building["id"]] = {**building, "inventory": inventory}
    cost = product.unit_cost_cents
    world.book(cash=price - cost, revenue=price, expenses=cost)
    world.count("servicesCompleted", 1)
    operation = world.program.services[building["definitionId"]].operation
    origin = Origin(
        "guest-service", guest_id=guest["id"], building_id=building["id"], defer="service"
    )
    apply_effects(world, (*operation.effects, *product.effects), tick=tick, origin=origin)
    _drop_litter(world, building, guest, offer)


def _drop_litter(world: World, building: Building, guest: Guest, offer: Offer) -> None:
    litter = offer.product.litter
    if litter is None:
        return
    where = Where(building_id=building["id"], position={"x": guest["x"], "y": guest["y"]})
    definition_id, units = litter.incident_definition_id, litter.units_per_service
    start(world, definition_id, where, amount=units, duration=None)
    world.count("incidentsRaised", 1)
    world.count("litterCreated", units)
