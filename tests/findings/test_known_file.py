"""The file of known identities: read strictly, and never quoted."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.core.errors import Refused, Unreadable
from workbench.findings.known_file import read_known

VALUES = st.text(st.characters(min_codepoint=0x21, max_codepoint=0x24F), min_size=1)


def test_no_path_means_no_identities_given() -> None:
    assert read_known(None) is None


@given(
    st.lists(st.tuples(st.sampled_from(["name", "user", "email", "id", "host", "other"]), VALUES))
)
def test_every_line_becomes_an_identity_of_its_kind(
    tmp_path_factory: pytest.TempPathFactory, entries: list[tuple[str, str]]
) -> None:
    path = tmp_path_factory.mktemp("known") / "known.txt"
    entries = [(kind, "".join(value.split())) for kind, value in entries]
    entries = [(kind, value) for kind, value in entries if value]
    path.write_text("".join(f"{kind}: {value}\n" for kind, value in entries), "utf-8")
    known = read_known(path)
    assert known is not None
    assert sorted(known.values()) == sorted(value for _, value in entries)


def test_comments_and_empty_lines_are_left_out(tmp_path: Path) -> None:
    path = tmp_path / "known.txt"
    path.write_text("# who is in it\n\nname:Ada Example\n", "utf-8")
    known = read_known(path)
    assert known is not None
    assert known.names == ("Ada Example",)


@pytest.mark.parametrize("line", ["{person}", "nick:{person}", "name:", ":{person}"])
def test_a_line_that_is_not_understood_is_refused_by_number_without_its_value(
    tmp_path: Path, canaries: Mapping[str, str], line: str
) -> None:
    path = tmp_path / "known.txt"
    path.write_text("name:Ada Example\n" + line.format(**canaries) + "\n", "utf-8")
    with pytest.raises(Refused) as caught:
        read_known(path)
    assert caught.value.where == "line 2"
    assert canaries["person"] not in str(caught.value)


@pytest.mark.parametrize("content", [None, b"name:\xff\xfe\x00"])
def test_a_file_that_cannot_be_read_is_said(tmp_path: Path, content: bytes | None) -> None:
    path = tmp_path / "known.txt"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(Unreadable):
        read_known(path)
