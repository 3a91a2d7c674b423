"""The strings of a JSON text inside a body, with the characters that write them.

Like ``core.json_places``, over characters: a body is text already, and most of its strings are short.
Numbers long enough to be somebody's (a telephone, an account) are given beside them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import NamedTuple

# Possessive: an open quote in a hostile body must not be tried again from every character.
_TOKEN = re.compile(
    r'"((?:[^"\\]++|\\.)*+)"[ \t\r\n]*+(:?)|([{}\[\],]++)|([^\s"{}\[\],:]++)', re.DOTALL
)
_LONG_NUMBER = re.compile(r"-?\d{6,30}(?:\.0)?\Z")
_MEASURED = re.compile(
    r"(?:\A|_)(?:created|updated|modified|expires|timestamp|time|seed|tokens?|count|size|bytes|duration|index"
    r"|logprobs?|score|budget|limit|used|total|remaining|fingerprint|latency)"
    r"(?:_?at|_?ms|_?s|_?in|_?on)?\Z|_(?:at|ms|ns|in|on|tokens|count|time|duration)\Z|(?:At|Count|Ms)\Z",
)


class JsonString(NamedTuple):
    """One string: its pointer, the nearest member name that is no index, and its characters."""

    pointer: str
    name: str
    is_key: bool
    value: str
    start: int
    end: int
    is_number: bool = False

    def __repr__(self) -> str:
        return f"<JsonString {self.start}-{self.end}>"


class _Open:
    """An open object or array: the pointer before its members, and the current member."""

    __slots__ = ("index", "is_array", "member", "name", "outer", "prefix")

    def __init__(self, prefix: str, name: str, *, is_array: bool) -> None:
        self.prefix = prefix
        self.name = self.outer = name
        self.is_array = is_array
        self.index = 0
        self.member = prefix + "/0"


def json_strings(body: str, start: int, end: int) -> Iterator[JsonString]:
    """Every string of the JSON text ``body[start:end]``, shadowed duplicates included.

    With them, whole numbers of six digits and more whose key does not say that they are measured.

    Tolerates any input: it never raises.
    """
    stack: list[_Open] = []
    top = _Open("", "", is_array=True)
    top.member = ""
    for match in _TOKEN.finditer(body, start, end):
        kind = match.lastindex
        if kind == 2:
            raw, colon = match.group(1, 2)
            first, last = match.span(1)
            value = unescaped(raw) if "\\" in raw else raw
            if colon and not top.is_array:
                top.member = f"{top.prefix}/{_escaped(value)}"
                top.name = top.outer if value.isdigit() else value
                yield JsonString(top.member, top.name, True, value, first, last)
            else:
                yield JsonString(top.member, top.name, False, value, first, last)
        elif kind == 3:
            for mark in match.group(3):
                if mark == ",":
                    if top.is_array and stack:
                        top.index += 1
                        top.member = f"{top.prefix}/{top.index}"
                elif mark == "{" or mark == "[":
                    stack.append(top)
                    top = _Open(top.member, top.name, is_array=mark == "[")
                elif stack:
                    top = stack.pop()
        elif _LONG_NUMBER.match(match.group(4)) and not _MEASURED.search(top.name):
            span = match.span(4)
            yield JsonString(top.member, top.name, False, match.group(4), *span, is_number=True)


def _escaped(name: str) -> str:
    return name.replace("~", "~0").replace("/", "~1") if "/" in name or "~" in name else name


def unescaped(raw: str) -> str:
    """The string that is written ``raw`` between quotes; as it is where it is no JSON."""
    try:
        return str(json.loads(f'"{raw}"', strict=False))
    except ValueError:
        return raw
