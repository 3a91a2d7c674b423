"""What a store tells of a capture: how long it may be kept, and who is in it."""

from __future__ import annotations

from pathlib import Path

import pytest
from review_folder import only

from workbench.core.errors import BadCommand, WorkbenchError
from workbench.findings import KnownIdentities
from workbench.review.leases import FolderCustody

IN_IT = KnownIdentities(users=("zebedee-canary",))


class Store(FolderCustody):
    """A store that keeps each capture for ``days``, and knows who is in it."""

    def __init__(self, *, days: int | None = None, known: KnownIdentities | None = None) -> None:
        super().__init__(None, tag=str)
        self.days = days
        self.people = known

    def days_left(self, unit: Path) -> int | None:
        return self.days

    def known(self, unit: Path) -> KnownIdentities | None:
        return self.people


def test_a_capture_whose_time_is_over_cannot_be_opened(captures, monkeypatch) -> None:
    captures.add("anything", "the words of zebedee")
    review = captures.review(custody=Store(days=0))
    monkeypatch.setattr("workbench.review.shelf.load", lambda *_, **__: pytest.fail("it was read"))
    key = only(review)
    item = review.item(key)
    assert item.state == "refused"
    assert item.sentence == "This capture's time is over. It can no longer be opened."
    assert item.fixture is None
    for command in ("open", "rename", "stage", "export"):
        try:
            review.do(command, item=key, name="reply-kept", held=True)
        except WorkbenchError:
            continue
        assert command == "open"
    assert not captures.promoted.exists()


def test_a_capture_that_expires_while_it_is_open_is_closed(captures) -> None:
    captures.add("anything")
    store = Store(days=1)
    review = captures.review(custody=store)
    key = only(review)
    assert review.item(key).fixture is not None
    store.days = 0
    assert review.item(key).fixture is None
    with pytest.raises(BadCommand, match="time is over"):
        review.do("stage", item=key)


def test_who_is_in_a_capture_is_found_in_it_and_in_its_new_name(captures) -> None:
    captures.add("anything", "the words of zebedee-canary")
    review = captures.review(known=None, custody=Store(known=IN_IT))
    key = only(review)
    assert [finding.value for finding in review.item(key).open_findings] == ["zebedee-canary"]
    assert "refuse" in {mark.level for mark in review.name_check(key, "yranac-eedebez-reply")}


def test_where_nobody_told_who_is_in_it_the_derived_checks_are_not_run(captures) -> None:
    """The machine's own login is nobody's in the capture."""
    captures.add("anything")
    review = captures.review(known=None)
    key = only(review)
    review.do("rename", item=key, name="reply-kept", reason="vocabulary")
    for gate in ("Name", "Seed"):
        assert review.item(key).gate(gate).status == "idle"
        assert "Derived-from checks not run" in review.item(key).gate(gate).sentence
