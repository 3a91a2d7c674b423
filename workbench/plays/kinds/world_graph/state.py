"""The state of a world: plain JSON, treated as immutable. Source: ``spec/kind-world-graph.md`` §2.

Play never writes into these objects: it puts a changed copy in their place, so every earlier state
stays as it was and shares what did not change.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

# Not from ``typing``: pydantic reads these shapes, and asks for the newer one before Python 3.12.
from typing_extensions import TypedDict

Lifecycle = Literal["arriving", "seeking", "queued", "served", "departed", "removed"]


class Position(TypedDict):
    x: int
    y: int


class TerrainCell(Position):
    terrainId: str


# ``from`` is a keyword, so this one is written as a call.
PathEdge = TypedDict(
    "PathEdge", {"from": Position, "to": Position, "edgeCost": int, "allowed": bool}
)


class Zone(TypedDict):
    id: str
    nameKey: str
    cells: list[Position]
    serviceRadius: int
    maxOccupancy: int | None


class Scenery(TypedDict):
    id: str
    definitionId: str
    x: int
    y: int
    width: int
    height: int
    rotation: int


class Map(TypedDict):
    width: int
    height: int
    revision: int
    terrain: list[TerrainCell]
    paths: list[PathEdge]
    zones: list[Zone]
    spawnPoints: list[Position]
    exits: list[Position]
    scenery: list[Scenery]


class Finances(TypedDict):
    cashCents: int
    revenueTodayCents: int
    expensesTodayCents: int
    revenueTotalCents: int
    expensesTotalCents: int
    loan: None


class Queue(TypedDict):
    id: str
    guestIds: list[str]
    serviceStartedAtTick: int | None


class Building(TypedDict):
    id: str
    definitionId: str
    x: int
    y: int
    width: int
    height: int
    rotation: int
    status: Literal["open", "closed", "broken"]
    buildStartTick: int
    wear: int
    cleanliness: int
    queue: Queue
    pricesCents: dict[str, int]
    inventory: dict[str, int | None]


class Site(TypedDict):
    id: str
    definitionId: str
    x: int
    y: int
    width: int
    height: int
    rotation: int
    startedAtTick: int
    workRemaining: int
    completedBuildingId: str
    completedQueueId: str


class SeekService(TypedDict):
    kind: Literal["seek_service"]
    buildingId: str
    productId: str
    selectedAtTick: int


class Leave(TypedDict):
    kind: Literal["leave"]
    exit: Position
    reason: str
    selectedAtTick: int


class Wait(TypedDict):
    kind: Literal["wait"]
    untilTick: int
    selectedAtTick: int


Intent: TypeAlias = SeekService | Leave | Wait


class Guest(TypedDict):
    id: str
    archetypeId: str
    lifecycle: Lifecycle
    tickEntered: int
    stayDurationTicks: int
    x: int
    y: int
    path: list[Position]
    pathIndex: int
    drawCount: int
    cashCents: int
    intent: Intent
    needs: dict[str, int]
    conditions: dict[str, int]
    opinions: dict[str, int]
    preferences: dict[str, int]
    satisfaction: int
    patienceCapacityTicks: int
    patienceRemainingTicks: int
    lastServedTick: int | None
    spentTicks: int


class Task(TypedDict):
    id: str
    type: Literal["service", "clean", "restock", "build"]
    status: Literal["assigned", "in_progress", "completed", "cancelled"]
    guestId: None
    queueId: None
    buildingId: str | None
    constructionSiteId: str | None
    incidentId: str | None
    targetProductId: str | None
    startedAtTick: int
    endedAtTick: int | None
    priority: int
    effortRemaining: int | None


class Staff(TypedDict):
    id: str
    roleId: str
    x: int
    y: int
    status: Literal["idle", "to_work", "working", "off_duty"]
    path: list[Position]
    pathIndex: int
    moveProgressTicks: int
    assignedBuildingId: str | None
    assignedZoneId: str | None
    drawCount: int
    task: Task | None
    tasksCompleted: int


class Incident(TypedDict):
    id: str
    definitionId: str
    buildingId: str | None
    guestId: str | None
    zoneId: str | None
    position: Position | None
    amount: int
    startedAtTick: int
    expiresAtTick: int | None
    resolvedAtTick: int | None


class Objective(TypedDict):
    id: str
    state: Literal["active", "met", "failed"]
    value: int
    target: int
    satisfiedSinceTick: int | None
    updatedAtTick: int


class Failure(TypedDict):
    id: str
    state: Literal["active", "triggered"]
    satisfiedSinceTick: int | None
    updatedAtTick: int


class Alert(TypedDict):
    id: str
    type: str
    semanticKey: str
    severity: str
    titleKey: str
    messageKey: str
    entityId: str | None
    issuedAtTick: int
    dismissedAtTick: int | None
    clearedAtTick: int | None


class Resolution(TypedDict):
    resolution: Literal["objectives_met", "failed"]
    objectiveIds: list[str]
    failureId: str | None
    resolvedAtTick: int


class Unlocked(TypedDict):
    kind: str
    id: str


class State(TypedDict):
    """The whole world at one moment."""

    tick: int
    map: Map
    finances: Finances
    buildings: list[Building]
    constructionSites: list[Site]
    guests: list[Guest]
    staff: list[Staff]
    incidents: list[Incident]
    objectives: list[Objective]
    failures: list[Failure]
    alerts: list[Alert]
    resolution: Resolution | None
    counters: dict[str, int]
    unlockedContent: list[Unlocked]
    activePolicyIds: list[str]
    unlockedAchievementIds: list[str]
    nextEntityOrdinal: int
