"""Captured text on a terminal: visible, harmless, and plain where nobody watches."""

from __future__ import annotations

import io
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.cli.printing import counted, escaped, masked


@given(st.text())
def test_no_character_that_a_terminal_acts_on_is_printed(text: str) -> None:
    for character in escaped(text):
        assert unicodedata.category(character) not in {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}


@given(st.text(alphabet=st.characters(min_codepoint=0x20, max_codepoint=0x7E)))
def test_plain_text_is_printed_as_it_is(text: str) -> None:
    assert escaped(text) == text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b[2J", "\\x1b[2J"),
        ("a\u202eb", "a\\u202eb"),
        ("a\u200bb", "a\\u200bb"),
        ("one\ntwo\tthree\r", "one\\ntwo\\tthree\\r"),
        ("\U000e0041", "\\U000e0041"),
        ("\x9b31m", "\\x9b31m"),
        ("Zürich 東京", "Zürich 東京"),
    ],
)
def test_hidden_characters_are_shown_as_escapes(text: str, shown: str) -> None:
    assert escaped(text) == shown


def test_long_text_is_counted_and_never_dropped_silently() -> None:
    assert escaped("a" * 1_010, limit=10) == "a" * 10 + "… 1,000 more characters"


@given(st.text())
def test_a_shape_has_no_letter_or_digit_of_its_value(value: str) -> None:
    shape = masked(value)
    assert set(shape) <= set("x0…") | {chr(code) for code in range(0x20, 0x7F)}
    assert not any(c.isalnum() and c not in "x0" for c in shape)


def test_counting_gives_every_thing_in_order_and_prints_nothing_when_it_is_quick(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert list(counted([3, 1, 2], "Fixture")) == [3, 1, 2]
    assert capsys.readouterr().err == ""


def test_counting_tells_how_far_it_is_when_it_takes_long(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    clock = iter(range(0, 1000, 4))
    monkeypatch.setattr("time.monotonic", lambda: next(clock))
    list(counted(range(4), "Fixture"))
    said = capsys.readouterr().err
    assert "Fixture 2 of 4\n" in said
    assert "\x1b" not in said


def test_a_terminal_that_cannot_show_a_character_gets_its_escape(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from workbench.cli.printing import say, tolerate_any_encoding

    raw = io.BytesIO()
    monkeypatch.setattr("sys.stdout", io.TextIOWrapper(raw, encoding="ascii"))
    tolerate_any_encoding()
    say("✓ Loads")
    import sys

    sys.stdout.flush()
    assert raw.getvalue() == b"\\u2713 Loads\n"
