"""Ids that nothing issued, as replay proved them (DESIGN.md, "Issued ids, in every family")."""

from __future__ import annotations

from workbench.core.fixture import IdUse, Replay
from workbench.core.places import NoRawMap, Role, Text
from workbench.findings.finding import Certainty, Finding, Kind
from workbench.findings.grouping import finding_key

CHECK = "issued-ids"


def unissued_findings(replay: Replay | None, *, key: bytes) -> tuple[Finding, ...]:
    """One proof-level finding for each different id that was used and never issued."""
    groups: dict[tuple[str, str], list[IdUse]] = {}
    for use in replay.unissued if replay is not None else ():
        groups.setdefault((use.kind, use.value), []).append(use)
    return tuple(_finding(uses, key) for uses in groups.values())


def _finding(uses: list[IdUse], key: bytes) -> Finding:
    first = uses[0]
    place = first.place
    text = Text(first.value, Role.ID, place.file, place.pointer, NoRawMap(), chain=place.chain)
    return Finding(
        key=finding_key(key, CHECK, first.value, text),
        check=CHECK,
        kind=Kind.UNISSUED_ID,
        certainty=Certainty.PROOF,
        what=f"Is a {first.kind} that nothing issued",
        why="Replay shows that nothing earlier in the capture or its content minted this id.",
        places=tuple(use.place for use in uses),
        value=first.value,
    )
