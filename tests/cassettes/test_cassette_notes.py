"""What is odd about a cassette that is read all the same is said, with its place and without values."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable

import pytest
from cassette_writing import NAME, URL, entry, wrapped

from workbench.cassettes.fixture import CassetteFixture

Open = Callable[..., CassetteFixture]


def said(fixture: CassetteFixture) -> list[tuple[str, str, str]]:
    assert NAME not in repr(fixture.notes)
    return [(note.text, note.where, note.weight) for note in fixture.notes]


def test_a_key_that_stands_twice_counts_last_and_is_named_by_its_line(open_text: Open) -> None:
    text = f"""\
requests:
- method: GET
  uri: {URL}
  body: {NAME}
  body: x
responses:
- status: {{code: 200}}
  body: {{string: a}}
"""
    fixture = open_text(text)
    assert fixture.cassette.interactions[0].request.body == b"x"
    twice = "A key appears twice in one mapping; the last one counts"
    assert (twice, "line 5", "ask") in said(fixture)
    assert NAME in [found.value for found in fixture.texts()], "it would be published"


def test_so_is_one_in_a_json_file(open_text: Open) -> None:
    text = entry(answer="a").replace('"method":', f'"method": "{NAME}",\n"method":', 1)
    fixture = open_text(text, "c.json")
    assert fixture.cassette.interactions[0].request.method == "POST"
    twice = "A key appears twice in one object; the last one counts"
    assert (twice, "line 1", "ask") in said(fixture)
    assert NAME in [found.value for found in fixture.texts()]


def test_a_request_whose_json_names_a_key_twice_is_told_by_its_exchange(open_text: Open) -> None:
    fixture = open_text("# yaml\n" + entry(body='{"a": 1, "a": 2}'))
    twice = "The request's JSON names a key twice; the last one counts"
    assert (twice, "exchange 1", "ask") in said(fixture)


@pytest.mark.parametrize("half", ["\\ud83d", "\\ude00", "\\ud83d\\ude00"])
def test_characters_escaped_in_halves_are_read_and_told(open_text: Open, half: str) -> None:
    answer = f'"{half}"'
    text = f"requests:\n- {{method: GET, uri: '{URL}'}}\nresponses:\n- status: {{code: 200}}\n  body: {{string: {answer}}}\n"
    fixture = open_text(text)
    body = fixture.cassette.interactions[0].response.body
    assert body == json.loads(answer).encode("utf-8", "surrogatepass")
    assert any("escaped in two halves" in note for note, _, _ in said(fixture))


def test_a_coding_that_is_named_and_not_there_or_there_and_not_named_is_told(
    open_text: Open,
) -> None:
    plain = entry(headers={"content-encoding": ["gzip"]}, answer="plain")
    named = "The header names a content coding that the body does not have"
    assert (named, "exchange 1", "note") in said(open_text("# yaml\n" + plain))
    packed = f"""\
requests:
- {{method: GET, uri: '{URL}'}}
responses:
- status: {{code: 200}}
  body:
    string: !!binary |
{wrapped(gzip.compress(b"x"), 6)}
"""
    unnamed = "The body is gzip although no header says so"
    assert (unnamed, "exchange 1", "ask") in said(open_text(packed))


@pytest.mark.parametrize("code", [0, 99, 1000, 99999999999])
def test_a_status_that_is_none_of_https_is_told(open_text: Open, code: int) -> None:
    notes = said(open_text("# yaml\n" + entry(status=code)))
    assert any("cannot be served" in note for note, _, _ in notes)


def test_a_stream_that_is_cut_off_is_told_with_its_length(open_text: Open) -> None:
    kind = {"content-type": ["text/event-stream"]}
    notes = said(open_text("# yaml\n" + entry(headers=kind, answer=f"data: 1\n\ndata: {NAME}")))
    cut = f"The stream is cut off: its last {len('data: ' + NAME)} characters are no event"
    assert (cut, "exchange 1", "ask") in notes
