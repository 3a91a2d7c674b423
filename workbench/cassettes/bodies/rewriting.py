"""A body with its strings replaced: each string is rewritten as it is written there.

Source: DESIGN "Stand-ins"; ``spec/http-cassettes.md`` §2.5.
"""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Iterator
from urllib.parse import quote_plus

from workbench.cassettes.bodies import frames
from workbench.cassettes.bodies.coding import decode_to_read, encode
from workbench.cassettes.bodies.contents import boundary_of, may_be_framed, readable
from workbench.cassettes.bodies.leaf import Codec, Leaf, Piece
from workbench.cassettes.bodies.leaves import leaves
from workbench.core.errors import BadCommand
from workbench.core.stand_ins import Edit, StandIns, apply_edits, stand_in, stand_in_pieces

_NUMBER = re.compile(r"-?(?:0|[1-9]\d*)(?:\.\d+)?\Z")


def text_edits(body: str, media_type: str, table: StandIns) -> list[Edit]:
    """The edits of a body's text that ``table`` asks for, in order."""
    found: list[Edit] = []
    for leaf in leaves(body, media_type):
        found.extend(_leaf_edits(leaf, body, table))
    return sorted(found, key=lambda edit: (edit.start, edit.end))


def rewritten_bytes(
    data: bytes, *, content_type: str, content_encoding: str, table: StandIns
) -> bytes:
    """Stored bytes with their strings replaced, content codings undone and done again."""
    decoded = decode_to_read(data, content_encoding)
    body = _rewritten(decoded.body, content_type, table)
    return data if body == decoded.body else encode(body, decoded.undone)


def _rewritten(body: bytes, content_type: str, table: StandIns) -> bytes:
    framed = frames.frames(body) if may_be_framed(body, content_type) else None
    if framed:
        return _rewritten_frames(body, framed, table)
    found = readable(body, content_type)
    if found is not None:
        text, charset = found
        media_type = content_type.split(";")[0].strip().lower()
        changed = apply_edits(text, text_edits(text, media_type, table))
        return body if changed == text else changed.encode(charset, "surrogatepass")
    boundary = boundary_of(content_type)
    if boundary is None:
        return body
    separator = b"--" + boundary
    return separator.join(_part(piece, table) for piece in body.split(separator))


def _rewritten_frames(body: bytes, framed: tuple[frames.Frame, ...], table: StandIns) -> bytes:
    """Payloads rewritten as one stream; events that payloads carry in base64 are rewritten inside.

    Raises ``BadCommand`` for payloads that are no JSON and hold something to replace.
    """
    payloads = frames.payload_texts(body, framed)
    if payloads is None:
        if table.edits(body.decode("latin-1")):
            raise BadCommand(
                "The stand-ins cannot be written into this binary stream",
                means="Its payloads are no JSON",
                cure="Reject the capture, or record it again without the value",
            )
        return body
    events = frames.wrapped_events(payloads)
    if events is not None:
        payloads = [
            payload.replace(_base64(was), _base64(now)) if was != now else payload
            for payload, was, now in zip(
                payloads, events, _rewritten_events(events, table), strict=True
            )
        ]
    changed = _rewritten_events(payloads, table)
    return frames.rebuilt(body, framed, changed)


def _rewritten_events(events: list[str], table: StandIns) -> list[str]:
    text = "".join(events)
    changed = apply_edits(text, text_edits(text, frames.MEDIA_TYPE, table))
    if changed == text:
        return events
    values = iter(frames.split(changed))
    parts = [next(values)[:2] if event else (0, 0) for event in events]
    return [changed[start:end] for start, end in parts]


def _base64(text: str) -> str:
    return base64.b64encode(text.encode("utf-8")).decode("ascii")


def _part(piece: bytes, table: StandIns) -> bytes:
    head, gap, content = piece.partition(b"\r\n\r\n")
    return _plain(head, table) + gap + _plain(content, table)


def _plain(data: bytes, table: StandIns) -> bytes:
    try:
        return stand_in(data.decode("utf-8"), table).encode("utf-8")
    except UnicodeDecodeError:
        return data


def _leaf_edits(leaf: Leaf, body: str, table: StandIns) -> Iterator[Edit]:
    if len(leaf.pieces) == 1:
        piece = leaf.pieces[0]
        edits = table.edits(piece.text)
        if edits and piece.codec is Codec.NUMBER:
            yield Edit(piece.start, piece.end, _number(apply_edits(piece.text, edits)))
        elif edits:
            units = piece.units(body)
            for edit in edits:
                written = _written(edit.replacement, piece, body, leaf)
                yield Edit(units[edit.start], units[edit.end], written)
        return
    texts = [piece.text for piece in leaf.pieces]
    for piece, now in zip(leaf.pieces, stand_in_pieces(texts, table), strict=True):
        if now != piece.text:
            yield Edit(piece.start, piece.end, _written(now, piece, body, leaf))


def _number(text: str) -> str:
    """A stand-in of digits stays a number; another becomes a string, or the body would be no JSON."""
    return text if _NUMBER.match(text) else json.dumps(text)


def _written(text: str, piece: Piece, body: str, leaf: Leaf) -> str:
    if piece.codec is Codec.JSON:
        return json.dumps(text, ensure_ascii=body.isascii())[1:-1]
    if piece.codec is Codec.FORM:
        return quote_plus(text)
    # A line of an event stream stays one line, or the stream would gain an event.
    return text.replace("\r", " ").replace("\n", " ") if leaf.kind == "line" else text
