"""Each rule of the plan: what it asks, in order, what it costs, what it leaves."""

from __future__ import annotations

from typing import Any

import pytest

from tests.plays.kinds.simulation.conftest import Game, NewGame, entry, of
from workbench.plays.randomness import Stream

EMPLOYED = {
    "jobId": "lamplighter",
    "employerId": "lamp-office",
    "startedWeek": 1,
    "performance": 50,
    "attendanceRatio": 100,
    "warnings": 0,
    "weeklyPayCents": 24000,
    "weeksAtCurrentPay": 0,
}


def _at_market(game: Game) -> Game:
    game.put(player__currentLocationId="market")
    return game


def _employed(game: Game) -> Game:
    game.put(player__career__currentEmployment=EMPLOYED, player__currentLocationId="market")
    return game


def _counter(game: Game, reason: str) -> int:
    return game.life["player"]["counters"].get(reason, 0)


def test_eating_and_resting_take_neither_time_nor_place(new_game: NewGame) -> None:
    game = new_game()
    game.put(player__currentLocationId="nowhere", calendar__totalTimeUnits=0)
    after = game.must_live("eat", "rest", "rest", "rest")["player"]["needs"]
    # 80+25 is clamped; 50+20+20+20 is clamped; then the week's drift
    assert (after["satiety"], after["energy"], after["stress"]) == (96, 97, 7)
    assert _counter(game, "action_eat") == 1
    assert _counter(game, "action_rest") == 6


def test_what_changes_nothing_is_not_counted(new_game: NewGame) -> None:
    game = new_game()
    game.must_live("eat", "eat")
    assert _counter(game, "action_eat") == 1


def test_exercise_wants_a_place_and_then_time(new_game: NewGame) -> None:
    game = new_game()
    game.put(player__currentLocationId="nowhere", calendar__totalTimeUnits=1)
    assert game.week("exercise") == "wrong_location"
    game = new_game()
    game.put(calendar__totalTimeUnits=1)
    assert game.week("exercise") == "insufficient_time"
    game = new_game()
    game.must_live("exercise")
    assert _counter(game, "action_exercise") == 6


def test_time_runs_out_over_the_week(new_game: NewGame) -> None:
    game = new_game()
    assert game.week(*["exercise"] * 8) == "insufficient_time"
    assert new_game().week(*["exercise"] * 7) is None


def test_travel_goes_to_the_next_location_only(new_game: NewGame) -> None:
    def island(content: dict[str, Any]) -> None:
        entry(content, "locations", "market")["connections"] = []

    game = new_game(island)
    assert game.week(of("travel", "harbour")) == "wrong_location"
    game = new_game(island)
    assert game.week(of("travel", "market"), of("travel", "harbour")) == "wrong_location"
    game = new_game()
    assert game.week({"actionType": "travel"}) == "unknown_action"
    game = new_game()
    after = game.must_live(of("travel", "market"))
    assert after["player"]["currentLocationId"] == "market"
    assert _counter(game, "action_travel") == 2


def test_people_are_met_where_they_are(new_game: NewGame) -> None:
    game = _at_market(new_game())
    assert game.week(of("socialize", "ferryman")) == "requirement_unmet"
    game.put(plan__actions=[], calendar__currentWeek=6)
    assert game.week(of("socialize", "ferryman")) is None
    game = new_game()
    after = game.must_live(of("socialize", "ferryman"), of("socialize", "ferryman"))
    (met,) = after["player"]["relationships"]
    assert (met["affinity"], met["trust"], met["interactionCount"]) == (10, 9, 2)
    assert _counter(game, "action_socialize") == 18


def test_searching_posts_every_job_once(new_game: NewGame) -> None:
    game = new_game()
    after = game.must_live("search_for_work", "search_for_work")
    assert [each["jobId"] for each in after["world"]["jobMarket"]["openings"]] == [
        "lamplighter",
        "lamp-warden",
    ]
    # one, and two for the lamplighter, and three for the warden's one position; then one
    assert _counter(game, "action_search_for_work") == 7


def test_an_application_wants_an_opening_and_is_made_once(new_game: NewGame) -> None:
    game = new_game()
    assert game.week(of("apply_for_job", "lamplighter")) == "requirement_unmet"
    apply = of("apply_for_job", "lamplighter")
    assert new_game().week("search_for_work", apply, apply) == "requirement_unmet"
    assert (
        new_game().week("search_for_work", of("apply_for_job", "lamp-warden"))
        == "requirement_unmet"
    )
    game = new_game()
    after = game.must_live("search_for_work", apply)
    assert after["player"]["career"]["pendingApplications"][0]["resolvesWeek"] == 2
    after = game.must_live()
    assert after["player"]["career"]["currentEmployment"] == {**EMPLOYED, "startedWeek": 2}
    assert [each["jobId"] for each in after["world"]["jobMarket"]["openings"]] == ["lamp-warden"]


@pytest.mark.parametrize("action", ["work", "work_overtime", "negotiate_job_terms"])
def test_work_wants_a_job_before_it_wants_the_place(new_game: NewGame, action: str) -> None:
    assert new_game().week(action) == "requirement_unmet"
    game = _employed(new_game())
    game.put(player__currentLocationId="harbour")
    assert game.week(action) == "wrong_location"


def test_work_and_overtime_are_paid_when_the_week_ends(new_game: NewGame) -> None:
    game = _employed(new_game())
    after = game.must_live("work", "work_overtime")
    # 12500 to begin with, 24000 and half of it more, less 4000 of rent
    assert after["player"]["finances"]["cashCents"] == 12500 + 36000 - 4000
    flags = after["player"]["flags"]
    assert (flags["workedThisWeek"], flags["workedOvertimeThisWeek"]) == (False, False)
    assert after["player"]["career"]["currentEmployment"]["performance"] == 58


def test_a_negotiation_is_decided_by_its_own_stream_and_stored_charisma(new_game: NewGame) -> None:
    pays = {}
    for seed in map(str, range(12)):
        game = _employed(new_game(seed=seed))
        after = game.must_live("negotiate_job_terms")
        pay = after["player"]["career"]["currentEmployment"]["weeklyPayCents"]
        won = Stream(seed, "system:simulation.negotiate.action-0:0").next_percent() < 50
        assert pay == (25200 if won else 24000)
        assert _counter(game, "action_negotiate_job_terms") == (2 if won else 1)
        pays[pay] = True
    assert len(pays) == 2


def test_a_course_is_paid_at_once_and_entered_once(new_game: NewGame) -> None:
    enroll = of("enroll_course", "glasswork")
    game = new_game()
    game.put(player__finances__cashCents=5999)
    assert game.week(enroll) == "insufficient_funds"
    assert new_game().week(enroll, enroll) == "requirement_unmet"
    game = new_game()
    after = game.must_live(enroll)
    assert after["player"]["finances"]["cashCents"] == 12500 - 6000 - 4000
    assert after["calendar"]["committedTimeUnits"] == 2
    assert _counter(game, "action_enroll_course") == 10


@pytest.mark.parametrize("action", ["attend_class", "study", "withdraw_course"])
def test_a_course_one_is_not_in_cannot_be_followed(new_game: NewGame, action: str) -> None:
    assert new_game().week(of(action, "glasswork")) == "requirement_unmet"


def test_leaving_a_course_gives_nothing_back(new_game: NewGame) -> None:
    game = new_game()
    game.must_live(of("enroll_course", "glasswork"), of("attend_class", "glasswork"))
    after = game.must_live(of("attend_class", "glasswork"), of("withdraw_course", "glasswork"))
    assert after["player"]["education"]["enrollments"] == []
    assert after["player"]["flags"]["attendedClass:glasswork"] is False
    assert after["player"]["finances"]["cashCents"] == 12500 - 6000 - 8000


def test_moving_wants_no_rent_owed_and_the_money_for_it(new_game: NewGame) -> None:
    move = of("move_housing", "row-house")
    assert new_game().week(of("move_housing", "loft")) == "requirement_unmet"
    assert new_game().week(move) == "requirement_unmet"  # the house wants more than 20000
    game = new_game()
    game.put(player__finances__cashCents=30000, player__housing__overdueRentCents=1)
    assert game.week(move) == "requirement_unmet"
    game = new_game()
    game.put(player__finances__cashCents=30000)
    after = game.must_live(move)
    assert after["player"]["housing"]["definitionId"] == "row-house"
    assert after["player"]["housing"]["depositPaidCents"] == 3000
    assert after["player"]["finances"]["cashCents"] == 30000 - 5000 - 7000
    assert _counter(game, "action_move_housing") == 12


def test_bills_are_what_is_overdue_and_end_the_way_to_eviction(new_game: NewGame) -> None:
    assert new_game().week("pay_bills") == "requirement_unmet"
    game = new_game()
    game.put(player__housing__overdueRentCents=20000)
    assert game.week("pay_bills") == "insufficient_funds"
    game = new_game()
    game.put(
        player__housing__overdueRentCents=5000,
        player__housing__missedPayments=2,
        player__housing__evictionStage="penalty",
    )
    home = game.must_live("pay_bills")["player"]["housing"]
    assert (home["overdueRentCents"], home["missedPayments"], home["evictionStage"]) == (
        0,
        0,
        "none",
    )


@pytest.mark.parametrize("action", ["borrow_money", "repay_debt", "deposit_savings", "invest"])
@pytest.mark.parametrize("amount", [None, True, 0, -5, 1.5, 9007199254740992, 1e21])
def test_an_amount_is_a_whole_positive_number_that_is_exact(
    new_game: NewGame, action: str, amount: Any
) -> None:
    game = _at_market(new_game())
    given = {} if amount is None else {"amountCents": amount}
    assert game.week({"actionType": action, **given}) == "requirement_unmet"


def test_money_moves_between_cash_debt_savings_and_investment(new_game: NewGame) -> None:
    game = _at_market(new_game())
    finances = game.must_live(
        {"actionType": "borrow_money", "amountCents": 5000},
        {"actionType": "repay_debt", "amountCents": 2000.0},
        {"actionType": "deposit_savings", "amountCents": 1000},
        {"actionType": "invest", "amountCents": 300},
        {"actionType": "invest", "amountCents": 200},
    )["player"]["finances"]
    assert finances["cashCents"] == 12500 + 5000 - 2000 - 1000 - 500 - 4000
    assert (finances["debtCents"], finances["savingsCents"]) == (3000, 1000)
    assert [each["balanceCents"] for each in finances["accounts"]] == [500]


def test_no_more_is_repaid_than_owed_and_none_deposited_beyond_cash(new_game: NewGame) -> None:
    game = _at_market(new_game())
    assert game.week({"actionType": "repay_debt", "amountCents": 1}) == "requirement_unmet"
    for action in ("deposit_savings", "invest"):
        game = _at_market(new_game())
        assert game.week({"actionType": action, "amountCents": 12501}) == "insufficient_funds"


def test_a_loan_that_would_not_be_exact_is_refused(new_game: NewGame) -> None:
    game = _at_market(new_game())
    loan = {"actionType": "borrow_money", "amountCents": 2**53 - 1}
    assert game.week(loan) == "requirement_unmet"


def test_what_is_bought_has_its_own_id_and_acts_after_the_week(new_game: NewGame) -> None:
    game = _at_market(new_game())
    after = game.must_live(of("shop", "warm-coat"))
    assert [each["instanceId"] for each in after["player"]["inventory"]] == [
        "item-0",
        "inv-action-0",
    ]
    assert [each["id"] for each in after["activeEffects"]] == [
        "welcome",
        "item:item-0",
        "item:inv-action-0",
    ]
    assert game.plan("sell_item", targetId="inv-action-0") is None


def test_things_wear_are_cared_for_repaired_and_sold(new_game: NewGame) -> None:
    game = _at_market(new_game())
    assert game.week(of("repair_item", "item-0")) == "requirement_unmet"
    game = _at_market(new_game())
    game.must_live()
    game.must_live()
    assert game.life["player"]["inventory"][0]["condition"] == 80
    cash = game.life["player"]["finances"]["cashCents"]
    # a fifth of 1500 to repair
    after = game.must_live(of("repair_item", "item-0"), of("maintain_item", "item-0"))
    assert after["player"]["inventory"][0]["condition"] == 100
    assert after["player"]["finances"]["cashCents"] == cash - 300 - 100 - 4000
    cash = after["player"]["finances"]["cashCents"]
    after = game.must_live(of("sell_item", "item-0"))
    assert after["player"]["inventory"] == []
    assert after["player"]["finances"]["cashCents"] == cash + 701 - 4000
    assert "item:item-0" not in [each["id"] for each in after["activeEffects"]]


def test_a_worn_thing_sells_for_half_up_of_its_part(new_game: NewGame) -> None:
    game = _at_market(new_game())
    worn = {**game.life["player"]["inventory"][0], "condition": 50, "quantity": 2}
    game.put(player__inventory=[worn])
    after = game.must_live(of("sell_item", "item-0"))
    # 350.5 rounds to 351, twice
    assert after["player"]["finances"]["cashCents"] == 12500 + 702 - 4000


def test_what_has_no_rule_for_care_cannot_be_maintained(new_game: NewGame) -> None:
    game = _at_market(new_game())
    game.must_live(of("shop", "warm-coat"))
    assert game.week(of("maintain_item", "inv-action-0")) == "requirement_unmet"


@pytest.mark.parametrize(
    "action", ["start_project", "work_on_project", "start_business", "operate_business"]
)
def test_projects_and_businesses_are_accepted_and_do_nothing(
    new_game: NewGame, action: str
) -> None:
    plain, other = new_game(), new_game()
    other.plan(action)
    plain.must_live()
    other.must_live()
    assert plain.life == other.life


def test_what_is_custom_is_planned_and_never_lived(new_game: NewGame) -> None:
    assert new_game().week("custom") == "action_not_available"


def test_the_first_action_that_is_refused_names_the_reason(new_game: NewGame) -> None:
    assert new_game().week("work", "custom") == "requirement_unmet"
    assert new_game().week("custom", "work") == "action_not_available"


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        *(
            (each, "unknown_action")
            for each in (
                "apply_for_job",
                "enroll_course",
                "move_housing",
                "shop",
                "travel",
                "socialize",
                "accept_opportunity",
                "decline_opportunity",
                "respond_to_event",
            )
        ),
        *(
            (each, "requirement_unmet")
            for each in (
                "attend_class",
                "study",
                "withdraw_course",
                "maintain_item",
                "repair_item",
                "sell_item",
            )
        ),
    ],
)
def test_what_is_planned_without_its_target_cannot_be_lived(
    new_game: NewGame, action: str, reason: str
) -> None:
    assert new_game().week(action) == reason


def _offered(game: Game) -> Game:
    game.put(
        activeOpportunities=[
            {
                "id": "night-stall-1",
                "definitionId": "night-stall",
                "kind": "business",
                "targetId": "night-market",
                "offeredWeek": 1,
                "expiresAtWeek": 9,
            }
        ]
    )
    return game


def _only_the_stall(content: dict[str, Any]) -> None:
    requirement = {
        "condition": {
            "field": "player.finances.cashCents",
            "operator": "greater_or_equal",
            "value": 3000,
        },
        "failureCode": "insufficient_funds",
    }
    content["opportunities"] = [
        {
            "id": "night-stall",
            "kind": "business",
            "targetId": "night-market",
            "durationWeeks": 0,
            "weight": 0,
            "contested": False,
            "requirements": [requirement],
        }
    ]


@pytest.mark.parametrize("action", ["accept_opportunity", "decline_opportunity"])
def test_an_offer_that_is_answered_stands_no_longer(new_game: NewGame, action: str) -> None:
    game = _offered(new_game())
    assert game.must_live(of(action, "night-stall-1"))["activeOpportunities"] == []
    assert _counter(game, f"action_{action}") == 1
    again = _offered(new_game())
    assert again.week(of(action, "night-stall-1"), of(action, "night-stall-1")) == "unknown_action"


def test_only_accepting_an_offer_asks_for_its_requirements(new_game: NewGame) -> None:
    game = _offered(new_game(_only_the_stall))
    game.put(player__finances__cashCents=2999)
    assert game.week(of("accept_opportunity", "night-stall-1")) == "insufficient_funds"
    game.submit("plan.clear")
    assert game.week(of("decline_opportunity", "night-stall-1")) is None


def test_nothing_sells_that_the_campaign_does_not_know(new_game: NewGame) -> None:
    game = _at_market(new_game())
    relic = {**game.life["player"]["inventory"][0], "definitionId": "relic"}
    game.put(player__inventory=[relic])
    for action in ("sell_item", "maintain_item"):
        assert game.week(of(action, "item-0")) == "requirement_unmet"
        game.submit("plan.clear")


def test_where_nobody_is_known_the_location_decides_first(new_game: NewGame) -> None:
    game = new_game()
    game.put(player__currentLocationId="nowhere")
    for action, target in (("socialize", "ferryman"), ("travel", "market"), ("shop", "warm-coat")):
        assert game.week(of(action, target)) == "wrong_location"
        game.submit("plan.clear")
