"""Every state of a review has its sentence: what happened, where, what it means, what to do.

The table is ``spec/review-ux.md`` §14; each row is brought about for real. Where a family's own
specification gives the exact error text, that text is what stands in the sentence.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from review_folder import KNOWN, decide, only

from workbench.core.errors import BadCommand, GateClosed
from workbench.findings import KnownIdentities
from workbench.notebook import ReviewApp
from workbench.review import Item, Review

SAMPLES = Path(__file__).parents[2] / "sample_fixtures"
LOG = SAMPLES / "captures" / "agent-run-0012" / "session.jsonl"
PLAY = SAMPLES / "captures" / "ferry-report-0007.fixture.json"


def the_item(folder: Path) -> Item:
    """The only capture of a folder, as the review shows it."""
    with Review.open(folder, known=KNOWN, anew=True) as review:
        return review.item(only(review))


@pytest.fixture
def log(tmp_path: Path) -> Callable[..., Item]:
    """A sample log with one line changed."""

    def changed(number: int, edit: Callable[[str], str], *, name: str = "session.jsonl") -> Item:
        lines = LOG.read_text("utf-8").splitlines()
        lines[number - 1] = edit(lines[number - 1])
        folder = tmp_path / "captures" / "run-1"
        folder.mkdir(parents=True)
        (folder / name).write_text("\n".join(lines) + "\n", "utf-8")
        return the_item(folder.parent)

    return changed


@pytest.fixture
def play(tmp_path: Path) -> Callable[..., Item]:
    """A sample play with something changed, beside the campaigns."""

    def changed(edit: Callable[[dict], object]) -> Item:
        body = json.loads(PLAY.read_text("utf-8"))
        edit(body)
        (tmp_path / "captures").mkdir()
        shutil.copytree(SAMPLES / "campaigns", tmp_path / "campaigns")
        (tmp_path / "captures" / "play-1.fixture.json").write_text(json.dumps(body))
        return the_item(tmp_path / "captures")

    return changed


def with_member(line: str, **members: object) -> str:
    return json.dumps({**json.loads(line), **members})


def test_an_empty_queue_says_where_captures_appear(captures) -> None:
    from workbench.review.queueing import tally_sentence

    assert tally_sentence(captures.review().queue()) == (
        "Nothing waits for review. Captures appear here when they are added to the review folder."
    )


def test_a_queue_without_work_left_says_what_became_of_it(captures) -> None:
    from workbench.review.queueing import tally_sentence

    for name in ("one", "two", "three"):
        captures.add(name, f"words of {name}")
    review = captures.review()
    first, second, third = (row.key for row in review.queue())
    decide(review, first, "reply-kept-one")
    review.do("reject", item=second, reason="not_useful")
    review.do("defer", item=third)
    said = (
        "All 3 are decided: 1 ready, 1 rejected, 1 deferred. "
        "Stage the ready ones with Ctrl+Enter, or look at the deferred ones with gq."
    )
    assert tally_sentence(review.queue()) == said
    review.close()
    app: Any = ReviewApp(captures.folder, known=KNOWN)
    sent: list[object] = []
    app.send = lambda content, buffers=None: sent.append(content)
    app._session.review.warm()  # as reading ahead does
    app._hear(None, {"op": "hello"}, [])
    app.close()
    assert said in json.dumps(sent)


def test_a_capture_without_findings_says_how_much_was_checked(captures) -> None:
    captures.add("anything", "hello")
    review = captures.review()
    sentence = review.item(only(review)).sentence
    assert sentence.startswith("No findings in ")
    assert "checked strings." in sentence


def test_a_log_that_does_not_load_is_refused_with_its_line(log) -> None:
    assert log(4, lambda _: "{").sentence == (
        "Refused: session snapshot line 4 contains invalid JSON. Where: session.jsonl, line 4. "
        "The file was not changed. Record it again or copy it again."
    )


def test_a_log_of_mixed_rows_says_to_record_again(log) -> None:
    item = log(3, lambda line: with_member(line, seq=3, time=1))
    assert "cannot mix projected and complete body rows" in item.sentence
    assert item.sentence.endswith("The file was not changed. Record the scenario again.")


def test_a_log_of_another_version_is_refused_with_the_version(log) -> None:
    item = log(1, lambda line: with_member(line, version=7), name="session.v7.jsonl")
    assert item.state == "refused"
    assert "7" in item.sentence


def test_a_play_of_a_version_that_is_not_here_says_which(play) -> None:
    item = play(lambda body: body.update(capturedUnder="0.8.99"))
    assert item.sentence == "Recorded under 0.8.99, which is not available here."
    assert item.gate("Outcome").status == "idle"


def test_a_migrated_session_is_refused_as_not_reproducible(play) -> None:
    item = play(lambda body: body["submissions"].append({"system": "migration"}))
    assert item.sentence.startswith(
        "Refused: this session was migrated, so its log no longer reproduces it."
    )


def test_a_script_that_is_never_bound_blocks_and_is_named(tmp_path: Path) -> None:
    folder = tmp_path / "captures"
    shutil.copytree(SAMPLES / "captures" / "agent-run-0052", folder / "run-1")
    assert the_item(folder).sentence == "Blocked: script 2 of 2 never bound to a live session."


def test_an_id_that_nobody_issued_is_told_with_its_step(play) -> None:
    item = play(lambda body: body["submissions"].insert(1, {"actionId": "no_such_choice"}))
    assert item.gate("Issued").sentence == (
        "Step 1 names an id that neither the campaign nor the session issued."
    )


def test_two_replays_that_differ_say_where(captures) -> None:
    captures.add("anything", "one", "two", "three", wobbles=2)
    review = captures.review()
    key = only(review)
    review.outcome_card(key)
    assert review.item(key).sentence == (
        "Blocked: two replays differ first at step 2. Nothing was recorded."
    )


def test_a_name_of_a_known_person_is_refused_without_repeating_it(captures) -> None:
    captures.add("anything")
    review = captures.review(known=KnownIdentities(ids=("acct-7731-quillon",)))
    with pytest.raises(BadCommand) as refused:
        review.do("rename", item=only(review), name="acct-7731-quillon-case")
    assert "quillon" not in str(refused.value)
    assert str(refused.value)


def test_a_seed_that_nobody_can_change_is_told_of(captures) -> None:
    captures.add("copper-stone")
    review = captures.review()
    assert review.item(only(review)).gate("Seed").sentence == (
        "The seed contains the old name. A seed cannot change without changing the replay, "
        "so this capture cannot be promoted."
    )


def test_a_capture_that_changed_on_disk_says_so(captures) -> None:
    path = captures.add("anything", "hello")
    review = captures.review()
    key = only(review)
    review.do("open", item=key)
    path.write_text(path.read_text().replace("hello", "write to ana@mail.zq-canary.net"))
    assert review.item(key).notice == (
        "The file changed since you opened it. "
        "Your verdicts on unchanged parts are kept; 1 part needs another look."
    )


def test_a_failure_of_the_workbench_is_not_blamed_on_the_capture(
    captures, monkeypatch: pytest.MonkeyPatch
) -> None:
    from workbench.review import loading

    def stopped(*_: object, **__: object) -> None:
        raise RuntimeError("words of the capture")

    captures.add("anything", "hello")
    monkeypatch.setattr(loading, "scan", stopped)
    review = captures.review()
    sentence = review.item(only(review)).sentence
    assert sentence == "The checks stopped with an error and count as not run."


def test_a_notebook_without_widgets_gets_a_line_of_text(tmp_path: Path) -> None:
    (tmp_path / "captures").mkdir()
    app = ReviewApp(tmp_path / "captures")
    made = app._repr_mimebundle_()
    data = made[0] if isinstance(made, tuple) else made
    assert data["text/plain"].endswith(
        "Interactive view is not available here. "
        "The same review works in the terminal: workbench review FOLDER"
    )
    assert "\n" not in data["text/plain"]
    app.close()


def test_nothing_is_asked_of_a_refused_item(log) -> None:
    item = log(4, lambda _: "{")
    assert [gate.word for gate in item.gates][:2] == ["refused", "not run"]


def test_a_closed_gate_says_which(captures) -> None:
    captures.add("anything", unused=True)
    review = captures.review()
    key = only(review)
    with pytest.raises(GateClosed) as closed:
        review.do("stage", item=key)
    assert "Consumed" in str(closed.value)
