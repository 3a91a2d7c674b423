"""The filter language: what is written is what is chosen, and what is no term is text."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.findings import KnownIdentities
from workbench.review import Review
from workbench.review.filtering import (
    ITEM_FIELDS,
    QUEUE_FIELDS,
    Filter,
    Term,
    item_values,
    matching_steps,
    parsed,
    queue_values,
    row_passes,
    slug,
    written,
)
from workbench.review.shapes import Item

SAMPLES = Path(__file__).parents[2] / "sample_fixtures" / "captures"
WORDS = st.text(alphabet="abc xyz:-,.\u00e9/", max_size=20).map(lambda text: " ".join(text.split()))
TERMS = st.builds(
    Term,
    st.sampled_from(ITEM_FIELDS),
    st.lists(st.sampled_from(["email", "tool-output", "proof", "x1"]), min_size=1, max_size=3).map(
        tuple
    ),
    st.booleans(),
)


@given(st.lists(TERMS, min_size=1, max_size=4).map(tuple), WORDS)
def test_what_is_written_is_read_as_it_was_meant(terms: tuple[Term, ...], text: str) -> None:
    meant = Filter(terms, text)
    assert parsed(written(meant), ITEM_FIELDS) == meant


@given(st.text(max_size=40))
def test_anything_can_be_typed(text: str) -> None:
    read = parsed(text, ITEM_FIELDS)
    assert read.terms or read.text == text


@pytest.mark.parametrize(
    "text", ["http://example.com", "check:", "state:ready", "-", "recheck:email", "a  b "]
)
def test_what_is_no_term_is_text_to_the_letter(text: str) -> None:
    assert parsed(text, ITEM_FIELDS) == Filter((), text)


@pytest.fixture(scope="module")
def review(tmp_path_factory: pytest.TempPathFactory) -> Review:
    state = tmp_path_factory.mktemp("state")
    review = Review.open(SAMPLES, known=KnownIdentities(), state=state, remember=False)
    for row in review.queue():
        review.item(row.key)
    return review


def item(review: Review, label: str) -> Item:
    return review.item(next(row.key for row in review.queue() if row.label == label))


def chosen(review: Review, text: str) -> set[str]:
    wanted = parsed(text, QUEUE_FIELDS)
    return {row.label for row in review.queue() if row_passes(row, wanted)}


def test_captures_are_chosen_by_family_state_gate_and_name(review: Review) -> None:
    rows = review.queue()
    plays = {row.label for row in rows if row.family == "play"}
    assert plays
    assert chosen(review, "family:play") == plays
    assert chosen(review, "-family:play") == {row.label for row in rows} - plays
    assert chosen(review, "family:play ferry") == {each for each in plays if "ferry" in each}
    blocked = {row.label for row in rows if row.state == "blocked"}
    assert chosen(review, "state:blocked") == blocked
    assert chosen(review, "gate:loads") == {row.label for row in rows if row.gates[0] == "fail"}
    assert chosen(review, "state:ready,blocked") == chosen(review, "state:ready") | blocked


def steps(item: Item, text: str) -> set[int]:
    return set(matching_steps(item, parsed(text, ITEM_FIELDS)))


def test_steps_are_chosen_by_what_was_found_in_them(review: Review) -> None:
    log = item(review, "ada-calendar-flake")
    for certainty in ("proof", "strong", "weak"):
        places = [
            place.step
            for finding in log.findings
            if finding.certainty == certainty
            for place in finding.places
        ]
        assert steps(log, f"certainty:{certainty}") == {at for at in places if at is not None}
    everything = set(range(len(log.fixture.steps()))) if log.fixture else set()
    strong = steps(log, "certainty:strong")
    assert strong
    assert steps(log, "-certainty:strong") == everything - strong
    assert steps(log, "verdict:open") == strong | steps(log, "certainty:weak,proof")
    assert steps(log, "verdict:secret") == set()


def test_role_and_text_are_asked_of_the_same_string(review: Review) -> None:
    log = item(review, "ada-calendar-flake")
    assert log.fixture is not None
    texts = [text for text in log.fixture.texts() if text.step is not None and text.value.strip()]
    prose = [text for text in texts if text.role == "prose"]
    word = prose[0].value.split()[0].lower()
    wanted = {text.step for text in prose if word in text.value.lower()}
    anywhere = {text.step for text in texts if word in text.value.lower()}
    assert steps(log, f"role:prose {word}") == wanted
    assert steps(log, word) == anywhere
    assert steps(log, f"role:header {word}") == set()
    assert steps(log, f"-role:prose {word}") == anywhere - wanted
    of_prose = {text.step for text in prose}
    assert steps(log, "-role:prose") == set(range(len(log.fixture.steps()))) - of_prose


def test_a_range_is_kept_to_and_kinds_are_those_of_the_steps(review: Review) -> None:
    log = item(review, "ada-calendar-flake")
    assert log.fixture is not None
    every = matching_steps(log, parsed("kind:call", ITEM_FIELDS))
    assert len(every) == len(log.fixture.steps())
    assert matching_steps(log, parsed("kind:call", ITEM_FIELDS), within=(1, 2)) == (1, 2)
    assert matching_steps(log, parsed("-kind:call", ITEM_FIELDS)) == ()


def test_what_is_offered_is_what_can_be_asked(review: Review) -> None:
    log = item(review, "ada-calendar-flake")
    offered = item_values(log)
    assert tuple(offered) == ITEM_FIELDS
    assert set(offered["check"]) == {slug(finding.check) for finding in log.findings}
    assert all(steps(log, f"check:{each}") for each in offered["check"])
    assert tuple(queue_values(review.queue())) == QUEUE_FIELDS
