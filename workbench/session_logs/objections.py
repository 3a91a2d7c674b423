"""What the strict rules refuse in a log that replays all the same: looked for when asked.

Source: ``spec/session-logs.md`` §24, levels 2 and 3.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain

from workbench.session_logs.errors import LogRefused, refuse
from workbench.session_logs.log import STREAMING, SessionLog
from workbench.session_logs.relations import HEADED, whole_log
from workbench.session_logs.row_rules import check_row

MOST = 20
#: Code of an objection to migrating a log that says nothing against what was recorded.
MIGRATION = "migration"


def objections_of(
    header: LogRefused | None, suspects: Sequence[int]
) -> Callable[[SessionLog], tuple[LogRefused, ...]]:
    """Judges a log whose header has the objection ``header`` and whose plain chunk rows are right.

    ``suspects`` are the chunk rows that were not seen to be plain.
    """

    def judge(log: SessionLog) -> tuple[LogRefused, ...]:
        found = [] if header is None else [header]
        for objection in chain(_of_rows(log, frozenset(suspects)), whole_log(log)):
            found.append(objection)
            if len(found) >= MOST:
                break
        return tuple(found)

    return judge


def _of_rows(log: SessionLog, suspects: frozenset[int]) -> Iterator[LogRefused]:
    streaming = STREAMING if log.generation < 2 else frozenset[str]()
    stepped = False
    for row, kind in enumerate(log.kinds):
        stepped = stepped or kind == "step/start"
        if kind in streaming and row not in suspects:
            continue
        failure = check_row(log.value(row), seq=log.sequences.of(row), generation=log.generation)
        if failure is None and not stepped and log.generation < 3 and kind in HEADED:
            failure = refuse(
                "format v2 surface before first step cannot acquire a system head "
                "without changing chronology",
                means="A later generation has its system prompt first; replay does not depend on it",
                code=MIGRATION,
            )
        if failure is not None:
            yield failure.at_line(log.span(row)[0])
