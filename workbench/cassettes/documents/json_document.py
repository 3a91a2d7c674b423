"""A JSON document: values, and every string with its place.

Source: ``spec/http-cassettes.md`` §7 (valid JSON text is JSON, whatever the file is called).
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from workbench.cassettes.documents.maps import JsonTokenMap
from workbench.cassettes.documents.occurrences import Kind, Occurrence
from workbench.cassettes.documents.tree import Tree
from workbench.core.fixture import Note
from workbench.core.json_places import string_tokens
from workbench.core.json_text import NotJson, parse
from workbench.core.places import Span, pointer

_TOKEN = re.compile(rb'"(?:[^"\\]|\\.)*"|[{}\[\],:]|[^\s"{}\[\],:]+', re.DOTALL)
_COLON = re.compile(rb"\s*:")


@dataclass(frozen=True)
class JsonDocument:
    """The one value of a JSON file."""

    file: str = field(repr=False)
    data: bytes = field(repr=False)
    root: Tree = field(repr=False)

    aliases: Mapping[str, str] = field(default_factory=dict, repr=False)

    @classmethod
    def of(cls, file: str, data: bytes) -> JsonDocument:
        """Read a JSON file. Raises ``NotJson``."""
        value = parse(data)
        if isinstance(value, (dict, list)):
            return cls(file, data, value)
        raise NotJson("The text is a single JSON scalar")

    @cached_property
    def notes(self) -> tuple[Note, ...]:
        shadowed = [token for token in string_tokens(self.data) if token.shadowed]
        return tuple(
            Note(
                "A key appears twice in one object; the last one counts",
                f"line {self._line(token.start)}",
                "ask",
            )
            for token in shadowed
        )

    def occurrences(self) -> Iterator[Occurrence]:
        for number, token in enumerate(string_tokens(self.data)):
            raw = JsonTokenMap(self.file, token.start, token.raw)
            kind = Kind.KEY if token.is_key else Kind.VALUE
            yield Occurrence(
                token.pointer,
                kind,
                token.value,
                raw,
                self._line(token.start),
                None,
                token.shadowed,
                number,
            )

    def span(self, pointer: str) -> Span | None:
        found = self._spans.get(pointer)
        return None if found is None else Span(self.file, *found)

    def _line(self, offset: int) -> int:
        return bisect_right(self._line_starts, offset)

    @cached_property
    def _line_starts(self) -> list[int]:
        return [0, *(match.end() for match in re.finditer(b"\n", self.data))]

    @cached_property
    def _spans(self) -> dict[str, tuple[int, int]]:
        """The range of every object and array, by pointer."""
        return dict(_container_spans(self.data))


def _container_spans(data: bytes) -> Iterator[tuple[str, tuple[int, int]]]:
    stack: list[tuple[str, int, bool]] = []  # pointer, start, is an array
    members: list[str | int] = []
    for match in _TOKEN.finditer(data):
        mark = match.group()
        if mark in (b"{", b"["):
            path = f"{stack[-1][0]}{pointer(members[-1])}" if stack else ""
            stack.append((path, match.start(), mark == b"["))
            members.append(0 if mark == b"[" else "")
        elif mark in (b"}", b"]") and stack:
            path, start, _ = stack.pop()
            members.pop()
            yield path, (start, match.end())
        elif mark == b"," and stack and stack[-1][2]:
            members[-1] = int(members[-1]) + 1
        elif mark[:1] == b'"' and stack and not stack[-1][2] and _COLON.match(data, match.end()):
            members[-1] = mark[1:-1].decode("utf-8", "replace")
