"""How a request is matched: by what, which exchange answers it, and where the two differ.

Source: ``spec/http-cassettes.md`` §3.1, §3.4, §5.1. Differing values are redacted as in a mismatch report.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from workbench.cassettes.canonical_body import json_value
from workbench.cassettes.differences import Difference, differences
from workbench.cassettes.mismatch import mismatch
from workbench.cassettes.model import ANY, Interaction
from workbench.cassettes.panels.played import Played, live_request
from workbench.cassettes.sanitising import removed
from workbench.core.panels import Cell, Part, Row, Table, captured, cell, fitted, row, value

_COLUMNS = ("Part", "Made in replay", "Recorded", "Match")


def matched(played: Played, index: int) -> Table:
    """The request made in replay beside the recorded one that answers it."""
    answer = played.answers[index]
    made = played.cassette.interactions[index]
    if answer is None:
        return _unmatched(played, made)
    recorded = played.cassette.interactions[answer]
    found = _body_differences(recorded, made)
    drifted = played.has_drifted(index)
    rows = [*_parts(made, recorded, drifted=drifted), *map(_difference, found[:40])]
    cleaned = _cleaned(made)
    if cleaned:
        rows.append(
            row("history", f"{cleaned} parts cleaned on both sides", "", cell("equal", tone="pass"))
        )
    itself = "its own recording" if answer == index else f"the recording of exchange {answer}"
    words = f"Answered by {itself}."
    if drifted:
        words += " It matches only because history is cleaned on both sides: drift, not a failure."
    return Table(
        "The request made in replay, and the one it matched",
        words,
        weight="ask" if drifted else "note",
        columns=_COLUMNS,
        rows=tuple(rows),
        left_out=max(0, len(found) - 40),
    )


def _parts(made: Interaction, recorded: Interaction, *, drifted: bool) -> Iterable[Row]:
    wild = recorded.request.is_wildcard
    any_body = recorded.request.body is ANY
    equal = cell("equal", tone="pass")
    yield row("method", captured(made.request.method), captured(recorded.request.method), equal)
    yield row(
        "whole address",
        "any" if made.request.is_wildcard else captured(str(made.request.url)),
        "any address" if wild else "the same",
        cell("matches any", tone="ask") if wild else equal,
    )
    body = cell("differs", tone="ask") if drifted else equal
    yield row(
        "canonical body",
        _size(made),
        "any body" if any_body else _size(recorded),
        cell("matches any", tone="ask") if any_body else body,
        tone="ask" if drifted else "",
    )
    yield row(
        "answered by",
        f"exchange {made.index}",
        cell(f"exchange {recorded.index}", step=None if made is recorded else recorded.index),
        cell("itself", tone="pass") if made is recorded else cell("another", tone="idle"),
    )


def _size(interaction: Interaction) -> str:
    body = interaction.request.body
    return f"{len(body):,} bytes" if isinstance(body, bytes) else "none"


def _cleaned(interaction: Interaction) -> int:
    body = interaction.request.body
    found = json_value(body) if isinstance(body, bytes) else None
    return 0 if found is None else len(removed(found[0]))


def _body_differences(recorded: Interaction, made: Interaction) -> Sequence[Difference]:
    bodies = recorded.request.body, made.request.body
    was, now = (json_value(body) if isinstance(body, bytes) else None for body in bodies)
    return differences(was[0], now[0]) if was is not None and now is not None else ()


def _difference(found: Difference) -> Row:
    shown = found.shown()
    return row(
        captured(f"body{found.path}"),
        _part(shown["actual"]),
        _part(shown["expected"]),
        cell(f"differs: {found.kind}", tone="ask"),
        tone="ask",
    )


def _part(shown: object) -> Part:
    return value(shown)  # type: ignore[arg-type]


def _unmatched(played: Played, made: Interaction) -> Table:
    error = mismatch(played.matcher, live_request(made))
    closest, found = error.details.get("closest"), error.details.get("differences")
    listed = found if isinstance(found, list) else []
    kept, left_out = fitted(listed, 40)
    return Table(
        "The request made in replay, and the one that comes closest",
        "No recorded exchange answers this request.",
        weight="ask",
        columns=_COLUMNS,
        rows=(
            row("answered by", "", _closest(closest), cell("nothing", tone="fail"), tone="fail"),
            *(_reported(each) for each in kept),
        ),
        left_out=left_out,
    )


def _closest(closest: object) -> Cell:
    if not isinstance(closest, int):
        return cell("the cassette holds no exchange")
    return cell(f"exchange {closest} comes closest", step=closest)


def _reported(shown: object) -> Row:
    found = shown if isinstance(shown, dict) else {}
    return row(
        captured(str(found.get("path", ""))),
        _part(found.get("actual")),
        _part(found.get("expected")),
        cell(f"differs: {found.get('kind', '')}", tone="ask"),
        tone="ask",
    )
