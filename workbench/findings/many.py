"""Scanning many fixtures, in several processes where an executor is given.

Results come in the order of the paths, whatever process finished first, so that two runs print the same
(``spec/detection.md`` §5: "two worker processes by file, results merged in file order").
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor, Future
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path

from workbench.core.errors import WorkbenchError
from workbench.core.files import MAX_NAMES
from workbench.core.fixture import open_fixture
from workbench.findings.finding import Scan
from workbench.findings.known import KnownIdentities
from workbench.findings.policy import policy_file
from workbench.findings.policy_file import policy_for, read_policy
from workbench.findings.scanning import scan

CHUNK = 512 * 1024  # bytes of fixtures that go to a process together


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
    chunk: int = CHUNK,
) -> Iterator[Scanned]:
    """The scan of each fixture, in the order of ``paths``.

    ``executor`` runs fixtures of about ``chunk`` bytes together, large ones first, so that no process
    waits for another; ``None`` scans here. A fixture that is refused is told in its place. Findings
    of other processes hold values: they travel between processes only. Raises ``Refused`` for a
    project policy that is not understood.
    """
    listed = list(paths)
    for file in {found for path in listed if (found := policy_file(path))}:
        read_policy(file)  # a wrong one ends the run before it begins
    work = partial(_scanned_all, known=known, key=key)
    if executor is None:
        return (scanned for path in listed for scanned in work((path,)))
    return _in_order(listed, _parts(listed, chunk), partial(executor.submit, work))


def _in_order(
    listed: Sequence[Path],
    parts: Sequence[Sequence[int]],
    submit: Callable[[Sequence[Path]], Future[list[Scanned]]],
) -> Iterator[Scanned]:
    """Every part is on its way before the first result is asked for."""
    where: dict[int, tuple[Future[list[Scanned]], int]] = {}
    for part in parts:
        future = submit([listed[at] for at in part])
        where |= {at: (future, number) for number, at in enumerate(part)}
    for at in range(len(listed)):
        future, number = where.pop(at)
        yield future.result()[number]


def _parts(listed: Sequence[Path], chunk: int) -> list[list[int]]:
    """Numbers of paths that go together: largest first, as many as make up ``chunk`` bytes."""
    sizes = [_size(path) for path in listed]
    parts: list[list[int]] = []
    filled = chunk
    for at in sorted(range(len(listed)), key=lambda at: -sizes[at]):
        if filled >= chunk:
            parts.append([])
            filled = 0
        parts[-1].append(at)
        filled += sizes[at] + 4096  # a file costs something however small it is
    return parts


def _size(path: Path) -> int:
    """Bytes at ``path``, of a folder those of its files; what cannot be asked is told by the scan."""
    try:
        files = [path] if path.is_file() else list(islice(path.rglob("*"), MAX_NAMES))
        return sum(file.stat(follow_symlinks=False).st_size for file in files)
    except OSError:
        return 0


def _scanned_all(
    paths: Sequence[Path], *, known: KnownIdentities | None, key: bytes
) -> list[Scanned]:
    return [_scanned(path, known=known, key=key) for path in paths]


def _scanned(path: Path, *, known: KnownIdentities | None, key: bytes) -> Scanned:
    try:
        policy = policy_for(path)
        return Scanned(path, scan(open_fixture(path), known=known, key=key, policy=policy))
    except WorkbenchError as error:
        return Scanned(path, None, str(error))
