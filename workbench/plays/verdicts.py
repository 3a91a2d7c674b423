"""Comparing a replay with the outcome that was expected, as the published oracle does.

Source: ``spec/play-sessions.md`` §9.2. ``at`` is the first submission whose decision differs; the
number of expected decisions where every decision is the same and only the ending differs.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from workbench.core.canonical import JSON, canonical_text
from workbench.plays.engine.kind import Kind
from workbench.plays.engine.registry import Archive
from workbench.plays.recorded import Recorded
from workbench.plays.runner import Built, Fault, Unrunnable, build

_DECISION = ("index", "seq", "actionId", "adopt", "accepted", "reason")
_ENDING = ("finalStatus", "acceptedActions", "achievements", "terminal")
_ABSENT = object()


@dataclass(frozen=True, slots=True)
class Match:
    """The replay gave what was expected."""

    kind: str = "match"


@dataclass(frozen=True, slots=True)
class Diverged:
    """The replay gave something else. Whether that is a regression is a person's decision."""

    at: int
    captured_under: str = field(repr=False)
    expected: JSON = field(repr=False)
    actual: JSON = field(repr=False)
    kind: str = "diverged"


Verdict: TypeAlias = Match | Diverged | Unrunnable | Fault


def judge(
    recorded: Recorded, expected: Mapping[str, Any], archive: Archive, *, kinds: Mapping[str, Kind]
) -> Verdict:
    """Replay a fixture and compare. A fault or a missing campaign is never called divergence."""
    replayed = build(recorded, archive, kinds=kinds)
    if not isinstance(replayed, Built):
        return replayed
    at = divergence(expected, replayed.outcome)
    if at is None:
        return Match()
    return Diverged(at, recorded.captured_under, expected, replayed.outcome)


def divergence(expected: Mapping[str, Any], actual: Mapping[str, Any]) -> int | None:
    """Where two outcomes first differ; ``None`` if nowhere. The order of keys never matters."""
    wanted, given = decisions_of(expected), decisions_of(actual)
    for index in range(max(len(wanted), len(given))):
        if index >= len(wanted) or index >= len(given):
            return index
        if not _same_members(wanted[index], given[index], _DECISION):
            return index
    return None if _same_members(expected, actual, _ENDING) else len(wanted)


def decisions_of(outcome: Mapping[str, Any]) -> list[Any]:
    """The decisions of an outcome; none where it has no list of them."""
    decisions = outcome.get("decisions")
    return decisions if isinstance(decisions, list) else []


def ending_of(expected: Mapping[str, Any], actual: Mapping[str, Any]) -> list[tuple[str, Any, Any]]:
    """The parts of the ending that differ: name, expected, actual."""
    return [
        (name, expected.get(name), actual.get(name))
        for name in _ENDING
        if not _same(expected.get(name, _ABSENT), actual.get(name, _ABSENT))
    ]


def _same_members(left: Any, right: Any, members: tuple[str, ...]) -> bool:
    if not (isinstance(left, Mapping) and isinstance(right, Mapping)):
        return False
    return all(_same(left.get(name, _ABSENT), right.get(name, _ABSENT)) for name in members)


def _same(left: Any, right: Any) -> bool:
    if left is _ABSENT or right is _ABSENT:
        return left is right
    # As text: Python would call ``True`` and ``1`` equal.
    return canonical_text(left) == canonical_text(right)
