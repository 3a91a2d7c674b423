"""A recorded response as it is served: headers that tell the truth about the body.

Source: ``spec/http-cassettes.md`` §2.5, §4.1.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from workbench.cassettes.errors import CassetteError
from workbench.cassettes.model import Form, Interaction, Response

_CLIENT_DECODES = frozenset({"gzip", "deflate", "br", "zstd"})


@dataclass(frozen=True)
class Served:
    """Status, headers and body bytes of an answer. ``body`` may be content-encoded."""

    status: int
    reason: bytes = field(repr=False)
    headers: list[tuple[bytes, bytes]] = field(repr=False)
    body: bytes = field(repr=False)
    chunk_sizes: tuple[int, ...] = ()

    @property
    def streams(self) -> bool:
        """Only a successful answer with a body is given in pieces."""
        return 200 <= self.status <= 299 and bool(self.body)

    @property
    def plain_headers(self) -> list[tuple[bytes, bytes]]:
        """The headers of an answer whose body has been taken out."""
        dropped = (b"content-encoding", b"content-length", b"transfer-encoding")
        return [pair for pair in self.headers if pair[0].lower() not in dropped]

    def pieces(self, size: int | None) -> Iterator[bytes]:
        """The body in pieces of ``size`` bytes, the last one shorter; whole without a size."""
        if isinstance(size, int) and size > 0:
            for start in range(0, len(self.body), size):
                yield self.body[start : start + size]
            return
        position = 0
        for length in self.chunk_sizes if sum(self.chunk_sizes) == len(self.body) else ():
            yield self.body[position : position + length]
            position += length
        if position < len(self.body):
            yield self.body[position:]


def served(interaction: Interaction) -> Served:
    """What a client is given for an exchange. Raises ``CassetteError`` if it has no status."""
    response = interaction.response
    if response.status is None or not 100 <= response.status <= 999:
        raise CassetteError(
            "the recorded response has no status",
            where=f"exchange {interaction.index + 1}",
            means="The request failed when it was recorded, or the entry is incomplete",
            cure="Record it again",
            code="no_recorded_status",
        )
    if response.stored.form is Form.ELSEWHERE:
        raise CassetteError(
            "the recorded body stands in a file that is not here",
            where=f"exchange {interaction.index + 1}",
            means="The answer is incomplete, so it is not given",
            cure="Put the folder of bodies beside the file of stubs",
            code="no_recorded_body",
        )
    decoded = response.decoded
    # Serve the stored bytes only where the client undoes exactly the codings that are there.
    raw = bool(decoded.undone) and _CLIENT_DECODES.issuperset(decoded.undone)
    body = (
        response.stored.data if raw and _named(response) == decoded.undone[::-1] else decoded.body
    )
    keep_coding = body is not decoded.body
    return Served(
        response.status,
        response.reason.encode("ascii", "replace"),
        list(_headers(response, len(body), keep_coding=keep_coding)),
        body,
        response.chunk_sizes,
    )


def _named(response: Response) -> tuple[str, ...]:
    values = [item.value for item in response.headers if item.lowered == "content-encoding"]
    names = [name.strip().lower() for value in values for name in value.split(",")]
    return tuple(name for name in names if name not in ("", "identity"))


def _headers(
    response: Response, length: int, *, keep_coding: bool
) -> Iterator[tuple[bytes, bytes]]:
    for item in response.headers:
        name, value = item.lowered, item.value
        if name.startswith(":") or (name == "content-encoding" and not keep_coding):
            continue
        if name == "content-length":
            value = str(length)
        yield _latin(item.name), _latin(value)


def _latin(text: str) -> bytes:
    cleaned = text.replace("\r", " ").replace("\n", " ")
    return cleaned.encode("utf-8", "replace")
