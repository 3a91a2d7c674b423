"""From the characters of a YAML scalar's value back to the characters it is written with.

Quoting, escapes, folding and indentation stand between the two. A walk gives *runs*: pieces of the
value beside the range of source characters each comes from. A walk that does not rebuild the value
exactly is not trusted, and the scalar's whole range stands for every part of it.
Source: YAML 1.1 §5, §8.1, as libyaml reads it.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import accumulate
from typing import TypeAlias

from yaml.nodes import ScalarNode
from yaml.scanner import Scanner

Run: TypeAlias = "tuple[str, int, int]"  # text of the value, first and last+1 source character

_PROPERTIES = re.compile(r"(?:(?:!(?:<[^>]*>|\S*)|&[^\s,\[\]{}]+)(?:[ \t]+|#[^\n]*|\r?\n|$)\s*)+")
# Possessive: a long run of blanks must not be looked through again from each of them.
_BREAK = r"(?:\r\n|\n|\r|\x85)"
_QUOTED = re.compile(
    rf"(?P<joined>\\{_BREAK}[ \t]*)|(?P<fold>[ \t]*{_BREAK}[ \t\r\n\x85]*)"
    r"|(?P<escape>\\(?:x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|.))"
    r"|(?P<text>(?:[^\\\r\n\x85 \t]|[ \t]++(?![\r\n\x85]))+)",
)
_APOSTROPHES = re.compile(
    rf"(?P<fold>[ \t]*{_BREAK}[ \t\r\n\x85]*)|(?P<escape>'')"
    r"|(?P<text>(?:[^'\r\n\x85 \t]|[ \t]++(?![\r\n\x85]))+)"
)
_UNQUOTED = re.compile(
    rf"(?P<fold>[ \t]*{_BREAK}[ \t\r\n\x85]*)|(?P<text>(?:[^\r\n\x85 \t]|[ \t]++(?![\r\n\x85]))+)"
)
_LINE = re.compile(r"([^\r\n\x85]*)(\r\n|\n|\r|\x85|\Z)")
_HEADER = re.compile(r"([|>])([-+0-9]*)[ \t]*(#[^\r\n]*)?(?:\r\n|\n|\r|\Z)")


@dataclass(frozen=True)
class Runs:
    """A value's runs, searchable by character. ``text`` is the value they rebuild."""

    runs: tuple[Run, ...] = field(repr=False)
    starts: tuple[int, ...] = field(repr=False)

    @classmethod
    def of(cls, runs: list[Run]) -> Runs:
        kept = tuple(run for run in runs if run[0])
        return cls(kept, tuple(accumulate((len(text) for text, _, _ in kept), initial=0)))

    @property
    def text(self) -> str:
        return "".join(text for text, _, _ in self.runs)

    def source(self, start: int, end: int) -> tuple[int, int]:
        """The source characters of value characters ``start`` to ``end``, whole escapes included."""
        if not self.runs:
            return (0, 0)
        first = self._at(start)
        if end <= start:
            return (first[0], first[0])
        return (first[0], self._at(end - 1)[1])

    def widened(self, start: int, end: int) -> tuple[int, int]:
        """The smallest range of value characters around a range that source characters can express."""
        if not self.runs or end <= start:
            return (start, end)
        return (self._edge(start)[0], self._edge(end - 1)[1])

    def _index(self, position: int) -> int:
        return min(max(bisect_right(self.starts, position) - 1, 0), len(self.runs) - 1)

    def _at(self, position: int) -> tuple[int, int]:
        index = self._index(position)
        text, begin, stop = self.runs[index]
        if len(text) != stop - begin:
            return (begin, stop)
        inside = min(position - self.starts[index], len(text))
        return (begin + inside, min(begin + inside + 1, stop))

    def _edge(self, position: int) -> tuple[int, int]:
        index = self._index(position)
        text, begin, stop = self.runs[index]
        if len(text) == stop - begin:
            return (position, position + 1)
        return (self.starts[index], self.starts[index] + len(text))


def content_start(source: str, node: ScalarNode) -> int:
    """Where a scalar begins, behind its tag and anchor."""
    start: int = node.start_mark.index
    if source[start : start + 1] in ("!", "&"):
        match = _PROPERTIES.match(source, start, node.end_mark.index)
        if match:
            return match.end()
    return start


def runs_of(source: str, node: ScalarNode) -> Runs | None:
    """The runs of a scalar, or ``None`` when they do not rebuild its value exactly."""
    start, end = content_start(source, node), node.end_mark.index
    if node.style == '"':
        found = _quoted(source, start + 1, end - 1)
    elif node.style == "'":
        found = _lines(_APOSTROPHES, source, start + 1, end - 1)
    elif node.style in ("|", ">"):
        found = _block(source, start, end, value=node.value)
    else:
        found = _lines(_UNQUOTED, source, start, end)
    runs = Runs.of(list(found))
    return runs if runs.text == node.value else None


def _folded(text: str, breaks_before: int = 0) -> str:
    count = len(re.findall(_BREAK, text)) + breaks_before
    return " " if count == 1 else "\n" * (count - 1)


def _quoted(source: str, start: int, end: int) -> Iterator[Run]:
    after_joined = False
    for match in _QUOTED.finditer(source, start, end):
        kind, text = match.lastgroup, match.group()
        if kind == "joined":
            yield ("", match.start(), match.end())
        elif kind == "fold":
            yield (_folded(text, 1 if after_joined else 0), match.start(), match.end())
        elif kind == "escape":
            yield (_unescaped(text), match.start(), match.end())
        else:
            yield (text, match.start(), match.end())
        after_joined = kind == "joined"


def _unescaped(text: str) -> str:
    code = text[1]
    if code in Scanner.ESCAPE_CODES:
        number = int(text[2:], 16)
        return chr(number) if number < 0x110000 else ""
    return Scanner.ESCAPE_REPLACEMENTS.get(code, "") if len(text) == 2 else ""


def _lines(pattern: re.Pattern[str], source: str, start: int, end: int) -> Iterator[Run]:
    for match in pattern.finditer(source, start, end):
        kind, text = match.lastgroup, match.group()
        if kind == "fold":
            text = _folded(text)
        elif kind == "escape":
            text = "'"
        yield (text, match.start(), match.end())


def block_header(source: str, start: int) -> re.Match[str] | None:
    """The ``|``/``>`` line of a block scalar: style, indicators, comment."""
    return _HEADER.match(source, start)


def block_indent(source: str, start: int, end: int, value: str) -> int:
    """The indentation of a block scalar's lines, in characters."""
    first_value = next((line for line in value.split("\n") if line.strip(" ")), "")
    for match in _LINE.finditer(source, start, end):
        line = match.group(1)
        if line.strip(" "):
            lead = len(first_value) - len(first_value.lstrip(" "))
            return len(line) - len(line.lstrip(" ")) - lead
    return 0


def _block(source: str, start: int, end: int, *, value: str) -> Iterator[Run]:
    header = block_header(source, start)
    if header is None:
        return
    literal, marks = header.group(1) == "|", header.group(2)
    indent = block_indent(source, header.end(), end, value)
    pending: list[Run] = []  # breaks not yet known to be kept, the first one maybe folded
    blank_before = True
    lines = _LINE.finditer(source, header.end(), end)
    for match in lines:
        line, stop = match.group(1), match.end(1)
        content = line[indent:]
        if match.start() == end:
            break
        if not content:
            pending.append(_break_run(match))
            continue
        blank = content[0] in " \t"
        yield from _joined(pending, fold=not (literal or blank_before or blank))
        yield (content, stop - len(content), stop)
        pending = [_break_run(match)]
        blank_before = blank
    yield from _chomped(pending, marks)


def _break_run(match: re.Match[str]) -> Run:
    text = "\n" if match.group(2) else ""
    return (text, match.start(2), match.end(2))


def _joined(pending: list[Run], *, fold: bool) -> Iterator[Run]:
    if not fold or not pending:
        yield from pending
    elif len(pending) == 1:
        yield (" ", pending[0][1], pending[0][2])
    else:
        yield from pending[1:]


def _chomped(pending: list[Run], marks: str) -> Iterator[Run]:
    if "-" in marks:
        return
    yield from pending if "+" in marks else pending[:1]
