"""Replaying a cassette against itself: every recorded request through the real transport, in order.

What comes back proves that the cassette answers each of its own requests, in what order, with what
bytes. Source: DESIGN "Golden outcomes", ``spec/http-cassettes.md`` §3.3.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import httpx

from workbench.cassettes.bodies.streams import read_stream
from workbench.cassettes.canonical_body import body_key
from workbench.cassettes.errors import CassetteError
from workbench.cassettes.evidence import answered, drifts, not_answered
from workbench.cassettes.issued_ids import id_uses
from workbench.cassettes.matching import Mode
from workbench.cassettes.model import ANY, Cassette, Interaction
from workbench.cassettes.reconstruction import reconstructed
from workbench.cassettes.transport import EXACT_URL, ReplayTransport
from workbench.core.canonical import JSON, digest, digest_bytes
from workbench.core.fixture import Consumption, Evidence, Replay, ReplayStatus
from workbench.core.places import Text

ENGINE = "cassette replayer 1"
_NOWHERE = "https://cassette.invalid/"


@dataclass(frozen=True, slots=True)
class Answer:
    """What one recorded request was answered with."""

    entry: dict[str, JSON] = field(repr=False)
    evidence: Evidence
    drifted: bool = False


def replay(cassette: Cassette, texts: tuple[Text, ...]) -> Replay:
    """Replay once. Deterministic, in memory; never raises for a cassette that was loaded."""
    transport = ReplayTransport(cassette, mode=Mode.SEQUENCE)
    answers = [_ask(transport, interaction) for interaction in cassette.interactions]
    played = transport.played
    total = len(cassette.interactions)
    unused = _unused(answers, played.unplayed)
    used = total - len(unused)
    drift = [answer.evidence.step for answer in answers if answer.drifted]
    outcome: dict[str, JSON] = {
        "formatVersion": 1,
        "family": "cassettes",
        "steps": [answer.entry for answer in answers],
        "consumption": {"exchanges": total, "played": used, "repeated": played.repeats},
        "drift": list(drift),
    }
    return Replay(
        ReplayStatus.REPLAYED,
        ENGINE,
        outcome=outcome,
        sentence=_sentence(answers, total, used),
        evidence=tuple(answer.evidence for answer in answers),
        consumption=Consumption(total, used, unused),
        ids=id_uses(cassette, texts),
    )


def _unused(answers: list[Answer], unplayed: tuple[int, ...]) -> tuple[str, ...]:
    """Exchanges that answered nothing, each once, in order."""
    unserved = {answer.evidence.step for answer in answers if answer.entry["matched"] is None}
    return tuple(
        f"exchange {index + 1} {'never requested' if index in unplayed else 'cannot be answered'}"
        for index in sorted(unserved | set(unplayed))
    )


def _ask(transport: ReplayTransport, interaction: Interaction) -> Answer:
    index = interaction.index
    try:
        # The transport itself: a client would log the recorded method and address.
        response = transport.handle_request(_request(interaction))
        response.read()
    except (CassetteError, httpx.HTTPError, httpx.InvalidURL, ValueError) as error:
        code = error.code if isinstance(error, CassetteError) else "not_served"
        entry: dict[str, JSON] = {"exchange": index, "matched": None, "problem": code}
        details = error.details if isinstance(error, CassetteError) else {}
        return Answer(entry, Evidence(index, False, not_answered(index, code, details), code))
    match = transport.last_match
    matched = index if match is None else match.interaction.index
    return _answer(interaction, response, matched, transport.cassette)


def _request(interaction: Interaction) -> httpx.Request:
    recorded = interaction.request
    body = recorded.body if isinstance(recorded.body, bytes) else None
    exact = "" if recorded.url is ANY else str(recorded.url)
    request = httpx.Request(recorded.method or "NONE", _NOWHERE, content=body or None)
    request.extensions = {EXACT_URL: exact}
    return request


def _answer(
    interaction: Interaction, response: httpx.Response, matched: int, cassette: Cassette
) -> Answer:
    index = interaction.index
    entry: dict[str, JSON] = {
        "exchange": index,
        "matched": matched,
        "status": response.status_code,
        "bodySha256": digest_bytes(response.content),
        "requestSha256": _request_digest(interaction),
        "stream": _stream(interaction, response.content),
    }
    other = cassette.interactions[matched]
    drifted = body_key(other.request.body) != body_key(interaction.request.body)
    sentence = answered(entry, len(response.content))
    if drifted:
        sentence += drifts(other.request.body, interaction.request.body)
    return Answer(entry, Evidence(index, not drifted, sentence), drifted)


def _request_digest(interaction: Interaction) -> str | None:
    kind, key = body_key(interaction.request.body)
    if kind in ("absent", "any"):
        return None
    return digest_bytes(key if isinstance(key, bytes) else key.encode("utf-8", "surrogatepass"))


def _stream(interaction: Interaction, body: bytes) -> JSON:
    """What a stream of events comes to, or ``None`` for an answer that is none.

    ``messageSha256`` is the digest of the message a client puts together: it stays when only the
    borders between events move.
    """
    stream = read_stream(interaction.response.media_type, body)
    if stream is None:
        return None
    reading = reconstructed(stream)
    pairs: list[JSON] = [list(event) for event in stream.events]
    return {
        "events": len(pairs),
        "sha256": digest(pairs),
        "messageSha256": None if reading.message is None else digest(reading.message),
        "dialect": reading.dialect,
        "complete": not stream.cut,
    }


def _sentence(answers: list[Answer], total: int, used: int) -> str:
    answered = sum(answer.evidence.ok for answer in answers)
    if not total:
        return "The cassette holds no exchange"
    return f"{answered} of {total} requests are answered as recorded; {used} of {total} exchanges played"
