"""The client's surface: play a stored game, save it, load it, branch it. It cannot capture.

Source: ``spec/play-sessions.md`` §1, §7.2, §7.4. A client object holds nothing: what it stands for is
kept in this module, and a command is passed on by name. So no attribute, slot, closure, bound object
or referent of it leads to a record, a seed, the engine, the store or the host's surface; neither do
the answers and the errors it gives, which are made free of the frames they come from.

That keeps a generated client interface from gaining a capture call, and code that is handed a
client from stumbling on one. Not covered are what Python itself holds on to (the globals of functions,
classes, modules) and an exception that is a defect of this package, which passes with its frames for
whoever mends it. And it is no wall against code that sets out to break in: in one Python
process whoever can import modules can reach everything. Let players' own code run elsewhere.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from workbench.core.canonical import JSON
from workbench.core.errors import BadCommand, WorkbenchError
from workbench.plays.sessions import given
from workbench.plays.sessions.desk import Desk
from workbench.plays.sessions.shelf import Shelf


class Sessions:
    """Commands on stored games. Commands on one session settle in the order they came.

    Every command raises ``SessionError`` with a code, and ``BadCommand`` for what is no plain value.
    """

    # Not even weak references: theirs would lead to who asked for them.
    __slots__ = ()

    def __init__(self, shelf: Shelf) -> None:
        _DESKS[id(self)] = Desk(shelf)

    def __del__(self) -> None:
        _DESKS.pop(id(self), None)

    def __repr__(self) -> str:
        return "<Sessions>"

    def create_session(
        self,
        campaign_id: str,
        *,
        seed: str | None = None,
        audience: str = "player",
        profile_id: str | None = None,
    ) -> str:
        """A new session's id. What the kind carries from game to game comes from the profile."""
        new: str = _ask(
            self,
            "create_session",
            given.text(campaign_id, "campaign id"),
            seed=given.optional_text(seed, "seed"),
            audience=given.audience(audience),
            profile_id=given.optional_text(profile_id, "profile id"),
        )
        return new

    def submit_action(
        self, session_id: str, action_id: str, params: Mapping[str, Any] | None = None
    ) -> dict[str, JSON]:
        """Take one action; the answer as a client may see it. Raises ``EngineFault`` too."""
        action_id = given.text(action_id, "action id")
        answer: dict[str, JSON] = _on(self, "submit_action", session_id, action_id, params)
        return answer

    def preview_action(
        self, session_id: str, action_id: str, params: Mapping[str, Any] | None = None
    ) -> dict[str, JSON]:
        """What :meth:`submit_action` would answer; nothing is stored, and nobody is told."""
        action_id = given.text(action_id, "action id")
        answer: dict[str, JSON] = _on(self, "preview_action", session_id, action_id, params)
        return answer

    def scene(self, session_id: str) -> dict[str, JSON]:
        """What the player sees."""
        seen: dict[str, JSON] = _on(self, "scene", session_id)
        return seen

    def view(self, session_id: str) -> dict[str, JSON]:
        """What the session's audience may know."""
        seen: dict[str, JSON] = _on(self, "view", session_id)
        return seen

    def available_actions(self, session_id: str) -> list[dict[str, JSON]]:
        """What the player is offered."""
        offered: list[dict[str, JSON]] = _on(self, "available_actions", session_id)
        return offered

    def strings(self, session_id: str) -> dict[str, str]:
        """The texts of every epoch the session has lived on; later ones win."""
        texts: dict[str, str] = _on(self, "strings", session_id)
        return texts

    def resume_session(self, session_id: str) -> dict[str, JSON]:
        """Take a session up again: the scene, on newer content if some is offered."""
        seen: dict[str, JSON] = _on(self, "resume_session", session_id)
        return seen

    def list_sessions(self, profile_id: str) -> list[dict[str, JSON]]:
        """The sessions of a profile. One without a profile is known by its id alone: listed nowhere."""
        listed: list[dict[str, JSON]] = _ask(
            self, "list_sessions", given.text(profile_id, "profile id")
        )
        return listed

    def delete_session(self, session_id: str) -> None:
        """Delete a session after every command before it settled. Its saves stay."""
        _on(self, "delete_session", session_id)

    def save_game(self, session_id: str) -> str:
        """A new save's id."""
        save: str = _on(self, "save_game", session_id)
        return save

    def load_game(self, save_id: str) -> str:
        """A new session that goes on from a save."""
        new: str = _ask(self, "load_game", given.text(save_id, "save id"))
        return new

    def list_saves(self, profile_id: str) -> list[dict[str, JSON]]:
        """The saves of a profile."""
        listed: list[dict[str, JSON]] = _ask(
            self, "list_saves", given.text(profile_id, "profile id")
        )
        return listed

    def delete_save(self, save_id: str) -> None:
        """Delete a save."""
        _ask(self, "delete_save", given.text(save_id, "save id"))

    def branch_session(self, session_id: str, keep: int) -> str:
        """A new session that keeps the first ``keep`` log entries."""
        new: str = _on(self, "branch_session", session_id, keep)
        return new

    def profile(self, profile_id: str) -> dict[str, JSON]:
        """What a player reached over all games: ``{achievements, terminals, warnings}``."""
        reached: dict[str, JSON] = _ask(self, "profile", given.text(profile_id, "profile id"))
        return reached


#: By the identity of the client, which takes its entry away when it goes.
_DESKS: Final[dict[int, Desk]] = {}


def _on(client: Sessions, command: str, session_id: str, *arguments: object) -> Any:
    return _ask(client, command, given.text(session_id, "session id"), *arguments)


def _ask(client: Sessions, command: str, *arguments: object, **named: object) -> Any:
    if id(client) not in _DESKS:
        raise BadCommand("This client stands for no sessions", cure="Ask the host for one")
    try:
        return getattr(_DESKS[id(client)], command)(*arguments, **named)
    except WorkbenchError as error:
        failure = error
    # Raised anew: the frames it came through, and what it came from, hold what no client may see.
    failure.__cause__ = failure.__context__ = None
    raise failure.with_traceback(None)
