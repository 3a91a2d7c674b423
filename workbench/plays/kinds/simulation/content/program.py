"""A campaign's content made ready for play: looked up once, compiled once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol, TypeVar

from workbench.plays.javascript import is_number
from workbench.plays.kinds.simulation.conditions import Test, compile_condition
from workbench.plays.kinds.simulation.content.definitions import (
    Achievement,
    Answer,
    Availability,
    Background,
    Candidate,
    Course,
    Event,
    EventOutcome,
    FailureRules,
    Goal,
    Headline,
    Housing,
    Item,
    Job,
    Location,
    Maintenance,
    Npc,
    Opportunity,
    Program,
    Promotion,
    Requirement,
    Requirements,
    Scenario,
    Texts,
)


class _HasId(Protocol):
    @property
    def id(self) -> str: ...


Defined = TypeVar("Defined", bound=_HasId)


def compile_program(content: Any, strings: Mapping[str, str] | None) -> Program:
    """The program of content that passed its checks."""
    scenario = next(each for each in content["scenarios"] if each["id"] == content["scenarioId"])
    return Program(
        jobs=_by_id(_job, content["jobs"]),
        courses=_by_id(_course, content["courses"]),
        housing=_by_id(_housing, content["housing"]),
        items=_by_id(_item, content["items"]),
        events=_by_id(_event, content["events"]),
        npcs=_by_id(_npc, content["npcs"]),
        goals=_by_id(_goal, content["goals"]),
        opportunities=_by_id(_opportunity, content["opportunities"]),
        achievements=_by_id(_achievement, content["achievements"]),
        headlines=_by_id(_headline, content["headlines"]),
        locations=_by_id(_location, content["locations"]),
        backgrounds=_by_id(_background, content["backgrounds"]),
        scenario=_scenario(scenario),
        failure_wins=content["goalFailurePrecedence"] == "failure_wins",
        starting_effects=content.get("startingEffects", []),
        texts=Texts(
            content.get("sceneTemplateKey") or content.get("descriptionKey", ""),
            content.get("actionLabelKeys", {}),
            strings,
        ),
    )


def _by_id(read: Callable[[Any], Defined], entries: list[Any]) -> dict[str, Defined]:
    return {each.id: each for each in map(read, entries)}


def _test(entry: Mapping[str, Any], member: str) -> Test | None:
    return compile_condition(entry[member]) if member in entry else None


def _requirements(entry: Mapping[str, Any]) -> Requirements:
    return tuple(
        Requirement(
            compile_condition(each["condition"]), each["failureCode"], each.get("messageKey", "")
        )
        for each in entry.get("requirements", ())
    )


def _job(job: Any) -> Job:
    return Job(
        id=job["id"],
        employer_id=job["employerId"],
        weekly_time=job["schedule"]["weeklyTimeCost"],
        base_pay=job["compensation"]["baseWeeklyPayCents"],
        overtime_rate=job["compensation"].get("overtimeRate"),
        requirements=_requirements(job),
        drifts_toward=job["performance"]["weeklyDriftToward"],
        promotions=tuple(map(_promotion, job["promotionPaths"])),
        contested=job["contested"],
        positions=job.get("positionsAvailable"),
    )


def _promotion(path: Any) -> Promotion:
    return Promotion(
        to_job_id=path["toJobId"],
        minimum_weeks=path["minimumWeeksInRole"],
        minimum_performance=path["minimumPerformance"],
        requirements=_requirements(path),
        contested=path["contested"],
    )


def _course(course: Any) -> Course:
    rules = course["failureRules"]
    credential = course.get("awardsCredential", "none")
    return Course(
        id=course["id"],
        name_key=course["nameKey"],
        tuition=course["tuitionCents"],
        weeks=course["durationWeeks"],
        weekly_time=course["weeklyTimeCost"],
        requirements=_requirements(course),
        skills=tuple(
            (each["target"], each["value"])
            for each in course["rewards"]
            if each["type"] == "skill" and each.get("target") and is_number(each.get("value"))
        ),
        credential=None if credential == "none" else credential,
        failure=FailureRules(
            minimum_attendance=rules["minimumAttendanceRatio"],
            minimum_study_units=rules["minimumStudyUnitsPerWeek"],
            maximum_missed=rules["maximumMissedSessions"],
            maximum_stress=rules.get("maximumStress"),
            progress_retained=rules["progressRetainedOnFailure"],
        ),
    )


def _housing(housing: Any) -> Housing:
    return Housing(
        id=housing["id"],
        upfront=housing["upfrontCostCents"],
        weekly_cost=housing["weeklyCostCents"],
        deposit=housing.get("depositCents", 0),
        requirements=_requirements(housing),
    )


def _item(item: Any) -> Item:
    rules = item.get("maintenanceRules")
    return Item(
        id=item["id"],
        name_key=item["nameKey"],
        price=item["purchasePriceCents"],
        resale=item["baseResaleValueCents"],
        modifiers=item["effects"],
        stacking=item["stacking"],
        maintenance=_maintenance(rules[0]) if rules else None,
        requirements=_requirements(item),
    )


def _maintenance(rule: Any) -> Maintenance:
    return Maintenance(
        interval_weeks=rule["intervalWeeks"],
        cost=rule["costCents"],
        time=rule["timeCost"],
        condition_loss=rule["conditionLossIfSkipped"],
    )


def _event(event: Any) -> Event:
    automatic = event.get("automaticOutcome")
    return Event(
        id=event["id"],
        description_key=event["descriptionKey"],
        weight=event["weight"],
        holds=compile_condition(event["conditions"]),
        cooldown_weeks=event.get("cooldownWeeks"),
        unique=event.get("unique", False),
        answers=_by_id(_answer, event.get("choices", [])),
        automatic=None if automatic is None else _outcome(automatic),
        chain_id=event.get("chainId"),
        chain_step=event.get("chainStep"),
    )


def _answer(choice: Any) -> Answer:
    return Answer(
        id=choice["id"],
        time=choice.get("timeCost", 0),
        money=choice.get("moneyCostCents", 0),
        requirements=_requirements(choice),
        candidates=tuple(
            Candidate(_test(each, "condition"), each.get("weight"), _outcome(each["outcome"]))
            for each in choice["outcomes"]
        ),
    )


def _outcome(outcome: Any) -> EventOutcome:
    return EventOutcome(
        modifiers=outcome["effects"],
        scheduled=tuple(
            (each["eventId"], each["inWeeks"]) for each in outcome.get("scheduledEvents", ())
        ),
        ends_chain=outcome.get("endsChain", False),
    )


def _npc(npc: Any) -> Npc:
    return Npc(
        id=npc["id"],
        initial=npc["initialRelationship"],
        availability=tuple(
            Availability(
                location_id=each.get("locationId"),
                from_week=each.get("fromWeek"),
                to_week=each.get("toWeek"),
                holds=_test(each, "condition"),
            )
            for each in npc["availability"]
        ),
    )


def _goal(goal: Any) -> Goal:
    return Goal(
        id=goal["id"],
        holds=compile_condition(goal["conditions"]),
        weeks=goal.get("requiredDurationWeeks", 1),
        fails=_test(goal, "failureConditions"),
    )


def _opportunity(opportunity: Any) -> Opportunity:
    return Opportunity(
        id=opportunity["id"],
        kind=opportunity["kind"],
        target_id=opportunity["targetId"],
        weeks=opportunity["durationWeeks"],
        weight=opportunity["weight"],
        holds=_test(opportunity, "conditions"),
        requirements=_requirements(opportunity),
        terms=opportunity.get("terms"),
        contested=opportunity["contested"],
    )


def _achievement(achievement: Any) -> Achievement:
    return Achievement(achievement["id"], compile_condition(achievement["condition"]))


def _headline(headline: Any) -> Headline:
    return Headline(
        id=headline["id"],
        minimum=headline.get("minStrangeness"),
        maximum=headline.get("maxStrangeness"),
        holds=_test(headline, "conditions"),
    )


def _location(location: Any) -> Location:
    return Location(
        id=location["id"],
        connections=frozenset(location["connections"]),
        travel_time=location["travelTimeUnits"],
        action_types=frozenset(location["actionTypes"]),
    )


def _background(background: Any) -> Background:
    return Background(
        id=background["id"],
        attributes=background["startingAttributes"],
        skills=background["startingSkills"],
        traits=tuple(background["startingTraits"]),
        cash_modifier=background["startingCashModifierCents"],
    )


def _scenario(scenario: Any) -> Scenario:
    return Scenario(
        id=scenario["id"],
        background_ids=tuple(scenario["startingBackgroundIds"]),
        cash=scenario["startingCashCents"],
        housing_id=scenario["startingHousingId"],
        location_id=scenario["startingLocationId"],
        inventory=tuple(
            (each["definitionId"], each["quantity"]) for each in scenario["startingInventory"]
        ),
        week_limit=scenario.get("weekLimit"),
    )
