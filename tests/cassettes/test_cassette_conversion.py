"""Any format becomes vcrpy 1 in YAML with the same exchanges, always in the same bytes."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml
from cassette_writing import NAME, URL, deltas
from hypothesis import given
from hypothesis import strategies as st

from workbench.cassettes import FAMILY, convert
from workbench.cassettes.conversion import vcrpy_yaml
from workbench.cassettes.fixture import CassetteFixture
from workbench.cassettes.formats import read
from workbench.cassettes.model import (
    Cassette,
    Header,
    Interaction,
    Request,
    Response,
    Stored,
)
from workbench.cassettes.reading import document_of
from workbench.core.errors import BadCommand, Refused
from workbench.core.files import Unit
from workbench.core.fixture import ReplayEnvironment, ReplayStatus

Open = Callable[..., CassetteFixture]

# No lone halves of characters: no encoding can write them into a file.
TEXT = st.text(st.characters(codec="utf-8"), max_size=40)
HARD = st.lists(
    st.sampled_from(
        ["\n", " ", "\t", "a", "- ", "# ", ": ", "'", '"', "\\", "|", ">", "é", "\r", "\x85",
         "\u2028", "\ufeff", "\x00", "\x7f", "---", "...", "%", "&a", "*a", "!!x", "\U0001f600"]
    ),
    max_size=12,
).map("".join)  # fmt: skip
BODY = st.one_of(TEXT.map(str.encode), HARD.map(str.encode), st.binary(max_size=90))


@st.composite
def interactions(draw: st.DrawFn) -> tuple[Interaction, ...]:
    return tuple(
        Interaction(
            index,
            Request(draw(st.sampled_from(["GET", "POST", ""])), draw(HARD | TEXT), headers(draw),
                    Stored(draw(st.none() | BODY))),
            Response(draw(st.none() | st.integers(100, 599)), draw(HARD), headers(draw),
                     Stored(draw(BODY))),
        )
        for index in range(draw(st.integers(0, 3)))
    )  # fmt: skip


def headers(draw: st.DrawFn) -> tuple[Header, ...]:
    names = st.sampled_from(["accept", "Set-Cookie", "on", "y", "1", "null", ":path", "x é"])
    pairs = draw(st.lists(st.tuples(names, HARD | TEXT), max_size=4))
    return tuple(Header(name, value) for name, value in pairs)


def model(cassette: Cassette) -> list[tuple[Any, ...]]:
    """Everything a cassette says about its exchanges; of headers, the order within a name."""
    return [
        (
            item.request.method,
            item.request.url,
            item.request.body,
            ordered(item.request.headers),
            item.response.status,
            item.response.reason,
            item.response.stored.data,
            ordered(item.response.headers),
        )
        for item in cassette.interactions
    ]


def ordered(found: tuple[Header, ...]) -> dict[str, list[str]]:
    values: dict[str, list[str]] = {}
    for item in found:
        values.setdefault(item.name, []).append(item.value)
    return values


@given(interactions())
def test_what_is_written_loads_to_the_same_and_is_written_the_same(
    made: tuple[Interaction, ...],
) -> None:
    document = document_of("c.yaml", b"interactions: []")
    cassette = Cassette("test", "test", made, document)
    data = vcrpy_yaml(cassette)
    again = read(document_of("c.yaml", data))
    assert model(again) == model(cassette)
    assert vcrpy_yaml(again) == data


@given(interactions())
def test_an_independent_loader_reads_the_same(made: tuple[Interaction, ...]) -> None:
    document = document_of("c.yaml", b"interactions: []")
    data = yaml.safe_load(vcrpy_yaml(Cassette("test", "test", made, document)))
    assert data["version"] == 1
    for item, entry in zip(made, data["interactions"], strict=True):
        body = entry["response"]["body"]["string"]
        assert (body.encode() if isinstance(body, str) else body) == item.response.stored.data
        assert entry["request"]["uri"] == item.request.url
        assert entry["response"]["headers"] == ordered(item.response.headers)


def test_every_public_recording_converts_and_replays_alike(shared: Path) -> None:
    count = 0
    for path in sorted((shared / "corpora" / "cassettes").rglob("*")):
        try:
            fixture = FAMILY.read(Unit.at(path))
            made = convert(fixture)
        except (Refused, BadCommand, IsADirectoryError):
            continue
        assert model(made.cassette) == model(fixture.cassette), path.name
        assert convert(made).stored == made.stored
        assert made.accepts_stand_ins
        if count % 10 == 0:
            replays = [item.replay(ReplayEnvironment()) for item in (fixture, made)]
            assert replays[0].outcome == replays[1].outcome, path.name
            assert replays[1].status is ReplayStatus.REPLAYED
        count += 1
    assert count > 150


def test_text_is_written_as_it_reads(open_text: Open) -> None:
    stream = deltas("Dear é", " reader")
    har = {"log": {"entries": [{
        "request": {"method": "POST", "url": URL, "headers": [{"name": "b", "value": "1"},
                    {"name": "a", "value": "2"}], "postData": {"text": '{"q": 1}'}},
        "response": {"status": 200, "statusText": "OK", "headers": [],
                     "content": {"text": stream}},
    }]}}  # fmt: skip
    made = convert(open_text(json.dumps(har), "a.har"))
    lines = made.stored.decode().splitlines()
    assert lines[:10] == [
        "interactions:",
        "- request:",
        "    body: |-",
        '      {"q": 1}',
        "    headers:",
        "      a:",
        '      - "2"',
        "      b:",
        '      - "1"',
        "    method: POST",
    ]
    assert f"        {stream.splitlines()[0]}" in lines
    assert lines[-1] == "version: 1"


def test_what_was_converted_takes_stand_ins(open_text: Open) -> None:
    class Table:
        def edits(self, text: str) -> list[Any]:
            from workbench.core.stand_ins import Edit

            at = text.find(NAME)
            return [] if at < 0 else [Edit(at, at + len(NAME), "Someone")]

    entry = {
        "request": {"method": "POST", "url": URL, "headers": {}, "body": NAME, "form": {}},
        "response": {"body": f"Dear {NAME}", "headers": {}, "status": "200 OK", "code": 200},
    }
    fixture = open_text(json.dumps({"version": 1, "interactions": [entry]}), "go.json")
    assert not fixture.accepts_stand_ins
    changed = convert(fixture).with_stand_ins(Table())
    assert NAME.encode() not in changed.stored
    assert changed.cassette.interactions[0].response.body == b"Dear Someone"


def test_a_stub_that_accepts_anything_is_no_recording(open_text: Open) -> None:
    stub = {"request": {"urlPattern": "/.*"}, "response": {"status": 200, "body": "x"}}
    with pytest.raises(BadCommand, match="answers by a pattern"):
        convert(open_text(json.dumps(stub), "stub.json"))


def test_the_unused_parts_of_the_model_are_known() -> None:
    """A new part of the model has to be written, or left out on purpose."""
    assert set(Interaction.__slots__) - {"index", "at", "recorded_at"} == {"request", "response"}
