"""Server-sent events are framed as the standard says, wherever the borders of chunks fall."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.cassettes.bodies.sse import EventReader, events_of_pieces, is_sse, read_events


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("data: a\n\n", [("message", "a")]),
        ("data: a\r\n\r\n", [("message", "a")]),
        ("data: a\r\r", [("message", "a")]),
        ("\ufeffdata: a\n\n", [("message", "a")]),
        ("data:a\n\n", [("message", "a")]),
        ("data:  a\n\n", [("message", " a")]),
        ("data: a\ndata: b\n\n", [("message", "a\nb")]),
        ("data:\n\n", [("message", "")]),
        ("data\n\n", [("message", "")]),
        ("event: x\ndata: a\n\ndata: b\n\n", [("x", "a"), ("message", "b")]),
        ("event: x\n\ndata: b\n\n", [("message", "b")]),
        (": comment\n\ndata: a\n\n", [("message", "a")]),
        ("Data: a\n\n", []),
        ("data: a\n", []),
        ("data: a", []),
        ("retry: 10\ndata: a\n\n", [("message", "a")]),
        ("event: one\nevent: two\ndata: a\n\n", [("two", "a")]),
    ],
)
def test_framing(text: str, expected: list[tuple[str, str]]) -> None:
    assert [(event.type, event.data) for event in read_events(text).events] == expected


def test_the_last_id_persists_and_a_nul_is_ignored() -> None:
    stream = read_events("id: 1\ndata: a\n\ndata: b\n\nid: 2\0\ndata: c\n\n")
    assert [event.last_event_id for event in stream.events] == ["1", "1", "1"]


@pytest.mark.parametrize("tail", ["data: cut", "data: cut\n", "event: x\ndata: cut\nda"])
def test_a_cut_off_tail_is_reported(tail: str) -> None:
    stream = read_events(f"data: a\n\n{tail}")
    assert len(stream.events) == 1
    assert "cut" in stream.incomplete_tail


def test_comments_and_other_fields_are_kept_for_display() -> None:
    text = ": ping\nevent: x\ndata: a\n\n"
    stream = read_events(text)
    assert [text[line.start : line.end] for line in stream.others] == [": ping", "event: x"]


def test_places_of_data_lead_to_the_text() -> None:
    text = "\ufeffdata: é1\r\ndata:2\r\n\r\n"
    (event,) = read_events(text).events
    assert [text[start:end] for start, end in event.parts] == ["é1", "2"]


@pytest.mark.parametrize(
    ("media_type", "body", "expected"),
    [
        ("text/event-stream", b"", True),
        ("", b"data: x", True),
        ("**redacted**", b": ping", True),
        ("", b"\xef\xbb\xbfevent: x", True),
        ("application/json", b"data: x", False),
        ("", b'{"data":1}', False),
    ],
)
def test_recognising_a_stream(media_type: str, body: bytes, *, expected: bool) -> None:
    assert is_sse(media_type, body) is expected


STREAMS = st.lists(
    st.sampled_from(
        ["data: ", "é", "\U0001f600", "\r", "\n", "\r\n", "event: x", ": c", "id: 1", ":", "\n\n"]
    ),
    max_size=25,
).map("".join)


@given(STREAMS, st.data())
def test_any_cutting_gives_the_same_events(text: str, data: st.DataObject) -> None:
    body = text.encode()
    whole = list(read_events(text).events)
    size = data.draw(st.integers(1, max(1, len(body))))
    pieces = [body[start : start + size] for start in range(0, len(body), size)]
    cut = list(events_of_pieces(iter(pieces)))
    assert [(e.type, e.data, e.last_event_id) for e in cut] == [
        (e.type, e.data, e.last_event_id) for e in whole
    ]


def test_an_event_is_given_as_soon_as_it_is_complete() -> None:
    reader = EventReader()
    assert reader.feed(b"data: a\n") == []
    assert [event.data for event in reader.feed(b"\n")] == ["a"]
