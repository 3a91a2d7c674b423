"""The shape of a simulation's content. Source: ``spec/kind-simulation.md`` §1.

Only the members that play reads. What the published engine never consults (difficulties, traits,
skills, employers, and further members of what is listed here) may have any shape.
"""

from __future__ import annotations

from workbench.plays.engine.conditions import condition_shape as condition
from workbench.plays.shapes import (
    anything,
    boolean,
    listing,
    number,
    one_of,
    record,
    table,
    text,
)

_texts = listing(text)
_numbers = table(number)
_requirements = listing(record({"condition": condition, "failureCode": text}, {"messageKey": text}))
modifiers = listing(
    record(
        {
            "target": text,
            "operation": one_of("add", "subtract", "multiply", "set"),
            "value": number,
        },
        {"priority": number},
    )
)

_job = record(
    {
        "id": text,
        "employerId": text,
        "schedule": record({"weeklyTimeCost": number}),
        "compensation": record({"baseWeeklyPayCents": number}, {"overtimeRate": number}),
        "requirements": _requirements,
        "performance": record({"weeklyDriftToward": number}),
        "promotionPaths": listing(
            record(
                {
                    "toJobId": text,
                    "minimumWeeksInRole": number,
                    "minimumPerformance": number,
                    "requirements": _requirements,
                    "contested": boolean,
                }
            )
        ),
        "contested": boolean,
    },
    {"positionsAvailable": number},
)

_course = record(
    {
        "id": text,
        "nameKey": text,
        "tuitionCents": number,
        "durationWeeks": number,
        "weeklyTimeCost": number,
        "requirements": _requirements,
        "rewards": listing(record({"type": text})),
        "failureRules": record(
            {
                "minimumAttendanceRatio": number,
                "minimumStudyUnitsPerWeek": number,
                "maximumMissedSessions": number,
                "progressRetainedOnFailure": number,
            },
            {"maximumStress": number},
        ),
    },
    {"awardsCredential": text},
)

_housing = record(
    {
        "id": text,
        "upfrontCostCents": number,
        "weeklyCostCents": number,
        "requirements": _requirements,
    },
    {"depositCents": number},
)

_item = record(
    {
        "id": text,
        "nameKey": text,
        "purchasePriceCents": number,
        "baseResaleValueCents": number,
        "effects": modifiers,
        "stacking": text,
        "requirements": _requirements,
    },
    {
        "maintenanceRules": listing(
            record(
                {
                    "intervalWeeks": number,
                    "costCents": number,
                    "timeCost": number,
                    "conditionLossIfSkipped": number,
                }
            )
        )
    },
)

_outcome = record(
    {"effects": modifiers},
    {
        "scheduledEvents": listing(record({"eventId": text, "inWeeks": number})),
        "endsChain": boolean,
    },
)

_choice = record(
    {
        "id": text,
        "outcomes": listing(
            record({"outcome": _outcome}, {"condition": condition, "weight": number})
        ),
    },
    {"timeCost": number, "moneyCostCents": number, "requirements": _requirements},
)

_event = record(
    {"id": text, "descriptionKey": text, "weight": number, "conditions": condition},
    {
        "cooldownWeeks": number,
        "unique": boolean,
        "choices": listing(_choice),
        "automaticOutcome": _outcome,
        "chainId": text,
        "chainStep": number,
    },
)

_npc = record(
    {
        "id": text,
        "initialRelationship": record(
            {"affinity": number, "trust": number, "respect": number, "resentment": number}
        ),
        "availability": listing(
            record(
                {},
                {"locationId": text, "fromWeek": number, "toWeek": number, "condition": condition},
            )
        ),
    }
)

_scenario = record(
    {
        "id": text,
        "startingBackgroundIds": _texts,
        "startingCashCents": number,
        "startingHousingId": text,
        "startingLocationId": text,
        "startingInventory": listing(record({"definitionId": text, "quantity": number})),
    },
    {"weekLimit": number},
)

_effect = record(
    {
        "id": text,
        "sourceId": text,
        "sourceKind": text,
        "modifiers": modifiers,
        "appliedWeek": number,
        "stacking": text,
        "descriptionKey": text,
        "visible": boolean,
    },
    {"expiresAtWeek": number},
)

content = record(
    {
        "scenarioId": text,
        "goalFailurePrecedence": one_of("goals_win", "failure_wins"),
        "jobs": listing(_job),
        "courses": listing(_course),
        "housing": listing(_housing),
        "items": listing(_item),
        "events": listing(_event),
        "npcs": listing(_npc),
        "goals": listing(
            record(
                {"id": text, "conditions": condition},
                {"requiredDurationWeeks": number, "failureConditions": condition},
            )
        ),
        "scenarios": listing(_scenario),
        "opportunities": listing(
            record(
                {
                    "id": text,
                    "kind": text,
                    "targetId": text,
                    "durationWeeks": number,
                    "weight": number,
                    "contested": boolean,
                },
                {"conditions": condition, "requirements": _requirements, "terms": anything},
            )
        ),
        "achievements": listing(record({"id": text, "condition": condition})),
        "headlines": listing(
            record(
                {"id": text},
                {"minStrangeness": number, "maxStrangeness": number, "conditions": condition},
            )
        ),
        "locations": listing(
            record(
                {
                    "id": text,
                    "connections": _texts,
                    "travelTimeUnits": number,
                    "actionTypes": _texts,
                }
            )
        ),
        "backgrounds": listing(
            record(
                {
                    "id": text,
                    "startingAttributes": _numbers,
                    "startingSkills": _numbers,
                    "startingTraits": _texts,
                    "startingCashModifierCents": number,
                }
            )
        ),
    },
    {
        "startingEffects": listing(_effect),
        "descriptionKey": text,
        "sceneTemplateKey": text,
        "actionLabelKeys": table(text),
    },
)
