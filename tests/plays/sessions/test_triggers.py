"""A session is captured after an engine fault or an explicit report, and on no other occasion."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import pytest

from tests.plays.sessions.conftest import Desk, code_of
from workbench.plays.engine.events import Severity
from workbench.plays.engine.faults import EngineFault
from workbench.plays.engine.kind import Kind
from workbench.plays.engine.registry import Archive, Epoch
from workbench.plays.sessions import HostSessions, Occasion, Triggers

Story = Callable[..., Epoch]

NODES: dict[str, Any] = {
    "here": {
        "kind": "choice",
        "choices": [
            {"id": "stay", "labelKey": "tale.s", "goto": "here"},
            {"id": "fall", "labelKey": "tale.f", "goto": "round"},
            {
                "id": "odd",
                "labelKey": "tale.o",
                "goto": "here",
                "requirements": {"field": "turn", "operator": "less_than", "value": 9},
            },
        ],
    },
    "round": {"kind": "auto", "goto": "about"},
    "about": {"kind": "auto", "goto": "round"},
}


class Listening(Desk):
    """A desk whose host takes every occasion, and captures there and then."""

    def __init__(self, archive: Archive, kinds: Mapping[str, Kind], **options: Any) -> None:
        self.warned: list[tuple[str, str]] = []
        options["warned"] = lambda *warning: self.warned.append(warning)
        super().__init__(archive, kinds, **options)
        self.occasions: list[Occasion] = []
        self.captured: list[Any] = []
        self.triggers = Triggers(self.shelf, self._take)

    def _take(self, host: HostSessions, occasion: Occasion) -> None:
        self.occasions.append(occasion)
        name = f"cap-{len(self.occasions)}"
        self.captured.append(host.capture_session(occasion.session_id, name))


@pytest.fixture
def listening(story: Story, kinds: Mapping[str, Kind]) -> Listening:
    return Listening(Archive([story(NODES)]), kinds, campaign="tale")


def test_a_fault_captures_the_log_before_it_and_says_the_call_is_absent(
    listening: Listening,
) -> None:
    session = listening.client.create_session("tale", seed="s")
    listening.client.submit_action(session, "stay")
    with pytest.raises(EngineFault) as caught:
        listening.client.submit_action(session, "fall", {})
    assert caught.value.code == "settle_guard_tripped"
    (occasion,) = listening.occasions
    assert (occasion.trigger, occasion.session_id) == ("fault", session)
    assert "was not accepted" in occasion.remark
    # The call stands in the host's own record and nowhere in the capture.
    assert occasion.faulted is not None
    assert (occasion.faulted.action_id, occasion.faulted.params) == ("fall", {})
    assert occasion.faulted.event.severity is Severity.ERROR
    assert "fall" not in repr(occasion)
    assert listening.captured[0]["submissions"] == [{"actionId": "stay"}]
    # The session plays on.
    assert listening.client.submit_action(session, "stay")["ok"]


def test_ordinary_play_rejections_and_previews_trigger_nothing(listening: Listening) -> None:
    session = listening.client.create_session("tale", seed="s")
    for action in ("stay", "leave", "stay"):
        listening.client.submit_action(session, action)
    with pytest.raises(EngineFault):
        listening.client.preview_action(session, "fall")
    listening.client.load_game(listening.client.save_game(session))
    assert code_of(lambda: listening.client.scene("nowhere")) == "unknown_session"
    assert listening.occasions == []


def test_a_fault_without_an_error_event_triggers_nothing(
    story: Story, kinds: Mapping[str, Kind]
) -> None:
    odd = {"field": "ending", "operator": "less_than", "value": 9}
    choice = {"id": "odd", "labelKey": "tale.o", "goto": "here", "requirements": odd}
    listening = Listening(
        Archive([story({"here": {"kind": "choice", "choices": [choice]}})]), kinds, campaign="tale"
    )
    session = listening.client.create_session("tale", seed="s")
    with pytest.raises(EngineFault) as caught:
        listening.client.submit_action(session, "odd")
    assert caught.value.code == "condition_type_error"
    assert listening.occasions == []


def test_a_state_that_cannot_be_read_is_an_occasion_whose_capture_is_refused(
    listening: Listening,
) -> None:
    session = listening.client.create_session("tale", seed="s")
    listening.store.put_session(replace(listening.record(session), blob="{"))
    listening.host.forget(session)
    assert code_of(lambda: listening.client.scene(session)) == "invalid_state"
    (occasion,) = listening.occasions
    assert "was refused" in occasion.remark
    # What take raised did not reach the player, and was not lost.
    assert listening.captured == []
    assert listening.warned == [("getScene", "invalid_state")]


def test_a_save_that_is_refused_is_told_but_names_no_session(listening: Listening) -> None:
    told: list[Any] = []
    listening.shelf.listen(told.append)
    save_id = listening.client.save_game(listening.client.create_session("tale", seed="s"))
    save = listening.store.save(save_id)
    listening.store.put_save(replace(save, blob=save.blob[:-9]))
    assert code_of(lambda: listening.client.load_game(save_id)) == "invalid_state"
    assert [(each.event.name, each.session_id) for each in told] == [
        ("core.deserialize.rejected", None)
    ]
    assert listening.occasions == []


def test_a_report_names_one_session_and_hears_why_it_cannot_be_captured(
    listening: Listening,
) -> None:
    session = listening.client.create_session("tale", seed="s")
    listening.triggers.report(session)
    assert [each.trigger for each in listening.occasions] == ["report"]
    assert len(listening.captured) == 1
    assert code_of(lambda: listening.triggers.report("nowhere")) == "unknown_session"


def test_nothing_collects_in_the_background() -> None:
    """Each way to a capture names one session, and the host's side has nothing that lists any."""
    public = [name for name in vars(Triggers) if not name.startswith("_")]
    assert public == ["report"]
    assert list(inspect.signature(Triggers.report).parameters) == ["self", "session_id"]
    capture = inspect.signature(HostSessions.capture_session).parameters
    assert list(capture) == ["self", "session_id", "name"]
    assert capture["session_id"].annotation == "str"


def test_a_listener_that_fails_neither_fails_the_command_nor_goes_unheard(
    listening: Listening,
) -> None:
    heard: list[Any] = []

    def failing(faulted: Any) -> None:
        raise RuntimeError("the host's own code failed")

    listening.shelf.listen(failing)
    listening.shelf.listen(heard.append)
    session = listening.client.create_session("tale", seed="s")
    with pytest.raises(EngineFault):
        listening.client.submit_action(session, "fall")
    assert listening.warned == [("submitAction", "listener_failed")]
    assert len(heard) == len(listening.captured) == 1
