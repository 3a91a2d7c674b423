"""Taking choices: the order of refusals, settling, random picks, unlocks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from workbench.plays.engine.engine import Engine
from workbench.plays.engine.faults import EngineFault
from workbench.plays.engine.registry import Epoch
from workbench.plays.engine.serialization import deserialize, serialize
from workbench.plays.engine.state import GameState

Begin = Callable[..., tuple[Engine, GameState]]
Story = Callable[..., Epoch]

HIDDEN = {"any": list[Any]()}


def choice(choice_id: str, goto: str = "here", **more: Any) -> dict[str, Any]:
    return {"id": choice_id, "labelKey": f"tale.{choice_id}", "goto": goto, **more}


def room(*choices: Mapping[str, Any]) -> dict[str, Any]:
    return {"kind": "choice", "choices": list(choices)}


def test_refusals_come_in_their_order(story: Story, begin: Begin) -> None:
    engine, state = begin(
        story(
            {
                "here": room(
                    choice("gated", requirements=HIDDEN, requirementFailKey="tale.why"),
                    choice("plainly_gated", requirements=HIDDEN),
                    choice("hidden", showWhen=HIDDEN, requirements=HIDDEN),
                )
            }
        )
    )
    assert engine.submit_action(state, "nothing", {"x": 1}).reason == "unexpected_params"
    assert engine.submit_action(state, "nothing", {}).reason == "unknown_action"
    hidden, nothing = engine.submit_action(state, "hidden"), engine.submit_action(state, "nothing")
    assert hidden == nothing
    gated = engine.submit_action(state, "gated")
    assert (gated.reason, gated.errors[0].message_key) == ("requirement_unmet", "tale.why")
    plain = engine.submit_action(state, "plainly_gated")
    assert plain.errors[0].message_key == "core.reason.requirement_unmet"
    params = engine.submit_action(state, "gated", {"x": 1})
    assert params.errors[0].message_key == "story-graph.reason.unexpected_params"


def chain(length: int) -> dict[str, Any]:
    nodes: dict[str, Any] = {"here": room(choice("go", "p0"))}
    for index in range(length):
        goto = f"p{index + 1}" if index + 1 < length else "here"
        nodes[f"p{index}"] = {"kind": "auto", "goto": goto}
    return nodes


def test_sixty_three_pass_throughs_settle_and_sixty_four_do_not(story: Story, begin: Begin) -> None:
    engine, state = begin(story(chain(63)))
    after = engine.submit_action(state, "go").state
    assert after is not None
    assert after.kind_state["turn"] == 64
    engine, state = begin(story(chain(64)))
    with pytest.raises(EngineFault):
        engine.submit_action(state, "go")


def test_a_story_may_end_before_anybody_acts(story: Story, begin: Begin) -> None:
    medal = {"id": "medal", "condition": {"all": []}}
    engine, state = begin(
        story({"out": {"kind": "ending", "endingId": "gone"}}, achievements=[medal])
    )
    assert state.status == "ended"
    assert engine.submit_action(state, "x").reason == "session_ended"
    assert state.kind_state["unlockedAchievements"] == []
    assert engine.outcome(state) == {"terminal": True, "terminalId": "gone", "endingId": "gone"}


def test_a_story_that_loops_from_its_start_cannot_be_created(story: Story, begin: Begin) -> None:
    with pytest.raises(EngineFault):
        begin(story({"loop": {"kind": "auto", "goto": "loop"}}))


def test_a_bad_initial_value_faults_where_the_game_is_created(story: Story, begin: Begin) -> None:
    variables = {"n": {"type": "int", "initial": "zero"}}
    with pytest.raises(EngineFault):
        begin(story({"here": room(choice("go"))}, variables=variables))


def test_an_earlier_achievement_sees_a_later_one_only_next_time(story: Story, begin: Begin) -> None:
    needs = {"field": "achieved.second", "operator": "equals", "value": True}
    achievements = [
        {"id": "first", "condition": needs},
        {"id": "second", "condition": {"all": []}},
        {"id": "third", "condition": needs},
    ]
    engine, state = begin(story({"here": room(choice("go"))}, achievements=achievements))
    once = engine.submit_action(state, "go").state
    assert once is not None
    assert once.kind_state["unlockedAchievements"] == ["second", "third"]
    twice = engine.submit_action(once, "go").state
    assert twice is not None
    assert twice.kind_state["unlockedAchievements"] == ["second", "third", "first"]


def test_random_nodes_of_one_action_draw_from_one_stream_and_are_reported(
    story: Story, begin: Begin
) -> None:
    ways = [{"weight": weight, "goto": "second"} for weight in (1, 2, 3)]
    engine, state = begin(
        story(
            {
                "here": room(choice("roll", "first")),
                "first": {"kind": "random", "transitions": ways},
                "second": {
                    "kind": "random",
                    "transitions": [{**way, "goto": "here"} for way in ways],
                },
            }
        )
    )
    result = engine.submit_action(state, "roll")
    assert [(pick.place, pick.weights) for pick in result.picks] == [
        ("first", (1, 2, 3)),
        ("second", (1, 2, 3)),
    ]
    assert engine.submit_action(state, "roll") == result


def test_every_entry_counts_as_a_visit(story: Story, begin: Begin) -> None:
    engine, state = begin(
        story(
            {
                "here": room(choice("go", "mid"), choice("stay")),
                "mid": {"kind": "auto", "goto": "here"},
            }
        )
    )
    for action in ("go", "stay"):
        after = engine.submit_action(state, action).state
        assert after is not None
        state = after
    assert state.kind_state["visitedCounts"] == {"here": 3, "mid": 1}


IDS = st.sampled_from(["a", "", "__proto__", "constructor", "étoile", "two words", "𝒳"])


@st.composite
def stories(draw: st.DrawFn) -> dict[str, Any]:
    """Small graphs of every kind of node, with awkward ids."""
    names = draw(st.lists(IDS, min_size=1, max_size=4, unique=True))
    goto = st.sampled_from(names)
    effects = st.lists(
        st.builds(lambda amount: {"op": "increment", "var": "n", "by": amount}, st.integers(-3, 3)),
        max_size=2,
    )
    condition = st.builds(
        lambda value: {"field": "var.n", "operator": "greater_than", "value": value},
        st.integers(-3, 3),
    )
    picks = st.builds(
        lambda name, to, does, needs: choice(name, to, effects=does, requirements=needs),
        IDS,
        goto,
        effects,
        condition,
    )
    node = st.one_of(
        st.builds(
            lambda each: {"kind": "choice", "choices": each},
            st.lists(picks, max_size=3, unique_by=lambda each: str(each["id"])),
        ),
        st.builds(lambda to, does: {"kind": "auto", "goto": to, "effects": does}, goto, effects),
        st.builds(
            lambda ways: {"kind": "random", "transitions": ways},
            st.lists(
                st.builds(
                    lambda to, weight: {"goto": to, "weight": weight}, goto, st.integers(1, 5)
                ),
                min_size=1,
                max_size=3,
            ),
        ),
        st.just({"kind": "ending", "endingId": "end"}),
    )
    return {name: draw(node) for name in names}


@settings(deadline=None)
@given(stories(), st.lists(IDS, max_size=8), st.text(max_size=4))
def test_any_story_plays_to_decisions_or_faults_and_comes_back_from_its_text(
    story: Story, begin: Begin, nodes: dict[str, Any], actions: list[str], seed: str
) -> None:
    variables = {"n": {"type": "int", "initial": 0, "min": -5, "max": 5}}
    try:
        engine, state = begin(story(nodes, variables=variables), seed=seed)
    except EngineFault:
        return  # a start that never rests
    for action in actions:
        try:
            result = engine.submit_action(state, action)
        except EngineFault:
            continue  # an endless chain of nodes that take no choice; the state stays
        if result.state is not None:
            state = result.state
        assert -5 <= state.kind_state["variables"]["n"] <= 5
    assert deserialize(engine, serialize(state)) == state
    engine.scene(state)
