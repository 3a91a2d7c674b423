"""What can go wrong with an external engine, in words that hold nothing it said."""

from __future__ import annotations

from workbench.core.errors import WorkbenchError

#: Every code, and the sentence a person reads.
SENTENCES = {
    "engine_not_started": "The engine's command could not be started",
    "engine_start_timeout": "The engine did not say hello in time",
    "engine_timeout": "The engine did not answer in time",
    "engine_stopped": "The engine stopped before it answered",
    "engine_line_too_long": "The engine sent a line that is longer than the protocol allows",
    "engine_not_json": "The engine sent a line that is not one JSON object",
    "engine_bad_message": "The engine sent a message the protocol does not have",
    "engine_wrong_protocol": "The engine speaks another version of the protocol",
    "engine_wrong_version": "The engine does not play the version the capture names",
    "engine_wrong_id": "The engine answered another request than the one it was asked",
    "engine_out_of_turn": "The engine spoke before it was asked, or after its answer",
    "engine_bad_outcome": "The engine's outcome does not have the published shape, or does not fit "
    "the submissions",
    "engine_request_refused": "The engine could not read the request",
    "engine_did_not_end": "The engine did not end when its input ended",
    "engine_ended_badly": "The engine ended with an error after its answer",
}

_CURES = {
    "engine_not_started": "Check that the program is there and may be run",
    "engine_wrong_version": "Give the command of an engine that says this version",
}


class EngineProblem(WorkbenchError):
    """An external engine did not keep to the protocol, so nothing it said is believed.

    ``code`` is one of :data:`SENTENCES`; ``where`` a place in the message, without its values.
    """

    code = "engine_bad_message"

    def __init__(self, code: str, *, where: str = "") -> None:
        super().__init__(
            SENTENCES[code],
            where=where,
            means="" if code == "engine_not_started" else "Nothing it said is used",
            cure=_CURES.get(code, "Try the command with: workbench engine check -- COMMAND"),
            code=code,
        )
