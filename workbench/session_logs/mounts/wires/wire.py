"""What every wire has in common: a request as it was asked, and a speaker of answers."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

import orjson

from workbench.session_logs.catalogue import Model
from workbench.session_logs.mounts.failures import Failure
from workbench.session_logs.mounts.parts import Part, Said


class BadRequest(Exception):
    """A request that the provider would refuse as well. The message holds no word of the request."""


class Event(NamedTuple):
    """One server-sent event. ``data`` is JSON, or a plain word such as ``[DONE]``."""

    data: Mapping[str, Any] | str
    name: str = ""


@dataclass(frozen=True, slots=True)
class Asked:
    """A request in the log's own words.

    ``messages`` have the shape of recorded messages, without system prompts, which no placeholder
    searches. ``previous`` is the answer that the request continues, and ``conversation`` the one that
    it belongs to, on a wire that keeps answers.
    """

    model: str = field(repr=False)
    messages: list[Any] = field(repr=False)
    stream: bool = False
    session: str | None = field(default=None, repr=False)
    previous: str | None = field(default=None, repr=False)
    conversation: str | None = field(default=None, repr=False)
    include_usage: bool = False


class Speaker(Protocol):
    """Says one answer, either event by event or as a whole."""

    def begin(self) -> Sequence[Event]:
        """What comes before the first part."""
        ...

    def say(self, parts: Iterable[Part]) -> Sequence[Event]:
        """The events of some parts."""
        ...

    def end(self) -> Sequence[Event]:
        """What comes after the last part; nothing for an answer that was recorded without an end."""
        ...

    def fail(self, failure: Failure) -> Sequence[Event]:
        """How a stream breaks off that has begun."""
        ...

    def whole(self) -> Mapping[str, Any]:
        """The answer as one JSON object. Raises ``BadRequest`` where the wire cannot put it."""
        ...


class Wire(Protocol):
    """One provider's way of speaking."""

    @property
    def endpoint(self) -> str:
        """The end of the path that requests are posted to, such as ``chat/completions``."""
        ...

    @property
    def mark(self) -> str:
        """A header that only this wire's clients send; ``""`` for none."""
        ...

    @property
    def request_id_header(self) -> str:
        """The header that carries an answer's request id."""
        ...

    def ask(self, body: Mapping[str, Any]) -> Asked:
        """The request of a JSON body. Raises ``BadRequest``."""
        ...

    def speaker(self, asked: Asked, said: Said, *, number: str) -> Speaker:
        """A speaker for one answer; ``number`` makes its ids, the same in every run."""
        ...

    def kept_as(self, number: str) -> str | None:
        """The id by which a later request may continue an answer; ``None`` where none can."""
        ...

    def models(self, models: Sequence[Model]) -> Mapping[str, Any]:
        """The body that lists models."""
        ...

    def model(self, model: Model, name: str) -> Mapping[str, Any]:
        """The body that describes one model under the name it was asked for."""
        ...

    def status(self, failure: Failure) -> int:
        """The HTTP status of a failure."""
        ...

    def error(self, failure: Failure) -> Mapping[str, Any]:
        """The body of a failure."""
        ...


def encoded(events: Iterable[Event]) -> bytes:
    """The bytes of some events."""
    return b"".join(_bytes(event) for event in events)


def _bytes(event: Event) -> bytes:
    name = b"event: " + event.name.encode() + b"\n" if event.name else b""
    data = event.data.encode() if isinstance(event.data, str) else json_bytes(event.data)
    return name + b"data: " + data + b"\n\n"


def json_bytes(value: Any) -> bytes:
    """Compact JSON on one line; a lone surrogate is written as its escape."""
    try:
        return orjson.dumps(value)
    except (orjson.JSONEncodeError, TypeError):
        return json.dumps(value, separators=(",", ":")).encode("ascii")


def member(body: Mapping[str, Any], name: str, kind: type, word: str) -> Any:
    """A member that has to be there. Raises ``BadRequest``."""
    value = body.get(name)
    if not isinstance(value, kind) or value == "":
        raise BadRequest(f"{name} must be {word}")
    return value


def wants_stream(body: Mapping[str, Any]) -> bool:
    """Whether the answer is streamed. Raises ``BadRequest``."""
    stream = body.get("stream", False)
    if stream is not None and not isinstance(stream, bool):
        raise BadRequest("stream must be true or false")
    return bool(stream)


def session_in(body: Mapping[str, Any]) -> str | None:
    """The session that ``metadata.session_id`` names, if any."""
    metadata = body.get("metadata")
    found = metadata.get("session_id") if isinstance(metadata, Mapping) else None
    return found if isinstance(found, str) and found else None
