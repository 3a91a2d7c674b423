"""Each system of the week's end, on lives small enough to count by hand."""

from __future__ import annotations

from typing import Any

import pytest

from tests.plays.kinds.simulation.conftest import Game, NewGame, entry, of
from tests.plays.kinds.simulation.test_actions import EMPLOYED
from workbench.plays.randomness import Stream


def _goals(*goals: dict[str, Any], precedence: str = "goals_win") -> Any:
    def change(content: dict[str, Any]) -> None:
        content.update(goals=list(goals), goalFailurePrecedence=precedence)

    return change


_ALWAYS: dict[str, Any] = {"all": []}
_NEVER: dict[str, Any] = {"any": []}


def test_somebody_with_a_job_drifts_to_where_it_draws_them(new_game: NewGame) -> None:
    game = new_game()
    game.put(player__career__currentEmployment={**EMPLOYED, "performance": 53})
    # 53 + 0.2 * (40 - 53) is 50.4
    assert game.must_live()["player"]["career"]["currentEmployment"]["performance"] == 50
    assert game.must_live()["player"]["career"]["totalWeeksEmployed"] == 2


def test_a_promotion_is_earned_by_weeks_performance_and_skill(new_game: NewGame) -> None:
    game = new_game()
    worker = {**EMPLOYED, "performance": 52}
    game.put(
        player__career__currentEmployment=worker,
        player__currentLocationId="market",
        player__skills__glasswork=20,
        calendar__currentWeek=4,
    )
    held = game.must_live("work")["player"]["career"]["currentEmployment"]
    assert (held["jobId"], held["startedWeek"], held["performance"]) == ("lamp-warden", 4, 60)
    # paid at once what the new job pays
    assert game.life["player"]["finances"]["cashCents"] == 12500 + 36000 - 4000


def test_a_course_is_passed_by_attending_and_studying(new_game: NewGame) -> None:
    game = new_game()
    lesson = (of("attend_class", "glasswork"), of("study", "glasswork"))
    game.must_live(of("enroll_course", "glasswork"), *lesson)
    education = game.must_live(*lesson)["player"]["education"]
    assert education["completedCourseIds"] == ["glasswork"]
    assert education["credentials"][0]["id"] == "glasswork-credential-2"
    assert game.life["player"]["skills"]["glasswork"] == 30
    assert game.life["player"]["flags"]["achieved:glazier"] is True


def test_a_failed_course_leaves_some_progress_for_the_next_attempt(new_game: NewGame) -> None:
    game = new_game()
    game.put(player__finances__cashCents=90000)
    game.must_live(of("enroll_course", "glasswork"))
    education = game.must_live()["player"]["education"]
    assert education["failedCourseIds"] == ["glasswork"]
    again = game.must_live(of("enroll_course", "glasswork"))["player"]["education"]
    assert [(each["status"], each["retainedProgress"]) for each in again["enrollments"]] == [
        ("failed", 10),
        ("active", 10),
    ]


def test_rent_that_is_missing_is_owed_with_a_tenth_and_leads_to_eviction(
    new_game: NewGame,
) -> None:
    game = new_game()
    game.put(player__finances__cashCents=1005)
    home = game.must_live()["player"]["housing"]
    # 2995 was missing, and 299.5 is rounded up
    assert home["overdueRentCents"] == 2995 + 300
    assert game.life["player"]["finances"]["cashCents"] == -2995
    stages = [home["evictionStage"]]
    for _ in range(5):
        stages.append(game.must_live()["player"]["housing"]["evictionStage"])
    assert stages == ["warning", "penalty", "formal_notice", "hearing_scheduled", *["evicted"] * 2]
    assert game.life["player"]["housing"]["missedPayments"] == 6
    counters = game.life["player"]["counters"]
    assert (counters["rent_overdue"], counters["eviction_advanced"]) == (12, 5)


def test_needs_drift_and_only_what_changed_is_counted(new_game: NewGame) -> None:
    game = new_game()
    game.put(player__needs__satiety=0)
    needs = game.must_live()["player"]["needs"]
    assert needs == {"health": 79, "energy": 47, "happiness": 58, "stress": 22, "satiety": 0}
    assert game.life["player"]["counters"]["need_drift"] == 4


def test_an_effect_runs_out_when_its_week_begins(new_game: NewGame) -> None:
    game = new_game()
    game.must_live()
    game.must_live()
    assert "welcome" in [each["id"] for each in game.life["activeEffects"]]
    game.must_live()
    assert "welcome" not in [each["id"] for each in game.life["activeEffects"]]


def _offers(*offers: dict[str, Any]) -> Any:
    plain = {"kind": "business", "targetId": "x", "durationWeeks": 1, "contested": False}

    def change(content: dict[str, Any]) -> None:
        content["opportunities"] = [{**plain, **each} for each in offers]

    return change


def test_offers_are_drawn_by_weight_from_the_weeks_stream(new_game: NewGame) -> None:
    change = _offers({"id": "a", "weight": 1}, {"id": "b", "weight": 3}, {"id": "c", "weight": 0})
    for seed in map(str, range(6)):
        game = new_game(change, seed=seed)
        (offered,) = game.must_live()["activeOpportunities"]
        roll = Stream(seed, "system:end_of_week:0").bounded(4)
        assert offered["id"] == ("a-1" if roll < 1 else "b-1")
        assert "terms" not in offered


def test_an_offer_expires_and_one_for_the_held_job_is_revoked(new_game: NewGame) -> None:
    job = {"kind": "job_offer", "targetId": "lamplighter", "contested": True, "durationWeeks": 9}
    game = new_game(_offers({"id": "a", "weight": 1, **job}))
    assert len(game.must_live()["activeOpportunities"]) == 1
    game.put(player__career__currentEmployment=EMPLOYED)
    assert game.must_live()["activeOpportunities"] == []
    assert game.life["player"]["counters"]["opportunity_revoked"] == 1
    game = new_game(_offers({"id": "a", "weight": 1}))
    game.must_live()
    assert game.must_live()["activeOpportunities"][0]["offeredWeek"] == 2
    assert game.life["player"]["counters"]["opportunity_expired"] == 1


def _events(*events: dict[str, Any]) -> Any:
    def change(content: dict[str, Any]) -> None:
        content["events"] = [
            {"descriptionKey": "x.y", "conditions": _ALWAYS, "weight": 0, **each} for each in events
        ]

    return change


def _outcome(**more: Any) -> dict[str, Any]:
    return {"effects": [], **more}


def test_an_event_without_a_cooldown_happens_by_chance_once(new_game: NewGame) -> None:
    game = new_game(_events({"id": "a", "weight": 1}))
    game.must_live()
    game.must_live()
    assert game.life["world"]["eventCooldowns"] == {"a": 1}
    assert game.life["world"]["strangenessBase"] == 5


def test_a_cooldown_lets_it_happen_again(new_game: NewGame) -> None:
    game = new_game(_events({"id": "a", "weight": 1, "cooldownWeeks": 2}))
    fired = [game.must_live()["world"]["eventCooldowns"]["a"] for _ in range(4)]
    assert fired == [1, 1, 3, 3]


def test_scheduled_events_fire_when_due_and_an_end_of_chain_drops_the_rest(
    new_game: NewGame,
) -> None:
    later = [{"eventId": "b", "inWeeks": 1}, {"eventId": "c", "inWeeks": 2}]
    game = new_game(
        _events(
            {
                "id": "a",
                "weight": 1,
                "chainId": "k",
                "chainStep": 1,
                "automaticOutcome": _outcome(scheduledEvents=later),
            },
            {"id": "b", "chainId": "k", "automaticOutcome": _outcome(endsChain=True)},
            {"id": "c"},
        )
    )
    scheduled = game.must_live()["scheduledEvents"]
    assert [each["id"] for each in scheduled] == ["scheduled-a-1-0-0-b-2", "scheduled-a-1-0-1-c-3"]
    assert game.must_live()["scheduledEvents"] == []
    assert game.life["world"]["eventCooldowns"] == {"a": 1, "b": 2}


def _asking(*candidates: dict[str, Any], **choice: Any) -> Any:
    answer = {"id": "yes", "outcomes": list(candidates), **choice}
    return _events({"id": "a", "weight": 1, "choices": [answer]})


def _answered(game: Game) -> Any:
    game.must_live()
    (pending,) = game.life["pendingEventResponses"]
    assert (pending["id"], pending["presentWeek"]) == ("pending-a-1", 2)
    return of("respond_to_event", "pending-a-1", choiceId="yes")


def test_an_event_waits_for_its_answer_and_then_has_its_outcome(new_game: NewGame) -> None:
    lift = {"target": "player.needs.happiness", "operation": "add", "value": 1}
    game = new_game(
        _asking(
            {"condition": _NEVER, "outcome": _outcome()},
            {"outcome": _outcome(effects=[lift])},
            timeCost=3,
            moneyCostCents=40,
        )
    )
    after = game.must_live(_answered(game))
    assert not after["pendingEventResponses"]
    assert not after["scheduledEvents"]
    assert after["activeEffects"][-1]["id"] == "event:a:2"
    assert after["player"]["finances"]["cashCents"] == 12500 - 40 - 8000
    assert after["player"]["counters"]["action_respond_to_event"] == 7
    # an answer is no firing
    assert after["player"]["counters"]["event_fired"] == 1


def test_a_weighted_outcome_is_drawn_among_those_with_a_weight(new_game: NewGame) -> None:
    game = new_game(
        _asking(
            {"outcome": _outcome()},
            {"weight": 1, "outcome": _outcome(scheduledEvents=[{"eventId": "a", "inWeeks": 5}])},
            {"weight": 0, "outcome": _outcome()},
        )
    )
    assert len(game.must_live(_answered(game))["scheduledEvents"]) == 1


@pytest.mark.parametrize(
    ("choice", "reason"),
    [
        ({"timeCost": 99}, "insufficient_time"),
        ({"moneyCostCents": 99999}, "insufficient_funds"),
        (
            {"requirements": [{"condition": _NEVER, "failureCode": "too_late_now"}]},
            "too_late_now",
        ),
    ],
)
def test_an_answer_that_cannot_be_given_refuses_the_week(
    new_game: NewGame, choice: dict[str, Any], reason: str
) -> None:
    game = new_game(_asking({"outcome": _outcome()}, **choice))
    assert game.week(_answered(game)) == reason


def test_an_answer_without_a_choice_is_not_available(new_game: NewGame) -> None:
    game = new_game(_asking({"outcome": _outcome()}))
    _answered(game)
    assert game.week(of("respond_to_event", "pending-a-1")) == "action_not_available"


def test_headlines_are_shown_once_each_before_any_comes_again(new_game: NewGame) -> None:
    def change(content: dict[str, Any]) -> None:
        content["headlines"] = [{"id": "a"}, {"id": "b"}, {"id": "c", "minStrangeness": 1}]

    game = new_game(change)
    pools = [game.must_live()["world"]["headlinePool"] for _ in range(3)]
    assert [each["shownThisWeek"] for each in pools] == ["a", "b", "a"]
    assert [each["cyclesCompleted"] for each in pools] == [0, 0, 1]


def test_a_week_without_a_headline_forgets_the_last(new_game: NewGame) -> None:
    first_week = {"field": "calendar.currentWeek", "operator": "equals", "value": 1}

    def change(content: dict[str, Any]) -> None:
        content["headlines"] = [{"id": "a", "conditions": first_week}]

    game = new_game(change)
    game.must_live()
    pool = game.must_live()["world"]["headlinePool"]
    assert pool == {"remainingIds": [], "cyclesCompleted": 1}
    assert game.must_live()["world"]["headlinePool"] == pool


def test_a_goal_must_hold_for_its_weeks_in_a_row(new_game: NewGame) -> None:
    rested = {"field": "player.needs.energy", "operator": "greater_or_equal", "value": 45}
    game = new_game(_goals({"id": "g", "conditions": rested, "requiredDurationWeeks": 2}))
    plans: list[tuple[str, ...]] = [(), ("exercise",), ("rest", "rest"), ()]
    progress = [game.must_live(*plan)["goals"][0] for plan in plans]
    assert [each["consecutiveWeeksSatisfied"] for each in progress] == [1, 0, 1, 2]
    assert [each["status"] for each in progress] == [*["active"] * 3, "completed"]
    assert (progress[-1]["firstSatisfiedWeek"], progress[-1]["completedWeek"]) == (1, 4)
    assert game.state.status == "ended"


@pytest.mark.parametrize(
    ("precedence", "status"), [("goals_win", "completed"), ("failure_wins", "failed")]
)
def test_the_campaign_says_who_wins_when_a_goal_is_met_and_lost(
    new_game: NewGame, precedence: str, status: str
) -> None:
    both = {"id": "g", "conditions": _ALWAYS, "failureConditions": _ALWAYS}
    game = new_game(_goals(both, precedence=precedence))
    assert game.must_live()["goals"][0]["status"] == status


def test_the_game_ends_when_no_goal_is_active_and_one_lost_goal_loses_it(
    new_game: NewGame,
) -> None:
    game = new_game(
        _goals(
            {"id": "b", "conditions": _ALWAYS},
            {"id": "a", "conditions": _NEVER, "failureConditions": _ALWAYS},
        )
    )
    game.must_live()
    assert game.engine.outcome(game.state) == {
        "terminal": True,
        "terminalId": "failed",
        "resolution": "failed",
        "goalsMet": ["b"],
        "goalsFailed": ["a"],
    }


def test_without_goals_only_the_last_week_ends_the_game(new_game: NewGame) -> None:
    game = new_game(_goals())
    weeks = 0
    while game.state.status == "active":
        game.must_live()
        weeks += 1
    assert weeks == 12
    assert game.engine.outcome(game.state)["terminalId"] == "week_limit_reached"


def test_an_achievement_sees_those_before_it_and_counters_of_earlier_weeks(
    new_game: NewGame,
) -> None:
    def unlocked(achievement_id: str) -> dict[str, Any]:
        field = f"player.flags.achieved:{achievement_id}"
        return {"field": field, "operator": "equals", "value": True}

    drifted = {"field": "player.counters.need_drift", "operator": "greater_than", "value": 0}

    def change(content: dict[str, Any]) -> None:
        content["achievements"] = [
            {"id": "after", "condition": unlocked("first")},
            {"id": "first", "condition": drifted},
            {"id": "before", "condition": unlocked("first")},
        ]

    game = new_game(change)
    weeks = []
    for _ in range(3):
        result = game.submit("end_week")
        weeks.append([e["path"] for e in result.changes if e["reason"] == "achievement_unlocked"])
    assert weeks == [[], ["achieved.first", "achieved.before"], ["achieved.after"]]
    assert game.life["player"]["counters"]["achievement_unlocked"] == 3


def test_time_is_committed_by_courses_and_by_effects_within_the_week(new_game: NewGame) -> None:
    def change(content: dict[str, Any]) -> None:
        entry(content, "items", "hand-lamp")["effects"] = [
            {"target": "calendar.committedTimeUnits", "operation": "add", "value": 50}
        ]

    game = new_game(change)
    assert game.must_live()["calendar"]["committedTimeUnits"] == 14
    assert game.week("exercise") == "insufficient_time"


def test_a_home_without_rent_charges_none(new_game: NewGame) -> None:
    game = new_game(lambda content: content["housing"][0].update(weeklyCostCents=0))
    assert game.must_live()["player"]["finances"]["cashCents"] == 12500
    assert "rent_charged" not in game.life["player"]["counters"]


def test_a_course_may_award_no_credential(new_game: NewGame) -> None:
    game = new_game(lambda content: content["courses"][0].update(awardsCredential="none"))
    lesson = (of("attend_class", "glasswork"), of("study", "glasswork"))
    game.must_live(of("enroll_course", "glasswork"), *lesson)
    education = game.must_live(*lesson)["player"]["education"]
    assert (education["completedCourseIds"], education["credentials"]) == (["glasswork"], [])


def test_nothing_is_offered_and_the_ending_has_its_word_once_a_game_is_over(
    new_game: NewGame,
) -> None:
    game = new_game(_goals({"id": "g", "conditions": _ALWAYS}))
    epoch = game.engine.epoch(game.state)
    assert epoch.kind.ending_word(epoch.program, game.life) == ""
    game.must_live()
    assert game.engine.available_actions(game.state) == []
    assert epoch.kind.ending_word(epoch.program, game.life) == "goals_met"
    view: Any = game.engine.view(game.state)
    assert view["kindView"]["resolution"] == "goals_met"


def test_as_many_sessions_may_be_missed_as_the_course_allows(new_game: NewGame) -> None:
    for studied, passed in ((2, ["glasswork"]), (1, [])):
        game = new_game()
        study = [of("study", "glasswork")] * studied
        game.must_live(of("enroll_course", "glasswork"), *study)
        education = game.must_live(of("attend_class", "glasswork"))["player"]["education"]
        assert education["completedCourseIds"] == passed


def test_a_worn_out_thing_acts_no_more(new_game: NewGame) -> None:
    game = new_game()
    worn = {**game.life["player"]["inventory"][0], "condition": 10, "weeksSinceMaintenance": 7}
    game.put(player__inventory=[worn])
    after = game.must_live()
    assert after["player"]["inventory"][0]["condition"] == 0
    assert [each["id"] for each in after["activeEffects"]] == ["welcome"]
    assert after["player"]["counters"]["item_condition_decayed"] == 1
    # it cannot wear out further
    assert game.must_live()["player"]["counters"]["item_condition_decayed"] == 1


def test_only_a_contested_offer_is_revoked_by_getting_the_job(new_game: NewGame) -> None:
    job = {"kind": "job_offer", "targetId": "lamplighter", "durationWeeks": 9}
    game = new_game(_offers({"id": "a", "weight": 1, **job}))
    game.must_live()
    game.put(player__career__currentEmployment=EMPLOYED)
    assert [each["id"] for each in game.must_live()["activeOpportunities"]] == ["a-1"]


def test_firings_of_a_week_are_numbered_and_a_unique_event_is_remembered_once(
    new_game: NewGame,
) -> None:
    def then(event_id: str) -> dict[str, Any]:
        return _outcome(scheduledEvents=[{"eventId": event_id, "inWeeks": 1}])

    later = {"field": "calendar.currentWeek", "operator": "greater_than", "value": 1}
    game = new_game(
        _events(
            {"id": "a", "weight": 1, "automaticOutcome": then("b")},
            {"id": "b", "unique": True, "automaticOutcome": then("b")},
            {"id": "c", "weight": 1, "conditions": later, "automaticOutcome": then("c")},
        )
    )
    game.must_live()
    assert [each["id"] for each in game.must_live()["scheduledEvents"]] == [
        "scheduled-b-2-0-0-b-3",
        "scheduled-c-2-1-0-c-3",
    ]
    game.must_live()
    assert game.life["world"]["firedUniqueEvents"] == ["b"]
