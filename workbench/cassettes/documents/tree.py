"""The plain values a document is read into, before a format gives them meaning.

YAML 1.1 guesses types: ``NO`` is false, ``1:30`` is ninety. A cassette's header that reads ``NO``
means the text. So an unquoted scalar that YAML would convert is kept as a :class:`Guess` and the
position decides (``spec/http-cassettes.md`` §2.4).
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from workbench.cassettes.errors import invalid
from workbench.core.places import pointer


@dataclass(frozen=True, slots=True)
class Guess:
    """An unquoted scalar that YAML reads as another type than text."""

    text: str = field(repr=False)
    value: int | float | bool | None = field(repr=False)


Tree: TypeAlias = (
    "str | bytes | bool | int | float | Guess | Sequence[Tree] | Mapping[str, Tree] | None"
)


def is_list(tree: Tree) -> bool:
    """Whether the value is a list (text and bytes are not)."""
    return isinstance(tree, list)


def mapping(tree: Tree) -> Mapping[str, Tree]:
    """The value if it is a mapping, else an empty one."""
    # Every mapping of a document is a dict; asking for the abstract class costs five times as much.
    return tree if isinstance(tree, dict) else {}


def items(tree: Tree) -> Sequence[Tree]:
    """The value if it is a list, else an empty one."""
    return tree if isinstance(tree, list) else []


def text_of(tree: Tree) -> str | None:
    """The text the author typed, where a string is wanted; ``None`` for nothing or a container."""
    if isinstance(tree, str):
        return tree
    if isinstance(tree, Guess):
        return tree.text
    if isinstance(tree, bytes):
        return tree.decode("utf-8", "surrogateescape")
    if isinstance(tree, bool):
        return "true" if tree else "false"
    if isinstance(tree, (int, float)):
        return repr(tree)
    return None


def int_of(tree: Tree) -> int | None:
    """The whole number at a position that wants one; digits in quotes count."""
    if isinstance(tree, Guess):
        tree = tree.value if isinstance(tree.value, int) else tree.text
    if isinstance(tree, bool):
        return None
    if isinstance(tree, int):
        return tree
    text = text_of(tree)
    if text is not None and text.strip().isascii() and text.strip().isdigit() and len(text) < 10:
        return int(text)
    return None


def plain_value(tree: Tree, where: str = "") -> object:
    """Values as YAML means them, for a position that holds data: guesses resolved.

    Bytes become their UTF-8 text; other bytes cannot stand in JSON and are refused.
    """
    if isinstance(tree, Guess):
        return tree.value
    if isinstance(tree, bytes):
        try:
            return tree.decode("utf-8")
        except UnicodeDecodeError:
            raise invalid("cassette holds binary data inside a parsed body", where=where) from None
    if isinstance(tree, dict):
        return {key: plain_value(value, where) for key, value in tree.items()}
    if isinstance(tree, list):
        return [plain_value(value, where) for value in tree]
    return tree


def rendered(tree: Tree, where: str = "") -> bytes:
    """The body bytes of structured data: ``json.dumps`` with its defaults (§7.3)."""
    try:
        return json.dumps(plain_value(tree, where)).encode("ascii")
    except RecursionError:
        raise invalid("cassette holds a parsed body nested too deeply", where=where) from None


def pointer_of(*members: str | int) -> str:
    """An RFC 6901 pointer."""
    return pointer(*members)
