"""Ruby VCR 2 and later, and Betamax, which took its shape (§7.6, §7.7)."""

from __future__ import annotations

from collections.abc import Mapping

from workbench.cassettes.documents.json_document import JsonDocument
from workbench.cassettes.documents.occurrences import Document
from workbench.cassettes.documents.tree import Tree, int_of, is_list, items, mapping, text_of
from workbench.cassettes.formats.entries import (
    EMPTY,
    entry_mapping,
    exact_url,
    from_base64,
    headers,
    method,
    status,
    stored,
)
from workbench.cassettes.model import Cassette, Form, Interaction, Request, Response, Stored
from workbench.core.fixture import Note

_AS_IS = frozenset({"", "utf-8", "us-ascii", "ascii-8bit", "binary", "ascii"})
_ERB = Note("The recording holds template code, which is not evaluated", weight="ask")


class RubyVcr:
    """Reader of ``http_interactions``."""

    name = "ruby-vcr"

    def knows(self, document: Document) -> bool:
        return is_list(mapping(document.root).get("http_interactions"))

    def read(self, document: Document) -> Cassette:
        root = mapping(document.root)
        interactions = tuple(
            _interaction(index, entry)
            for index, entry in enumerate(items(root["http_interactions"]))
        )
        in_json = isinstance(document, JsonDocument)
        betamax = in_json or (text_of(root.get("recorded_with")) or "").startswith("betamax")
        name = "betamax-json" if betamax else "ruby-vcr-yaml"
        title = "Betamax, JSON" if betamax else "Ruby VCR, YAML"
        notes = [] if interactions else [EMPTY]
        if any(_has_template(item) for item in interactions):
            notes.append(_ERB)
        return Cassette(name, title, interactions, document, tuple(notes))


class RubyVcr1:
    """Reader of Ruby VCR 1: a list of tagged structs."""

    name = "ruby-vcr1-struct"

    def knows(self, document: Document) -> bool:
        entries = items(document.root)
        return bool(entries) and all(
            "uri" in mapping(mapping(entry).get("request")) and "response" in mapping(entry)
            for entry in entries
        )

    def read(self, document: Document) -> Cassette:
        interactions = tuple(
            _interaction(index, entry, base="", one=True)
            for index, entry in enumerate(items(document.root))
        )
        return Cassette(self.name, "Ruby VCR 1, YAML", interactions, document)


def _interaction(
    index: int, tree: Tree, *, base: str = "/http_interactions", one: bool = False
) -> Interaction:
    at, where = f"{base}/{index}", f"{base.lstrip('/')}[{index}]"
    entry = entry_mapping(tree, where=where)
    request = entry_mapping(entry.get("request"), where=f"{where}.request")
    response = entry_mapping(entry.get("response"), where=f"{where}.response")
    url, url_at = exact_url(request, f"{at}/request")
    recorded = Request(
        method(request),
        _without_default_port(url) if one else url,
        headers(request.get("headers"), f"{at}/request/headers"),
        _body(request, f"{at}/request", where=f"{where}.request"),
        url_at,
    )
    return Interaction(
        index,
        recorded,
        _response(response, f"{at}/response", where=f"{where}.response"),
        (at,),
        text_of(entry.get("recorded_at")) or "",
    )


def _response(entry: Mapping[str, Tree], at: str, *, where: str) -> Response:
    code, reason = status(entry.get("status"))
    if code is None:
        code = int_of(entry.get("status_code"))
    body = _body(entry, at, where=where)
    if body.body is None:
        body = Stored(b"", body.form, body.at)
    return Response(code, reason, headers(entry.get("headers"), f"{at}/headers"), body)


def _body(entry: Mapping[str, Tree], at: str, *, where: str) -> Stored:
    tree = entry.get("body")
    if not isinstance(tree, Mapping):
        return stored(tree, f"{at}/body")
    packed = tree.get("base64_string")
    if packed:
        return from_base64(packed, f"{at}/body/base64_string", where=f"{where}.body")
    found = stored(tree.get("string"), f"{at}/body/string")
    charset = (text_of(tree.get("encoding")) or "").lower()
    if found.form is not Form.TEXT or charset in _AS_IS:
        return found
    return Stored(_in_charset(found.data, charset), found.form, found.at)


def _in_charset(data: bytes, charset: str) -> bytes:
    """Text in the charset it was recorded in; as it is where that is unknown or cannot hold it."""
    try:
        return data.decode("utf-8").encode(charset)
    except (LookupError, ValueError):  # a name may hold anything, a NUL too
        return data


def _without_default_port(url: str) -> str:
    for scheme, port in (("http://", ":80"), ("https://", ":443")):
        host, slash, rest = url.removeprefix(scheme).partition("/")
        if url.startswith(scheme) and host.endswith(port):
            return f"{scheme}{host.removesuffix(port)}{slash}{rest}"
    return url


def _has_template(item: Interaction) -> bool:
    return any(
        "<%=" in held if isinstance(held, str) else b"<%=" in held
        for held in (item.request.stored.held, item.response.stored.held)
        if isinstance(held, (str, bytes))
    )
