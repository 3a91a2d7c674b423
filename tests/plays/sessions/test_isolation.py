"""What can be reached from a client object: its commands, and nothing of the host's."""

from __future__ import annotations

import copy
import gc
import types
import weakref
from collections.abc import Iterator
from typing import Any

import pytest

from tests.plays.sessions.conftest import Desk
from workbench.core.errors import BadCommand, WorkbenchError
from workbench.plays.engine.engine import Engine
from workbench.plays.engine.registry import Archive, Epoch
from workbench.plays.engine.state import GameState
from workbench.plays.sessions import HostSessions, Ports, Sessions, Shelf, Triggers
from workbench.plays.sessions import desk as desks
from workbench.plays.sessions.ports import MemoryStore
from workbench.plays.sessions.queues import Queues
from workbench.plays.sessions.records import SessionRecord

SEED = "zq-seed-of-jo-example"
#: Everything a client may do, by name: a command that joins them is a decision, made here too.
COMMANDS = {
    "available_actions",
    "branch_session",
    "create_session",
    "delete_save",
    "delete_session",
    "list_saves",
    "list_sessions",
    "load_game",
    "preview_action",
    "profile",
    "resume_session",
    "save_game",
    "scene",
    "strings",
    "submit_action",
    "view",
}
OF_THE_HOST = (
    Archive,
    Engine,
    Epoch,
    GameState,
    HostSessions,
    MemoryStore,
    Ports,
    Queues,
    SessionRecord,
    Shelf,
    Triggers,
    desks.Desk,
)
#: Where the walk stops: what every object of Python leads to, and through it to everything.
EVERYWHERE = (type, types.ModuleType)


def reachable(start: object) -> Iterator[object]:
    """Everything that references lead to, without limit of depth.

    Attributes and slots, weak references, closures, defaults, bound objects, frames of tracebacks, and whatever the
    collector knows. Not entered are classes, modules, and the globals of functions.
    """
    seen: set[int] = set()
    open_ends: list[Any] = [start]
    kept: list[Any] = []  # so that no id is used twice
    while open_ends:
        each = open_ends.pop()
        if id(each) in seen or isinstance(each, EVERYWHERE):
            continue
        seen.add(id(each))
        kept.append(each)
        yield each
        open_ends += _next(each)


def _next(each: Any) -> list[Any]:
    if isinstance(each, types.FunctionType):
        return [each.__closure__, each.__defaults__, each.__kwdefaults__, each.__dict__]
    if isinstance(each, weakref.ref):
        return [each(), each.__callback__]
    if isinstance(each, types.FrameType):
        return [each.f_locals, each.f_back]
    if isinstance(each, types.TracebackType):
        return [each.tb_frame, each.tb_next]
    found = [
        getattr(each, name, None)
        for name in dir(each)
        if isinstance(each, (Sessions, BaseException)) or name in ("__self__", "__func__")
    ]
    return [*found, *gc.get_referents(each)]


def of_the_host(start: object) -> list[str]:
    """What of the host's can be reached, by its type's name; a text with the seed counts."""
    return sorted(
        {
            type(each).__name__
            for each in reachable(start)
            if isinstance(each, OF_THE_HOST) or (isinstance(each, str) and SEED in each)
        }
    )


def test_the_surface_is_these_commands_and_none_captures() -> None:
    public = {name for name in dir(Sessions) if not name.startswith("_")}
    assert public == COMMANDS
    surface = {name for name in dir(HostSessions) if not name.startswith("_")}
    assert surface == {"capture_session", "forget"}


def test_nothing_of_the_host_can_be_reached_from_a_client(desk: Desk) -> None:
    session = desk.client.create_session("night-ferry", seed=SEED)
    desk.client.submit_action(session, "buy_tea")
    assert of_the_host(desk.client) == []
    assert not hasattr(desk.client, "__dict__")
    for name in COMMANDS:
        assert of_the_host(getattr(desk.client, name)) == []


def test_the_walk_finds_what_can_be_reached(desk: Desk) -> None:
    """Else the test above could not fail."""
    desk.client.create_session("night-ferry", seed=SEED)
    assert {"Shelf", "MemoryStore", "SessionRecord", "Engine", "str"} <= set(of_the_host(desk.host))

    def closure() -> object:
        return desk.shelf

    assert "Shelf" in of_the_host(closure)
    assert "Shelf" in of_the_host(desk.host.capture_session)


def _failures(desk: Desk, session: str) -> Iterator[tuple[str, Any]]:
    yield "unknown", lambda: desk.client.scene("nowhere")
    yield "fork", lambda: desk.client.branch_session(session, 99)
    yield "save", lambda: desk.client.load_game("nowhere")
    yield "plain", lambda: desk.client.submit_action(session, "buy_tea", {"x": [1]})  # type: ignore[dict-item]


def test_answers_and_errors_lead_nowhere_either(desk: Desk) -> None:
    session = desk.client.create_session("night-ferry", seed=SEED, profile_id="profile-jo")
    answers = [
        desk.client.submit_action(session, "buy_tea"),
        desk.client.scene(session),
        desk.client.view(session),
        desk.client.strings(session),
        desk.client.available_actions(session),
        desk.client.list_sessions("profile-jo"),
        desk.client.profile("profile-jo"),
    ]
    assert of_the_host(answers) == []
    for name, call in _failures(desk, session):
        with pytest.raises(WorkbenchError) as caught:
            call()
        error = caught.value
        assert error.__context__ is None, name
        assert error.__cause__ is None, name
        # The frames from the client's own call on; this test's frame is the caller's.
        trace = error.__traceback__
        assert trace is not None
        inner: list[object] = []
        while trace is not None:
            if trace.tb_frame.f_code.co_filename != __file__:
                inner.append(trace.tb_frame.f_locals)
            trace = trace.tb_next
        assert inner, name
        error.__traceback__ = None
        assert of_the_host([inner, error]) == [], name


def test_a_client_cannot_be_copied_or_made_from_another(desk: Desk) -> None:
    session = desk.client.create_session("night-ferry", seed=SEED)
    twin = copy.copy(desk.client)
    with pytest.raises(BadCommand, match="stands for no sessions"):
        twin.scene(session)
    del twin
    assert desk.client.scene(session)


def test_a_client_that_goes_takes_its_desk_along(desk: Desk) -> None:
    from workbench.plays.sessions.sessions import _DESKS

    before = len(_DESKS)
    client = Sessions(desk.shelf)
    assert len(_DESKS) == before + 1
    del client
    assert len(_DESKS) == before
