"""What a review notebook prints for nbval to compare: value-free lines, equal on every machine.

Source: ``spec/review-ux.md`` §16. Only what the captures themselves decide is in it: a reviewer's own
verdicts live in the journal, and trying the app does not change what CI compares.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, cast

from workbench.findings import KnownIdentities
from workbench.review import Review

MACHINE_GATES = ("Loads", "Replays", "Consumed", "Issued")


def summary_text(folder: str | Path) -> str:
    """One line an item: kind, steps, what replay proved, findings by class, digests."""
    with Review.open(folder, known=KnownIdentities()) as review:
        return "\n".join(_lines(review))


def _lines(review: Review) -> Iterator[str]:
    for entry in review.summary():
        yield _line(cast("Mapping[str, Any]", entry))


def _line(entry: Mapping[str, Any]) -> str:
    head = f"item {entry['item']:>2}"
    if entry["refused"]:
        return f"{head}  refused: {entry['refused']}"
    gates = " ".join(f"{name.lower()}={entry['gates'][name]}" for name in MACHINE_GATES)
    found = (
        ", ".join(f"{many} {kind}" for kind, many in sorted(entry["findings"].items())) or "none"
    )
    digests = f"digest {entry['digest'][:12]}  outcome {entry['outcome'][:12] or 'none'}"
    return f"{head}  {entry['kind']}, {entry['steps']} steps  {gates}  findings: {found}  not checked: {entry['notChecked']}  {digests}"
