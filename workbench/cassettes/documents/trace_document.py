"""A Go httprr trace: raw HTTP messages behind their lengths (§7.9)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from workbench.cassettes.documents.occurrences import Kind, Occurrence
from workbench.cassettes.documents.tree import Tree
from workbench.cassettes.errors import CassetteError, invalid
from workbench.core.fixture import Note
from workbench.core.places import JoinedMap, RawMap, Span, pointer_members

FIRST_LINE = b"httprr trace v1"
_SIZES = re.compile(rb"([0-9]{1,12}) ([0-9]{1,12})\r?\n")
_HEAD = re.compile(rb"([^\r\n]*)\r?\n")
_HEADER = re.compile(rb"([^\r\n:]*+)(?::[ \t]*+([^\r\n]*+))?\r?\n")
_EMPTY = (b"\n", b"\r\n")
_CHUNK = re.compile(rb"([0-9a-fA-F]{1,8})[^\r\n]*\r\n")
_BAD = "cassette trace is damaged or cut off"


@dataclass(frozen=True, slots=True)
class BytesMap:
    """Bytes that stand in the file as they are, from ``begin`` on."""

    file: str = field(repr=False)
    begin: int

    def spans(self, start: int, end: int) -> tuple[Span, ...]:
        return (Span(self.file, self.begin + start, self.begin + end),)


@dataclass(frozen=True, slots=True)
class Field:
    """A range of the file with its text."""

    text: str = field(repr=False)
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Message:
    """One raw HTTP message: its first line's words, its headers, its body in pieces."""

    start: int
    end: int
    line: tuple[Field, ...]
    headers: tuple[tuple[Field, Field], ...]
    pieces: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class TraceDocument:
    """The messages of a trace, in pairs."""

    file: str = field(repr=False)
    data: bytes = field(repr=False)
    messages: tuple[Message, ...] = field(repr=False)
    root: Tree = None
    notes: tuple[Note, ...] = ()
    aliases: Mapping[str, str] = field(default_factory=dict, repr=False)

    @classmethod
    def of(cls, file: str, data: bytes) -> TraceDocument:
        """Read a trace. Raises ``CassetteError``."""
        return cls(file, data, tuple(_messages(data)))

    def body(self, message: Message) -> bytes:
        """A message's body, its transfer coding undone."""
        return b"".join(self.data[start:end] for start, end in message.pieces)

    def occurrences(self) -> Iterator[Occurrence]:
        for number, message in enumerate(self.messages):
            at = message_pointer(number)
            line = self.data.count(b"\n", 0, message.start) + 1
            for index, word in enumerate(message.line):
                yield self._occurrence(f"{at}/line/{index}", Kind.VALUE, word, line)
            for index, (name, value) in enumerate(message.headers):
                yield self._occurrence(f"{at}/headers/{index}", Kind.KEY, name, line + index + 1)
                yield self._occurrence(f"{at}/headers/{index}", Kind.VALUE, value, line + index + 1)
            body = self.body(message)
            if body:
                line += len(message.headers) + 2
                yield Occurrence(f"{at}/body", Kind.VALUE, "", self._pieces(message), line, body)

    def _occurrence(self, pointer: str, kind: Kind, part: Field, line: int) -> Occurrence:
        return Occurrence(pointer, kind, part.text, BytesMap(self.file, part.start), line)

    def _pieces(self, message: Message) -> RawMap:
        return JoinedMap(
            tuple((end - start, BytesMap(self.file, start)) for start, end in message.pieces)
        )

    def span(self, pointer: str) -> Span | None:
        number = self._numbers.get("/".join(["", *pointer_members(pointer)[:2]]))
        if number is None:
            return None
        message = self.messages[number]
        return Span(self.file, message.start, message.end)

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {message_pointer(number): number for number in range(len(self.messages))}


def message_pointer(number: int) -> str:
    """Where the message ``number`` of the file stands."""
    return f"/{number // 2}/{'response' if number % 2 else 'request'}"


def _messages(data: bytes) -> Iterator[Message]:
    first = _HEAD.match(data)
    position = first.end() if first else len(data)
    while position < len(data):
        sizes = _SIZES.match(data, position)
        if sizes is None:
            raise _damaged(position)
        position = sizes.end()
        for group in (1, 2):
            end = position + int(sizes.group(group))
            if end > len(data):
                raise _damaged(position)
            yield _message(data, position, end)
            position = end


def _message(data: bytes, start: int, end: int) -> Message:
    first = _HEAD.match(data, start, end)
    if first is None or not first[1]:
        raise _damaged(start)
    headers: list[tuple[Field, Field]] = []
    position = first.end()
    while match := _HEADER.match(data, position, end):
        position = match.end()
        if match[0] in _EMPTY:
            break
        headers.append(_header(match))
    chunked = any(
        name.text.lower() == "transfer-encoding" and "chunked" in value.text.lower()
        for name, value in headers
    )
    pieces = _chunks(data, position, end) if chunked else [(position, end)]
    words = tuple(_words(data, start, first.end(1)))
    return Message(start, end, words, tuple(headers), tuple(pieces))


def _words(data: bytes, start: int, end: int) -> Iterator[Field]:
    for match in re.finditer(rb"[^ ]+", data[start:end]):
        yield _field(match[0], start + match.start())


def _header(match: re.Match[bytes]) -> tuple[Field, Field]:
    name, end = _field(match[1], match.start(1)), match.end(1)
    return name, Field("", end, end) if match[2] is None else _field(match[2], match.start(2))


def _field(written: bytes, start: int) -> Field:
    # Latin-1 keeps one character a byte, so that places stay exact; it is HTTP's own reading.
    return Field(written.decode("latin-1"), start, start + len(written))


def _chunks(data: bytes, start: int, end: int) -> list[tuple[int, int]]:
    """The content of a chunked body; as it is where the framing does not hold."""
    found: list[tuple[int, int]] = []
    position = start
    while match := _CHUNK.match(data, position, end):
        size = int(match.group(1), 16)
        if not size:
            return found
        if match.end() + size > end:
            break
        found.append((match.end(), match.end() + size))
        position = match.end() + size + 2
    return [(start, end)]


def _damaged(offset: int) -> CassetteError:
    return invalid(_BAD, where=f"byte {offset:,}", details={"offset": offset})
