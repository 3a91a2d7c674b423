"""How good the checks are on the labelled development sets and on fresh documents, by class and by tier.

The sets and their scorer lie beside the checkout (``WORKBENCH_SHARED``). What is scored is what is
shown by default: proof and strong. Run::

    python benchmarks/detection.py [set] [field to group by]
    python benchmarks/detection.py names MODEL    # prose with a spaCy model's folder (extra ner) and without
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests" / "quality"))

import measuring  # noqa: E402

from workbench.findings.name_model import NamesPin, model_digest  # noqa: E402
from workbench.findings.policy import Policy  # noqa: E402


def main() -> None:
    """Measure each set and print one table for it."""
    shared = Path(os.environ.get("WORKBENCH_SHARED", ROOT.parent / "shared"))
    if not (shared / "corpora" / "detection").is_dir():
        print("The development sets are not here: set WORKBENCH_SHARED to their folder.")
        return
    if sys.argv[1:2] == ["names"]:
        _with_names(shared, Path(sys.argv[2]))
        return
    names = sys.argv[1:2] or measuring.SETS
    by = sys.argv[2] if len(sys.argv) > 2 else None
    for name in names:
        started = time.perf_counter()
        report = measuring.measure(shared, name, by=by)
        _print(name, report, time.perf_counter() - started)
    if not sys.argv[1:]:
        _print_fresh()


def _with_names(shared: Path, model: Path) -> None:
    pinned = Policy(names=NamesPin(model, model_digest(model)))
    for title, policy in (("without a model", None), ("with the model", pinned)):
        started = time.perf_counter()
        report = measuring.measure(shared, "pii_dev", policy=policy)
        _print(f"pii_dev {title}", report, time.perf_counter() - started)


def _print_fresh(seed: int = 90_817, count: int = 3_000) -> None:
    """Recall on documents made from a seed of their own, with 95 % confidence intervals."""
    groups, alarms = measuring.fresh(seed, count)
    print(f"\nfresh documents: {count}, {len(alarms)} false alarms in {count // 10} clean ones\n")
    print("| group | planted | recall | 95 % interval |\n|---|---|---|---|")
    for group, (found, wanted) in sorted(groups.items(), key=lambda item: -item[1][1]):
        low, high = measuring.interval(found, wanted)
        print(f"| {group} | {wanted} | {found / wanted:.3f} | {low:.3f}–{high:.3f} |")


def _print(name: str, report: dict[str, Any], seconds: float) -> None:
    print(f"\n{name}: {report['records']} records, {report['chars']:,} characters, {seconds:.1f} s")
    print(
        f"recall {report['recall']:.3f} · named {report['recall_named']:.3f} · precision"
        f" {report['precision']:.3f} · {report['clean_spoiled']} of {report['clean_records']} clean"
        " records with a false alarm\n"
    )
    print("| class | wanted | recall | named |\n|---|---|---|---|")
    for group, row in sorted(report["groups"].items(), key=lambda item: -item[1]["wanted"]):
        print(f"| {group} | {row['wanted']} | {row['recall']:.3f} | {row['named']:.3f} |")


if __name__ == "__main__":
    main()
