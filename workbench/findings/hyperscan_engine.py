"""Hyperscan: the gates of all patterns in one pass over a buffer (extra ``hyperscan``).

Compiling takes seconds, so the compiled database is kept in the user's cache, under a digest of its
patterns and of the library's version. What is read from there and does not load is compiled again
(``spec/detection.md`` §5).
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import Any

from workbench.core.errors import WorkbenchError
from workbench.core.files import write_file
from workbench.findings.engines import Ends, Passage
from workbench.findings.patterns import Pattern

hyperscan: Any
try:
    hyperscan = import_module("hyperscan")
except ImportError:  # no wheel for this machine, or the extra is not installed
    hyperscan = None

#: Ends noted for each byte read, beyond an allowance: a text of nothing but ends is read otherwise.
_MOST_ENDS = 0.1
_ALLOWANCE = 20_000


class TooManyEnds(Exception):
    """The buffer holds so many gates that noting each would cost more than reading it."""


class HyperscanEngine:
    """One compiled database, used by one thread at a time."""

    name = "hyperscan"

    def __init__(self, patterns: Sequence[Pattern], database: Any) -> None:
        self._patterns = tuple(patterns)
        self._database = database

    def ends(self, passage: Passage) -> Ends:
        """Raises ``TooManyEnds`` for a buffer that should be read by another engine."""
        noted: list[tuple[int, int]] = []
        note, most = noted.append, _ALLOWANCE + int(len(passage.buffer) * _MOST_ENDS)

        def seen(number: int, _start: int, end: int, _flags: int, _context: object) -> bool | None:
            note((end, number))
            return len(noted) > most or None

        with suppress(hyperscan.ScanTerminated):
            self._database.scan(passage.buffer, match_event_handler=seen)
        if len(noted) > most:
            raise TooManyEnds
        return self._by_text(noted, passage)

    def _by_text(self, noted: list[tuple[int, int]], passage: Passage) -> Ends:
        found: Ends = {}
        noted.sort()
        at, start, stop = -1, 0, -1
        held: dict[Pattern, list[int]] = {}
        for end, number in noted:
            if end > stop:
                at = passage.text_at(max(end - 1, 0))
                start, stop = passage.bounds(at)
                stop += 1
                held = found.setdefault(at, {})
            held.setdefault(self._patterns[number], []).append(end - start)
        return found


def is_here() -> bool:
    """Whether the library is installed."""
    return hyperscan is not None


@cache
def hyperscan_engine(patterns: tuple[Pattern, ...], *, compile_now: bool) -> HyperscanEngine | None:
    """The engine for ``patterns``; ``None`` if it is not in the cache and must not be compiled now."""
    if hyperscan is None:
        return None
    sources = tuple(pattern.gate.source for pattern in patterns)
    path = _cached(sources)
    database = _loaded(path)
    if database is None and compile_now:
        database = compiled(sources)
        _keep(path, database)
    return None if database is None else HyperscanEngine(patterns, database)


def compiled(sources: Sequence[str]) -> Any:
    """The database of ``sources``, numbered in their order. Takes seconds."""
    database = hyperscan.Database(mode=hyperscan.HS_MODE_BLOCK)
    database.compile(
        expressions=[source.encode("utf-8") for source in sources],
        ids=list(range(len(sources))),
        elements=len(sources),
        flags=hyperscan.HS_FLAG_UTF8,
    )
    return database


def _loaded(path: Path) -> Any:
    try:
        database = hyperscan.loadb(path.read_bytes(), hyperscan.HS_MODE_BLOCK)
        database.scratch = hyperscan.Scratch(database)
    except (OSError, ValueError, hyperscan.error):
        return None
    return database


def _keep(path: Path, database: Any) -> None:
    with suppress(OSError, WorkbenchError):
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_file(path, hyperscan.dumpb(database), mode=0o600)


def _cached(sources: Sequence[str]) -> Path:
    digest = hashlib.sha256(version("hyperscan").encode())
    for source in sources:
        digest.update(b"\0" + source.encode("utf-8"))
    root = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(root) / "fixture-workbench" / f"gates-{digest.hexdigest()[:32]}.hs"
