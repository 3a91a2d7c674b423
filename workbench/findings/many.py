"""Scanning many fixtures, in several processes where an executor is given.

Results come in the order of the paths, whatever process finished first, so that two runs print the same
(``spec/detection.md`` §5: "two worker processes by file, results merged in file order").
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from workbench.core.errors import WorkbenchError
from workbench.core.fixture import open_fixture
from workbench.findings.finding import Scan
from workbench.findings.known import KnownIdentities
from workbench.findings.policy import policy_file
from workbench.findings.policy_file import read_policy
from workbench.findings.scanning import scan


@dataclass(frozen=True, slots=True)
class Scanned:
    """One fixture's scan, or why it could not be read. ``what`` holds no captured value."""

    path: Path
    scan: Scan | None
    refusal: str = ""


def scan_many(
    paths: Iterable[Path],
    *,
    executor: Executor | None = None,
    known: KnownIdentities | None = None,
    key: bytes = b"",
    chunk: int = 8,
) -> Iterator[Scanned]:
    """The scan of each fixture, in the order of ``paths``.

    ``executor`` runs ``chunk`` fixtures at a time; ``None`` scans here. A fixture that is refused is
    told in its place. Findings of other processes hold values: they travel between processes only.
    Raises ``Refused`` for a project policy that is not understood.
    """
    listed = list(paths)
    for file in {found for path in listed if (found := policy_file(path))}:
        read_policy(file)  # a wrong one ends the run before it begins
    work = partial(_scanned, known=known, key=key)
    if executor is None:
        return map(work, listed)
    return iter(executor.map(work, listed, chunksize=chunk))


def _scanned(path: Path, *, known: KnownIdentities | None, key: bytes) -> Scanned:
    file = policy_file(path)
    try:
        policy = None if file is None else read_policy(file)
        return Scanned(path, scan(open_fixture(path), known=known, key=key, policy=policy))
    except WorkbenchError as error:
        return Scanned(path, None, str(error))
