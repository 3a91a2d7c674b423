"""JavaScript's values: strict equality, doubles, text and key order."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from workbench.plays.javascript import (
    UNDEFINED,
    add,
    is_integer,
    is_number,
    own_keys,
    strictly_equal,
    text_of,
)

SCALARS = st.one_of(st.none(), st.booleans(), st.integers(-5, 5), st.floats(-3, 3), st.text("01t"))


def test_a_bool_is_no_number_and_equals_no_number() -> None:
    assert not is_number(True)
    assert not is_integer(False)
    assert not strictly_equal(True, 1)
    assert not strictly_equal(0, False)
    assert strictly_equal(1, 1.0)


def test_undefined_equals_itself_only() -> None:
    assert strictly_equal(UNDEFINED, UNDEFINED)
    assert not strictly_equal(UNDEFINED, None)
    assert not strictly_equal(None, UNDEFINED)
    assert strictly_equal(None, None)


@given(SCALARS, SCALARS)
def test_strict_equality_is_symmetric_and_asks_for_one_type(left: object, right: object) -> None:
    assert strictly_equal(left, right) == strictly_equal(right, left)
    if strictly_equal(left, right):
        assert is_number(left) == is_number(right)
        assert isinstance(left, bool) == isinstance(right, bool)


def test_sums_beyond_two_to_the_53_round_as_doubles() -> None:
    assert add(2**53 - 1, 0) == 2**53 - 1
    assert add(9007199254740991, 2) == 9007199254740992.0  # 2**53 + 1 has no double
    assert isinstance(add(9007199254740991, 2), float)
    assert add(9007199254740992.0, -1) == 9007199254740991
    assert isinstance(add(9007199254740992.0, -1), int)


@given(st.integers(-(2**53), 2**53), st.integers(-(2**53), 2**53))
def test_a_sum_is_what_doubles_give(left: int, right: int) -> None:
    assert float(add(left, right)) == float(left) + float(right)


def test_text_is_what_string_gives() -> None:
    values = [7, 2.5, 1e21, True, None, UNDEFINED, "x", [1, None, "a"], {"a": 1}]
    texts = ["7", "2.5", "1e+21", "true", "null", "undefined", "x", "1,,a", "[object Object]"]
    assert [text_of(value) for value in values] == texts


def test_index_like_keys_come_first_in_numeric_order() -> None:
    keys = dict.fromkeys(["b", "10", "a", "9", "01", "4294967295", "0"])
    assert list(own_keys(keys)) == ["0", "9", "10", "b", "a", "01", "4294967295"]
