"""What the session layer stores, and the one error it raises (``spec/play-sessions.md`` §7.1)."""

from __future__ import annotations

from dataclasses import dataclass, field

from workbench.core.canonical import JSON
from workbench.core.errors import WorkbenchError


class SessionError(WorkbenchError):
    """A session command failed; ``operation`` and ``code`` are stable words.

    ``step`` says how far a capture or a branch came: ``hold``, ``admit`` or ``replay``.
    """

    code = "invalid_state"

    def __init__(self, operation: str, code: str, *, step: str = "") -> None:
        super().__init__(
            f"The command {operation} failed: {code.replace('_', ' ')}",
            means="Nothing was changed",
            code=code,
        )
        self.operation, self.step = operation, step


class Conflict(Exception):
    """A store raises this where another writer came first."""


@dataclass(frozen=True, slots=True)
class Initialization:
    """What a session was created from, as far as its state does not say it."""

    profile_data: JSON = field(default=None, repr=False)
    has_profile_data: bool = False


@dataclass(frozen=True, slots=True)
class SessionRecord:
    """One session as it is stored. ``blob`` is the canonical text of its game."""

    session_id: str = field(repr=False)
    blob: str = field(repr=False)
    audience: str
    created_at: str = field(repr=False)
    updated_at: str = field(repr=False)
    attempts: int = 0
    revision: int = 0
    replay_compatible: bool = True
    profile_id: str | None = field(default=None, repr=False)
    initialization: Initialization | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class SaveRecord:
    """One save as it is stored. ``blob`` is the canonical text of a save envelope.

    ``initialization`` goes beside the blob, so that a game that was loaded can be captured too.
    """

    save_id: str = field(repr=False)
    campaign_id: str = field(repr=False)
    blob: str = field(repr=False)
    saved_at: str = field(repr=False)
    saved_at_seq: int
    audience: str
    profile_id: str | None = field(default=None, repr=False)
    initialization: Initialization | None = field(default=None, repr=False)
