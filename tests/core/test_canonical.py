"""Canonical JSON prints what JavaScript prints, with keys in UTF-16 order."""

from __future__ import annotations

import hashlib
import json
import math
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.core import canonical
from workbench.core.json_text import parse

# JSON as JavaScript can hold it: whole numbers are safe integers, floats are finite.
SCALARS = (
    st.none()
    | st.booleans()
    | st.integers(-(2**53) + 1, 2**53 - 1)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text()
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)

# What ECMAScript's Number::toString prints (checked with Node 20: ``String(x)``).
JAVASCRIPT_NUMBERS = [
    (5e-324, "5e-324"),
    (1.7976931348623157e308, "1.7976931348623157e+308"),
    (0.000001, "0.000001"),
    (1e-7, "1e-7"),
    (123456.789, "123456.789"),
    (1e21, "1e+21"),
    (1e20, "100000000000000000000"),
    (0.1, "0.1"),
    (100.0, "100"),
    (12345678901234567890.0, "12345678901234567000"),
    (float(2**60), "1152921504606847000"),
    (-0.0, "0"),
    (-1.5e-9, "-1.5e-9"),
]


@pytest.mark.parametrize(("number", "text"), JAVASCRIPT_NUMBERS)
def test_a_double_is_printed_as_javascript_prints_it(number: float, text: str) -> None:
    assert canonical.number_text(number) == text


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_a_printed_double_reads_back_as_the_same_double(number: float) -> None:
    assert float(canonical.number_text(number)) == number


@given(VALUES)
def test_canonical_text_reads_back_as_an_equal_value(value: object) -> None:
    text = canonical.canonical_text(value)  # type: ignore[arg-type]
    again = parse(text, javascript_numbers=True)
    assert again == value
    assert canonical.canonical_text(again) == text


@given(VALUES)
def test_pretty_and_canonical_say_the_same(value: object) -> None:
    pretty = canonical.pretty_bytes(value)  # type: ignore[arg-type]
    assert pretty.endswith(b"\n")
    assert canonical.canonical_text(
        parse(pretty, javascript_numbers=True)
    ) == canonical.canonical_text(value)  # type: ignore[arg-type]


def test_keys_are_sorted_by_utf16_units_not_by_code_points() -> None:
    """An astral character sorts before U+FB00, since its first unit is a surrogate."""
    assert canonical.canonical_text({"\ufb00": 1, "\U0001d4b3": 2}).startswith('{"\U0001d4b3"')


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf, 2**53 + 1, 10**400, {1}, b"x"])
def test_what_json_cannot_hold_is_refused(value: object) -> None:
    with pytest.raises(canonical.NotCanonical):
        canonical.canonical_text(value)  # type: ignore[arg-type]


def test_a_lone_surrogate_is_escaped_and_encodes() -> None:
    assert canonical.canonical_bytes("\ud800") == b'"\\ud800"'


def test_deep_nesting_is_refused_and_not_a_recursion_error() -> None:
    value: list[object] = []
    for _ in range(100_000):
        value = [value]
    with pytest.raises(canonical.NotCanonical):
        canonical.canonical_text(value)  # type: ignore[arg-type]


def test_published_vectors_agree(shared: Path) -> None:
    vectors = json.loads((shared / "corpora/play/story_graph/prng/canonical.json").read_text())
    assert vectors
    for vector in vectors:
        value = parse(vector["json"], javascript_numbers=True)
        assert canonical.canonical_text(value) == vector["canonical"]
        assert canonical.digest(value) == vector["sha256"]


def test_a_digest_is_the_sha256_of_the_canonical_bytes() -> None:
    assert canonical.digest({"b": 1, "a": 2}) == hashlib.sha256(b'{"a":2,"b":1}').hexdigest()
