"""File names of a scenario folder, and which of them replay reads.

Source: ``spec/session-logs.md`` §2.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from workbench.session_logs.errors import LogRefused, refuse

OVERRIDE_NAME = "replay.override.json"
MAX_SAFE = 2**53 - 1

_FIXTURE = re.compile(r"session(?:\.([1-9][0-9]*))?(?:\.v([1-9][0-9]*))?\.jsonl", re.ASCII)
_STORED = re.compile(r"session(?:\.v([1-9][0-9]*))?\.jsonl(\.zstd)?", re.ASCII)
_OUTPUT = re.compile(r"(?:session|writer(?:\.[1-9][0-9]*)?)\.expected\.jsonl", re.ASCII)
_PRINTABLE = re.compile(r"[sS]essions?[.vV0-9]{0,40}(?:expected\.)?jsonl", re.ASCII)


@dataclass(frozen=True, slots=True)
class FixtureName:
    """The role a file name gives: ordinal 0 is the parent, and the generation it declares."""

    name: str
    ordinal: int
    generation: int


def parse_name(name: str) -> FixtureName | None:
    """The role of ``name``, or ``None`` if it is simply no fixture. Raises ``LogRefused`` (§2.1)."""
    match = _FIXTURE.fullmatch(name)
    numbers = [int(group or 0) for group in match.groups()] if match else []
    if match and max(numbers) <= MAX_SAFE:
        return FixtureName(name, numbers[0], numbers[1])
    if name.startswith("session") and name.endswith(".jsonl"):
        raise _named(
            "invalid session fixture name: %s",
            name,
            cure="Name logs session.jsonl, session.1.jsonl, session.1.v3.jsonl",
        )
    return None


def stored_name(name: str) -> tuple[int, str] | None:
    """Generation and compression of a name the runtime itself writes, or ``None`` (§20)."""
    match = _STORED.fullmatch(name)
    if match is None or int(match.group(1) or 0) > MAX_SAFE:
        return None
    return int(match.group(1) or 0), "zstd" if match.group(2) else "raw"


def is_output(name: str) -> bool:
    """Whether ``name`` is an output log kept for comparison, never replay input (§2.1)."""
    return _OUTPUT.fullmatch(name) is not None


def select(names: Iterable[str]) -> tuple[FixtureName, ...]:
    """Of each role the highest generation, parent first, without gaps. Raises ``LogRefused`` (§2.2)."""
    best: dict[int, FixtureName] = {}
    seen: set[tuple[int, int]] = set()
    for name in names:
        role = parse_name(name)
        if role is None:
            continue
        key = (role.ordinal, role.generation)
        if key in seen:
            raise _named("duplicate session fixture generation: %s", name)
        seen.add(key)
        held = best.get(role.ordinal)
        if held is None or held.generation < role.generation:
            best[role.ordinal] = role
    ordered = [best[ordinal] for ordinal in sorted(best)]
    if not ordered or ordered[0].ordinal != 0:
        raise refuse(
            "missing parent session fixture",
            means="A scenario folder needs the parent's log, session.jsonl",
            code="no_parent",
        )
    for index, role in enumerate(ordered):
        if role.ordinal != index:
            raise _named(
                f"session fixture roles must be contiguous: expected index {index}, found %s",
                role.name,
            )
    return tuple(ordered)


def file_name(ordinal: int, generation: int) -> str:
    """The fixture name of a role: ``session[.<ordinal>][.v<generation>].jsonl``."""
    middle = f".{ordinal}" if ordinal else ""
    version = f".v{generation}" if generation else ""
    return f"session{middle}{version}.jsonl"


def printable(name: str) -> str:
    """``name`` if it is made of the format's words only, else its length: names are captured text."""
    if name == OVERRIDE_NAME or _PRINTABLE.fullmatch(name):
        return name
    return f"a file name of {len(name)} characters"


def _named(template: str, name: str, *, cure: str = "") -> LogRefused:
    shown = printable(name)
    return LogRefused(template % shown, exact=template % name, cure=cure, code="bad_file_name")
