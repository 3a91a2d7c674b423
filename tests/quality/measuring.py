"""Running the scan over the labelled development sets and scoring it with their own scorer."""

from __future__ import annotations

import gzip
import importlib.util
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

from workbench.findings import Certainty, Finding, Scan, scan_text

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


def scanned(record: Record) -> Scan:
    """The scan of one record."""
    return scan_text(
        record["text"],
        format=record.get("format"),
        label=record.get("label"),
        known=record.get("known") or (),
        issued=record.get("issued"),
    )


def scored_findings(record: Record) -> list[dict[str, Any]]:
    """What is shown by default (proof and strong), with offsets in characters."""
    result = scanned(record)
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


def measure(shared: Path, name: str, *, by: str | None = None) -> dict[str, Any]:
    """The scorer's report on one set."""
    bench = records(shared, name)
    found = {record["id"]: scored_findings(record) for record in bench}
    report: dict[str, Any] = scorer(shared).score(bench, found, by)
    return report
