"""The two engines on every corpus: the same findings, and what each costs.

Scans every record of the labelled sets and every fixture of the shared corpora and the samples with both
engines, compares all findings down to the bytes, and prints the processor seconds. Without Hyperscan, or
without the corpora beside the checkout, there is nothing to compare. Run::

    python benchmarks/engines.py
"""

from __future__ import annotations

import gzip
import json
import os
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from workbench.core.discovery import discover
from workbench.core.errors import WorkbenchError
from workbench.core.fixture import open_fixture
from workbench.core.places import Text
from workbench.findings import CHECKS, KnownIdentities, Scan
from workbench.findings.bare_text import read_texts
from workbench.findings.engines import Engine, Re2Engine
from workbench.findings.hyperscan_engine import hyperscan_engine
from workbench.findings.readings import router_for
from workbench.findings.scanning import scan_texts

ROOT = Path(__file__).parents[1]
SHARED = Path(os.environ.get("WORKBENCH_SHARED", ROOT.parent / "shared")) / "corpora"
SETS = ("planted_dev", "secrets_dev", "pii_dev")
FOLDERS = (SHARED / "session_logs", SHARED / "cassettes", ROOT / "sample_fixtures")


def records(name: str) -> Iterator[list[Text]]:
    """The texts of each record of a labelled set."""
    path = SHARED / "detection" / f"{name}.jsonl.gz"
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            record = json.loads(line)
            yield read_texts(record["text"], format=record.get("format"))


def fixtures(folder: Path) -> Iterator[list[Text]]:
    """The texts of each fixture of a folder."""
    for path in discover([folder]):
        try:
            yield list(open_fixture(path).texts())
        except WorkbenchError:
            continue  # not every public file is a fixture


def main() -> None:
    """Print one row for each corpus."""
    patterns = tuple(
        dict.fromkeys(p for member in router_for(CHECKS).members for p in member.trigger.patterns)
    )
    fast = hyperscan_engine(patterns, compile_now=True)
    if fast is None or not SHARED.is_dir():
        print("Hyperscan or the shared corpora are not here.")
        return
    slow = Re2Engine(patterns)
    print(f"{len(patterns)} patterns\n")
    print(
        "| corpus | texts | MB | gates, re2 | gates, hyperscan | scan, re2 | scan, hyperscan | different |"
    )
    print("|---|---|---|---|---|---|---|---|")
    for name in SETS:
        _row(name, list(records(name)), slow, fast)
    for folder in FOLDERS:
        _row(folder.name, list(fixtures(folder)), slow, fast)


def _row(name: str, fixtures: Sequence[list[Text]], slow: Engine, fast: Engine) -> None:
    texts = [text for fixture in fixtures for text in fixture]
    size = sum(len(text.value) for text in texts) / 1e6
    gates = [_gates(texts, engine) for engine in (slow, fast)]
    seconds, different = [0.0, 0.0], 0
    for fixture in fixtures:
        found = []
        for at, engine in enumerate((slow, fast)):
            started = time.process_time()
            scan = scan_texts(fixture, known=KnownIdentities(), engine=engine)
            seconds[at] += time.process_time() - started
            found.append(_facts(scan))
        different += found[0] != found[1]
    print(
        f"| {name} | {len(texts):,} | {size:.2f} | {gates[0]:.3f} | {gates[1]:.3f}"
        f" | {seconds[0]:.2f} | {seconds[1]:.2f} | {different} |"
    )


def _gates(texts: Sequence[Text], engine: Engine) -> float:
    """Processor seconds of the first pass alone, the faster of two."""
    router = router_for(CHECKS, engine=engine)
    times = []
    for _ in range(2):
        started = time.process_time()
        for _ in router.route(texts):
            pass
        times.append(time.process_time() - started)
    return min(times)


def _facts(scan: Scan) -> list[tuple[object, ...]]:
    findings = [
        (each.check, each.kind, each.certainty, each.value, each.why, each.places)
        for each in scan.findings
    ]
    return [*findings, scan.suppressed, scan.not_checked, scan.crashed]


if __name__ == "__main__":
    main()
