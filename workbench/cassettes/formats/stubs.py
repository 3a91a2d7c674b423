"""Stubs that answer by rule: WireMock, MockServer, Python ``responses`` (§7.9).

A rule that is not a literal matches anything, and a note says so.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from urllib.parse import urlencode

from workbench.cassettes.companions import elsewhere
from workbench.cassettes.documents.occurrences import Document
from workbench.cassettes.documents.tree import (
    Tree,
    int_of,
    is_list,
    items,
    mapping,
    rendered,
    text_of,
)
from workbench.cassettes.formats.entries import (
    EMPTY,
    encoded_text,
    entry_mapping,
    from_base64,
    headers,
    method,
    stored,
)
from workbench.cassettes.model import (
    ANY,
    Any,
    Cassette,
    Form,
    Header,
    Interaction,
    Request,
    Response,
    Stored,
)
from workbench.core.fixture import Note

_URLS = ("url", "urlPath", "urlPattern", "urlPathPattern")
_RULES = Note("Some rules of these stubs are patterns; here they match anything", weight="ask")
_LITERAL_BODIES = frozenset({"equalTo", "equalToJson"})


class WireMock:
    """Reader of one WireMock stub, or of a ``mappings`` list of them."""

    name = "wiremock"

    def knows(self, document: Document) -> bool:
        root = mapping(document.root)
        if is_list(root.get("mappings")):
            return all(_is_stub(item) for item in items(root["mappings"]))
        return _is_stub(root)

    def read(self, document: Document) -> Cassette:
        root = mapping(document.root)
        many = is_list(root.get("mappings"))
        stubs = items(root["mappings"]) if many else [root]
        base = "/mappings/{}" if many else ""
        found = tuple(
            _stub(index, mapping(stub), base.format(index)) for index, stub in enumerate(stubs)
        )
        notes = [] if found else [EMPTY]
        if any(item.request.url is ANY or item.request.body is ANY for item in found):
            notes.append(_RULES)
        name = "wiremock-multi" if many else "wiremock"
        return Cassette(name, "WireMock stubs", found, document, tuple(notes))


def _is_stub(tree: Tree) -> bool:
    request, response = (
        mapping(mapping(tree).get("request")),
        mapping(mapping(tree).get("response")),
    )
    rules = bool({*_URLS, "bodyPatterns"} & set(request))
    return (
        rules
        and ("status" not in response or int_of(response["status"]) is not None)
        and bool(response)
    )


def _stub(index: int, stub: Mapping[str, Tree], at: str) -> Interaction:
    request, response = mapping(stub.get("request")), mapping(stub.get("response"))
    url = text_of(request.get("url"))
    recorded = Request(
        method(request) or "ANY",
        ANY if url is None else url,
        (),
        _pattern(request, f"{at}/request/bodyPatterns"),
        f"{at}/request/url",
    )
    answered = Response(
        int_of(response.get("status")) or 200,
        text_of(response.get("statusMessage")) or "",
        headers(response.get("headers"), f"{at}/response/headers"),
        _stub_body(response, f"{at}/response"),
    )
    return Interaction(index, recorded, answered, (at,) if at else ("/request", "/response"))


def _pattern(request: Mapping[str, Tree], at: str) -> Stored:
    patterns = [mapping(item) for item in items(request.get("bodyPatterns"))]
    if len(patterns) == 1:
        for name in _LITERAL_BODIES & set(patterns[0]):
            value = patterns[0][name]
            inside = f"{at}/0/{name}"
            if is_list(value) or isinstance(value, Mapping):
                return Stored(rendered(value, inside), Form.STRUCTURED, inside)
            return stored(value, inside)
    return Stored(ANY, Form.ABSENT, at)


def _stub_body(response: Mapping[str, Tree], at: str) -> Stored:
    if "jsonBody" in response:
        inside = f"{at}/jsonBody"
        return Stored(rendered(response["jsonBody"], inside), Form.STRUCTURED, inside)
    if "base64Body" in response:
        return from_base64(response["base64Body"], f"{at}/base64Body", where="response")
    if "bodyFileName" in response:
        return elsewhere(text_of(response["bodyFileName"]) or "", f"{at}/bodyFileName")
    return Stored(encoded_text(text_of(response.get("body")) or ""), Form.TEXT, f"{at}/body")


class MockServer:
    """Reader of MockServer expectations."""

    name = "mockserver"

    def knows(self, document: Document) -> bool:
        entries = _expectations(document)
        return bool(entries) and all(
            {"httpRequest", "httpResponse"} <= set(mapping(e)) for e in entries
        )

    def read(self, document: Document) -> Cassette:
        many = is_list(document.root)
        found = tuple(
            _expectation(index, mapping(entry), f"/{index}" if many else "")
            for index, entry in enumerate(_expectations(document))
        )
        return Cassette(self.name, "MockServer expectations", found, document)


def _expectations(document: Document) -> list[Tree]:
    return list(items(document.root)) if is_list(document.root) else [document.root]


def _expectation(index: int, entry: Mapping[str, Tree], at: str) -> Interaction:
    request, response = mapping(entry.get("httpRequest")), mapping(entry.get("httpResponse"))
    sent = _mock_body(request, f"{at}/httpRequest")
    body = _mock_body(response, f"{at}/httpResponse")
    recorded = Request(
        method(request) or "ANY",
        _mock_url(request),
        headers(request.get("headers"), f"{at}/httpRequest/headers"),
        Stored(ANY, Form.ABSENT, sent.at) if "body" not in request else sent,
        f"{at}/httpRequest/path",
    )
    answered = Response(
        int_of(response.get("statusCode")) or 200,
        text_of(response.get("reasonPhrase")) or "",
        headers(response.get("headers"), f"{at}/httpResponse/headers"),
        body if body.body is not None else Stored(b"", body.form, body.at),
    )
    return Interaction(index, recorded, answered, (f"{at}/httpRequest", f"{at}/httpResponse"))


def _mock_url(request: Mapping[str, Tree]) -> str | Any:
    path = text_of(request.get("path"))
    if path is None:
        return ANY
    pairs = [(item.name, item.value) for item in headers(request.get("queryStringParameters"), "")]
    return f"{path}?{urlencode(pairs)}" if pairs else path


def _mock_body(entry: Mapping[str, Tree], at: str) -> Stored:
    body = entry.get("body")
    if not isinstance(body, Mapping) or "type" not in body:
        return stored(body, f"{at}/body")
    for name in ("json", "string"):
        if name in body:
            return stored(body[name], f"{at}/body/{name}")
    return from_base64(body.get("base64Bytes"), f"{at}/body/base64Bytes", where="body")


class ResponsesRecorder:
    """Reader of the file that Python's ``responses`` records: no request bodies."""

    name = "responses"

    def knows(self, document: Document) -> bool:
        root = mapping(document.root)
        entries = items(root.get("responses"))
        return (
            "requests" not in root
            and bool(entries)
            and all("response" in mapping(e) for e in entries)
        )

    def read(self, document: Document) -> Cassette:
        entries = items(mapping(document.root)["responses"])
        found = tuple(
            _recorded(index, mapping(entry)["response"]) for index, entry in enumerate(entries)
        )
        return Cassette(self.name, "responses recorder", found, document)


def _recorded(index: int, tree: Tree) -> Interaction:
    at, where = f"/responses/{index}/response", f"responses[{index}].response"
    entry = entry_mapping(tree, where=where)
    found: Sequence[Header] = headers(entry.get("headers"), f"{at}/headers")
    kind = text_of(entry.get("content_type"))
    if kind and not any(item.lowered == "content-type" for item in found):
        found = (*found, Header("content-type", kind, f"{at}/content_type"))
    body = stored(entry.get("body"), f"{at}/body")
    return Interaction(
        index,
        Request(method(entry), text_of(entry.get("url")) or "", (), Stored(ANY), f"{at}/url"),
        Response(
            int_of(entry.get("status")),
            "",
            found,
            body if body.body is not None else Stored(b"", body.form, body.at),
        ),
        (at,),
    )
