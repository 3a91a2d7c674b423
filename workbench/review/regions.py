"""What must have been on the screen before an item can be promoted (``spec/review-ux.md`` §8.6)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from workbench.core.fixture import Fixture
from workbench.findings import Scan

NAME = "name"
OUTCOME = "outcome"
NOT_CHECKED = "not checked"


def finding_region(key: str) -> str:
    """The region of a finding's card."""
    return f"finding:{key}"


def required_regions(fixture: Fixture, scan: Scan | None) -> tuple[str, ...]:
    """Every finding, the name, the outcome, and what was not checked, where there is such a thing."""
    found = [finding_region(finding.key) for finding in scan.findings] if scan else []
    asks = any(note.weight == "ask" for note in fixture.notes)
    unread = scan is None or bool(scan.not_checked or scan.crashed)
    return (*found, *([NOT_CHECKED] if asks or unread else []), NAME, OUTCOME)


def bound(regions: Iterable[str], shown: Mapping[str, str]) -> tuple[str, ...]:
    """The regions as the journal keeps them: bound to what was shown in them.

    ``shown`` gives a digest for the outcome and for what was not checked: when either changes, it has
    to be looked at again. A finding's key holds its value already, and the name is judged anew.
    """
    return tuple(f"{region}@{shown[region]}" if region in shown else region for region in regions)


def unseen_regions(
    required: tuple[str, ...], seen: frozenset[str], *, shown: Mapping[str, str]
) -> tuple[str, ...]:
    """Those that were not on the screen yet, as they are now."""
    kept = bound(required, shown)
    return tuple(region for region, key in zip(required, kept, strict=True) if key not in seen)
