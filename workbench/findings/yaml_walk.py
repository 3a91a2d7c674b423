"""The strings of a YAML text with the way back to its bytes. Nothing is constructed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

import yaml

from workbench.core.places import RawMap, Role, Span, Text, Utf8Map, WholeMap, pointer
from workbench.findings.alignment import Aligned, Replaced, align

_MAX_EVENTS = 2_000_000
_DOUBLE = re.compile(
    r"\\x[0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}|\\U[0-9a-fA-F]{8}|\\\r?\n[ \t]*|\\."
    r"|[ \t]*\r?\n[ \t\r\n]*|''"
)


def yaml_texts(text: str, *, file: str) -> list[Text] | None:
    """Every scalar of ``text``; ``None`` if it is not YAML."""
    try:
        return list(_walk(yaml.parse(text, Loader=yaml.CSafeLoader), _Source(text, file)))
    except (yaml.YAMLError, RecursionError, ValueError):
        return None


@dataclass(frozen=True, slots=True)
class _Source:
    text: str = field(repr=False)
    file: str

    def map(self, event: yaml.ScalarEvent) -> RawMap:
        start, end = event.start_mark, event.end_mark
        if start is None or end is None:
            return WholeMap(Span(self.file, 0, len(self.text.encode("utf-8", "surrogatepass"))))
        return _ScalarMap(self, start.index, end.index, event.value)


@dataclass(frozen=True, slots=True)
class _ScalarMap:
    """A scalar's characters in the raw text: exact where writing allows, otherwise all of it."""

    source: _Source
    start: int
    end: int
    value: str = field(repr=False)

    def spans(self, start: int, end: int) -> tuple[Span, ...]:
        raw = self.source.text[self.start : self.end]
        aligned = _aligned(raw, self.value)
        first, last = (0, len(raw)) if aligned is None else aligned.outer(start, end)
        whole = Utf8Map(self.source.file, 0, self.source.text)
        return whole.spans(self.start + first, self.start + last)


def _aligned(raw: str, value: str) -> Aligned | None:
    """How ``raw`` becomes ``value``; ``None`` when that cannot be told character by character."""
    for changes in (_quoted(raw), _block(raw, value)):
        aligned = align(raw, changes)
        if aligned.value == value:
            return aligned
    return None


def _quoted(raw: str) -> list[Replaced]:
    quote = raw[:1] if raw[:1] in ("'", '"') else ""
    changes = [Replaced(0, 1, "")] if quote else []
    for match in _DOUBLE.finditer(raw, len(quote), len(raw) - len(quote)):
        now = _unit(match.group(), quote)
        if now != match.group():
            changes.append(Replaced(*match.span(), now))
    if quote:
        changes.append(Replaced(len(raw) - 1, len(raw), ""))
    return changes


def _unit(raw: str, quote: str) -> str:
    if raw[0] == "'":
        return "'" if quote == "'" else raw
    if raw[0] != "\\":
        breaks = raw.count("\n")
        return " " if breaks == 1 else "\n" * (breaks - 1)
    if quote != '"':
        return raw
    if raw[1] in "xuU":
        code = int(raw[2:], 16)
        return chr(code) if code < 0x110000 else raw
    if raw[1] in "\r\n":
        return ""
    return _NAMED.get(raw[1], raw[1])


_NAMED = {
    "n": "\n", "t": "\t", "r": "\r", "0": "\0", "a": "\a", "b": "\b", "e": "\x1b", "f": "\f",
    "v": "\v", "_": "\xa0", "N": "\x85", "L": "\u2028", "P": "\u2029",
}  # fmt: skip


def _block(raw: str, value: str) -> Iterable[Replaced]:
    """A literal block: its head and the indentation of its lines go."""
    head, newline, body = raw.partition("\n")
    if not newline or head[:1] not in ("|", ">"):
        return
    indent = len(body) - len(body.lstrip(" "))
    position = len(head) + 1
    yield Replaced(0, position, "")
    for line in body.splitlines(keepends=True):
        gone = min(indent, len(line) - len(line.lstrip(" ")))
        if gone:
            yield Replaced(position, position + gone, "")
        position += len(line)
    extra = len(body.rstrip("\n ")) + len(head) + 1
    if not value.endswith("\n") and extra < len(raw):
        yield Replaced(extra, len(raw), "")


@dataclass(slots=True)
class _Open:
    """An open mapping or sequence and the member that comes next."""

    path: tuple[str | int, ...]
    is_list: bool
    index: int = 0
    key: str | None = None


def _walk(events: Iterable[yaml.Event], source: _Source) -> Iterator[Text]:
    stack: list[_Open] = []
    for count, event in enumerate(events):
        if count > _MAX_EVENTS:
            raise ValueError("too many YAML events")
        if isinstance(event, yaml.ScalarEvent):
            yield from _scalar(event, stack, source)
        elif isinstance(event, (yaml.MappingStartEvent, yaml.SequenceStartEvent)):
            path = _path(stack)
            stack.append(_Open(path, isinstance(event, yaml.SequenceStartEvent)))
        elif isinstance(event, (yaml.MappingEndEvent, yaml.SequenceEndEvent)):
            stack.pop()
            _next(stack)
        elif isinstance(event, yaml.AliasEvent):
            _next(stack)


def _scalar(event: yaml.ScalarEvent, stack: list[_Open], source: _Source) -> Iterator[Text]:
    top = stack[-1] if stack else None
    is_key = top is not None and not top.is_list and top.key is None
    if top is not None and is_key:
        top.key = event.value
    path = _path(stack)
    names = [member for member in path if isinstance(member, str) and not member.isdigit()]
    if event.value:
        yield Text(
            value=event.value,
            role=Role.KEY if is_key else Role.OTHER,
            file=source.file,
            pointer=pointer(*path),
            raw=source.map(event),
            key=names[-1] if names else "",
        )
    if not is_key:
        _next(stack)


def _path(stack: list[_Open]) -> tuple[str | int, ...]:
    if not stack:
        return ()
    top = stack[-1]
    return (*top.path, top.index if top.is_list else top.key or "")


def _next(stack: list[_Open]) -> None:
    if stack:
        stack[-1].index += 1
        stack[-1].key = None
