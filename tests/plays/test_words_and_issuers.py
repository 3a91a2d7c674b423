"""Submissions in words of their kind, and who issued each id at which step."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from workbench.core.fixture import IssuedBy, ReplayEnvironment
from workbench.plays.engine.kind import Kind
from workbench.plays.fixture import PlayFixture

Document = Callable[..., dict[str, Any]]
Load = Callable[..., PlayFixture]

MEADOW = {"campaignId": "kite-meadow", "seed": "kites"}
TOWN = {"campaignId": "lantern-town", "seed": "amber-tide"}


@pytest.mark.parametrize(
    ("kind", "action_id", "params", "words"),
    [
        ("story-graph", "zq", None, "Picks a choice"),
        ("story-graph", "zq", {"zq": 1}, "Picks a choice, with 1 undeclared param"),
        (
            "world-graph",
            "build",
            {"y": 1, "x": 1, "rotation": 0, "definitionId": "zq"},
            "Builds, with definition id, x, y and rotation",
        ),
        (
            "world-graph",
            "advance_ticks",
            {"ticks": 1, "zq": 1, "zqq": 2},
            "Lets time pass, with ticks and 2 undeclared params",
        ),
        ("world-graph", "zq", {"ticks": 1}, "Takes an action that no world has"),
        (
            "simulation",
            "plan.add",
            {"actionType": "shop", "targetId": "zq"},
            "Plans to shop, with target id",
        ),
        ("simulation", "plan.add", {"actionType": "zq"}, "Plans what no life has"),
        ("simulation", "plan.remove", {"index": 0}, "Takes something off the plan, with index"),
        ("simulation", "end_week", None, "Ends the week"),
        ("simulation", "zq", None, "Takes an action that no life has"),
    ],
)
def test_a_kind_says_what_was_submitted_and_never_a_captured_text(
    kind: str, action_id: str, params: Any, words: str, kinds: Mapping[str, Kind]
) -> None:
    assert kinds[kind].describe(action_id, params) == words


@pytest.mark.parametrize(
    ("actions", "words"),
    [
        (["end_week", "plan.clear"], ["Ends the week", "Clears the plan"]),
        (["demolish"], ["Demolishes a building"]),
        (["end_week", "demolish"], ["Takes an action", "Takes an action"]),  # of no one kind
        (["buy_tea"], ["Takes an action"]),  # only the campaign knows it
        ([], []),
    ],
)
def test_steps_use_the_words_of_a_kind_only_where_the_actions_tell_it(
    actions: list[str], words: list[str], fixture_document: Document, load: Load
) -> None:
    submissions = [{"actionId": each} for each in actions]
    fixture = load(fixture_document(submissions=submissions))
    assert [step.what for step in fixture.steps()] == words
    assert [fixture.plain(index) for index in range(len(words))] == [
        (f"{each}.",) for each in words
    ]


def issuers(fixture: PlayFixture, environment: ReplayEnvironment, kind: str) -> list[Any]:
    return [use.issued_by for use in fixture.replay(environment).ids if use.kind == kind]


def test_an_id_of_the_session_was_issued_at_its_step_or_at_the_opening(
    fixture_document: Document, load: Load, environment: ReplayEnvironment
) -> None:
    opened = load(fixture_document(config=MEADOW, submissions=[])).replay(environment)
    assert [use.kind for use in opened.ids] == ["campaign id"]
    submissions: list[Any] = [
        {"actionId": "advance_ticks", "params": {"ticks": 1}},
        {"actionId": "hire_staff", "params": {"definitionId": "warden"}},
        {"actionId": "close_building", "params": {"buildingId": "building:0"}},
        {"actionId": "fire_staff", "params": {"staffId": "staff:404"}},
    ]
    fixture = load(fixture_document(config=MEADOW, submissions=submissions))
    replay = fixture.replay(environment)
    reasons = [each.get("reason", "") for each in replay.outcome["decisions"]]  # type: ignore[call-overload, index]
    assert reasons == ["", "", "", "unknown_entity"]
    assert issuers(fixture, environment, "building id") == [IssuedBy("opening state")]
    assert issuers(fixture, environment, "definition id") == [IssuedBy("campaign content")]
    assert issuers(fixture, environment, "staff id") == [None]


def test_what_was_bought_is_issued_by_the_week_that_bought_it(
    fixture_document: Document, load: Load, environment: ReplayEnvironment
) -> None:
    plan = [
        ("travel", "market"),
        ("shop", "hand-lamp"),
    ]
    submissions: list[Any] = [
        *(
            {"actionId": "plan.add", "params": {"actionType": kind, "targetId": target}}
            for kind, target in plan
        ),
        {"actionId": "end_week"},
        {
            "actionId": "plan.add",
            "params": {"actionType": "sell_item", "targetId": "inv-action-1"},
        },
    ]
    fixture = load(fixture_document(config=TOWN, submissions=submissions))
    assert issuers(fixture, environment, "target id") == [
        IssuedBy("campaign content"),
        IssuedBy("campaign content"),
        IssuedBy("session state", 2),
    ]
