"""vcrpy before version 1: a bare list, an address in parts, raw header lines (§7.1)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from workbench.cassettes.documents.json_document import JsonDocument
from workbench.cassettes.documents.occurrences import Document
from workbench.cassettes.documents.tree import Tree, int_of, is_list, items, mapping, text_of
from workbench.cassettes.formats import vcr_shapes
from workbench.cassettes.formats.entries import headers
from workbench.cassettes.model import Cassette, Header, Interaction, Request, Response

_DEFAULT_PORTS = {"http": 80, "https": 443}


class VcrpyV0:
    """Reader of a list of ``{request, response}`` whose requests name a host."""

    name = "vcrpy-v0"

    def knows(self, document: Document) -> bool:
        entries = items(document.root)
        return bool(entries) and all(
            "host" in mapping(mapping(entry).get("request")) and "response" in mapping(entry)
            for entry in entries
        )

    def read(self, document: Document) -> Cassette:
        kind = "json" if isinstance(document, JsonDocument) else "yaml"
        interactions = tuple(
            Interaction(
                index,
                _request(mapping(entry)["request"], f"/{index}/request", f"[{index}].request"),
                _response(mapping(entry)["response"], f"/{index}/response", f"[{index}].response"),
                (f"/{index}",),
            )
            for index, entry in enumerate(items(document.root))
        )
        return Cassette(f"vcrpy-v0-{kind}", f"vcrpy 0, {kind.upper()}", interactions, document)


def _request(tree: Tree, at: str, where: str) -> Request:
    request = vcr_shapes.request(tree, at, where=where)
    return replace(
        request,
        url=_address(mapping(tree)),
        url_at=f"{at}/path",
        headers=_pairs(mapping(tree).get("headers"), f"{at}/headers"),
    )


def _address(entry: Mapping[str, Tree]) -> str:
    protocol = text_of(entry.get("protocol")) or "http"
    port = int_of(entry.get("port"))
    shown = "" if port in (None, _DEFAULT_PORTS.get(protocol)) else f":{port}"
    return f"{protocol}://{text_of(entry.get('host'))}{shown}{text_of(entry.get('path')) or ''}"


def _pairs(tree: Tree, at: str) -> Sequence[Header]:
    """Headers as a mapping, or as a set of pairs, perhaps inside one more list."""
    entries = items(tree)
    if len(entries) == 1 and is_list(entries[0]) and all(map(is_list, items(entries[0]))):
        return headers(entries[0], f"{at}/0")
    return headers(tree, at)


def _response(tree: Tree, at: str, where: str) -> Response:
    response = vcr_shapes.response(tree, at, where=where)
    lines = mapping(tree).get("headers")
    if is_list(lines):
        return replace(response, headers=tuple(_lines(items(lines), f"{at}/headers")))
    return response


def _lines(lines: object, at: str) -> Iterator[Header]:
    for index, line in enumerate(lines if isinstance(lines, list) else []):
        name, _, value = (text_of(line) or "").strip().partition(":")
        yield Header(name, value.strip(), f"{at}/{index}")
