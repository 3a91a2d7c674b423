"""Replaying a cassette against itself: every recorded request through the real transport, in order.

What comes back proves that the cassette answers each of its own requests, in what order, with what
bytes. Source: DESIGN "Golden outcomes", ``spec/http-cassettes.md`` §3.3.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import httpx

from workbench.cassettes.bodies import deltas, sse
from workbench.cassettes.bodies.leaves import event_values
from workbench.cassettes.canonical_body import body_key
from workbench.cassettes.errors import CassetteError
from workbench.cassettes.issued_ids import id_uses
from workbench.cassettes.matching import Mode
from workbench.cassettes.model import ANY, Cassette, Interaction
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
    with httpx.Client(transport=transport, trust_env=False) as client:
        answers = [_ask(client, transport, interaction) for interaction in cassette.interactions]
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


def _ask(client: httpx.Client, transport: ReplayTransport, interaction: Interaction) -> Answer:
    index = interaction.index
    try:
        response = client.send(_request(interaction), stream=False)
    except (CassetteError, httpx.HTTPError, httpx.InvalidURL, ValueError) as error:
        code = error.code if isinstance(error, CassetteError) else "not_served"
        entry: dict[str, JSON] = {"exchange": index, "matched": None, "problem": code}
        sentence = f"Exchange {index + 1} is not answered: {_problem(code)}"
        return Answer(entry, Evidence(index, False, sentence, code))
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
    return Answer(
        entry, Evidence(index, not drifted, _evidence(entry, len(response.content))), drifted
    )


def _evidence(entry: dict[str, JSON], size: int) -> str:
    index, matched = int(str(entry["exchange"])), int(str(entry["matched"]))
    by = "itself" if matched == index else f"exchange {matched + 1}"
    stream = entry["stream"]
    events = f", {stream['events']} events" if isinstance(stream, dict) else ""
    return f"Exchange {index + 1} is answered by {by}: status {entry['status']}, {size:,} bytes{events}"


def _request_digest(interaction: Interaction) -> str | None:
    kind, key = body_key(interaction.request.body)
    if kind in ("absent", "any"):
        return None
    return digest_bytes(key if isinstance(key, bytes) else key.encode("utf-8", "surrogatepass"))


def _stream(interaction: Interaction, body: bytes) -> JSON:
    """What a stream of events comes to, or ``None`` for an answer that is none."""
    if not sse.is_sse(interaction.response.media_type, body[:64]):
        return None
    stream = sse.read_events(sse.decoded(body))
    pairs: list[JSON] = [[event.type, event.data] for event in stream.events]
    return {
        "events": len(pairs),
        "sha256": digest(pairs),
        "dialect": deltas.dialect(event_values(stream)),
        "complete": not stream.incomplete_tail,
    }


def _problem(code: str) -> str:
    return {
        "cassette_mismatch": "no recorded exchange matches its own request",
        "no_recorded_status": "no status was recorded",
    }.get(code, "its answer cannot be served")


def _sentence(answers: list[Answer], total: int, used: int) -> str:
    answered = sum(answer.evidence.ok for answer in answers)
    if not total:
        return "The cassette holds no exchange"
    return f"{answered} of {total} requests are answered as recorded; {used} of {total} exchanges played"
