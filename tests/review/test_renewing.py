"""Goldens of promoted fixtures: what changed is told, and written only when a person approved it."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from review_folder import decide, only

from workbench.core.canonical import digest_bytes
from workbench.core.errors import BadCommand, GateClosed, NotWritten, Unreadable
from workbench.core.fixture import ReplayEnvironment
from workbench.core.outcome import Meaning
from workbench.review import Reason, promoted_folders, renew, renewing, standing, verify_promoted

NAME = "reply-kept-after-reload"
HERE = ReplayEnvironment()


@pytest.fixture
def promoted(captures) -> Path:
    captures.add("quillon-nobody-run", "first words", "second words")
    review = captures.review()
    key = only(review)
    decide(review, key, NAME)
    review.do("stage", item=key)
    review.do("export", item=key, held=True)
    return captures.promoted / NAME


@pytest.fixture
def other_engine(promoted: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After the promotion: an engine under which every outcome ends otherwise, here and in fresh processes."""
    monkeypatch.setenv("FAKE_ENDING", "lost")


def held(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_what_still_gives_the_same_bytes_needs_nobody(promoted: Path) -> None:
    stood = standing(promoted, environment=HERE)
    assert stood.change is not None
    assert stood.change.meaning is Meaning.SAME
    assert not stood.needs_person
    assert stood.digest == ""
    with pytest.raises(BadCommand, match="no new golden"):
        renew(stood, approved="0" * 64, reason=Reason.INTENDED)


@pytest.mark.usefixtures("other_engine")
def test_another_ending_is_shown_and_nothing_is_written(promoted: Path) -> None:
    before = held(promoted)
    stood = standing(promoted, environment=HERE)
    assert stood.change is not None
    assert stood.change.meaning is Meaning.DIFFERENT_ENDING
    assert stood.needs_person
    assert held(promoted) == before


@pytest.mark.usefixtures("other_engine")
def test_an_approval_writes_the_bytes_shown_and_an_entry(promoted: Path) -> None:
    before = held(promoted)
    stood = standing(promoted, environment=HERE)
    renew(stood, approved=stood.digest, reason=Reason.INTENDED)
    after = held(promoted)
    assert digest_bytes(after[f"{NAME}.outcome.json"]) == stood.digest
    assert json.loads(after[f"{NAME}.outcome.json"])["ending"] == "lost"
    (entry,) = json.loads(after[f"{NAME}.review.json"])["history"]
    assert entry["outcome"] == stood.digest
    assert entry["meaning"] == "different ending"
    assert entry["before"] == json.loads(before[f"{NAME}.review.json"])["digest"]
    assert after[f"{NAME}.fake.json"] == before[f"{NAME}.fake.json"]
    assert verify_promoted(promoted) == ()
    assert not standing(promoted, environment=HERE).needs_person


@pytest.mark.usefixtures("other_engine")
def test_another_digest_than_the_one_shown_is_refused(promoted: Path) -> None:
    before = held(promoted)
    stood = standing(promoted, environment=HERE)
    with pytest.raises(BadCommand, match="not that of the outcome"):
        renew(stood, approved="0" * 64, reason=Reason.MENDED)
    assert held(promoted) == before


@pytest.mark.usefixtures("other_engine")
@pytest.mark.parametrize("file", ["fake", "review", "outcome"])
def test_a_folder_that_changed_after_the_replay_is_not_written_to(
    promoted: Path, file: str
) -> None:
    stood = standing(promoted, environment=HERE)
    path = promoted / f"{NAME}.{file}.json"
    path.write_bytes(path.read_bytes() + b" ")
    before = held(promoted)
    with pytest.raises(GateClosed, match="changed since"):
        renew(stood, approved=stood.digest, reason=Reason.INTENDED)
    assert held(promoted) == before


def test_what_is_not_as_it_was_reviewed_is_told_and_not_replayed(promoted: Path) -> None:
    path = promoted / f"{NAME}.fake.json"
    path.write_bytes(path.read_bytes().replace(b"first", b"third"))
    stood = standing(promoted, environment=HERE)
    assert [problem.code for problem in stood.problems] == ["changed_fixture", "changed_fixture"]
    assert stood.needs_person
    assert stood.change is None


@pytest.mark.usefixtures("other_engine")
def test_two_replays_that_differ_give_nothing_to_approve(
    promoted: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAKE_WOBBLES", "1")
    stood = standing(promoted, environment=HERE)
    assert stood.recording is not None
    assert not stood.recording.agree
    assert stood.digest == ""


@pytest.mark.usefixtures("other_engine")
def test_a_renewal_stopped_between_its_two_files_is_told_and_can_be_finished(
    promoted: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The record is written first; then the disk is full."""
    write = renewing.write_file

    def full(path: Path, data: bytes) -> None:
        if path.name.endswith(".outcome.json"):
            raise NotWritten("Nothing was written")
        write(path, data)

    stood = standing(promoted, environment=HERE)
    monkeypatch.setattr(renewing, "write_file", full)
    with pytest.raises(NotWritten):
        renew(stood, approved=stood.digest, reason=Reason.INTENDED)
    assert [problem.code for problem in verify_promoted(promoted)] == ["changed_outcome"]
    monkeypatch.setattr(renewing, "write_file", write)
    again = standing(promoted, environment=HERE)
    assert again.digest == stood.digest
    renew(again, approved=again.digest, reason=Reason.INTENDED)
    assert verify_promoted(promoted) == ()
    assert len(json.loads(held(promoted)[f"{NAME}.review.json"])["history"]) == 1


def test_folders_are_found_below_and_at_a_path(promoted: Path) -> None:
    (promoted.parent / "elsewhere").mkdir()
    os.symlink(promoted, promoted.parent / "elsewhere" / "linked")
    assert promoted_folders([promoted.parent]) == (promoted,)
    assert promoted_folders([promoted]) == (promoted,)
    with pytest.raises(Unreadable):
        promoted_folders([promoted.parent / "elsewhere"])
