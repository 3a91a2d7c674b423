"""How many findings real public fixtures cause: nothing is planted in them, so most are noise.

Counted a megabyte of the text that checks read, without long base64 runs, session logs and cassettes
apart (``spec/detection.md`` §6). Run::

    python benchmarks/noise.py [folder of fixtures ...]
"""

from __future__ import annotations

import os
import re
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from workbench.core.discovery import discover
from workbench.core.errors import WorkbenchError
from workbench.core.fixture import open_fixture
from workbench.findings import Certainty, scan

ROOT = Path(__file__).parents[1]
_RUN = re.compile(r"[A-Za-z0-9+/_-]{400,}={0,2}")


@dataclass
class Noise:
    """What one family's fixtures gave."""

    fixtures: int = 0
    characters: int = 0
    seconds: float = 0.0
    places: Counter[str] = field(default_factory=Counter)
    values: dict[str, set[str]] = field(default_factory=dict)

    def take(self, path: Path) -> None:
        started = time.process_time()
        fixture = open_fixture(path)
        found = scan(fixture)
        self.seconds += time.process_time() - started
        self.fixtures += 1
        self.characters += sum(len(_RUN.sub("", text.value)) for text in fixture.texts())
        for finding in found.findings:
            level = "weak" if finding.certainty is Certainty.WEAK else "strong"
            self.places[f"{level} {finding.check}"] += len(finding.places)
            self.values.setdefault(f"{level} {finding.check}", set()).add(finding.value)


def main() -> None:
    """Measure every folder and print one table for each."""
    shared = Path(os.environ.get("WORKBENCH_SHARED", ROOT.parent / "shared")) / "corpora"
    for folder in map(
        Path, sys.argv[1:] or [str(shared / "session_logs"), str(shared / "cassettes")]
    ):
        noise = Noise()
        for path in discover([folder]):
            try:
                noise.take(path)
            except WorkbenchError:
                continue  # not every public file is a fixture
        _print(folder.name, noise)


def _print(name: str, noise: Noise) -> None:
    size = max(noise.characters, 1) / 1e6
    print(
        f"\n{name}: {noise.fixtures} fixtures, {size:.2f} MB of text, {size / max(noise.seconds, 1e-9):.1f} MB/s"
    )
    print("\n| certainty and check | places a MB | different values | a MB |\n|---|---|---|---|")
    for kind, places in noise.places.most_common():
        different = len(noise.values[kind])
        print(f"| {kind} | {places / size:.1f} | {different} | {different / size:.1f} |")
    for level in ("strong", "weak"):
        kinds = [kind for kind in noise.values if kind.startswith(level)]
        total = len(set().union(*(noise.values[kind] for kind in kinds)))
        print(
            f"| {level}, all | {sum(noise.places[kind] for kind in kinds) / size:.1f} | {total} | {total / size:.1f} |"
        )


if __name__ == "__main__":
    main()
