"""A campaign's content made ready for play: what every system looks up, by id and in order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from workbench.plays.kinds.world_graph import state
from workbench.plays.kinds.world_graph.content import catalogues as shape
from workbench.plays.kinds.world_graph.content.catalogues import Content
from workbench.plays.kinds.world_graph.content.curves import Curve
from workbench.plays.kinds.world_graph.content.logic import MeterKind
from workbench.plays.kinds.world_graph.content.places import Map
from workbench.plays.kinds.world_graph.content.scenario import (
    GuestSpawning,
    Limit,
    Scenario,
    ScheduledChange,
)
from workbench.plays.kinds.world_graph.content.shapes import Entry, Meter
from workbench.plays.kinds.world_graph.ordering import text_order
from workbench.plays.kinds.world_graph.space.geometry import Cell, position_order
from workbench.plays.kinds.world_graph.space.ground import ground_of
from workbench.plays.kinds.world_graph.space.layout import Space
from workbench.plays.kinds.world_graph.space.materialised import materialised, placed_scenery

AnyEntry = TypeVar("AnyEntry", bound=Entry)


@dataclass(frozen=True, slots=True)
class Offer:
    """A product as one building serves it."""

    product: shape.Product
    service_ticks: int
    capacity: int | None
    initial_units: int | None
    restock_task_priority: int


@dataclass(frozen=True, slots=True)
class Service:
    """The service operation of a building."""

    operation: shape.ServiceOperation
    #: In the definition's order.
    listed: tuple[Offer, ...]
    #: By product id, in text order.
    offers: Mapping[str, Offer]


@dataclass(frozen=True, slots=True)
class GuestNeed:
    """A need of an archetype: how it drifts, how much it wants, and the range it is kept in."""

    id: str
    meter: shape.Need
    drift: Curve
    utility: Curve


@dataclass(frozen=True, slots=True)
class Archetype:
    """A kind of guest."""

    rules: shape.GuestArchetype
    needs: tuple[GuestNeed, ...]
    price_resistance: Curve
    #: By building definition and product: the preferences that meet the tags of either.
    likes: Mapping[tuple[str, str], tuple[str, ...]]


@dataclass(frozen=True, slots=True, eq=False)
class Program:
    """Compiled content. ``strings`` is ``None`` where only the compiled content is there."""

    content: Content = field(repr=False)
    strings: Mapping[str, str] | None = field(repr=False)
    scenario: Scenario = field(repr=False)
    map: Map = field(repr=False)
    opening_map: state.Map = field(repr=False)
    space: Space = field(repr=False)
    spawn_cell: Cell = field(repr=False)
    buildings: Mapping[str, shape.Building] = field(repr=False)
    services: Mapping[str, Service] = field(repr=False)
    archetypes: Mapping[str, Archetype] = field(repr=False)
    roles: Mapping[str, shape.StaffRole] = field(repr=False)
    #: By role and type of task; what is not there is no effort at all.
    work_rates: Mapping[tuple[str, str], int] = field(repr=False)
    incidents: Mapping[str, shape.Incident] = field(repr=False)
    #: By scope, in text order: the definitions a roll may choose at all.
    rolled_incidents: Mapping[str, tuple[shape.Incident, ...]] = field(repr=False)
    objectives: Mapping[str, shape.Objective] = field(repr=False)
    failures: Mapping[str, shape.Failure] = field(repr=False)
    policies: Mapping[str, shape.Policy] = field(repr=False)
    meters: Mapping[MeterKind, Mapping[str, Meter]] = field(repr=False)
    building_limits: Mapping[str, int] = field(repr=False)
    staff_limits: Mapping[str, int] = field(repr=False)
    #: The archetypes that come, in text order, with their weights.
    pool: tuple[tuple[str, int], ...] = field(repr=False)
    #: By the tick they are due, in the order they apply.
    scheduled: Mapping[int, tuple[ScheduledChange, ...]] = field(repr=False)


def compile_program(content: Content, strings: Mapping[str, str] | None) -> Program:
    """The program of content that passed its checks."""
    scenario = _by_id(content.scenarios)[content.start_scenario_id]
    map_ = _by_id(content.maps)[scenario.map_id]
    ground = ground_of(map_, content.terrain)
    # Buildings take two ordinals each, and stand before the scenery.
    first = 2 * len(scenario.building_placements)
    scenery = placed_scenery(scenario, content.scenery, first_ordinal=first)
    exits = [(each.x, each.y) for each in map_.exits]
    products = _by_id(content.products)
    return Program(
        content=content,
        strings=strings,
        scenario=scenario,
        map=map_,
        opening_map=materialised(map_, ground, scenery=scenery),
        space=Space(ground, content, exits=exits, scenery=scenery),
        spawn_cell=min(((each.x, each.y) for each in map_.spawn_points), key=position_order),
        buildings=_by_id(content.buildings),
        services={
            each.id: _service(each.operation, products)
            for each in content.buildings
            if each.operation.kind == "service"
        },
        archetypes={each.id: _archetype(each, content) for each in content.guest_archetypes},
        roles=_by_id(content.staff_roles),
        work_rates={
            (role.id, rate.task_type): rate.effort_per_tick
            for role in content.staff_roles
            for rate in reversed(role.work_rates)
        },
        incidents=_by_id(content.incidents),
        rolled_incidents={
            scope: _rolled(content.incidents, scope) for scope in ("world", "zone", "building")
        },
        objectives=_by_id(content.objectives),
        failures=_by_id(content.failures),
        policies=_by_id(content.policies),
        meters={
            "need": _by_id(content.needs),
            "condition": _by_id(content.guest_conditions),
            "opinion": _by_id(content.opinions),
            "preference": _by_id(content.preferences),
        },
        building_limits=_limits(scenario.building_limits),
        staff_limits=_limits(scenario.staff_limits),
        pool=_pool(scenario.guest_spawning),
        scheduled=_scheduled(scenario),
    )


def _by_id(entries: Iterable[AnyEntry]) -> dict[str, AnyEntry]:
    return {each.id: each for each in entries}


def _limits(limits: Iterable[Limit]) -> dict[str, int]:
    return {each.definition_id: each.maximum for each in limits}


def _pool(spawning: GuestSpawning) -> tuple[tuple[str, int], ...]:
    listed = ((each.archetype_id, each.weight) for each in spawning.pool)
    return tuple(sorted(listed, key=lambda entry: text_order(entry[0])))


def _scheduled(scenario: Scenario) -> dict[int, tuple[ScheduledChange, ...]]:
    by_tick: dict[int, tuple[ScheduledChange, ...]] = {}
    for change in sorted(scenario.scheduled_changes, key=lambda change: -change.priority):
        by_tick[change.due_tick] = (*by_tick.get(change.due_tick, ()), change)
    return by_tick


def _rolled(incidents: Iterable[shape.Incident], scope: str) -> tuple[shape.Incident, ...]:
    eligible = (
        each
        for each in incidents
        if each.roll_scope == scope
        and each.trigger_condition is not None
        and each.selection_weight > 0
    )
    return tuple(sorted(eligible, key=lambda each: text_order(each.id)))


def _service(operation: shape.ServiceOperation, products: Mapping[str, shape.Product]) -> Service:
    listed = tuple(_offer(each, operation, products) for each in operation.products)
    ordered = sorted(listed, key=lambda offer: text_order(offer.product.id))
    return Service(operation, listed, {offer.product.id: offer for offer in ordered})


def _offer(
    listed: shape.ProductOffer,
    operation: shape.ServiceOperation,
    products: Mapping[str, shape.Product],
) -> Offer:
    own = listed.service_ticks
    return Offer(
        product=products[listed.product_id],
        service_ticks=operation.base_service_ticks if own is None else own,
        capacity=listed.capacity,
        initial_units=listed.initial_units,
        restock_task_priority=listed.restock_task_priority,
    )


def _archetype(rules: shape.GuestArchetype, content: Content) -> Archetype:
    needs = _by_id(content.needs)
    return Archetype(
        rules=rules,
        needs=tuple(
            GuestNeed(
                id=each.need_id,
                meter=needs[each.need_id],
                drift=Curve(each.drift_by_current_value),
                utility=Curve(each.utility_by_current_value),
            )
            for each in rules.needs
        ),
        price_resistance=Curve(rules.price_resistance),
        likes=_likes(rules, content),
    )


def _likes(rules: shape.GuestArchetype, content: Content) -> dict[tuple[str, str], tuple[str, ...]]:
    preferences = _by_id(content.preferences)
    return {
        (building.id, product.id): tuple(
            each.definition_id
            for each in rules.preferences
            if preferences[each.definition_id].target_tags & (building.tags | product.tags)
        )
        for building in content.buildings
        for product in content.products
    }
