"""nock's recordings, JSON: a list of scopes with methods and paths (§7.9)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

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
from workbench.cassettes.formats.entries import headers, method, stored
from workbench.cassettes.model import Cassette, Form, Header, Interaction, Request, Response, Stored

_PORTS = {"http://": ":80", "https://": ":443"}


class Nock:
    """Reader of a list of ``{scope, method, path, response …}``."""

    name = "nock-json"

    def knows(self, document: Document) -> bool:
        entries = items(document.root)
        return bool(entries) and all(
            {"scope", "method", "path"} <= set(mapping(e)) for e in entries
        )

    def read(self, document: Document) -> Cassette:
        found = tuple(
            _interaction(index, mapping(entry)) for index, entry in enumerate(items(document.root))
        )
        return Cassette(self.name, "nock, JSON", found, document)


def _interaction(index: int, entry: Mapping[str, Tree]) -> Interaction:
    at = f"/{index}"
    url = _scope(text_of(entry.get("scope")) or "") + (text_of(entry.get("path")) or "")
    sent = Stored() if entry.get("body") == "" else stored(entry.get("body"), f"{at}/body")
    return Interaction(
        index,
        Request(
            method(entry),
            url,
            headers(entry.get("reqheaders"), f"{at}/reqheaders"),
            sent,
            f"{at}/path",
        ),
        Response(
            int_of(entry.get("status")),
            "",
            tuple(_raw_headers(entry.get("rawHeaders"), f"{at}/rawHeaders")),
            _body(entry, at, index),
        ),
        (at,),
    )


def _scope(scope: str) -> str:
    for scheme, port in _PORTS.items():
        if scope.startswith(scheme) and scope.endswith(port):
            return scope.removesuffix(port)
    return scope


def _raw_headers(tree: Tree, at: str) -> Iterator[Header]:
    """A flat list of name, value, name, value; or a mapping."""
    if not is_list(tree):
        yield from headers(tree, at)
        return
    flat = [text_of(item) or "" for item in items(tree)]
    for number in range(0, len(flat) - 1, 2):
        yield Header(flat[number], flat[number + 1], f"{at}/{number + 1}")


def _body(entry: Mapping[str, Tree], at: str, index: int) -> Stored:
    response, inside = entry.get("response"), f"{at}/response"
    parts = [text_of(item) for item in items(response)]
    if is_list(response) and parts and all(part is not None for part in parts):
        # The whole body is read at the place of its first piece.
        return _hex("".join(part or "" for part in parts), f"{inside}/0", index)
    if entry.get("responseIsBinary") is True and isinstance(response, str):
        return _hex(response, inside, index)
    if is_list(response) or isinstance(response, Mapping):
        return Stored(rendered(response, inside), Form.STRUCTURED, inside)
    return Stored(stored(response, inside).data, Form.TEXT, inside)


def _hex(text: str, at: str, index: int) -> Stored:
    try:
        return Stored(bytes.fromhex(text), Form.HEX, at)
    except ValueError:
        where = f"[{index}].response"
        raise invalid(
            "cassette contains invalid hex data", where=where, details={"entry": where}
        ) from None
