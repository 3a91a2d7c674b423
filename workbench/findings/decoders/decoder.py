"""What a decoder is, and what it gives."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from operator import itemgetter
from typing import Protocol

from workbench.findings.check import Trigger
from workbench.findings.folding import without_invisible


class Scope(StrEnum):
    """What of a text a decoder replaces, which decides how decoders combine.

    A ``DOCUMENT`` is taken apart completely. Decoders of the ``WHOLE`` text work on each other's
    result. A ``RUN`` is a part of its own.
    """

    DOCUMENT = "document"
    WHOLE = "whole text"
    RUN = "run"


OuterRange = Callable[[int, int], tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Decoded:
    """A decoded text inside another text.

    ``outer`` turns a range of ``value`` into the range of the outer text it came from. A change is
    written back in one of two ways: ``whole`` encodes the changed ``value`` in place of characters
    ``start`` to ``end``; without it, ``quote`` encodes a replacement for the outer range alone.
    """

    value: str = field(repr=False)
    outer: OuterRange = field(repr=False)
    start: int = 0
    end: int = 0
    key: str | None = field(default=None, repr=False)
    pointer: str = field(default="", repr=False)
    is_key: bool = False
    quote: Callable[[str], str] = field(default=str, repr=False)
    whole: Callable[[str], str] | None = field(default=None, repr=False)

    def then(self, inner: Decoded) -> Decoded:
        """``inner``, decoded out of this text, seen from the text that this one came from."""
        return replace(
            inner,
            outer=lambda start, end: self.outer(*inner.outer(start, end)),
            quote=lambda value: self.quote(inner.quote(value)),
        )


@dataclass(frozen=True, slots=True)
class Undecoded:
    """An encoded part that no check can read: a picture, sound, something too large to unpack.

    ``many``: captures hold so many of the kind that they are told together, counted.
    """

    reason: str
    start: int
    end: int
    size: int
    many: bool = False


class Decoder(Protocol):
    """One encoding. Finds what is encoded in it and decodes that, in linear time."""

    @property
    def name(self) -> str: ...
    @property
    def scope(self) -> Scope: ...
    @property
    def trigger(self) -> Trigger: ...

    def decode(self, value: str) -> Iterable[Decoded | Undecoded]:
        """What decodes, from left to right. Text that does not decode gives nothing."""
        ...


def overlaps(ranges: Sequence[tuple[int, int]], start: int, end: int) -> bool:
    """Whether one of ``ranges``, which are in order and apart, has a character of ``start`` to ``end``."""
    at = bisect_right(ranges, start, key=itemgetter(1))
    return at < len(ranges) and ranges[at][0] < end


def printable(data: bytes, *, at_least: int = 4) -> str | None:
    """``data`` as text if it is UTF-8 that a person could read; otherwise ``None``."""
    if len(data) < at_least:
        return None
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return None
    if text.isascii() and "\x1b" not in text:
        kept = text.translate(_LINE_CHARACTERS)
        return text if kept.isprintable() and kept.strip() else None
    # What is drawn as nothing is no sign of bytes that are no text: it may be there to hide one.
    odd = sum(
        not (character.isprintable() or character in "\n\r\t")
        for character in without_invisible(text)
    )
    return text if odd * 20 <= len(text) else None


_LINE_CHARACTERS = {ord(character): " " for character in "\n\r\t"}
