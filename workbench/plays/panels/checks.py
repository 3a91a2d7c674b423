"""What a person checks of a whole play: what the file may hold, no time, the seed, the ids.

Source: ``spec/play-sessions.md`` §15.1-3, §15.9; ``spec/review-ux.md`` §2.7, §9.3.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from workbench.core.canonical import JSON, canonical_text
from workbench.core.fixture import IdUse
from workbench.core.panels import Cell, Facts, Row, Table, captured, cell, fitted, row
from workbench.plays.recorded import Action, Recorded
from workbench.plays.sentences import counted

#: A calendar date, a clock, or seconds or milliseconds since 1970 in a year that ends before 2100.
_TIME = re.compile(
    r"(?<!\d)(?:19|20)\d\d-[01]\d-[0-3]\d(?!\d)|(?<!\d)[0-2]\d:[0-5]\d:[0-5]\d(?!\d)"
)
_SECONDS = range(1_000_000_000, 4_102_444_800)
_MILLISECONDS = range(1_000_000_000_000, 4_102_444_800_000)
_WORD = re.compile(r"[^\W_]{4,}")


def contents(recorded: Recorded, *, audience: bool) -> Facts:
    """The file's members against the whitelist, times, seed and profile data."""
    times = tuple(_times(recorded))
    rows = (
        row("members", cell("name, config, versions and submissions, and no other", tone="pass")),
        row("config", _config(recorded, audience=audience)),
        row("profile data", _profile(recorded)),
        row("times", _no_times(times)),
        row("seed", cell(captured(recorded.seed), *_seed(recorded))),
        row("seed check", _seed_check(recorded)),
        row("captured under", captured(recorded.captured_under)),
    )
    asks = any(each.tone in ("ask", "fail") for one in rows for each in one.cells)
    words = (
        "Something in this file wants a look." if asks else "The file holds what a play may hold."
    )
    return Facts("What the file holds", words, weight="ask" if asks else "note", rows=rows)


def _config(recorded: Recorded, *, audience: bool) -> Cell:
    named = ["campaignId", "seed"] + ["kindProfileData"] * recorded.has_profile_data
    words = f"{', '.join(named)}: all of the whitelist"
    if audience:
        return cell(f"{', '.join(named)} and audience, which a capture never has", tone="ask")
    return cell(words, tone="pass")


def _profile(recorded: Recorded) -> Cell:
    if not recorded.has_profile_data:
        return cell("none")
    if _ids_and_integers(recorded.profile_data):
        return cell("ids and whole numbers only", tone="pass")
    return cell("holds other than ids and whole numbers", tone="ask")


def _ids_and_integers(data: JSON) -> bool:
    if isinstance(data, dict):
        return all(_ids_and_integers(each) for each in data.values())
    if isinstance(data, (list, tuple)):
        return all(_ids_and_integers(each) for each in data)
    if isinstance(data, str):
        return re.fullmatch(r"[A-Za-z0-9_.:-]{0,64}", data) is not None
    return data is None or isinstance(data, (bool, int))


def _times(recorded: Recorded) -> Iterator[int | None]:
    """Where something looks like a time: a step, or ``None`` for the head of the file."""
    head = (recorded.seed, recorded.name, canonical_text(recorded.profile_data))
    if any(_TIME.search(each) for each in head):
        yield None
    for index, submission in enumerate(recorded.submissions):
        if isinstance(submission, Action):
            given = (submission.action_id, *(submission.params or {}).values())
            if any(map(_is_time, given)):
                yield index


def _is_time(given: object) -> bool:
    if isinstance(given, str):
        return _TIME.search(given) is not None
    if isinstance(given, bool) or not isinstance(given, (int, float)):
        return False
    return int(given) in _SECONDS or int(given) in _MILLISECONDS


def _no_times(times: Sequence[int | None]) -> Cell:
    if not times:
        return cell("no member can hold one, and no value looks like one", tone="pass")
    first = next((each for each in times if each is not None), None)
    where = "in the head of the file" if first is None else f"at step {first}"
    words = "1 value looks" if len(times) == 1 else f"{len(times)} values look"
    words = f"{words} like a time, first {where}"
    return cell(words, tone="ask", step=first)


def _seed(recorded: Recorded) -> tuple[str, ...]:
    return (f" · {counted(len(recorded.seed), 'character')}",)


def _seed_check(recorded: Recorded) -> Cell:
    name, seed = recorded.name.casefold(), recorded.seed.casefold()
    if name and name in seed:
        return cell("holds the capture's own name, and a seed cannot change", tone="fail")
    shared = set(_WORD.findall(name)) & set(_WORD.findall(seed))
    if shared:
        words = f"shares {counted(len(shared), 'word')} with the capture's name"
        return cell(words, tone="ask")
    return cell("shares no word with the capture's name", tone="pass")


def ids(uses: Sequence[IdUse]) -> Iterator[Table]:
    """Every kind of id the play uses and who issued it; then each that nobody issued."""
    by_kind = Counter((use.kind, use.issued_by.what if use.issued_by else "") for use in uses)
    unissued = [use for use in uses if use.issued_by is None]
    if unissued:
        yield _unissued(unissued)
    kept, left_out = fitted(sorted(by_kind.items()))
    yield Table(
        "Ids",
        f"{len(uses) - len(unissued):,} of {counted(len(uses), 'id')} issued.",
        columns=("Id", "Issued by", "Uses"),
        rows=tuple(_kind(kind, issuer, many) for (kind, issuer), many in kept),
        left_out=left_out,
    )


def _kind(kind: str, issuer: str, many: int) -> Row:
    by = cell(issuer, tone="pass") if issuer else cell("nobody", tone="fail")
    return row(kind, by, f"{many:,}", tone="" if issuer else "fail")


def _unissued(uses: Sequence[IdUse]) -> Table:
    kept, left_out = fitted(uses)
    return Table(
        "Ids that nobody issued",
        f"{counted(len(uses), 'id')} that neither the campaign nor the session issued.",
        weight="ask",
        columns=("Step", "Id", "Value"),
        rows=tuple(
            row(
                "–" if use.place.step is None else f"{use.place.step}",
                use.kind,
                captured(use.value),
                tone="fail",
                step=use.place.step,
            )
            for use in kept
        ),
        left_out=left_out,
    )
