"""An HTTP request and its answer as plain data, whoever carries them."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping
from dataclasses import dataclass, field

from workbench.session_logs.answering import Pause

JSON_HEADERS = {"content-type": "application/json"}
EVENT_HEADERS = {"content-type": "text/event-stream; charset=utf-8", "cache-control": "no-cache"}


@dataclass(frozen=True, slots=True)
class Incoming:
    """A request: ``path`` is unquoted only where it is read; ``headers`` have lower-case names."""

    method: str
    path: str = field(repr=False)
    headers: Mapping[str, str] = field(repr=False)
    body: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class Sent:
    """An answer that is complete."""

    status: int
    headers: Mapping[str, str] = field(repr=False)
    body: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class Streamed:
    """An answer that is streamed: pauses to wait, and pieces of the body to send."""

    status: int
    headers: Mapping[str, str] = field(repr=False)
    moves: Iterator[bytes | Pause] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Awaited:
    """An answer that is complete once its pauses are over; the generator returns it."""

    moves: Generator[Pause, None, Sent] = field(repr=False)


Reply = Sent | Streamed | Awaited
