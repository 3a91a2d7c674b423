"""Promotion as one call, for scripts and tests: a review driven without a screen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from workbench.core.fixture import ReplayEnvironment
from workbench.findings import KnownIdentities


@dataclass(frozen=True, slots=True)
class Promoted:
    """What :func:`promote` did. ``written`` is false when exactly these files were there already."""

    folder: Path
    digest: str
    outcome_digest: str
    written: bool
    sentence: str


def promote(
    path: str | Path,
    *,
    name: str,
    verdicts: Mapping[str, str] | None = None,
    outcome: str | None = None,
    promoted: str | Path | None = None,
    known: KnownIdentities | None = None,
    environment: ReplayEnvironment | None = None,
    state: str | Path | None = None,
) -> Promoted:
    """Promote the capture at ``path`` under ``name``, with every decision given beforehand.

    ``verdicts`` maps finding keys to "identifies", "secret", or "not_identifying:<reason>".
    ``outcome`` is the digest a person approved; without it an earlier golden must replay to the same
    meaning. Raises ``GateClosed``, naming every gate that needs a person, and ``NotWritten``.
    """
    raise NotImplementedError
