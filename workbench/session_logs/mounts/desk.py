"""Answers HTTP requests from a replayed model, knowing neither a library nor a server.

Request → wire → call → answer → events. Source: ``spec/session-logs.md`` §§14, 15, 19.
"""

from __future__ import annotations

import threading
from collections.abc import Generator, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import orjson

from workbench.session_logs.catalogue import Model
from workbench.session_logs.errors import Aborted, ModelFailure, ReplayError
from workbench.session_logs.mounts import failures, model_lists
from workbench.session_logs.mounts.addresses import Address, address
from workbench.session_logs.mounts.exchange import (
    EVENT_HEADERS,
    JSON_HEADERS,
    Awaited,
    Incoming,
    Reply,
    Sent,
    Streamed,
)
from workbench.session_logs.mounts.failures import Failure, refusal
from workbench.session_logs.mounts.model import ReplayedModel
from workbench.session_logs.mounts.parts import TOOL_CALL, Said, said
from workbench.session_logs.mounts.wires.chat_completions import ChatCompletions
from workbench.session_logs.mounts.wires.messages import Messages
from workbench.session_logs.mounts.wires.responses import Responses
from workbench.session_logs.mounts.wires.wire import (
    Asked,
    BadRequest,
    Speaker,
    Wire,
    encoded,
    json_bytes,
)
from workbench.session_logs.replayer import Answer, Pause

WIRES: dict[str, Wire] = {
    "chat/completions": ChatCompletions(),
    "responses": Responses(),
    "messages": Messages(),
}
_LONGEST_SESSION = 256  # characters of a session's id


class _Refused(Exception):
    """A request that is answered with a failure of the replay itself."""

    def __init__(self, failure: Failure, headers: Mapping[str, str] | None = None) -> None:
        super().__init__()
        self.failure = failure
        self.headers = headers or {}


@dataclass(frozen=True, slots=True)
class _Kept:
    """An answer that a later request may continue: its session, and all that was said."""

    session: str | None = field(repr=False)
    messages: list[Any] = field(repr=False)


class Desk:
    """The HTTP face of one replayed model. Safe to use from threads."""

    def __init__(self, model: ReplayedModel, *, session: str | None = None) -> None:
        self._model = model
        self._session = session
        self._kept: dict[str, _Kept] = {}
        self._lock = threading.Lock()

    def reply(self, incoming: Incoming) -> Reply:
        """The answer to a request. Never raises: what is wrong becomes the provider's own error."""
        found = address(incoming.path)
        wire = _wire_of(found, incoming)
        try:
            if found is None:
                raise _Refused(refusal(404, "replay has no such endpoint", "not_found"))
            if incoming.method != found.method:
                raise _Refused(
                    refusal(405, f"this endpoint takes {found.method} only", "method_not_allowed"),
                    {"allow": found.method},
                )
            if found.endpoint == "models":
                return self._models(found, anthropic=isinstance(wire, Messages))
            return self._call(wire, found, incoming)
        except _Refused as refused:
            return _failed(wire, refused.failure, refused.headers)
        except ReplayError as error:
            return _failed(wire, failures.of_replay(error))
        except Exception as error:
            # A request from anywhere may not end in a traceback, which shows what was captured.
            text = f"the workbench itself stopped at this request ({type(error).__name__})"
            return _failed(wire, refusal(500, text, "crashed"))

    def too_large(self, incoming: Incoming) -> Sent:
        """The answer to a request whose body was not read to its end."""
        limit = self._model.settings.max_body
        failure = refusal(413, f"the request is larger than {limit:,} bytes", "request_too_large")
        wire = _wire_of(address(incoming.path), incoming)
        return _failed(wire, failure, {"connection": "close"})

    def _models(self, found: Address, *, anthropic: bool) -> Sent:
        listing = [
            model
            for model in self._model.listing()
            if found.provider is None or model.provider == found.provider
        ]
        if found.model is None:
            shape = model_lists.anthropic_list if anthropic else model_lists.openai_list
            return _sent(200, shape(listing))
        one = model_lists.anthropic_model if anthropic else model_lists.openai_model
        return _sent(200, one(self._named(found, found.model), found.model))

    def _named(self, found: Address, name: str) -> Model:
        """The model that a request means. Refuses a route that is not served (§19)."""
        catalogue = self._model.catalogue
        if found.provider is None:
            model = catalogue.named(name)
        else:
            model = catalogue.resolve(found.provider, name)
        served = model is not None and self._model.serves(model.provider)
        if model is None or not served:
            raise _Refused(refusal(404, "replay serves no such model", "model_not_found"))
        return model

    def _call(self, wire: Wire, found: Address, incoming: Incoming) -> Reply:
        asked = _asked(wire, incoming, self._model.settings.max_body)
        self._named(found, asked.model)
        asked, session = self._continued(asked, self._identity(found, incoming, asked))
        answer = self._model.answer_any(session, asked.messages)
        if answer.error is not None or answer.entry is None:
            error = answer.error or ReplayError("nothing was recorded")
            return _failed(wire, failures.of_replay(error))
        what = said(answer.entry)
        number = f"{answer.script}_{answer.call}"
        if isinstance(wire, Responses):
            self._keep(f"resp_replay_{number}", session, asked.messages, what)
        speaking = _Speaking(self._model, wire, answer, what, asked, number)
        return speaking.streamed() if asked.stream else Awaited(speaking.awaited())

    def _identity(self, found: Address, incoming: Incoming, asked: Asked) -> str | None:
        """The live session: the transport's own, the path's, the header's, or the body's."""
        header = incoming.headers.get(self._model.settings.session_header.lower())
        session = self._session or found.session or header or asked.session
        if session is not None and len(session) > _LONGEST_SESSION:
            raise _Refused(
                refusal(400, f"a session's id has at most {_LONGEST_SESSION} characters", "session")
            )
        return session

    def _continued(self, asked: Asked, session: str | None) -> tuple[Asked, str | None]:
        """The request with all that was said before, on a wire that keeps answers for its clients."""
        if asked.previous is None:
            return asked, session
        with self._lock:
            kept = self._kept.get(asked.previous)
        if kept is None:
            if session is not None:
                return asked, session
            raise _Refused(
                refusal(
                    400,
                    "previous_response_id names no answer of this replay, and no session is given",
                    "previous_response_not_found",
                )
            )
        messages = [*kept.messages, *asked.messages]
        return replace(asked, messages=messages), session or kept.session

    def _keep(self, name: str, session: str | None, messages: list[Any], what: Said) -> None:
        with self._lock:
            self._kept[name] = _Kept(session, [*messages, _message(what)])


def _message(what: Said) -> dict[str, Any]:
    """An answer as the message that was recorded of it."""
    content: list[dict[str, Any]] = []
    for block in what.blocks:
        if block.kind == TOOL_CALL:
            call = {"type": TOOL_CALL, "id": block.tool_call_id, "name": block.name}
            content.append({**call, "arguments": block.text})
        else:
            content.append({"type": block.kind, "text": block.text})
    return {"role": "assistant", "content": content}


class _Speaking:
    """Says one answer on one wire."""

    def __init__(
        self,
        model: ReplayedModel,
        wire: Wire,
        answer: Answer,
        what: Said,
        asked: Asked,
        number: str,
    ) -> None:
        self._model = model
        self._wire = wire
        self._answer = answer
        self._said = what
        self._speaker: Speaker = wire.speaker(asked, what, number=number)
        self._headers = {wire.request_id_header: f"req_replay_{number}"}

    def streamed(self) -> Reply:
        """The answer as events; a call that was never accepted fails with its status instead."""
        if not self._answer.accepted and self._said.failure is not None:
            return Awaited(self._rejected())
        return Streamed(200, {**EVENT_HEADERS, **self._headers}, self._events())

    def _rejected(self) -> Generator[Pause, None, Sent]:
        yield from ()
        return self._failed(failures.recorded_failure(self._said.failure or {}))

    def _events(self) -> Iterator[bytes | Pause]:
        speaker, after = self._speaker, iter(self._said.after)
        yield encoded(speaker.begin())
        try:
            for move in self._model.replayer.moves(self._answer):
                if isinstance(move, Pause):
                    yield move
                    continue
                events = speaker.say(next(after))
                if events:
                    yield encoded(events)
        except ModelFailure:
            pass
        except Aborted:
            return
        except ReplayError as error:
            yield encoded(speaker.fail(failures.of_replay(error)))
            return
        yield self._ending()

    def _ending(self) -> bytes:
        events = list(self._speaker.say(self._said.rest))
        if self._said.failure is None:
            events += self._speaker.end()
        else:
            events += self._speaker.fail(failures.recorded_failure(self._said.failure))
        return encoded(events)

    def awaited(self) -> Generator[Pause, None, Sent]:
        """The answer as one body, after as long as its stream would have taken."""
        try:
            for move in self._model.replayer.moves(self._answer):
                if isinstance(move, Pause):
                    yield move
        except ModelFailure:
            pass
        except ReplayError as error:
            return self._failed(failures.of_replay(error))
        if self._said.failure is not None:
            return self._failed(failures.recorded_failure(self._said.failure))
        if not self._said.finish:
            text = "the recorded answer breaks off; ask for a stream to see what there is of it"
            return self._failed(refusal(500, text, "incomplete_answer"))
        try:
            return _sent(200, self._speaker.whole(), self._headers)
        except BadRequest as error:
            return self._failed(refusal(400, str(error), "untranslatable"))

    def _failed(self, failure: Failure) -> Sent:
        return _failed(self._wire, failure, self._headers)


def _wire_of(found: Address | None, incoming: Incoming) -> Wire:
    """The wire of an endpoint; elsewhere the one whose client asks."""
    if found is not None and found.endpoint in WIRES:
        return WIRES[found.endpoint]
    return WIRES["messages" if "anthropic-version" in incoming.headers else "chat/completions"]


def _asked(wire: Wire, incoming: Incoming, limit: int) -> Asked:
    if len(incoming.body) > limit:
        raise _Refused(
            refusal(413, f"the request is larger than {limit:,} bytes", "request_too_large")
        )
    if incoming.headers.get("content-encoding", "identity") != "identity":
        raise _Refused(refusal(415, "replay reads no packed requests", "unsupported_encoding"))
    try:
        body = orjson.loads(incoming.body)
    except orjson.JSONDecodeError:
        raise _Refused(refusal(400, "the request is not JSON", "invalid_json")) from None
    if not isinstance(body, dict):
        raise _Refused(refusal(400, "the request must be a JSON object", "invalid_json"))
    try:
        return wire.ask(body)
    except BadRequest as error:
        raise _Refused(refusal(400, str(error), "invalid_request")) from None


def _sent(status: int, body: Any, headers: Mapping[str, str] | None = None) -> Sent:
    return Sent(status, {**JSON_HEADERS, **(headers or {})}, json_bytes(body))


def _failed(wire: Wire, failure: Failure, headers: Mapping[str, str] | None = None) -> Sent:
    found = {**(headers or {}), **failure.headers}
    if failure.request_id:
        found[wire.request_id_header] = failure.request_id
    return _sent(wire.status(failure), wire.error(failure), found)
