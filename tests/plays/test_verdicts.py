"""Two outcomes differ first where a decision differs, and last in how it ended."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from workbench.plays.verdicts import divergence

DECISION = st.fixed_dictionaries(
    {
        "index": st.integers(0, 3),
        "seq": st.none() | st.integers(0, 3),
        "accepted": st.booleans(),
    },
    optional={"reason": st.sampled_from(["a", "b"]) | st.none(), "actionId": st.sampled_from("ab")},
)
OUTCOME = st.fixed_dictionaries(
    {
        "finalStatus": st.sampled_from(["active", "ended"]),
        "acceptedActions": st.integers(0, 2),
        "decisions": st.lists(DECISION, max_size=3),
        "achievements": st.lists(st.sampled_from("ab"), max_size=2),
    },
    optional={"terminal": st.none() | st.dictionaries(st.sampled_from("ab"), st.integers(0, 1))},
)


@given(OUTCOME)
def test_an_outcome_does_not_differ_from_itself_in_any_order_of_keys(
    outcome: dict[str, Any],
) -> None:
    assert divergence(outcome, dict(reversed(outcome.items()))) is None


@given(OUTCOME, OUTCOME)
def test_a_difference_is_found_from_both_sides(left: dict[str, Any], right: dict[str, Any]) -> None:
    there, back = divergence(left, right), divergence(right, left)
    assert (there is None) == (back is None) == (left == right)
    if there is not None:
        assert there <= max(len(left["decisions"]), len(right["decisions"]))


def test_absent_null_and_number_like_values_are_different() -> None:
    accepted = {"index": 0, "seq": 0, "actionId": "a", "accepted": True}
    base = {"finalStatus": "ended", "acceptedActions": 1, "achievements": [], "terminal": None}
    assert divergence({**base, "decisions": [accepted]}, {**base, "decisions": [accepted]}) is None
    for other in (
        {**accepted, "reason": None},
        {**accepted, "accepted": 1},
        {**accepted, "seq": None},
    ):
        found = divergence({**base, "decisions": [accepted]}, {**base, "decisions": [other]})
        assert found == 0


def test_a_decision_of_another_type_is_a_difference() -> None:
    action = {"index": 0, "seq": 0, "actionId": "2.0.0", "accepted": True}
    adoption = {"index": 0, "seq": 0, "adopt": "2.0.0", "accepted": True}
    assert divergence({"decisions": [action]}, {"decisions": [adoption]}) == 0


def test_an_ending_that_differs_is_nobodys_step() -> None:
    decisions = [{"index": 0, "seq": 0, "actionId": "a", "accepted": True}]
    left = {"decisions": decisions, "achievements": ["b", "a"]}
    assert divergence(left, {"decisions": decisions, "achievements": ["a", "b"]}) == 1


def test_an_expected_outcome_of_any_shape_is_a_difference_and_no_error() -> None:
    for strange in ({}, {"decisions": 3}, {"decisions": [1]}):
        assert divergence(strange, {"decisions": [{"index": 0}], "finalStatus": "active"}) == 0
