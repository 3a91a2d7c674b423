"""Decoding and the way back: what is cut out where a place points is gone."""

from __future__ import annotations

import base64
import bz2
import gzip
import json
import zlib
from collections.abc import Callable
from urllib.parse import quote

import pytest
import zstandard
from finding_texts import FILE, BareFixture, cut_out, of_kind, text
from hypothesis import given
from hypothesis import strategies as st

from workbench.findings import KnownIdentities, scan
from workbench.findings.decoders.decoder import overlaps
from workbench.findings.readings import MAX_DEPTH, read_all

PERSON = "Zebedee Canary-Exämple"
KNOWN = KnownIdentities(names=(PERSON,))


def _base64(value: str) -> str:
    return base64.b64encode(value.encode()).decode()


ENCODINGS: dict[str, Callable[[str], str]] = {
    "plain": lambda value: value,
    "JSON in a string": lambda value: json.dumps({"note": value}),
    "JSON escapes": lambda value: json.dumps(value)[1:-1].replace("e", "\\u0065"),
    "base64": _base64,
    "base64url": lambda value: base64.urlsafe_b64encode(value.encode()).decode().rstrip("="),
    "wrapped base64": lambda value: base64.encodebytes(
        f"{'-' * 90} {value} {'-' * 90}".encode()
    ).decode(),
    "gzip in base64": lambda value: base64.b64encode(
        gzip.compress(value.encode(), mtime=0)
    ).decode(),
    "zlib in base64": lambda value: base64.b64encode(zlib.compress(value.encode())).decode(),
    "percent": lambda value: quote(value, safe=""),
    "percent twice": lambda value: quote(quote(value, safe=""), safe=""),
    "entities": lambda value: "".join(f"&#{ord(letter)};" for letter in value),
    "hex": lambda value: value.encode().hex(),
    "zero-width": lambda value: "\u200b".join(value),
    "full-width": lambda value: "".join(
        chr(ord(c) + 0xFEE0) if "!" <= c <= "~" else c for c in value
    ),
    "look-alikes": lambda value: value.replace("e", "е").replace("a", "а"),
    "reversed": lambda value: value[::-1],
    "rot13 of ASCII": lambda value: value,
}


@pytest.mark.parametrize("encode", ENCODINGS.values(), ids=ENCODINGS.keys())
@pytest.mark.parametrize(
    "nest",
    [
        str,
        lambda value: json.dumps({"a": value}),
        lambda value: json.dumps({"b": json.dumps({"a": value})}),
    ],
    ids=["bare", "in JSON", "in JSON in JSON"],
)
def test_a_known_name_is_found_in_every_encoding_and_its_bytes_are_the_ones_to_cut(
    encode: Callable[[str], str], nest: Callable[[str], str]
) -> None:
    line = nest(f"before {encode(PERSON)} after")
    result = scan(BareFixture([line]), known=KNOWN)
    people = of_kind(result, "PERSON")
    assert people
    assert people[0].certainty == "proof"
    spans = [span for finding in people for place in finding.places for span in place.spans]
    assert all(span.file == FILE for span in spans)
    left = cut_out(line.encode(), spans).decode("utf-8", "ignore")
    again = scan(BareFixture([left]), known=KnownIdentities(names=(PERSON,)))
    assert not [finding for finding in of_kind(again, "PERSON") if finding.value == PERSON]
    assert "before" in left or "JSON" not in nest.__name__


@given(st.text(max_size=40), st.text(max_size=40))
def test_a_value_between_any_two_texts_maps_back_to_its_own_bytes(before: str, after: str) -> None:
    value = json.dumps({"k": f"{before} zcanary-example {after}"})
    read = read_all([text(value)])
    inner = next(
        reading
        for reading in read.readings
        if reading.text.chain == ("json",) and "zcanary" in reading.text.value
    )
    start = inner.text.value.index("zcanary-example")
    (span,) = inner.text.place(start, start + len("zcanary-example")).spans
    assert value.encode()[span.start : span.end] == b"zcanary-example"


@given(st.text(alphabet=st.characters(exclude_categories=["Cs"]), min_size=8, max_size=60))
def test_base64_of_any_text_points_to_characters_that_hold_the_whole_value(value: str) -> None:
    line = _base64(value)
    for reading in read_all([text(line)]).readings:
        if reading.text.chain == ("base64",):
            start, end = reading.in_root(2, 5)
            whole = base64.b64decode(line)
            needed = len(value[:2].encode()), len(value[:5].encode())
            assert start * 6 <= needed[0] * 8
            assert end * 6 >= min(needed[1], len(whole)) * 8


@given(st.text(max_size=300))
def test_reading_any_text_never_raises_and_keeps_the_recorded_text_first(value: str) -> None:
    read = read_all([text(value)])
    assert read.readings[0].text.value == value
    assert all(reading.depth <= MAX_DEPTH for reading in read.readings)


def test_nesting_beyond_the_limit_is_said() -> None:
    value = "jane canary says hello here"
    for _ in range(8):
        value = base64.b64encode(value.encode()).decode()
    read = read_all([text(value)])
    assert [missed.reason for missed in read.not_checked] == ["encoded too deeply"]


def test_a_bomb_is_said_and_not_unpacked() -> None:
    packed = base64.b64encode(zlib.compress(b"a" * 40_000_000, 9)).decode()
    read = read_all([text(packed)])
    assert len(read.readings) == 1
    assert read.not_checked[0].reason == "compressed text larger than the limit"


def test_a_picture_is_said_to_be_unread() -> None:
    picture = base64.b64encode(b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 4).decode()
    assert [missed.reason for missed in read_all([text(picture)]).not_checked] == [
        "picture in base64"
    ]


def test_an_encoded_part_keeps_the_word_that_introduces_it() -> None:
    line = "Author: " + base64.b64encode(b"Jane Harbourlight").decode() + " wrote this"
    (finding,) = of_kind(scan(BareFixture([line])), "PERSON")
    assert finding.value == "Jane Harbourlight"
    assert finding.places[0].chain == ("base64",)


@pytest.mark.parametrize(
    "packed",
    [
        gzip.compress(b"first part, ") + gzip.compress(b"zebedee-canary"),
        gzip.compress(b"first part, ") + b"zebedee-canary",
        zlib.compress(b"first part, ") + b"zebedee-canary",
        zstandard.compress(b"first part, ") + zstandard.compress(b"zebedee-canary"),
    ],
    ids=["two members", "text after gzip", "text after zlib", "two frames"],
)
def test_what_follows_a_packed_part_is_read_with_it(packed: bytes) -> None:
    read = read_all([text(base64.b64encode(packed).decode())])
    assert [one.text.value for one in read.readings[1:]] == ["first part, zebedee-canary"]


@pytest.mark.parametrize(
    "again", [gzip.compress(b"a" * 9_000_000), gzip.compress(b"")], ids=["large", "empty"]
)
def test_members_without_end_are_said_and_not_unpacked(again: bytes) -> None:
    read = read_all([text(base64.b64encode(again * 1_000).decode())])
    assert [each.reason for each in read.not_checked] == ["compressed text larger than the limit"]


@pytest.mark.parametrize(
    "data",
    [
        gzip.compress(gzip.compress(b"twice packed, " * 20)),
        bz2.compress(b"packed in another way"),
        gzip.compress(bytes(range(256))),
    ],
    ids=["gzip of gzip", "bzip2", "gzip of binary"],
)
def test_compressed_bytes_that_hold_no_readable_text_are_said(data: bytes) -> None:
    """Silence is never clean: what no check can read is counted."""
    encoded = base64.b64encode(data).decode()
    read = read_all([text(f"blob: {encoded}")])
    assert [part.reason for part in read.not_checked] == ["compressed bytes in base64"]


@given(
    st.lists(st.tuples(st.integers(0, 40), st.integers(1, 9))),
    st.integers(0, 300),
    st.integers(1, 60),
)
def test_what_overlaps_is_found_as_by_asking_each(
    gaps_and_sizes: list[tuple[int, int]], start: int, size: int
) -> None:
    """Ranges in order and apart are asked by halving: asking each made a scan quadratic."""
    ranges, at = [], 0
    for gap, length in gaps_and_sizes:
        ranges.append((at + gap, at + gap + length))
        at += gap + length
    end = start + size
    assert overlaps(ranges, start, end) == any(a < end and start < b for a, b in ranges)
