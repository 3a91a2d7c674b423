"""The YAML that recorders write, read entry by entry; anything else is left to libyaml.

PyYAML, Psych and go-yaml write a cassette in a small part of YAML: block mappings and sequences, plain
and quoted scalars of one line or folded over several, literal blocks. Each line of that part has one
meaning, so one pattern says what it is. Whatever does not fit (a tab, a comment, an anchor, a tag but
``!!binary``, a filled flow collection, a key that stands twice, an odd indentation) ends the reading, and
libyaml reads the whole text and says what is wrong with it, if anything is. What is read here is what
libyaml would have given, value for value.
Source: ``spec/http-cassettes.md`` §9; YAML 1.1 as libyaml reads it.
"""

from __future__ import annotations

import re
from sys import intern
from typing import Any, TypeAlias

from workbench.cassettes.documents.recorded_entries import ENTRY, PAIR
from workbench.cassettes.documents.recorded_scalars import (
    FEW_LINES,
    LINE,
    NotRecorded,
    base64_bytes,
    double_quoted,
    literal_block,
    single_quoted,
)
from workbench.cassettes.documents.tree import Tree
from workbench.cassettes.documents.values import GUESSED, MAX_SCALAR, Values, unquoted_value

DEEPEST = 200  # containers within each other
REMEMBERED = 200  # characters of a line that may stand in every exchange

_PRINTED = bytes(
    number for number in range(256) if (number >= 32 and number != 127) or number in b"\n\t"
)
_UNUSUAL = re.compile("[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")


def recorded_values(text: str, data: bytes | None = None) -> Values | None:
    """The values of a document as libyaml gives them, or ``None`` where libyaml has to be asked.

    ``data`` is the text in UTF-8, where it is at hand.
    """
    end = _end(text, text.encode("utf-8") if data is None else data)
    if end is None:
        return None
    try:
        return Values(_Reading().read(text, end), plain=True)
    except NotRecorded:
        return None


def _end(text: str, data: bytes) -> int | None:
    """Where the one document ends; ``None`` where a character is not printable."""
    if not text.endswith("\n") or data.translate(None, _PRINTED):
        return None
    if not text.isascii() and _UNUSUAL.search(text):
        return None
    return len(text) - 4 if text.endswith("\n...\n") else len(text)


class _Names(dict[str, str]):
    """Keys without their quotes. The same few words stand in every exchange."""

    def __missing__(self, key: str) -> str:
        name = self[key] = intern(key if key[0] not in "'\"" else key[1:-1])
        if name == "<<":
            raise NotRecorded
        return name


class _Keys(dict[str, str]):
    """The keys of lines that hold nothing else."""

    def __init__(self, names: _Names) -> None:
        super().__init__()
        self.names = names

    def __missing__(self, line: str) -> str:
        name = self[line] = self.names[line.lstrip(" ")[:-1]]
        return name


class _Items(dict[str, Tree]):
    """The scalars of lines that are a dash and a scalar. Many headers are alike in every exchange."""

    def __missing__(self, line: str) -> Tree:
        value = _inline(line.lstrip(" ")[2:])
        if len(line) <= REMEMBERED:
            self[line] = value
        return value


class _Pairs(dict[str, tuple[str, Tree]]):
    """The keys and values of lines that are a key and a scalar."""

    def __init__(self, names: _Names) -> None:
        super().__init__()
        self.names = names

    def __missing__(self, line: str) -> tuple[str, Tree]:
        match = PAIR.match(line)
        if match is None:
            raise NotRecorded
        key, written = match.groups()
        pair = self.names[key], _inline(written)
        if len(line) <= REMEMBERED:
            self[line] = pair
        return pair


def _inline(written: str) -> Tree:
    """The value of a scalar of one line."""
    if len(written) > MAX_SCALAR:
        raise NotRecorded
    return written[1:-1] if written[0] in "'\"" else _plain(written)


def _plain(text: str) -> Tree:
    """The value of an unquoted scalar."""
    if len(text) > MAX_SCALAR:
        raise NotRecorded
    return unquoted_value(text) if text[0] in GUESSED else text


_Folded: TypeAlias = "tuple[Any, Any, list[str]]"  # where a plain scalar of several lines stands


class _Reading:
    """One pass over the entries of a text, with the open containers and the columns they stand in."""

    def __init__(self) -> None:
        self.names = _Names()
        self.keys = _Keys(self.names)
        self.items = _Items()
        self.pairs = _Pairs(self.names)
        self.box: list[Any] = [None]
        self.columns: list[int] = [-1]
        self.nodes: list[Any] = [self.box]
        self.pending: tuple[Any, Any] | None = (self.box, 0)  # waits for the lines below it
        self.last: _Folded | None = None  # the plain scalar of the line before
        self.folded: list[_Folded] = []
        self.lines_left = FEW_LINES  # that plain scalars may still be continued with

    def read(self, text: str, end: int) -> Tree:
        """The root. Raises ``NotRecorded``."""
        self.lines_left = max(FEW_LINES, len(text) // LINE)
        start = 4 if text.startswith("---\n") else 0
        for entry in ENTRY.finditer(text, start, end):
            self.take(entry)
        if self.columns == [-1]:
            raise NotRecorded  # there is no document, or nothing in it
        for node, slot, lines in self.folded:
            node[slot] = _plain(" ".join(lines))
        root: Tree = self.box[0]
        return root

    def take(self, entry: re.Match[str]) -> None:
        """Put what an entry says where it belongs."""
        kind = entry.lastgroup
        last, self.last = self.last, None
        above, dash, opener, lead, headers, pairs = entry.group(1, 2, 3, 4, 5, 6)
        if opener is not None:
            last = None
            self.pending = self.place(len(above), 1 if dash else 0, opener)
        if headers is not None:
            self.add(self.container(len(lead), False), headers.split("\n"), headers=True)
        elif pairs is not None:
            self.add(self.container(len(lead), False), pairs.split("\n"), headers=False)
        elif kind == "item":
            self.item(len(entry["before"]), entry[kind])
        else:
            indent, dashes, key = entry.group("indent", "dashes", "key")
            if key is None and not dashes:
                self.aside(kind, entry, last)
            else:
                self.put(kind, entry, *self.place(len(indent), len(dashes) // 2, key))

    def put(self, kind: str | None, entry: re.Match[str], node: Any, slot: Any) -> None:
        """Give a slot its value, or let it wait for the lines below."""
        if kind == "nothing":
            self.pending = node, slot
        elif kind == "plain":
            text = entry[kind]
            node[slot] = _plain(text)
            self.last = node, slot, [text]
        else:
            node[slot] = self.value(kind, entry)

    # --- where an entry stands ------------------------------------------------------------------

    def container(self, column: int, is_item: bool) -> Any:
        """The open or new container an entry at ``column`` belongs to."""
        columns, nodes = self.columns, self.nodes
        if self.pending is not None:
            (node, slot), self.pending = self.pending, None
            top = columns[-1]
            if column > top or (is_item and column == top and type(nodes[-1]) is dict):
                new: Any = [] if is_item else {}
                node[slot] = new
                self.open(column, new)
                return new
        while columns[-1] > column:
            columns.pop()
            nodes.pop()
        if not is_item and columns[-1] == column and type(nodes[-1]) is list:
            columns.pop()
            nodes.pop()
        if columns[-1] != column or (type(nodes[-1]) is list) is not is_item:
            raise NotRecorded
        return nodes[-1]

    def open(self, column: int, node: Any) -> None:
        if len(self.columns) > DEEPEST:
            raise NotRecorded
        self.columns.append(column)
        self.nodes.append(node)

    def place(self, column: int, dashes: int, key: str | None) -> tuple[Any, Any]:
        """The container and the slot of a new value: items open what stands in the same line."""
        node = self.container(column, dashes > 0)
        for number in range(1, dashes):
            node.append([])
            node = node[-1]
            self.open(column + 2 * number, node)
        if key is None:
            node.append(None)
            return node, len(node) - 1
        if dashes:
            node.append({})
            node = node[-1]
            self.open(column + 2 * dashes, node)
        name = self.names[key]
        if name in node:
            raise NotRecorded
        node[name] = None
        return node, name

    def item(self, column: int, lines: str) -> None:
        """A mapping that begins in the line of its dash."""
        node: dict[str, Tree] = {}
        self.container(column, True).append(node)
        self.open(column + 2, node)
        self.add(node, lines.split("\n"), headers=False)

    def add(self, node: dict[str, Tree], lines: list[str], *, headers: bool) -> None:
        """Lines of keys with a scalar each, or of keys and lists of one by turns."""
        lines.pop()
        known = len(node)
        if headers:
            keys, values = lines[::2], lines[1::2]
            lists = map(list, zip(map(self.items.__getitem__, values), strict=True))
            node.update(zip(map(self.keys.__getitem__, keys), lists, strict=True))
            known += len(keys)
        else:
            node.update(map(self.pairs.__getitem__, lines))
            known += len(lines)
        if len(node) != known:
            raise NotRecorded  # a key stands twice

    def aside(self, kind: str | None, entry: re.Match[str], last: _Folded | None) -> None:
        """A line without key and dash: empty, or the next line of the ``last`` plain scalar."""
        if kind == "nothing" and not entry["indent"]:
            return
        if last is None or kind not in ("plain", "rest"):
            raise NotRecorded
        self.lines_left -= 1
        if len(entry["indent"]) <= self.columns[-1] or self.lines_left < 0:
            raise NotRecorded
        lines = last[2]
        if len(lines) == 1:
            self.folded.append(last)
        lines.append(entry[kind])
        self.last = last

    # --- what it says ---------------------------------------------------------------------------

    def value(self, kind: str | None, entry: re.Match[str]) -> Tree:
        """A scalar that is not plain. Raises ``NotRecorded``."""
        if kind == "single":
            text = single_quoted(entry["single"])
        elif kind == "double":
            text = double_quoted(entry["double"])
        elif kind == "block":
            block, margin, chomp = entry.group("block", "margin", "chomp")
            if len(margin) <= self.columns[-1] or len(block) > MAX_SCALAR:
                raise NotRecorded
            if entry["binary"]:
                return base64_bytes(block)
            text = literal_block(block, margin, chomp)
        elif kind == "empty":
            return {} if entry["empty"] == "{}" else []
        else:
            raise NotRecorded
        if len(text) > MAX_SCALAR:
            raise NotRecorded
        return text
