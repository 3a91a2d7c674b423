"""How a life begins. Source: ``spec/kind-simulation.md`` §2, *Initial state*. Nothing is drawn."""

from __future__ import annotations

from functools import reduce

from workbench.plays.javascript import add
from workbench.plays.kinds.simulation.content.definitions import Background, Housing, Program
from workbench.plays.kinds.simulation.state import (
    Belonging,
    GoalProgress,
    Home,
    Number,
    Player,
    State,
    World,
)


def opening_state(program: Program) -> State:
    """The first week, before anything is planned."""
    return {
        "calendar": {
            "currentWeek": 1,
            "currentYear": 1,
            "totalTimeUnits": 14,
            "committedTimeUnits": 0,
            "spentTimeUnits": 0,
        },
        "player": _player(program),
        "economy": {
            "inflation": 200,
            "unemploymentRate": 500,
            "interestRate": 300,
            "sectorDemand": {},
            "marketPrices": {},
            "publishedIndicators": [],
            "flags": {},
        },
        "world": _world(),
        "activeEffects": program.starting_effects,
        "activeOpportunities": [],
        "scheduledEvents": [],
        "pendingEventResponses": [],
        "goals": [_goal(goal_id) for goal_id in program.goals],
        "resolution": None,
        "plan": {"week": 1, "actions": []},
    }


def _player(program: Program) -> Player:
    backgrounds = [program.backgrounds[each] for each in program.scenario.background_ids]
    return {
        "identity": {
            "actorId": "player",
            "name": "Alex",
            "age": 28,
            "backgroundId": program.scenario.background_ids[0],
        },
        "currentLocationId": program.scenario.location_id,
        "finances": {
            "cashCents": _cash(program, backgrounds),
            "savingsCents": 0,
            "debtCents": 0,
            "weeklyIncomeCents": 0,
            "weeklyExpensesCents": 0,
            "overdueBalanceCents": 0,
            "accounts": [],
        },
        "needs": {"health": 80, "energy": 50, "happiness": 60, "stress": 20, "satiety": 80},
        "attributes": {
            key: value for each in backgrounds for key, value in each.attributes.items()
        },
        "education": {
            "enrollments": [],
            "credentials": [],
            "completedCourseIds": [],
            "failedCourseIds": [],
        },
        "career": {
            "history": [],
            "totalWeeksEmployed": 0,
            "pendingApplications": [],
            "highestTierAchieved": "entry",
        },
        "housing": home_in(program.housing[program.scenario.housing_id], week=1),
        "inventory": _inventory(program),
        "relationships": [],
        "skills": {key: value for each in backgrounds for key, value in each.skills.items()},
        "traits": list(dict.fromkeys(trait for each in backgrounds for trait in each.traits)),
        "reputation": {},
        "flags": {},
        "counters": {},
    }


def _cash(program: Program, backgrounds: list[Background]) -> Number:
    return reduce(add, (each.cash_modifier for each in backgrounds), program.scenario.cash)


def home_in(housing: Housing, *, week: int) -> Home:
    """A home one has just moved into."""
    return {
        "definitionId": housing.id,
        "movedInWeek": week,
        "ownership": "renting",
        "damage": 0,
        "weeklyCostCents": housing.weekly_cost,
        "depositPaidCents": housing.deposit,
        "rentDueWeek": week,
        "overdueRentCents": 0,
        "missedPayments": 0,
        "evictionStage": "none",
    }


def _inventory(program: Program) -> list[Belonging]:
    return [
        {
            "instanceId": f"item-{index}",
            "definitionId": definition_id,
            "quantity": quantity,
            "acquiredWeek": 1,
            "purchasePriceCents": program.items[definition_id].price,
            "condition": 100,
            "weeksSinceMaintenance": 0,
            "broken": False,
        }
        for index, (definition_id, quantity) in enumerate(program.scenario.inventory)
    ]


def _goal(goal_id: str) -> GoalProgress:
    return {
        "definitionId": goal_id,
        "status": "active",
        "satisfiedThisWeek": False,
        "consecutiveWeeksSatisfied": 0,
        "progressNotes": [],
    }


def _world() -> World:
    return {
        "npcs": [],
        "locations": [],
        "jobMarket": {"openings": []},
        "eventCooldowns": {},
        "firedUniqueEvents": [],
        "chainStates": [],
        "strangenessBase": 0,
        "headlinePool": {"remainingIds": [], "cyclesCompleted": 0},
        "agents": [],
        "flags": {},
    }
