"""Every message gets its answer in one round trip, and no error leaves with captured text in it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from workbench.notebook import messages
from workbench.notebook.messages import answer
from workbench.notebook.position import READINGS
from workbench.notebook.session import Session


def ask(session: Session, **content: Any) -> list[dict[str, Any]]:
    """The contents of all replies; each must be JSON that a message can carry."""
    replies = [reply.content for reply in answer(session, content)]
    for reply in replies:
        json.dumps(reply, ensure_ascii=False).encode("utf-8")
    return replies


def open_named(session: Session, name: str) -> dict[str, Any]:
    """Open a sample by a part of its label."""
    row = next(row for row in session.rows() if name in row.label)
    session.move(view="queue", item=row.key)
    return ask(session, op="command", id="item.open", seq=1)[0]["screen"]


def test_the_first_answer_is_the_registry_and_then_the_queue(session: Session) -> None:
    """The front end gets its keys from the core."""
    hello, screen = ask(session, op="hello")
    assert {"item.open", "judge.identifies", "undo"} <= {spec["id"] for spec in hello["commands"]}
    assert screen["screen"]["view"] == "queue"
    assert screen["screen"]["body"]["total"] == len(session.rows())


@pytest.mark.parametrize("view", ["queue", "item", "timeline", "name", "outcome", "export"])
def test_every_view_of_every_item_can_be_drawn(session: Session, view: str) -> None:
    """No sample makes a view fail."""
    for row in session.rows():
        session.move(view="queue", item=row.key)
        ask(session, op="command", id="item.open", seq=1)
        if session.item().refusal is None:
            for reply in ask(session, op="go", view=view, seq=2):
                assert not reply.get("loud"), reply.get("say")


@pytest.mark.parametrize("kind", READINGS)
def test_every_reading_of_every_step_can_be_drawn(session: Session, kind: str) -> None:
    """Every reading of every step of every sample."""
    for row in session.rows():
        session.move(view="queue", item=row.key)
        ask(session, op="command", id="item.open", seq=1)
        if session.item().refusal is not None:
            continue
        ask(session, op="go", view="item")
        assert not ask(session, op="reading", kind=kind)[0].get("loud")
        for at in range(len(session.sequence().steps)):
            (part,) = ask(session, op="step", at=at)
            assert part["op"] == "part" and part["part"]["reading"]["step"] == at


def test_a_verdict_is_one_round_trip_and_moves_on(session: Session) -> None:
    """The answer to a verdict is the screen with the next finding on the card."""
    screen = open_named(session, "ada-calendar")
    first = screen["body"]["card"]
    (reply,) = ask(
        session, op="command", id="judge.identifies", payload={"finding": first["key"]}, seq=7
    )
    assert reply["seq"] == 7
    assert reply["screen"]["body"]["card"]["key"] != first["key"]
    assert reply["say"][0].startswith("Identifies")


def test_undo_brings_the_finding_back(session: Session) -> None:
    """After undo the finding is open again and on the card."""
    card = open_named(session, "ada-calendar")["body"]["card"]
    ask(session, op="command", id="judge.identifies", payload={"finding": card["key"]}, seq=1)
    (reply,) = ask(session, op="command", id="undo", seq=2)
    assert reply["screen"]["body"]["card"]["key"] == card["key"]
    assert reply["screen"]["body"]["card"]["judged"] is None


def test_undo_on_another_item_is_asked_about_first(session: Session) -> None:
    """The first press only says what would be taken back."""
    card = open_named(session, "ada-calendar")["body"]["card"]
    ask(session, op="command", id="judge.identifies", payload={"finding": card["key"]}, seq=1)
    open_named(session, "grace-support")
    (reply,) = ask(session, op="command", id="undo", seq=2)
    assert "Press u again" in reply["say"][0]
    assert session.review.undo_preview().endswith("?")
    ask(session, op="command", id="undo", seq=3)
    assert session.item().label == "ada-calendar-flake"


def test_the_outcome_card_says_what_is_recorded_in_words(session: Session) -> None:
    """What has one word or a few says it; the bytes stand beside it."""
    open_named(session, "ada-calendar")
    (reply,) = ask(session, op="go", view="outcome")
    recorded = dict(reply["screen"]["body"]["records"])
    assert recorded["family"] == "session_logs"
    assert recorded["consumption"] == "complete true, total 8, used 8"
    assert recorded["steps"] == "8 entries"


def test_an_unexpected_error_is_told_by_its_class_only(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A fault whose message quotes a capture reaches nobody."""
    secret = "captured-" + "value-example"

    def fail(*_: object) -> None:
        raise ValueError(secret)

    monkeypatch.setitem(messages.HANDLERS, "go", fail)
    replies = ask(session, op="go", view="queue")
    assert secret not in json.dumps(replies)
    assert "ValueError, report id" in replies[0]["say"][0]


def test_a_decision_that_is_not_possible_is_a_sentence(session: Session) -> None:
    """A gate that does not hold yet is explained, not raised."""
    open_named(session, "ada-calendar")
    (reply,) = ask(session, op="command", id="item.stage", seq=1)
    assert reply["loud"] and "not ready" in reply["say"][0]


def test_a_clean_capture_needs_four_keys(session: Session) -> None:
    """Open, name, outcome, stage: within the budget of six."""
    assert open_named(session, "ferry-report-0007")["view"] == "name"
    name = ask(session, op="go", view="name")[0]["screen"]["body"]["value"]
    ask(session, op="seen", item=session.position.item, regions=["name"])
    (reply,) = ask(session, op="command", id="name.approve", payload={"name": name}, seq=1)
    assert reply["screen"]["view"] == "outcome"
    ask(session, op="seen", item=session.position.item, regions=["outcome"])
    digest = reply["screen"]["body"]["digest"]
    (reply,) = ask(session, op="command", id="outcome.approve", payload={"digest": digest}, seq=2)
    item = session.position.item
    assert reply["screen"]["body"]["quiet"]["stage"] is True
    ask(session, op="command", id="item.stage", seq=3)
    assert session.review.item(item).staged


def test_a_range_narrows_findings_and_is_said(session: Session) -> None:
    """While a range is set, walking stays inside it."""
    open_named(session, "ada-calendar")
    held = session.index().by_step
    free = next(step for step in range(len(session.sequence().steps)) if step not in held)
    (reply,) = ask(session, op="range", range=[free, free])
    assert reply["say"][0].startswith(f"Range set to steps {free}–{free}. 0 findings inside")
    (reply,) = ask(session, op="command", id="finding.next", seq=1)
    assert reply["say"] == ["No finding is here."]
    one = next(step for step, findings in held.items() if len(findings) == 1)
    (reply,) = ask(session, op="range", range=[one, one])
    assert " 1 finding inside, " in reply["say"][0]


def test_a_range_narrows_the_structure_and_the_count_of_findings(session: Session) -> None:
    """Scripts without a step in the range are left out, and "n of N" counts what is inside."""
    open_named(session, "ada-calendar")
    base, lanes = session.sequence().base, session.sequence().lanes
    at = min(session.index().by_step) - base
    (reply,) = ask(session, op="range", range=[at, at])
    body = reply["screen"]["body"]
    (shown,) = (part for part in body["structure"]["sections"] if part["kind"] == "scripts")
    assert [row["lane"] for row in shown["scripts"]] == [lanes[at]]
    (counts,) = (part for part in body["structure"]["sections"] if part["kind"] == "counts")
    assert counts["pairs"][0] == ["calls in range", [f"1 of {len(lanes)}"]]
    inside = session.index().by_step[at + base]
    ask(session, op="first_open")
    (reply,) = ask(session, op="reading", kind="plain")
    card = reply["screen"]["body"]["card"]
    assert (card["n"], card["of"]) == (1, len(inside))
    (reply,) = ask(session, op="range", range=None)
    body = reply["screen"]["body"]
    assert body["card"]["of"] == len(session.index().findings)
    (shown,) = (part for part in body["structure"]["sections"] if part["kind"] == "scripts")
    assert {row["lane"] for row in shown["scripts"]} == set(lanes)


def test_the_position_comes_back_after_a_restart(session: Session, tmp_path: Any) -> None:
    """Same item, same view, same step, kept without a captured value."""
    from workbench.notebook import position

    session.folder = session.review.folder / ".workbench"
    open_named(session, "ada-calendar")
    ask(session, op="step", at=4)
    kept = position.load(session.folder)
    assert (kept.item, kept.at, kept.view) == (session.position.item, 4, "item")
    text = (session.folder / position.FILE).read_text()
    assert not any(
        word in text for word in ("ada-", "calendar", "session")
    )  # a key may spell "ada"
