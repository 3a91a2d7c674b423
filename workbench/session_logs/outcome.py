"""Replaying a scenario and writing down what the model answered: the outcome of a session log.

The outcome holds counts and digests, one entry a call, and nothing of the file it came from
(DESIGN §4 *Golden outcomes*).
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from workbench.core.fixture import Consumption, Evidence
from workbench.session_logs.answers import Answered, answered
from workbench.session_logs.assembly import Agreement, Agreements
from workbench.session_logs.errors import Aborted, ModelFailure, ReplayError
from workbench.session_logs.placeholders import marker_count
from workbench.session_logs.recorded_requests import RecordedRequests
from workbench.session_logs.replayer import Replayer
from workbench.session_logs.scenario import RecordedScript, Scenario
from workbench.session_logs.scripts import canonical_script, script_digest

FORMAT_VERSION = 1
#: A failed placeholder depends on the live request, which a log does not always hold.
_LIVE = frozenset({"placeholder_unmatched", "session_token"})
_SENTENCES = {
    "placeholder_unmatched": "Depends on the live request: its placeholder is filled when the "
    "fixture runs",
    "session_token": "Depends on a live session id that is not known before the fixture runs",
    "placeholder_pattern": "A placeholder's pattern is not a JavaScript regular expression",
    "placeholder_limit": "A placeholder's pattern could not be searched to the end",
    "placeholder_unterminated": "A placeholder is not closed",
}


@dataclass(slots=True)
class Played:
    """The calls of one replay, as they went."""

    steps: list[dict[str, Any]] = field(default_factory=list)
    evidence: list[Evidence] = field(default_factory=list)
    fault_at: int | None = None
    reason: str = ""


def play(scenario: Scenario, order: Sequence[tuple[int, int]]) -> tuple[Played, Replayer]:
    """Drive the stand-in through every call, in ``order``."""
    entries = [script.entries for script in scenario.scripts]
    replayer = Replayer(entries)
    played = Played()
    bound = 0
    requests = [RecordedRequests(script) for script in scenario.scripts]
    agreements = Agreements(scenario.scripts)
    for step, (script, call) in enumerate(order):
        while bound <= script:
            # A script without calls takes its place in the binding order all the same.
            replayer.bind(live_id(bound))
            bound += 1
        filled = marker_count(entries[script][call])
        _play_call(played, replayer, requests[script], step, (script, call), filled=filled)
        _compare(played, agreements.of(script, call))
    while bound < len(scenario.scripts):
        replayer.bind(live_id(bound))
        bound += 1
    return played, replayer


def live_id(script: int) -> str:
    """The id under which a script is replayed: its own token, so that tokens stay as they are."""
    return f"{{{{session:{script + 1}}}}}"


def _compare(played: Played, agreement: Agreement | None) -> None:
    """Note with the call just played whether the message recorded for it says the same."""
    if agreement is None:
        return
    played.steps[-1]["message"] = "agrees" if agreement.holds else "differs"
    if not agreement.holds and played.evidence[-1].ok:
        said = f"{played.evidence[-1].sentence}; the message recorded for it says something else"
        played.evidence[-1] = replace(played.evidence[-1], sentence=said, reason="message_differs")


def _play_call(
    played: Played,
    replayer: Replayer,
    request: RecordedRequests,
    step: int,
    at: tuple[int, int],
    *,
    filled: int,
) -> None:
    script, call = at
    answer = replayer.answer(live_id(script), request.before(call))
    chunks, ending, code = _drain(replayer, answer.entry)
    error = answer.error
    entry = {"script": script, "call": call}
    if error is not None and error.code in _LIVE:
        played.steps.append({**entry, "kind": "live", "needs": error.code})
        played.evidence.append(Evidence(step, True, _SENTENCES[error.code], error.code))
        return
    if error is not None or answer.entry is None:
        code = error.code if error is not None else "fault"
        played.steps.append({**entry, "kind": "fault", "reason": code})
        sentence = _SENTENCES.get(code, "The stand-in for the model failed here")
        played.evidence.append(Evidence(step, False, sentence, code))
        if played.fault_at is None:
            played.fault_at, played.reason = step, code
        return
    played.steps.append(entry | _described(answered(answer.entry), chunks, ending))
    if filled:
        played.steps[-1]["placeholders"] = filled
    if answer.entry["kind"] == "throw":
        played.steps[-1]["error"] = _digest_text(code)
        played.steps[-1]["accepted"] = answer.accepted
    played.evidence.append(Evidence(step, True, _sentence(len(chunks), ending)))


def _drain(replayer: Replayer, entry: dict[str, Any] | None) -> tuple[list[Any], str, str]:
    chunks: list[Any] = []
    if entry is None:
        return chunks, "", ""
    try:
        for chunk in replayer.stream_entry(entry):
            chunks.append(chunk)
    except Aborted:
        return chunks, "hang", ""
    except ModelFailure as failure:
        return chunks, "throw", f"{failure.code}\n{failure.message}"
    except ReplayError as error:
        return chunks, error.code, ""
    return chunks, "", ""


def _sentence(count: int, ending: str) -> str:
    plural = "" if count == 1 else "s"
    start = f"Answered with {count} chunk{plural}, as recorded"
    if ending == "throw":
        return f"{start}, then failed as scripted"
    return f"{start}, then waited for the cancel as scripted" if ending == "hang" else start


def _described(answer: Answered, chunks: list[Any], ending: str) -> dict[str, Any]:
    described: dict[str, Any] = {
        "kind": answer.kind,
        "chunks": len(chunks),
        "blocks": answer.counts,
        "sha256": hashlib.sha256(canonical_script(chunks)).hexdigest(),
    }
    if answer.tools:
        described["tools"] = list(answer.tools)
    if answer.finish:
        described["finish"] = answer.finish
    if answer.usage:
        described["usage"] = answer.usage
    return described


def _digest_text(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def consumption_of(scenario: Scenario, replayer: Replayer, played: Played) -> Consumption:
    """Whether every recorded call was used, in value-free sentences."""
    total = sum(len(script.calls) for script in scenario.scripts)
    size = len(scenario.scripts)
    # A session binds by its first call, so a script without one is bound by nobody (§15). Replay
    # keeps its place in the order all the same, so that the other scripts can be shown.
    unbound = [
        f"Script {index + 1} of {size} never bound to a live session"
        for index, script in enumerate(scenario.scripts)
        if not script.calls
    ]
    short = [
        f"Script {index + 1} of {size} was not used to the end"
        for index, script in enumerate(scenario.scripts)
        if sum(step["script"] == index for step in played.steps) < len(script.calls)
    ]
    problems = replayer.unconsumed()
    return Consumption(total, len(played.steps), (*unbound, *(short if problems else ())))


def outcome_of(scenario: Scenario, played: Played, consumption: Consumption) -> dict[str, Any]:
    """The golden outcome: digests and counts, the same for the same content under any name."""
    return {
        "formatVersion": FORMAT_VERSION,
        "family": "session_logs",
        "scripts": [_script(script) for script in scenario.scripts],
        "steps": played.steps,
        "consumption": {
            "complete": consumption.complete,
            "total": consumption.total,
            "used": consumption.used,
        },
    }


def _script(script: RecordedScript) -> dict[str, Any]:
    return {
        "role": "parent" if script.primary else "child",
        "calls": len(script.calls),
        "sha256": script_digest(script.calls),
    }
