"""Random commands on sessions: what is stored, captured and branched is what was played."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    RuleBasedStateMachine,
    consumes,
    initialize,
    invariant,
    multiple,
    rule,
)

from tests.plays.sessions.conftest import Desk, code_of
from workbench.core.canonical import canonical_text
from workbench.core.errors import BadCommand
from workbench.plays.engine.registry import Archive, Campaign, publish
from workbench.plays.engine.serialization import read_state
from workbench.plays.kinds import available_kinds
from workbench.plays.recorded import Action, Adopt, Recorded
from workbench.plays.runner import Built, build
from workbench.plays.sessions.ports import MemoryStore
from workbench.plays.sessions.records import Conflict, SessionRecord

KINDS = available_kinds()
STRAY = "zq-stray"


def choice(id: str, goto: str, **more: Any) -> dict[str, Any]:
    return {"id": id, "labelKey": "tale.l", "goto": goto, **more}


def epoch(version: str) -> Any:
    """Two rooms, a coin, a gate, an ending; every version takes over every game of another."""
    more = [choice("only_two", "yard")] if version == "2" else []
    nodes: dict[str, Any] = {
        "yard": {
            "kind": "choice",
            "choices": [
                choice("stay", "yard", effects=[{"op": "increment", "var": "n", "by": 1}]),
                choice("toss", "coin"),
                choice(
                    "leave",
                    "far",
                    requirements={"field": "var.n", "operator": "greater_than", "value": 2},
                ),
                *more,
            ],
        },
        "coin": {
            "kind": "random",
            "transitions": [{"goto": "yard", "weight": 3}, {"goto": "hall", "weight": 2}],
        },
        "hall": {"kind": "choice", "choices": [choice("back", "yard")]},
        "far": {"kind": "ending", "endingId": "away"},
    }
    content = {
        "descriptionKey": "tale.d",
        "startNodeId": "yard",
        "variables": {"n": {"type": "int", "initial": 0}},
        "nodes": {
            key: {"id": key, "textKey": f"tale.{key}", **node} for key, node in nodes.items()
        },
        "achievements": [],
    }
    return publish(Campaign("tale", "story-graph", version, "tale.title", content), KINDS)


ARCHIVE = Archive([epoch("1"), epoch("2")])


class Flaky(MemoryStore):
    """Fails the next write of a session, if it is told to."""

    failure: Exception | None = None

    def put_session(self, record: SessionRecord) -> None:
        if self.failure is not None:
            failure, self.failure = self.failure, None
            raise failure
        super().put_session(record)


@dataclass
class Told:
    """What the answers said of a session, kept apart from what the layer stored."""

    seed: str
    start: str
    log: list[dict[str, Any]]
    version: str
    status: str = "active"
    attempts: int = 0


class Play(RuleBasedStateMachine):
    sessions = Bundle("sessions")
    saves = Bundle("saves")

    @initialize()
    def open(self) -> None:
        self.offered = "1"
        self.store = Flaky()
        self.desk = Desk(
            ARCHIVE,
            KINDS,
            campaign="tale",
            store=self.store,
            channel=lambda *_: self.offered,
        )
        self.told: dict[str, Told] = {}
        self.saved: dict[str, Told] = {}

    @rule(version=st.sampled_from(["1", "2", "9"]))
    def offer(self, version: str) -> None:
        self.offered = version

    @rule(target=sessions, seed=st.text(max_size=3), profile=st.sampled_from([None, "p"]))
    def create(self, seed: str, profile: str | None) -> Any:
        if self.offered == "9":
            call = lambda: self.desk.client.create_session("tale", seed=seed)  # noqa: E731
            assert code_of(call) == "unknown_campaign"
            return multiple()
        session = self.desk.client.create_session("tale", seed=seed, profile_id=profile)
        self.told[session] = Told(seed, self.offered, [], self.offered)
        return session

    def _moved(self, told: Told) -> None:
        """An adoption point: every held version takes over every game that goes on."""
        if self.offered in ("1", "2") and self.offered != told.version and told.status == "active":
            told.log.append({"adopt": self.offered})
            told.version = self.offered

    @rule(
        session=sessions,
        action=st.sampled_from(["stay", "stay", "toss", "leave", "back", "only_two", STRAY]),
        params=st.sampled_from([None, None, {}, {STRAY: STRAY}]),
    )
    def submit(self, session: str, action: str, params: Any) -> None:
        told = self.told[session]
        preview: Any = self.desk.client.preview_action(session, action, params)
        answer: Any = self.desk.client.submit_action(session, action, params)
        assert {**answer, "warnings": []} == {**preview, "warnings": []}
        told.attempts += 1
        if answer["ok"]:
            logged = {"actionId": action} if params is None else {"actionId": action, "params": {}}
            told.log.append(logged)
            scene: Any = self.desk.client.scene(session)
            told.status = scene["status"]
            self._moved(told)

    @rule(session=sessions, error=st.sampled_from([OSError, Conflict]))
    def fail_to_write(self, session: str, error: Callable[[], Exception]) -> None:
        self.store.failure = error()
        expected = "storage_failure" if error is OSError else "concurrent_modification"
        assert code_of(lambda: self.desk.client.submit_action(session, "stay")) == expected

    @rule(session=sessions, params=st.sampled_from([{"x": [1]}, {"x": None}, {1: 1}, {"x": 1e999}]))
    def hand_over_no_plain_value(self, session: str, params: Any) -> None:
        try:
            self.desk.client.submit_action(session, "stay", params)
        except BadCommand:
            return
        raise AssertionError("it was taken")

    @rule(session=sessions)
    def resume(self, session: str) -> None:
        self.desk.client.resume_session(session)
        self._moved(self.told[session])

    @rule(session=sessions)
    def forget(self, session: str) -> None:
        self.desk.host.forget(session)

    @rule(target=saves, session=sessions)
    def save(self, session: str) -> str:
        save = self.desk.client.save_game(session)
        told = self.told[session]
        self.saved[save] = replace(told, log=list(told.log), attempts=0)
        return save

    @rule(target=sessions, save=saves)
    def load(self, save: str) -> str:
        session = self.desk.client.load_game(save)
        told = self.saved[save]
        self.told[session] = replace(told, log=list(told.log))
        self._moved(self.told[session])
        return session

    @rule(target=sessions, session=sessions, data=st.data())
    def branch(self, session: str, data: st.DataObject) -> str:
        told = self.told[session]
        keep = data.draw(st.integers(0, len(told.log)))
        branch = self.desk.client.branch_session(session, keep)
        kept = told.log[:keep]
        versions = [each["adopt"] for each in kept if "adopt" in each]
        # Nothing follows the action that ended a game.
        status = told.status if keep == len(told.log) else "active"
        version = versions[-1] if versions else told.start
        self.told[branch] = Told(told.seed, told.start, kept, version, status)
        self._moved(self.told[branch])
        return branch

    @rule(session=consumes(sessions))
    def delete(self, session: str) -> None:
        if session in self.told:
            self.desk.client.delete_session(session)
            del self.told[session]
        assert code_of(lambda: self.desk.client.scene(session)) == "unknown_session"

    @invariant()
    def what_is_stored_is_what_was_told(self) -> None:
        for session, told in self.told.items():
            record = self.desk.record(session)
            state = read_state(record.blob)
            log = [_as_submission(each.to_json()) for each in state.log]
            assert log == told.log
            assert (state.status, state.campaign_version) == (told.status, told.version)
            assert (state.seed, record.attempts) == (told.seed, told.attempts)
            assert STRAY not in record.blob

    def teardown(self) -> None:
        """Every session's capture replays, entry by entry, to what is stored."""
        for session, told in getattr(self, "told", {}).items():
            captured: Any = self.desk.host.capture_session(session, "cap-0001")
            assert captured["submissions"] == told.log
            assert captured["campaignVersion"] == told.start
            replayed = build(_recorded(captured), ARCHIVE, kinds=KINDS)
            assert isinstance(replayed, Built)
            decisions: Any = replayed.outcome["decisions"]
            assert all(each["accepted"] for each in decisions)
            stored = read_state(self.desk.record(session).blob)
            assert canonical_text(replayed.state.kind_state) == canonical_text(stored.kind_state)
            assert list(replayed.state.log) == list(stored.log)


def _as_submission(entry: Any) -> dict[str, Any]:
    if "system" in entry:
        return {"adopt": entry["to"]}
    return {key: entry[key] for key in ("actionId", "params") if key in entry}


def _recorded(captured: Any) -> Recorded:
    return Recorded(
        name=captured["name"],
        campaign_id=captured["config"]["campaignId"],
        seed=captured["config"]["seed"],
        campaign_version=captured["campaignVersion"],
        captured_under=captured["capturedUnder"],
        submissions=tuple(
            Adopt(each["adopt"])
            if "adopt" in each
            else Action(each["actionId"], each.get("params"))
            for each in captured["submissions"]
        ),
    )


TestPlay = Play.TestCase
TestPlay.settings = settings(max_examples=60, stateful_step_count=40, deadline=None)
