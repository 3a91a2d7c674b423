"""What is taken, in which order it is refused, and what strict admission adds."""

from __future__ import annotations

import pytest

from tests.plays.kinds.simulation.conftest import Game, NewGame, of
from workbench.core.canonical import digest
from workbench.plays.engine.engine import GameConfig


@pytest.mark.parametrize("legacy", [False, True])
def test_an_action_nobody_knows_is_refused_before_its_params(
    new_game: NewGame, legacy: bool
) -> None:
    assert new_game(legacy=legacy).submit("plan.swap", {"note": "x"}).reason == "unknown_action"


@pytest.mark.parametrize(
    ("action_id", "params"),
    [
        ("plan.add", {"actionType": "rest", "note": "hello"}),
        ("plan.add", {"actionType": "no-such-type", "note": "hello"}),
        ("plan.remove", {"index": 0, "note": "hello"}),
        ("plan.clear", {"note": "hello"}),
        ("end_week", {"note": "hello"}),
        ("plan.add", {"actionType": "rest", "amountCents": "12"}),
    ],
)
def test_what_is_not_declared_is_unexpected(
    new_game: NewGame, action_id: str, params: dict[str, object]
) -> None:
    assert new_game().submit(action_id, params).reason == "unexpected_params"


@pytest.mark.parametrize("action_type", [None, 7, True, "", "sleep", "Rest"])
@pytest.mark.parametrize("legacy", [False, True])
def test_what_is_planned_must_be_on_the_list(
    new_game: NewGame, action_type: object, legacy: bool
) -> None:
    assert new_game(legacy=legacy).plan(action_type, amountCents="x" if legacy else 1) == (
        "unknown_action"
    )


def test_the_type_is_asked_before_the_amount_and_the_amount_before_the_target(
    new_game: NewGame,
) -> None:
    game = new_game()
    assert game.plan("sleep", amountCents="x", targetId="nobody") == "unknown_action"
    assert game.plan("rest", amountCents="x", targetId="nobody") == "unexpected_params"
    assert game.plan("rest", amountCents=1, targetId="nobody") == "unknown_target"


@pytest.mark.parametrize(
    ("action_type", "issued"),
    [
        ("apply_for_job", "lamp-warden"),
        ("enroll_course", "glasswork"),
        ("attend_class", "glasswork"),
        ("study", "glasswork"),
        ("withdraw_course", "glasswork"),
        ("shop", "warm-coat"),
        ("travel", "market"),
        ("socialize", "ferryman"),
        ("move_housing", "row-house"),
        ("maintain_item", "item-0"),
        ("repair_item", "item-0"),
        ("sell_item", "item-0"),
    ],
)
def test_a_target_must_be_issued_and_need_not_be_in_reach(
    new_game: NewGame, action_type: str, issued: str
) -> None:
    game = new_game()
    assert game.plan(action_type, targetId=f"{issued}-not") == "unknown_target"
    assert game.plan(action_type, targetId=issued) is None
    assert game.life["plan"]["actions"][0]["targetId"] == issued


def test_the_id_of_something_else_is_not_issued_for_this(new_game: NewGame) -> None:
    assert new_game().plan("travel", targetId="glasswork") == "unknown_target"
    assert new_game().plan("eat", targetId="market") == "unknown_target"


def test_offers_and_events_are_issued_by_the_state_at_that_moment(new_game: NewGame) -> None:
    game = new_game()
    assert game.plan("accept_opportunity", targetId="night-stall-1") == "unknown_target"
    game.put(
        activeOpportunities=[_standing()],
        pendingEventResponses=[_pending(), {**_pending(), "id": "pending-x-2"}],
    )
    assert game.plan("accept_opportunity", targetId="night-stall-1") is None
    assert game.plan("respond_to_event", targetId="pending-x-1", choiceId="no") is None
    assert game.plan("respond_to_event", targetId="pending-x-1", choiceId="nay") == "unknown_target"
    assert game.plan("respond_to_event", choiceId="no") == "unknown_target"
    assert game.plan("decline_opportunity", targetId="night-stall-1", choiceId="no") == (
        "unknown_target"
    )


def _standing() -> dict[str, object]:
    return {
        "id": "night-stall-1",
        "definitionId": "night-stall",
        "kind": "business",
        "targetId": "night-market",
        "offeredWeek": 1,
        "expiresAtWeek": 3,
    }


def _pending() -> dict[str, object]:
    return {
        "id": "pending-x-1",
        "eventId": "x",
        "rolledWeek": 1,
        "presentWeek": 2,
        "availableChoiceIds": ["yes", "no"],
    }


def test_a_target_that_is_no_text_passes_and_is_not_planned(new_game: NewGame) -> None:
    game = new_game()
    assert game.plan("travel", targetId=7) is None
    assert "targetId" not in game.life["plan"]["actions"][0]
    assert game.life["plan"]["actions"][0]["parameters"] == {}


def test_older_engines_logged_whatever_was_sent(new_game: NewGame) -> None:
    game = new_game(legacy=True)
    assert game.plan("rest", targetId="anybody", note="hello", amountCents="x") is None
    assert game.life["plan"]["actions"] == [
        {
            "id": "action-0",
            "type": "rest",
            "actorId": "player",
            "targetId": "anybody",
            "parameters": {"note": "hello", "amountCents": "x"},
        }
    ]


@pytest.mark.parametrize("index", [None, True, "0", -1, 1, 0.5, 1e21, 9007199254740992])
def test_only_what_is_planned_can_be_taken_off(new_game: NewGame, index: object) -> None:
    game = new_game()
    game.plan("rest")
    params = {} if index is None else {"index": index}
    assert game.submit("plan.remove", params).reason == "action_not_planned"
    assert len(game.life["plan"]["actions"]) == 1


@pytest.mark.parametrize("index", [1, 1.0])
def test_removing_takes_the_one_at_the_index(new_game: NewGame, index: float) -> None:
    game = new_game()
    for each in ("rest", "eat", "exercise"):
        game.plan(each)
    assert game.submit("plan.remove", {"index": index}).ok
    assert [each["type"] for each in game.life["plan"]["actions"]] == ["rest", "exercise"]


def test_clearing_empties_the_plan_and_every_plan_is_logged(new_game: NewGame) -> None:
    game = new_game()
    game.plan("rest")
    assert game.submit("plan.clear", {}).ok
    game.plan("eat")
    assert [each["id"] for each in game.life["plan"]["actions"]] == ["action-2"]


def test_a_refused_week_keeps_nothing_and_its_plan_stays(new_game: NewGame) -> None:
    game = new_game()
    game.plan("rest")
    game.plan("work")
    before, was = game.state, digest(game.state.kind_state)
    assert game.week() == "requirement_unmet"
    assert game.state is before
    assert digest(game.state.kind_state) == was
    assert len(game.life["plan"]["actions"]) == 2


def test_nothing_is_taken_once_the_game_is_over(new_game: NewGame) -> None:
    game = new_game(lambda content: content["scenarios"][0].update(weekLimit=1))
    game.must_live()
    assert game.state.status == "ended"
    for action_id in ("plan.clear", "end_week", "no-such-action"):
        assert game.submit(action_id).reason == "session_ended"


def test_profile_data_does_not_alter_play(new_game: NewGame) -> None:
    game: Game = new_game()
    config = GameConfig("lantern-town", "amber-tide", {"formatVersion": 9, "note": [1]})
    created = game.engine.create_game(config, "1.0.0").state
    assert created is not None
    assert created.kind_state == game.life


def test_a_requirement_refuses_with_its_own_code_and_words(new_game: NewGame) -> None:
    def dear(content: dict[str, object]) -> None:
        course = content["courses"][0]  # type: ignore[index]
        course["requirements"] = [
            {
                "condition": {"field": "player.flags.ready", "operator": "equals", "value": True},
                "failureCode": "not_ready_yet",
                "messageKey": "lantern.not-ready.reason",
            }
        ]

    game = new_game(dear)
    game.submit("plan.add", of("enroll_course", "glasswork"))
    refused = game.submit("end_week")
    assert refused.reason == "not_ready_yet"
    assert refused.errors[0].message_key == "lantern.not-ready.reason"
