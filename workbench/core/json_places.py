"""The raw bytes of every string in a JSON text, keys and shadowed duplicates included.

Parsing forgets where a value stood and drops all but the last of duplicate keys. A dropped value is
still in the file that would be published, so the walk here reports it too.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from workbench.core.json_text import MAX_DEPTH
from workbench.core.places import JsonStringMap

# Possessive: an open quote in a hostile file must not be tried again from every character.
_TOKEN = re.compile(rb'"((?:[^"\\]++|\\.)*+)"|([{}\[\],:])|[^\s"{}\[\],:]+', re.DOTALL)


@dataclass(frozen=True, slots=True)
class StringToken:
    """One JSON string: its RFC 6901 pointer, and its bytes between the quotes (end exclusive).

    ``shadowed`` is true when a later duplicate of the key hides the value from a parser.
    """

    pointer: str
    is_key: bool
    start: int
    end: int
    raw: bytes = field(repr=False)
    shadowed: bool = False

    @property
    def value(self) -> str:
        """The string itself, escapes resolved; invalid UTF-8 becomes U+FFFD."""
        if b"\\" not in self.raw:
            return self.raw.decode("utf-8", "replace")
        try:
            text = self.raw.decode("utf-8", "replace")
            return str(json.loads(f'"{text}"', strict=False))
        except ValueError:
            return self.raw.decode("utf-8", "replace")


def string_tokens(data: bytes) -> Iterator[StringToken]:
    """Every string token of a JSON text, in file order. Tolerates any input: it never raises."""
    tokens = list(_walk(data))
    last = {(token.pointer, token.is_key): index for index, token in enumerate(tokens)}
    for index, token in enumerate(tokens):
        if last[token.pointer, token.is_key] != index and not token.is_key:
            yield StringToken(token.pointer, False, token.start, token.end, token.raw, True)
        else:
            yield token


def string_map(
    file: str, data: bytes, pointer: str, *, base: int = 0, key: bool = False
) -> JsonStringMap:
    """A lazy map for the string at ``pointer`` of the JSON text ``data`` that starts at byte ``base``.

    The token is looked up when a span is first wanted. Of duplicate keys the last is meant.
    """

    return place_map(file, data, pointer, start=0, end=len(data), base=base, key=key)


def place_map(
    file: str, data: bytes, pointer: str, *, start: int, end: int, base: int = 0, key: bool = False
) -> JsonStringMap:
    """The same for a JSON text that is the part ``start`` to ``end`` of ``data``.

    Texts with very many places, and very many texts of one row, are asked one after the other: what
    was found last is kept.
    """

    def token() -> tuple[int, bytes]:
        at, raw = _token(data, start, end, pointer, key)
        return base + at, raw

    return JsonStringMap(file, token)


@lru_cache(maxsize=4)
def _token(data: bytes, start: int, end: int, pointer: str, key: bool) -> tuple[int, bytes]:
    first, last = _ranges(data, start, end).get((pointer, key), (0, 0))
    return first, data[start + first : start + last]


@lru_cache(maxsize=1)
def _ranges(data: bytes, start: int, end: int) -> dict[tuple[str, bool], tuple[int, int]]:
    """Where each string stands in ``data[start:end]``; of duplicate keys the last."""
    return {
        (token.pointer, token.is_key): (token.start, token.end) for token in _walk(data[start:end])
    }


@dataclass(slots=True)
class _Container:
    """An open object or array: the pointer before its members and the current member."""

    prefix: str
    is_array: bool
    member: str = "0"
    index: int = 0
    expects_key: bool = True


def _walk(data: bytes) -> Iterator[StringToken]:
    stack: list[_Container] = []
    for match in _TOKEN.finditer(data):
        mark = match.group(2)
        if mark is None:
            raw = match.group(1)
            if raw is None:
                continue
            start, end = match.span(1)
            if not stack:
                yield StringToken("", False, start, end, raw)
                continue
            top = stack[-1]
            if not top.is_array and top.expects_key:
                token = StringToken("", True, start, end, raw)
                top.member = token.value.replace("~", "~0").replace("/", "~1")
                yield StringToken(f"{top.prefix}/{top.member}", True, start, end, raw)
            else:
                yield StringToken(f"{top.prefix}/{top.member}", False, start, end, raw)
        elif mark in b"{[":
            # What nests deeper is refused by every parser; longer pointers would only fill memory.
            deep = len(stack) > MAX_DEPTH
            prefix = f"{stack[-1].prefix}/{stack[-1].member}" if stack and not deep else ""
            stack.append(_Container(prefix, mark == b"["))
        elif mark in b"}]":
            if stack:
                stack.pop()
        elif mark == b":":
            if stack:
                stack[-1].expects_key = False
        elif stack:
            top = stack[-1]
            if top.is_array:
                top.index += 1
                top.member = str(top.index)
            top.expects_key = True
