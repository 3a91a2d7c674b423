"""JSON is read strictly, and a mistake is one known error with a place."""

from __future__ import annotations

import pytest

from workbench.core.json_text import MAX_DEPTH, NotJson, parse


@pytest.mark.parametrize(
    "text",
    [
        "",
        "NaN",
        "[Infinity]",
        "-Infinity",
        "1e400",
        "{'a':1}",
        "007",
        '{"a":1} x',
        "[1,]",
        "\ufeff{}",
    ],
)
def test_what_is_not_rfc_8259_is_refused(text: str) -> None:
    with pytest.raises(NotJson):
        parse(text)


def test_invalid_utf8_is_refused_with_its_offset() -> None:
    with pytest.raises(NotJson) as caught:
        parse(b'{"a": "\xff"}')
    assert caught.value.offset == 7


@pytest.mark.parametrize("depth", [MAX_DEPTH + 1, 10_000, 1_000_000])
def test_nesting_past_the_limit_is_refused_without_a_recursion_error(
    depth: int,
) -> None:
    with pytest.raises(NotJson, match="nested"):
        parse("[" * depth + "]" * depth)


def test_nesting_at_the_limit_is_read() -> None:
    assert parse("[" * MAX_DEPTH + "]" * MAX_DEPTH) is not None


def test_a_number_of_a_million_digits_is_refused() -> None:
    with pytest.raises(NotJson):
        parse("1" * 1_000_000)


def test_the_last_of_duplicate_keys_wins() -> None:
    assert parse('{"a":1,"a":2}') == {"a": 2}


def test_javascript_numbers_are_doubles() -> None:
    value = parse("[1.0, 1e3, 123456789012345680000, 0.5]", javascript_numbers=True)
    assert value == [1, 1000, 123456789012345680000.0, 0.5]
    assert [type(number) for number in value] == [int, int, float, float]


def test_the_message_names_the_place_and_not_the_text() -> None:
    with pytest.raises(NotJson) as caught:
        parse('{"a": 1,\n "b": canary-example}')
    assert "line 2" in str(caught.value)
    assert "canary" not in str(caught.value)
