"""The audit record beside a promoted fixture, and its check in CI.

Source: ``spec/review-ux.md`` §13: counts, results and digests; never a name of the past, a date or a
value. Built from closed vocabularies only, so there is nothing for a value to come in by.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError, version

from workbench.core.canonical import JSON, digest, digest_bytes
from workbench.findings import Scan
from workbench.findings.finding import PROJECT
from workbench.findings.policy import OWN_FOLDER
from workbench.review.gates import Gate
from workbench.review.record import FORMAT, sealed
from workbench.review.state import ItemState
from workbench.review.verdicts import verdict_of

AUDIT = ".review.json"
OUTCOME = ".outcome.json"


@dataclass(frozen=True, slots=True)
class Evidence:
    """What an audit record is made of. ``files`` are those of the fixture, under their new names."""

    family: str
    files: Mapping[str, bytes] = field(repr=False)
    outcome: bytes = field(repr=False)
    engine: str
    gates: tuple[Gate, ...]
    scan: Scan = field(repr=False)
    state: ItemState = field(repr=False)
    stand_ins: tuple[tuple[str, int], ...] = ()
    places_searched: int = 0
    replays: int = 2


def audit_bytes(evidence: Evidence) -> bytes:
    """The record, canonical and indented: equal evidence gives equal bytes."""
    return sealed(
        {
            "formatVersion": FORMAT,
            "kind": evidence.family,
            "tool": {"name": "fixture-workbench", "version": tool_version()},
            "promoted": {
                "digest": files_digest(evidence.files),
                "files": {name: digest_bytes(data) for name, data in evidence.files.items()},
            },
            "outcome": {
                "digest": digest_bytes(evidence.outcome),
                "engine": evidence.engine,
                "replays": evidence.replays,
                "agree": True,
            },
            "gates": [
                {"gate": gate.name.value, "result": gate.status.value, "judgedBy": gate.judged_by}
                for gate in evidence.gates
            ],
            "checks": _checks(evidence.scan),
            "findings": _findings(evidence),
            "standIns": dict(evidence.stand_ins),
            "residue": {"placesSearched": evidence.places_searched, "found": 0},
            "review": {"role": "reviewer", "second": False},
            "history": [],
        }
    )


def _checks(scan: Scan) -> JSON:
    return {
        "stringsChecked": scan.strings_checked,
        "notChecked": _not_checked(scan),
        **({"policy": scan.policy} if scan.policy == OWN_FOLDER else {}),
        "skipped": list(scan.skipped),
        "setAside": _counted(
            (known.check, _closed(known.reason), known.count) for known in scan.suppressed
        ),
    }


def _not_checked(scan: Scan) -> JSON:
    parts: dict[str, int] = {}
    for part in scan.not_checked:
        parts[part.reason] = parts.get(part.reason, 0) + part.count
    return dict(parts)


def _closed(reason: str) -> str:
    """A reason without the words a project's policy gives with it: those are free text (§13)."""
    return reason.partition(":")[0] if reason.startswith(PROJECT) else reason


def _counted(rows: Iterable[tuple[str, str, int]]) -> JSON:
    counts: dict[str, dict[str, int]] = {}
    for outer, inner, number in rows:
        inside = counts.setdefault(outer, {})
        inside[inner] = inside.get(inner, 0) + number
    return counts


def _findings(evidence: Evidence) -> JSON:
    by_class: list[tuple[str, str, int]] = []
    reasons: Counter[str] = Counter()
    for finding in evidence.scan.findings:
        verdict = verdict_of(evidence.state, finding.key)
        # What stands in the old name only goes with it, and needs no verdict.
        by_class.append(
            (finding.kind.value, verdict.verdict if verdict else "with the old name", 1)
        )
        if verdict and verdict.reason:
            reasons[verdict.reason] += 1
    return {"byClass": _counted(by_class), "reasons": dict(reasons)}


def files_digest(files: Mapping[str, bytes]) -> str:
    """One digest over the fixture's files: of the canonical map of name to SHA-256."""
    return digest({name: digest_bytes(data) for name, data in files.items()})


def tool_version() -> str:
    """The version of the workbench; "0" where it is not installed as a package."""
    try:
        return version("fixture-workbench")
    except PackageNotFoundError:
        return "0"
