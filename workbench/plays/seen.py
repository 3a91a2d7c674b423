"""What is seen of one step: the scene, what was offered, what changed, the scene after.

Source: ``spec/play-sessions.md`` §15. Everything here is for a person to look at: it holds content
of the campaign and what the player did, and none of it appears in a ``repr``.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from workbench.core.canonical import JSON
from workbench.plays.engine.kind import Issue, Pick
from workbench.plays.engine.state import GameState
from workbench.plays.epochs import ContentChange


@dataclass(frozen=True, slots=True)
class SceneSeen:
    """Where the player stood. ``failed`` where the engine could not draw the scene."""

    status: str
    place: str = field(default="", repr=False)
    text_key: str = field(default="", repr=False)
    text: str = field(default="", repr=False)
    failed: bool = False


@dataclass(frozen=True, slots=True)
class ChoiceSeen:
    """One choice the player was shown: available, or gated with its reason."""

    id: str = field(repr=False)
    label_key: str = field(repr=False)
    label: str = field(repr=False)
    available: bool
    reason_key: str = field(default="", repr=False)
    reason: str = field(default="", repr=False)
    picked: bool = False


@dataclass(frozen=True, slots=True)
class ValueChange:
    """A value of the game that changed. ``visible`` says whether the player was told."""

    path: str = field(repr=False)
    operation: str
    before: JSON = field(repr=False)
    after: JSON = field(repr=False)
    visible: bool


@dataclass(frozen=True, slots=True)
class StepTrace:
    """One step of a replay. ``choices`` is ``None`` where the engine could not list them.

    ``issuers`` are the places of the campaign that offer the action, ``issues`` every id the
    submission uses and ``minted_at`` the step that issued it, where one did; ``versions`` the content
    before and after; ``content`` what an adoption changed;
    ``states`` the game before and after, ``None`` where it never came so far.
    """

    index: int
    ok: bool
    sentence: str
    reason: str
    before: SceneSeen
    after: SceneSeen
    choices: tuple[ChoiceSeen, ...] | None = ()
    changes: tuple[ValueChange, ...] = ()
    unlocked: tuple[str, ...] = field(default=(), repr=False)
    picks: tuple[Pick, ...] = ()
    issuers: tuple[str, ...] = field(default=(), repr=False)
    issues: tuple[Issue, ...] = ()
    minted_at: tuple[int | None, ...] = ()
    versions: tuple[str, str] = field(default=("", ""), repr=False)
    content: tuple[ContentChange, ...] = ()
    failed: bool = False
    states: tuple[GameState, GameState] | None = field(default=None, repr=False)

    @property
    def visible(self) -> tuple[ValueChange, ...]:
        """The changes the player was told of."""
        return tuple(change for change in self.changes if change.visible)

    @property
    def hidden(self) -> tuple[ValueChange, ...]:
        """The changes the player was not told of."""
        return tuple(change for change in self.changes if not change.visible)
