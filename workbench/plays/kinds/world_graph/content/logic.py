"""The shapes of conditions, metrics and effects. Source: ``spec/kind-world-graph.md`` §1.2-§1.4."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from workbench.plays.kinds.world_graph.content.shapes import Flag, Shape, Whole

CounterName = Literal[
    "guestsEntered",
    "guestsDeparted",
    "guestsDissatisfied",
    "servicesCompleted",
    "buildingsCompleted",
    "incidentsRaised",
    "litterCreated",
    "litterCleaned",
]
MeterKind = Literal["need", "condition", "opinion", "preference"]
BuildingMeter = Literal["cleanliness", "wear"]
Aggregate = Literal["sum", "min", "max", "average"]
FinanceField = Literal[
    "cashCents",
    "revenueTodayCents",
    "expensesTodayCents",
    "revenueTotalCents",
    "expensesTotalCents",
]


class ContentRef(Shape):
    """Something that can be unlocked."""

    kind: str
    id: str


# --- metrics (§1.3)


class TickMetric(Shape):
    kind: Literal["tick"]


class DayMetric(Shape):
    kind: Literal["day"]


class FinanceMetric(Shape):
    kind: Literal["finance"]
    field: FinanceField


class CounterMetric(Shape):
    kind: Literal["counter"]
    counter: CounterName


class ObjectiveProgressMetric(Shape):
    kind: Literal["objective_progress"]
    objective_id: str


class EntityCountMetric(Shape):
    kind: Literal["entity_count"]
    entity: Literal["building", "guest", "staff"]
    definition_id: str | None


class GuestMeterMetric(Shape):
    kind: Literal["guest_meter"]
    meter: MeterKind
    definition_id: str
    aggregate: Aggregate
    archetype_id: str | None


class BuildingMetric(Shape):
    kind: Literal["building_metric"]
    metric: Literal["cleanliness", "wear", "queue_length", "inventory"]
    aggregate: Aggregate
    building_definition_id: str | None
    product_id: str | None


class IncidentCountMetric(Shape):
    kind: Literal["incident_count"]
    incident_definition_id: str | None
    state: Literal["active", "resolved"]


Metric = Annotated[
    TickMetric
    | DayMetric
    | FinanceMetric
    | CounterMetric
    | ObjectiveProgressMetric
    | EntityCountMetric
    | GuestMeterMetric
    | BuildingMetric
    | IncidentCountMetric,
    Field(discriminator="kind"),
]

# --- conditions (§1.2)


class Constant(Shape):
    kind: Literal["constant"]
    value: Flag


class All(Shape):
    kind: Literal["all"]
    conditions: tuple[Condition, ...]


class Any(Shape):
    kind: Literal["any"]
    conditions: tuple[Condition, ...]


class Not(Shape):
    kind: Literal["not"]
    condition: Condition


class Compare(Shape):
    kind: Literal["compare"]
    metric: Metric
    op: Literal["eq", "ne", "lt", "lte", "gt", "gte"]
    value: Whole


class ObjectiveState(Shape):
    kind: Literal["objective_state"]
    objective_id: str
    state: Literal["active", "met", "failed"]


class ContentUnlocked(Shape):
    kind: Literal["content_unlocked"]
    content: ContentRef


class PolicyActive(Shape):
    kind: Literal["policy_active"]
    policy_id: str


class IncidentActive(Shape):
    kind: Literal["incident_active"]
    incident_definition_id: str


Condition = Annotated[
    Constant
    | All
    | Any
    | Not
    | Compare
    | ObjectiveState
    | ContentUnlocked
    | PolicyActive
    | IncidentActive,
    Field(discriminator="kind"),
]

# --- effects (§1.4)


class Unlock(Shape):
    kind: Literal["unlock", "lock"]
    content: ContentRef


class SetPolicyActive(Shape):
    kind: Literal["set_policy_active"]
    policy_id: str
    active: Flag


class Target(Shape):
    """Where an incident starts."""

    kind: Literal["none", "zone", "current_guest", "current_building"]
    zone_id: str | None = None


class StartIncident(Shape):
    kind: Literal["start_incident"]
    incident_definition_id: str
    target: Target
    amount: Whole


class ResolveIncident(Shape):
    kind: Literal["resolve_incident"]
    incident_definition_id: str
    incidents: Literal["current", "all_active"]


class FinanceDelta(Shape):
    kind: Literal["finance_delta"]
    field: Literal["cashCents"]
    cents: Whole


class CounterIncrement(Shape):
    kind: Literal["counter_increment"]
    counter: CounterName
    amount: Whole


class ObjectiveProgress(Shape):
    kind: Literal["objective_progress"]
    objective_id: str
    delta: Whole


class GuestSelector(Shape):
    """Which guests an effect reaches."""

    kind: Literal[
        "all", "archetype", "building_queue", "current_incident_guest", "current_service_guest"
    ]
    archetype_id: str | None = None
    building_definition_id: str | None = None


class GuestMeterDelta(Shape):
    kind: Literal["guest_meter_delta"]
    meter: MeterKind
    definition_id: str
    delta: Whole
    guests: GuestSelector


class BuildingSelector(Shape):
    """Which buildings an effect reaches."""

    kind: Literal["all", "definition", "current_incident_building", "current_service_building"]
    building_definition_id: str | None = None


class BuildingMeterDelta(Shape):
    kind: Literal["building_meter_delta"]
    meter: BuildingMeter
    delta: Whole
    buildings: BuildingSelector


Effect = Annotated[
    Unlock
    | SetPolicyActive
    | StartIncident
    | ResolveIncident
    | FinanceDelta
    | CounterIncrement
    | ObjectiveProgress
    | GuestMeterDelta
    | BuildingMeterDelta,
    Field(discriminator="kind"),
]
