"""Running the scan over the labelled development sets and scoring it with their own scorer."""

from __future__ import annotations

import gzip
import importlib.util
import json
import math
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

from fresh_plants import Document, documents

from workbench.core.discovery import discover
from workbench.core.errors import WorkbenchError
from workbench.core.fixture import open_fixture
from workbench.findings import Certainty, Finding, Scan, scan, scan_text
from workbench.findings.policy import Policy

SETS = ("planted_dev", "secrets_dev", "pii_dev")
Record = Mapping[str, Any]


def records(shared: Path, name: str) -> list[Record]:
    """The records of one set."""
    path = shared / "corpora" / "detection" / f"{name}.jsonl.gz"
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def scorer(shared: Path) -> ModuleType:
    """The scorer that came with the sets."""
    path = shared / "corpora" / "detection" / "score.py"
    spec = importlib.util.spec_from_file_location("detection_score", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def scanned(record: Record, policy: Policy | None = None) -> Scan:
    """The scan of one record."""
    return scan_text(
        record["text"],
        format=record.get("format"),
        label=record.get("label"),
        known=record.get("known") or (),
        issued=record.get("issued"),
        policy=policy,
    )


def scored_findings(record: Record, policy: Policy | None = None) -> list[dict[str, Any]]:
    """What is shown by default (proof and strong), with offsets in characters."""
    result = scanned(record, policy)
    shown = [found for found in result.findings if found.certainty is not Certainty.WEAK]
    return [item for finding in shown for item in _places(record, finding)]


def _places(record: Record, finding: Finding) -> Iterator[dict[str, Any]]:
    for place in finding.places:
        for span in place.spans:
            where = "label" if span.file == "label" else "text"
            text = record["label"] if where == "label" else record["text"]
            yield {
                "start": _characters(text, span.start),
                "end": _characters(text, span.end),
                "type": (finding.holds or finding.kind).value,
                "where": where,
                "check": finding.check,
            }


def _characters(text: str, offset: int) -> int:
    if text.isascii():
        return offset
    return len(text.encode("utf-8", "surrogatepass")[:offset].decode("utf-8", "ignore"))


def measure(
    shared: Path, name: str, *, by: str | None = None, policy: Policy | None = None
) -> dict[str, Any]:
    """The scorer's report on one set."""
    (report,) = measured(shared, name, by, policy=policy)
    return report


def measured(
    shared: Path, name: str, *groupings: str | None, policy: Policy | None = None
) -> list[dict[str, Any]]:
    """The scorer's reports on one set, one for each grouping, from one scan of every record."""
    bench = records(shared, name)
    found = {record["id"]: scored_findings(record, policy) for record in bench}
    score = scorer(shared).score
    return [score(bench, found, by) for by in groupings]


def fresh(seed: int, count: int) -> tuple[dict[str, tuple[int, int]], list[tuple[str, str]]]:
    """Found and planted values of fresh documents by group, and false alarms in the clean ones.

    Groups are ``all``, the tier, the kind and the carrier. A value counts as found when a finding that
    is shown by default covers at least half of it, or stands in what encodes it.
    """
    wanted: Counter[str] = Counter()
    found: Counter[str] = Counter()
    alarms: list[tuple[str, str]] = []
    for document in documents(seed, count):
        scan = scan_text(document.text, format=document.format, known=document.known)
        shown = [one for one in scan.findings if one.certainty is not Certainty.WEAK]
        if document.plant is None:
            alarms += [(one.check, one.value) for one in shown]
            continue
        plant = document.plant
        hit = any(_covers(one.value, document) for one in shown)
        for group in ("all", plant.tier, plant.kind, document.carrier):
            wanted[group] += 1
            found[group] += hit
    return {group: (found[group], wanted[group]) for group in wanted}, alarms


def _covers(value: str, document: Document) -> bool:
    plant = document.plant
    assert plant is not None
    if plant.tier == "hard":
        return True  # nothing else in such a document is anybody's
    one, other = value.lower(), plant.value.lower()
    spelled = plant.kind == "email" and ("dot" in value or "[" in value)
    return other in one or (one in other and 2 * len(one) >= len(other)) or spelled


def interval(found: int, wanted: int) -> tuple[float, float]:
    """The 95 % confidence interval of a recall (Wilson's score)."""
    if not wanted:
        return (0.0, 1.0)
    z, share = 1.96, found / wanted
    middle = share + z * z / (2 * wanted)
    spread = z * math.sqrt(share * (1 - share) / wanted + z * z / (4 * wanted * wanted))
    scale = 1 + z * z / wanted
    return ((middle - spread) / scale, (middle + spread) / scale)


def noise(folder: Path) -> tuple[set[str], int, float]:
    """Different strong values, places and megabytes of text of the fixtures below ``folder``."""
    values: set[str] = set()
    places, size = 0, 0
    for path in discover([folder]):
        try:
            fixture = open_fixture(path)
        except WorkbenchError:
            continue  # not every public file is a fixture
        strong = [one for one in scan(fixture).findings if one.certainty is not Certainty.WEAK]
        values |= {one.value for one in strong}
        places += sum(len(one.places) for one in strong)
        size += sum(len(text.value) for text in fixture.texts())
    return values, places, size / 1e6
