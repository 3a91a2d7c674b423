"""What a campaign defines, as play reads it. Source: ``spec/kind-simulation.md`` §1.

Money is in cents, time in units of a week. ``None`` stands for a member the content leaves out.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from workbench.plays.kinds.simulation.conditions import Test
from workbench.plays.kinds.simulation.state import Effect, Number


@dataclass(frozen=True, slots=True)
class Requirement:
    """What must hold, and the code and words of the refusal where it does not."""

    holds: Test
    failure_code: str
    message_key: str


Requirements = tuple[Requirement, ...]


@dataclass(frozen=True, slots=True)
class Promotion:
    """A way from one job to a better one."""

    to_job_id: str
    minimum_weeks: Number
    minimum_performance: Number
    requirements: Requirements
    contested: bool


@dataclass(frozen=True, slots=True)
class Job:
    """A job. ``overtime_rate`` is in hundredths of a percent of the week's pay."""

    id: str
    employer_id: str
    weekly_time: Number
    base_pay: Number
    overtime_rate: Number | None
    requirements: Requirements
    drifts_toward: Number
    promotions: tuple[Promotion, ...]
    contested: bool
    positions: Number | None


@dataclass(frozen=True, slots=True)
class FailureRules:
    """When a course is failed."""

    minimum_attendance: Number
    minimum_study_units: Number  # a week
    maximum_missed: Number
    maximum_stress: Number | None
    progress_retained: Number


@dataclass(frozen=True, slots=True)
class Course:
    """A course. ``skills`` are the rewards that matter: skill and the level it is raised to."""

    id: str
    name_key: str
    tuition: Number
    weeks: Number
    weekly_time: Number
    requirements: Requirements
    skills: tuple[tuple[str, Number], ...]
    credential: str | None
    failure: FailureRules


@dataclass(frozen=True, slots=True)
class Housing:
    """Somewhere to live."""

    id: str
    upfront: Number
    weekly_cost: Number
    deposit: Number
    requirements: Requirements


@dataclass(frozen=True, slots=True)
class Maintenance:
    """What an item's care costs, and what it loses without."""

    interval_weeks: Number
    cost: Number
    time: Number
    condition_loss: Number


@dataclass(frozen=True, slots=True)
class Item:
    """Something to own. Only the first maintenance rule is ever used."""

    id: str
    name_key: str
    price: Number
    resale: Number
    modifiers: list[Any]
    stacking: str
    maintenance: Maintenance | None
    requirements: Requirements


@dataclass(frozen=True, slots=True)
class EventOutcome:
    """What an event does. ``scheduled`` are events to come, with the weeks until then."""

    modifiers: list[Any]
    scheduled: tuple[tuple[str, Number], ...]
    ends_chain: bool


@dataclass(frozen=True, slots=True)
class Candidate:
    """An outcome an answer may have; without a condition it always may."""

    holds: Test | None
    weight: Any
    outcome: EventOutcome


@dataclass(frozen=True, slots=True)
class Answer:
    """A choice an event gives, and what it costs."""

    id: str
    time: Number
    money: Number
    requirements: Requirements
    candidates: tuple[Candidate, ...]


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happens, at once or once the player has answered."""

    id: str
    description_key: str
    weight: Any
    holds: Test
    cooldown_weeks: Number | None
    unique: bool
    answers: Mapping[str, Answer]
    automatic: EventOutcome | None
    chain_id: str | None
    chain_step: Number | None


@dataclass(frozen=True, slots=True)
class Availability:
    """When and where somebody can be met; each part that is given must be true."""

    location_id: str | None
    from_week: Number | None
    to_week: Number | None
    holds: Test | None


@dataclass(frozen=True, slots=True)
class Npc:
    """Somebody to know."""

    id: str
    initial: Mapping[str, Number]
    availability: tuple[Availability, ...]


@dataclass(frozen=True, slots=True)
class Goal:
    """What the player wants to reach, held for ``weeks``, and what ends the hope of it."""

    id: str
    holds: Test
    weeks: Number
    fails: Test | None


@dataclass(frozen=True, slots=True)
class Opportunity:
    """An offer that stands for some weeks."""

    id: str
    kind: str
    target_id: str
    weeks: Number
    weight: Any
    holds: Test | None
    requirements: Requirements
    terms: Any
    contested: bool


@dataclass(frozen=True, slots=True)
class Achievement:
    """What is unlocked once its condition holds at the end of a week."""

    id: str
    holds: Test


@dataclass(frozen=True, slots=True)
class Headline:
    """News for a world of a certain strangeness."""

    id: str
    minimum: Number | None
    maximum: Number | None
    holds: Test | None


@dataclass(frozen=True, slots=True)
class Location:
    """A place, the places next to it, and what can be done there."""

    id: str
    connections: frozenset[str]
    travel_time: Number
    action_types: frozenset[str]


@dataclass(frozen=True, slots=True)
class Background:
    """Who the player was before."""

    id: str
    attributes: Mapping[str, Number]
    skills: Mapping[str, Number]
    traits: tuple[str, ...]
    cash_modifier: Number


@dataclass(frozen=True, slots=True)
class Scenario:
    """How a life begins, and when it is over (``week_limit``)."""

    id: str
    background_ids: tuple[str, ...]
    cash: Number
    housing_id: str
    location_id: str
    inventory: tuple[tuple[str, Number], ...]
    week_limit: Number | None


@dataclass(frozen=True, slots=True)
class Texts:
    """Keys of what the player is shown, and the strings, where the document has them."""

    scene_key: str
    labels: Mapping[str, str]
    strings: Mapping[str, str] | None


@dataclass(frozen=True, slots=True)
class Program:
    """A campaign, compiled. Every catalogue is by id, in authored order: the order matters."""

    jobs: Mapping[str, Job]
    courses: Mapping[str, Course]
    housing: Mapping[str, Housing]
    items: Mapping[str, Item]
    events: Mapping[str, Event]
    npcs: Mapping[str, Npc]
    goals: Mapping[str, Goal]
    opportunities: Mapping[str, Opportunity]
    achievements: Mapping[str, Achievement]
    headlines: Mapping[str, Headline]
    locations: Mapping[str, Location]
    backgrounds: Mapping[str, Background]
    scenario: Scenario
    failure_wins: bool
    starting_effects: list[Effect]
    texts: Texts
