"""What went so wrong during a command that the host must hear of it.

Only events of error severity count (``spec/play-sessions.md`` §11). The event knows no session; the
command it happened in does.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any

from workbench.plays.engine.events import Event, Severity

_HEARD: ContextVar[list[Event] | None] = ContextVar("_HEARD", default=None)


@dataclass(frozen=True, slots=True)
class Faulted:
    """A command during which the engine told of an error, for the host's own record.

    The call itself stands only here: it was not accepted, so no log and no capture holds it.
    ``session_id`` is ``None`` where there was no session (a save that was refused).
    """

    operation: str
    event: Event
    session_id: str | None = field(default=None, repr=False)
    action_id: str | None = field(default=None, repr=False)
    params: Mapping[str, Any] | None = field(default=None, repr=False)


def hear(event: Event) -> None:
    """Keep an error for the command that is under way; nothing else is kept."""
    heard = _HEARD.get()
    if heard is not None and event.severity is Severity.ERROR:
        heard.append(event)


@contextmanager
def listening() -> Iterator[list[Event]]:
    """The errors of the command within, in order."""
    heard: list[Event] = []
    token = _HEARD.set(heard)
    try:
        yield heard
    finally:
        _HEARD.reset(token)
