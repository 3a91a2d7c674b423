"""The native format: one document with two parallel lists (§2, §7.4)."""

from __future__ import annotations

from workbench.cassettes.documents.occurrences import Document
from workbench.cassettes.documents.tree import is_list, items, mapping
from workbench.cassettes.errors import NOT_TWO_LISTS, invalid
from workbench.cassettes.formats import vcr_shapes
from workbench.cassettes.formats.entries import EMPTY
from workbench.cassettes.model import Cassette, Interaction


class ParallelLists:
    """Reader of ``requests`` and ``responses`` side by side."""

    name = "parallel-lists"

    def knows(self, document: Document) -> bool:
        root = mapping(document.root)
        return is_list(root.get("requests")) and is_list(root.get("responses"))

    def read(self, document: Document) -> Cassette:
        root = mapping(document.root)
        requests, responses = items(root.get("requests")), items(root.get("responses"))
        if len(requests) != len(responses):
            counts = {"requests": len(requests), "responses": len(responses)}
            raise invalid(NOT_TWO_LISTS, details=counts)
        interactions = tuple(
            Interaction(
                index,
                vcr_shapes.request(request, f"/requests/{index}", where=f"requests[{index}]"),
                vcr_shapes.response(response, f"/responses/{index}", where=f"responses[{index}]"),
                (f"/requests/{index}", f"/responses/{index}"),
            )
            for index, (request, response) in enumerate(zip(requests, responses, strict=True))
        )
        notes = () if interactions else (EMPTY,)
        title = "parallel request and response lists"
        return Cassette(self.name, title, interactions, document, notes, writable=True)
