"""Which gate a finding belongs to, by where its value stands.

A value that stands only in the old name goes with the old name. A value in a string that cannot change
(seed, version, campaign id) has no cure. Everything else is contents. Source:
``spec/review-ux.md`` §§4, 9.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from workbench.core.fixture import Fixture
from workbench.core.places import Place, Role, Text
from workbench.findings import Finding, Scan
from workbench.review.state import ItemState
from workbench.review.verdicts import is_judged, verdict_of


@dataclass(frozen=True, slots=True)
class Placed:
    """The findings of a scan by gate: ``name`` (cured by renaming), ``fixed`` (no cure), the rest.

    ``refused`` are those of ``fixed`` that no verdict can override.
    """

    contents: tuple[Finding, ...] = field(default=(), repr=False)
    name: tuple[Finding, ...] = field(default=(), repr=False)
    fixed: tuple[Finding, ...] = field(default=(), repr=False)

    @property
    def refused(self) -> tuple[Finding, ...]:
        return tuple(finding for finding in self.fixed if finding.refuses)

    @property
    def to_judge(self) -> tuple[Finding, ...]:
        """Those that need a verdict: all but what goes with the old name, and what is refused."""
        return (*self.contents, *(finding for finding in self.fixed if not finding.refuses))


def place(fixture: Fixture, scan: Scan) -> Placed:
    """Sort the findings of ``scan`` by gate, keeping their order."""
    fixed = {_home(text) for text in fixture.fixed_texts()}
    labels = {_home(text) for text in (*fixture.label_texts(), *_inner_labels(fixture, scan))}
    by_gate: dict[str, list[Finding]] = {"contents": [], "name": [], "fixed": []}
    for finding in scan.findings:
        by_gate[_gate(finding, fixed, labels)].append(finding)
    return Placed(**{gate: tuple(found) for gate, found in by_gate.items()})


def _inner_labels(fixture: Fixture, scan: Scan) -> Iterator[Text]:
    """Where a file holds the capture's own name, which the export writes anew."""
    if not scan.findings:
        return iter(())
    return (text for text in fixture.texts() if text.role is Role.LABEL)


def _gate(finding: Finding, fixed: set[tuple[str, str]], labels: set[tuple[str, str]]) -> str:
    homes = {(place.file, place.pointer) for place in finding.places}
    if homes and homes <= labels:
        return "name"
    return "fixed" if homes & fixed else "contents"


def _home(item: Text | Place) -> tuple[str, str]:
    return (item.file, item.pointer)


def open_of(findings: tuple[Finding, ...], state: ItemState) -> tuple[Finding, ...]:
    """Those that have no verdict yet; *unsure* is none."""
    return tuple(finding for finding in findings if not is_judged(verdict_of(state, finding.key)))


def going(findings: tuple[Finding, ...], state: ItemState) -> tuple[Finding, ...]:
    """Those whose value has to go: judged *identifies* or *secret*."""
    return tuple(
        finding
        for finding in findings
        if (verdict := verdict_of(state, finding.key)) is not None
        and verdict.verdict in ("identifies", "secret")
    )
