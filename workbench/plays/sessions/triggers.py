"""The two occasions on which a session is captured: an engine fault, and an explicit report.

Source: ``spec/play-sessions.md`` §11. There is no third: a :class:`Triggers` takes one session that a
fault or a report named, and neither it nor the host's surface can list sessions.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias

from workbench.plays.engine.events import Severity
from workbench.plays.sessions.happenings import Faulted
from workbench.plays.sessions.host import HostSessions
from workbench.plays.sessions.shelf import Shelf

#: What a capture after a fault is, for whoever looks into it.
WITHOUT_THE_CALL: Final = (
    "The capture holds the log up to the fault. The call that failed was not accepted, so neither it "
    "nor its parameters are in the capture; the host's record of the fault has them"
)
#: A state that could not be read: no capture of any session brings it back.
WITHOUT_THE_BLOB: Final = (
    "The capture holds the play of the session. The stored state that was refused is not in it and "
    "cannot be"
)


@dataclass(frozen=True, slots=True)
class Occasion:
    """Why one session is to be captured now. ``remark`` says what the capture will not hold."""

    trigger: Literal["fault", "report"]
    session_id: str = field(repr=False)
    remark: str = ""
    faulted: Faulted | None = None


#: The host's part: capture the session of an occasion, and keep what comes of it.
Take: TypeAlias = Callable[[HostSessions, Occasion], None]


class Triggers:
    """Calls ``take`` for every fault of a session from now on, and for every report.

    For a fault, ``take`` is called after the command has settled, and whatever it raises is dropped:
    the player's command must not suffer. For a report, what it raises reaches the caller.
    """

    def __init__(self, shelf: Shelf, take: Take) -> None:
        self._host, self._take = HostSessions(shelf), take
        shelf.listen(self._on_fault)

    def report(self, session_id: str) -> None:
        """The player, or an operator acting on their report, names one session."""
        self._take(self._host, Occasion("report", session_id))

    def _on_fault(self, faulted: Faulted) -> None:
        if faulted.session_id is None or faulted.event.severity is not Severity.ERROR:
            return
        refused = faulted.event.name == "core.deserialize.rejected"
        remark = WITHOUT_THE_BLOB if refused else WITHOUT_THE_CALL
        self._take(self._host, Occasion("fault", faulted.session_id, remark, faulted))
