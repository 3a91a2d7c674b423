"""The strings inside a body, each with the characters of the body it is written with.

One walk serves the checks (which read the strings) and stand-ins (which rewrite them): JSON strings
and keys, event streams with their deltas joined, JSON lines, forms, plain text.
Source: ``spec/http-cassettes.md`` §4, ``spec/detection.md`` §3.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import unquote_plus

from workbench.cassettes.bodies import deltas, frames, sse
from workbench.cassettes.bodies.json_strings import json_strings
from workbench.cassettes.bodies.leaf import Codec, Leaf, Piece

_PAIR = re.compile(r"([^&=]*)(?:=([^&]*))?(?:&|\Z)")
_LINE = re.compile(r"[^\r\n]+")
LINES_OF_JSON = frozenset(
    {"application/x-ndjson", "application/stream+json", "application/x-jsonl", "application/jsonl"}
)
FORM = "application/x-www-form-urlencoded"


def is_whole_json(body: str, media_type: str) -> bool:
    """Whether a body is one JSON text, and read as nothing else first."""
    return (
        body.lstrip(" \t\r\n")[:1] in ("{", "[", '"')
        and media_type not in (frames.MEDIA_TYPE, sse.MEDIA_TYPE)
        and not (media_type == FORM and "=" in body)
        and _is_one_value(_loads(body))
    )


def _is_one_value(value: Any) -> bool:
    return value is not None and not _is_list_of_events(value)


def _is_list_of_events(value: Any) -> bool:
    """Whether a JSON value is a stream written as one list, as Gemini's is without events."""
    return isinstance(value, list) and len(value) > 1 and deltas.dialect(value[:1]) != "unknown"


def leaves(body: str, media_type: str) -> Iterator[Leaf]:
    """Every string of a body, in order."""
    if media_type == frames.MEDIA_TYPE and body[:1] == "{":
        yield from _framed_leaves(body)
    elif sse.is_sse(media_type, body[:64].encode("utf-8", "replace")):
        yield from _sse_leaves(body)
    elif media_type == FORM and "=" in body:
        yield from _form_leaves(body)
    elif _is_json(body):
        yield from _whole_leaves(body)
    elif sse.holds_events(body):
        yield from _sse_leaves(body)
    elif media_type in LINES_OF_JSON or _is_lines_of_json(body):
        yield from _line_leaves(body)
    elif body:
        yield Leaf((Piece(body, 0, len(body)),), "")


def _whole_leaves(body: str) -> Iterator[Leaf]:
    found = _json_leaves(body, 0, len(body), "", ("json",))
    value = _loads(body)
    if _is_list_of_events(value):
        joined = _with_joined(list(found), value, ("json", "joined"), above="")
        found = iter(sorted(joined, key=_begin))
    yield from found


def event_values(stream: sse.EventStream) -> list[Any]:
    """The JSON value of each event's data, ``None`` where it is not JSON."""
    return [_loads(event.data) for event in stream.events]


def _sse_leaves(body: str) -> Iterator[Leaf]:
    stream = sse.read_events(body)
    values = event_values(stream)
    found = [
        leaf
        for number, event in enumerate(stream.events)
        for leaf in _event_leaves(body, event, values[number], f"/events/{number}")
    ]
    found = _with_joined(found, values, ("sse", "json", "joined"))
    found.extend(_raw_line(body, line) for line in stream.others)
    if stream.incomplete_tail:
        end = Piece(stream.incomplete_tail, stream.tail_start, len(body))
        found.append(Leaf((end,), "/tail", ("sse",), kind="line"))
    yield from sorted(found, key=_begin)


def _framed_leaves(body: str) -> Iterator[Leaf]:
    """Events written one behind the other, as the payloads of binary frames are."""
    events = frames.split(body)
    found = [
        leaf
        for number, (start, end, _) in enumerate(events)
        for leaf in _json_leaves(body, start, end, f"/events/{number}", ("json",))
    ]
    values = [value for _, _, value in events]
    yield from sorted(_with_joined(found, values, ("json", "joined")), key=_begin)


def _begin(leaf: Leaf) -> int:
    return leaf.pieces[0].start


def _with_joined(
    found: list[Leaf], values: list[Any], chain: tuple[str, ...], *, above: str = "/events"
) -> list[Leaf]:
    """The leaves of events with the pieces of each streamed text put together.

    The pointers of the events' leaves begin with ``above`` and the number of the event.
    """
    lanes = deltas.lanes(values)
    wanted = {f"{above}/{number}{inner}" for lane in lanes for number, inner in lane.pieces}
    taken: dict[str, Piece] = {}
    kept: list[Leaf] = []
    for leaf in found:
        if leaf.pointer in wanted and not leaf.is_key:
            taken[leaf.pointer] = leaf.pieces[0]
        else:
            kept.append(leaf)
    for index, lane in enumerate(lanes):
        places = (f"{above}/{number}{inner}" for number, inner in lane.pieces)
        parts = tuple(taken[place] for place in places if place in taken)
        if parts:
            kept.append(Leaf(parts, f"/joined/{index}", chain, kind=lane.kind))
    return kept


def _raw_line(body: str, line: sse.Line) -> Leaf:
    return Leaf((Piece(body[line.start : line.end], line.start, line.end),), f"/lines/{line.start}", ("sse",), kind="line")  # fmt: skip


def _event_leaves(body: str, event: sse.Event, value: Any, pointer: str) -> Iterator[Leaf]:
    if isinstance(value, (dict, list, str)) and len(event.parts) == 1:
        start, end = event.parts[0]
        yield from _json_leaves(body, start, end, pointer, ("sse", "json"))
        return
    for start, end in event.parts:
        yield Leaf((Piece(body[start:end], start, end),), pointer, ("sse",), kind="line")


def _json_leaves(
    body: str, start: int, end: int, pointer: str, chain: tuple[str, ...]
) -> Iterator[Leaf]:
    for found in json_strings(body, start, end):
        codec = Codec.NUMBER if found.is_number else Codec.JSON
        piece = Piece(found.value, found.start, found.end, codec)
        yield Leaf((piece,), pointer + found.pointer, chain, found.is_key, name=found.name)


def _line_leaves(body: str) -> Iterator[Leaf]:
    """Lines of JSON, the pieces of a text that arrives line by line put together."""
    found: list[Leaf] = []
    values: list[Any] = []
    for number, match in enumerate(_LINE.finditer(body)):
        start, end = match.span()
        values.append(_loads(match.group()))
        if values[-1] is None:
            found.append(Leaf((Piece(match.group(), start, end),), f"/{number}", kind="line"))
        else:
            found.extend(_json_leaves(body, start, end, f"/{number}", ("lines", "json")))
    chain = ("lines", "json", "joined")
    yield from sorted(_with_joined(found, values, chain, above=""), key=_begin)


def _form_leaves(body: str) -> Iterator[Leaf]:
    for match in _PAIR.finditer(body):
        name = unquote_plus(match.group(1))
        pointer = "/" + name.replace("~", "~0").replace("/", "~1")
        for group, is_key in ((1, True), (2, False)):
            written = match.group(group)
            if written:
                piece = Piece(
                    unquote_plus(written), match.start(group), match.end(group), Codec.FORM
                )
                yield Leaf((piece,), pointer, ("form",), is_key)


def _is_json(body: str) -> bool:
    return body.lstrip(" \t\r\n")[:1] in ("{", "[", '"') and _loads(body) is not None


def _is_lines_of_json(body: str) -> bool:
    lines = _LINE.findall(body[:65536])
    return len(lines) > 1 and all(
        line[:1] in "{[" and _loads(line) is not None for line in lines[:3]
    )


def _loads(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None
