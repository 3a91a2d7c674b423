"""Every string of a fixture's file with its bytes, its step and its role.

Read once per fixture, when first asked for: a queue row needs none of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from workbench.core.fixture import Note
from workbench.core.json_places import StringToken, string_tokens
from workbench.core.places import JsonStringMap, Place, Role, Span, Text, pointer_members

_STEP = re.compile(r"/submissions/(0|[1-9][0-9]{0,15})(?=/|\Z)")
_FIXED = frozenset({"/config/seed", "/config/campaignId", "/campaignVersion", "/capturedUnder"})
_HEADINGS: Mapping[str, str] = {
    "/name": "name",
    "/config/seed": "seed",
    "/config/campaignId": "campaign id",
    "/config/audience": "audience",
    "/campaignVersion": "campaign version",
    "/capturedUnder": "engine version",
}
_BRACKETS = re.compile(rb'"(?:[^"\\]|\\.)*"|[{}\[\]]', re.DOTALL)


@dataclass(frozen=True, slots=True)
class Tokens:
    """The string tokens of one file, in file order; ``steps`` is the number of submissions."""

    file: str
    data: bytes = field(repr=False)
    all: tuple[StringToken, ...] = field(repr=False)
    values: Mapping[str, StringToken] = field(repr=False)
    keys: Mapping[str, StringToken] = field(repr=False)
    by_step: tuple[tuple[StringToken, ...], ...] = field(repr=False)

    @classmethod
    def of(cls, file: str, data: bytes, *, steps: int) -> Tokens:
        """Read the tokens of a file."""
        tokens = tuple(string_tokens(data))
        by_step: list[list[StringToken]] = [[] for _ in range(steps)]
        for token in tokens:
            step = step_of(token.pointer)
            if step is not None and step < steps:
                by_step[step].append(token)
        return cls(
            file,
            data,
            tokens,
            # Later tokens of the same pointer win, as they do for the parser.
            {token.pointer: token for token in tokens if not token.is_key},
            {token.pointer: token for token in tokens if token.is_key},
            tuple(map(tuple, by_step)),
        )

    def text(self, token: StringToken) -> Text:
        """The text of a token, as the checks read it."""
        members = pointer_members(token.pointer)
        step = step_of(token.pointer)
        return Text(
            value=token.value,
            role=_role(token),
            file=self.file,
            pointer=token.pointer,
            raw=JsonStringMap(self.file, lambda: (token.start, token.raw)),
            heading=_heading(token, members),
            key=members[-1] if members else "",
            step=step if step is not None and step < len(self.by_step) else None,
        )

    def texts(self) -> Iterator[Text]:
        """Every text, in file order, keys and shadowed duplicates included."""
        return map(self.text, self.all)

    def fixed(self) -> Iterator[Text]:
        """The texts that may not change, in file order. Of the others no text is made."""
        return (self.text(token) for token in self.all if _role(token) is Role.FIXED)

    def place(self, pointer: str, *, is_key: bool = False, step: int | None = None) -> Place:
        """The place of the whole string at ``pointer``."""
        token = (self.keys if is_key else self.values).get(pointer)
        if token is None:
            return Place(self.file, step, pointer)
        span = Span(self.file, token.start, token.end)
        return Place(self.file, step, pointer, end=len(token.value), spans=(span,))

    def step_spans(self, index: int) -> tuple[Span, ...]:
        """The bytes of one submission, from its opening to its closing brace."""
        spans: list[Span] = []
        end = -1
        for token in self.by_step[index]:
            if token.start > end:  # a second span only where the list itself stands twice
                start = self.data.rfind(b"{", 0, token.start)
                end = _closing(self.data, start)
                spans.append(Span(self.file, start, end))
        return tuple(spans)

    def duplicates(self) -> tuple[Note, ...]:
        """One note for every key that stands more than once in its object."""
        seen: set[str] = set()
        doubled: dict[str, None] = {}
        for token in self.all:
            if token.is_key:
                if token.pointer in seen:
                    doubled[token.pointer] = None
                seen.add(token.pointer)
        return tuple(
            Note(
                "A key stands twice in one object: the earlier value is hidden from readers, "
                "and still in the file",
                where=value_free(place),
                weight="ask",
            )
            for place in doubled
        )


def step_of(pointer: str) -> int | None:
    """The submission a pointer leads into."""
    match = _STEP.match(pointer)
    return None if match is None else int(match[1])


_KNOWN_MEMBERS = re.compile(
    r"(?:/(?:name|campaignVersion|capturedUnder)"
    r"|/config(?:/(?:campaignId|seed|audience|kindProfileData))?"
    r"|/submissions(?:/[0-9]{1,15}(?:/(?:actionId|adopt|params))?)?)(?=/|\Z)"
)


def value_free(pointer: str) -> str:
    """The pointer as far as the format names its members, and ``*`` for what somebody chose."""
    match = _KNOWN_MEMBERS.match(pointer)
    known = match[0] if match else ""
    return known if known == pointer else f"{known}/*"


def _closing(data: bytes, start: int) -> int:
    depth = 0
    for match in _BRACKETS.finditer(data, start):
        mark = match[0]
        if mark in b"{[":
            depth += 1
        elif mark in b"}]":
            depth -= 1
            if depth == 0:
                return match.end()
    return len(data)


def _role(token: StringToken) -> Role:
    if token.is_key:
        return Role.KEY
    pointer = token.pointer
    if pointer == "/name":
        return Role.LABEL
    if pointer in _FIXED:
        return Role.FIXED
    named = pointer.endswith(("/actionId", "/adopt")) and pointer.count("/") == 3
    if named and step_of(pointer) is not None:
        return Role.ID if pointer.endswith("/actionId") else Role.FIXED
    return Role.OTHER


def _heading(token: StringToken, members: object) -> str:
    if token.is_key:
        return "param name" if "/params/" in token.pointer else "key"
    if token.pointer in _HEADINGS:
        return _HEADINGS[token.pointer]
    if token.pointer.startswith("/config/kindProfileData"):
        return "profile data"
    if token.pointer.endswith("/actionId"):
        return "action id"
    return "param" if "/params/" in token.pointer else "adopted version"
