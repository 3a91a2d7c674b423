"""Saying one answer on one wire: pauses and pieces, or one body at the end.

Source: ``spec/session-logs.md`` §§14, 18.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping
from typing import Any

from workbench.session_logs.answering import Answer, Pause
from workbench.session_logs.errors import Aborted, ModelFailure, ReplayError
from workbench.session_logs.mounts import failures
from workbench.session_logs.mounts.exchange import (
    EVENT_HEADERS,
    JSON_HEADERS,
    Sent,
    Streamed,
)
from workbench.session_logs.mounts.failures import Failure, refusal
from workbench.session_logs.mounts.parts import Said
from workbench.session_logs.mounts.wires.wire import (
    Asked,
    BadRequest,
    Wire,
    encoded,
    json_bytes,
)
from workbench.session_logs.replayer import Replayer


def number_of(answer: Answer) -> str:
    """What the ids of an answer are made of: the numbers of script and call, from 0."""
    return f"{answer.script}_{answer.call}"


class Speaking:
    """Says one answer on one wire."""

    def __init__(
        self,
        replayer: Replayer,
        wire: Wire,
        *,
        answer: Answer,
        what: Said,
        asked: Asked,
    ) -> None:
        number = number_of(answer)
        self._replayer = replayer
        self._wire = wire
        self._answer = answer
        self._said = what
        self._speaker = wire.speaker(asked, what, number=number)
        self._headers = {wire.request_id_header: f"req_replay_{number}"}

    def streamed(self) -> Streamed | Sent:
        """The answer as events; a call that was never accepted fails with its status instead."""
        if not self._answer.accepted and self._said.failure is not None:
            return self._failed(failures.recorded_failure(self._said.failure))
        return Streamed(200, {**EVENT_HEADERS, **self._headers}, self._events())

    def _events(self) -> Iterator[bytes | Pause]:
        speaker, after = self._speaker, iter(self._said.after)
        yield encoded(speaker.begin())
        try:
            for move in self._replayer.moves(self._answer):
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
            for move in self._replayer.moves(self._answer):
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
            return self._failed(refusal(500, text, code="incomplete_answer"))
        try:
            return sent(200, self._speaker.whole(), headers=self._headers)
        except BadRequest as error:
            return self._failed(refusal(400, str(error), code="untranslatable"))

    def _failed(self, failure: Failure) -> Sent:
        return failed(self._wire, failure, headers=self._headers)


def sent(status: int, body: Any, *, headers: Mapping[str, str] | None = None) -> Sent:
    """A complete answer in JSON."""
    return Sent(status, {**JSON_HEADERS, **(headers or {})}, json_bytes(body))


def failed(wire: Wire, failure: Failure, *, headers: Mapping[str, str] | None = None) -> Sent:
    """A failure, with the status and in the shape of the wire's provider."""
    found = {**(headers or {}), **failure.headers}
    if failure.request_id:
        found[wire.request_id_header] = failure.request_id
    return sent(wire.status(failure), wire.error(failure), headers=found)
