"""The canonical summary of an item: what a review notebook prints and CI compares (§16).

No path, key, date, duration or address; equal on every machine for equal files and decisions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from workbench.core.canonical import JSON
from workbench.review.viewing import View


def summary(view: View) -> Mapping[str, JSON]:
    """Kind, digest, gates, counts and outcome digest of one item."""
    item = view.item
    findings = Counter(finding.kind.value for finding in item.findings)
    return {
        "item": item.number,
        "kind": item.family,
        "state": item.state,
        "digest": item.fixture.digest if item.fixture else "",
        "steps": len(item.fixture.steps()) if item.fixture else 0,
        "gates": {gate.name.value: gate.status.value for gate in item.gates},
        "findings": dict(sorted(findings.items())),
        "open": len(item.open_findings),
        "notChecked": len(item.scan.not_checked) if item.scan else 0,
        "outcome": view.outcome_digest,
        "refused": item.refusal.code if item.refusal else "",
    }
