"""Values of a large file without parsing its largest parts: base64 is taken out and put back.

A picture or a packed answer is one scalar of a megabyte, which a YAML parser reads character by
character to find nothing in it. Here such a run is replaced by a word, the rest is parsed, and the run
is put in where the word came out as expected. Anything unexpected sends the whole file through the
parser. Source: ``spec/http-cassettes.md`` §9.
"""

from __future__ import annotations

import binascii
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from string import ascii_letters, digits

LEAST = 64 * 1024  # characters of a file worth the search
LONG = 4096  # characters of a run worth taking out
KEPT = 16  # of a run that stand before the word: what decides its type or ends an escape
_WORD = "HoistedRun"
_TOKEN = re.compile(rf"{_WORD}\d+z")
_BLOCK = "!!binary |"
_BLOCK_LINE = re.compile(r" *(?:- )*(?:(?:[\w.-]+|\"[^\"\n\\]*\"|'[^'\n]*'): )?!!binary \|[-+]?\Z")
_ALPHABET = ascii_letters + digits + "+/_-"
_RUN = re.compile(r"[A-Za-z0-9+/_-]*+")
_SOLID = re.compile(rf"[A-Za-z0-9+/_-]{{{KEPT}}}")
_NO_NUMBER = re.compile(r"[A-Za-z]|[^G-WYZg-wyz]*[G-WYZg-wyz]")


class NotHoisted(Exception):
    """A run did not come out as expected; the file has to be parsed whole."""


@dataclass
class Hoisted:
    """A text without its long runs. ``runs`` are what is still to be put back, by word."""

    text: str = field(repr=False)
    runs: dict[str, str] = field(repr=False)
    blocks: dict[str, str] = field(repr=False)

    def binary(self, value: str) -> bytes:
        """The bytes of a ``!!binary`` scalar. Raises ``NotHoisted``."""
        solid = self.blocks.pop(value.strip("\n"), None)
        if solid is None:
            solid = "".join(self.plain(value).split())
        try:
            return binascii.a2b_base64(solid.encode("ascii"), strict_mode=True)
        except ValueError:
            raise NotHoisted from None

    def plain(self, value: str) -> str:
        """Another scalar's text with its runs. Raises ``NotHoisted``."""
        return _TOKEN.sub(self._run, value) if _WORD in value else value

    def _run(self, match: re.Match[str]) -> str:
        try:
            return self.runs.pop(match.group())
        except KeyError:
            raise NotHoisted from None

    def finish(self) -> None:
        """Raise ``NotHoisted`` unless every run was put back once."""
        if self.runs or self.blocks:
            raise NotHoisted


def hoisted(text: str) -> Hoisted | None:
    """The text without its long runs; ``None`` where that is not worth it, or not safe."""
    if len(text) < LEAST or _WORD in text or "\r" in text:
        return None
    found = Hoisted("", {}, {})
    parts = list(_parts(text, found))
    if not found.runs and not found.blocks:
        return None
    found.text = "".join(parts)
    return found


def _parts(text: str, found: Hoisted) -> Iterator[str]:
    position = 0
    for start, end, indent in _blocks(text):
        yield from _without_runs(text, position, start, found)
        word = f"{_WORD}{len(found.blocks)}z"
        found.blocks[word] = text[start + indent : end].replace("\n" + " " * indent, "")
        yield " " * indent + word
        position = end
    yield from _without_runs(text, position, len(text), found)


def _blocks(text: str) -> Iterator[tuple[int, int, int]]:
    """Start, end and indentation of the lines of each long ``!!binary |`` block."""
    position = 0
    while (at := text.find(_BLOCK, position)) >= 0:
        line_end = text.find("\n", at)
        if line_end < 0:
            return
        position = start = line_end + 1
        if not _BLOCK_LINE.match(text[text.rfind("\n", 0, at) + 1 : line_end]):
            continue
        indent = 0
        while text.startswith(" ", start + indent):
            indent += 1
        ending = _dedent(indent).search(text, start) if indent else None
        end = ending.start() if ending else len(text)
        if indent and end - start >= LONG:
            yield start, end, indent
            position = end


@lru_cache(maxsize=64)
def _dedent(indent: int) -> re.Pattern[str]:
    return re.compile(rf"\n(?! {{{indent}}})")


def _without_runs(text: str, start: int, end: int, found: Hoisted) -> Iterator[str]:
    """The text between two characters, its long runs replaced.

    A run of that length covers one of the places looked at, so the rest is never looked at.
    """
    position = seen = start
    for look in range(start, end, LONG // 2):
        if look < seen or not _SOLID.match(text, look, min(look + KEPT, end)):
            continue
        window = text[max(position, look - LONG // 2) : look]
        first = look - (len(window) - len(window.rstrip(_ALPHABET)))
        last = seen = _RUN.match(text, look, end).end()  # type: ignore[union-attr]
        begin = first + KEPT
        if last - first >= LONG and _NO_NUMBER.match(text[first:begin]):
            word = f"{_WORD}{len(found.runs) + 1_000_000}z"
            found.runs[word] = text[begin:last]
            yield text[position:begin]
            yield word
            position = last
    yield text[position:end]
