"""Marked nodes to plain values: bounded, without recursion, and with no type guessed for text.

Source: ``spec/http-cassettes.md`` §2.4, §8.
"""

from __future__ import annotations

import binascii
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from sys import intern
from typing import Any

from yaml.constructor import ConstructorError, SafeConstructor
from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode
from yaml.resolver import Resolver

from workbench.cassettes.documents.composing import PLAIN, TEXT, Composed
from workbench.cassettes.documents.hoisting import Hoisted
from workbench.cassettes.documents.masking import VOCABULARY
from workbench.cassettes.documents.tags import BINARY_TAGS, YAML, resolved
from workbench.cassettes.documents.tree import Guess, Tree
from workbench.cassettes.errors import CassetteError, invalid, not_parsed
from workbench.core.errors import TooLarge

MAX_NODES = 5_000_000
NODES_PER_BYTE = 50
MAX_SCALAR = 64 * 1024 * 1024  # characters
SHORT = 64  # characters of an unquoted scalar whose meaning is kept
LONGEST_NUMBER = 1_000  # characters: sixties without end would be multiplied for hours
GUESSED = frozenset(filter(None, Resolver.yaml_implicit_resolvers))
_NUMBERS = {f"{YAML}int", f"{YAML}float", f"{YAML}bool"}
_UNTAGGED = frozenset({PLAIN, TEXT})
_BAD_BINARY = "cassette contains invalid base64 data"


@dataclass(frozen=True, slots=True)
class Values:
    """The document's value, and what was noticed: line numbers of duplicate keys, and aliases."""

    root: Tree = field(repr=False)
    duplicates: tuple[int, ...] = ()
    aliased: bool = False
    plain: bool = False  # every node stands once, under one key, and means what it says


def construct(composed: Composed, text: str, hoisted: Hoisted | None = None) -> Values:
    """The plain values of a composed document, with the runs that were taken out of its text.

    Raises ``CassetteError`` for foreign tags, bad base64, aliases that recurse or multiply, and keys
    that are not text; ``TooLarge`` for one huge scalar.
    """
    try:
        return _Construction(text, hoisted).run(composed.root, joined=composed.surrogates)
    except _BadBinary as error:
        line = error.node.start_mark.line + 1
        entry = _path_to(error.node, composed.root)
        raise invalid(
            _BAD_BINARY,
            where=f"{entry}, line {line}",
            details={"entry": entry, "line": line},
        ) from None


class _BadBinary(Exception):
    """Base64 that does not decode, at this node."""

    def __init__(self, node: Node) -> None:
        super().__init__()
        self.node = node


def _path_to(wanted: Node, root: Node) -> str:
    """Where a node stands, as ``requests[3].body``; words that are no cassette's are left out."""
    stack: list[tuple[Node, str]] = [(root, "")]
    seen: set[int] = set()
    while stack:
        node, path = stack.pop()
        if node is wanted:
            return path.lstrip(".") or "document"
        if id(node) in seen:
            continue
        seen.add(id(node))
        if isinstance(node, SequenceNode):
            stack.extend((child, f"{path}[{n}]") for n, child in enumerate(node.value))
        elif isinstance(node, MappingNode):
            for key, child in node.value:
                name = key.value if isinstance(key, ScalarNode) else ""
                stack.append((child, f"{path}.{name if name in VOCABULARY else '…'}"))
                stack.append((key, f"{path}.…"))
    return "document"


class _Construction:
    """One pass over the nodes with an explicit stack: no input can exhaust Python's own."""

    def __init__(self, text: str, hoisted: Hoisted | None) -> None:
        self.text = text
        self.hoisted = hoisted
        self.duplicates: list[int] = []
        self.built: dict[int, Tree] = {}
        self.pending: list[tuple[Node, Any, Any]] = []
        self.aliased = False
        self.foreign = False

    def run(self, root: Node, *, joined: bool) -> Values:
        self.joined = joined
        self.quick = not joined and self.hoisted is None
        box: list[Tree] = [None]
        self.pending.append((root, box, 0))
        while self.pending:
            node, target, slot = self.pending.pop()
            target[slot] = self.value(node)
        if self.aliased:
            check_expansion(root, len(self.text))
        plain = not (self.aliased or self.foreign or self.duplicates)
        return Values(box[0], tuple(self.duplicates), self.aliased, plain)

    def value(self, node: Node) -> Tree:
        plain = node if node.tag == TEXT else resolved(node)
        if plain is not node:
            self.foreign = True
        if isinstance(plain, ScalarNode):
            return self.scalar(plain)
        # By the document's own node: what stands for a foreign tag is made anew each time.
        if id(node) in self.built:
            self.aliased = True
            return self.built[id(node)]
        if isinstance(plain, SequenceNode):
            return self.sequence(plain, id(node))
        return self.mapping(plain, id(node))

    def sequence(self, node: SequenceNode, number: int) -> Tree:
        values: list[Tree] = [None] * len(node.value)
        self.built[number] = values
        for slot, child in enumerate(node.value):
            if isinstance(child, ScalarNode):
                values[slot] = self.member(child)
            else:
                self.pending.append((child, values, slot))
        return values

    def mapping(self, node: Node, number: int) -> Tree:
        values: dict[str, Tree] = {}
        self.built[number] = values
        if not isinstance(node, MappingNode):
            return values
        for key, child in self.pairs(node):
            if isinstance(child, ScalarNode):
                values[key] = self.member(child)
            elif self.is_list_of_one(child):
                values[key] = self.built[id(child)] = [self.member(child.value[0])]
            else:
                values[key] = None
                self.pending.append((child, values, key))
        return values

    def is_list_of_one(self, node: Node) -> bool:
        """Whether a node is a new list of one scalar, as nearly every header's value is."""
        return (
            node.tag == TEXT
            and isinstance(node, SequenceNode)
            and len(node.value) == 1
            and isinstance(node.value[0], ScalarNode)
            and id(node) not in self.built
        )

    def member(self, node: ScalarNode) -> Tree:
        """A scalar inside a container: most are text without a tag, and nothing has to be asked."""
        text: str = node.value
        if self.quick and len(text) <= MAX_SCALAR:
            if node.tag == TEXT:
                return text
            if node.tag == PLAIN and text and text[0] not in GUESSED:
                return text
        return self.value(node)

    def pairs(self, node: MappingNode) -> Iterable[tuple[str, Node]]:
        """The keys and values of a mapping, each key once."""
        found: list[tuple[str, Node]] = []
        names: set[str] = set()
        for key_node, child in node.value:
            if not isinstance(key_node, ScalarNode) or key_node.tag not in _UNTAGGED or self.joined:
                break
            # The same few words stand in every exchange.
            name = key_node.value = intern(key_node.value)
            names.add(name)
            found.append((name, child))
        if len(names) == len(node.value) and "<<" not in names:
            return found
        return dict(self.members(node)).items()

    def members(self, node: MappingNode) -> Iterator[tuple[str, Node]]:
        """The pairs of a mapping, merged ones first so that its own win."""
        own: dict[str, Node] = {}
        for key_node, child in node.value:
            key = self.key(key_node)
            if key == "<<" and getattr(key_node, "tag", "") == PLAIN:
                yield from self.merged(child)
                continue
            if key in own:
                self.duplicates.append(key_node.start_mark.line + 1)
            own[key] = child
        yield from own.items()

    def merged(self, node: Node) -> Iterator[tuple[str, Node]]:
        self.aliased = True
        parts = node.value[::-1] if isinstance(node, SequenceNode) else [node]
        for part in parts:
            if not isinstance(part, MappingNode):
                raise _at("a merge key wants a mapping", node)
            for key_node, child in part.value:
                yield self.key(key_node), child

    def key(self, node: Node) -> str:
        plain = resolved(node)
        if plain is not node:
            self.foreign = True
        if not isinstance(plain, ScalarNode):
            raise _at("a mapping key is not text", node)
        if plain.tag in BINARY_TAGS:
            return binary(plain).decode("utf-8", "replace")
        # The same few words stand in every exchange.
        plain.value = intern(plain.value)
        return self.joined_text(plain.value)

    def scalar(self, node: ScalarNode) -> Tree:
        text: str = node.value
        if len(text) > MAX_SCALAR:
            raise TooLarge(f"A scalar is longer than {MAX_SCALAR:,} characters")
        tag = node.tag
        if tag in BINARY_TAGS:
            return binary(node) if self.hoisted is None else self.hoisted.binary(text)
        if self.hoisted is not None:
            text = self.hoisted.plain(text)
        if tag == PLAIN:
            return self.unquoted(node, text)
        if tag == f"{YAML}null":
            return None
        if tag in _NUMBERS:
            return guess(text, tag)
        return self.joined_text(text) if self.joined else text

    def unquoted(self, node: ScalarNode, text: str) -> Tree:
        if text and text[0] not in GUESSED:
            return self.joined_text(text) if self.joined else text
        if self.text.startswith("!", node.start_mark.index):
            return text  # the non-specific tag "!": a string by the author's own wish
        return unquoted_value(text)

    def joined_text(self, text: str) -> str:
        """Surrogate halves joined to the characters they stand for; lone ones are kept."""
        if not self.joined or text.isascii():
            return text
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")


# The stubs of PyYAML leave these untyped.
_RESOLVER: Any = Resolver()
_CONSTRUCTOR: Any = SafeConstructor()


def unquoted_value(text: str) -> str | Guess | None:
    """What YAML 1.1 makes of an unquoted scalar: text, nothing, or a guess."""
    return _known(text) if len(text) <= SHORT else _meant(text)


def _meant(text: str) -> str | Guess | None:
    tag = _RESOLVER.resolve(ScalarNode, text, (True, False))
    if tag == f"{YAML}null":
        return None
    return guess(text, tag) if tag in _NUMBERS else text


_known = lru_cache(maxsize=4096)(_meant)


def guess(text: str, tag: str) -> str | Guess:
    """The number or truth value of ``text`` beside the text itself; a long one is but its digits."""
    if len(text) > LONGEST_NUMBER:
        return text
    node = ScalarNode(tag, text)
    build = {
        f"{YAML}int": _CONSTRUCTOR.construct_yaml_int,
        f"{YAML}float": _CONSTRUCTOR.construct_yaml_float,
        f"{YAML}bool": _CONSTRUCTOR.construct_yaml_bool,
    }[tag]
    try:
        return Guess(text, build(node))
    except (ValueError, OverflowError, KeyError, ConstructorError, AttributeError):
        return text


def binary(node: ScalarNode) -> bytes:
    """The bytes of a ``!!binary`` scalar; white space is ignored anywhere."""
    try:
        text = node.value.encode("ascii")
        try:
            # Recorders break lines and write no other white space: the cheap way first.
            return binascii.a2b_base64(text.replace(b"\n", b""), strict_mode=True)
        except ValueError:
            return binascii.a2b_base64(b"".join(text.split()), strict_mode=True)
    except ValueError:
        raise _BadBinary(node) from None


def check_expansion(root: Node, size: int) -> None:
    """Refuse aliases that recurse, or that multiply to more nodes than a file may stand for."""
    limit = min(MAX_NODES, max(NODES_PER_BYTE * size, 1_000))
    counts: dict[int, int] = {}
    opened: set[int] = set()
    stack: list[tuple[Node, bool]] = [(root, False)]
    while stack:
        node, done = stack.pop()
        if done:
            opened.discard(id(node))
            counts[id(node)] = 1 + sum(counts.get(id(child), 1) for child in _children(node))
            if counts[id(node)] > limit:
                raise _at("aliases multiply beyond what the file may stand for", node)
        elif id(node) in opened:
            raise _at("an alias refers to what contains it", node)
        elif id(node) not in counts and not isinstance(node, ScalarNode):
            opened.add(id(node))
            stack.append((node, True))
            stack.extend((child, False) for child in _children(node))


def _children(node: Node) -> list[Node]:
    if isinstance(node, MappingNode):
        return [part for pair in node.value for part in pair]
    return list(node.value) if isinstance(node, SequenceNode) else []


def _at(reason: str, node: Node) -> CassetteError:
    mark = node.start_mark
    return not_parsed(reason, line=mark.line + 1, column=mark.column + 1)
