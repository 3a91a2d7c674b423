"""Exchanges in the workbench's own words, and the lanes they run in.

No captured text in a sentence: endpoints are named by a list of known ones.
"""

from __future__ import annotations

import re
from functools import lru_cache
from urllib.parse import urlsplit

from workbench.cassettes.bodies.sse import is_sse
from workbench.cassettes.canonical_body import body_key, json_value
from workbench.cassettes.model import ANY, Cassette, Interaction
from workbench.cassettes.words import words
from workbench.core.canonical import digest, digest_bytes
from workbench.core.fixture import Script, Step

_ENDPOINTS: tuple[tuple[str, str, str], ...] = (
    (r"/chat/completions\Z", "a chat completion", "chat completions"),
    (r"/responses\Z", "a response", "responses"),
    (r"/responses/[^/]+", "a stored response", "stored responses"),
    (r"/messages\Z", "a message", "messages"),
    (r"/messages/count_tokens\Z", "a count of tokens", "token counts"),
    (r"/messages/batches|/batches", "a batch", "batches"),
    (r"/complete\Z|/completions\Z", "a completion", "completions"),
    (r":streamGenerateContent", "generated content", "generated content"),
    (r":generateContent", "generated content", "generated content"),
    (r"/embeddings?\Z|:embedContent|:batchEmbedContents|/embed\Z", "embeddings", "embeddings"),
    (r"/converse(-stream)?\Z", "a conversation turn", "conversation turns"),
    (r"/invoke(-with-response-stream)?\Z", "a model invocation", "model invocations"),
    (r"/images?/", "an image", "images"),
    (r"/audio/speech|/speech", "speech", "speech"),
    (r"/audio/transcriptions|/transcri", "a transcription", "transcriptions"),
    (r"/audio/translations", "a translation", "translations"),
    (r"/moderations\Z", "a moderation", "moderations"),
    (r"/files?(/|\Z)", "a file", "files"),
    (r"/models?(/[^/]+)?\Z", "the models", "models"),
    (r"/threads", "a thread", "threads"),
    (r"/assistants", "an assistant", "assistants"),
    (r"/vector_stores", "a vector store", "vector stores"),
    (r"/chat\Z", "a chat turn", "chat turns"),
    (r"/rerank\Z", "a ranking", "rankings"),
    (r"/traces?\Z|/otlp|/ephemeral", "to report telemetry", "telemetry"),
)
_METHODS = words("GET POST PUT PATCH DELETE HEAD OPTIONS")


@lru_cache(maxsize=4096)
def endpoint(path: str) -> tuple[str, str] | None:
    """What a path asks for, and the lane's name; ``None`` for one that is not known."""
    for pattern, asked, lane in _ENDPOINTS:
        if re.search(pattern, path):
            return asked, lane
    return None


def path_of(interaction: Interaction) -> str:
    """The path of the recorded URL; empty for a wildcard or a text that is no URL."""
    url = interaction.request.url
    if interaction.request.is_wildcard or url is ANY:
        return ""
    try:
        return urlsplit(str(url)).path
    except ValueError:
        return ""


def lanes(cassette: Cassette) -> dict[tuple[str, str, str], list[Interaction]]:
    """Exchanges by method, host and path, in order of first use."""
    found: dict[tuple[str, str, str], list[Interaction]] = {}
    for interaction in cassette.interactions:
        key = (interaction.request.method, _host(interaction), path_of(interaction))
        found.setdefault(key, []).append(interaction)
    return found


def _host(interaction: Interaction) -> str:
    try:
        return urlsplit(str(interaction.request.url)).netloc
    except ValueError:
        return ""


def scripts(cassette: Cassette, file: str) -> tuple[Script, ...]:
    """One lane an endpoint."""
    found: list[Script] = []
    for number, ((method, _, path), members) in enumerate(lanes(cassette).items()):
        known = endpoint(path)
        name = known[1] if known else f"endpoint {number + 1}"
        facts = (
            ("method", method if method in _METHODS else "other"),
            ("exchanges", str(len(members))),
            ("streamed", str(sum(streamed(member) for member in members))),
        )
        found.append(
            Script(name, file, len(members), digest([_identity(m) for m in members]), facts)
        )
    return tuple(found)


def _identity(interaction: Interaction) -> list[str | int | None]:
    kind, key = body_key(interaction.request.body)
    data = key if isinstance(key, bytes) else key.encode("utf-8", "surrogatepass")
    url = "" if interaction.request.url is ANY else str(interaction.request.url)
    response = interaction.response
    return [
        interaction.request.method, url, kind, digest_bytes(data), response.status,
        digest_bytes(response.body),
    ]  # fmt: skip


def steps(cassette: Cassette) -> tuple[Step, ...]:
    """One row an exchange."""
    lane_of = {
        member.index: number
        for number, members in enumerate(lanes(cassette).values())
        for member in members
    }
    return tuple(
        _step(interaction, lane_of[interaction.index]) for interaction in cassette.interactions
    )


def _step(interaction: Interaction, lane: int) -> Step:
    path = path_of(interaction)
    method = interaction.request.method
    tags = []
    if streamed(interaction):
        tags.append("streamed")
    status = interaction.response.status
    if status is not None and status >= 400:
        tags.append("error status")
    if interaction.request.is_wildcard:
        tags.append("any address")
    return Step(
        interaction.index, "exchange", lane, "client", sentence(interaction),
        f"{method} {path}".strip(), tuple(tags),
    )  # fmt: skip


def sentence(interaction: Interaction) -> str:
    """ "Asks for a chat completion, streamed, 200"."""
    known = endpoint(path_of(interaction))
    status = interaction.response.status
    parts = [f"Asks for {known[0]}" if known else _verb(interaction.request.method)]
    if known and known[0].startswith("to "):
        parts = ["Reports telemetry"]
    if streamed(interaction):
        parts.append("streamed")
    parts.append("no status" if status is None else str(status))
    return ", ".join(parts)


def _verb(method: str) -> str:
    words = {"GET": "Fetches something", "DELETE": "Deletes something", "POST": "Sends something"}
    return words.get(method, "Sends a request")


def streamed(interaction: Interaction) -> bool:
    """Whether the answer is a stream of events."""
    return is_sse(interaction.response.media_type, interaction.response.head)


def plain(interaction: Interaction) -> tuple[str, ...]:
    """One exchange in sentences without captured text."""
    request, response = interaction.request, interaction.response
    found = [sentence(interaction) + "."]
    if request.body is ANY:
        found.append("Any request body is accepted.")
    elif request.body is None:
        found.append("The request has no body.")
    else:
        found.append(f"The request body has {len(request.body):,} bytes{_shape(request.body)}.")
    count = len(request.headers), len(response.headers)
    found.append(f"{count[0]} request headers and {count[1]} response headers are recorded.")
    found.append(f"The answer has {len(response.body):,} bytes{_shape(response.body)}.")
    if request.is_wildcard:
        found.append("The recorded address matches any address.")
    return tuple(found)


def _shape(body: bytes) -> str:
    return " of JSON" if body and json_value(body) is not None else ""
