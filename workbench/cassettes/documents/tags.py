"""Foreign YAML tags as plain data, or an error: nothing is ever imported or built.

Source: the table of ``spec/http-cassettes.md`` §8.
"""

from __future__ import annotations

import base64
import re

from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from workbench.cassettes.documents.composing import PLAIN, TEXT
from workbench.cassettes.errors import CassetteError, unsafe_tag
from workbench.cassettes.words import words

YAML = "tag:yaml.org,2002:"
BINARY = f"{YAML}binary"
BINARY_TAGS = frozenset({BINARY, "!binary"})
_PYTHON = f"{YAML}python/"
_STANDARD = frozenset(
    f"{YAML}{name}"
    for name in words("null bool int float timestamp str seq map set omap pairs merge value")
)
_TEXT = frozenset({f"{_PYTHON}unicode", f"{_PYTHON}str", f"{YAML}str"})
_LISTS = frozenset({f"{_PYTHON}tuple", f"{_PYTHON}list", f"{YAML}seq"})
_FILES = frozenset(
    f"{_PYTHON}object/new:{name}" for name in ("_io.BytesIO", "io.BytesIO", "_io.StringIO")
)
_ITERATORS = frozenset(f"{_PYTHON}object/apply:{name}.iter" for name in ("builtins", "__builtin__"))
_ISTR = re.compile(
    rf"{re.escape(_PYTHON)}object/(apply|new):multidict\._(multidict|istr|multidict_py)\.istr\Z"
)
_MAPPINGS = frozenset({f"{_PYTHON}object:vcr.request.Request", f"{_PYTHON}dict", f"{YAML}map"})
_SETS = frozenset(f"{_PYTHON}object/apply:{name}.frozenset" for name in ("builtins", "__builtin__"))
_RUBY = re.compile(r"!ruby/(struct:VCR::\w+|object:(VCR::[\w:]+|Hash|String|ActiveSupport::\w+))\Z")
# The words of the languages that write objects into YAML; what follows them may be anybody's.
_KNOWN = re.compile(
    r"!!python/(?:object/(?:apply|new)|object|name|module|tuple|unicode)"
    r"|!ruby/(?:object|struct|class|module|hash|array|regexp|range|sym(?:bol)?|exception)"
    r"|!!(?:java|perl|php)\b|!php/(?:object|const|enum)"
)


def resolved(node: Node) -> Node:
    """``node`` as a node with a plain tag: itself, or what its foreign tag stands for.

    Raises ``CassetteError`` (``unsafe_tag``) for any other tag.
    """
    tag = node.tag
    if tag in (PLAIN, TEXT) or tag in BINARY_TAGS or tag in _STANDARD:
        return node
    plain = _plain(node)
    if plain is None:
        raise _unsafe(node)
    return plain


def _plain(node: Node) -> Node | None:
    tag = node.tag
    if isinstance(node, ScalarNode):
        if tag in _TEXT or _RUBY.match(tag) or tag == "!ruby/symbol" or tag == "!ruby/sym":
            return _scalar(node, TEXT, node.value)
        return None
    if isinstance(node, SequenceNode) and tag in _LISTS:
        return _like(node)
    if isinstance(node, MappingNode) and (tag in _MAPPINGS or _RUBY.match(tag)):
        return _like(node)
    if tag in _FILES:
        return _file_content(node)
    if tag in _ITERATORS:
        return _iterator_content(node)
    if tag in _SETS:
        return _first_argument(node)
    if _ISTR.match(tag):
        first = _first_argument(node)
        return first if isinstance(first, ScalarNode) else None
    return None


def _like(node: Node) -> Node:
    return type(node)(TEXT, node.value, node.start_mark, node.end_mark)


def _scalar(node: Node, tag: str, value: str) -> ScalarNode:
    style = node.style if isinstance(node, ScalarNode) else '"'
    return ScalarNode(tag, value, node.start_mark, node.end_mark, style=style)


def _first_argument(node: Node) -> Node | None:
    """The first of ``[x, …]`` or of ``args: [x, …]``."""
    if isinstance(node, MappingNode):
        found = [value for key, value in node.value if key.value == "args"]
        return _first_argument(found[0]) if found else None
    if isinstance(node, SequenceNode) and node.value:
        first: Node = node.value[0]
        return first
    return None


def _file_content(node: Node) -> Node | None:
    """The bytes of a file-like body: the first element of its ``state``."""
    if not isinstance(node, MappingNode):
        return None
    for key, value in node.value:
        if key.value == "state" and isinstance(value, SequenceNode) and value.value:
            first = value.value[0]
            return first if isinstance(first, ScalarNode) else None
    return None


def _iterator_content(node: Node) -> Node | None:
    """The chunks of an iterator body, joined; whole numbers are byte values."""
    chunks = _first_argument(node)
    if not isinstance(chunks, SequenceNode):
        return None
    parts: list[bytes] = []
    for chunk in chunks.value:
        if not isinstance(chunk, ScalarNode):
            return None
        part = _chunk(chunk)
        if part is None:
            return None
        parts.append(part)
    return _scalar(node, BINARY, base64.b64encode(b"".join(parts)).decode("ascii"))


def _chunk(node: ScalarNode) -> bytes | None:
    if node.tag in BINARY_TAGS:
        try:
            return base64.b64decode("".join(node.value.split()), validate=True)
        except ValueError:
            return None
    if node.tag == PLAIN and node.value.isdigit() and len(node.value) < 4:
        return bytes([int(node.value)]) if int(node.value) < 256 else None
    return str(node.value).encode("utf-8", "surrogatepass")


def _unsafe(node: Node) -> CassetteError:
    known = _KNOWN.match(str(node.tag).replace(YAML, "!!"))
    shown = f"{known.group()}…" if known else "!…"
    mark = node.start_mark
    return unsafe_tag(shown, line=mark.line + 1, column=mark.column + 1)
