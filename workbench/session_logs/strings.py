"""Every string of one JSON value or text, with its pointer: what texts and stand-ins are made of."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from workbench.core.json_places import place_map, string_tokens
from workbench.core.places import JsonStringMap, Span
from workbench.session_logs.vocabulary import KEYS, TAG_KEYS, TAG_VALUES


@dataclass(frozen=True, slots=True)
class FoundString:
    """A string in a row: pointer below the row, nearest member name, and the raw map if known.

    ``shown`` is the pointer with foreign member names given as numbers: a pointer travels into
    reports, and a name may be anybody's. ``hidden`` is true for a value that a later duplicate of its
    key hides from every parser.
    """

    pointer: str = field(repr=False)
    shown: str
    key: str = field(repr=False)
    value: str = field(repr=False)
    is_key: bool = False
    hidden: bool = False
    raw: JsonStringMap | None = field(default=None, repr=False)


def is_own_word(key: str, value: str) -> bool:
    """Whether a value is one of the format's own tags where it stands, so that it says nothing."""
    return key in TAG_KEYS and value in TAG_VALUES


def strings_of(
    value: Any, pointer: str = "", shown: str = "", key: str = ""
) -> Iterator[FoundString]:
    """The strings of a parsed value, without the format's own keys and tags."""
    if type(value) is str:
        if value and not is_own_word(key, value):
            yield FoundString(pointer, shown, key, value)
    elif type(value) is dict:
        for position, (name, item) in enumerate(value.items()):
            below = f"{pointer}/{_escaped(name)}"
            seen = f"{shown}/{shown_member(name, position)}"
            if name and name not in KEYS:
                yield FoundString(below, seen, name, name, is_key=True)
            kind = type(item)
            if kind is str:
                if item and not is_own_word(name, item):
                    yield FoundString(below, seen, name, item)
            elif kind is dict or kind is list:
                yield from strings_of(item, below, seen, name)
    elif type(value) is list:
        for index, item in enumerate(value):
            kind = type(item)
            if kind is str:
                if item and not is_own_word(key, item):
                    yield FoundString(f"{pointer}/{index}", f"{shown}/{index}", key, item)
            elif kind is dict or kind is list:
                yield from strings_of(item, f"{pointer}/{index}", f"{shown}/{index}", key)


def strings_in(raw: bytes, *, file: str, base: int) -> Iterator[FoundString]:
    """The same from the bytes of a JSON text, hidden duplicates included; slower."""
    shown = {"": ""}  # pointer → pointer as it may be shown
    sizes: dict[str, int] = {}  # pointer of an object → members seen
    for token in string_tokens(raw):
        value, found = token.value, _direct(file, base, token.start, token.raw)
        if token.is_key:
            if token.pointer not in shown:
                parent = token.pointer.rpartition("/")[0]
                position = sizes[parent] = sizes.get(parent, -1) + 1
                name = shown_member(value, position)
                shown[token.pointer] = f"{_shown(shown, parent)}/{name}"
            if value and value not in KEYS:
                yield FoundString(
                    token.pointer, shown[token.pointer], value, value, is_key=True, raw=found
                )
            continue
        key = _nearest_key(token.pointer)
        if value and (token.shadowed or not is_own_word(key, value)):
            seen = _shown(shown, token.pointer)
            yield FoundString(token.pointer, seen, key, value, hidden=token.shadowed, raw=found)


def _shown(known: dict[str, str], pointer: str) -> str:
    """The pointer as it may be shown: its members below the last known object are list indexes."""
    rest: list[str] = []
    while pointer not in known:
        pointer, _, member = pointer.rpartition("/")
        rest.append(member)
    return "/".join([known[pointer], *reversed(rest)])


def shown_member(name: str, position: int) -> str:
    """A member as a pointer may show it: the format's own name, else which member it is."""
    return name if name in KEYS else f"member {position + 1}"


def _direct(file: str, base: int, start: int, raw: bytes) -> JsonStringMap:
    return JsonStringMap(file, lambda: (base + start, raw))


def _nearest_key(pointer: str) -> str:
    for member in reversed(pointer.split("/")):
        if not member.isdigit():
            return member.replace("~1", "/").replace("~0", "~")
    return ""


def _escaped(name: str) -> str:
    return name.replace("~", "~0").replace("/", "~1") if "~" in name or "/" in name else name


@dataclass(frozen=True, slots=True)
class RowMap:
    """Where a string of a row stands in its file; looked up when a span is first wanted."""

    file: str = field(repr=False)
    data: bytes = field(repr=False)
    start: int
    end: int
    pointer: str = field(repr=False)
    is_key: bool = False

    def spans(self, start: int, end: int) -> tuple[Span, ...]:
        first, last = self.start, self.end
        found = place_map(
            self.file, self.data, self.pointer, start=first, end=last, base=first, key=self.is_key
        )
        return found.spans(start, end)
