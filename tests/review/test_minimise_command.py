"""A play made shorter in the review: what is shown is what is left, undone like any decision."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from workbench.core.errors import BadCommand
from workbench.core.fixture import ReplayEnvironment
from workbench.findings import KnownIdentities
from workbench.review import Review, promote, verify_promoted
from workbench.review.state import Shortened

SAMPLES = Path(__file__).parents[2] / "sample_fixtures"
CLEAN, REFUSED = "ferry-report-0007", "ferry-report-0012"
SURROUNDINGS = ReplayEnvironment(campaigns=(SAMPLES / "campaigns",))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Captures of two plays and a cassette."""
    captures = tmp_path / "captures"
    captures.mkdir()
    for name in (f"{CLEAN}.fixture.json", f"{REFUSED}.fixture.json", "batch-poll-0021.yaml"):
        shutil.copy(SAMPLES / "captures" / name, captures)
    return captures


def opened(folder: Path) -> Review:
    return Review.open(
        folder, known=KnownIdentities(), environment=SURROUNDINGS, state=folder.parent / "state"
    )


@pytest.fixture
def review(folder: Path) -> Iterator[Review]:
    with opened(folder) as review:
        yield review


def key_of(review: Review, name: str) -> str:
    return next(row.key for row in review.queue() if row.label.startswith(name))


def actions(review: Review, key: str) -> list[str]:
    fixture = review.item(key).fixture
    assert fixture is not None
    return [step.detail for step in fixture.steps()]


def test_what_is_left_is_what_is_shown_and_undo_brings_all_back(review: Review) -> None:
    key = key_of(review, CLEAN)
    whole = actions(review, key)
    done = review.do("minimise", item=key)
    assert done.sentence == (
        "4 submissions of 6 left out. Kept: the game ends with the same status and the same ending."
    )
    assert actions(review, key) == ["pay_fare", "cast_off"]
    assert review.item(key).gate("Consumed").word == "2 of 2"
    assert review.undo_preview(key) == "Undo make shorter."
    review.do("undo")
    assert actions(review, key) == whole
    review.do("redo")
    assert actions(review, key) == ["pay_fare", "cast_off"]


def test_it_is_kept_over_a_restart_and_holds_nothing_of_the_play(folder: Path) -> None:
    with opened(folder) as review:
        review.do("minimise", item=key_of(review, CLEAN))
    with opened(folder) as review:
        assert actions(review, key_of(review, CLEAN)) == ["pay_fare", "cast_off"]
    beside = [path for path in folder.parent.rglob("*") if path.is_file()]
    kept = b"".join(path.read_bytes() for path in beside if path.parent != folder)
    assert b"minimise" in kept
    assert not any(word in kept for word in (b"pay_fare", b"cast_off", b"copper-stone"))


def test_an_outcome_approved_before_is_looked_at_again(review: Review) -> None:
    key = key_of(review, CLEAN)
    review.do("approve_outcome", item=key, digest=review.outcome_card(key).digest)
    assert review.item(key).gate("Outcome").holds
    review.do("minimise", item=key)
    assert not review.item(key).gate("Outcome").holds
    review.do("undo")
    assert review.item(key).gate("Outcome").holds


def test_a_refused_submission_goes_with_its_finding(review: Review) -> None:
    """Nobody issued its id, so as it stands the play cannot be promoted; its ending can be kept."""
    key = key_of(review, REFUSED)
    assert not review.item(key).gate("Replays").holds
    assert review.item(key).open_findings
    review.do("minimise", item=key, keep="ending")
    item = review.item(key)
    assert item.gate("Replays").holds
    assert item.gate("Issued").holds
    assert not item.open_findings
    assert "meet-jo-example-at-six" not in actions(review, key)


def test_what_cannot_be_made_shorter_is_said(review: Review) -> None:
    with pytest.raises(BadCommand, match="Only plays"):
        review.do("minimise", item=key_of(review, "batch-poll"))
    key = key_of(review, CLEAN)
    with pytest.raises(BadCommand, match="Nothing of this name can be kept"):
        review.do("minimise", item=key, keep="everything")
    with pytest.raises(BadCommand, match="does not fail"):
        review.do("minimise", item=key, keep="fault")
    review.do("minimise", item=key)
    with pytest.raises(BadCommand, match="made shorter already"):
        review.do("minimise", item=key)


def test_a_play_of_which_everything_is_needed_stays(folder: Path, review: Review) -> None:
    path = folder / f"{CLEAN}.fixture.json"
    document = json.loads(path.read_text())
    document["submissions"] = [{"actionId": "pay_fare"}, {"actionId": "cast_off"}]
    path.write_text(json.dumps(document))
    with pytest.raises(BadCommand, match="Every step is needed"):
        review.do("minimise", item=key_of(review, CLEAN))


def test_a_capture_that_changed_is_shown_whole_again(folder: Path, review: Review) -> None:
    """Numbers of submissions mean nothing for another content."""
    key = key_of(review, CLEAN)
    review.do("minimise", item=key)
    path = folder / f"{CLEAN}.fixture.json"
    document = json.loads(path.read_text())
    document["submissions"] = document["submissions"][:5]
    path.write_text(json.dumps(document))
    assert len(actions(review, key)) == 5
    assert "changed since you opened it" in review.item(key).notice


def test_what_is_promoted_holds_what_is_left(folder: Path) -> None:
    state = folder.parent / "state"
    capture = folder / f"{CLEAN}.fixture.json"
    before = capture.read_bytes()
    with opened(folder) as review:
        key = key_of(review, CLEAN)
        review.do("minimise", item=key)
        digest = review.outcome_card(key).digest
    result = promote(
        capture,
        name="ferry-crosses-at-once",
        name_reason="vocabulary",
        outcome=digest,
        state=state,
        environment=SURROUNDINGS,
        known=KnownIdentities(),
        promoted=folder.parent / "promoted",
    )
    written = json.loads((result.folder / "ferry-crosses-at-once.fixture.json").read_text())
    assert written["submissions"] == [{"actionId": "pay_fare"}, {"actionId": "cast_off"}]
    golden = json.loads((result.folder / "ferry-crosses-at-once.outcome.json").read_text())
    assert len(golden["decisions"]) == 2
    assert verify_promoted(result.folder) == ()
    assert capture.read_bytes() == before


def test_runs_hold_any_ascending_numbers() -> None:
    for steps in ([], [0], [3, 4, 5, 9, 11, 12], list(range(50))):
        runs = tuple((first, last) for first, last in Shortened.runs_of(steps))
        assert Shortened("", runs).steps == tuple(steps)
