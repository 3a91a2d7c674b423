"""The fold: any sequence of commands, undone, is the start; and undo agrees with a plain model."""

from __future__ import annotations

import random
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from workbench.review.state import DECISIONS, EMPTY, START, Entry, ItemState, Payload, fold

ITEMS = ("one", "two", "three")
_FINDING = st.sampled_from(["a", "b", "c"])


def _payload(command: str, choose: st.DataObject | random.Random) -> Payload:
    def pick(options: list[str]) -> str:
        if isinstance(choose, random.Random):
            return choose.choice(options)
        return choose.draw(st.sampled_from(options))

    return {
        "judge": lambda: {
            "finding": pick(["a", "b", "c"]),
            "verdict": pick(["identifies", "secret", "unsure", "not_identifying"]),
            "reason": "",
        },
        "same_as": lambda: {"finding": pick(["a", "b"]), "other": "c"},
        "rename": lambda: {"name": pick(["late-rent", "early-boat"]), "reason": ""},
        "approve_outcome": lambda: {"digest": pick(["d1", "d2"]), "content": "c1"},
        "reject": lambda: {"reason": "other"},
        "stage": lambda: {"digest": "s1"},
    }.get(command, dict)()


class Undoing(RuleBasedStateMachine):
    """A review against the plainest model: a list of states for each item's history."""

    def __init__(self) -> None:
        super().__init__()
        self.entries: list[Entry] = []
        self.state = START
        self.history: list[dict[str, ItemState]] = [{}]
        self.future: list[dict[str, ItemState]] = []
        self.past: list[Entry] = []
        self.ahead: list[Entry] = []

    def keep(self, item: str, command: str, payload: Payload) -> Entry:
        entry = Entry(len(self.entries) + 1, item, command, payload)
        self.entries.append(entry)
        self.state = fold([entry], after=self.state)
        return entry

    @rule(item=st.sampled_from(ITEMS), command=st.sampled_from(sorted(DECISIONS)), data=st.data())
    def decide(self, item: str, command: str, data: st.DataObject) -> None:
        payload = _payload(command, data)
        before = self.history[-1]
        changed = DECISIONS[command](before.get(item, EMPTY), payload)
        self.history.append({**before, item: changed})
        self.past.append(self.keep(item, command, payload))
        self.future, self.ahead = [], []

    @precondition(lambda self: self.past)
    @rule()
    def undo(self) -> None:
        entry = self.past.pop()
        self.keep(entry.item, "undo", {"of": entry.seq})
        self.ahead.append(entry)
        self.future.append(self.history.pop())

    @precondition(lambda self: self.ahead)
    @rule()
    def redo(self) -> None:
        entry = self.ahead.pop()
        self.keep(entry.item, "redo", {"of": entry.seq})
        self.past.append(entry)
        self.history.append(self.future.pop())

    @invariant()
    def the_fold_agrees_with_the_model(self) -> None:
        expected = {key: state for key, state in self.history[-1].items() if state != EMPTY}
        assert dict(self.state.items) == expected

    @invariant()
    def folding_from_the_start_gives_the_same(self) -> None:
        assert fold(self.entries) == self.state


TestUndoing = Undoing.TestCase
TestUndoing.settings = settings(max_examples=40, stateful_step_count=40, deadline=None)


def test_a_thousand_commands_undone_are_the_start() -> None:
    """Unlimited undo across items, and redo gives back exactly what was there."""
    choose = random.Random(7)
    entries = [
        Entry(seq, choose.choice(ITEMS), command, _payload(command, choose))
        for seq in range(1, 1001)
        for command in [choose.choice(sorted(DECISIONS))]
    ]
    full = fold(entries)
    undos = [Entry(2001 - entry.seq, entry.item, "undo", {"of": entry.seq}) for entry in entries]
    undone = fold(sorted(undos, key=lambda entry: entry.seq), after=full)
    assert dict(undone.items) == {}
    assert undone.done == ()
    redos = [Entry(2000 + entry.seq, entry.item, "redo", {"of": entry.seq}) for entry in entries]
    assert dict(fold(redos, after=undone).items) == dict(full.items)


def test_what_was_seen_and_opened_stays_when_all_is_undone() -> None:
    """Facts are no decisions: undo does not take them back, and they take nothing back."""
    state = fold(
        [
            Entry(1, "one", "open", {"tag": "place", "content": "c"}),
            Entry(2, "one", "defer", {}),
            Entry(3, "one", "seen", {"regions": ["name"]}),
            Entry(4, "one", "undo", {"of": 2}),
        ]
    )
    assert state.item("one") == replace(EMPTY, seen=frozenset({"name"}))
    assert state.opened == {"place": ("one", "c")}


def test_an_export_is_the_door() -> None:
    """Nothing that led to an export can be undone; other items still can."""
    state = fold(
        [
            Entry(1, "one", "rename", {"name": "late-rent"}),
            Entry(2, "two", "defer", {}),
            Entry(3, "one", "export", {"digest": "d"}),
        ]
    )
    assert [entry.item for entry in state.done] == ["two"]
    after = fold([Entry(4, "one", "undo", {"of": 1})], after=state)
    assert after.item("one") == state.item("one")


def test_a_decision_unstages_and_takes_up_again() -> None:
    """What was staged is no longer what is here."""
    state = fold([Entry(1, "one", "stage", {"digest": "s"}), Entry(2, "one", "defer", {})])
    assert state.item("one").deferred
    later = fold([Entry(3, "one", "rename", {"name": "late-rent"})], after=state)
    assert not later.item("one").deferred
    assert not later.item("one").staged


@given(st.lists(st.tuples(st.sampled_from(ITEMS), st.text(max_size=9), st.integers(0, 5))))
def test_unknown_and_dangling_entries_are_passed_over(rows: list[tuple[str, str, int]]) -> None:
    """Entries whose partners were forgotten, or of other versions, never break the fold."""
    entries = [
        Entry(seq, item, command or "undo", {"of": of})
        for seq, (item, command, of) in enumerate(rows, start=1)
        if command not in DECISIONS
    ]
    assert dict(fold(entries).items) == {}
