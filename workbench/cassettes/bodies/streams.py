"""A streamed answer as its events, whichever way they are framed.

Server-sent events, JSON lines, and the frames of AWS event streams whose payloads are JSON.
Source: ``spec/http-cassettes.md`` §4.2, §4.3.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from workbench.cassettes.bodies import frames, sse
from workbench.cassettes.bodies.leaves import LINES_OF_JSON, event_values


@dataclass(frozen=True, slots=True)
class Stream:
    """The events of an answer, type and data, with the JSON value of each one's data.

    ``values`` has ``None`` for data that is no JSON; ``broken`` numbers those that should have been.
    ``ended``: a terminator was sent. ``cut``: the last event is not whole.
    """

    framing: str  # "sse", "lines", "frames"
    events: tuple[tuple[str, str], ...] = field(repr=False)
    values: Sequence[Any] = field(repr=False)
    broken: tuple[int, ...] = ()
    ended: bool = False
    cut: bool = False


def read_stream(media_type: str, body: bytes) -> Stream | None:
    """The events of a body, or ``None`` for one that is no stream."""
    if sse.is_sse(media_type, body[:64]):
        return _server_sent(body)
    if media_type in LINES_OF_JSON:
        return _lines(body)
    if media_type == frames.MEDIA_TYPE:
        return _frames(body)
    return None


def _server_sent(body: bytes) -> Stream:
    stream = sse.read_events(sse.decoded(body))
    values = event_values(stream)
    return Stream(
        "sse",
        tuple((event.type, event.data) for event in stream.events),
        values,
        tuple(
            number
            for number, (event, value) in enumerate(zip(stream.events, values, strict=True))
            if value is None and not event.is_end
        ),
        any(event.is_end for event in stream.events),
        bool(stream.incomplete_tail),
    )


def _lines(body: bytes) -> Stream:
    lines = [line for line in body.decode("utf-8", "replace").splitlines() if line]
    values = [_loads(line) for line in lines]
    broken = tuple(number for number, value in enumerate(values) if value is None)
    cut = bool(broken) and broken[-1] == len(lines) - 1 and not body.endswith(b"\n")
    return Stream("lines", tuple(("line", line) for line in lines), values, broken, cut=cut)


def _frames(body: bytes) -> Stream | None:
    framed = frames.frames(body)
    payloads = None if framed is None else frames.payload_texts(body, framed)
    if framed is None or payloads is None:
        return None
    payloads = frames.wrapped_events(payloads) or payloads
    types = (_type(body, frame) for frame in framed)
    values = [_loads(payload) if payload else None for payload in payloads]
    return Stream("frames", tuple(zip(types, payloads, strict=True)), values)


def _type(body: bytes, frame: frames.Frame) -> str:
    for part in frame.parts[:-1]:
        if part.name == ":event-type":
            return body[part.start : part.end].decode("utf-8", "replace")
    return ""


def _loads(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None
