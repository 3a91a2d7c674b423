"""Where a value stands, down to the bytes of the file it came from.

A check reads decoded text; a reviewer and an export need the bytes. Each :class:`Text` therefore
carries a :class:`RawMap` that turns a range of its characters into spans of raw bytes. Mapping is
lazy: only a finding pays for it.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache
from itertools import accumulate
from typing import Protocol


class Role(StrEnum):
    """What a text is, which decides the checks that read it."""

    LABEL = "label"  # the fixture's own name, file and folder names
    KEY = "key"  # a JSON or YAML key
    ID = "id"  # a value that should have been issued by something
    HEADER = "header"  # an HTTP header's value; ``Text.key`` is the header's name
    URL = "url"
    PATH = "path"  # a file-system path
    PROSE = "prose"  # free text that a person or a model wrote
    CODE = "code"  # tool arguments, source text
    TOOL_OUTPUT = "tool output"
    FIXED = "fixed"  # a string nobody can change: seed, version, model name
    OPAQUE = "opaque"  # provider state, encrypted or binary text
    OTHER = "other"


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A range of raw bytes, end exclusive, in a file of the fixture (unpacked, if it was packed)."""

    file: str = field(repr=False)
    start: int
    end: int


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """Where a value stands. Never the value itself.

    ``pointer`` is an RFC 6901 pointer into the file's document; in JSON Lines its first member is
    the 1-based line number. ``chain`` names the decoders between the file and the value, outermost
    first. ``start`` and ``end`` count characters of the decoded text.
    """

    file: str = field(repr=False)
    step: int | None
    pointer: str = field(repr=False)
    line: int | None = None
    chain: tuple[str, ...] = ()
    start: int = 0
    end: int = 0
    spans: tuple[Span, ...] = ()


class RawMap(Protocol):
    """Turns a range of a text's characters into spans of raw bytes."""

    def spans(self, start: int, end: int) -> tuple[Span, ...]: ...


@dataclass(frozen=True, slots=True)
class Text:
    """A string at a place, as the checks read it.

    ``heading`` says in the workbench's words what it is ("tool result", "header"); ``key`` is the
    nearest field or header name, as recorded. The value never appears in ``repr``.
    """

    value: str = field(repr=False)
    role: Role
    file: str = field(repr=False)
    pointer: str = field(repr=False)
    raw: RawMap = field(repr=False)
    heading: str = ""
    key: str = field(default="", repr=False)
    step: int | None = None
    line: int | None = None
    chain: tuple[str, ...] = ()

    def place(self, start: int = 0, end: int | None = None) -> Place:
        """The place of characters ``start`` to ``end`` (exclusive; default: the whole text)."""
        stop = len(self.value) if end is None else end
        return Place(
            file=self.file,
            step=self.step,
            pointer=self.pointer,
            line=self.line,
            chain=self.chain,
            start=start,
            end=stop,
            spans=self.raw.spans(start, stop),
        )


def characters_at(text: Text, spans: Sequence[Span]) -> tuple[int, int] | None:
    """The range of ``text`` that stands in ``spans``: the way back from bytes to characters.

    ``None`` when it stands elsewhere. What is found deeper than a text (in base64, in other letters)
    is shown in the text by its bytes. Maps keep the order of characters, so the search is binary.
    """
    wanted = [span for span in spans if span.file == text.file]
    if not wanted or not text.value:
        return None
    first, last = min(span.start for span in wanted), max(span.end for span in wanted)

    def ends(index: int) -> int:
        found = text.raw.spans(index, index + 1)
        return found[-1].end if found else -1

    def starts(index: int) -> int:
        found = text.raw.spans(index, index + 1)
        return found[0].start if found else -1

    characters = range(len(text.value))
    start = bisect_right(characters, first, key=ends)
    end = bisect_left(characters, last, key=starts)
    return (start, end) if start < end else None


@dataclass(frozen=True, slots=True)
class NoRawMap:
    """For text that stands in no file's bytes, such as a file's own name."""

    def spans(self, start: int, end: int) -> tuple[Span, ...]:
        return ()


@dataclass(frozen=True, slots=True)
class WholeMap:
    """Every range maps to one span: when the parts cannot be told apart (compressed content)."""

    span: Span

    def spans(self, start: int, end: int) -> tuple[Span, ...]:
        return (self.span,)


@dataclass(frozen=True, slots=True)
class Utf8Map:
    """The text stands in the file as it is, in UTF-8, from byte ``start`` on."""

    file: str = field(repr=False)
    start: int
    value: str = field(repr=False)

    def spans(self, start: int, end: int) -> tuple[Span, ...]:
        if self.value.isascii():
            size = len(self.value)
            return (Span(self.file, self.start + min(start, size), self.start + min(end, size)),)
        before, inside = bytes_before(self.value, start), _utf8_length(self.value[start:end])
        return (Span(self.file, self.start + before, self.start + before + inside),)


def bytes_before(value: str, at: int) -> int:
    """How many bytes of UTF-8 stand before character ``at``. Asked very often of one long text, it is quick."""
    if value.isascii():
        return min(at, len(value))
    if at <= _STRIDE:
        return _utf8_length(value[:at])
    first = min(at, len(value)) // _STRIDE
    return _strides(value)[first] + _utf8_length(value[first * _STRIDE : at])


_STRIDE = 4096  # characters between two counts of bytes


@lru_cache(maxsize=4)
def _strides(value: str) -> Sequence[int]:
    """The bytes before every so many characters: a text of many places is counted once."""
    parts = range(0, len(value) + 1, _STRIDE)
    sizes = (_utf8_length(value[at : at + _STRIDE]) for at in parts)
    return [0, *accumulate(sizes)]


# One unit of a JSON string in raw UTF-8 bytes: an escape (a surrogate pair counts as one character,
# as json.loads joins it), one encoded character, or as many invalid bytes as decoding replaces by one
# U+FFFD.
_JSON_UNIT = re.compile(
    rb"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}"
    rb"|\\u[0-9a-fA-F]{4}|\\.|[\x00-\x7f]|[\xc2-\xdf][\x80-\xbf]?"
    rb"|(?:\xe0[\xa0-\xbf]|\xed[\x80-\x9f]|[\xe1-\xec\xee\xef][\x80-\xbf])[\x80-\xbf]?"
    rb"|(?:\xf0[\x90-\xbf]|\xf4[\x80-\x8f]|[\xf1-\xf3][\x80-\xbf])(?:[\x80-\xbf][\x80-\xbf]?)?"
    rb"|[\x80-\xff]",
    re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class JsonStringMap:
    """The text is a JSON string token; ``token`` gives the raw bytes between its quotes.

    ``token`` is called when a span is asked for, and returns ``(first byte, bytes)``.
    """

    file: str = field(repr=False)
    token: Callable[[], tuple[int, bytes]] = field(repr=False)

    def spans(self, start: int, end: int) -> tuple[Span, ...]:
        base, raw = self.token()
        offsets = _unit_offsets(raw)
        if offsets is None:
            return (Span(self.file, base + start, base + end),)
        last = len(offsets) - 1
        return (
            Span(
                self.file,
                base + offsets[min(start, last)],
                base + offsets[min(end, last)],
            ),
        )


@lru_cache(maxsize=4)
def _unit_offsets(raw: bytes) -> Sequence[int] | None:
    """Where each character begins, ``None`` for one byte each; kept for strings with many places."""
    if b"\\" not in raw and raw.isascii():
        return None
    offsets = array("L" if len(raw) >> 32 else "I")
    offsets.extend(match.start() for match in _JSON_UNIT.finditer(raw))
    offsets.append(len(raw))
    return offsets


@dataclass(frozen=True, slots=True)
class JoinedMap:
    """The text is the pieces of several places, joined: streamed deltas, packed rows."""

    pieces: tuple[tuple[int, RawMap], ...]  # (length in characters, map of the piece)
    _ends: list[int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_ends", list(accumulate(length for length, _ in self.pieces)))

    def spans(self, start: int, end: int) -> tuple[Span, ...]:
        found: list[Span] = []
        index = bisect_right(self._ends, start)
        while index < len(self.pieces):
            length, piece = self.pieces[index]
            base = self._ends[index] - length
            if base >= end and not (base == start == end):
                break
            found.extend(piece.spans(max(start - base, 0), min(end - base, length)))
            index += 1
        return tuple(found)


@dataclass(frozen=True, slots=True)
class DecodedMap:
    """The text was decoded out of another text; ``outer`` gives the outer range of a range."""

    base: RawMap
    outer: Callable[[int, int], tuple[int, int]] = field(repr=False)

    def spans(self, start: int, end: int) -> tuple[Span, ...]:
        return self.base.spans(*self.outer(start, end))


def pointer(*members: str | int) -> str:
    """An RFC 6901 pointer made of ``members``, escaped."""
    return "".join(f"/{str(member).replace('~', '~0').replace('/', '~1')}" for member in members)


def pointer_members(text: str) -> Sequence[str]:
    """The members of an RFC 6901 pointer, unescaped."""
    return [member.replace("~1", "/").replace("~0", "~") for member in text.split("/")[1:]]


def _utf8_length(text: str) -> int:
    return len(text) if text.isascii() else len(text.encode("utf-8", "surrogatepass"))
