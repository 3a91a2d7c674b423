"""YAML text to marked nodes: libyaml composes, nothing is constructed and no tag is resolved.

One parse gives both the values and the places. Source: ``spec/http-cassettes.md`` §2.4, §8, §9.
"""

from __future__ import annotations

import operator
import re
from dataclasses import dataclass, field
from typing import Any

import yaml
from yaml._yaml import CParser
from yaml.nodes import Node, ScalarNode

from workbench.cassettes.documents.masking import masked
from workbench.cassettes.documents.source_text import SourceText
from workbench.cassettes.errors import (
    NOT_ONE_DOCUMENT,
    CassetteError,
    invalid,
    not_parsed,
    too_deep,
)

PLAIN = "?"  # an unquoted scalar: the position decides its type
TEXT = "!"  # anything else without a tag of its own
MAX_DEPTH = 1_000
READ = 1 << 20  # characters
MAX_PURE = 16 * 1024 * 1024  # characters the slow loader is given
_BAD_ESCAPE = "found invalid Unicode character escape code"
_QUOTED = re.compile(r"'[^']*'|\"[^\"]*\"")


class _Untagged:
    """What both composers share: no implicit types, no path resolvers."""

    def resolve(self, kind: type[Node], value: str, implicit: Any) -> str:
        return PLAIN if kind is ScalarNode and implicit[0] else TEXT

    # Path resolvers are not used. Both are called for every node, so they do nothing at C's speed.
    descend_resolver = staticmethod(operator.is_)
    ascend_resolver = staticmethod(tuple)


class _Fast(_Untagged, CParser):
    pass


class _Reading:
    """A text that libyaml reads piece by piece; given whole, it would encode a second one."""

    name = "cassette"

    def __init__(self, text: str) -> None:
        self._text = text
        self._position = 0

    def read(self, size: int = READ, /) -> str:
        start = self._position
        self._position = start + max(size, READ)
        return self._text[start : self._position]


class _Pure(
    _Untagged, yaml.reader.Reader, yaml.scanner.Scanner, yaml.parser.Parser, yaml.composer.Composer
):
    def __init__(self, text: str) -> None:
        yaml.reader.Reader.__init__(self, text)
        yaml.scanner.Scanner.__init__(self)
        yaml.parser.Parser.__init__(self)
        yaml.composer.Composer.__init__(self)


@dataclass(frozen=True, slots=True)
class Composed:
    """The one document of a text. ``surrogates``: escapes in halves, which libyaml refuses."""

    root: Node = field(repr=False)
    surrogates: bool = False


def compose(source: SourceText) -> Composed:
    """The node of the one document of ``source``. Raises ``CassetteError`` only."""
    try:
        try:
            return Composed(_one_document(_Fast(_Reading(source.text))))
        except yaml.YAMLError as error:
            if getattr(error, "problem", "") != _BAD_ESCAPE or len(source.text) > MAX_PURE:
                raise
            return Composed(_one_document(_Pure(source.text)), surrogates=True)
    except yaml.YAMLError as error:
        raise _explained(error, source.text) from None
    except RecursionError:
        raise too_deep(MAX_DEPTH) from None
    except (ValueError, OverflowError):
        # The pure scanner converts escapes itself and lets chr() complain.
        raise not_parsed("an escape stands for no character") from None


def _one_document(loader: Any) -> Node:
    try:
        if not loader.check_node():
            raise invalid(NOT_ONE_DOCUMENT, details={"documents": 0})
        node: Node = loader.get_node()
        if loader.check_node():
            raise invalid(NOT_ONE_DOCUMENT, details={"documents": "more than one"})
        return node
    finally:
        loader.dispose()


def _explained(error: yaml.YAMLError, text: str) -> CassetteError:
    index, reason = _position(error)
    if index is None:
        return not_parsed(reason)
    index = min(index, len(text))
    line = text.count("\n", 0, index) + 1
    start = text.rfind("\n", 0, index) + 1
    return not_parsed(
        reason, line=line, column=index - start + 1, excerpt=masked(text[start:].split("\n", 1)[0])
    )


def _position(error: yaml.YAMLError) -> tuple[int | None, str]:
    if isinstance(error, yaml.reader.ReaderError):
        return int(error.position), "special or control characters are not allowed"
    problem = _QUOTED.sub("'…'", str(getattr(error, "problem", "") or "the YAML is damaged"))
    mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
    return (None if mark is None else int(mark.index)), problem
