"""go-vcr versions 1 and 2, and cassetter: ``interactions`` that are no vcrpy (§7.9)."""

from __future__ import annotations

from collections.abc import Mapping

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
from workbench.cassettes.errors import invalid
from workbench.cassettes.formats.entries import (
    EMPTY,
    entry_mapping,
    exact_url,
    headers,
    method,
    parsed_body,
    status,
    stored,
)
from workbench.cassettes.model import Cassette, Form, Interaction, Request, Response, Stored

_TYPES = frozenset({"json", "text", "binary", "none"})


class GoVcr:
    """Reader of go-vcr: the status is a code beside a line."""

    name = "go-vcr"

    def knows(self, document: Document) -> bool:
        entries = items(mapping(document.root).get("interactions"))
        return bool(entries) and all(
            "code" in mapping(mapping(entry).get("response")) and "request" in mapping(entry)
            for entry in entries
        )

    def read(self, document: Document) -> Cassette:
        root = mapping(document.root)
        version = int_of(root.get("version")) or 1
        interactions = tuple(
            _go_interaction(index, entry) for index, entry in enumerate(items(root["interactions"]))
        )
        return Cassette(f"go-vcr-v{version}", f"go-vcr {version}, YAML", interactions, document)


def _go_interaction(index: int, tree: Tree) -> Interaction:
    at, where = f"/interactions/{index}", f"interactions[{index}]"
    entry = mapping(tree)
    request = entry_mapping(entry.get("request"), where=f"{where}.request")
    response = entry_mapping(entry.get("response"), where=f"{where}.response")
    url, url_at = exact_url(request, f"{at}/request")
    code = int_of(response.get("code"))
    line = text_of(response.get("status")) or ""
    body = stored(response.get("body"), f"{at}/response/body")
    return Interaction(
        index,
        Request(
            method(request),
            url,
            headers(request.get("headers"), f"{at}/request/headers"),
            stored(request.get("body"), f"{at}/request/body"),
            url_at,
        ),
        Response(
            code,
            line.partition(" ")[2],
            headers(response.get("headers"), f"{at}/response/headers"),
            body if body.body is not None else Stored(b"", body.form, body.at),
        ),
        (at,),
    )


class Cassetter:
    """Reader of cassetter: a body says its own type."""

    name = "cassetter"

    def knows(self, document: Document) -> bool:
        root = mapping(document.root)
        entries = items(root.get("interactions"))
        return bool(entries) and any(_typed(entry) for entry in entries)

    def read(self, document: Document) -> Cassette:
        entries = items(mapping(document.root)["interactions"])
        interactions = tuple(
            _typed_interaction(index, entry) for index, entry in enumerate(entries)
        )
        notes = () if interactions else (EMPTY,)
        return Cassette(self.name, "cassetter", interactions, document, notes)


def _typed(tree: Tree) -> bool:
    entry = mapping(tree)
    return _says_its_type(entry.get("request")) or _says_its_type(entry.get("response"))


def _says_its_type(side: Tree) -> bool:
    return text_of(mapping(mapping(side).get("body")).get("type")) in _TYPES


def _typed_interaction(index: int, tree: Tree) -> Interaction:
    at, where = f"/interactions/{index}", f"interactions[{index}]"
    entry = entry_mapping(tree, where=where)
    request = entry_mapping(entry.get("request"), where=f"{where}.request")
    response = entry_mapping(entry.get("response"), where=f"{where}.response")
    url, url_at = exact_url(request, f"{at}/request")
    code, reason = status(response.get("status"))
    body = _typed_body(response, f"{at}/response", where=f"{where}.response")
    sent = _typed_body(request, f"{at}/request", where=f"{where}.request")
    found = headers(request.get("headers"), f"{at}/request/headers")
    answered = headers(response.get("headers"), f"{at}/response/headers")
    if body.body is None:
        body = Stored(b"", body.form, body.at)
    return Interaction(
        index,
        Request(method(request), url, found, sent, url_at),
        Response(code, reason, answered, body),
        (at,),
        text_of(entry.get("recorded_at")) or "",
    )


def _typed_body(entry: Mapping[str, Tree], at: str, *, where: str) -> Stored:
    parsed = parsed_body(entry, at)
    if parsed is not None:
        return parsed
    body = mapping(entry.get("body"))
    kind, content, inside = text_of(body.get("type")), body.get("content"), f"{at}/body/content"
    if kind == "json" and (is_list(content) or isinstance(content, Mapping)):
        return Stored(rendered(content, inside), Form.STRUCTURED, inside)
    if kind != "binary":
        return stored(content, inside)
    try:
        return Stored(bytes.fromhex(text_of(content) or ""), Form.HEX, inside)
    except ValueError:
        raise invalid(
            "cassette contains invalid hex data", where=where, details={"entry": where}
        ) from None
