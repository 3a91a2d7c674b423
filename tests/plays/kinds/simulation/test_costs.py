"""What each action costs in time and counts as changes, and how a life begins: the spec's tables."""

from __future__ import annotations

from typing import Any

import pytest

from tests.plays.kinds.simulation.conftest import Game, NewGame, of
from tests.plays.kinds.simulation.test_actions import EMPLOYED
from workbench.plays.kinds.simulation.actions.table import ACTIONS

#: Action, the time it takes, the changes it counts in the life of ``_busy``.
COSTS: list[tuple[dict[str, Any], int, int]] = [
    ({"actionType": "eat"}, 0, 1),
    ({"actionType": "rest"}, 0, 2),
    ({"actionType": "exercise"}, 2, 6),
    ({"actionType": "search_for_work"}, 2, 3),
    (of("apply_for_job", "lamp-warden"), 1, 3),
    ({"actionType": "work"}, 5, 2),
    ({"actionType": "work_overtime"}, 4, 2),
    ({"actionType": "negotiate_job_terms"}, 1, 2),
    (of("enroll_course", "basketry"), 0, 10),
    (of("attend_class", "glasswork"), 0, 1),
    (of("study", "glasswork"), 2, 2),
    (of("withdraw_course", "glasswork"), 0, 1),
    (of("move_housing", "cabin"), 4, 12),
    ({"actionType": "pay_bills"}, 0, 4),
    ({"actionType": "borrow_money", "amountCents": 100}, 1, 3),
    ({"actionType": "repay_debt", "amountCents": 100}, 1, 3),
    ({"actionType": "deposit_savings", "amountCents": 100}, 1, 3),
    ({"actionType": "invest", "amountCents": 100}, 1, 7),
    (of("shop", "hand-lamp"), 1, 9),
    (of("maintain_item", "item-0"), 1, 3),
    (of("repair_item", "item-0"), 2, 4),
    (of("sell_item", "item-0"), 1, 3),
    (of("travel", "market"), 3, 2),
    (of("socialize", "ferryman"), 2, 9),
    (of("accept_opportunity", "offer-1"), 0, 1),
    (of("decline_opportunity", "offer-1"), 0, 1),
    (of("respond_to_event", "pending-1", choiceId="cheap"), 1, 6),
    (of("respond_to_event", "pending-1", choiceId="quick"), 0, 6),
    (of("respond_to_event", "pending-1", choiceId="free"), 0, 5),
    (of("respond_to_event", "pending-1", choiceId="dear"), 2, 7),
    *(({"actionType": each}, 0, 0) for each in list(ACTIONS)[-5:-1]),
]


def _all_at_once(content: dict[str, Any]) -> None:
    """Everything can be done in one place, and every kind of target is there."""
    harbour, market = content["locations"]
    harbour["actionTypes"] = list(ACTIONS)
    market["travelTimeUnits"] = 3
    content["jobs"][1]["requirements"] = []
    content["courses"].append({**content["courses"][0], "id": "basketry"})
    content["housing"].append(
        {"id": "cabin", "upfrontCostCents": 1, "weeklyCostCents": 0, "requirements": []}
    )
    costs = {
        "cheap": {"timeCost": 1},
        "quick": {"moneyCostCents": 1},
        "free": {},
        "dear": {"timeCost": 2, "moneyCostCents": 1},
    }
    choices = [{"id": name, "outcomes": [], **cost} for name, cost in costs.items()]
    content["events"] = [
        {
            "id": "question",
            "descriptionKey": "x.y",
            "weight": 0,
            "conditions": {"all": []},
            "choices": choices,
        }
    ]


def _busy(new_game: NewGame) -> Game:
    game = new_game(_all_at_once)
    enrollment = {
        "courseId": "glasswork",
        "startedWeek": 1,
        "weeksCompleted": 0,
        "attendedUnits": 0,
        "studyUnits": 0,
        "missedSessions": 0,
        "tuitionPaidCents": 0,
        "tuitionOutstandingCents": 0,
        "retainedProgress": 0,
        "status": "active",
    }
    game.put(
        player__finances__cashCents=100000,
        player__finances__debtCents=5000,
        player__attributes__charisma=101,
        player__career__currentEmployment=EMPLOYED,
        player__education__enrollments=[enrollment],
        player__inventory=[{**game.life["player"]["inventory"][0], "condition": 50}],
        world__jobMarket__openings=[
            {"jobId": "lamp-warden", "contested": True, "positionsAvailable": 1, "postedWeek": 1}
        ],
        activeOpportunities=[
            {
                "id": "offer-1",
                "definitionId": "gone",
                "kind": "business",
                "targetId": "x",
                "offeredWeek": 1,
                "expiresAtWeek": 9,
            }
        ],
        pendingEventResponses=[
            {
                "id": "pending-1",
                "eventId": "question",
                "rolledWeek": 1,
                "presentWeek": 1,
                "availableChoiceIds": ["cheap", "quick", "free", "dear"],
            }
        ],
    )
    return game


def test_the_table_has_every_action_but_the_one_that_is_never_lived() -> None:
    assert {each["actionType"] for each, _, _ in COSTS} == set(ACTIONS) - {"custom"}


@pytest.mark.parametrize(("action", "time", "changes"), COSTS)
def test_an_action_takes_its_time_and_counts_its_changes(
    new_game: NewGame, action: dict[str, Any], time: int, changes: int
) -> None:
    overdue = 100 if action["actionType"] == "pay_bills" else 0
    game = _busy(new_game)
    game.put(calendar__totalTimeUnits=time, player__housing__overdueRentCents=overdue)
    counters = game.must_live(action)["player"]["counters"]
    assert counters.get(f"action_{action['actionType']}", 0) == changes
    if time:
        game = _busy(new_game)
        game.put(calendar__totalTimeUnits=time - 1)
        assert game.week(action) == "insufficient_time"


def test_work_at_a_job_the_campaign_no_longer_has_takes_no_time(new_game: NewGame) -> None:
    game = _busy(new_game)
    game.put(
        calendar__totalTimeUnits=0,
        player__career__currentEmployment={**EMPLOYED, "jobId": "gone"},
    )
    after = game.must_live("work")
    # paid all the same, and neither better nor worse at it
    assert after["player"]["finances"]["cashCents"] == 100000 + 24000 - 4000
    assert after["player"]["career"]["currentEmployment"]["performance"] == 50


def test_the_largest_exact_amount_may_be_borrowed_by_somebody_without_cash_or_debt(
    new_game: NewGame,
) -> None:
    game = _busy(new_game)
    game.put(player__finances__cashCents=0, player__finances__debtCents=0)
    loan = {"actionType": "borrow_money", "amountCents": 2**53 - 1}
    assert game.must_live(loan)["player"]["finances"]["debtCents"] == 2**53 - 1


def test_an_answer_the_event_no_longer_has_names_nothing(new_game: NewGame) -> None:
    game = _busy(new_game)
    pending = {**game.life["pendingEventResponses"][0], "availableChoiceIds": ["gone"]}
    game.put(pendingEventResponses=[pending])
    assert game.week(of("respond_to_event", "pending-1", choiceId="gone")) == "unknown_action"


def test_a_life_begins_as_the_specification_says(new_game: NewGame) -> None:
    def two_backgrounds(content: dict[str, Any]) -> None:
        first = content["backgrounds"][0]
        content["backgrounds"].append(
            {
                **first,
                "id": "mainlander",
                "startingAttributes": {**first["startingAttributes"], "luck": 7},
                "startingSkills": {"rowing": 4},
                "startingTraits": ["early-riser", "stubborn"],
                "startingCashModifierCents": -75,
            }
        )
        content["scenarios"][0]["startingBackgroundIds"].append("mainlander")

    life: Any = new_game(two_backgrounds).life
    player = life.pop("player")
    (effect,) = life.pop("activeEffects")
    assert effect["id"] == "welcome"
    assert life == {
        "calendar": {
            "currentWeek": 1,
            "currentYear": 1,
            "totalTimeUnits": 14,
            "committedTimeUnits": 0,
            "spentTimeUnits": 0,
        },
        "economy": {
            "inflation": 200,
            "unemploymentRate": 500,
            "interestRate": 300,
            "sectorDemand": {},
            "marketPrices": {},
            "publishedIndicators": [],
            "flags": {},
        },
        "world": {
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
        },
        "activeOpportunities": [],
        "scheduledEvents": [],
        "pendingEventResponses": [],
        "goals": [
            {
                "definitionId": goal_id,
                "status": "active",
                "satisfiedThisWeek": False,
                "consecutiveWeeksSatisfied": 0,
                "progressNotes": [],
            }
            for goal_id in ("steady-light", "well-rested")
        ],
        "resolution": None,
        "plan": {"week": 1, "actions": []},
    }
    assert player["identity"] == {
        "actorId": "player",
        "name": "Alex",
        "age": 28,
        "backgroundId": "islander",
    }
    assert player["finances"]["cashCents"] == 12000 + 500 - 75
    assert (player["attributes"]["luck"], player["attributes"]["wisdom"]) == (7, 50)
    assert player["skills"] == {"glasswork": 0, "rowing": 4}
    assert player["traits"] == ["early-riser", "stubborn"]
    assert player["needs"] == {
        "health": 80,
        "energy": 50,
        "happiness": 60,
        "stress": 20,
        "satiety": 80,
    }
    assert player["inventory"] == [
        {
            "instanceId": "item-0",
            "definitionId": "hand-lamp",
            "quantity": 1,
            "acquiredWeek": 1,
            "purchasePriceCents": 1500,
            "condition": 100,
            "weeksSinceMaintenance": 0,
            "broken": False,
        }
    ]
