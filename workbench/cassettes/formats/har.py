"""HAR 1.2, as browsers and Polly.js write it (§7.8)."""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping, Sequence
from urllib.parse import urlencode

from workbench.cassettes.documents.occurrences import Document
from workbench.cassettes.documents.tree import Tree, int_of, is_list, items, mapping, text_of
from workbench.cassettes.formats.entries import (
    EMPTY,
    entry_mapping,
    exact_url,
    from_base64,
    headers,
    method,
    stored,
)
from workbench.cassettes.model import Cassette, Form, Header, Interaction, Request, Response, Stored

_LAST = 10**9


class Har:
    """Reader of ``log.entries``."""

    name = "har"

    def knows(self, document: Document) -> bool:
        return is_list(mapping(mapping(document.root).get("log")).get("entries"))

    def read(self, document: Document) -> Cassette:
        entries = list(enumerate(items(mapping(mapping(document.root)["log"])["entries"])))
        entries.sort(key=lambda pair: (_order(pair[1]), pair[0]))
        interactions = tuple(
            _interaction(index, number, entry) for index, (number, entry) in enumerate(entries)
        )
        notes = () if interactions else (EMPTY,)
        return Cassette(self.name, "HAR 1.2", interactions, document, notes)


def _order(tree: Tree) -> int:
    order = int_of(mapping(tree).get("_order"))
    return _LAST if order is None else order


def _interaction(index: int, number: int, tree: Tree) -> Interaction:
    at, where = f"/log/entries/{number}", f"log.entries[{number}]"
    entry = entry_mapping(tree, where=where)
    request = entry_mapping(entry.get("request"), where=f"{where}.request")
    response = entry_mapping(entry.get("response"), where=f"{where}.response")
    url, url_at = exact_url(request, f"{at}/request")
    recorded = Request(
        method(request),
        url,
        _headers(request, f"{at}/request"),
        _posted(request, f"{at}/request"),
        url_at,
    )
    code = int_of(response.get("status"))
    body, sizes = _content(response, f"{at}/response", where=where)
    answered = Response(
        code or None,  # 0 is a request that failed
        text_of(response.get("statusText")) or "",
        _headers(response, f"{at}/response"),
        body,
        sizes,
    )
    return Interaction(
        index, recorded, answered, (at,), text_of(entry.get("startedDateTime")) or ""
    )


def _headers(entry: Mapping[str, Tree], at: str) -> Sequence[Header]:
    found = headers(entry.get("headers"), f"{at}/headers")
    return tuple(item for item in found if not item.name.startswith(":"))


def _posted(request: Mapping[str, Tree], at: str) -> Stored:
    posted = mapping(request.get("postData"))
    inside = f"{at}/postData"
    if text_of(posted.get("text")) is not None:
        if text_of(posted.get("encoding")) == "base64":
            return from_base64(posted["text"], f"{inside}/text", where="postData")
        return stored(posted["text"], f"{inside}/text")
    params = [mapping(item) for item in items(posted.get("params"))]
    if not params:
        return Stored(None, Form.ABSENT, inside)
    pairs = [(text_of(item.get("name")) or "", text_of(item.get("value")) or "") for item in params]
    return Stored(urlencode(pairs).encode("ascii"), Form.STRUCTURED, f"{inside}/params")


def _content(
    response: Mapping[str, Tree], at: str, *, where: str
) -> tuple[Stored, tuple[int, ...]]:
    content = mapping(response.get("content"))
    inside = f"{at}/content/text"
    text = text_of(content.get("text"))
    if text is None:
        return Stored(b"", Form.ABSENT, inside), ()
    if text_of(content.get("encoding")) != "base64":
        return stored(text, inside), ()
    chunks = _chunks(text)
    if chunks is not None:
        data = b"".join(chunks)
        return Stored(data, Form.CHUNKS, inside), tuple(map(len, chunks))
    return from_base64(text, inside, where=where), ()


def _chunks(text: str) -> list[bytes] | None:
    """Polly.js: a JSON array of base64 strings, one a chunk, still content-encoded."""
    if not text.startswith("["):
        return None
    try:
        return [base64.b64decode(part, validate=True) for part in json.loads(text)]
    except (ValueError, TypeError):
        return None
