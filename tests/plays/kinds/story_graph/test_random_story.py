"""Random play of a story, legal and illegal: what holds after every submission and adoption."""

from __future__ import annotations

from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from workbench.core.canonical import canonical_text, digest
from workbench.plays.engine.adoption import adopt_content
from workbench.plays.engine.engine import Engine, GameConfig
from workbench.plays.engine.faults import EngineFault
from workbench.plays.engine.registry import Archive, Campaign, Epoch, publish
from workbench.plays.engine.serialization import deserialize, serialize
from workbench.plays.engine.state import ActionEntry, EpochEntry, GameState
from workbench.plays.kinds import available_kinds
from workbench.plays.kinds.story_graph import KIND

STRAY = "zq-stray-text"
#: What a story may be refused for at play.
REFUSALS = {"unexpected_params", "unknown_action", "requirement_unmet", "session_ended"}
WEALTH = {"field": "var.coins", "operator": "greater_or_equal", "value": 2}
NODES: dict[str, Any] = {
    "__proto__": {
        "choices": [
            ("work", "toil", {"effects": [{"op": "increment", "var": "coins", "by": 1}]}),
            ("", "toil", {}),
            ("rest", "__proto__", {"requirements": {"not": WEALTH}}),
            ("sail", "рейд", {"showWhen": WEALTH}),
            ("sink", "loop", {}),
        ]
    },
    "рейд": {
        "choices": [
            (
                "sail",
                "far",
                {"requirements": {"field": "turn", "operator": "less_than", "value": 9}},
            ),
            ("back", "__proto__", {"effects": [{"op": "set", "var": "coins", "value": 0}]}),
        ]
    },
    "toil": {"ways": [("__proto__", 3), ("рейд", 1), ("toil", 1)]},
    "far": {"ending": "abroad"},
    "loop": {"goto": "pool"},
    "pool": {"goto": "loop"},
}
IDS = ["work", "", "rest", "sail", "sink", "back", "new", "toil", STRAY, "constructor"]


def _node(key: str, told: dict[str, Any], *, more: bool) -> dict[str, Any]:
    node: dict[str, Any] = {"id": key, "textKey": "tale.n"}
    if "choices" in told:
        choices = [
            {"id": id, "labelKey": "tale.c", "goto": goto, **rest}
            for id, goto, rest in [*told["choices"], *([("new", key, {})] if more else [])]
        ]
        return {**node, "kind": "choice", "choices": choices}
    if "ways" in told:
        ways = [{"goto": goto, "weight": weight} for goto, weight in told["ways"]]
        return {**node, "kind": "random", "transitions": ways}
    if "ending" in told:
        return {**node, "kind": "ending", "endingId": told["ending"]}
    return {**node, "kind": "auto", "goto": told["goto"]}


def _epoch(version: str, **changes: Any) -> Epoch:
    variables = {"coins": {"type": "int", "initial": 0, "max": 4}, **changes}
    content = {
        "descriptionKey": "tale.d",
        "startNodeId": "__proto__",
        "variables": variables,
        "nodes": {key: _node(key, told, more=bool(changes)) for key, told in NODES.items()},
        "achievements": [
            {
                "id": "toString",
                "nameKey": "tale.a",
                "descriptionKey": "tale.a",
                "hidden": False,
                "condition": WEALTH,
            }
        ],
    }
    return publish(
        Campaign("tale", "story-graph", version, "tale.title", content), available_kinds()
    )


LATER = _epoch("2", mood={"type": "enum", "values": ["calm", "wild"], "initial": "calm"})
#: Drops what "2" brought, so going back from it is refused.
ENGINE = Engine(Archive([_epoch("1"), LATER]), kinds=available_kinds())


def created(seed: str) -> GameState:
    state = ENGINE.create_game(GameConfig("tale", seed), "1").state
    assert state is not None
    return state


class RandomStory(RuleBasedStateMachine):
    """One game, and beside it the text of every state it went through."""

    @initialize(seed=st.text(max_size=4))
    def begin(self, seed: str) -> None:
        self.state = created(seed)
        self.seen: list[tuple[GameState, str]] = [(self.state, serialize(self.state))]

    @rule(
        action_id=st.sampled_from(IDS),
        params=st.sampled_from([None, None, None, {}, {STRAY: STRAY}, {"x": 1}]),
    )
    def submit(self, action_id: str, params: dict[str, Any] | None) -> None:
        before = self.state
        was = digest(before.to_json())
        program = ENGINE.epoch(before).program
        told = list(KIND.issues([program], before.kind_state, action_id, params))
        try:
            result = ENGINE.submit_action(before, action_id, params)
        except EngineFault as fault:
            refused = fault.code
            assert refused == "settle_guard_tripped"
            assert digest(before.to_json()) == was
            return
        assert digest(before.to_json()) == was
        if result.state is None:
            assert result.reason in REFUSALS
            assert result.changes == ()
            return
        assert list(result.state.log)[:-1] == list(before.log)
        assert all(each.issuers for each in told)
        assert list(KIND.minted(before.kind_state, result.state.kind_state)) == []
        self._keep(result.state)

    @rule(version=st.sampled_from(["1", "2", "3"]))
    def adopt(self, version: str) -> None:
        before, was = self.state, serialize(self.state)
        adoption = adopt_content(ENGINE, before, version)
        assert serialize(before) == was
        if version == before.campaign_version:
            assert adoption.state is before
        elif before.status == "ended":
            assert adoption.reason == "session_ended"
        elif version == "3":
            assert adoption.reason == "unknown_campaign"
        elif version == "1":
            assert adoption.reason == "content_incompatible"
        else:
            assert adoption.adopted
            self._keep(adoption.state)

    def _keep(self, state: GameState) -> None:
        self.state = state
        self.seen.append((state, serialize(state)))

    @invariant()
    def the_state_is_valid_shown_and_survives_being_written(self) -> None:
        assert deserialize(ENGINE, serialize(self.state)) == self.state
        scene = ENGINE.scene(self.state)
        assert scene["status"] == self.state.status
        assert ENGINE.outcome(self.state)["terminal"] == (self.state.status == "ended")

    @invariant()
    def what_is_offered_as_available_is_taken_and_nothing_else_is(self) -> None:
        offered = {each["id"]: each["available"] for each in ENGINE.available_actions(self.state)}
        for action_id in IDS:
            if action_id == "sink":
                continue  # leads round in a circle: a fault
            result = ENGINE.preview_action(self.state, action_id)
            assert result.ok == bool(offered.get(action_id))

    @invariant()
    def nothing_that_was_not_issued_is_kept(self) -> None:
        assert STRAY not in canonical_text(
            [self.state.kind_state, [each.to_json() for each in self.state.log]]
        )

    def teardown(self) -> None:
        """The log alone gives the same state, and no state was touched after it was made."""
        if not hasattr(self, "state"):
            return
        again = created(self.state.seed)
        for entry in self.state.log:
            if isinstance(entry, ActionEntry):
                result = ENGINE.submit_action(again, entry.action_id, entry.params)
                assert result.state is not None
                again = result.state
            else:
                assert isinstance(entry, EpochEntry)
                again = adopt_content(ENGINE, again, entry.target).state
        assert canonical_text(again.kind_state) == canonical_text(self.state.kind_state)
        assert (list(again.log), again.status) == (list(self.state.log), self.state.status)
        for state, text in self.seen:
            assert serialize(state) == text


RandomStory.TestCase.settings = settings(max_examples=40, stateful_step_count=30, deadline=None)
TestRandomStory = RandomStory.TestCase
