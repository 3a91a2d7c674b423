"""Captured text becomes runs, lines and folds without losing a character."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from workbench.notebook.views.text import (
    HEAD,
    Mark,
    code_parts,
    context,
    parts,
    presentable,
    runs,
)

texts = st.text(max_size=400)


@st.composite
def marked(draw: st.DrawFn) -> tuple[str, list[Mark]]:
    """A text and marks anywhere in it, overlapping or not."""
    text = draw(texts)
    ends = st.integers(0, len(text))
    pairs = draw(st.lists(st.tuples(ends, ends), max_size=6))
    return text, [Mark(min(a, b), max(a, b), "open", n) for n, (a, b) in enumerate(pairs, 1)]


@given(marked())
def test_runs_hold_every_character_once_and_in_order(given: tuple[str, list[Mark]]) -> None:
    """Marks never drop, double or move text."""
    text, marks = given
    joined = "".join(str(run[0]) for run in runs(text, marks))
    assert joined == "".join(presentable(c) for c in text) or joined == presentable(text)


@given(st.integers(0, 60_000), st.lists(st.integers(0, 60_000), max_size=5))
def test_parts_cover_a_text_without_gaps(length: int, starts: list[int]) -> None:
    """Shown and folded ranges follow each other from the first character to the last."""
    marks = [Mark(s, s + 5, "open") for s in starts if s + 5 <= length]
    made = parts(length, marks)
    edges = [(part.start, part.end) for part in made]
    assert [start for start, _ in edges] == [0, *[end for _, end in edges[:-1]]][: len(edges)]
    assert not edges or edges[-1][1] == length


def test_a_long_text_is_folded_and_the_fold_counts_what_it_hides() -> None:
    """A fold says how many characters and findings are inside."""
    text = "x" * (HEAD + 4_112)
    made = code_parts(text, [])
    assert made[-1]["fold"]["words"] == "4,112 more characters, 0 findings inside"


def test_a_finding_deep_inside_is_shown_with_its_surroundings() -> None:
    """No fold ever covers a finding."""
    text = "a" * 50_000 + "SECRET" + "b" * 50_000
    made = code_parts(text, [Mark(50_000, 50_006, "open", 1)])
    shown = "".join(
        str(run[0])
        for part in made
        if "lines" in part
        for line in part["lines"]
        for run in line["runs"]
    )
    assert "SECRET" in shown
    assert len(shown) < 10_000


@given(marked())
def test_the_context_of_a_card_holds_the_whole_value(given: tuple[str, list[Mark]]) -> None:
    """The value is never cut, wherever it stands."""
    text, marks = given
    for mark in marks[:1]:
        value = presentable(text[mark.start : mark.end]).replace("\n", "")
        shown = "".join(
            str(r[0]) for line in context(text, mark) for r in line if len(r) > 1 and r[1] == "open"
        )
        assert value == shown


def test_a_lone_surrogate_can_be_sent() -> None:
    """What no message can carry becomes a replacement character, and pairs stay what they are."""
    assert presentable("a\ud800b\U0001f600").encode("utf-8").decode() == "a\ufffdb\U0001f600"
