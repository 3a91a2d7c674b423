"""One exchange and the whole cassette: what was asked, what answers, which ids lead where."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from workbench.cassettes.issued_ids import UsedId
from workbench.cassettes.model import Interaction
from workbench.cassettes.panels.exchanges import headers, request_and_response, stream
from workbench.cassettes.panels.matches import matched
from workbench.cassettes.panels.played import MOST_BYTES, Played
from workbench.cassettes.steps import path_of, streamed
from workbench.core.panels import (
    Cell,
    Facts,
    Link,
    Links,
    Panel,
    Row,
    Table,
    captured,
    cell,
    fitted,
    row,
)


def at_step(played: Played, index: int) -> Iterator[Panel]:
    """Everything about one exchange."""
    interaction = played.cassette.interactions[index]
    yield request_and_response(interaction)
    yield matched(played, index)
    for panel in (_used(played, index), _leads(played, index)):
        if panel is not None:
            yield panel
    yield from stream(interaction)
    recorded = headers(interaction)
    if recorded is not None:
        yield recorded


def overview(played: Played) -> Iterator[Panel]:
    """Everything about the cassette."""
    yield _exchanges(played)
    yield _matching(played)
    yield _ids(played)


# --- ids --------------------------------------------------------------------------------------------


def _used(played: Played, index: int) -> Table | None:
    uses = [use for use in played.ids if use.exchange == index]
    if not uses:
        return None
    kept, left_out = fitted(uses)
    unissued = sum(use.issued_by is None for use in uses)
    return Table(
        "Ids this request uses, and who issued them",
        f"{len(uses)} used, {unissued or 'none'} without an issuer.",
        weight="ask" if unissued else "note",
        columns=("Id", "Value", "Issued by"),
        rows=tuple(
            row(use.kind, captured(use.value), _issuer(use), tone="" if use.issued_by else "fail")
            for use in kept
        ),
        left_out=left_out,
    )


def _issuer(use: UsedId) -> Cell:
    issuer = use.issued_by
    if issuer is None:
        return cell("nobody", tone="fail")
    step = None if issuer.step == use.exchange else issuer.step
    return cell(issuer.what, tone="pass", step=step)


def _leads(played: Played, index: int) -> Links | None:
    """The later exchanges that use an id which this response issued."""
    found = dict.fromkeys(
        Link(use.exchange, f"uses a {use.kind} issued here:", captured(use.value))
        for use in played.ids
        if use.issued_by is not None and use.issued_by.step == index and use.exchange != index
    )
    if not found:
        return None
    kept, left_out = fitted(found)
    words = f"{len(found)} {'use' if len(found) == 1 else 'uses'} of ids issued here."
    return Links("Where its ids are used", words, links=kept, left_out=left_out)


def _ids(played: Played) -> Panel:
    if not played.is_small:
        size = f"{MOST_BYTES // 1024 // 1024} MB"
        return Facts("Ids", f"The bodies are larger than {size}: ids are not listed here.")
    uses = sorted(played.ids, key=lambda use: use.issued_by is not None)
    kept, left_out = fitted(uses)
    unissued = sum(use.issued_by is None for use in uses)
    return Table(
        "Ids across exchanges",
        f"{len(uses)} used as input, {unissued or 'none'} without an issuer.",
        weight="ask" if unissued else "note",
        columns=("Used by", "Id", "Value", "Issued by"),
        rows=tuple(
            row(
                f"{use.exchange}",
                use.kind,
                captured(use.value),
                _issuer(use),
                tone="" if use.issued_by else "fail",
                step=use.exchange,
            )
            for use in kept
        ),
        left_out=left_out,
    )


# --- exchanges --------------------------------------------------------------------------------------


def _exchanges(played: Played) -> Table:
    interactions = played.cassette.interactions
    kept, left_out = fitted(interactions)
    unanswered = sum(answer is None for answer in played.answers)
    many = len(interactions)
    words = f"{many} exchange{'' if many == 1 else 's'}; {unanswered or 'none'} of their requests unanswered."
    return Table(
        "Exchanges and what answers them",
        words,
        weight="ask" if unanswered else "note",
        columns=("No.", "Request", "Status", "Answered by"),
        rows=tuple(_exchange(played, each) for each in kept),
        left_out=left_out,
    )


def _exchange(played: Played, interaction: Interaction) -> Row:
    index, status = interaction.index, interaction.response.status
    failed = status is None or status >= 400
    kind = ", streamed" if streamed(interaction) else ""
    path = "any address" if interaction.request.is_wildcard else path_of(interaction)
    return row(
        f"{index}",
        cell(captured(f"{interaction.request.method} {path}")),
        cell(f"{'no status' if status is None else status}{kind}", tone="ask" if failed else ""),
        _answer(played, index),
        step=index,
    )


def _answer(played: Played, index: int) -> Cell:
    answer = played.answers[index]
    if answer is None:
        return cell("nothing", tone="fail")
    if answer == index:
        return cell("itself", tone="pass")
    if played.has_drifted(index):
        return cell("drift: another request", tone="ask", step=answer)
    return cell("an equal request", tone="idle", step=answer)


def _matching(played: Played) -> Facts:
    interactions = played.cassette.interactions
    shared = Counter(
        (each.request.method, str(each.request.url), played.matcher.keys[each.index])
        for each in interactions
    )
    repeated = sum(many for many in shared.values() if many > 1)
    wild = sum(each.request.is_wildcard for each in interactions)
    drifted = sum(map(played.has_drifted, range(len(interactions))))
    asks = bool(wild or drifted)
    return Facts(
        "How requests are matched",
        "By method, whole address and canonical body; equal requests are answered in their order.",
        weight="ask" if asks else "note",
        rows=(
            row("equal requests", f"{repeated} in order" if repeated else "none"),
            row("any address", cell(f"{wild}", tone="ask" if wild else "")),
            row("drift", cell(f"{drifted}", tone="ask" if drifted else "pass")),
            row("format", played.cassette.title),
        ),
    )
