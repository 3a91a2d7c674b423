"""The name check: what refuses, what asks, what is only noted, and proposals that pass."""

from __future__ import annotations

import base64
import codecs
import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.findings import KnownIdentities, check_name, propose_names

KNOWN = KnownIdentities(
    names=("Jane Harbourlight",),
    users=("jharbour",),
    emails=("jane.tide@" + "pool-house.dev",),
    ids=("acct-9fk3mmzt77qq",),
    hosts=("tidepool-jane.local",),
)


def levels(name: str, **context: object) -> set[str]:
    return {remark.level for remark in check_name(name, known=KNOWN, **context)}  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "name",
    [
        "late-rent-evicts",
        "stream-drops-last-chunk",
        "tool_call_without_result",
        "retry-after-timeout-loses-tokens",
    ],
)
def test_names_that_describe_the_bug_pass_without_a_remark(name: str) -> None:
    assert check_name(name, known=KNOWN) == ()


@pytest.mark.parametrize(
    "name",
    [
        "",
        "ab",
        "single",
        "Late-rent",
        "late--rent",
        "late-rent_evicts",
        "-late-rent",
        "17-late",
        "late-17",
        "late rent",
        "läte-rent",
        "lаte-rent",
        "a" * 40 + "-" + "b" * 40,
    ],
)
def test_names_outside_the_grammar_are_refused(name: str) -> None:
    assert "refuse" in levels(name)


@pytest.mark.parametrize(
    "name",
    [
        "jane-harbourlight-crash", "crash-harbourlight", "harbour-light-crash", "crash-harbo-now",
        "thgilruobrah-crash", "jharbour-loops", "crash-j-harbourlight", "tidepool-jane-drops",
        "crash-jane-tide", "acct-9fk3mmzt77qq-loop", "crash-harbourlighd", "crash-h4rb0urlight",
    ],
)  # fmt: skip
def test_names_derived_from_a_known_identity_are_refused(name: str) -> None:
    assert "refuse" in levels(name)


def test_names_with_encoded_or_hashed_identities_are_refused() -> None:
    value = "jharbour"
    forms = [
        codecs.encode(value, "rot13"),
        value.encode().hex(),
        base64.b32encode(value.encode()).decode().rstrip("=").lower(),
        hashlib.md5(value.encode(), usedforsecurity=False).hexdigest()[:8],
        hashlib.sha256(value.encode()).hexdigest()[:12],
    ]
    for form in forms:
        assert "refuse" in levels(f"loop-{form}-ends")


@pytest.mark.parametrize(
    "name",
    [
        "player-17-stuck",
        "crash-0bb1f0114ec8-now",
        "replay-2024-06-11-fails",
        "loop-20240611-ends",
        "x9qz7t2mv4kp-fails",
    ],
)
def test_opaque_ids_dates_and_case_numbers_are_refused(name: str) -> None:
    assert "refuse" in levels(name)


def test_the_old_name_and_its_telling_words_are_refused_but_ordinary_words_are_free() -> None:
    assert "refuse" in levels("zanzibar-crash-loops", old_name="zanzibar-crash")
    assert "refuse" in levels("again-zanzibar", old_name="zanzibar-crash")
    assert "refuse" not in levels("crash-after-retry", old_name="zanzibar-crash")


def test_values_found_in_the_capture_are_refused() -> None:
    assert "refuse" in levels("crash-of-zcanary", fixture_values=["zcanary"])


def test_personal_names_places_and_descriptions_of_a_person_ask() -> None:
    for name in (
        "oslo-stream-drops",
        "angry-player-loops",
        "maria-stream-drops",
        "flibbertigibbet-loops",
    ):
        assert levels(name) == {"ask"}
    assert levels("flibbertigibbet-loops", vocabulary=["flibbertigibbet"]) == set()
    assert levels("flibbertigibbet-loops", taken=["other-flibbertigibbet"]) == set()


def test_taken_near_and_long_names_are_said() -> None:
    assert "refuse" in levels("late-rent-evicts", taken=["late-rent-evicts"])
    assert levels("late-rent-evicts", taken=["late-rent-evict"]) == {"note"}
    assert levels("stream-drops-last-chunk-after-retry-and-timeout") == {"note"}
    assert "refuse" in levels("late_rent_evicts", taken=["other-name"])


def test_without_identities_the_missing_check_is_said() -> None:
    (remark,) = check_name("late-rent-evicts")
    assert (remark.level, remark.code) == ("note", "not_run")


@given(st.text(max_size=50))
def test_remarks_on_any_name_stay_inside_it_and_hold_no_known_value(name: str) -> None:
    for remark in check_name(name, known=KNOWN, old_name="zanzibar-crash"):
        assert 0 <= remark.start <= remark.end <= len(name)
        assert not any(value.lower() in remark.sentence.lower() for value in KNOWN.values())


def test_proposals_are_three_different_names_that_pass() -> None:
    facts = ["stable life", "eviction", "after missed rent"]
    proposals = propose_names(facts, known=KNOWN, taken=("eviction-after-missed-rent",))
    assert len(proposals) == len(set(proposals)) == 3
    for name in proposals:
        remarks = check_name(
            name,
            known=KNOWN,
            taken=("eviction-after-missed-rent",),
            vocabulary=["eviction", "stable", "life", "rent", "missed", "after"],
        )
        assert not any(remark.level == "refuse" for remark in remarks)
    assert proposals == propose_names(facts, known=KNOWN, taken=("eviction-after-missed-rent",))


def test_facts_that_identify_are_not_proposed() -> None:
    assert all(
        "harbourlight" not in name
        for name in propose_names(["harbourlight", "rent is late", "tool loops"], known=KNOWN)
    )


def test_words_of_the_campaign_may_be_used_again_in_a_new_name() -> None:
    """The old name as a whole stays refused."""
    again = check_name("ferry-misses-harbour", old_name="ferry-report-0007", vocabulary=["ferry"])
    assert "refuse" not in {remark.level for remark in again}
    assert "refuse" in {
        remark.level
        for remark in check_name(
            "the-ferry-report-0007-again", old_name="ferry-report-0007", vocabulary=["ferry"]
        )
    }


@pytest.mark.parametrize("old", ["quo", "Quo", "zoltan", "k7z"])
def test_a_short_old_name_is_refused_as_a_word_of_the_new_one(old: str) -> None:
    remarks = check_name(f"reply-{old.lower()}-kept", old_name=old, known=KNOWN)
    assert "derived" in [remark.code for remark in remarks if remark.level == "refuse"]


@pytest.mark.parametrize("old", ["quo", "test"])
def test_letters_inside_a_word_and_ordinary_words_are_no_old_name(old: str) -> None:
    remarks = check_name("status-quota-test-kept", old_name=old, known=KNOWN)
    assert [remark.code for remark in remarks if remark.level == "refuse"] == []
