"""Which engine reads: Hyperscan where it is installed and worth its start, otherwise google-re2.

The findings are the same with both, so the choice may follow the load. A machine without a compiled
database reads a few megabytes before compiling one pays.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from workbench.findings.engines import Ends, Engine, Passage, Re2Engine
from workbench.findings.hyperscan_engine import (
    HyperscanEngine,
    TooManyEnds,
    hyperscan_engine,
    is_here,
)
from workbench.findings.patterns import Pattern

WORTH_COMPILING = 6_000_000  # bytes read for the same patterns
_FEW_PATTERNS = 40  # a database of fewer is no faster than the automaton


@dataclass(slots=True)
class FastestEngine:
    """The engine for one set of patterns, which changes once when a database is there."""

    patterns: tuple[Pattern, ...]
    slow: Re2Engine
    fast: HyperscanEngine | None = None
    read: int = 0

    @property
    def name(self) -> str:
        return self.slow.name if self.fast is None else self.fast.name

    def ends(self, passage: Passage) -> Ends:
        self.read += len(passage.buffer)
        if self.fast is None and self.read > WORTH_COMPILING:
            self.fast = hyperscan_engine(self.patterns, compile_now=True)
        if self.fast is None:
            return self.slow.ends(passage)
        try:
            return self.fast.ends(passage)
        except TooManyEnds:
            return self.slow.ends(passage)


@cache
def fastest_engine(patterns: tuple[Pattern, ...]) -> Engine:
    """The engine for ``patterns``, one for the process."""
    slow = Re2Engine(patterns)
    if len(patterns) < _FEW_PATTERNS or not is_here():
        return slow
    return FastestEngine(patterns, slow, hyperscan_engine(patterns, compile_now=False))
