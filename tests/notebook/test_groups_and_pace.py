"""Ways to write one person are proposed on the card and come first in the list; speed is noted quietly."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from workbench.notebook.messages import answer
from workbench.notebook.session import Session
from workbench.review.attention import STREAK, Streak


def ask(session: Session, **content: Any) -> list[dict[str, Any]]:
    return [reply.content for reply in answer(session, content)]


def open_named(session: Session, name: str) -> None:
    row = next(row for row in session.rows() if name in row.label)
    session.move(view="queue", item=row.key)
    ask(session, op="command", id="item.open", seq=1)


def show_address_of_a_person(session: Session) -> str:
    """The key of an e-mail address whose person is written out elsewhere in the capture."""
    open_named(session, "grace-support-mail")
    finding = next(one for one in session.item().findings if one.kind == "EMAIL")
    session.move(view="item", finding=finding.key)
    return finding.key


def card(session: Session) -> dict[str, Any]:
    return ask(session, op="redraw")[0]["screen"]["body"]["card"]


def test_other_ways_to_write_a_person_are_proposed_and_joined_only_by_hand(
    session: Session,
) -> None:
    key = show_address_of_a_person(session)
    facts = {name: parts[0] for name, parts in card(session)["facts"]}
    people = [n for n, one in enumerate(session.item().findings, 1) if one.kind == "PERSON"]
    assert all(f"finding {number} (" in facts["Perhaps the same"] for number in people)
    assert not session.item().item_state.merges
    joins = next(one for one in card(session)["verdicts"] if one["verdict"] == "same_as")
    assert joins["effect"] == f"{len(people)} proposed"

    payload = {"finding": key}
    layer = ask(session, op="command", id="judge.same_as", payload=payload)[0]["layer"]
    assert sorted(other["n"] for other in layer["others"][: len(people)]) == people
    assert {other["where"].partition(" · ")[2] for other in layer["others"][: len(people)]} != {""}

    picked = payload | {"other": layer["others"][0]["key"]}
    ask(session, op="command", id="judge.same_as", payload=picked)
    session.move(view="item", finding=key)
    facts = {name: parts[0] for name, parts in card(session)["facts"]}
    assert f"finding {layer['others'][0]['n']} (" not in facts.get("Perhaps the same", "")


def test_nothing_captured_is_in_the_words_of_a_proposal(session: Session) -> None:
    show_address_of_a_person(session)
    said = str(dict(card(session)["facts"])["Perhaps the same"]).casefold()
    values = (one.value.casefold() for one in session.item().findings)
    assert not [value for value in values if value in said]


def test_a_streak_is_said_once(session: Session) -> None:
    open_named(session, "grace-support-mail")
    session.streak = Streak(clock=lambda: 0.0)
    key = session.item().findings[0].key
    said = [
        " ".join(ask(session, op="command", id=id, payload={"finding": key})[0]["say"])
        for id in ["judge.not_identifying.other"] * (STREAK + 1)
    ]
    assert [number for number, words in enumerate(said, 1) if "quick succession" in words] == [
        STREAK
    ]


def test_carried_verdicts_are_listed_and_each_leads_to_its_finding(
    session: Session, captures: Path
) -> None:
    key = show_address_of_a_person(session)
    ask(session, op="command", id="judge.not_identifying.other", payload={"finding": key})
    path = session.item().path
    file = path if path.is_file() else next(iter(sorted(path.rglob("*.*"))))
    file.write_bytes(file.read_bytes().rstrip(b"\n") + b"\n\n")

    ask(session, op="command", id="item.open", seq=2)
    session.move(view="item", finding="")
    body = ask(session, op="redraw")[0]["screen"]["body"]
    (listed,) = [part for part in body["structure"]["sections"] if part["kind"] == "carried"]
    assert [item["key"] for item in listed["items"]] == [key]
    assert listed["title"] == "1 verdict carried over"

    body = ask(session, op="finding", key=key)[0]["screen"]["body"]
    assert body["card"]["key"] == key
    assert body["card"]["judged"]["words"].endswith("; carried over from before the file changed")
