"""Reading one log: lines, envelopes, headers, and the exact words of every refusal."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from log_building import header, log_bytes, text_call, user_message

from workbench.session_logs.errors import LogRefused
from workbench.session_logs.header import check_name_agrees
from workbench.session_logs.lines import parse_line, spans_of_lines
from workbench.session_logs.reading import read_log

HEADER = b'{"type":"session","version":0,"id":"s","createdAt":0,"delegationDepth":0}\n'
START = b'{"type":"turn/start","data":{"turn":1}}\n'


def _refusal(data: bytes) -> LogRefused:
    with pytest.raises(LogRefused) as refused:
        read_log("session.jsonl", data)
    return refused.value


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"", "session snapshot must start with a session header"),
        (b" \n\t\n\xc2\xa0\n", "session snapshot must start with a session header"),
        (b"{", "session snapshot line 1 contains invalid JSON"),
        (b"\xef\xbb\xbf" + HEADER, "session snapshot line 1 contains invalid JSON"),
        (HEADER + b"\n\nnull\n", "session snapshot line 4 must be a JSON object"),
        (HEADER + START + b"{oops\n", "session snapshot line 3 contains invalid JSON"),
        (HEADER + b'{"type":Infinity}\n', "session snapshot line 2 contains invalid JSON"),
        (
            HEADER + b'{"type":"turn/start","data":{"turn":1},"seq":0}\n',
            "session snapshot line 2 must contain both seq and time, or neither",
        ),
        (
            HEADER + b'{"type":"text-chunks","data":{},"time0":0}\n',
            "session snapshot line 2 must contain both seq0 and time0, or neither",
        ),
        (
            HEADER + START + b'{"type":"turn/start","data":{"turn":1},"seq":1,"time":0}\n',
            "session snapshot line 3 cannot mix projected and complete body rows",
        ),
        (
            HEADER + b'{"type":"turn/start","data":{"turn":1},"seq":1,"time":0}\n',
            "session snapshot line 2: released Session row 0 has seq gap (expected 0, got 1)",
        ),
        (
            HEADER.replace(b'"version":0', b'"version":9'),
            "session snapshot line 1: stored Session uses newer format v9; this build writes v4",
        ),
        (
            HEADER.replace(b'"version":0', b'"version":-0'),
            "session snapshot line 1: Session format version must be a non-negative safe integer",
        ),
        (
            HEADER.replace(b'"id":"s"', b'"id":7'),
            "session snapshot line 1: released v0 header id must be a string",
        ),
        (
            HEADER.replace(b'"id":"s",', b""),
            'session snapshot line 1: released v0 physical header lacks required member "id"',
        ),
        (
            HEADER.replace(b'"id":"s"', b'"id":"s","cwd":"{{cwd}}x"'),
            "session snapshot line 1: format v0 header cwd must be absolute",
        ),
    ],
)
def test_a_broken_log_is_refused_with_the_exact_text(data: bytes, text: str) -> None:
    assert _refusal(data).what == text


def test_a_refusal_says_the_length_of_a_foreign_word_and_not_the_word() -> None:
    """The exact text stays in memory; what is printed quotes only the format's own words."""
    refusal = _refusal(HEADER.replace(b'"id":"s"', b'"id":"s","zebedee-example":1'))
    assert refusal.exact.endswith('has unexpected member "zebedee-example"')
    assert refusal.what.endswith('has unexpected member "(15 characters)"')
    assert "zebedee" not in str(refusal) + repr(refusal)


def test_a_byte_order_mark_inside_and_line_separators_are_data() -> None:
    rows = [header(), user_message("a\u2028b\u0085c\ufeffd"), *text_call("x\u2029y")]
    log = read_log("session.jsonl", log_bytes(rows))
    assert len(log.rows) == len(rows) - 1


def test_windows_line_ends_blank_lines_and_a_missing_last_line_end_are_fine() -> None:
    data = log_bytes([header(), *text_call("hello")]).replace(b"\n", b"\r\n \xe3\x80\x80\r\n")
    log = read_log("session.jsonl", data.rstrip())
    assert len(log.all_calls) == 1
    assert [number for number, _, _ in log.rows] == [3, 5, 7, 9]


def test_a_header_without_version_loads_and_is_asked_about() -> None:
    rows = [header(), *text_call("hello")]
    del rows[0]["version"]
    log = read_log("session.jsonl", log_bytes(rows))
    assert log.objections[0].what == (
        "session snapshot line 1: Session format version must be a non-negative safe integer"
    )


def test_invalid_utf8_is_read_as_replacement_characters_and_said() -> None:
    data = log_bytes([header(), user_message("MARK"), *text_call("x")]).replace(
        b"MARK", b"\xff\xfe"
    )
    log = read_log("session.jsonl", data)
    assert not log.valid_utf8
    assert log.value(0)["data"]["content"][0]["text"] == "\ufffd\ufffd"


def test_lines_with_a_key_twice_are_known() -> None:
    data = HEADER + b'{"type":"turn/start","data":{"turn":1,"x":"\\\\","x":"\\"y"}}\n' + START
    log = read_log("session.jsonl", data)
    assert log.duplicates == (2,)


def test_a_seeded_child_owns_only_what_follows_the_seed() -> None:
    rows = [header(seedLength=4), *text_call("old"), *text_call("new", step=2)]
    log = read_log("session.1.jsonl", log_bytes(rows))
    assert (len(log.all_calls), len(log.own_calls), log.first_own_row) == (2, 1, 4)


def test_embedded_streams_of_later_generations_are_calls() -> None:
    """Generation 2 has one event a row; an empty stream is no call; the seed ends at its marker."""
    head = header(version=2, isSeeded=True)
    stream = [
        {"type": "text-chunks", "time0": 0, "index": 0, "dt": [1], "texts": ["a", "b"]},
        {"type": "chunk", "time": 3, "chunk": {"type": "finish", "reason": {"kind": "stop"}}},
    ]

    def attempt(records: list[Any]) -> dict[str, Any]:
        data = {"turn": 1, "step": 1, "stream": records}
        return {"type": "assistant/attempt", "data": data}

    marker = {"type": "session/end-seed", "data": {"inherited": True}}
    log = read_log(
        "session.1.v2.jsonl",
        log_bytes([head, attempt(stream), marker, attempt([]), attempt(stream)]),
    )
    assert (len(log.all_calls), len(log.own_calls)) == (2, 1)
    assert [item["type"] for item in log.own_calls[0].chunks] == [
        "text-delta",
        "text-delta",
        "finish",
    ]


@pytest.mark.parametrize(
    ("value", "generation", "text"),
    [
        (
            {"type": "session", "version": 2},
            1,
            "filename declares Session format v1, header declares v2",
        ),
        ({"type": "session"}, 1, "a versionless projected Session header is format v0"),
        ({"type": "turn/start"}, 0, "first record must be a Session header"),
        (
            {"type": "session", "version": "0"},
            0,
            "Session header version must be a non-negative safe integer",
        ),
    ],
)
def test_a_file_name_must_agree_with_its_header(value: object, generation: int, text: str) -> None:
    failure = check_name_agrees(value, label="session.jsonl", generation=generation)
    assert failure is not None
    assert failure.what == f"session.jsonl: {text}"


@given(st.lists(st.text(st.characters(exclude_characters="\n")), max_size=8))
def test_lines_are_split_at_line_feeds_only(lines: list[str]) -> None:
    """Whatever a line holds, its bytes come back; blank lines are left out but counted."""
    data = "\n".join(lines).encode("utf-8", "surrogatepass")
    found = {number: data[start:end] for number, start, end in spans_of_lines(data)}
    for number, line in enumerate(lines, start=1):
        raw = line.encode("utf-8", "surrogatepass")
        if number < len(lines) and raw.endswith(b"\r"):
            raw = raw[:-1]
        assert found.get(number, b"").strip() == (raw.strip() if number in found else b"")
        if raw.strip() and raw.isascii() and raw.isalnum():
            assert found[number] == raw


json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**53) + 1, 2**53 - 1)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


@given(json_values)
def test_a_line_parses_to_what_it_was_written_from(value: Any) -> None:
    import json

    assert parse_line(json.dumps(value).encode("ascii"), 1) == value
