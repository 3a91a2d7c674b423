"""Every string of a fixture has its bytes, its step and its role."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.core.files import SourceFile
from workbench.core.places import Role
from workbench.plays.fixture import PlayFixture
from workbench.plays.tokens import Tokens, value_free

Document = Callable[..., dict[str, Any]]
Load = Callable[..., PlayFixture]


def test_each_string_has_the_role_the_checks_go_by(fixture_document: Document, load: Load) -> None:
    fixture = load(
        fixture_document(
            config={"campaignId": "c", "seed": "s", "kindProfileData": {"who": ["p"]}},
            submissions=[{"actionId": "a", "params": {"k": "v"}}, {"adopt": "2.0.0"}],
        )
    )
    roles = {text.pointer: text.role for text in fixture.texts() if text.role is not Role.KEY}
    assert roles == {
        "/name": Role.LABEL,
        "/config/campaignId": Role.FIXED,
        "/config/seed": Role.FIXED,
        "/config/kindProfileData/who/0": Role.OTHER,
        "/campaignVersion": Role.FIXED,
        "/capturedUnder": Role.FIXED,
        "/submissions/0/actionId": Role.ID,
        "/submissions/0/params/k": Role.OTHER,
        "/submissions/1/adopt": Role.FIXED,
    }
    keys = [text.value for text in fixture.texts() if text.role is Role.KEY]
    assert {"who", "k"} <= set(keys)
    assert [text.pointer for text in fixture.fixed_texts()] == [
        "/config/campaignId",
        "/config/seed",
        "/campaignVersion",
        "/capturedUnder",
        "/submissions/1/adopt",
    ]


NAMES = st.text(st.characters(codec="utf-8"), max_size=8)


@given(
    st.lists(st.tuples(NAMES, st.dictionaries(NAMES, NAMES, max_size=2)), min_size=1, max_size=4)
)
def test_spans_lead_to_the_bytes_of_the_value(entries: list[tuple[str, dict[str, str]]]) -> None:
    value = {
        "name": "n",
        "config": {"campaignId": "c", "seed": "s"},
        "campaignVersion": "1",
        "capturedUnder": "1",
        "submissions": [{"actionId": name, "params": params} for name, params in entries],
    }
    for ascii_only in (True, False):
        data = json.dumps(value, ensure_ascii=ascii_only).encode()
        fixture = PlayFixture(SourceFile.of("n.fixture.json", data))
        for text in fixture.texts():
            (span,) = text.place().spans
            assert json.loads(b'"' + data[span.start : span.end] + b'"') == text.value
        for index, (name, params) in enumerate(entries):
            (span,) = fixture.step_spans(index)
            step = json.loads(data[span.start : span.end])
            assert step == {"actionId": name, "params": params}
            expected = 3 + 2 * len(params)  # two keys of the format and the action id
            assert len(fixture.step_texts(index)) == expected
            assert all(text.step == index for text in fixture.step_texts(index))


def test_step_texts_are_among_the_texts(fixture_document: Document, load: Load) -> None:
    fixture = load(fixture_document())
    everywhere = {(text.file, text.pointer, text.chain) for text in fixture.texts()}
    for index in range(2):
        for text in fixture.step_texts(index):
            assert (text.file, text.pointer, text.chain) in everywhere


def test_a_hidden_duplicate_is_noticed_and_still_read(load: Load) -> None:
    data = (
        b'{"name":"old-jo-example","name":"n","config":{"campaignId":"c","seed":"s"},'
        b'"campaignVersion":"1","capturedUnder":"1","submissions":[{"actionId":"x","actionId":"y"}]}'
    )
    fixture = load(data, "n.fixture.json")
    assert [(note.where, note.weight) for note in fixture.notes] == [
        ("/name", "ask"),
        ("/submissions/0/actionId", "ask"),
    ]
    assert {"old-jo-example", "x"} <= {text.value for text in fixture.texts()}
    assert fixture.name == "n"


def test_a_list_of_submissions_that_stands_twice_gives_both_stretches(load: Load) -> None:
    data = (
        b'{"name":"n","config":{"campaignId":"c","seed":"s"},"campaignVersion":"1",'
        b'"capturedUnder":"1","submissions":[{"actionId":"x"},{"actionId":"z"}],'
        b'"submissions":[{"actionId":"y"}]}'
    )
    fixture = load(data, "n.fixture.json")
    assert len(fixture.steps()) == 1
    spans = fixture.step_spans(0)
    assert [data[span.start : span.end] for span in spans] == [
        b'{"actionId":"x"}',
        b'{"actionId":"y"}',
    ]
    # The second entry of the hidden list belongs to no step, and is read all the same.
    assert ("z", None) in {(text.value, text.step) for text in fixture.texts()}


@pytest.mark.parametrize(
    ("pointer", "shown"),
    [
        ("/name", "/name"),
        ("/names", "/*"),
        ("/config/seed", "/config/seed"),
        ("/config/kindProfileData/jo/0", "/config/kindProfileData/*"),
        ("/submissions/12/params/5550100", "/submissions/12/params/*"),
        ("/submissions/12/params", "/submissions/12/params"),
        ("/submissions/jo", "/submissions/*"),
        ("/5550100", "/*"),
        ("/name~1jo", "/*"),
    ],
)
def test_pointers_in_notes_hold_no_name_that_somebody_chose(pointer: str, shown: str) -> None:
    assert value_free(pointer) == shown


def test_a_place_without_a_token_is_still_a_place() -> None:
    tokens = Tokens.of("f", b"{}", steps=0)
    assert tokens.place("/nowhere").spans == ()
