"""What a project knows about its own fixtures: the file ``workbench.toml`` beside or above them.

Vocabulary, values that are harmless everywhere, patterns of its own, how sure a check is there, and
which model looks for names in prose. Each entry says why. What replay or a handed-in identity proves stays, whatever the file says
(``spec/detection.md`` §4, ``spec/review-ux.md`` §8.5).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from workbench.findings.finding import PROJECT, Certainty, Kind
from workbench.findings.folding import fold
from workbench.findings.name_model import NamesPin
from workbench.findings.patterns import Pattern

NAME = "workbench.toml"
OWN_FOLDER = f"{PROJECT} in the capture's own folder"
MOST_ABOVE = 12  # folders above a capture that are looked in


@dataclass(frozen=True, slots=True)
class Benign:
    """Values that are harmless everywhere, for one check or (``""``) for all, and why."""

    reason: str
    value: str = field(default="", repr=False)
    pattern: Pattern | None = field(default=None, repr=False)
    check: str = ""

    def covers(self, check: str, value: str) -> bool:
        if self.check and self.check != check:
            return False
        if self.pattern is not None:
            return self.pattern.fullmatch(value) is not None
        return self.value == value


@dataclass(frozen=True, slots=True)
class OwnPattern:
    """A pattern of the project. Every example has to match, no counter-example may."""

    id: str
    pattern: Pattern = field(repr=False)
    kind: Kind
    why: str
    certainty: Certainty = Certainty.STRONG
    examples: tuple[str, ...] = field(default=(), repr=False)
    counter_examples: tuple[str, ...] = field(default=(), repr=False)


@dataclass(frozen=True, slots=True)
class Policy:
    """Everything a project's file says; empty where there is none.

    ``beside``: the file lies in the capture's own folder, so whoever sent the capture may have written it.
    """

    vocabulary: frozenset[str] = frozenset()
    benign: tuple[Benign, ...] = ()
    patterns: tuple[OwnPattern, ...] = ()
    severity: Mapping[str, Certainty] = field(default_factory=dict)
    names: NamesPin | None = None
    beside: bool = False

    @property
    def origin(self) -> str:
        """Whose rules these are, in words."""
        return OWN_FOLDER if self.beside else PROJECT

    def reason_for(self, check: str, kind: Kind, value: str) -> str:
        """Why the project says that ``value`` is harmless, or ``""``."""
        for number, entry in enumerate(self.benign, start=1):
            if entry.covers(check, value):
                return f"{self.origin}, rule {number}: {entry.reason}"
        words = fold(value).split()
        if kind in _WORDY and words and all(word in self.vocabulary for word in words):
            return f"{self.origin}: a word of its vocabulary"
        return ""


_WORDY = frozenset({Kind.PERSON, Kind.USERNAME, Kind.HOST})


def policy_file(path: Path) -> Path | None:
    """The nearest ``workbench.toml`` beside or above ``path``, up to the root of its repository."""
    start = path.resolve() if path.is_dir() else path.resolve().parent
    for folder in (start, *list(start.parents)[:MOST_ABOVE]):
        if (folder / NAME).is_file():
            return folder / NAME
        if (folder / ".git").exists():
            return None
    return None
