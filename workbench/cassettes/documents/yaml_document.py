"""A YAML document: values and places from one parse.

What a parser drops is still in the file that would be published, so comments, anchors, directives
and shadowed duplicates are occurrences too. Source: ``spec/http-cassettes.md`` §2.4, §8.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from workbench.cassettes.documents.composing import TEXT, Composed, compose
from workbench.cassettes.documents.hoisting import NotHoisted, hoisted
from workbench.cassettes.documents.maps import Base64Map, ScalarMap, SourceMap
from workbench.cassettes.documents.occurrences import Kind, Occurrence
from workbench.cassettes.documents.recorded_yaml import recorded_values
from workbench.cassettes.documents.scalars import block_header, content_start
from workbench.cassettes.documents.source_text import SourceText
from workbench.cassettes.documents.tags import BINARY_TAGS, resolved
from workbench.cassettes.documents.tree import Tree
from workbench.cassettes.documents.values import Values, binary, construct
from workbench.cassettes.errors import CassetteError
from workbench.core.errors import WorkbenchError
from workbench.core.fixture import Note
from workbench.core.places import Span, pointer, pointer_members

_ASIDE = re.compile(
    r"(?P<comment>(?:(?<=\s)|(?<![^\n]))#[^\r\n]*)|(?P<name>[&*][^\s,\[\]{}]+|^%[^\r\n]*)"
    r"|(?P<tag>!\S*)",
    re.MULTILINE,
)
_MACHINE_MADE = re.compile(
    r"[&*]id\d{3,}\Z|%YAML 1\.[12]\s*\Z|!\Z|!!(?:binary|str|int|float|bool|null|python/[\w./:]+)\Z"
    r"|!(?:binary|ruby/[\w:/]+)\Z"
)


_BETWEEN = " \t\r\n:-,[]{}?"  # what stands between two scalars and is neither comment, name nor tag
_KINDS = (Kind.VALUE, Kind.KEY)


class Scalar(NamedTuple):
    """One scalar node, where it stands, and what it is."""

    pointer: str
    node: ScalarNode
    is_key: bool
    shadowed: bool

    def __repr__(self) -> str:
        return f"<Scalar, line {self.node.start_mark.line + 1}>"


@dataclass(frozen=True)
class YamlDocument:
    """The one document of a YAML file."""

    file: str = field(repr=False)
    source: SourceText = field(repr=False)
    values: Values = field(repr=False)
    made: Composed | None = field(default=None, repr=False)

    @classmethod
    def of(cls, file: str, data: bytes) -> YamlDocument:
        """Read a YAML file. Raises ``CassetteError`` and ``TooLarge`` only."""
        source = SourceText.of(data)
        values = recorded_values(source.text, None if source.mark else data)
        if values is None:
            values = _values_of_large(source)
        if values is not None:
            return cls(file, source, values)
        composed = compose(source)
        return cls(file, source, construct(composed, source.text), composed)

    @cached_property
    def composed(self) -> Composed:
        """The nodes with their places: of a large file made when places are first asked for."""
        return self.made or compose(self.source)

    @property
    def root(self) -> Tree:
        return self.values.root

    @property
    def aliases(self) -> Mapping[str, str]:
        return self._scalars_and_aliases[1]

    @property
    def scalars(self) -> tuple[Scalar, ...]:
        """Every scalar once, in file order."""
        return self._scalars_and_aliases[0]

    @cached_property
    def notes(self) -> tuple[Note, ...]:
        found = [
            Note("A key appears twice in one mapping; the last one counts", f"line {line}", "ask")
            for line in self.values.duplicates
        ]
        if self.made is not None and self.made.surrogates:
            found.append(
                Note("Characters are escaped in two halves, as JSON does and YAML does not")
            )
        if self.source.encoding != "utf-8":
            found.append(Note(f"The file is written in {self.source.encoding.upper()}"))
        return tuple(found)

    def occurrences(self) -> Iterator[Occurrence]:
        text = self.source.text
        position = 0
        for number, scalar in enumerate(self.scalars):
            node = scalar.node
            begin = node.start_mark.index
            if text.startswith(("!", "&"), begin):
                begin = content_start(text, node)
            if node.style in ("|", ">"):
                header = block_header(text, begin)
                begin = header.end() if header else begin
            if text[position:begin].strip(_BETWEEN):
                yield from self._asides(position, begin)
            yield self._occurrence(number, scalar)
            position = node.end_mark.index
        yield from self._asides(position, len(text))

    def occurrences_below(self, pointers: Sequence[str]) -> Iterator[Occurrence] | None:
        """The scalars below some parts, without a walk over the rest.

        ``None`` where a part's strings may stand elsewhere: behind aliases, or under duplicate keys.
        """
        if self.values.aliased or self.values.duplicates:
            return None
        nodes = [(self.node(at), at) for at in pointers]
        found: list[Scalar] = []
        for node, at in nodes:
            if node is not None:
                below = _plain_scalars(node, at) if self.values.plain else _scalars(node, at)[0]
                if below is None:
                    return None
                found.extend(below)
        return (self._occurrence(-1, scalar) for scalar in sorted(found, key=_position))

    def _occurrence(self, number: int, scalar: Scalar) -> Occurrence:
        pointer, node, is_key, shadowed = scalar
        base = ScalarMap(self.file, self.source, node)
        kind, value, line = _KINDS[is_key], node.value, node.start_mark.line + 1
        if node.tag not in BINARY_TAGS:
            return Occurrence(pointer, kind, value, base, line, None, shadowed, number)
        inside = Base64Map(value, base)
        return Occurrence(pointer, kind, value, inside, line, binary(node), shadowed, number)

    def _asides(self, start: int, end: int) -> Iterator[Occurrence]:
        for match in _ASIDE.finditer(self.source.text, start, end):
            text = match.group()
            if _MACHINE_MADE.match(text):
                continue
            kind = Kind.COMMENT if match.lastgroup == "comment" else Kind.NAME
            raw = SourceMap(self.file, self.source, match.start())
            line = bisect_right(self._line_starts, match.start())
            yield Occurrence(f"/comment/{line}", kind, text, raw, line)

    @cached_property
    def _line_starts(self) -> list[int]:
        return [0, *(match.end() for match in re.finditer("\n", self.source.text))]

    def span(self, pointer: str) -> Span | None:
        node = self.node(pointer)
        if node is None:
            return None
        start, end = node.start_mark.index, node.end_mark.index
        kept = self.source.text[start:end].rstrip()
        return Span(self.file, self.source.byte(start), self.source.byte(start + len(kept)))

    def node(self, pointer: str) -> Node | None:
        """The node at ``pointer``; of duplicate keys the last."""
        node: Node | None = self.composed.root
        for member in pointer_members(pointer):
            node = _member(node, member)
        return node

    @cached_property
    def _scalars_and_aliases(self) -> tuple[tuple[Scalar, ...], Mapping[str, str]]:
        plain = _plain_scalars(self.composed.root, "") if self.values.plain else None
        return _scalars(self.composed.root, "") if plain is None else (plain, {})


def _values_of_large(source: SourceText) -> Values | None:
    """The values of a file whose largest runs need no parser; ``None`` where it is parsed whole."""
    short = hoisted(source.text)
    if short is None:
        return None
    try:
        values = construct(compose(SourceText(short.text)), short.text, short)
        short.finish()
    except (NotHoisted, WorkbenchError):
        return None  # whatever is wrong is found and placed in the whole text
    return values if values.plain else None


def _position(scalar: Scalar) -> int:
    return int(scalar.node.start_mark.index)


def _plain_scalars(root: Node, at: str) -> tuple[Scalar, ...] | None:
    """Every scalar below ``root`` where no foreign tag, duplicate key or alias of a container is.

    ``None`` where one does not stand behind the one before it: then it is an alias of another scalar.
    """
    scalars: list[Scalar] = []
    last = -1
    known: dict[str, str] = {}
    stack: list[tuple[Node, str, bool]] = [(root, at, False)]
    while stack:
        node, path, is_key = stack.pop()
        if isinstance(node, ScalarNode):
            begin = node.start_mark.index
            if begin <= last:
                return None
            last = begin
            scalars.append(Scalar(path, node, is_key, False))
        elif isinstance(node, SequenceNode):
            numbered = [(child, f"{path}/{n}", False) for n, child in enumerate(node.value)]
            stack.extend(reversed(numbered))
        else:
            for key, child in reversed(node.value):
                member = known.get(key.value)
                if member is None:
                    member = known[key.value] = pointer(key.value)
                deeper = path + member
                stack.append((child, deeper, False))
                stack.append((key, deeper, True))
    return tuple(scalars)


def _scalars(root: Node, at: str) -> tuple[tuple[Scalar, ...], Mapping[str, str]]:
    """Every scalar below ``root``, and what the pointers of aliases stand for."""
    scalars: list[Scalar] = []
    aliases: dict[str, str] = {}
    seen: dict[int, str] = {}
    stands_for: dict[int, str] = {}
    stack: list[tuple[Node, str, bool, bool]] = [(root, at, False, False)]
    while stack:
        node, path, is_key, shadowed = stack.pop()
        path = stands_for.get(id(node), path)
        meant = _meant(node)
        if meant is not None:
            stands_for[id(meant)] = path
        if id(node) in seen:
            aliases[path] = seen[id(node)]
            continue
        seen[id(node)] = path
        if isinstance(node, ScalarNode):
            scalars.append(Scalar(path, node, is_key, shadowed))
        else:
            stack.extend(reversed(list(_members(node, path, shadowed))))
    return tuple(scalars), aliases


def _members(node: Node, path: str, shadowed: bool) -> Iterator[tuple[Node, str, bool, bool]]:
    if isinstance(node, SequenceNode):
        for index, child in enumerate(node.value):
            yield child, f"{path}/{index}", False, shadowed
    elif isinstance(node, MappingNode):
        names = [_key_text(key) for key, _ in node.value]
        last = {name: index for index, name in enumerate(names)}
        for index, (key, child) in enumerate(node.value):
            deeper = path + pointer(names[index])
            yield key, deeper, True, shadowed
            yield child, deeper, False, shadowed or last[names[index]] != index


def _meant(node: Node) -> Node | None:
    """The part of a foreign-tagged node that is its plain meaning, and so has its pointer."""
    if isinstance(node, ScalarNode) or node.tag == TEXT:
        return None
    try:
        return resolved(node)
    except CassetteError:
        return None  # only below a shadowed key: nothing was built of it


def _member(node: Node | None, member: str) -> Node | None:
    if isinstance(node, SequenceNode):
        inside = member.isdigit() and int(member) < len(node.value)
        return node.value[int(member)] if inside else None
    if isinstance(node, MappingNode):
        found = [child for key, child in node.value if _key_text(key) == member]
        return found[-1] if found else None
    return None


def _key_text(node: Node) -> str:
    """A key's text; a tagged key (an aiohttp header name) is known by its first scalar."""
    while not isinstance(node, ScalarNode):
        if not node.value:
            return ""
        first = node.value[0]
        node = first[1] if isinstance(first, tuple) else first
    return str(node.value)
