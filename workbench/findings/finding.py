"""What a check wants a person to judge, and what a whole scan found."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from workbench.core.fixture import NotChecked
from workbench.core.places import Place


class Certainty(StrEnum):
    """How sure a check is. ``PROOF``: replay or a handed-in identity proves it."""

    PROOF = "proof"
    STRONG = "strong"
    WEAK = "weak"


class Kind(StrEnum):
    """The class of a finding, in the words of ``spec/detection.md`` §1."""

    PERSON = "PERSON"
    USERNAME = "USERNAME"
    EMAIL = "EMAIL"
    PHONE = "PHONE"
    ADDRESS = "ADDRESS"
    HOST = "HOST"
    IP = "IP"
    MAC = "MAC"
    PATH = "PATH"
    SESSION_ID = "SESSION_ID"
    PROFILE_ID = "PROFILE_ID"
    ACCOUNT_ID = "ACCOUNT_ID"
    HASHED_ID = "HASHED_ID"
    NATIONAL_ID = "NATIONAL_ID"
    CARD = "CARD"
    BANK = "BANK"
    LABEL = "LABEL"
    SECRET = "SECRET"
    UNISSUED_ID = "UNISSUED_ID"
    TIMING = "TIMING"
    MISMATCH = "MISMATCH"  # one answer, recorded in two ways that differ
    HIDDEN = "HIDDEN"  # invisible characters, mixed scripts


@dataclass(frozen=True, slots=True)
class Finding:
    """Equal values found by one check: one finding, many places.

    ``value`` is captured text: in memory only, never in a message. ``key`` is stable across runs and
    value-free: a keyed digest of check, value and field shape (``spec/review-ux.md`` §8.5).
    ``refuses`` marks the rules that no verdict can override (name and seed, §9).
    """

    key: str
    check: str  # "email-address"
    kind: Kind
    certainty: Certainty
    what: str  # "Looks like an e-mail address"
    why: str  # one sentence, without the value
    places: tuple[Place, ...]
    value: str = field(repr=False)
    stand_in: str = (
        ""  # class of stand-in suggested: "person", "email", "host", "secret"; "" for none
    )
    refuses: bool = False
    holds: Kind | None = None  # of a LABEL finding: what kind of value the name holds
    safe_list: bool = False  # only from a ready-made safe list (reserved domains): bulk is allowed

    @property
    def is_secret(self) -> bool:
        return self.kind is Kind.SECRET


@dataclass(frozen=True, slots=True)
class Crash:
    """A check that stopped with an error: it counts as not run. ``report`` names the error's class."""

    check: str
    report: str


PROJECT = "project policy"  #: How a reason begins that a project's own rules give.


@dataclass(frozen=True, slots=True)
class Suppressed:
    """Hits that are known to be harmless, by check and reason: never findings, never silent."""

    check: str
    reason: str  # "a reserved domain", "a placeholder"
    count: int


@dataclass(frozen=True, slots=True)
class Scan:
    """Everything the checks found, in a deterministic order: by harm, then by first place."""

    findings: tuple[Finding, ...]
    strings_checked: int
    not_checked: tuple[NotChecked, ...] = ()
    crashed: tuple[Crash, ...] = ()
    skipped: tuple[str, ...] = ()  # sentences: "derived-from checks not run: no identities given"
    suppressed: tuple[Suppressed, ...] = ()
    policy: str = ""  # whose rules were kept, where a project has some

    @property
    def set_aside(self) -> tuple[Suppressed, ...]:
        """What the project's own rules called harmless, by rule."""
        return tuple(each for each in self.suppressed if each.reason.startswith(PROJECT))
