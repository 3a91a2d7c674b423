"""The door: all or nothing, whatever is killed or full, and never anything that was to go."""

from __future__ import annotations

import errno
import gzip
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from review_folder import KNOWN, decide, only

from workbench.core.errors import BadCommand, GateClosed, NotWritten
from workbench.core.files import folder_bytes
from workbench.review import Review, promote, promotion, stand_ins, verify_promoted
from workbench.review.state import fold

NAME = "reply-kept-after-reload"
EMAIL = "zebedee.canary@mail.zq-canary.net"


@pytest.fixture
def staged(captures):
    """A review whose only capture is staged."""
    captures.add("anything", f"write to {EMAIL}", "bye")
    review = captures.review()
    key = only(review)
    (finding,) = review.item(key).open_findings
    review.do("judge", item=key, finding=finding.key, verdict="identifies")
    decide(review, key, NAME)
    review.do("stage", item=key)
    return review


def visible(folder: Path) -> list[str]:
    if not folder.exists():
        return []
    return sorted(path.name for path in folder.iterdir() if not path.name.startswith("."))


def test_the_plan_is_what_is_written(staged, captures) -> None:
    """Files, sizes and digests that were shown are those that are there afterwards."""
    plan = staged.export_plan(only(staged))
    assert [file.what for file in plan.files] == ["fixture", "golden outcome", "audit record"]
    assert plan.residue == 0
    assert plan.places_searched > 10
    staged.do("export", item=only(staged), typed_name=NAME)
    written = folder_bytes(captures.promoted / NAME)
    assert written == dict(plan.data)
    assert {f"{NAME}/{name}": len(data) for name, data in written.items()} == {
        file.name: file.size for file in plan.files
    }
    assert verify_promoted(captures.promoted / NAME) == ()


def test_exporting_again_is_the_same_and_does_nothing(staged, captures) -> None:
    key = only(staged)
    staged.do("export", item=key, held=True)
    before = {path.name: path.stat().st_mtime_ns for path in (captures.promoted / NAME).iterdir()}
    assert staged.do("export", item=key, held=True).sentence.startswith("Exactly these files")
    after = {path.name: path.stat().st_mtime_ns for path in (captures.promoted / NAME).iterdir()}
    assert after == before


def test_another_fixture_of_that_name_is_never_overwritten(staged, captures) -> None:
    other = captures.promoted / NAME
    other.mkdir(parents=True)
    (other / "mine.txt").write_text("mine")
    with pytest.raises(NotWritten, match="already there with other content"):
        staged.do("export", item=only(staged), held=True)
    assert visible(other) == ["mine.txt"]
    assert visible(captures.promoted) == [NAME]
    assert staged.item(only(staged)).state == "ready"


_EXPORT = """
import os, signal, subprocess, sys
from pathlib import Path
sys.path[:0] = {path!r}
from workbench.findings import KnownIdentities
from workbench.review import Review
folder, at = Path(sys.argv[1]), int(sys.argv[2])
calls = 0

def killing(real, *, after):
    def call(*args, **options):
        global calls
        calls += 1
        if calls == at and not after:
            os.kill(os.getpid(), signal.SIGKILL)
        result = real(*args, **options)
        if calls == at and after:
            os.kill(os.getpid(), signal.SIGKILL)
        return result
    return call

review = Review.open(folder, known=KnownIdentities(users=("quillon-nobody",)))
(row,) = review.queue()
review.item(row.key)
os.fsync = killing(os.fsync, after=True)
os.rename = killing(os.rename, after=sys.argv[3] == "after")
subprocess.run = killing(subprocess.run, after=False)
review.do("export", item=row.key, held=True)
print("done", calls)
"""


def _export(captures, at: int, when: str) -> subprocess.CompletedProcess[str]:
    code = _EXPORT.format(path=[entry for entry in sys.path if entry])
    return subprocess.run(
        [sys.executable, "-c", code, str(captures.folder), str(at), when],
        capture_output=True,
        text=True,
        check=False,
    )


def test_killed_at_any_moment_there_is_all_or_nothing(staged, captures) -> None:
    """SIGKILL at every flush, replay and rename: no half export, no lost decision, and it goes on."""
    staged.close()
    decisions = None
    at = 0
    placed = False
    while True:
        at += 1
        result = _export(captures, at, "after" if at % 2 else "before")
        review = captures.review()
        key = only(review)
        kept = fold(review.entries()).items
        decisions = decisions or kept
        if result.returncode == 0:
            assert review.item(key).state == "promoted"
            break
        assert result.returncode == -signal.SIGKILL, result.stderr
        assert kept == decisions, "a decision was lost or one was made"
        placed = placed or visible(captures.promoted) == [NAME]
        if placed:
            assert verify_promoted(captures.promoted / NAME) == ()
        else:
            assert visible(captures.promoted) == []
        review.close()
    assert at > 5
    assert visible(captures.promoted) == [NAME]
    assert verify_promoted(captures.promoted / NAME) == ()


@pytest.mark.parametrize("call", ["fsync", "rename"])
def test_a_full_disk_writes_nothing_and_loses_nothing(
    staged, captures, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    def full(*args: object, **options: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, call, full)
        with pytest.raises(NotWritten, match="no space left on device"):
            staged.do("export", item=only(staged), held=True)
    assert visible(captures.promoted) == []
    assert staged.item(only(staged)).state == "ready"
    staged.do("export", item=only(staged), held=True)
    assert visible(captures.promoted) == [NAME]


def test_a_folder_that_cannot_be_written_to_is_told(captures) -> None:
    captures.add("anything")
    captures.promoted.write_text("a file is in the way")
    review = captures.review()
    key = only(review)
    decide(review, key, NAME)
    review.do("stage", item=key)
    with pytest.raises(NotWritten):
        review.do("export", item=key, held=True)
    assert review.item(key).state == "ready"


def test_what_reads_back_differently_is_not_placed(
    staged, captures, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = promotion.folder_bytes
    monkeypatch.setattr(
        promotion,
        "folder_bytes",
        lambda path: {name: data + b" " for name, data in read(path).items()},
    )
    with pytest.raises(NotWritten, match="What was read back is not what was written"):
        staged.do("export", item=only(staged), held=True)
    assert visible(captures.promoted) == []


def test_staged_files_that_replay_differently_are_not_placed(
    staged, captures, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = promotion.record
    monkeypatch.setattr(
        promotion,
        "record",
        lambda family, files, **options: real(
            family, {name: data.replace(b"bye", b"byf") for name, data in files.items()}, **options
        ),
    )
    with pytest.raises(GateClosed, match="another outcome than the one approved"):
        staged.do("export", item=only(staged), held=True)
    assert visible(captures.promoted) == []


def test_a_string_that_takes_no_stand_in_blocks_the_contents(captures) -> None:
    """The fake family rewrites steps only: what it reads and cannot write is said at once."""
    captures.add("anything", f"write to {EMAIL}", note=f"seen by {EMAIL}")
    review = captures.review()
    key = only(review)
    (finding,) = review.item(key).open_findings
    review.do("judge", item=key, finding=finding.key, verdict="identifies")
    contents = review.item(key).gate("Contents")
    assert contents.status == "fail"
    assert contents.sentence.startswith("1 string can be read here and not written anew")
    assert EMAIL not in contents.sentence


def packed_characters(text: str) -> str:
    """A cassette whose answer is gzip written as characters, which only its header tells."""
    packed = gzip.compress(json.dumps({"note": text}).encode(), mtime=0).decode("latin-1")
    headers = {"content-type": ["application/json"], "content-encoding": ["gzip"]}
    asked = {"method": "GET", "uri": "https://api.example.com/v1/x", "headers": {}, "body": ""}
    status = {"code": 200, "message": "OK"}
    answer = {"status": status, "headers": headers, "body": {"string": packed}}
    return yaml.safe_dump({"interactions": [{"request": asked, "response": answer}], "version": 1})


def through_the_door(review: Review, key: str) -> None:
    """Both steps through the door: either may refuse."""
    review.do("stage", item=key)
    review.do("export", item=key, held=True)


@pytest.mark.parametrize("checked_early", [True, False])
def test_what_only_a_family_can_read_does_not_get_through(
    captures, monkeypatch: pytest.MonkeyPatch, checked_early: bool
) -> None:
    """Neither at the contents nor, were that check gone, at the door, which reads as the family does."""
    (captures.folder / "packed.yaml").write_text(packed_characters(f"write to {EMAIL}"))
    if not checked_early:
        monkeypatch.setattr(stand_ins, "_unwritten", lambda *of: 0)
    review = captures.review()
    key = only(review)
    for finding in review.item(key).open_findings:
        identifies = finding.value == EMAIL
        verdict = {"verdict": "identifies"} if identifies else {"verdict": "not_identifying"}
        reason = {} if identifies else {"reason": "other"}
        review.do("judge", item=key, finding=finding.key, **verdict, **reason)
    decide(review, key, NAME)
    with pytest.raises(GateClosed) as caught:
        through_the_door(review, key)
    wanted = "not written anew" if checked_early else "still in the fixture (1 place)"
    assert wanted in str(caught.value)
    assert EMAIL not in str(caught.value)
    assert visible(captures.promoted) == []


def test_what_a_stand_in_missed_is_found_by_the_sweep(
    captures, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The last defence, were the check at the contents gone: what is staged is searched."""
    monkeypatch.setattr(stand_ins, "_unwritten", lambda *of: 0)
    captures.add("anything", f"write to {EMAIL}", note=f"seen by {EMAIL}")
    review = captures.review()
    key = only(review)
    (finding,) = review.item(key).open_findings
    review.do("judge", item=key, finding=finding.key, verdict="identifies")
    decide(review, key, NAME)
    with pytest.raises(
        GateClosed, match="something that was to go is still in the fixture"
    ) as caught:
        review.do("stage", item=key)
    assert EMAIL not in str(caught.value)
    assert review.item(key).gate("Residue").status == "fail"
    assert review.item(key).state == "blocked"
    assert visible(captures.promoted) == []


def test_a_decision_after_staging_takes_the_item_out_of_the_export(staged) -> None:
    key = only(staged)
    assert staged.item(key).staged
    staged.do("rename", item=key, name="reply-kept", reason="vocabulary")
    assert not staged.item(key).staged
    with pytest.raises(GateClosed, match="not staged"):
        staged.do("export", item=key, held=True)


def test_a_file_that_changes_after_staging_is_not_exported(staged, captures) -> None:
    (path,) = captures.folder.glob("*.json")
    path.write_text(path.read_text().replace("bye", "by "))
    with pytest.raises(GateClosed):
        staged.do("export", item=only(staged), held=True)
    assert visible(captures.promoted) == []


def test_what_a_killed_process_left_is_swept_later(staged, captures) -> None:
    """Only what is too old to be written by anyone: another export may be running."""
    for name, age in (("old", 7_200), ("new", 60)):
        left = captures.promoted / f".staging-{name}"
        left.mkdir(parents=True)
        then = left.stat().st_mtime - age
        os.utime(left, (then, then))
    staged.do("export", item=only(staged), held=True)
    assert sorted(path.name for path in captures.promoted.iterdir()) == [".staging-new", NAME]


def test_promoting_by_one_call_needs_every_decision(captures) -> None:
    path = captures.add("anything", f"write to {EMAIL}", "bye")
    with pytest.raises(GateClosed) as caught:
        promote(path, name=NAME, name_reason="vocabulary", known=KNOWN)
    assert set(caught.value.details["gates"]) == {"Contents", "Seen", "Outcome"}
    review = captures.review()
    key = only(review)
    (finding,) = review.item(key).open_findings
    review.do("judge", item=key, finding=finding.key, verdict="secret")
    digest = review.outcome_card(key).digest
    review.close()
    done = promote(
        path,
        name=NAME,
        name_reason="vocabulary",
        known=KNOWN,
        verdicts={finding.key: "identifies"},
        outcome=digest,
    )
    assert done.written
    assert verify_promoted(captures.promoted / NAME) == ()
    again = promote(path, name=NAME, known=KNOWN)
    assert not again.written
    assert again.digest == done.digest


def test_promoting_by_one_call_refuses_a_name(captures) -> None:
    path = captures.add("anything")
    with pytest.raises(BadCommand):
        promote(path, name="Not A Name")
