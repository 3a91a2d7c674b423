"""A game played by hand on the session layer, and its capture.

The game holds both surfaces, as a host does: playing goes through the client's, and only
:meth:`Game.report` reaches for the host's. Nothing is written before that.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from workbench.core.canonical import JSON
from workbench.core.errors import BadCommand
from workbench.plays.playing.opaque import words
from workbench.plays.playing.screen import scene_lines
from workbench.plays.sentences import counted
from workbench.plays.sessions import HostSessions, Sessions
from workbench.plays.writing import ENDING, fixture_bytes, write_capture


@dataclass(frozen=True, slots=True)
class _Position:
    """A session, and how many entries its log has."""

    session_id: str = field(repr=False)
    entries: int = 0


class Game:
    """One game. ``folder`` is the folder beside which campaigns and captures stand."""

    def __init__(
        self,
        sessions: Sessions,
        host: HostSessions,
        campaign_id: str,
        *,
        folder: Path,
        seed: str | None = None,
    ) -> None:
        """Raises ``SessionError`` where the game cannot begin."""
        self._sessions, self._host, self.folder = sessions, host, folder
        self._at = _Position(sessions.create_session(campaign_id, seed=seed))
        self._saves: list[tuple[str, int]] = []

    @property
    def entries(self) -> int:
        """How many submissions were accepted so far."""
        return self._at.entries

    @property
    def saves(self) -> int:
        """How many saves there are."""
        return len(self._saves)

    def __str__(self) -> str:
        return "\n".join(scene_lines(self.scene(), self.strings()))

    def __repr__(self) -> str:
        return f"<Game, {counted(self.entries, 'submission')}>"

    def scene(self) -> dict[str, Any]:
        """What the player sees. Raises ``EngineFault``."""
        return self._sessions.scene(self._at.session_id)

    def strings(self) -> Mapping[str, str]:
        """The campaign's texts by key."""
        return self._sessions.strings(self._at.session_id)

    def take(self, action: str | int, **params: str | float | bool) -> dict[str, Any]:
        """Take an action, by its id or by its number in the scene (from 1).

        Gives the engine's answer: ``ok``, ``errors``, ``changes`` and ``messages`` that a player may
        see. Raises ``BadCommand`` for a number that is not in the scene, ``EngineFault``.
        """
        answer = self._sessions.submit_action(
            self._at.session_id, self._action_id(action), params or None
        )
        if answer["ok"]:
            self._at = _Position(self._at.session_id, self._at.entries + 1)
        return answer

    def preview(self, action: str | int, **params: str | float | bool) -> dict[str, Any]:
        """What :meth:`take` would answer. The game stays as it is."""
        return self._sessions.preview_action(
            self._at.session_id, self._action_id(action), params or None
        )

    def _action_id(self, action: str | int) -> str:
        if isinstance(action, str):
            return action
        actions = self.scene()["actions"]
        if not 1 <= action <= len(actions):
            raise BadCommand(
                "There is no action of this number",
                cure=f"Numbers go from 1 to {len(actions)}" if actions else "The game is over",
            )
        return str(actions[action - 1]["id"])

    def save(self) -> int:
        """Keep the game as it is, in memory; gives the number of the save, from 1."""
        self._saves.append((self._sessions.save_game(self._at.session_id), self._at.entries))
        return len(self._saves)

    def load(self, number: int) -> None:
        """Go on from a save. Raises ``BadCommand`` for one that is not there."""
        if not 1 <= number <= len(self._saves):
            raise BadCommand("There is no save of this number", cure="Save the game first")
        save_id, entries = self._saves[number - 1]
        self._at = _Position(self._sessions.load_game(save_id), entries)

    def branch(self, keep: int) -> None:
        """Go on from after the first ``keep`` accepted submissions. Raises ``SessionError``."""
        self._at = _Position(self._sessions.branch_session(self._at.session_id, keep), keep)

    def report(self, folder: str | Path | None = None) -> Path:
        """Capture the play into ``folder`` (default: ``captures`` beside the campaigns).

        The file has an opaque name and is its owner's alone. Raises ``SessionError`` where the
        session cannot be captured, ``NotWritten``.
        """
        name = f"play-{words(3)}"
        document: Mapping[str, JSON] = self._host.capture_session(self._at.session_id, name)
        target = self.folder / "captures" if folder is None else Path(folder)
        path = target / f"{name}{ENDING}"
        write_capture(path, fixture_bytes(document))
        return path
