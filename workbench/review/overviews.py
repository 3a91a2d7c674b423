"""A whole folder at a glance: findings by class, gates by capture, days left, goldens by meaning.

Source: ``spec/review-ux.md`` §§4, 11 and DESIGN law 3: captures go by their number in the queue, so that
no table holds a captured value. Looking leaves nothing behind and decides nothing.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from workbench.core.discovery import campaign_folders
from workbench.core.errors import Unreadable
from workbench.core.fixture import ReplayEnvironment
from workbench.core.outcome import Meaning
from workbench.findings import KnownIdentities
from workbench.review.custody import Custody
from workbench.review.gates import GateName
from workbench.review.renewing import Standing, promoted_folders, standing
from workbench.review.review import Review
from workbench.review.shapes import Item, Progress
from workbench.review.words import STATES, count, joined

if TYPE_CHECKING:
    import pandas

CERTAINTIES = ("proof", "strong", "weak")
NOT_AS_REVIEWED = "not as reviewed"


@dataclass(frozen=True)
class Overview:
    """Four tables of a review folder; each cell is a number or the workbench's own word.

    ``findings``: one row a class, columns ``proof``, ``strong``, ``weak``: how many findings.
    ``gates``: one row a capture by its number, columns ``family``, ``state``, the ten gates with
    their status words, and ``days left`` (``None`` where no expiry is kept).
    ``states``: one row a state with ``captures``. ``goldens``: one row a meaning with ``fixtures``.
    """

    findings: pandas.DataFrame
    gates: pandas.DataFrame
    states: pandas.DataFrame
    goldens: pandas.DataFrame

    @property
    def sentence(self) -> str:
        """The folder in one sentence."""
        states = [f"{number} {state}" for state, number in self.states["captures"].items()]
        captures = count(len(self.gates), "capture")
        found = count(int(self.findings.to_numpy().sum()), "finding")
        said = f"{captures}: {joined(states)}." if states else f"{captures}."
        return f"{said} {found}. {count(int(self.goldens['fixtures'].sum()), 'promoted fixture')}."


def overview(
    folder: str | Path,
    *,
    promoted: str | Path | None = None,
    known: KnownIdentities | None = None,
    custody: Custody | None = None,
    environment: ReplayEnvironment | None = None,
    anew: bool = False,
    progress: Progress | None = None,
) -> Overview:
    """Load, scan and replay every capture of ``folder`` and every promoted fixture.

    Decisions of a review that was begun count in, unless it is looked at ``anew``; nothing is written. Raises ``Unreadable`` for a
    folder that is not there.
    """
    with Review.open(
        folder,
        promoted=promoted,
        known=known,
        custody=custody,
        environment=environment,
        remember=False,
        anew=anew,
    ) as review:
        review.warm(progress)
        items = [review.item(row.key) for row in review.queue()]
        stood = _standings(review.promoted, environment)
    return Overview(_findings(items), _gates(items), _states(items), _goldens(stood))


def _standings(promoted: Path, environment: ReplayEnvironment | None) -> list[Standing]:
    try:
        folders = promoted_folders([promoted])
    except Unreadable:
        return []
    return [
        standing(
            folder,
            environment=environment or ReplayEnvironment(campaigns=campaign_folders(folder)),
        )
        for folder in folders
    ]


def _findings(items: list[Item]) -> pandas.DataFrame:
    import pandas

    counts = Counter(
        (finding.kind.value, finding.certainty.value) for item in items for finding in item.findings
    )
    kinds = sorted({kind for kind, _ in counts})
    rows = [[counts[kind, certainty] for certainty in CERTAINTIES] for kind in kinds]
    index = pandas.Index(kinds, name="class", dtype="object")
    return pandas.DataFrame(rows, index=index, columns=list(CERTAINTIES), dtype="int64")


def _gates(items: list[Item]) -> pandas.DataFrame:
    import pandas

    columns = ["family", "state", *(name.value for name in GateName), "days left"]
    rows = [
        [
            item.family or "unknown",
            item.state,
            *(gate.status.value for gate in item.gates),
            item.days_left,
        ]
        for item in items
    ]
    index = pandas.Index([item.number for item in items], name="capture", dtype="int64")
    return pandas.DataFrame(rows, index=index, columns=columns, dtype="object")


def _states(items: list[Item]) -> pandas.DataFrame:
    tally = Counter(item.state for item in items)
    return _counted({state: tally[state] for state in STATES if tally[state]}, "state", "captures")


def _goldens(stood: list[Standing]) -> pandas.DataFrame:
    tally = Counter(
        NOT_AS_REVIEWED if each.problems or each.change is None else each.change.meaning.value
        for each in stood
    )
    order = [*(meaning.value for meaning in Meaning), NOT_AS_REVIEWED]
    return _counted({word: tally[word] for word in order if tally[word]}, "golden", "fixtures")


def _counted(counts: dict[str, int], name: str, column: str) -> pandas.DataFrame:
    import pandas

    index = pandas.Index(list(counts), name=name, dtype="object")
    return pandas.DataFrame({column: list(counts.values())}, index=index, dtype="int64")
