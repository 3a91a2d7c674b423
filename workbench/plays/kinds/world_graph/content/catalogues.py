"""The catalogues of a campaign.

Source: ``spec/kind-world-graph.md`` §1. Compiled catalogues are sorted by id already.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from workbench.plays.kinds.world_graph.content.logic import Condition, Effect, Metric
from workbench.plays.kinds.world_graph.content.places import (
    AdjacencyEffect,
    Map,
    PlacementRule,
    Rotation,
    Scenery,
    Terrain,
)
from workbench.plays.kinds.world_graph.content.scenario import Scenario
from workbench.plays.kinds.world_graph.content.shapes import (
    Count,
    Entry,
    Meter,
    Positive,
    Range,
    Shape,
    Size,
    Spot,
    Whole,
)

# --- guests


class Need(Meter):
    critical_below: Whole


class Preference(Meter):
    target_tags: frozenset[str]


class CurvePoint(Shape):
    input: Whole
    output: Whole


class CurveShape(Shape):
    interpolation: Literal["step", "linear"]
    points: Annotated[tuple[CurvePoint, ...], Field(min_length=1)]


class ArchetypeNeed(Shape):
    need_id: str
    initial: Range
    drift_by_current_value: CurveShape
    utility_by_current_value: CurveShape


class ArchetypeMeter(Shape):
    definition_id: str
    initial: Range


class Leave(Shape):
    kind: Literal["leave"]


class Wait(Shape):
    kind: Literal["wait"]
    ticks: Whole


class GuestArchetype(Entry):
    cash_cents: Range
    stay_ticks: Range
    patience_ticks: Range
    initial_satisfaction: Range
    needs: tuple[ArchetypeNeed, ...]
    conditions: tuple[ArchetypeMeter, ...]
    opinions: tuple[ArchetypeMeter, ...]
    preferences: tuple[ArchetypeMeter, ...]
    price_resistance: CurveShape
    preference_utility_per_point: Whole
    quality_utility_per_point: Whole
    attractiveness_utility_per_point: Whole
    travel_penalty_per_cost: Whole
    queue_penalty_per_tick: Whole
    safety_penalty_per_point: Whole
    switch_threshold_utility: Whole
    fallback: Annotated[Leave | Wait, Field(discriminator="kind")]


# --- buildings, products, staff


class Price(Shape):
    minimum_cents: Whole
    maximum_cents: Whole
    default_cents: Whole


class Litter(Shape):
    incident_definition_id: str
    units_per_service: Whole


class Product(Entry):
    unit_cost_cents: Whole
    price: Price
    effects: tuple[Effect, ...]
    litter: Litter | None
    tags: frozenset[str] = frozenset()


class ProductOffer(Shape):
    product_id: str
    service_ticks: Whole | None
    initial_units: Whole | None
    capacity: Whole | None
    restock_task_priority: Whole


class StaffRequirement(Shape):
    role_id: str
    count: Count


class ServiceOperation(Shape):
    kind: Literal["service"]
    products: tuple[ProductOffer, ...]
    queue_max_length: Whole | None
    base_service_ticks: Whole
    staff_requirements: tuple[StaffRequirement, ...]
    staffing_task_priority: Whole
    effects: tuple[Effect, ...]


class IdleOperation(Shape):
    """Operations without behaviour while the game runs."""

    kind: Literal["waste", "decorative", "support"]


class Building(Entry):
    footprint: Size
    entrances: tuple[Spot, ...]
    allowed_rotations: tuple[Rotation, ...]
    construction_cost_cents: Whole
    construction_work: Count
    construction_task_priority: Whole
    operating_cost_cents_per_day: Whole
    initial_wear: Whole
    initial_cleanliness: Whole
    placement_rules: tuple[PlacementRule, ...]
    adjacency_effects: tuple[AdjacencyEffect, ...]
    operation: Annotated[ServiceOperation | IdleOperation, Field(discriminator="kind")]
    tags: frozenset[str] = frozenset()


class WorkRate(Shape):
    task_type: str
    effort_per_tick: Whole


class StaffRole(Entry):
    hire_cost_cents: Whole
    wage_cents_per_day: Whole
    move_ticks_per_tile: Whole
    supported_task_kinds: frozenset[str]
    work_rates: tuple[WorkRate, ...]


# --- what happens


class Incident(Entry):
    kind: str
    severity: Literal["info", "minor", "major", "critical"]
    trigger_condition: Condition | None
    roll_scope: Literal["world", "zone", "building"]
    roll_chance_basis_points: Whole
    selection_weight: Count
    cooldown_ticks: Whole
    duration_ticks: Range | None
    resolution_condition: Condition | None
    resolver_task_type: str | None
    resolver_task_priority: Whole | None
    on_start: tuple[Effect, ...]
    on_resolve: tuple[Effect, ...]


class Objective(Entry):
    completion: Condition
    progress_metric: Metric | None
    target: Whole
    required_duration_ticks: Whole
    on_completed: tuple[Effect, ...]


class Failure(Entry):
    condition: Condition
    required_duration_ticks: Whole
    on_triggered: tuple[Effect, ...]


class Policy(Entry):
    while_active: tuple[Effect, ...]


class Achievement(Entry):
    condition: Condition


class Content(Shape):
    """The content of a campaign."""

    start_scenario_id: str
    ticks_per_day: Positive
    max_ticks_per_action: Positive
    maps: tuple[Map, ...]
    terrain: tuple[Terrain, ...]
    scenery: tuple[Scenery, ...]
    needs: tuple[Need, ...]
    guest_conditions: tuple[Meter, ...]
    opinions: tuple[Meter, ...]
    preferences: tuple[Preference, ...]
    products: tuple[Product, ...]
    buildings: tuple[Building, ...]
    guest_archetypes: tuple[GuestArchetype, ...]
    staff_roles: tuple[StaffRole, ...]
    incidents: tuple[Incident, ...]
    objectives: tuple[Objective, ...]
    failures: tuple[Failure, ...]
    policies: tuple[Policy, ...]
    achievements: tuple[Achievement, ...]
    scenarios: tuple[Scenario, ...]
