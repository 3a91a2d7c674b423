"""The state of a life: plain JSON, treated as immutable. Source: ``spec/kind-simulation.md`` §2.

Play writes only into a draft (:func:`draft_of`): records are copied there once, and whatever stands
in a list is replaced, never written to. Every earlier state stays as it was.
"""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypeAlias

# ``TypedDict`` not from ``typing``: pydantic reads these shapes, and wants the newer one before 3.12.
from typing_extensions import TypedDict

#: A whole number, or a double where JavaScript would have one.
Number: TypeAlias = float


class Calendar(TypedDict):
    currentWeek: int
    currentYear: int
    totalTimeUnits: Number
    committedTimeUnits: Number
    spentTimeUnits: Number


class Identity(TypedDict):
    actorId: str
    name: str
    age: int
    backgroundId: str


class Account(TypedDict):
    id: str
    kind: str
    label: str
    balanceCents: Number
    interestRate: Number
    openedWeek: int


class Finances(TypedDict):
    cashCents: Number
    savingsCents: Number
    debtCents: Number
    weeklyIncomeCents: Number
    weeklyExpensesCents: Number
    overdueBalanceCents: Number
    accounts: list[Account]


class Enrollment(TypedDict):
    courseId: str
    startedWeek: int
    weeksCompleted: int
    attendedUnits: int
    studyUnits: int
    missedSessions: int
    tuitionPaidCents: Number
    tuitionOutstandingCents: Number
    retainedProgress: Number
    status: Literal["active", "completed", "failed"]


class Credential(TypedDict):
    id: str
    courseId: str
    awardedWeek: int
    level: str
    labelKey: str


class Education(TypedDict):
    enrollments: list[Enrollment]
    credentials: list[Credential]
    completedCourseIds: list[str]
    failedCourseIds: list[str]


class Employment(TypedDict):
    jobId: str
    employerId: str
    startedWeek: int
    performance: Number
    attendanceRatio: Number
    warnings: int
    weeklyPayCents: Number
    weeksAtCurrentPay: int


class Application(TypedDict):
    jobId: str
    submittedWeek: int
    resolvesWeek: int
    contested: bool
    outcome: Literal["pending"]


class Career(TypedDict):
    currentEmployment: NotRequired[Employment]
    history: list[Any]
    totalWeeksEmployed: int
    pendingApplications: list[Application]
    highestTierAchieved: str


class Home(TypedDict):
    definitionId: str
    movedInWeek: int
    ownership: str
    damage: Number
    weeklyCostCents: Number
    depositPaidCents: Number
    rentDueWeek: int
    overdueRentCents: Number
    missedPayments: int
    evictionStage: str


class Belonging(TypedDict):
    instanceId: str
    definitionId: str
    quantity: Number
    acquiredWeek: int
    purchasePriceCents: Number
    condition: Number
    weeksSinceMaintenance: int
    broken: bool


class Relationship(TypedDict):
    npcId: str
    category: str
    affinity: Number
    trust: Number
    respect: Number
    resentment: Number
    knownSinceWeek: int
    lastInteractionWeek: int
    interactionCount: int


class Player(TypedDict):
    identity: Identity
    currentLocationId: str
    finances: Finances
    needs: dict[str, Number]
    attributes: dict[str, Number]
    education: Education
    career: Career
    housing: Home
    inventory: list[Belonging]
    relationships: list[Relationship]
    skills: dict[str, Number]
    traits: list[str]
    reputation: dict[str, Number]
    flags: dict[str, bool]
    counters: dict[str, int]


class Opening(TypedDict):
    jobId: str
    contested: bool
    positionsAvailable: NotRequired[Number]
    postedWeek: int


class JobMarket(TypedDict):
    openings: list[Opening]


class HeadlinePool(TypedDict):
    remainingIds: list[str]
    shownThisWeek: NotRequired[str]
    cyclesCompleted: int


class World(TypedDict):
    npcs: list[Any]
    locations: list[Any]
    jobMarket: JobMarket
    eventCooldowns: dict[str, int]
    firedUniqueEvents: list[str]
    chainStates: list[Any]
    strangenessBase: Number
    headlinePool: HeadlinePool
    agents: list[Any]
    flags: dict[str, bool]


class Effect(TypedDict):
    id: str
    sourceId: str
    sourceKind: str
    modifiers: list[Any]
    appliedWeek: Number
    expiresAtWeek: NotRequired[Number]
    stacking: str
    descriptionKey: str
    visible: bool


class StandingOpportunity(TypedDict):
    id: str
    definitionId: str
    kind: str
    targetId: str
    offeredWeek: int
    expiresAtWeek: Number
    terms: NotRequired[Any]


class Payload(TypedDict):
    choiceId: str


class Scheduled(TypedDict):
    id: str
    eventId: str
    scheduledWeek: Number
    createdWeek: int
    chainId: NotRequired[str]
    chainStep: NotRequired[Number]
    payload: NotRequired[Payload]


class PendingResponse(TypedDict):
    id: str
    eventId: str
    rolledWeek: int
    presentWeek: int
    availableChoiceIds: list[str]


class GoalProgress(TypedDict):
    definitionId: str
    status: Literal["active", "completed", "failed"]
    satisfiedThisWeek: bool
    consecutiveWeeksSatisfied: int
    progressNotes: list[Any]
    firstSatisfiedWeek: NotRequired[int]
    completedWeek: NotRequired[int]
    failedWeek: NotRequired[int]


class Resolution(TypedDict):
    resolution: Literal["goals_met", "failed", "week_limit_reached"]
    goalsMet: list[str]
    goalsFailed: list[str]
    resolvedAtWeek: int


class Planned(TypedDict):
    id: str
    type: str
    actorId: str
    targetId: NotRequired[str]
    parameters: dict[str, Any]


class Plan(TypedDict):
    week: int
    actions: list[Planned]


class State(TypedDict):
    """A whole life at one moment."""

    calendar: Calendar
    player: Player
    economy: dict[str, Any]
    world: World
    activeEffects: list[Effect]
    activeOpportunities: list[StandingOpportunity]
    scheduledEvents: list[Scheduled]
    pendingEventResponses: list[PendingResponse]
    goals: list[GoalProgress]
    resolution: Resolution | None
    plan: Plan


def draft_of(state: State) -> State:
    """A copy whose records may be written to; what stands in its lists may only be replaced."""
    draft = state.copy()
    draft["calendar"] = state["calendar"].copy()
    draft["player"] = player = state["player"].copy()
    player["finances"] = player["finances"].copy()
    player["needs"] = player["needs"].copy()
    player["education"] = player["education"].copy()
    player["career"] = player["career"].copy()
    player["housing"] = player["housing"].copy()
    player["skills"] = player["skills"].copy()
    player["flags"] = player["flags"].copy()
    player["counters"] = player["counters"].copy()
    draft["world"] = world = state["world"].copy()
    world["eventCooldowns"] = world["eventCooldowns"].copy()
    return draft
