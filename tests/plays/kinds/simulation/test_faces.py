"""What stands around play: content checks, issuers, surfaces, valid states, the sample capture."""

from __future__ import annotations

import copy
import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.plays.kinds.simulation.conftest import Change, NewGame, engine_of, entry, town_campaign
from workbench.core.fixture import ReplayEnvironment, ReplayStatus, open_fixture
from workbench.plays.engine.registry import CampaignRefused, check_campaign
from workbench.plays.engine.serialization import deserialize, serialize
from workbench.plays.kinds import available_kinds
from workbench.plays.kinds.simulation import KIND

SAMPLES = Path(__file__).parents[4] / "sample_fixtures"


def _changed(change: Change) -> Any:
    content = copy.deepcopy(town_campaign().content)
    change(content)
    return content


def test_the_kind_is_found_by_its_folder() -> None:
    assert available_kinds()["simulation"] is KIND


def test_the_sample_town_has_neither_errors_nor_warnings() -> None:
    checked = check_campaign(town_campaign(), {KIND.id: KIND})
    assert (checked.errors, checked.warnings) == ((), ())


def _deep(content: dict[str, Any]) -> None:
    condition: dict[str, Any] = {"all": []}
    for _ in range(200):
        condition = {"not": condition}
    content["goals"][0]["conditions"] = condition


@pytest.mark.parametrize(
    ("change", "where"),
    [
        (lambda c: c.pop("jobs"), "/jobs is missing"),
        (lambda c: c["jobs"][0].pop("schedule"), "/jobs/0/schedule is missing"),
        (lambda c: c["items"][0].update(effects=[{}]), "/items/0/effects/0/target is missing"),
        (
            lambda c: c["goals"][0].update(conditions={"field": 1, "operator": "equals"}),
            "/goals/0/conditions/field is not text",
        ),
        (lambda c: c["housing"][0].update(weeklyCostCents="1"), "weeklyCostCents is not a number"),
        (lambda c: c.update(goalFailurePrecedence="both"), "/goalFailurePrecedence is none of"),
        (_deep, "levels deep"),
    ],
)
def test_content_without_the_shape_is_named_by_its_place(change: Change, where: str) -> None:
    problem = KIND.content_problem(_changed(change))
    assert problem is not None
    assert where in problem


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda c: c.update(scenarioId="none"), "dangling_reference"),
        (lambda c: c["scenarios"][0].update(startingHousingId="none"), "dangling_reference"),
        (lambda c: c["scenarios"][0].update(startingBackgroundIds=[]), "dangling_reference"),
        (lambda c: c["jobs"].append(c["jobs"][0]), "duplicate_id"),
        (lambda c: c.update(sceneTemplateKey="lantern.no-such.text"), "missing_string_key"),
    ],
)
def test_what_a_life_could_not_begin_with_is_refused(change: Change, code: str) -> None:
    with pytest.raises(CampaignRefused) as refused:
        engine_of(replace(town_campaign(), content=_changed(change)))
    assert code in [each.code for each in refused.value.problems]


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda c: c["scenarios"][0].update(startingLocationId="none"), "dangling_reference"),
        (
            lambda c: entry(c, "events", "fog").update(conditions={"exists": {}}),
            "unknown_condition_form",
        ),
    ],
)
def test_what_play_tolerates_is_a_warning(change: Change, code: str) -> None:
    campaign = replace(town_campaign(), content=_changed(change))
    checked = check_campaign(campaign, {KIND.id: KIND})
    assert checked.ok
    assert [each.code for each in checked.warnings] == [code]


def _issuers(new_game: NewGame, action_id: str, params: Mapping[str, Any]) -> dict[str, Any]:
    game = new_game()
    epoch = game.engine.epoch(game.state)
    found = KIND.issues([epoch.program], game.life, action_id, params)
    return {each.where[-1]: (each.what, each.issuers) for each in found if not each.is_key}


def test_every_string_of_a_plan_has_its_issuer(new_game: NewGame) -> None:
    assert _issuers(new_game, "plan.add", {"actionType": "travel", "targetId": "market"}) == {
        "actionId": ("action id", ("actions",)),
        "actionType": ("action type", ("action types",)),
        "targetId": ("target id", ("locations",)),
    }


def test_what_nobody_issued_is_said(new_game: NewGame) -> None:
    params = {"actionType": "rest", "targetId": "market", "choiceId": "a", "note": "b"}
    assert _issuers(new_game, "plan.add", params) == {
        "actionId": ("action id", ("actions",)),
        "actionType": ("action type", ("action types",)),
        "targetId": ("param", ()),
        "choiceId": ("choice id", ()),
        "note": ("param", ()),
    }
    assert _issuers(new_game, "plan.remove", {"index": "zero"})["index"] == ("param", ())
    assert _issuers(new_game, "plan.swap", {})["actionId"] == ("action id", ())


def test_the_names_of_params_are_issued_by_the_action_that_declares_them(
    new_game: NewGame,
) -> None:
    game = new_game()
    epoch = game.engine.epoch(game.state)
    found = KIND.issues([epoch.program], game.life, "end_week", {"index": 1})
    assert [each.issuers for each in found if each.is_key] == [()]


def test_surfaces_show_the_player_what_is_theirs_to_know(new_game: NewGame) -> None:
    game = new_game()
    scene = game.engine.scene(game.state)
    assert scene["body"] == {
        "textKey": "lantern.scene.status",
        "text": "The lamps are lit along the quay. There is a week to plan.",
    }
    offered = game.engine.available_actions(game.state)
    assert [(each["id"], each["available"]) for each in offered] == [
        ("plan.add", True),
        ("plan.remove", False),
        ("plan.clear", True),
        ("end_week", True),
    ]
    view: Any = game.engine.view(game.state)
    assert view["kindView"]["needs"]["happiness"] == 65
    assert "counters" not in json.dumps(view)
    assert KIND.place(game.engine.epoch(game.state).program, game.life) == (
        "first-winter, week 1, harbour"
    )


def test_looking_changes_nothing_and_shares_nothing(new_game: NewGame) -> None:
    game = new_game()
    view: Any = game.engine.view(game.state)
    view["kindView"]["inventory"].clear()
    assert len(game.life["player"]["inventory"]) == 1


@pytest.mark.parametrize(
    "change",
    [
        lambda s: s.pop("plan"),
        lambda s: s.update(more=1),
        lambda s: s["player"]["needs"].pop("health"),
        lambda s: s["player"]["finances"].update(cashCents="1"),
        lambda s: s["player"]["finances"].update(cashCents=True),
        lambda s: s["player"]["housing"].update(evictionStage="almost"),
        lambda s: s["player"]["inventory"].append(s["player"]["inventory"][0]),
        lambda s: s["goals"].pop(),
        lambda s: s["plan"].update(week=2),
        lambda s: s["plan"]["actions"].append(
            {"id": "a", "type": "sleep", "actorId": "player", "parameters": {}}
        ),
        lambda s: s["activeEffects"][0].update(modifiers=[{}]),
    ],
)
def test_a_state_that_does_not_fit_is_not_valid(new_game: NewGame, change: Change) -> None:
    game = new_game()
    program = game.engine.epoch(game.state).program
    state = copy.deepcopy(game.life)
    assert KIND.valid_state(program, state)
    change(state)  # type: ignore[arg-type]
    assert not KIND.valid_state(program, state)


def test_the_sample_capture_replays_to_both_goals_with_every_id_issued() -> None:
    fixture = open_fixture(SAMPLES / "captures" / "lantern-report-0003.fixture.json")
    replay = fixture.replay(ReplayEnvironment(campaigns=(SAMPLES / "campaigns",)))
    assert replay.status is ReplayStatus.REPLAYED
    assert all(each.issued_by is not None for each in replay.ids)
    outcome: Any = replay.outcome
    assert outcome["terminal"]["terminalId"] == "goals_met"
    assert outcome["achievements"] == ["first-wage", "glazier"]
    assert all(each["accepted"] for each in outcome["decisions"])


def test_a_life_is_saved_and_read_back_as_it_was(new_game: NewGame) -> None:
    game = new_game(calm=False)
    for _ in range(4):
        game.must_live("rest", "search_for_work")
    text = serialize(game.state)
    read = deserialize(game.engine, text)
    assert serialize(read) == text
    assert game.engine.submit_action(read, "end_week").state == (
        game.engine.submit_action(game.state, "end_week").state
    )


def test_free_text_in_a_plan_is_refused_and_found(tmp_path: Path) -> None:
    source = SAMPLES / "captures" / "lantern-report-0003.fixture.json"
    document = json.loads(source.read_bytes())
    document["submissions"][0]["params"]["note"] = "free words"
    document["submissions"][1]["params"]["targetId"] = "free-words"
    file = tmp_path / source.name
    file.write_text(json.dumps(document))
    replay = open_fixture(file).replay(ReplayEnvironment(campaigns=(SAMPLES / "campaigns",)))
    outcome: Any = replay.outcome
    reasons = [each.get("reason") for each in outcome["decisions"][:2]]
    assert reasons == ["unexpected_params", "unknown_target"]
    unissued = [each.place.pointer for each in replay.ids if each.issued_by is None]
    assert unissued[:3] == [
        "/submissions/0/params/note",
        "/submissions/0/params/note",
        "/submissions/1/params/targetId",
    ]
