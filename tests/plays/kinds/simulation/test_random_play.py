"""Random play, legal and not: refusals change nothing, logs replay, and no unissued string stays."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from tests.plays.kinds.simulation.conftest import engine_of, town_campaign
from workbench.core.canonical import canonical_text
from workbench.plays.engine.engine import GameConfig
from workbench.plays.engine.state import ActionEntry, GameState
from workbench.plays.kinds.simulation import KIND
from workbench.plays.kinds.simulation.actions.table import ACTIONS, Issuer
from workbench.plays.kinds.simulation.provenance import issued
from workbench.plays.kinds.simulation.reasons import REASONS

CAMPAIGN = town_campaign()
ENGINE = engine_of(CAMPAIGN)
STRAY = "zq-stray-text"
BASE_CODES = {"unknown_action", "requirement_unmet", "session_ended", "action_not_available"}

AMOUNTS = st.one_of(
    st.integers(-5, 9000),
    st.sampled_from([True, 1.5, 2000.0, 2**53, 1e21, STRAY]),
)
TYPES = st.sampled_from([*ACTIONS, STRAY])


def _start(seed: str) -> GameState:
    state = ENGINE.create_game(GameConfig(CAMPAIGN.id, seed), CAMPAIGN.version).state
    assert state is not None
    return state


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for name, each in value.items():
            yield name
            yield from _strings(each)
    elif isinstance(value, list):
        for each in value:
            yield from _strings(each)


class RandomLife(RuleBasedStateMachine):
    """Submits whatever comes to mind, and remembers every state there was."""

    @initialize(seed=st.sampled_from(["amber-tide", "grey-heron", "long-winter"]))
    def begin(self, seed: str) -> None:
        self.state = _start(seed)
        self.minted = set(KIND.minted(None, self.state.kind_state))
        self.seen = [(self.state, canonical_text(self.state.kind_state))]

    def _submit(self, action_id: str, params: dict[str, Any] | None) -> None:
        before = self.state  # whose text is compared after every rule
        program = ENGINE.epoch(before).program
        told = list(KIND.issues([program], before.kind_state, action_id, params))
        result = ENGINE.submit_action(before, action_id, params)
        if result.state is None:
            assert result.reason in {*REASONS, *BASE_CODES}
            assert result.changes == ()
            return
        assert list(result.state.log)[:-1] == list(before.log)
        # Somebody issued every string, and what the session issued came at a step before.
        assert all(each.issuers for each in told)
        assert {each.session_id for each in told} - {None} <= self.minted
        self.minted.update(KIND.minted(before.kind_state, result.state.kind_state))
        self.state = result.state
        self.seen.append((self.state, canonical_text(self.state.kind_state)))

    @rule(action_type=TYPES, data=st.data())
    def plan(self, action_type: str, data: st.DataObject) -> None:
        """Something with a target that was issued for it, or for something else, or by nobody."""
        action = ACTIONS.get(action_type)
        program, life = ENGINE.epoch(self.state).program, self.state.kind_state
        issuer = action.target if action and action.target else data.draw(st.sampled_from(Issuer))
        targets = [*issued(program, life, issuer), *issued(program, life, issuer), STRAY, None, 7]
        params: dict[str, Any] = {"actionType": action_type}
        if action is None or action.target or data.draw(st.booleans()):
            params["targetId"] = data.draw(st.sampled_from(targets))
        if action_type == "respond_to_event":
            params["choiceId"] = data.draw(st.sampled_from(["mend-it", "return-it", STRAY]))
        if data.draw(st.booleans()):
            params["amountCents"] = data.draw(AMOUNTS)
        if params.get("targetId", "") is None:
            del params["targetId"]
        self._submit("plan.add", params)

    @rule(name=st.sampled_from([STRAY, "targetid", "note"]), value=st.sampled_from([1, STRAY]))
    def plan_with_more(self, name: str, value: Any) -> None:
        self._submit("plan.add", {"actionType": "rest", name: value})

    @rule(index=st.sampled_from([0, 1, 2.0, 40, -1, True, "0", 0.5]))
    def remove(self, index: Any) -> None:
        self._submit("plan.remove", {"index": index})

    @rule(action_id=st.sampled_from(["plan.clear", STRAY]), note=st.booleans())
    def other(self, action_id: str, note: bool) -> None:
        self._submit(action_id, {STRAY: STRAY} if note else None)

    @rule(data=st.data())
    def answer(self, data: st.DataObject) -> None:
        """What waits for an answer is given one of its own; else time goes on until something does."""
        waiting = self.state.kind_state["pendingEventResponses"]
        if not waiting:
            self.live()
            return
        event = data.draw(st.sampled_from(waiting))
        choice = data.draw(st.sampled_from(event["availableChoiceIds"]))
        params = {"actionType": "respond_to_event", "targetId": event["id"], "choiceId": choice}
        before = len(self.state.log)
        self._submit("plan.add", params)
        assert len(self.state.log) == before + (self.state.status == "active")

    @rule()
    def live(self) -> None:
        """A week that is refused has its plan thrown away, so that play goes on."""
        was = self.state
        self._submit("end_week", None)
        if self.state is was:
            self._submit("plan.clear", None)

    @invariant()
    def every_earlier_state_is_as_it_was(self) -> None:
        for state, text in self.seen[-3:]:
            assert canonical_text(state.kind_state) == text

    @invariant()
    def nothing_that_was_not_issued_is_kept(self) -> None:
        state = self.state.to_json()
        assert STRAY not in set(_strings(state["kindState"]))
        assert STRAY not in set(_strings(state["actionLog"]))

    def teardown(self) -> None:
        """The log alone gives the same state; every state is valid, and none was touched later."""
        if not hasattr(self, "state"):
            return
        again = _start(self.state.seed)
        for each in self.state.log:
            assert isinstance(each, ActionEntry)
            result = ENGINE.submit_action(again, each.action_id, each.params)
            assert result.state is not None
            again = result.state
        assert canonical_text(again.kind_state) == canonical_text(self.state.kind_state)
        assert (again.log, again.status) == (self.state.log, self.state.status)
        epoch = ENGINE.epoch(self.state)
        for state, text in self.seen:
            assert canonical_text(state.kind_state) == text
            assert epoch.kind.valid_state(epoch.program, state.kind_state)


RandomLife.TestCase.settings = settings(max_examples=40, stateful_step_count=60)
TestRandomLife = RandomLife.TestCase
