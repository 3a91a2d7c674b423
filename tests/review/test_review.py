"""The review as a person meets it: open, judge, name, approve, stage, undo, come back."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from review_folder import decide, only

from workbench.core.errors import BadCommand, GateClosed, Refused
from workbench.findings import KnownIdentities
from workbench.review import GateStatus, Item, Review

EMAIL = "zebedee.canary@mail.zq-canary.net"
SECRET = "sk-" + hashlib.sha256(b"canary").hexdigest()[:48]


def words(item: Item) -> dict[str, str]:
    return {gate.name.value: gate.status.value for gate in item.gates}


def test_a_queue_costs_nothing_and_opens_nothing(captures) -> None:
    """Rows of many captures are there at once; what is not known yet is not run."""
    for number in range(300):
        captures.add(f"capture-{number:03}")
    review = captures.review()
    rows = review.queue()
    assert [row.number for row in rows] == list(range(1, 301))
    assert {row.state for row in rows} == {"captured"}
    assert {row.gates for row in rows} == {(GateStatus.IDLE,) * 10}
    assert not any(row.loaded for row in rows)
    assert "capture-0" not in repr(rows)


def test_a_clean_capture_needs_a_name_and_an_outcome(captures) -> None:
    captures.add("anything", "hello", "bye")
    review = captures.review()
    item = review.item(only(review))
    assert item.state == "captured"
    assert words(item) == {
        "Loads": "pass",
        "Replays": "pass",
        "Consumed": "pass",
        "Issued": "none",
        "Contents": "pass",
        "Seen": "ask",
        "Name": "ask",
        "Seed": "pass",
        "Outcome": "ask",
        "Residue": "idle",
    }
    assert item.sentence.startswith("No findings in ")


def test_a_clean_capture_becomes_ready_staged_and_promoted(captures, decided) -> None:
    path = captures.add("anything", "hello", "bye")
    before = path.read_bytes()
    review = captures.review()
    key = only(review)
    decided(review, key)
    assert review.item(key).state == "ready"
    done = review.do("stage", item=key)
    assert done.sentence == "Staged for export."
    assert review.item(key).gate("Residue").word == "0 places"
    done = review.do("export", item=key, typed_name="reply-kept-after-reload")
    assert done.sentence.startswith("Promoted: 3 files written.")
    assert review.item(key).state == "promoted"
    folder = captures.promoted / "reply-kept-after-reload"
    assert sorted(file.name for file in folder.iterdir()) == [
        "reply-kept-after-reload.fake.json",
        "reply-kept-after-reload.outcome.json",
        "reply-kept-after-reload.review.json",
    ]
    assert path.read_bytes() == before
    assert review.counts()["promoted"] == 1


def test_a_promoted_item_is_closed_and_its_door_does_not_swing_back(captures, decided) -> None:
    captures.add("anything")
    review = captures.review()
    key = only(review)
    decided(review, key)
    review.do("stage", item=key)
    review.do("export", item=key, held=True)
    for command in ("defer", "reject", "stage"):
        with pytest.raises(BadCommand, match="promoted"):
            review.do(command, item=key)
    with pytest.raises(BadCommand, match="Nothing to undo"):
        review.do("undo")
    again = review.do("export", item=key, held=True)
    assert "already" in again.sentence


def test_a_name_must_be_typed_or_held(captures, decided) -> None:
    captures.add("anything")
    review = captures.review()
    key = only(review)
    decided(review, key)
    review.do("stage", item=key)
    for payload in ({}, {"typed_name": "reply-kept"}, {"held": "true"}):
        with pytest.raises(BadCommand, match="The new name was not typed"):
            review.do("export", item=key, **payload)
    assert not captures.promoted.exists()


def test_nothing_is_staged_before_every_gate_passes(captures) -> None:
    captures.add("anything")
    review = captures.review()
    with pytest.raises(GateClosed) as caught:
        review.do("stage", item=only(review))
    assert caught.value.details["gates"] == ["Seen", "Name", "Outcome"]
    assert not captures.promoted.exists()


def test_a_finding_is_judged_and_counts_go_down(captures) -> None:
    captures.add("anything", f"write to {EMAIL}", "bye")
    review = captures.review()
    key = only(review)
    (finding,) = review.item(key).open_findings
    assert review.item(key).gate("Contents").word == "1 open"
    review.do("judge", item=key, finding=finding.key, verdict="unsure")
    assert review.item(key).gate("Contents").word == "1 open"
    done = review.do(
        "judge", item=key, finding=finding.key, verdict="not_identifying", reason="reserved"
    )
    assert done.sentence == "Not identifying, reserved example value on step 0."
    assert review.item(key).gate("Contents").status == "pass"
    assert review.queue()[0].open_findings == 0


@pytest.mark.parametrize(
    "payload",
    [
        {"verdict": "accept"},
        {"verdict": "not_identifying"},
        {"verdict": "not_identifying", "reason": "because"},
        {"verdict": "identifies", "finding": "no such finding"},
    ],
)
def test_a_verdict_that_makes_no_sense_is_refused(captures, payload: dict[str, str]) -> None:
    captures.add("anything", f"write to {EMAIL}")
    review = captures.review()
    key = only(review)
    (finding,) = review.item(key).open_findings
    with pytest.raises(BadCommand):
        review.do("judge", item=key, **{"finding": finding.key, **payload})
    assert review.item(key).open_findings


def test_a_stand_in_cures_what_identifies_and_replay_agrees(captures, decided) -> None:
    captures.add("anything", f"write to {EMAIL}", f"wrote to {EMAIL}")
    review = captures.review()
    key = only(review)
    (finding,) = review.item(key).open_findings
    review.do("judge", item=key, finding=finding.key, verdict="identifies")
    item = review.item(key)
    assert item.stand_ins.agrees
    assert item.stand_ins.count == 1
    assert item.gate("Contents").status == "pass"
    decided(review, key)
    review.do("stage", item=key)
    review.do("export", item=key, held=True)
    (fixture,) = captures.promoted.rglob("*.fake.json")
    assert EMAIL not in fixture.read_text()
    assert fixture.read_text().count("person-1@example.com") == 2


def test_a_stand_in_that_changes_the_replay_is_withdrawn(captures) -> None:
    captures.add("anything", f"write to {EMAIL}", fragile=True)
    review = captures.review()
    key = only(review)
    (finding,) = review.item(key).open_findings
    review.do("judge", item=key, finding=finding.key, verdict="identifies")
    item = review.item(key)
    assert item.state == "blocked"
    assert not item.stand_ins.agrees
    assert "withdrawn" in item.sentence
    assert item.sentence.startswith("Blocked: with 1 stand-in the replay differs")


def test_joined_findings_share_a_verdict_and_a_number(captures) -> None:
    captures.add("anything", f"write to {EMAIL}", f"key {SECRET}")
    review = captures.review()
    key = only(review)
    one, two = review.item(key).open_findings
    review.do("same_as", item=key, finding=two.key, other=one.key)
    review.do("judge", item=key, finding=one.key, verdict="identifies")
    item = review.item(key)
    assert item.open_findings == ()
    assert item.verdict(two) == item.verdict(one)
    with pytest.raises(BadCommand, match="one group already"):
        review.do("same_as", item=key, finding=one.key, other=two.key)


def test_a_secret_must_also_be_rotated(captures) -> None:
    captures.add("anything", f"key {SECRET}")
    review = captures.review()
    key = only(review)
    (finding,) = review.item(key).open_findings
    done = review.do("judge", item=key, finding=finding.key, verdict="secret")
    assert done.sentence.endswith("Rotate this secret: removing it does not un-leak it.")


def test_a_seed_that_holds_the_old_name_cannot_be_cured(captures) -> None:
    captures.add("quillon-nobody-run", "hello", seed="quillon-nobody-run-3")
    review = captures.review()
    item = review.item(only(review))
    assert item.gate("Seed").status == "fail"
    assert item.sentence == (
        "Blocked: the seed contains the old name. A seed cannot change without changing the replay, "
        "so this capture cannot be promoted."
    )


def test_what_stands_in_the_old_name_only_goes_with_it(captures, decided) -> None:
    captures.add("quillon-nobody-run", "hello")
    review = captures.review()
    key = only(review)
    item = review.item(key)
    assert item.findings
    assert item.gate("Contents").status == "pass"
    decided(review, key)
    assert review.item(key).state == "ready"


def test_a_refused_name_is_never_written_down(captures) -> None:
    captures.add("anything")
    review = captures.review()
    key = only(review)
    for name in ("quillon-nobody-case", "Not A Name", "", "one"):
        with pytest.raises(BadCommand):
            review.do("rename", item=key, name=name)
    assert all(entry.command in ("open", "seen") for entry in review.entries())


def test_a_name_that_asks_needs_a_reason(captures) -> None:
    captures.add("anything")
    review = captures.review()
    key = only(review)
    assert "ask" in {remark.level for remark in review.name_check(key, "reply-glimmerwock")}
    done = review.do("rename", item=key, name="reply-glimmerwock")
    assert done.sentence == "Name chosen; it needs a reason."
    assert review.item(key).gate("Name").word == "needs a reason"
    review.do("rename", item=key, name="reply-glimmerwock", reason="vocabulary")
    assert review.item(key).gate("Name").status == "pass"


def test_without_known_identities_the_name_gate_is_not_run(captures) -> None:
    captures.add("anything")
    review = captures.review(known=KnownIdentities())
    key = only(review)
    review.do("rename", item=key, name="reply-kept", reason="vocabulary")
    gate = review.item(key).gate("Name")
    assert gate.status == "idle"
    assert gate.word == "derived-from checks not run"
    review.do("seen", item=key, regions=list(review.item(key).unseen))
    review.do("approve_outcome", item=key, digest=review.outcome_card(key).digest)
    assert review.item(key).ready, "a machine that knows nobody must not keep everything private"


def test_proposed_names_pass_their_check(captures) -> None:
    captures.add("anything", "hello", "bye")
    review = captures.review()
    key = only(review)
    names = review.name_proposals(key)
    assert len(names) == 3
    for name in names:
        assert not [r for r in review.name_check(key, name) if r.level != "note"]


def test_an_approval_names_what_was_shown(captures) -> None:
    captures.add("anything")
    review = captures.review()
    key = only(review)
    with pytest.raises(BadCommand, match="not the one that was shown"):
        review.do("approve_outcome", item=key, digest="0" * 64)
    card = review.outcome_card(key)
    assert card.sentence == "Ended: kept. Steps answered: 1."
    assert card.change is None
    review.do("approve_outcome", item=key, digest=card.digest)
    assert review.item(key).gate("Outcome").status == "pass"
    assert review.outcome_card(key).approved


def test_an_earlier_golden_is_compared_by_meaning(captures) -> None:
    path = captures.add("anything")
    outcome = {"formatVersion": 1, "family": "fake", "steps": [], "ending": "kept"}
    (path.parent / "anything.outcome.json").write_text(json.dumps(outcome))
    review = captures.review()
    card = review.outcome_card(only(review))
    assert card.change is not None
    assert card.change.meaning == "different decision"
    assert "A different decision at step 0." in card.sentences


def test_a_replay_that_is_not_deterministic_records_nothing(captures) -> None:
    captures.add("anything", "one", "two", "three", wobbles=1)
    review = captures.review()
    key = only(review)
    card = review.outcome_card(key)
    assert card.sentence == "Two replays differ first at step 1. Nothing was recorded."
    assert (card.digest, card.bytes, card.agree) == ("", None, False)
    with pytest.raises(GateClosed):
        review.do("approve_outcome", item=key, digest="")
    assert review.item(key).sentence == (
        "Blocked: two replays differ first at step 1. Nothing was recorded."
    )


def test_what_cannot_run_here_is_not_run_and_never_a_failure(captures) -> None:
    captures.add("anything", unrunnable=True)
    review = captures.review()
    key = only(review)
    item = review.item(key)
    assert [item.gate(name).status.value for name in ("Replays", "Consumed", "Outcome")] == [
        "idle"
    ] * 3
    assert item.gate("Replays").sentence == "Not run: engine 0.8.0 is not installed."
    assert not review.outcome_card(key).agree


@pytest.mark.parametrize(
    ("members", "gate", "sentence"),
    [
        (
            {"steps": [{"say": "a", "ok": False}]},
            "Replays",
            "1 step is not accepted. Step 0: Answered.",
        ),
        ({"unused": True}, "Consumed", "Script 2 of 3 never bound."),
        (
            {"steps": [{"say": "a"}, {"say": "b", "uses": "z9"}]},
            "Issued",
            "Step 1 names an id that nothing before it issued.",
        ),
    ],
)
def test_what_replay_disproves_blocks(captures, members, gate: str, sentence: str) -> None:
    captures.add("anything", **members)
    review = captures.review()
    item = review.item(only(review))
    assert item.gate(gate).status == "fail"
    assert item.gate(gate).sentence == sentence
    assert item.state == "blocked"


def test_an_issued_id_is_proved(captures) -> None:
    captures.add("anything", steps=[{"say": "a", "issues": "z9"}, {"say": "b", "uses": "z9"}])
    review = captures.review()
    assert review.item(only(review)).gate("Issued").word == "1 of 1"


def test_a_capture_that_does_not_load_is_an_item_with_its_reason(captures) -> None:
    path = captures.add("anything")
    path.write_text("{" + EMAIL)
    review = captures.review()
    item = review.item(only(review))
    assert isinstance(item.refusal, Refused)
    assert item.state == "refused"
    assert [gate.status.value for gate in item.gates] == ["fail"] + ["idle"] * 9
    assert item.sentence == (
        "Refused: line 1 is not valid JSON. Where: line 1. The file was not changed."
    )
    with pytest.raises(BadCommand, match="does not load"):
        review.do("reject", item=item.key)


def test_decisions_survive_closing_and_undo_goes_on(captures) -> None:
    captures.add("one-run", f"write to {EMAIL}")
    captures.add("two-run")
    review = captures.review()
    first, second = (row.key for row in review.queue())
    (finding,) = review.item(first).open_findings
    review.do("judge", item=first, finding=finding.key, verdict="unsure")
    review.do("rename", item=first, name="reply-kept", reason="vocabulary")
    review.do("defer", item=second)
    review.close()
    again = captures.review()
    assert again.resume().sentence == "Resumed at 1 of 2. Last decision: later, undo with u."
    assert again.counts()["deferred"] == 1
    assert again.undo_preview(first) == "Undo later on item 2?"
    assert again.undo_preview(second) == "Undo later."
    assert again.do("undo").sentence == "Undone: later on item 2."
    again.do("undo")
    assert again.item(first).item_state.renamed_to == ""
    assert again.do("redo").sentence == "Done again: rename on item 1."
    assert again.item(first).item_state.renamed_to == "reply-kept"
    again.do("undo")
    again.do("undo")
    with pytest.raises(BadCommand, match="Nothing to undo"):
        again.do("undo")


def test_a_changed_file_keeps_verdicts_on_what_did_not_change(captures) -> None:
    path = captures.add("anything", f"write to {EMAIL}")
    review = captures.review()
    key = only(review)
    (finding,) = review.item(key).open_findings
    review.do("judge", item=key, finding=finding.key, verdict="not_identifying", reason="public")
    card = review.outcome_card(key)
    review.do("approve_outcome", item=key, digest=card.digest)
    body = json.loads(path.read_text())
    body["steps"].append({"say": "or to other.canary@mail.zq-canary.org"})
    path.write_text(json.dumps(body))
    item = review.item(key)
    assert item.notice == (
        "The file changed since you opened it. Your verdicts on unchanged parts are kept; "
        "1 part needs another look."
    )
    assert item.carried == {finding.key}
    assert len(item.open_findings) == 1
    assert item.gate("Outcome").status == "ask"
    review.do("open", item=key)
    assert review.item(key).notice == ""


def test_a_verdict_stays_marked_as_carried_until_it_is_given_anew(captures) -> None:
    path = captures.add("anything", f"write to {EMAIL}")
    review = captures.review()
    key = only(review)
    review.do("open", item=key)
    (finding,) = review.item(key).open_findings
    given = {"item": key, "finding": finding.key, "verdict": "not_identifying", "reason": "public"}
    review.do("judge", **given)
    assert review.item(key).carried == frozenset()
    body = json.loads(path.read_text())
    body["steps"].append({"say": "or to other.canary@mail.zq-canary.org"})
    path.write_text(json.dumps(body))
    review.do("open", item=key)
    review.close()

    again = captures.review()
    assert again.item(key).carried == {finding.key}
    new = next(one for one in again.item(key).findings if one.key != finding.key)
    again.do("judge", **given | {"finding": new.key})
    assert again.item(key).carried == {finding.key}
    again.do("judge", **given)
    assert again.item(key).carried == frozenset()


def test_a_new_value_at_an_old_place_reopens(captures) -> None:
    path = captures.add("anything", f"write to {EMAIL}")
    review = captures.review()
    key = only(review)
    (finding,) = review.item(key).open_findings
    review.do("judge", item=key, finding=finding.key, verdict="not_identifying", reason="public")
    path.write_text(path.read_text().replace("zebedee", "ezekiel"))
    assert len(review.item(key).open_findings) == 1


def test_one_changed_byte_reopens_an_approval(captures) -> None:
    """Even where neither the outcome nor any finding changes."""
    path = captures.add("anything", note="aaaa")
    review = captures.review()
    key = only(review)
    card = review.outcome_card(key)
    review.do("approve_outcome", item=key, digest=card.digest)
    path.write_text(path.read_text().replace("aaaa", "aaab"))
    assert review.outcome_card(key).digest == card.digest
    assert review.item(key).gate("Outcome").status == "ask"


def test_a_moved_file_keeps_its_review(captures) -> None:
    path = captures.add("anything")
    review = captures.review()
    review.do("rename", item=only(review), name="reply-kept", reason="vocabulary")
    review.close()
    path.rename(path.with_name("elsewhere.fake.json"))
    again = captures.review()
    assert again.item(only(again)).item_state.renamed_to == "reply-kept"


def test_a_copy_has_a_review_of_its_own(captures) -> None:
    """Rejecting a duplicate must not reject what it is a duplicate of."""
    captures.add("one-run")
    captures.add("two-run")
    review = captures.review()
    first, second = (row.key for row in review.queue())
    review.do("rename", item=first, name="reply-kept", reason="vocabulary")
    review.do("reject", item=second, reason="duplicate")
    assert review.item(first).state == "in review"
    assert review.item(second).item_state.renamed_to == ""


def test_two_reviews_of_one_folder_see_each_other(captures) -> None:
    captures.add("anything")
    one, two = captures.review(), captures.review()
    key = only(one)
    two.item(key)
    one.do("rename", item=key, name="reply-kept", reason="vocabulary")
    assert two.item(key).item_state.renamed_to == "reply-kept"
    two.do("defer", item=key)
    assert one.item(key).state == "deferred"
    one.do("undo")
    assert two.item(key).state != "deferred"


def test_deferred_is_not_decided_and_comes_last(captures) -> None:
    for name in ("one-run", "two-run", "three-run"):
        captures.add(name)
    review = captures.review()
    first, second, third = (row.key for row in review.queue())
    review.do("defer", item=first)
    assert review.next_item() == second
    assert review.next_item(second) == third
    review.do("reject", item=second, reason="duplicate")
    review.do("reject", item=third, reason="not_useful")
    assert review.next_item() == first
    review.do("resume", item=third)
    assert review.item(third).state == "in review"


def test_warming_loads_everything_and_can_be_stopped(captures) -> None:
    for name in ("one-run", "two-run", "three-run"):
        captures.add(name)
    review = captures.review()
    told: list[tuple[int, int, str]] = []

    def progress(done: int, total: int, noun: str) -> bool:
        told.append((done, total, noun))
        return done < 2

    review.warm(progress)
    assert told == [(0, 3, "capture"), (1, 3, "capture"), (2, 3, "capture")]
    assert [row.loaded for row in review.queue()] == [True, True, False]


def test_long_work_is_told_once(captures) -> None:
    captures.add("anything")
    review = captures.review()
    key = only(review)
    told: list[tuple[int, int, str]] = []
    for _ in range(2):
        review.item(key, progress=lambda *step: told.append(step))
        review.outcome_card(key, progress=lambda *step: told.append(step))
    assert told == [(0, 1, "capture"), (1, 1, "capture"), (0, 2, "replay"), (2, 2, "replay")]


def test_captures_that_are_added_appear_when_looked_for(captures) -> None:
    captures.add("one-run")
    review = captures.review()
    assert len(review.queue()) == 1
    captures.add("two-run")
    assert len(review.queue()) == 1
    assert [row.number for row in review.look_again()] == [1, 2]


def test_the_summary_is_the_same_on_every_machine(captures, tmp_path: Path) -> None:
    captures.add("anything", f"write to {EMAIL}")
    one = captures.review().summary()
    other = captures.review(state=tmp_path / "another-secret").summary()
    assert one == other
    assert EMAIL not in str(one)
    assert "anything" not in str(one)


def test_one_capture_can_be_opened_by_its_own_path(captures) -> None:
    path = captures.add("anything")
    captures.add("another")
    with Review.open(path) as review:
        assert [row.label for row in review.queue()] == ["anything"]


@pytest.mark.parametrize("command", ["nonsense", "judge", "rename"])
def test_a_command_that_cannot_be_is_refused(captures, command: str) -> None:
    captures.add("anything")
    with pytest.raises(BadCommand):
        captures.review().do(command)


def test_an_unknown_item_is_refused(captures, decided: Callable[..., None]) -> None:
    captures.add("anything")
    with pytest.raises(BadCommand, match="not in the queue"):
        captures.review().item("nope")


def test_an_export_of_another_plan_than_the_one_shown_is_refused(captures) -> None:
    """What was shown is what is written: the door's digest has to be the plan's."""
    captures.add("anything")
    review = captures.review()
    key = only(review)
    decide(review, key)
    review.do("stage", item=key)
    name = review.item(key).item_state.renamed_to
    with pytest.raises(BadCommand, match="not what was shown"):
        review.do("export", item=key, typed_name=name, digest="0" * 64)
    assert not review.promoted.exists() or not list(review.promoted.iterdir())
    shown = review.export_plan(key).digest
    assert review.do("export", item=key, typed_name=name, digest=shown).item == key
