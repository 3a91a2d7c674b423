"""When two requests are the same: the table of the specification, row by row."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.cassettes.canonical_body import (
    body_key,
    canonical_json,
    has_duplicate_keys,
    json_value,
)
from workbench.cassettes.matching import LiveRequest, Matcher, Mode, Player
from workbench.cassettes.model import Cassette
from workbench.cassettes.reading import read_cassette
from workbench.core.files import SourceFile

SAME = [
    (b"123", b" 123 \n"),
    (b'{"a":1,"b":[2]}', b'{ "b" : [2],\n"a" : 1}'),
    (b"1.0", b"1.00"),
    (b"1.0", b"10e-1"),
    (b"1e3", b"1000.0"),
    (b"-0", b"0"),
    (b'"\\u00e9"', '"é"'.encode()),
    (b'"\\/"', b'"/"'),
    (b"12345678901234567890", b"12345678901234567890 "),
    (b'{"a":1,"a":2}', b'{"a":2}'),
    (b"null", b" null"),
    (b"not json", b"not json"),
    (b"", b""),
]
DIFFERENT = [
    (b"1", b"1.0"),
    (b"1e3", b"1000"),
    (b"-0.0", b"0.0"),
    (b"[1,2]", b"[2,1]"),
    (b'{"a":null}', b"{}"),
    (b'"\\u00e9"', b'"e\\u0301"'),
    (b"12345678901234567890", b"12345678901234567891"),
    (b"12345678901234567890", b"12345678901234567890.0"),
    (b"007", b"7"),
    (b"NaN", b"nan"),
    (b"not json", b"not json "),
    (b'{"a":1} x', b'{"a":1}  x'),
    (b'{"tools":[],"a":1}', b'{"a":1}'),
    (b"", None),
]
NOT_JSON = [
    b"007", b"NaN", b"Infinity", b"-Infinity", b"1e400", b"{'a':1}", b'{"a":1} x', b"", b" ",
    b'{"a":1}\n{"a":2}', b"\xef\xbb\xbf{}", b'"\\ud800"', b'{"\\udc00":1}', b'"\xff"', b"[" * 600 + b"]" * 600,
]  # fmt: skip


@pytest.mark.parametrize(("one", "other"), SAME)
def test_these_bodies_match(one: bytes, other: bytes) -> None:
    assert body_key(one) == body_key(other)


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_these_bodies_do_not_match(one: bytes, other: bytes | None) -> None:
    assert body_key(one) != body_key(other)


@pytest.mark.parametrize("body", NOT_JSON)
def test_these_bodies_are_not_json(body: bytes) -> None:
    assert json_value(body) is None
    assert canonical_json(body) is None


def test_the_canonical_text_has_its_fixed_layout() -> None:
    body = '{"b":{},"a":[1,2.50,"x\\u0001\\n\\"é"],"\U00010000":[],"\uffff":true}'.encode()
    expected = (
        '{\n  "a": [\n    1,\n    2.5,\n    "x\\u0001\\n\\"é"\n  ],\n  "b": {},\n'
        '  "\uffff": true,\n  "\U00010000": []\n}'
    )
    assert canonical_json(body) == expected


def test_keys_sort_by_utf8_and_not_by_utf16() -> None:
    text = canonical_json('{"\U0001f600":1,"\uff5e":2}'.encode())
    assert text is not None
    assert text.index("\uff5e") < text.index("\U0001f600")


def test_a_repeated_key_is_noticed() -> None:
    assert has_duplicate_keys(b'[{"a":1,"a":2}]')
    assert not has_duplicate_keys(b'[{"a":1},{"a":2}]')


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)  # fmt: skip


@given(JSON)
def test_every_layout_of_a_value_matches_every_other(value: object) -> None:
    """Spaces, escapes and key order never decide."""
    try:
        loose = json.dumps(value, indent=3).encode()
        tight = json.dumps(
            value, sort_keys=True, ensure_ascii=False, separators=(",", ":")
        ).encode()
    except UnicodeEncodeError:
        return
    if json_value(tight) is None:  # a lone surrogate is no JSON text
        return
    assert body_key(loose) == body_key(tight)
    text = canonical_json(tight)
    assert text is not None
    assert body_key(text.encode()) == body_key(loose)


RECORDED = st.lists(
    st.tuples(st.sampled_from(["GET", "POST"]), st.sampled_from(["http://a/", "**REDACTED**"])),
    max_size=12,
)


def recorded(requests: list[tuple[str, str]]) -> Cassette:
    document = {
        "requests": [{"method": method, "uri": url} for method, url in requests],
        "responses": [{"status": {"code": 200}} for _ in requests],
    }
    return read_cassette(SourceFile.of("c.json", json.dumps(document).encode()))


@given(RECORDED, st.lists(st.sampled_from(["GET", "POST"]), max_size=20), st.sampled_from(Mode))
def test_exchanges_are_chosen_in_file_order_whatever_way_they_match(
    requests: list[tuple[str, str]], made: list[str], mode: Mode
) -> None:
    player = Player(Matcher(recorded(requests)), mode=mode)
    counts = [0] * len(requests)
    for method in made:
        matching = [n for n, (recorded, _) in enumerate(requests) if recorded == method]
        unplayed = [n for n in matching if not counts[n]]
        last = [] if mode is Mode.STRICT else matching[-1:]
        wanted = matching[:1] if mode is Mode.FIRST else (unplayed or last)[:1]
        match = player.choose(LiveRequest(method, "http://a/"))
        assert ([] if match is None else [match.interaction.index]) == wanted
        for index in wanted:
            assert match is not None
            assert match.repeated is (counts[index] > 0)
            counts[index] += 1
    assert player.played.counts == tuple(counts)


def test_thousands_of_equal_requests_are_answered_one_after_the_other() -> None:
    """As polling records them: looking through all for each takes time that grows with the square."""
    cassette = recorded([("GET", "http://a/")] * 10_000)
    player = Player(Matcher(cassette))
    live = LiveRequest("GET", "http://a/")
    chosen = [player.choose(live) for _ in cassette.interactions]
    assert [match and match.interaction.index for match in chosen] == list(range(10_000))
