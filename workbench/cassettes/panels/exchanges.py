"""One exchange: the request beside its response, and the stream put together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from workbench.cassettes.bodies.streams import read_stream
from workbench.cassettes.canonical_body import json_value
from workbench.cassettes.model import ANY, Body, Header, Interaction
from workbench.cassettes.reconstruction import reconstructed
from workbench.cassettes.redaction import is_redacted, is_secret_key
from workbench.cassettes.steps import endpoint, path_of
from workbench.core.panels import Captured, Cell, Panel, Row, Table, captured, cell, fitted, row

MOST_EVENTS = 30


def request_and_response(interaction: Interaction) -> Table:
    """What was asked and what came back, part by part."""
    request, response = interaction.request, interaction.response
    known = endpoint(path_of(interaction))
    address = "any address" if request.is_wildcard else captured(str(request.url))
    status = "no status" if response.status is None else f"{response.status}"
    failed = response.status is None or response.status >= 400
    return Table(
        "Request and response",
        f"{known[0].capitalize() if known else 'An endpoint that is not known'}; answered with {status}.",
        columns=("", "Request", "Response"),
        rows=(
            row(
                "what",
                cell(
                    captured(request.method),
                    " ",
                    address,
                    tone="ask" if request.is_wildcard else "",
                ),
                cell(status, tone="ask" if failed else "pass"),
            ),
            row("body", _body(request.body), _bytes(response.body)),
            row("media type", _type(request.headers), _type(response.headers)),
            row("headers", _headers(request.headers), _headers(response.headers)),
        ),
    )


def _body(body: Body) -> Cell:
    if body is ANY:
        return cell("any body is accepted", tone="ask")
    return cell("none") if not isinstance(body, bytes) else _bytes(body)


def _bytes(body: bytes) -> Cell:
    shape = " of JSON" if body and json_value(body) is not None else ""
    return cell(f"{len(body):,} bytes{shape}")


def _type(headers: Sequence[Header]) -> Captured | str:
    found = next((each.value for each in headers if each.lowered == "content-type"), "")
    return captured(found) if found else "not said"


def _headers(headers: Sequence[Header]) -> str:
    secret = sum(is_secret_key(each.name) for each in headers)
    return f"{len(headers)}" + (f", {secret} of them secret by name" if secret else "")


def headers(interaction: Interaction) -> Table | None:
    """Every header; the values of those that are secret by their name stay hidden here."""
    both = (("request", interaction.request.headers), ("response", interaction.response.headers))
    rows = [_header(side, each) for side, members in both for each in members]
    if not rows:
        return None
    kept, left_out = fitted(rows)
    open_ = sum(
        is_secret_key(each.name) and not is_redacted(each.value)
        for _, members in both
        for each in members
    )
    words = f"{len(rows)} headers recorded; {open_ or 'no'} secret {'value' if open_ == 1 else 'values'}."
    return Table(
        "Headers",
        words,
        weight="ask" if open_ else "note",
        columns=("Side", "Header", "Value"),
        rows=kept,
        left_out=left_out,
    )


def _header(side: str, header: Header) -> Row:
    if not is_secret_key(header.name):
        return row(side, captured(header.name), captured(header.value))
    if is_redacted(header.value):
        return row(side, captured(header.name), cell("redacted when it was recorded", tone="pass"))
    hidden = f"{len(header.value)} characters, hidden here"
    return row(side, captured(header.name), cell(hidden, tone="ask"), tone="ask")


def stream(interaction: Interaction) -> Iterator[Panel]:
    """The events of a streamed answer, and the message they come to."""
    response = interaction.response
    events = read_stream(response.media_type, response.body)
    if events is None:
        return
    reading = reconstructed(events)
    rows = [row(kind, captured(text), f"{len(text):,}") for kind, text in reading.texts]
    rows += (
        row(
            cell("tool call")
            if call.valid
            else cell("tool call, arguments are no JSON", tone="ask"),
            captured(f"{call.name} {call.arguments}"),
            f"{len(call.arguments):,}",
        )
        for call in reading.tool_calls
    )
    whole = not events.cut and not reading.problems
    words = f"{len(events.events)} events of the dialect {reading.dialect}, joined to one message."
    if not whole:
        words += f" {'The stream is cut off. ' if events.cut else ''}{' '.join(reading.problems)}".rstrip()
    kept, left_out = fitted(rows)
    yield Table(
        "The stream, joined",
        words,
        weight="note" if whole else "ask",
        columns=("What", "Text", "Characters"),
        rows=kept,
        left_out=left_out,
    )
    shown, more = fitted(enumerate(events.events, start=1), MOST_EVENTS)
    yield Table(
        "Its events",
        f"{len(events.events)} in this order.",
        columns=("No.", "Type", "Data"),
        rows=tuple(
            row(f"{number}", captured(kind), captured(data[:120])) for number, (kind, data) in shown
        ),
        left_out=more,
    )
