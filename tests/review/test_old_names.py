"""What is left of a short old name: in a file's name nothing is chance, in our own record it may be."""

from __future__ import annotations

import pytest

from workbench.review.promotion import ToGo, sweep

AUDIT = "reply-kept.review.json"


def found(old_name: str, *, file: str, record: bytes = b"{}") -> int:
    files = {file: b"{}", AUDIT: record}
    return sweep(files, to_go=ToGo((), old_name), ours=(AUDIT,)).count


@pytest.mark.parametrize("old", ["quo", "zoltan", "ZOLTAN", "harbour-run-7"])
def test_an_old_name_in_a_file_name_is_residue_however_short_it_is(old: str) -> None:
    assert found(old, file=f"{old.lower()}.fixture.json") == 1


def test_an_ordinary_word_was_no_name_and_may_stay() -> None:
    assert found("test", file="login-test-kept.fixture.json") == 0


def test_a_short_old_name_in_our_own_record_is_chance_and_a_long_one_is_not() -> None:
    assert found("zoltan", file="a.json", record=b'{"by":"zoltan"}') == 0
    assert found("harbour-run-7", file="a.json", record=b'{"by":"harbour-run-7"}') == 1
