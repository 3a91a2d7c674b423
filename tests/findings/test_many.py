"""Many fixtures at once are the same as one after the other."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

from workbench.core.discovery import discover
from workbench.findings.many import scan_many

SAMPLES = Path(__file__).parents[2] / "sample_fixtures" / "captures"


def test_processes_give_the_same_scans_in_the_same_order() -> None:
    paths = discover([SAMPLES])[:6]
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        apart = list(scan_many(paths, executor=pool, chunk=1))
    here = list(scan_many(paths))
    assert [one.path for one in apart] == list(paths)
    assert [(a.refusal, _found(a)) for a in apart] == [(a.refusal, _found(a)) for a in here]


def _found(scanned: object) -> list[tuple[str, str]]:
    scan = scanned.scan  # type: ignore[attr-defined]
    return [] if scan is None else [(found.key, found.value) for found in scan.findings]
