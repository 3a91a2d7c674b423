"""What the session layer needs from its host, and simple ports that keep everything in memory."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

from workbench.plays.sessions.records import Profile, SaveRecord, SessionRecord


class Store(Protocol):
    """Keeps records. Any exception is a storage failure; ``Conflict`` says that somebody was first."""

    def session(self, session_id: str) -> SessionRecord | None: ...

    def put_session(self, record: SessionRecord) -> None: ...

    def save(self, save_id: str) -> SaveRecord | None: ...

    def put_save(self, record: SaveRecord) -> None: ...

    def profile(self, profile_id: str) -> Profile | None: ...

    def put_profile(self, profile: Profile) -> None: ...


class MemoryStore:
    """A store for tests and for one process."""

    def __init__(self) -> None:
        self._sessions: dict[str, SessionRecord] = {}
        self._saves: dict[str, SaveRecord] = {}
        self._profiles: dict[str, Profile] = {}

    def session(self, session_id: str) -> SessionRecord | None:
        return self._sessions.get(session_id)

    def put_session(self, record: SessionRecord) -> None:
        self._sessions[record.session_id] = record

    def save(self, save_id: str) -> SaveRecord | None:
        return self._saves.get(save_id)

    def put_save(self, record: SaveRecord) -> None:
        self._saves[record.save_id] = record

    def profile(self, profile_id: str) -> Profile | None:
        return self._profiles.get(profile_id)

    def put_profile(self, profile: Profile) -> None:
        self._profiles[profile.profile_id] = profile


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


def no_time() -> str:
    """A clock for hosts that keep no times."""
    return ""


@dataclass(frozen=True, slots=True)
class Ports:
    """The host's side: where records live, which content a session should be on, ids and time.

    ``channel`` is asked with campaign id, session id and profile id; an answer that is no text, and
    an exception, mean "no offer".
    """

    store: Store = field(default_factory=MemoryStore, repr=False)
    channel: Callable[[str, str, str | None], str | None] = no_offer
    new_id: Callable[[str], str] = field(default_factory=CountingNames)
    clock: Callable[[], str] = no_time
