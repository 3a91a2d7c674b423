"""One exchange a file: the Datadog test agent, and provider-conformance fixtures (§7.9)."""

from __future__ import annotations

from workbench.cassettes.documents.occurrences import Document
from workbench.cassettes.documents.tree import Tree, int_of, mapping, rendered, text_of
from workbench.cassettes.formats import vcr_shapes
from workbench.cassettes.formats.entries import (
    encoded_text,
    entry_mapping,
    exact_url,
    headers,
    method,
)
from workbench.cassettes.model import Cassette, Form, Interaction, Request, Response, Stored


class TestAgent:
    """Reader of one ``{request, response}`` whose status is ``{code, message}``."""

    __test__ = False  # not a test class, whatever its name says
    name = "dd-testagent-json"

    def knows(self, document: Document) -> bool:
        root = mapping(document.root)
        request, response = mapping(root.get("request")), mapping(root.get("response"))
        return "method" in request and bool({"body", "status"} & set(response))

    def read(self, document: Document) -> Cassette:
        root = mapping(document.root)
        item = Interaction(
            0,
            vcr_shapes.request(root["request"], "/request", where="request"),
            vcr_shapes.response(root["response"], "/response", where="response"),
            ("/request", "/response"),
        )
        return Cassette(self.name, "one exchange, JSON", (item,), document)


class ProviderConformance:
    """Reader of ``{provider, scenario, request, response}``, the reference's own fixtures."""

    name = "provider-conformance-json"

    def knows(self, document: Document) -> bool:
        return {"provider", "scenario", "request", "response"} <= set(mapping(document.root))

    def read(self, document: Document) -> Cassette:
        root = mapping(document.root)
        item = Interaction(
            0, _request(root["request"]), _response(root["response"]), ("/request", "/response")
        )
        return Cassette(self.name, "provider conformance, JSON", (item,), document)


def _request(tree: Tree) -> Request:
    entry = entry_mapping(tree, where="request")
    url, url_at = exact_url(entry, "/request")
    body = Stored()
    if "json" in entry:
        body = Stored(rendered(entry["json"], "/request/json"), Form.STRUCTURED, "/request/json")
    return Request(
        method(entry), url, headers(entry.get("headers"), "/request/headers"), body, url_at
    )


def _response(tree: Tree) -> Response:
    entry = entry_mapping(tree, where="response")
    body = Stored(b"")
    if "sse" in entry:
        body = Stored(encoded_text(text_of(entry["sse"]) or ""), Form.TEXT, "/response/sse")
    elif "body" in entry:
        body = Stored(rendered(entry["body"], "/response/body"), Form.STRUCTURED, "/response/body")
    found = headers(entry.get("headers"), "/response/headers")
    return Response(int_of(entry.get("status")), "", found, body)
