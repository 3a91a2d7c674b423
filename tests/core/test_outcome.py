"""Outcomes are compared by meaning: what decided differently, what ended differently."""

from __future__ import annotations

import json
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.core.errors import Refused
from workbench.core.outcome import Meaning, compare, golden_bytes, read_golden

OUTCOME: dict[str, Any] = {
    "finalStatus": "ended",
    "acceptedActions": 1,
    "decisions": [
        {"index": 0, "seq": 0, "actionId": "board", "accepted": True},
        {
            "index": 1,
            "seq": None,
            "actionId": "swim",
            "accepted": False,
            "reason": "unknown_action",
        },
    ],
    "achievements": [],
    "terminal": {"endingId": "home"},
}


def changed(**members: object) -> dict[str, Any]:
    return {**deepcopy(OUTCOME), **members}


def test_equal_bytes_are_the_same() -> None:
    assert compare(golden_bytes(OUTCOME), OUTCOME, steps_key="decisions").meaning is Meaning.SAME


def test_other_bytes_of_equal_value_differ_in_format_only() -> None:
    written = json.dumps(OUTCOME, indent=4).encode()
    assert compare(written, OUTCOME, steps_key="decisions").meaning is Meaning.FORMAT_ONLY


def test_a_member_more_is_added_detail() -> None:
    now = changed(terminal={"endingId": "home", "terminal": True, "terminalId": "home"})
    change = compare(golden_bytes(OUTCOME), now, steps_key="decisions")
    assert change.meaning is Meaning.ADDED_DETAIL
    assert not change.meaning.needs_person


def test_a_changed_step_is_a_different_decision_at_that_step() -> None:
    now = changed()
    now["decisions"][1] = {"index": 1, "seq": 1, "actionId": "swim", "accepted": True}
    change = compare(golden_bytes(OUTCOME), now, steps_key="decisions")
    assert (change.meaning, change.at) == (Meaning.DIFFERENT_DECISION, 1)
    assert change.meaning.needs_person


@pytest.mark.parametrize("steps", [OUTCOME["decisions"][:1], [*OUTCOME["decisions"], {"index": 2}]])
def test_a_step_more_or_less_is_a_different_decision(steps: list[object]) -> None:
    change = compare(golden_bytes(OUTCOME), changed(decisions=steps), steps_key="decisions")
    assert change.meaning is Meaning.DIFFERENT_DECISION


def test_equal_steps_and_another_ending_is_a_different_ending() -> None:
    change = compare(golden_bytes(OUTCOME), changed(finalStatus="active"), steps_key="decisions")
    assert (change.meaning, change.at) == (Meaning.DIFFERENT_ENDING, None)


def test_a_fixture_without_outcome_no_longer_replays() -> None:
    change = compare(golden_bytes(OUTCOME), None, steps_key="decisions")
    assert change.meaning is Meaning.NO_LONGER_REPLAYS


def test_without_a_golden_everything_is_new() -> None:
    assert compare(None, OUTCOME, steps_key="decisions").meaning is Meaning.NEW


@given(st.permutations(list(OUTCOME)))
def test_the_order_of_keys_never_matters(order: list[str]) -> None:
    now = {key: OUTCOME[key] for key in order}
    assert compare(golden_bytes(OUTCOME), now, steps_key="decisions").meaning is Meaning.SAME


def test_sentences_hold_no_value() -> None:
    now = changed(finalStatus="canary-example")
    change = compare(golden_bytes(OUTCOME), now, steps_key="decisions")
    assert "canary" not in repr(change) + change.sentence


@pytest.mark.parametrize("data", [b"", b"[]", b"{", b"\xff"])
def test_a_golden_that_is_no_object_is_refused(data: bytes) -> None:
    with pytest.raises(Refused):
        read_golden(data)
