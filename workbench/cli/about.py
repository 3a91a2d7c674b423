"""Whose a capture is, from a file: an account or a session on a command line would stay in its history."""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from pathlib import Path

from workbench.core.errors import Refused, Unreadable
from workbench.findings import KnownIdentities
from workbench.findings.known_file import known_of

_OURS = ("account", "session")


@dataclass(frozen=True, slots=True)
class About:
    """What the lines of such a file say. In memory only."""

    accounts: tuple[str, ...] = field(default=(), repr=False)
    session: str = field(default="", repr=False)
    known: KnownIdentities = field(default_factory=KnownIdentities, repr=False)


def read_about(path: Path) -> About:
    """``account:``, ``session:`` and the kinds of ``--known``, one a line; ``-`` is standard input.

    Raises ``Unreadable`` and ``Refused``; no value is in either message.
    """
    held: dict[str, list[str]] = {kind: [] for kind in _OURS}
    others: list[tuple[int, str]] = []
    for number, line in enumerate(_lines(path), start=1):
        kind, _, value = line.partition(":")
        if kind.strip().lower() in _OURS and value.strip():
            held[kind.strip().lower()].append(value.strip())
        else:
            others.append((number, line))
    if len(held["session"]) > 1:
        raise Refused(
            "A report names one session, and this file names several",
            means="Nothing was stored",
            cure="Add each session's capture by itself",
        )
    return About(tuple(held["account"]), "".join(held["session"]), known_of(others))


def read_accounts(path: Path) -> tuple[str, ...]:
    """The accounts of a file: lines with ``account:`` before them, or without."""
    found = [line.strip() for line in _lines(path) if line.strip() and not line.startswith("#")]
    accounts = tuple(line.removeprefix("account:").strip() for line in found)
    if not accounts:
        raise Refused(
            "No account is named", means="Nothing was deleted", cure="Write one account a line"
        )
    return accounts


def _lines(path: Path) -> list[str]:
    try:
        if str(path) == "-":
            return sys.stdin.read().splitlines()
        return path.read_text(encoding="utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError):
        raise Unreadable(
            "The file that says whose captures these are cannot be read",
            means="Nothing was done",
            cure="Check that it is there and is UTF-8 text",
        ) from None
