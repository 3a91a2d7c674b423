"""Streams are pure, fair and refuse what the published engine cannot draw."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.plays.engine.faults import EngineFault
from workbench.plays.randomness import Stream


def test_the_vectors_of_the_specification() -> None:
    """``spec/play-sessions.md`` §4."""
    vectors = [
        ("", "action:0", "42080292b8e8cea1", "1cfcba25dc9d4bcb", 390136386),
        (
            "bureaucracy-seed-1",
            "system:start:0",
            "c7aa487ce6eff531",
            "7b482791e2069d69",
            1328729845,
        ),
        ("bureaucracy-seed-1", "action:17", "9b1b5bb322620469", "753d1443567d80d3", 4124560493),
        ("семе", "action:3", "7cab88a93b20903c", "5d83f7ae883203cb", 3774294757),
    ]
    for seed, stream_id, state, increment, first in vectors:
        stream = Stream(seed, stream_id)
        assert (f"{stream.state:016x}", f"{stream.increment:016x}") == (state, increment)
        assert stream.next_u32() == first


def test_only_the_joined_text_of_seed_and_stream_matters() -> None:
    first, second = Stream("a::b", "c"), Stream("a", "b::c")
    assert (first.state, first.increment) == (second.state, second.increment)


@given(st.text(), st.text(max_size=8), st.integers(1, 2**32))
def test_a_bounded_draw_is_inside_its_bound_and_repeatable(
    seed: str, name: str, bound: int
) -> None:
    drawn = Stream(seed, name).bounded(bound)
    assert 0 <= drawn < bound
    assert Stream(seed, name).bounded(bound) == drawn


@given(st.lists(st.integers(1, 1000), min_size=1, max_size=6), st.text(max_size=4))
def test_a_weighted_pick_is_one_of_the_items(weights: list[int], seed: str) -> None:
    assert 0 <= Stream(seed, "x").weighted_index(weights) < len(weights)


def test_even_a_bound_of_one_draws_once() -> None:
    drawn, other = Stream("s", "x"), Stream("s", "x")
    assert drawn.bounded(1) == 0
    other.next_u32()
    assert drawn.state == other.state


@pytest.mark.parametrize("bound", [0, -1, 2**32 + 1, 1.5, True])
def test_an_impossible_bound_is_refused(bound: float) -> None:
    with pytest.raises(EngineFault):
        Stream("s", "x").bounded(bound)


@pytest.mark.parametrize("weights", [[], [0], [1, -1], [1.5], [2**31, 2**31 + 1]])
def test_impossible_weights_are_refused(weights: list[float]) -> None:
    with pytest.raises(EngineFault):
        Stream("s", "x").weighted_index(weights)


def test_empty_ranges_and_lists_are_refused() -> None:
    with pytest.raises(EngineFault):
        Stream("s", "x").next_int(2, 1)
    with pytest.raises(EngineFault):
        Stream("s", "x").pick([])
