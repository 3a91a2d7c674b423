"""vcrpy version 1 and the shapes that grew from it: no version, httpx stub, ``parsed_body``.

Source: ``spec/http-cassettes.md`` §7.1–7.3.
"""

from __future__ import annotations

from collections.abc import Mapping

from workbench.cassettes.documents.json_document import JsonDocument
from workbench.cassettes.documents.occurrences import Document
from workbench.cassettes.documents.tree import Tree, is_list, items, mapping
from workbench.cassettes.formats import vcr_shapes
from workbench.cassettes.formats.entries import EMPTY
from workbench.cassettes.model import Cassette, Interaction


class VcrpyV1:
    """Reader of an ``interactions`` list of ``{request, response}``."""

    name = "vcrpy-v1"

    def knows(self, document: Document) -> bool:
        root = mapping(document.root)
        entries = root.get("interactions")
        return is_list(entries) and all(
            "request" in mapping(entry) and "response" in mapping(entry) for entry in items(entries)
        )

    def read(self, document: Document) -> Cassette:
        root = mapping(document.root)
        interactions = tuple(
            _interaction(index, entry) for index, entry in enumerate(items(root["interactions"]))
        )
        in_json = isinstance(document, JsonDocument)
        name = f"vcrpy-v1-{'json' if in_json else _variant(root)}"
        title = f"vcrpy 1, {'JSON' if in_json else 'YAML'}"
        notes = () if interactions else (EMPTY,)
        return Cassette(name, title, interactions, document, notes, writable=not in_json)


def _variant(root: Mapping[str, Tree]) -> str:
    """Which of the shapes that grew from version 1 this is."""
    parts = [
        mapping(mapping(entry)[side])
        for entry in items(root["interactions"])
        for side in ("request", "response")
    ]
    if any("content" in part and "body" not in part for part in parts):
        shape = "httpx"
    elif any(part.get("parsed_body") is not None for part in parts):
        shape = "parsed_body"
    else:
        shape = "yaml"
    return shape if "version" in root else f"{shape}-noversion"


def _interaction(index: int, tree: Tree) -> Interaction:
    entry = mapping(tree)
    at, where = f"/interactions/{index}", f"interactions[{index}]"
    return Interaction(
        index,
        vcr_shapes.request(entry["request"], f"{at}/request", where=f"{where}.request"),
        vcr_shapes.response(entry["response"], f"{at}/response", where=f"{where}.response"),
        (at,),
    )
