"""Edits spread over pieces give the same text as edits of the whole."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from workbench.core.stand_ins import Edit, apply_edits, stand_in, stand_in_pieces


class Words:
    """Replaces every occurrence of one word."""

    def __init__(self, word: str, replacement: str) -> None:
        self.word, self.replacement = word, replacement

    def edits(self, text: str) -> Sequence[Edit]:
        found, position = [], text.find(self.word)
        while position >= 0:
            found.append(Edit(position, position + len(self.word), self.replacement))
            position = text.find(self.word, position + len(self.word))
        return found


PIECES = st.lists(st.text("ab", max_size=4), max_size=8)


@given(PIECES, st.text("ab", min_size=1, max_size=3), st.text("xy", max_size=5))
def test_pieces_join_to_the_text_replaced_as_a_whole(
    pieces: list[str], word: str, replacement: str
) -> None:
    table = Words(word, replacement)
    changed = stand_in_pieces(pieces, table)
    assert len(changed) == len(pieces)
    assert "".join(changed) == "".join(pieces).replace(word, replacement)


@given(st.text("ab", max_size=12), st.text("ab", min_size=1, max_size=3))
def test_nothing_changes_where_nothing_is_replaced(text: str, word: str) -> None:
    assert stand_in(text, Words("z" + word, "x")) == text


def test_a_name_cut_over_three_deltas_is_replaced_once() -> None:
    table = Words("Ada Example", "person-1-example")
    assert stand_in_pieces(["by A", "da Exam", "ple!"], table) == [
        "by person-1-example",
        "",
        "!",
    ]


def test_edits_keep_what_stands_between_them() -> None:
    assert apply_edits("one two three", [Edit(0, 3, "1"), Edit(8, 13, "3")]) == "1 two 3"
