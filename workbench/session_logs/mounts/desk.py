"""Answers HTTP requests from a replayed model, knowing neither a library nor a server.

Request → wire → call → answer → events. Source: ``spec/session-logs.md`` §§14, 15, 19.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import orjson

from workbench.session_logs.catalogue import Model
from workbench.session_logs.errors import ReplayError
from workbench.session_logs.mounts import failures
from workbench.session_logs.mounts.addresses import MODELS, Address, address
from workbench.session_logs.mounts.conversations import Kept, message_of
from workbench.session_logs.mounts.exchange import Awaited, Incoming, Reply, Sent
from workbench.session_logs.mounts.failures import Failure, refusal
from workbench.session_logs.mounts.model import ReplayedModel
from workbench.session_logs.mounts.parts import said
from workbench.session_logs.mounts.speaking import Speaking, failed, number_of, sent
from workbench.session_logs.mounts.wires import WIRES, Wire
from workbench.session_logs.mounts.wires.wire import Asked, BadRequest

_LONGEST_SESSION = 256  # characters of a session's id


class _Refused(Exception):
    """A request that is answered with a failure of the replay itself."""

    def __init__(self, failure: Failure, headers: Mapping[str, str] | None = None) -> None:
        super().__init__()
        self.failure = failure
        self.headers = headers or {}


class Desk:
    """The HTTP face of one replayed model. Safe to use from threads."""

    def __init__(self, model: ReplayedModel, *, session: str | None = None) -> None:
        self._model = model
        self._session = session

    def reply(self, incoming: Incoming) -> Reply:
        """The answer to a request. Never raises: what is wrong becomes the provider's own error."""
        found = address(incoming.path, WIRES)
        wire = _wire_of(found, incoming)
        try:
            if found is None:
                raise _Refused(refusal(404, "replay has no such endpoint", code="not_found"))
            if incoming.method != found.method:
                raise _Refused(
                    refusal(
                        405, f"this endpoint takes {found.method} only", code="method_not_allowed"
                    ),
                    {"allow": found.method},
                )
            if found.endpoint == MODELS:
                return self._models(wire, found)
            return self._call(wire, found, incoming)
        except _Refused as refused:
            return failed(wire, refused.failure, headers=refused.headers)
        except ReplayError as error:
            return failed(wire, failures.of_replay(error))
        except Exception as error:
            # A request from anywhere may not end in a traceback, which shows what was captured.
            text = f"the workbench itself stopped at this request ({type(error).__name__})"
            return failed(wire, refusal(500, text, code="crashed"))

    def too_large(self, incoming: Incoming) -> Sent:
        """The answer to a request whose body was not read to its end."""
        limit = self._model.settings.max_body
        failure = refusal(
            413, f"the request is larger than {limit:,} bytes", code="request_too_large"
        )
        wire = _wire_of(address(incoming.path, WIRES), incoming)
        return failed(wire, failure, headers={"connection": "close"})

    def _models(self, wire: Wire, found: Address) -> Sent:
        listing = [
            model
            for model in self._model.listing()
            if found.provider is None or model.provider == found.provider
        ]
        if found.model is None:
            return sent(200, wire.models(listing))
        return sent(200, wire.model(self._named(found, found.model), found.model))

    def _named(self, found: Address, name: str) -> Model:
        """The model that a request means. Refuses a route that is not served (§19)."""
        catalogue = self._model.catalogue
        if found.provider is None:
            model = catalogue.named(name)
        else:
            model = catalogue.resolve(found.provider, name)
        served = model is not None and self._model.serves(model.provider)
        if model is None or not served:
            raise _Refused(refusal(404, "replay serves no such model", code="model_not_found"))
        return model

    def _call(self, wire: Wire, found: Address, incoming: Incoming) -> Reply:
        asked = _asked(wire, incoming, self._model.settings.max_body)
        self._named(found, asked.model)
        asked, session = self._continued(asked, self._identity(found, incoming, asked))
        answer = self._model.answer_any(session, asked.messages)
        if answer.error is not None or answer.entry is None:
            error = answer.error or ReplayError("nothing was recorded")
            return failed(wire, failures.of_replay(error))
        what = said(answer.entry)
        kept_as = wire.kept_as(number_of(answer))
        if kept_as is not None:
            kept = Kept(session, [*asked.messages, message_of(what)])
            self._model.conversations.keep(kept_as, kept, conversation=asked.conversation)
        speaking = Speaking(self._model.replayer, wire, answer=answer, what=what, asked=asked)
        return speaking.streamed() if asked.stream else Awaited(speaking.awaited())

    def _identity(self, found: Address, incoming: Incoming, asked: Asked) -> str | None:
        """The live session: the transport's own, the path's, the header's, or the body's."""
        header = incoming.headers.get(self._model.settings.session_header.lower())
        session = self._session or found.session or header or asked.session or asked.conversation
        if session is not None and len(session) > _LONGEST_SESSION:
            raise _Refused(
                refusal(
                    400, f"a session's id has at most {_LONGEST_SESSION} characters", code="session"
                )
            )
        return session

    def _continued(self, asked: Asked, session: str | None) -> tuple[Asked, str | None]:
        """The request with all that was said before, on a wire that keeps answers for its clients."""
        kept = None
        if asked.previous is not None:
            kept = self._model.conversations.answer(asked.previous)
            if kept is None and session is None:
                text = (
                    "previous_response_id names no answer of this replay, and no session is given"
                )
                raise _Refused(refusal(400, text, code="previous_response_not_found"))
        elif asked.conversation is not None:
            kept = self._model.conversations.conversation(asked.conversation)
        if kept is None:
            return asked, session
        messages = [*kept.messages, *asked.messages]
        return replace(asked, messages=messages), session or kept.session


def _wire_of(found: Address | None, incoming: Incoming) -> Wire:
    """The wire of an endpoint; elsewhere the one whose client asks."""
    if found is not None and found.endpoint in WIRES:
        return WIRES[found.endpoint]
    first, *_ = WIRES.values()
    return next((wire for wire in WIRES.values() if wire.mark in incoming.headers), first)


def _asked(wire: Wire, incoming: Incoming, limit: int) -> Asked:
    if len(incoming.body) > limit:
        raise _Refused(
            refusal(413, f"the request is larger than {limit:,} bytes", code="request_too_large")
        )
    if incoming.headers.get("content-encoding") not in (None, "", "identity"):
        raise _Refused(refusal(415, "replay reads no packed requests", code="unsupported_encoding"))
    try:
        body = orjson.loads(incoming.body)
    except orjson.JSONDecodeError:
        raise _Refused(refusal(400, "the request is not JSON", code="invalid_json")) from None
    if not isinstance(body, dict):
        raise _Refused(refusal(400, "the request must be a JSON object", code="invalid_json"))
    try:
        return wire.ask(body)
    except BadRequest as error:
        raise _Refused(refusal(400, str(error), code="invalid_request")) from None
