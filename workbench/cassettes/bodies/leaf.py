"""A string inside a body: its text, and the characters of the body that write it.

Escapes and percent codes take several characters for one, and a streamed text stands in many places.
Source: ``spec/http-cassettes.md`` §4, ``spec/detection.md`` §3.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import lru_cache
from typing import NamedTuple
from urllib.parse import unquote_plus

from workbench.core.places import JoinedMap, RawMap, Span, pointer_members

_JSON_UNIT = re.compile(
    r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}|\\.|.", re.DOTALL
)
_FORM_UNIT = re.compile(r"(?:%[0-9a-fA-F]{2})+|.", re.DOTALL)


class Codec(Enum):
    """How characters are written inside a body."""

    PLAIN = "plain"
    JSON = "json"
    FORM = "form"
    NUMBER = "number"  # a JSON number, as it stands


@dataclass(frozen=True, slots=True)
class Piece:
    """Part of a leaf: its text, and the characters ``start`` to ``end`` of the body that write it."""

    text: str = field(repr=False)
    start: int
    end: int
    codec: Codec = Codec.PLAIN

    def units(self, body: str) -> Sequence[int]:
        """Where in the body each character of the text begins, and where the last one ends."""
        if self.codec is Codec.PLAIN or self.end - self.start == len(self.text):
            return range(self.start, self.end + 1)
        if self.codec is Codec.JSON:
            return _json_units(body, self.start, self.end)
        return _form_units(body, self.start, self.end)


@lru_cache(maxsize=4)
def _json_units(body: str, start: int, end: int) -> Sequence[int]:
    """Kept of the last few strings: a long one may have very many places."""
    units = array("q", (match.start() for match in _JSON_UNIT.finditer(body, start, end)))
    units.append(end)
    return units


@dataclass(frozen=True, slots=True)
class Leaf:
    """One string of a body. ``pointer`` leads to it inside the body; ``chain`` says through what."""

    pieces: tuple[Piece, ...]
    pointer: str
    chain: tuple[str, ...] = ()
    is_key: bool = False
    kind: str = ""  # of joined pieces: text, reasoning, arguments …; "line" for a raw line
    name: str = field(default="", repr=False)  # the nearest member name, where it is known

    @property
    def text(self) -> str:
        pieces = self.pieces
        return pieces[0].text if len(pieces) == 1 else "".join(piece.text for piece in pieces)

    @property
    def key(self) -> str:
        """The nearest member name that is no index."""
        if self.name:
            return self.name
        names = [name for name in pointer_members(self.pointer) if not name.isdigit()]
        return names[-1] if names else ""

    def raw(self, body: str, base: RawMap) -> RawMap:
        """A map of the leaf's characters, given the map of the body's."""
        if len(self.pieces) == 1:
            return _PieceMap(base, self.pieces[0], body)
        maps = ((len(piece.text), _PieceMap(base, piece, body)) for piece in self.pieces)
        return JoinedMap(tuple(maps))


@dataclass(frozen=True, slots=True)
class _PieceMap:
    """Characters of a piece, decoded unit by unit: escapes and percent codes take several."""

    base: RawMap = field(repr=False)
    piece: Piece
    body: str = field(repr=False)

    def spans(self, start: int, end: int) -> tuple[Span, ...]:
        units = self.piece.units(self.body)
        last = len(units) - 1
        return self.base.spans(units[min(start, last)], units[min(end, last)])


class JsonPart(NamedTuple):
    """Characters of a string of a JSON body, written in characters ``start`` to ``end`` of it."""

    base: RawMap
    body: str
    start: int
    end: int
    length: int

    def spans(self, start: int, end: int) -> tuple[Span, ...]:
        if self.end - self.start == self.length:
            last = self.start + self.length
            return self.base.spans(min(self.start + start, last), min(self.start + end, last))
        units = _json_units(self.body, self.start, self.end)
        last = len(units) - 1
        return self.base.spans(units[min(start, last)], units[min(end, last)])

    def __repr__(self) -> str:
        return f"<JsonPart {self.start}-{self.end}>"


@lru_cache(maxsize=4)
def _form_units(body: str, start: int, end: int) -> Sequence[int]:
    return array("q", _characters_of_form(body, start, end))


def _characters_of_form(body: str, start: int, end: int) -> Iterator[int]:
    for match in _FORM_UNIT.finditer(body, start, end):
        decoded = unquote_plus(match.group())
        yield match.start()
        if len(decoded) > 1 and match.group().startswith("%"):
            position = match.start()
            for character in decoded[:-1]:
                position += 3 * len(character.encode("utf-8", "replace"))
                yield min(position, match.end())
    yield end
