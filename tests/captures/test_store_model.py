"""The store against a model in a few lines: whatever is done in whatever order, both agree."""

from __future__ import annotations

import shutil
from dataclasses import dataclass

import hypothesis.strategies as st
from hypothesis import settings
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule
from store_world import DAY, Clocks, World, memory_folder, play, put

from workbench.captures import Store
from workbench.captures.errors import Leased, NotThere
from workbench.core.errors import Expired
from workbench.review.forgetting import forget_captures

ACCOUNTS = tuple(f"acct-zq-{number}" for number in range(3))
CONTENTS = st.sampled_from([f"seed-{number}" for number in range(5)])


@dataclass
class Kept:
    """What the model knows of one capture."""

    seed: str
    accounts: set[str]
    admitted: float
    ends: float


class Life(RuleBasedStateMachine):
    """Captures come, are opened, expire and are deleted, while clocks jump and the store restarts."""

    def __init__(self) -> None:
        super().__init__()
        self.root = memory_folder("wb-model-")
        self.world = World(self.root, "sqlite", "files", "", Clocks())
        self.store: Store = self._open()
        self.true = 0.0  # seconds that really went by
        self.model: dict[str, Kept] = {}
        self.days = 14
        self.buried = 0
        self.holder: dict[str, tuple[str, float]] = {}

    def _open(self) -> Store:
        return self.world.open(traces=forget_captures)

    def _sweep(self) -> None:
        """What a purge does in the model."""
        for name in [name for name, kept in self.model.items() if kept.ends <= self.true]:
            self._bury(name)

    def _bury(self, name: str) -> None:
        del self.model[name]
        self.holder.pop(name, None)
        self.buried += 1

    def _live(self) -> dict[str, Kept]:
        return {name: kept for name, kept in self.model.items() if kept.ends > self.true}

    @rule(seed=CONTENTS, account=st.sampled_from(ACCOUNTS))
    def add(self, seed: str, account: str) -> None:
        added = put(self.store, play(seed), account)
        twin = next((name for name, kept in self._live().items() if kept.seed == seed), None)
        assert added.new is (twin is None)
        ends = self.true + self.days * DAY
        if twin is not None:
            assert added.name == twin
            self.model[twin].accounts.add(account)
            self.model[twin].ends = min(self.model[twin].ends, ends)
            return
        for name, kept in list(self.model.items()):
            if kept.seed == seed:  # it was over, and made room
                self._bury(name)
        assert added.name not in self.model
        self.model[added.name] = Kept(seed, {account}, self.true, ends)

    @rule(hours=st.integers(1, 24 * 9))
    def time_goes_by(self, hours: int) -> None:
        self.world.clocks.go_on(hours * 3_600)
        self.true += hours * 3_600

    @rule(days=st.integers(1, 4_000))
    def the_clock_jumps_back(self, days: int) -> None:
        self.world.clocks.wall -= days * DAY

    @rule()
    def purge(self) -> None:
        self.store.purge()
        self._sweep()

    @rule(account=st.sampled_from(ACCOUNTS))
    def forget_account(self, account: str) -> None:
        theirs = [name for name, kept in self.model.items() if account in kept.accounts]
        receipt = self.store.forget_account(account)
        assert (receipt.captures, receipt.remaining) == (len(theirs), 0)
        for name in theirs:
            self._bury(name)

    @precondition(lambda self: self.model)
    @rule(data=st.data())
    def forget_one(self, data: st.DataObject) -> None:
        name = data.draw(st.sampled_from(sorted(self.model)))
        self.store.forget(name)
        self._bury(name)
        try:
            self.store.fixture(name)
        except NotThere:
            return
        raise AssertionError("it can still be opened")

    @rule(days=st.integers(1, 30))
    def set_window(self, days: int) -> None:
        self.store.set_window(days)
        self.days = days
        for kept in self.model.values():
            kept.ends = min(kept.ends, kept.admitted + days * DAY)

    @precondition(lambda self: self.model)
    @rule(data=st.data(), minutes=st.integers(1, 60))
    def lease(self, data: st.DataObject, minutes: int) -> None:
        name = data.draw(st.sampled_from(sorted(self.model)))
        holder, until = self.holder.get(name, ("", 0.0))
        others = holder not in ("", self.store.holder) and until > self.true
        try:
            self.store.lease(name, minutes=minutes)
        except Expired:
            assert name not in self._live()
        except Leased:
            assert others
        else:
            assert not others
            assert name in self._live()
            self.holder[name] = (self.store.holder, self.true + minutes * 60)

    @rule(machine=st.booleans())
    def restart(self, machine: bool) -> None:
        """The program, or the machine: then only what the store saw of the time is known."""
        self.store.close()
        self.store = self._open()
        self._sweep()
        if machine:
            self.world.clocks.restart()

    @invariant()
    def both_agree(self) -> None:
        live = self._live()
        assert {capture.name for capture in self.store.list()} == set(live)
        for account in ACCOUNTS:
            theirs = {name for name, kept in self.model.items() if account in kept.accounts}
            assert set(self.store.resolve(account)) == theirs
        assert sum(each.count for each in self.store.tombstones()) == self.buried
        assert len(self.world.units()) == len(self.model)
        for name in self.model:
            try:
                assert self.store.fixture(name)
                assert name in live
            except Expired:
                assert name not in live

    def teardown(self) -> None:
        self.store.close()
        shutil.rmtree(self.root)


TestLife = Life.TestCase
TestLife.settings = settings(max_examples=10, stateful_step_count=20, deadline=None)
