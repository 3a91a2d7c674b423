"""A changed text says what it says change by change, and every part of it knows where it came from."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.findings import alignment
from workbench.findings.alignment import Aligned, Replaced, align, respell, rewrite

ODD = re.compile(r"(\d{1,3}|<[a-z]{0,4}>|é)")
LONGEST = 6
NOW = {"1": "one", "12": "", "<>": "<>", "<a>": "A", "é": "e"}
TEXTS = st.text(alphabet="ab12<>é ", max_size=60)


def change(piece: str) -> str:
    return NOW.get(piece, piece)


def one_by_one(text: str) -> Aligned:
    """The same with an object for every change, and none for a piece that stays as it is."""
    pieces = ((*match.span(), match.group()) for match in ODD.finditer(text))
    changes = (Replaced(start, end, change(piece)) for start, end, piece in pieces)
    return align(text, (each for each in changes if each.value != text[each.start : each.end]))


def ranges(size: int) -> list[tuple[int, int]]:
    return [(start, end) for start in range(size + 1) for end in range(start, size + 1)]


@pytest.mark.parametrize("part", [24, 65_536])
@given(text=TEXTS)
def test_rewriting_is_aligning_each_change(part: int, text: str) -> None:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(alignment, "PART", part)
        found = rewrite(text, ODD, change, reach=LONGEST)
    wanted = one_by_one(text)
    assert found.value == wanted.value
    asked = ranges(len(found.value))
    assert [found.outer(*each) for each in asked] == [wanted.outer(*each) for each in asked]


@given(text=st.text(alphabet="abé日ﬁ\u200b", max_size=40))
def test_respelling_gives_each_character_its_own_place(text: str) -> None:
    spelling = {ord("é"): "e", ord("ﬁ"): "fi", ord("\u200b"): ""}
    found = respell(text, spelling)
    whence = [at for at, each in enumerate(text) for _ in spelling.get(ord(each), each)]
    assert found.value == "".join(spelling.get(ord(each), each) for each in text)
    for start, end in ranges(len(found.value)):
        if end > start:
            assert found.outer(start, end) == (whence[start], whence[end - 1] + 1)


def test_marks_belong_to_the_letter_before_them() -> None:
    text = "e\u0301\u0302x"
    found = respell(text, {0x301: "", 0x302: ""})
    assert found.value == "ex"
    assert (found.outer(0, 1), found.outer(1, 2)) == ((0, 3), (3, 4))


def test_an_empty_text_stays_empty() -> None:
    assert rewrite("", ODD, change, reach=LONGEST).value == ""
    assert respell("", {}).value == ""
