"""What an outside program may compare of a cassette: each exchange by digests and counts."""

from __future__ import annotations

from workbench.cassettes.bodies.sse import decoded, is_sse, read_events
from workbench.cassettes.model import ANY, Cassette, Interaction
from workbench.core.canonical import JSON, digest_bytes


def facts(cassette: Cassette) -> dict[str, JSON]:
    """``exchanges``, in order, as ``docs/json-output.md`` documents them."""
    return {"exchanges": [_exchange(interaction) for interaction in cassette.interactions]}


def _exchange(interaction: Interaction) -> JSON:
    request, response = interaction.request, interaction.response
    recorded = isinstance(request.body, bytes)
    stream = is_sse(response.media_type, response.body)
    return {
        "index": interaction.index,
        "method": request.method,
        "url": None if request.url is ANY else str(request.url),
        "status": response.status,
        "requestSha256": digest_bytes(request.decoded.body) if recorded else None,
        "requestStoredSha256": digest_bytes(request.stored.data) if recorded else None,
        "responseSha256": digest_bytes(response.body),
        "responseStoredSha256": digest_bytes(response.stored.data),
        "stream": stream,
        "events": len(read_events(decoded(response.body)).events) if stream else None,
    }
