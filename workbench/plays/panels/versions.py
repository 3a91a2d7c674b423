"""The versions of the content a play names: from which step, what differs, and whether they are here.

Source: ``spec/play-sessions.md`` §15.6.
"""

from __future__ import annotations

from collections.abc import Iterator

from workbench.core.panels import Cell, Row, Table, captured, cell, row
from workbench.plays.epochs import content_changes
from workbench.plays.library import Library
from workbench.plays.recorded import Adopt, Recorded
from workbench.plays.sentences import counted

_REASONS = {
    "no_campaigns": "no campaign folder was found",
    "campaign_withdrawn": "no campaign of this id is known",
    "campaign_version_missing": "not in the campaign folders; a private version, perhaps",
    "campaign_refused": "the document is refused",
    "content_version_conflict": "two documents claim it, and they differ",
    "unknown_kind": "this build cannot play its kind",
}


def versions(recorded: Recorded, library: Library) -> Table:
    """One row a version, the starting one first."""
    named = tuple(_stretches(recorded))
    rows = tuple(
        _row(recorded, library, version, (first, last), named[number - 1][0] if number else None)
        for number, (version, first, last) in enumerate(named[:40])
    )
    missing = sum(
        library.why_not(recorded.campaign_id, version) is not None for version, *_ in named
    )
    known = (
        "All of them are"
        if not missing
        else f"{missing} of them {'is' if missing == 1 else 'are'} not"
    )
    return Table(
        "Versions of the content",
        f"{counted(len(named), 'version')} named. {known} in the campaign folders.",
        weight="ask" if missing else "note",
        columns=("Version", "Steps", "In the campaign folders", "Against the one before"),
        rows=rows,
        left_out=max(0, len(named) - 40),
    )


def _stretches(recorded: Recorded) -> Iterator[tuple[str, int, int]]:
    """Version, first and last step on it; an adoption counts to the version it leads to."""
    version, first = recorded.campaign_version, 0
    for index, submission in enumerate(recorded.submissions):
        if isinstance(submission, Adopt):
            yield version, first, index - 1
            version, first = submission.version, index
    yield version, first, len(recorded.submissions) - 1


def _row(
    recorded: Recorded,
    library: Library,
    version: str,
    steps: tuple[int, int],
    earlier: str | None,
) -> Row:
    first, last = steps
    where = f"{first}–{last}" if last > first else f"{first}" if last == first else "none"
    return row(
        captured(version),
        where,
        _resolved(recorded, library, version),
        _against(recorded, library, version, earlier),
        step=first if last >= first else None,
    )


def _resolved(recorded: Recorded, library: Library, version: str) -> Cell:
    reason = library.why_not(recorded.campaign_id, version)
    if reason is not None:
        return cell(_REASONS.get(reason, "not here"), tone="fail")
    epoch = library.archive.epoch(recorded.campaign_id, version)
    identity = "" if epoch is None else f", digest {epoch.campaign.identity[:12]}"
    return cell(f"yes{identity}", tone="pass")


def _against(recorded: Recorded, library: Library, version: str, earlier: str | None) -> Cell:
    if earlier is None:
        return cell("the first")
    source = library.archive.epoch(recorded.campaign_id, earlier)
    target = library.archive.epoch(recorded.campaign_id, version)
    if source is None or target is None:
        return cell("not compared: one of the two is not here", tone="idle")
    found = content_changes(source.campaign.content, target.campaign.content)
    numbers = {
        word: sum(len(getattr(each, word)) for each in found)
        for word in ("added", "removed", "changed")
    }
    said = ", ".join(f"{many} {word}" for word, many in numbers.items() if many)
    return cell(said or "the same content")
