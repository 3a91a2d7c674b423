"""Go httprr traces (§7.9)."""

from __future__ import annotations

from collections.abc import Sequence

from workbench.cassettes.documents.occurrences import Document
from workbench.cassettes.documents.trace_document import Message, TraceDocument, message_pointer
from workbench.cassettes.formats.entries import EMPTY
from workbench.cassettes.model import Cassette, Form, Header, Interaction, Request, Response, Stored


class Httprr:
    """Reader of raw HTTP messages in pairs."""

    name = "httprr"

    def knows(self, document: Document) -> bool:
        return isinstance(document, TraceDocument)

    def read(self, document: Document) -> Cassette:
        assert isinstance(document, TraceDocument)
        messages = document.messages
        found = tuple(
            Interaction(
                index,
                _request(document, messages[2 * index], message_pointer(2 * index)),
                _response(document, messages[2 * index + 1], message_pointer(2 * index + 1)),
                (message_pointer(2 * index), message_pointer(2 * index + 1)),
            )
            for index in range(len(messages) // 2)
        )
        return Cassette(self.name, "httprr trace", found, document, () if found else (EMPTY,))


def _request(document: TraceDocument, message: Message, at: str) -> Request:
    words = [word.text for word in message.line]
    body = document.body(message)
    stored = (
        Stored(body, Form.RAW, f"{at}/body") if body else Stored(None, Form.ABSENT, f"{at}/body")
    )
    url = words[1] if len(words) > 1 else ""
    return Request(words[0].upper(), url, _headers(message, at), stored, f"{at}/line/1")


def _response(document: TraceDocument, message: Message, at: str) -> Response:
    words = [word.text for word in message.line]
    code = words[1] if len(words) > 1 else ""
    return Response(
        int(code) if code.isascii() and code.isdigit() and len(code) == 3 else None,
        " ".join(words[2:]),
        _headers(message, at),
        Stored(document.body(message), Form.RAW, f"{at}/body"),
    )


def _headers(message: Message, at: str) -> Sequence[Header]:
    return tuple(
        Header(name.text, value.text, f"{at}/headers/{index}")
        for index, (name, value) in enumerate(message.headers)
    )
