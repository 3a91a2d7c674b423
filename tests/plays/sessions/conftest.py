"""Both surfaces of the session layer over one store."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from workbench.plays.engine.engine import Engine
from workbench.plays.engine.kind import Kind
from workbench.plays.engine.registry import Archive
from workbench.plays.sessions import HostSessions, Ports, Sessions, Shelf
from workbench.plays.sessions.ports import MemoryStore
from workbench.plays.sessions.records import SessionError, SessionRecord


class Desk:
    """Both surfaces over one store."""

    def __init__(
        self,
        archive: Archive,
        kinds: Mapping[str, Kind],
        *,
        campaign: str = "night-ferry",
        **ports: Any,
    ) -> None:
        self.store = ports.setdefault("store", MemoryStore())
        version = min(version for _, version in archive.epochs)
        engine = Engine(archive, kinds=kinds, current={campaign: version})
        self.shelf = Shelf(engine, Ports(**ports))
        self.client, self.host = Sessions(self.shelf), HostSessions(self.shelf)

    def record(self, session_id: str) -> SessionRecord:
        record = self.store.session(session_id)
        assert isinstance(record, SessionRecord)
        return record


@pytest.fixture
def desk(ferry: Archive, kinds: Mapping[str, Kind]) -> Desk:
    """A desk on the night ferry."""
    return Desk(ferry, kinds)


def code_of(call: Callable[[], object]) -> str:
    with pytest.raises(SessionError) as caught:
        call()
    return caught.value.code
