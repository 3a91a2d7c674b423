"""Server-sent events: the standard's framing, with the place of every field.

``read_events`` reads a whole text; ``EventReader`` is fed bytes in any pieces and gives the same
events. Source: WHATWG HTML "server-sent events", ``spec/http-cassettes.md`` §4.2, §4.3.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

_LINE = re.compile(r"([^\r\n]*)(\r\n|\n|\r)")
_BEGINNING = re.compile(rb"(?:\xef\xbb\xbf)?(?:data|event|id|retry):|(?:\xef\xbb\xbf)?:")
_FIELD = re.compile(r"\ufeff?[\r\n]*+(?:data|event|id|retry)?:")
_JSON_DATA = re.compile(r"(?:\A\ufeff?|[\r\n])data: ?[{\[]")
MEDIA_TYPE = "text/event-stream"
BOM = "\ufeff"


@dataclass(frozen=True, slots=True)
class Event:
    """One dispatched event. ``parts`` are the characters of the text each data line's value takes."""

    type: str = field(repr=False)
    data: str = field(repr=False)
    last_event_id: str = field(default="", repr=False)
    parts: tuple[tuple[int, int], ...] = ()

    @property
    def is_end(self) -> bool:
        """Whether this is the terminator that OpenAI's APIs send."""
        return self.data == "[DONE]"


@dataclass(frozen=True, slots=True)
class Line:
    """A line that is no event's data: a comment, another field. ``kind`` is its field name."""

    kind: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class EventStream:
    """Everything a body of events holds. ``incomplete_tail``: what the standard discards."""

    events: tuple[Event, ...]
    others: tuple[Line, ...] = ()
    incomplete_tail: str = field(default="", repr=False)
    tail_start: int = 0


def is_sse(media_type: str, body: bytes) -> bool:
    """Whether a body is a stream of events, by its media type or, with none usable, by its start."""
    if media_type == MEDIA_TYPE:
        return True
    unknown = not media_type or "/" not in media_type
    return unknown and bool(_BEGINNING.match(body))


def holds_events(body: str) -> bool:
    """Whether a text that calls itself something else is events of JSON: gateways mislabel them."""
    return _FIELD.match(body) is not None and _JSON_DATA.search(body) is not None


def decoded(body: bytes) -> str:
    """The text of an event stream: UTF-8 with replacement, one leading mark kept out."""
    return body.decode("utf-8", "replace")


def read_events(text: str) -> EventStream:
    """The events of a whole text, as the standard dispatches them."""
    framing = _Framing()
    position = 1 if text.startswith(BOM) else 0
    for match in _LINE.finditer(text, position):
        framing.line(match.group(1), match.start())
        position = match.end()
    framing.rest(text, position)
    return framing.stream(text)


class EventReader:
    """Events from a stream that arrives in pieces; borders may fall anywhere."""

    def __init__(self) -> None:
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._text = ""
        self._framing = _Framing()
        self._given = 0
        self._begun = False

    def feed(self, piece: bytes, *, last: bool = False) -> list[Event]:
        """The events that this piece completes. ``last`` ends the stream."""
        self._text += self._decoder.decode(piece, last)
        if not self._begun and self._text:
            self._text = self._text.removeprefix(BOM)
            self._begun = True
        position = 0
        for match in _LINE.finditer(self._text):
            # A final CR may be the first half of CRLF: wait for the next piece.
            if match.end() == len(self._text) and match.group(2) == "\r" and not last:
                break
            self._framing.line(match.group(1), match.start())
            position = match.end()
        self._text = self._text[position:]
        found = self._framing.events[self._given :]
        self._given += len(found)
        return found


def events_of_pieces(pieces: Iterator[bytes]) -> Iterator[Event]:
    """The events of a stream of pieces, each as soon as it is complete."""
    reader = EventReader()
    for piece in pieces:
        yield from reader.feed(piece)
    yield from reader.feed(b"", last=True)


class _Framing:
    """The state between lines: data buffer, event type, last event id."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.others: list[Line] = []
        self.data: list[str] = []
        self.parts: list[tuple[int, int]] = []
        self.type = ""
        self.id = ""
        self.tail_start = 0

    def line(self, line: str, start: int) -> None:
        if not line:
            self.dispatch()
            return
        name, colon, value = line.partition(":")
        begin = start + len(name) + len(colon)
        if value.startswith(" "):
            value, begin = value[1:], begin + 1
        if name == "data":
            if not self.data:
                self.tail_start = start
            self.data.append(value)
            self.parts.append((begin, begin + len(value)))
            return
        self.others.append(Line(name, start, start + len(line)))
        if name == "event":
            self.type = value
        elif name == "id" and "\0" not in value:
            self.id = value

    def dispatch(self) -> None:
        if self.data:
            event = Event(self.type or "message", "\n".join(self.data), self.id, tuple(self.parts))
            self.events.append(event)
        self.data, self.parts, self.type = [], [], ""

    def rest(self, text: str, position: int) -> None:
        if position < len(text) and not self.data:
            self.tail_start = position

    def stream(self, text: str) -> EventStream:
        unended = self.data or (text and text[-1] not in "\r\n")
        tail = text[self.tail_start :] if unended else ""
        start = self.tail_start if tail else len(text)
        others = tuple(line for line in self.others if line.start < start)
        return EventStream(tuple(self.events), others, tail, start)
