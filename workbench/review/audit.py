"""The audit record beside a promoted fixture, and its check in CI.

Source: ``spec/review-ux.md`` §13: counts, results and digests; never a name, a date or a value.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Problem:
    """Something that does not match in a promoted fixture. ``code`` is a stable word.

    Codes: ``missing_audit``, ``bad_audit``, ``missing_outcome``, ``changed_fixture``,
    ``changed_outcome``, ``gate_not_passed``, ``unexpected_file``, ``wrong_name``.
    """

    code: str
    sentence: str


def verify_promoted(folder: str | Path) -> tuple[Problem, ...]:
    """What does not match between a promoted folder's files and its audit record; empty when all is
    well. Reads files only: replaying is the caller's part. Raises ``Unreadable`` for no folder."""
    raise NotImplementedError
