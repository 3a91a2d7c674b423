"""What a reviewer should know about a cassette, without captured values."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.cassettes.bodies import sse
from workbench.cassettes.bodies.coding import looks_gzipped
from workbench.cassettes.canonical_body import has_duplicate_keys
from workbench.cassettes.model import Cassette, Interaction
from workbench.cassettes.request_shapes import shape_remarks
from workbench.core.fixture import Note


def notes(cassette: Cassette) -> tuple[Note, ...]:
    """The document's, the format's, and each exchange's remarks."""
    own = [note for item in cassette.interactions for note in _exchange(item)]
    return (*cassette.document.notes, *cassette.notes, *own)


def _exchange(interaction: Interaction) -> Iterator[Note]:
    where = f"exchange {interaction.index + 1}"
    request, response = interaction.request, interaction.response
    if not request.method:
        yield Note("No method is recorded, so nothing can match it", where, "ask")
    if request.is_wildcard:
        yield Note("The recorded address matches any address", where)
    if response.status is None:
        yield Note("No status is recorded, so it cannot be served", where, "ask")
    elif not 100 <= response.status <= 999:
        yield Note("The recorded status is none of HTTP's, so it cannot be served", where, "ask")
    if response.decoded.state == "already-decoded":
        yield Note("The header names a content coding that the body does not have", where)
    elif response.decoded.state == "none" and looks_gzipped(response.stored.data):
        yield Note("The body is gzip although no header says so", where, "ask")
    if isinstance(request.body, bytes) and has_duplicate_keys(request.body):
        yield Note("The request's JSON names a key twice; the last one counts", where, "ask")
    yield from (Note(remark, where) for remark in shape_remarks(request))
    yield from _stream(interaction, where)


def _stream(interaction: Interaction, where: str) -> Iterator[Note]:
    response = interaction.response
    if not sse.is_sse(response.media_type, response.head):
        return
    if response.media_type != sse.MEDIA_TYPE:
        yield Note("The answer is read as a stream of events although no header says so", where)
    stream = sse.read_events(sse.decoded(response.body))
    if stream.incomplete_tail:
        size = len(stream.incomplete_tail)
        yield Note(
            f"The stream is cut off: its last {size:,} characters are no event", where, "ask"
        )
