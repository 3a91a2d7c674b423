"""What the session layer needs from its host, and simple ports that keep everything in memory."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from workbench.core.canonical import JSON
from workbench.plays.sessions.records import SaveRecord, SessionRecord


class Store(Protocol):
    """Keeps records. Any exception is a storage failure; ``Conflict`` says that somebody was first.

    Deleting what is not there is no failure. A profile is a document (``formatVersion`` 1 to 3).
    """

    def session(self, session_id: str) -> SessionRecord | None: ...

    def put_session(self, record: SessionRecord) -> None: ...

    def delete_session(self, session_id: str) -> None: ...

    def sessions_of(self, profile_id: str) -> Iterable[SessionRecord]: ...

    def save(self, save_id: str) -> SaveRecord | None: ...

    def put_save(self, record: SaveRecord) -> None: ...

    def delete_save(self, save_id: str) -> None: ...

    def saves_of(self, profile_id: str) -> Iterable[SaveRecord]: ...

    def profile(self, profile_id: str) -> Mapping[str, JSON] | None: ...

    def put_profile(self, profile_id: str, document: Mapping[str, JSON]) -> None: ...


class MemoryStore:
    """A store for tests and for one process."""

    def __init__(self) -> None:
        self._sessions: dict[str, SessionRecord] = {}
        self._saves: dict[str, SaveRecord] = {}
        self._profiles: dict[str, Mapping[str, JSON]] = {}

    def session(self, session_id: str) -> SessionRecord | None:
        return self._sessions.get(session_id)

    def put_session(self, record: SessionRecord) -> None:
        self._sessions[record.session_id] = record

    def delete_session(self, session_id: str) -> None:
        self._sessions.pop(session_id, None)

    def sessions_of(self, profile_id: str) -> list[SessionRecord]:
        # A copy first: another thread may put a session meanwhile.
        return [each for each in list(self._sessions.values()) if each.profile_id == profile_id]

    def save(self, save_id: str) -> SaveRecord | None:
        return self._saves.get(save_id)

    def put_save(self, record: SaveRecord) -> None:
        self._saves[record.save_id] = record

    def delete_save(self, save_id: str) -> None:
        self._saves.pop(save_id, None)

    def saves_of(self, profile_id: str) -> list[SaveRecord]:
        return [each for each in list(self._saves.values()) if each.profile_id == profile_id]

    def profile(self, profile_id: str) -> Mapping[str, JSON] | None:
        return self._profiles.get(profile_id)

    def put_profile(self, profile_id: str, document: Mapping[str, JSON]) -> None:
        self._profiles[profile_id] = document


class CountingNames:
    """Session and save ids in order: ``session-0``, ``save-0``, and on."""

    def __init__(self) -> None:
        self._counts: dict[str, int] = {}

    def __call__(self, what: str) -> str:
        count = self._counts.get(what, 0)
        self._counts[what] = count + 1
        return f"{what}-{count}"


def no_offer(campaign_id: str, session_id: str, profile_id: str | None) -> str | None:
    """A content channel that never moves a session."""
    return None


def no_warning(operation: str, code: str) -> None:
    """For hosts that do not listen to warnings."""


def no_time() -> str:
    """A clock for hosts that keep no times."""
    return ""


@dataclass(frozen=True, slots=True)
class Ports:
    """The host's side: where records live, which content a session should be on, ids and time.

    ``channel`` is asked with campaign id, session id and profile id; an answer that is no text, and
    an exception, mean "no offer". ``warned`` hears, with the operation and a code, what no answer
    could say: that a profile was not carried into a new game, or that whoever listens to faults
    failed (``listener_failed``, or the code of its error).
    """

    store: Store = field(default_factory=MemoryStore, repr=False)
    channel: Callable[[str, str, str | None], str | None] = no_offer
    new_id: Callable[[str], str] = field(default_factory=CountingNames)
    clock: Callable[[], str] = no_time
    warned: Callable[[str, str], None] = no_warning
