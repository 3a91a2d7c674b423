"""What the review hands to its faces: rows, cards and plans, all ready to be shown."""

from __future__ import annotations

import builtins
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

from workbench.core.errors import WorkbenchError
from workbench.core.fixture import Fixture, Replay, ReplayEnvironment
from workbench.core.outcome import Change
from workbench.findings.finding import Finding, Scan
from workbench.review.gates import Gate, GateName, GateStatus
from workbench.review.state import ItemState, Verdict

#: Called with what is done, of how many, and the noun ("capture", "replay"). False cancels.
Progress: TypeAlias = "Callable[[int, int, str], bool | None]"


@dataclass(frozen=True, slots=True)
class QueueRow:
    """One capture in the queue. ``gates`` are ten statuses; unknown ones are ``IDLE``.

    ``key`` is what every other call takes. It is a keyed digest of the path, so it may be shown and
    synced; it differs between machines, so print ``number`` in notebooks. ``label`` is captured text.
    ``open_findings`` is ``None`` until the item was opened, ``days_left`` where no expiry is kept.
    """

    number: int  # from 1, in the order of the folder
    key: str
    family: str  # "session log"; "" until the item was opened
    label: str = field(repr=False)
    state: str  # one of words.STATES
    gates: tuple[GateStatus, ...]
    open_findings: int | None = None
    days_left: int | None = None
    staged: bool = False
    loaded: bool = False

    @property
    def decided(self) -> bool:
        """Whether nothing about this item waits for a person."""
        return self.state in ("ready", "rejected", "refused", "promoted")


@dataclass(frozen=True, slots=True)
class Done:
    """What a command did. ``sentence`` is for the status line.

    ``item`` is the key of the item it changed ("" for none); ``changed`` says what to draw again:
    "queue", "item", "gates", "findings", "name", "outcome", "door", "undo".
    """

    sentence: str
    item: str = ""
    changed: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class StandIns:
    """Whether stand-ins cure what identifies, proved by replay (``spec/review-ux.md`` §10).

    ``count`` are different stand-ins; ``kinds`` counts them by class. ``agrees`` is false when the
    replay with stand-ins differs, and then they are withdrawn; ``sentence`` says which.
    """

    count: int = 0
    kinds: tuple[tuple[str, int], ...] = ()
    agrees: bool = True
    sentence: str = ""


@dataclass(frozen=True, slots=True)
class Recording:
    """Two replays in fresh processes. ``data`` are golden bytes, ``None`` when nothing is recorded."""

    agree: bool
    digest: str  # of the golden bytes; "" when there are none
    engine: str
    sentence: str
    first_difference: int | None = None  # the step, where two replays differ
    replays: int = 2
    data: bytes | None = field(default=None, repr=False)


@dataclass(frozen=True)
class Item:
    """One capture with everything known about it, as it is now. Ask the review again after ``do``.

    ``fixture``, ``scan`` and ``replay`` are ``None`` when ``refusal`` says why it does not load.
    ``required`` are the regions that must have been on the screen, ``unseen`` those that were not:
    "finding:<key>", "name", "outcome", "not checked". Faces report them with ``do("seen")``.
    """

    key: str
    number: int
    path: Path = field(repr=False)
    label: str = field(repr=False)
    family: str  # title: "session log"
    step_noun: str
    state: str
    item_state: ItemState
    gates: tuple[Gate, ...]
    refusal: WorkbenchError | None = None
    fixture: Fixture | None = field(default=None, repr=False)
    scan: Scan | None = field(default=None, repr=False)
    replay: Replay | None = field(default=None, repr=False)
    environment: ReplayEnvironment = field(default=ReplayEnvironment(), repr=False)
    recording: Recording | None = None
    stand_ins: StandIns = StandIns()
    open_findings: tuple[Finding, ...] = field(default=(), repr=False)
    identities_known: bool = False  # whether anybody told who is in the capture
    pending: bool = False  # read and shown, while the replay and the checks still run
    carried: frozenset[str] = frozenset()  # findings judged before the file changed
    required: tuple[str, ...] = ()
    unseen: tuple[str, ...] = ()
    notice: str = ""  # "The file changed since you opened it. …"
    days_left: int | None = None

    @property
    def ready(self) -> bool:
        """Whether every gate passes; residue may wait for the staging."""
        return self.state in ("ready", "promoted")

    @property
    def staged(self) -> bool:
        """Whether exactly what is here now was staged for export."""
        return bool(self.item_state.staged)

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Every finding, in order of harm, then of place."""
        return self.scan.findings if self.scan else ()

    @property
    def sentence(self) -> str:
        """The item in one sentence: refused, blocked, what is open, or that nothing was found."""
        from workbench.review.viewing import headline

        return headline(self)

    def gate(self, name: GateName | str) -> Gate:
        """The gate of that name."""
        return next(gate for gate in self.gates if gate.name == name)

    def finding(self, key: str) -> Finding | None:
        """The finding of that key, if it is still there."""
        return next((finding for finding in self.findings if finding.key == key), None)

    def verdict(self, finding: Finding) -> Verdict | None:
        """The verdict on a finding, its own or that of the one it is the same as."""
        from workbench.review.verdicts import verdict_of

        return verdict_of(self.item_state, finding.key)


@dataclass(frozen=True, slots=True)
class OutcomeCard:
    """What the outcome card shows, and the digest an approval must name.

    ``change`` is ``None`` where there is no earlier golden. ``sentences`` say each difference.
    """

    sentence: str
    sentences: tuple[str, ...]
    change: Change | None
    digest: str
    bytes: builtins.bytes | None = field(repr=False)
    agree: bool
    engine: str
    approved: bool = False
    previous: builtins.bytes | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class PlannedFile:
    """One file of an export, below the folder of the new name."""

    name: str
    what: str  # "fixture", "golden outcome", "audit record"
    size: int  # bytes
    digest: str


@dataclass(frozen=True, slots=True)
class ExportPlan:
    """Everything the door shows before anything is written. ``digest`` names exactly these bytes."""

    name: str
    files: tuple[PlannedFile, ...]
    audit_text: str
    sentence: str
    steps: tuple[str, ...]  # what will be done, in order
    places_searched: int
    residue: int  # places where something that was to go remains
    residue_sentence: str
    digest: str
    data: Mapping[str, bytes] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Resumed:
    """Where a review goes on: the first item that needs a person, and one line about it."""

    key: str | None
    sentence: str
