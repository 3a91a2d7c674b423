"""Random play, legal and illegal: what holds after every submission, whatever was submitted."""

from __future__ import annotations

from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from tests.plays.kinds.world_graph.conftest import Game, engine_of, meadow_campaign
from workbench.core.canonical import canonical_text
from workbench.plays.engine.engine import Engine, GameConfig
from workbench.plays.engine.faults import EngineFault
from workbench.plays.engine.serialization import deserialize, serialize
from workbench.plays.engine.state import ActionEntry, GameState
from workbench.plays.kinds.world_graph import KIND
from workbench.plays.kinds.world_graph.actions.declared import Param
from workbench.plays.kinds.world_graph.actions.table import ACTIONS
from workbench.plays.kinds.world_graph.provenance import issued, issues

ENGINE: Engine = engine_of(meadow_campaign())
PROGRAM = next(iter(ENGINE.archive.epochs.values())).program

STRANGE = st.one_of(
    st.none(),
    st.booleans(),
    st.text(max_size=8),
    st.sampled_from(["building:0", "staff:3", "alert:9", "warden", "hilltop", "__proto__"]),
    st.integers(-(2**60), 2**60),
    st.floats(allow_nan=False, allow_infinity=False),
)


def created(seed: str) -> GameState:
    state = ENGINE.create_game(GameConfig("kite-meadow", seed), "1.0.0").state
    assert state is not None
    return state


class Play(RuleBasedStateMachine):
    """One game, and beside it the canonical text of every state it went through."""

    @initialize(seed=st.text(max_size=5))
    def begin(self, seed: str) -> None:
        self.seed = seed
        self.game = Game(ENGINE, created(seed))
        self.seen: list[tuple[GameState, str]] = []
        self.faulted = False
        self.minted = set(KIND.minted(None, self.game.world))

    @rule(data=st.data(), action_id=st.sampled_from(sorted(ACTIONS)))
    def play_by_the_rules(self, data: st.DataObject, action_id: str) -> None:
        """Ids that were issued and numbers near the map: accepted more often than not."""
        params = {
            param.name: data.draw(self._likely(param), label=param.name)
            for param in ACTIONS[action_id].params
            if param.required or data.draw(st.booleans())
        }
        self._submit(action_id, params)

    @rule(role=st.sampled_from(["pourer", "warden"]))
    def hire(self, role: str) -> None:
        self._submit("hire_staff", {"definitionId": role})

    @precondition(lambda self: self.game.world["staff"])
    @rule(data=st.data())
    def let_go(self, data: st.DataObject) -> None:
        staff = data.draw(st.sampled_from([each["id"] for each in self.game.world["staff"]]))
        self._submit("fire_staff", {"staffId": staff})

    @precondition(lambda self: self.game.world["alerts"])
    @rule(data=st.data())
    def wave_away(self, data: st.DataObject) -> None:
        alerts = data.draw(st.sampled_from([each["id"] for each in self.game.world["alerts"]]))
        self._submit("dismiss_alert", {"alertId": alerts})

    @rule(ticks=st.integers(1, 3))
    def say_more_than_is_asked(self, ticks: int) -> None:
        """What is right but for a parameter that nobody declared is never taken."""
        before = self.game.state
        self._submit("advance_ticks", {"ticks": ticks, "note": "zq-stray"})
        assert self.game.state is before

    @rule(ticks=st.integers(1, 8))
    def let_time_pass(self, ticks: int) -> None:
        self._submit("advance_ticks", {"ticks": ticks})

    @rule(
        action_id=st.one_of(st.sampled_from(sorted(ACTIONS)), st.text(max_size=6)),
        params=st.none()
        | st.dictionaries(
            st.sampled_from(["buildingId", "definitionId", "staffId", "ticks", "x", "note"]),
            STRANGE,
            max_size=4,
        ),
    )
    def submit_anything(self, action_id: str, params: dict[str, Any] | None) -> None:
        self._submit(action_id, params)

    def _likely(self, param: Param) -> st.SearchStrategy[Any]:
        if param.issuer is None:
            return st.sampled_from(sorted(param.among or range(9)))
        ids = issued(PROGRAM, self.game.world, param.issuer, of="building:0")
        return st.sampled_from([*ids, "nobody-issued-this"])

    def _submit(self, action_id: str, params: dict[str, Any] | None) -> None:
        before = self.game.state
        self.seen.append((before, canonical_text(before.to_json())))
        told = list(issues([PROGRAM], before.kind_state, action_id, params))
        try:
            result = self.game.submit_with(action_id, params)
        except EngineFault:
            self.faulted = True
            assert self.game.state is before
            return
        if not result.ok:
            assert self.game.state is before
            return
        assert list(self.game.state.log)[:-1] == list(before.log)
        # No string is logged that nobody issued, and provenance knows who did, and when.
        assert all(each.issuers for each in told)
        assert {each.session_id for each in told} - {None} <= self.minted
        self.minted.update(KIND.minted(before.kind_state, self.game.state.kind_state))
        strings = [each for each in (params or {}).values() if isinstance(each, str)]
        assert sorted(each.value for each in told if each.what.endswith(" id")) == sorted(
            [action_id, *strings]
        )

    @invariant()
    def earlier_states_are_as_they_were(self) -> None:
        for state, text in self.seen[-3:]:
            assert canonical_text(state.to_json()) == text

    @invariant()
    def the_state_is_valid_and_survives_being_written(self) -> None:
        assert deserialize(ENGINE, serialize(self.game.state)) == self.game.state

    @precondition(lambda self: self.game.state.log)
    @rule()
    def replaying_the_log_gives_the_same_state(self) -> None:
        again = Game(ENGINE, created(self.seed))
        for logged in self.game.state.log:
            assert isinstance(logged, ActionEntry)
            assert again.submit_with(logged.action_id, logged.params).ok
        # Only the source of game ids goes on counting.
        assert again.world == self.game.world

    @invariant()
    def every_surface_can_be_drawn(self) -> None:
        scene = ENGINE.scene(self.game.state)
        assert scene["status"] == self.game.state.status
        outcome = ENGINE.outcome(self.game.state)
        assert outcome["terminal"] == (self.game.state.status == "ended")

    def teardown(self) -> None:
        for state, text in getattr(self, "seen", ()):
            assert canonical_text(state.to_json()) == text


TestPlay = Play.TestCase
TestPlay.settings = settings(max_examples=24, stateful_step_count=24, deadline=None)
