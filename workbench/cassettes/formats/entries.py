"""Reading the parts of an entry that many formats share: headers, text and bytes, status.

Every function takes a value of the document and the pointer it stands at.
Source: ``spec/http-cassettes.md`` §2.2, §2.3.
"""

from __future__ import annotations

import base64
from collections.abc import Iterator, Mapping
from functools import partial

from workbench.cassettes.documents.tree import (
    Tree,
    int_of,
    items,
    pointer_of,
    rendered,
    text_of,
)
from workbench.cassettes.errors import invalid
from workbench.cassettes.model import Form, Header, Headers, Stored
from workbench.core.fixture import Note

EMPTY = Note("The cassette holds no exchange", weight="ask")


def headers(tree: Tree, at: str) -> Headers:
    """Headers from a mapping name → text or list of texts, or from a list of pairs."""
    return Headers(partial(_headers, tree, at), partial(_first, tree, at))


def _first(tree: Tree, at: str, name: str) -> str:
    """The first value of one name, or ``""``."""
    if isinstance(tree, dict):
        length = len(name)
        named = [key for key in tree if len(key) == length and key.lower() == name]
        if not named:
            return ""
        found = (item for key in named for item in _values(key, tree[key], ""))
    else:
        found = (item for item in _headers(tree, at) if item.lowered == name)
    return next((item.value for item in found), "")


def _headers(tree: Tree, at: str) -> Iterator[Header]:
    if isinstance(tree, dict):
        for name, value in tree.items():
            yield from _values(name, value, at + pointer_of(name))
        return
    for index, entry in enumerate(items(tree)):
        inside = f"{at}/{index}"
        if isinstance(entry, dict):
            name = text_of(entry.get("name")) or text_of(entry.get("key")) or ""
            key = "values" if "values" in entry else "value"
            yield from _values(name, entry.get(key), f"{inside}/{key}")
        elif isinstance(entry, list) and len(entry) == 2:
            yield from _values(text_of(entry[0]) or "", entry[1], f"{inside}/1")


def _values(name: str, tree: Tree, at: str) -> Iterator[Header]:
    if isinstance(tree, list):
        for index, value in enumerate(tree):
            yield from _values(name, value, f"{at}/{index}")
    else:
        text = text_of(tree)
        if text is not None:
            yield Header(name, text, at)


def stored(tree: Tree, at: str) -> Stored:
    """A body from nothing, text, bytes, or structured data written as YAML."""
    if tree is None:
        return Stored(None, Form.ABSENT, at)
    if isinstance(tree, bytes):
        return Stored(tree, Form.BINARY, at)
    if isinstance(tree, (dict, list)):
        return Stored(rendered(tree, at), Form.STRUCTURED, at)
    return Stored(text_of(tree) or "", Form.TEXT, at)


def encoded_text(text: str) -> bytes:
    """Text as body bytes; a lone surrogate half keeps its three bytes."""
    return text.encode("utf-8", "surrogatepass")


def from_base64(tree: Tree, at: str, *, where: str) -> Stored:
    """A body from a base64 string."""
    if isinstance(tree, bytes):
        return Stored(tree, Form.BINARY, at)
    text = "".join((text_of(tree) or "").split())
    try:
        return Stored(base64.b64decode(text.encode("ascii"), validate=True), Form.BASE64, at)
    except ValueError:
        raise invalid(
            "cassette contains invalid base64 data", where=where, details={"entry": where}
        ) from None


def parsed_body(tree: Mapping[str, Tree], at: str) -> Stored | None:
    """The ``parsed_body`` of an entry, rendered; ``None`` when there is none (§7.3)."""
    value = tree.get("parsed_body")
    if value is None:
        return None
    inside = f"{at}/parsed_body"
    return Stored(rendered(value, inside), Form.STRUCTURED, inside)


def status(tree: Tree) -> tuple[int | None, str]:
    """Status and reason from a number or from ``{code, message}``."""
    if isinstance(tree, dict):
        return int_of(tree.get("code")), text_of(tree.get("message")) or ""
    return int_of(tree), ""


def exact_url(entry: Mapping[str, Tree], at: str) -> tuple[str, str]:
    """The URL's exact text and where it stands: ``uri`` or ``url``."""
    key = "url" if "uri" not in entry and "url" in entry else "uri"
    return text_of(entry.get(key)) or "", f"{at}/{key}"


def method(entry: Mapping[str, Tree]) -> str:
    """The method in upper case; a Ruby symbol loses its colon."""
    return (text_of(entry.get("method")) or "").removeprefix(":").upper()


def entry_mapping(tree: Tree, *, where: str) -> Mapping[str, Tree]:
    """An entry that has to be a mapping. Raises ``CassetteError`` naming it."""
    if isinstance(tree, dict):
        return tree
    raise invalid("cassette entry is not a mapping", where=where, details={"entry": where})
