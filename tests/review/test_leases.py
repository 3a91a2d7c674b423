"""Two people never decide on one capture by accident, and nobody is ever kept from reading."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from review_folder import KNOWN, decide, only

from workbench.core.errors import GateClosed
from workbench.review import Review
from workbench.review.custody import Lease
from workbench.review.leases import LENGTH, FolderCustody

#: Another person's process: takes the captures that are named, says so, and waits to be told to go.
OTHER = """
import sys
from pathlib import Path
from workbench.review.leases import FolderCustody
custody = FolderCustody(Path(sys.argv[1]), tag=lambda unit: unit.name)
print(custody.take(Path("run-1")), flush=True)
sys.stdin.readline()
custody.release(Path("run-1"))
print("released", flush=True)
sys.stdin.readline()
"""


class Clock:
    now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


def custody(place: Path, clock: Clock) -> FolderCustody:
    return FolderCustody(place, tag=lambda unit: unit.name, clock=clock)


@pytest.fixture
def other(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    """Another process that has ``run-1``."""
    process = subprocess.Popen(
        [sys.executable, "-c", OTHER, str(tmp_path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "None\n"
    yield process
    process.kill()
    process.communicate()


UNIT = Path("run-1")


def test_what_another_process_has_is_not_given_and_what_it_lets_go_is(
    tmp_path: Path, other: subprocess.Popen[str]
) -> None:
    here = FolderCustody(tmp_path, tag=lambda unit: unit.name)
    assert here.taken(UNIT) == Lease(30)
    assert here.take(UNIT) == Lease(30)
    assert here.take(Path("run-2")) is None
    assert other.stdin is not None
    assert other.stdout is not None
    other.stdin.write("go\n")
    other.stdin.flush()
    assert other.stdout.readline() == "released\n"
    assert here.taken(UNIT) is None
    assert here.take(UNIT) is None


def test_a_killed_process_keeps_nobody_waiting(
    tmp_path: Path, other: subprocess.Popen[str]
) -> None:
    here = FolderCustody(tmp_path, tag=lambda unit: unit.name)
    assert here.take(UNIT) is not None
    other.kill()
    other.wait()
    assert here.taken(UNIT) is None
    assert here.take(UNIT) is None


def test_a_lease_that_is_over_is_taken_over_and_its_holder_notices(
    tmp_path: Path, clock: Clock
) -> None:
    first, second = custody(tmp_path, clock), custody(tmp_path, clock)
    assert first.take(UNIT) is None
    clock.now += LENGTH - 61
    assert second.take(UNIT) == Lease(2)
    clock.now += 60
    assert second.take(UNIT) == Lease(1)
    clock.now += 1
    assert second.taken(UNIT) is None
    assert second.take(UNIT) is None
    assert first.taken(UNIT) == Lease(30)
    assert first.take(UNIT) == Lease(30)
    first.release(UNIT)
    assert first.take(UNIT) == Lease(30), "a lost lease is not the loser's to give back"


def test_each_decision_makes_a_lease_longer(tmp_path: Path, clock: Clock) -> None:
    first, second = custody(tmp_path, clock), custody(tmp_path, clock)
    for _ in range(5):
        assert first.take(UNIT) is None
        clock.now += LENGTH - 60
    assert second.take(UNIT) == Lease(1)


def test_a_clock_that_jumps_back_keeps_a_capture_no_longer_than_a_lease(
    tmp_path: Path, clock: Clock
) -> None:
    first, second = custody(tmp_path, clock), custody(tmp_path, clock)
    assert first.take(UNIT) is None
    clock.now -= 365 * 86_400
    assert second.take(UNIT) == Lease(LENGTH // 60)


@pytest.mark.parametrize("content", [b"", b"\xff\xfe", b"9" * 5_000, b"-1\n"])
def test_a_lease_file_of_anything_never_stops_a_review(
    tmp_path: Path, clock: Clock, content: bytes
) -> None:
    (tmp_path / "run-1.lease").write_bytes(content)
    here = custody(tmp_path, clock)
    assert here.taken(UNIT) is None
    assert here.take(UNIT) is None


def test_a_lease_file_that_is_a_link_leads_nowhere(tmp_path: Path, clock: Clock) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.write_text("kept")
    (tmp_path / "run-1.lease").symlink_to(elsewhere)
    assert custody(tmp_path, clock).take(UNIT) is None
    assert elsewhere.read_text() == "kept"


def test_a_folder_that_cannot_be_written_to_leases_nothing(clock: Clock) -> None:
    here = FolderCustody(Path("/proc/nothing"), tag=lambda unit: unit.name, clock=clock)
    assert here.take(UNIT) is None
    assert here.taken(UNIT) is None


class Person:
    """A reviewer at a folder whose captures somebody else may have."""

    def __init__(self, place: Path, root: Path, clock: Clock) -> None:
        self.custody = FolderCustody(place, tag=lambda unit: unit.name, clock=clock)
        self.review = Review.open(root, known=KNOWN, custody=self.custody)


@pytest.fixture
def two(captures, tmp_path: Path, clock: Clock) -> Iterator[tuple[Person, Person]]:
    captures.add("anything")
    captures.add("something")
    people = [Person(tmp_path / "leases", captures.folder, clock) for _ in range(2)]
    yield people[0], people[1]
    for person in people:
        person.review.close()


def test_the_second_may_read_and_not_decide(two: tuple[Person, Person]) -> None:
    first, second = two[0].review, two[1].review
    key = first.queue()[0].key
    first.do("open", item=key)
    second.do("open", item=key)
    item = second.item(key)
    assert item.notice == "Another reviewer has this one for 30 more minutes. You can read it."
    assert item.fixture is not None
    for command, payload in [
        ("rename", {"name": "reply-kept", "reason": "vocabulary"}),
        ("defer", {}),
        ("reject", {"reason": "other"}),
    ]:
        with pytest.raises(GateClosed, match="Another reviewer has this one"):
            second.do(command, item=key, **payload)
    assert second.do("seen", item=key, regions=list(item.required)).sentence == ""
    assert second.item(key).unseen == item.unseen
    assert first.item(key).notice == ""


def test_moving_on_gives_the_capture_back(two: tuple[Person, Person]) -> None:
    first, second = two[0].review, two[1].review
    one, other = (row.key for row in first.queue())
    first.do("open", item=one)
    first.do("open", item=other)
    second.do("defer", item=one)
    with pytest.raises(GateClosed):
        first.do("undo")
    second.close()
    assert first.do("undo").item == one


def test_closing_gives_everything_back(two: tuple[Person, Person]) -> None:
    first, second = two[0].review, two[1].review
    key = first.queue()[0].key
    decide(first, key)
    first.close()
    assert second.item(key).ready
    second.do("stage", item=key)


def test_leases_beside_the_journal_say_nothing(captures) -> None:
    captures.add("quillon-nobody-run")
    review = captures.review(leases=True)
    review.do("open", item=only(review))
    (lease,) = (captures.folder / ".workbench" / "leases").iterdir()
    assert "quillon" not in lease.name
    assert lease.stat().st_mode & 0o777 == 0o600
    assert lease.read_bytes().strip().isdigit()
    review.close()
    assert not list(lease.parent.iterdir())


def test_a_folder_of_leases_that_is_a_link_is_not_written_through(tmp_path: Path) -> None:
    """A folder of captures from a stranger may bring one."""
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    place = tmp_path / "leases"
    place.symlink_to(elsewhere)
    here = FolderCustody(place, tag=lambda unit: unit.name)
    assert here.take(UNIT) is None
    assert here.taken(UNIT) is None
    assert list(elsewhere.iterdir()) == []
