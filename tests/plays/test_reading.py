"""A fixture has exactly the published shape, or it is refused without repeating what it says."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.core.errors import Refused
from workbench.core.json_text import parse
from workbench.plays.reading import read_recorded
from workbench.plays.recorded import Action, Adopt, Recorded

Document = Callable[..., dict[str, Any]]


def refusal(value: Any) -> Refused:
    data = value if isinstance(value, bytes) else json.dumps(value).encode()
    with pytest.raises(Refused) as caught:
        read_recorded(data)
    return caught.value


def test_a_fixture_is_read_member_by_member(fixture_document: Document) -> None:
    recorded, notes = read_recorded(
        json.dumps(
            fixture_document(
                submissions=[
                    {"actionId": "wait"},
                    {"actionId": "wait", "params": {}},
                    {"actionId": "", "params": {"a": 1.0, "b": True, "c": "x"}},
                    {"adopt": "2.0.0"},
                ]
            )
        ).encode()
    )
    assert notes == ()
    assert recorded.submissions == (
        Action("wait"),
        Action("wait", {}),
        Action("", {"a": 1, "b": True, "c": "x"}),
        Adopt("2.0.0"),
    )
    assert recorded.versions == ("1.0.0", "2.0.0")


TEXT = st.text(st.characters(codec="utf-8"), max_size=12)
PARAMS = st.dictionaries(TEXT, TEXT | st.booleans() | st.integers(-9, 9), max_size=3)
SUBMISSION = st.one_of(st.builds(Action, TEXT, st.none() | PARAMS), st.builds(Adopt, TEXT))
RECORDED = st.builds(
    Recorded,
    name=TEXT,
    campaign_id=TEXT,
    seed=TEXT,
    campaign_version=TEXT,
    captured_under=TEXT,
    submissions=st.lists(SUBMISSION, max_size=4).map(tuple),
)


@given(RECORDED)
def test_what_is_written_is_read_again(recorded: Recorded) -> None:
    assert read_recorded(json.dumps(recorded.to_json()).encode())[0] == recorded


@given(st.binary(max_size=60) | st.from_regex(r'[\[{\]}",:0-9a-z ]{0,40}').map(str.encode))
def test_any_bytes_end_in_a_fixture_or_a_refusal(data: bytes) -> None:
    with pytest.raises(Refused):
        read_recorded(data)


@pytest.mark.parametrize(
    "member", ["name", "config", "campaignVersion", "capturedUnder", "submissions"]
)
def test_a_missing_member_is_named(member: str, fixture_document: Document) -> None:
    value = fixture_document()
    del value[member]
    assert refusal(value).what == f"The member {member} is missing"


WRONG: list[Any] = [None, 1, True, [], {}, "text"]


@given(st.sampled_from(["name", "campaignVersion", "capturedUnder"]), st.sampled_from(WRONG[:-1]))
def test_a_member_of_the_wrong_type_is_named(member: str, wrong: Any) -> None:
    value = {
        "name": "a",
        "config": {"campaignId": "c", "seed": "s"},
        "campaignVersion": "1",
        "capturedUnder": "1",
        "submissions": [],
    }
    error = refusal({**value, member: wrong})
    assert (error.what, error.where) == (f"The member {member} is not text", f"/{member}")


@pytest.mark.parametrize(
    ("changes", "where"),
    [
        ({"config": []}, "/config"),
        ({"config": {"campaignId": "c"}}, "/config/seed"),
        ({"config": {"campaignId": "c", "seed": None}}, "/config/seed"),
        ({"config": {"seed": "s"}}, "/config/campaignId"),
        ({"config": {"campaignId": "c", "seed": "s", "profileId": "p"}}, "/config"),
        ({"submissions": {}}, "/submissions"),
        ({"submissions": [[]]}, "/submissions/0"),
        ({"submissions": [{}]}, "/submissions/0/actionId"),
        ({"submissions": [{"actionId": 1}]}, "/submissions/0/actionId"),
        ({"submissions": [{"actionId": "a", "at": 1}]}, "/submissions/0"),
        ({"submissions": [{"actionId": "a", "adopt": "b"}]}, "/submissions/0"),
        ({"submissions": [{"adopt": None}]}, "/submissions/0/adopt"),
        ({"submissions": [{"actionId": "a", "params": None}]}, "/submissions/0/params"),
        ({"submissions": [{"actionId": "a", "params": {"x": []}}]}, "/submissions/0/params/*"),
        ({"submissions": [{"actionId": "a", "params": {"x": None}}]}, "/submissions/0/params/*"),
        ({"capturedAt": "2030-01-01"}, "top level"),
    ],
)
def test_another_shape_is_refused_with_its_place(
    changes: Mapping[str, Any], where: str, fixture_document: Document
) -> None:
    assert refusal(fixture_document(**changes)).where == where


def test_a_migrated_session_is_refused_in_the_words_for_it(fixture_document: Document) -> None:
    entry = {"seq": 0, "system": "migration", "from": "1.0.0", "to": "2.0.0"}
    error = refusal(fixture_document(submissions=[entry]))
    assert error.what == "This session was migrated, so its log no longer reproduces it"


def test_a_broken_line_is_named_by_its_number() -> None:
    assert refusal(b'{\n "name": "a",\n nonsense\n}').what == "Line 3 is not valid JSON"
    assert refusal(b"\xff\xfe").what == "Line 1 is not valid JSON"
    assert refusal(b"[" * 100_000).code == "invalid_json"


def test_an_audience_is_tolerated_and_asked_about(fixture_document: Document) -> None:
    config = {"campaignId": "night-ferry", "seed": "s", "audience": "player"}
    _, notes = read_recorded(json.dumps(fixture_document(config=config)).encode())
    assert [(note.where, note.weight) for note in notes] == [("/config/audience", "ask")]


def test_no_message_repeats_what_a_capture_says(
    canaries: Mapping[str, str], fixture_document: Document
) -> None:
    for canary in canaries.values():
        config = {"campaignId": canary, "seed": canary}
        submission = {"actionId": canary, "params": {canary: [canary]}}
        values: list[Any] = [
            fixture_document(**{canary: canary}),
            fixture_document(config={**config, canary: canary}),
            fixture_document(name=canary, config=config, submissions=[submission]),
            fixture_document(submissions=[{"actionId": canary, canary: canary}]),
            fixture_document(submissions=[{canary: canary}]),
            fixture_document(submissions=canary),
            fixture_document(name=[canary]),
            f'{{"name": "{canary}" {canary}'.encode(),
        ]
        for value in values:
            error = refusal(value)
            assert canary not in f"{error!s} {error!r} {error.where} {error.details}"


def test_a_recorded_play_hides_its_values_from_repr(
    canaries: Mapping[str, str], fixture_document: Document
) -> None:
    canary = canaries["person"]
    value = fixture_document(
        name=canary,
        config={"campaignId": canary, "seed": canary, "kindProfileData": {"a": canary}},
        submissions=[{"actionId": canary, "params": {canary: canary}}, {"adopt": canary}],
        capturedUnder=canary,
    )
    recorded, _ = read_recorded(json.dumps(value).encode())
    assert canary not in repr(recorded)
    assert canary not in repr(recorded.submissions)


def test_numbers_are_read_as_javascript_reads_them(fixture_document: Document) -> None:
    data = json.dumps(fixture_document()).replace('"buy_tea"}', '"x", "params": {"n": 2.0}}')
    recorded, _ = read_recorded(data.encode())
    assert recorded.submissions[0] == Action("x", parse('{"n": 2}'))
