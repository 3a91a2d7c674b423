"""What was deleted elsewhere is forgotten here, whole, and nothing else is."""

from __future__ import annotations

from pathlib import Path

from workbench.review import journal
from workbench.review.forgetting import forget_captures


def test_the_journal_forgets_the_capture_that_is_gone_and_no_other(captures, state) -> None:
    captures.add("first")
    captures.add("second", "something else")
    with captures.review() as review:
        first, second = review.queue()
        for row in (first, second):
            review.do("defer", item=row.key)
        items = {entry.item for entry in review.entries()}
    assert len(items) == 2
    place = "first.fake.json"
    assert forget_captures(captures.folder, state=state, gone=[place]) > 0
    with captures.review() as review:
        assert {entry.item for entry in review.entries()} < items
        assert [row.state for row in review.queue()] == ["captured", "deferred"]
    assert forget_captures(captures.folder, state=state, gone=[place]) == 0


def test_a_lease_and_where_a_reviewer_stood_are_forgotten_too(captures, state) -> None:
    captures.add("first")
    review = captures.review(leases=True)
    (row,) = review.queue()
    review.do("open", item=row.key)
    beside = captures.folder / ".workbench"
    (beside / "place.json").write_text(f'{{"item": "{row.key}"}}')
    (beside / "other.json").write_text('{"item": "another"}')
    assert list((beside / "leases").iterdir())
    forget_captures(captures.folder, state=state, gone=["first.fake.json"])
    assert list((beside / "leases").iterdir()) == []
    assert [path.name for path in beside.glob("*.json")] == ["other.json"]


def test_everything_but_what_is_kept_is_forgotten(captures, state) -> None:
    captures.add("first")
    captures.add("second", "something else")
    with captures.review() as review:
        for row in review.queue():
            review.do("defer", item=row.key)
    kept = "second.fake.json"
    assert forget_captures(captures.folder, state=state, kept=[kept]) > 0
    with captures.review() as review:
        assert [row.state for row in review.queue()] == ["captured", "deferred"]


def test_a_folder_that_was_never_reviewed_is_left_as_it_is(captures, state) -> None:
    captures.add("first")
    assert forget_captures(captures.folder, state=state, gone=["first.fake.json"]) == 0
    assert not (captures.folder / ".workbench").exists()


def test_what_was_decided_while_the_folder_could_not_be_written_to_is_forgotten_too(
    captures, state, monkeypatch
) -> None:
    captures.add("first")
    prepare = journal._prepare

    def refused(path: Path) -> None:
        if captures.folder in path.parents:
            raise OSError(30, "Read-only file system")
        prepare(path)

    with monkeypatch.context() as patched:
        patched.setattr(journal, "_prepare", refused)
        with captures.review() as review:
            review.do("defer", item=review.queue()[0].key)
    assert forget_captures(captures.folder, state=state, gone=["first.fake.json"]) > 0
    with captures.review() as review:
        assert review.entries() == ()
