"""Whether a notebook may be saved: every channel of the file is searched, and zero is the only pass."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any

import pytest
from review_folder import decide, only

from workbench.core.errors import BadCommand, GateClosed, Unreadable
from workbench.review.saving import search_notebook

WHO = "zebedee.canary@mail.zq-canary.net"


def notebook(**members: Any) -> bytes:
    cell = {
        "cell_type": "code",
        "id": "one",
        "source": ["ReviewApp()"],
        "metadata": {},
        "outputs": [],
        "execution_count": None,
    }
    cell.update(members.pop("cell", {}))
    body = {"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 5, **members}
    return json.dumps(body).encode()


def output(text: str) -> dict[str, Any]:
    return {"outputs": [{"output_type": "stream", "name": "stdout", "text": [text]}]}


def test_a_clean_notebook_may_be_saved() -> None:
    check = search_notebook(notebook(), [WHO])
    assert check.clean
    assert check.sentence.startswith("Yes, it can be saved: 0 of 1 known value in ")


@pytest.mark.parametrize(
    ("channel", "data"),
    [
        ("sources", notebook(cell={"source": [f"open('{WHO}')"]})),
        ("saved outputs", notebook(cell=output(f"from {WHO}\n"))),
        ("attachments", notebook(cell={"attachments": {"a.txt": {"text/plain": WHO}}})),
        ("cell metadata", notebook(cell={"metadata": {"tags": [WHO]}})),
        ("widget state", notebook(metadata={"widgets": {"state": {"x": {"value": WHO}}}})),
        ("metadata", notebook(metadata={"title": WHO})),
        ("metadata", notebook(somewhere_else=[WHO])),
        ("file", b"not a notebook, " + WHO.encode()),
        ("file", json.dumps([WHO]).encode()),
    ],
)
def test_every_channel_of_the_file_is_searched(channel: str, data: bytes) -> None:
    check = search_notebook(data, [WHO])
    assert [name for name, _ in check.where] == [channel]
    assert f"in this notebook's {channel} (" in check.sentence
    assert "canary" not in check.sentence


@pytest.mark.parametrize(
    "hidden",
    [
        base64.b64encode(f"mail {WHO} please".encode()).decode(),
        WHO.upper(),
        WHO.encode().hex(),
        WHO.replace("@", "%40"),
        json.dumps({"text": json.dumps({"from": WHO})}),
        f"{WHO[:9]}",
    ],
)
def test_other_spellings_are_found_and_parts_of_a_value_are_not(hidden: str) -> None:
    found = not search_notebook(notebook(cell=output(hidden)), [WHO]).clean
    assert found == (hidden != WHO[:9])


def test_a_value_over_the_end_of_a_line_is_found() -> None:
    cell = {"outputs": [{"output_type": "stream", "name": "stdout", "text": [WHO[:12], WHO[12:]]}]}
    assert not search_notebook(notebook(cell=cell), [WHO]).clean


def test_the_open_items_are_what_is_searched_for(captures, tmp_path: Path) -> None:
    captures.add("anything", f"write to {WHO}")
    review = captures.review()
    path = tmp_path / "review.ipynb"
    path.write_bytes(notebook(cell=output(f"from {WHO}\n")))
    review.do("open", item=only(review))
    check = review.can_save(path)
    assert check.where == (("saved outputs", 1),)
    path.write_bytes(notebook())
    assert review.can_save(path).clean
    with pytest.raises(BadCommand, match="which notebook"):
        review.can_save()
    with pytest.raises(Unreadable):
        review.can_save(tmp_path / "nothing.ipynb")


def test_nothing_is_exported_while_it_stands_in_the_notebook(captures, tmp_path: Path) -> None:
    path = tmp_path / "review.ipynb"
    path.write_bytes(notebook(cell={"source": ["ReviewApp('quillon-nobody-run')"]}))
    captures.add("quillon-nobody-run", "hello")
    review = captures.review(notebook=path)
    key = only(review)
    decide(review, key)
    with pytest.raises(GateClosed) as closed:
        review.do("stage", item=key)
    assert closed.value.what == (
        "Blocked: something that was to go is still in this notebook's sources (1 place)."
    )
    assert not captures.promoted.exists()
    path.write_bytes(notebook())
    review.do("stage", item=key)
    path.write_bytes(notebook(cell=output("quillon-nobody-run")))
    with pytest.raises(GateClosed, match="saved outputs"):
        review.do("export", item=key, held=True)
    path.unlink()
    review.do("export", item=key, held=True)
    assert captures.promoted.exists()
