"""The few shapes that every family and every face share, and the family registry.

How a capture travels: bytes → :class:`Unit` → family reader → :class:`Fixture` → steps and texts →
checks → findings → stand-ins → :class:`Replay` → outcome → export. Each shape is immutable.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from workbench.core.canonical import JSON
from workbench.core.collector import collector_paused
from workbench.core.errors import BadCommand, UnknownFamily
from workbench.core.evidence import (
    Consumption,
    Evidence,
    IdUse,
    IssuedBy,
    Replay,
    ReplayEnvironment,
    ReplayStatus,
)
from workbench.core.files import SourceFile, Unit
from workbench.core.places import Place, Span, Text
from workbench.core.stand_ins import StandIns

if TYPE_CHECKING:
    import pandas

    from workbench.core.panels import Panel

__all__ = [
    "ENTRY_POINT_GROUP",
    "Consumption",
    "Evidence",
    "Family",
    "Fixture",
    "IdUse",
    "IssuedBy",
    "NotChecked",
    "Note",
    "Recognition",
    "Replay",
    "ReplayEnvironment",
    "ReplayStatus",
    "Script",
    "Shorter",
    "ShowsBeginnings",
    "Step",
    "beginning_of",
    "families",
    "family",
    "open_fixture",
    "open_unit",
]

ENTRY_POINT_GROUP = "workbench.families"


@dataclass(frozen=True, slots=True)
class Script:
    """One lane of the structure pane: a recorded session, a submission list, an endpoint.

    ``name`` is the workbench's word ("parent", "child 1"); ``file`` the relative file it came from;
    ``digest`` the SHA-256 of its canonical JSON; ``facts`` further labelled counts, in order.
    """

    name: str
    file: str = field(repr=False)
    steps: int
    digest: str
    facts: tuple[tuple[str, str], ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Step:
    """One call, submission or exchange: a row of the numbered sequence. Order, never time.

    ``what`` is a sentence in the workbench's words and holds no captured text; ``detail`` is short
    captured text shown beside it, as text. ``lane`` indexes ``Fixture.scripts()``.
    """

    index: int
    kind: str  # "call" | "submission" | "adoption" | "exchange"
    lane: int
    who: str
    what: str
    detail: str = field(default="", repr=False)
    tags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class NotChecked:
    """Something in the fixture that no check could read, said in plain sight (law 7).

    Where a capture holds very many of a kind they are told together: the place of the first.
    """

    reason: str  # "binary body", "not decodable as UTF-8", "larger than 64 MiB"
    place: Place
    size: int  # bytes, of all together
    count: int = 1  # parts


@dataclass(frozen=True, slots=True)
class Note:
    """A value-free remark of a reader: a duplicate key, an encoding that lies, a tail cut off."""

    text: str
    where: str = ""
    weight: str = "note"  # "note" | "ask": an ask wants a person to look


@dataclass(frozen=True, slots=True)
class Shorter:
    """Which steps of a fixture are enough. ``kept`` says what they still show, without any value.

    ``proved``: leaving out any single one of them was tried, and then it is no longer the same.
    """

    steps: tuple[int, ...]
    kept: str
    proved: bool


class Fixture(ABC):
    """A loaded capture or promoted fixture. Immutable; ``repr`` holds no captured value.

    ``name`` is the capture's own label and therefore captured text.
    """

    family: str
    name: str
    files: tuple[SourceFile, ...]
    format: str  # "session log, generation 0", "vcrpy 1, YAML"
    notes: tuple[Note, ...] = ()

    @property
    @abstractmethod
    def digest(self) -> str:
        """SHA-256 over the files' contents in a fixed order; independent of the fixture's name."""

    @abstractmethod
    def scripts(self) -> tuple[Script, ...]:
        """The lanes of the fixture, in binding order."""

    @abstractmethod
    def steps(self) -> Sequence[Step]:
        """Every step in replay order. Cheap to index: rows are drawn from it on demand."""

    def lanes(self) -> Sequence[int]:
        """The lane of every step: ``Step.lane``, without drawing steps where a family can tell."""
        return [step.lane for step in self.steps()]

    @abstractmethod
    def texts(self) -> Iterator[Text]:
        """Every string of every file, keys and names included, in file order."""

    @abstractmethod
    def step_texts(self, index: int) -> tuple[Text, ...]:
        """The texts of one step, decoded, in reading order: what the *decoded* reading shows.

        Texts are equal (same file, pointer, chain) to those that :meth:`texts` gives.
        """

    @abstractmethod
    def step_spans(self, index: int) -> tuple[Span, ...]:
        """The raw byte ranges of one step: what the *raw* reading shows."""

    @abstractmethod
    def plain(self, index: int) -> tuple[str, ...]:
        """One step in sentences of the workbench's own words, without captured text."""

    @abstractmethod
    def fixed_texts(self) -> tuple[Text, ...]:
        """Strings that may not change: seed, campaign id, versions, model names, session tokens."""

    def label_texts(self) -> tuple[Text, ...]:
        """The fixture's own name and its files' names, with role ``LABEL``."""
        from workbench.core.labels import label_texts

        return label_texts(self)

    @abstractmethod
    def not_checked(self) -> tuple[NotChecked, ...]:
        """Parts no check can read."""

    @abstractmethod
    def replay(self, environment: ReplayEnvironment) -> Replay:
        """Replay once, in this process, deterministically and without any network."""

    @abstractmethod
    def with_stand_ins(self, table: StandIns) -> Fixture:
        """A copy with every string rewritten by ``table``, keys and joined deltas included.

        Raises ``BadCommand`` where stand-ins are never applied (plays).
        """

    @abstractmethod
    def export(self, name: str) -> dict[str, bytes]:
        """The files of the promoted fixture, by safe name relative to its folder.

        Deterministic: equal fixtures and names give equal bytes. Without stand-ins the captured
        bytes are kept wherever the family's format does not hold the name itself.
        """

    def facts(self, environment: ReplayEnvironment) -> dict[str, JSON]:
        """What an outside program may compare: digests and counts, one list a subject.

        The keys of each family are documented in ``docs/json-output.md``. ``environment`` serves
        facts that only replay gives. Method and address of an exchange are captured text.
        """
        return {}

    def panels(self, step: int, environment: ReplayEnvironment) -> tuple[Panel, ...]:
        """What the family shows of one step, in the shapes of ``workbench.core.panels``.

        Asked for the step on the screen only, so it must be cheap for any one step; bounded in size.
        """
        return ()

    def overview(self, environment: ReplayEnvironment) -> tuple[Panel, ...]:
        """What the family shows of the whole fixture. Asked for when a person wants to see it."""
        return ()

    @property
    def accepts_stand_ins(self) -> bool:
        """Whether :meth:`with_stand_ins` may be used at all."""
        return True

    @property
    def can_be_shorter(self) -> bool:
        """Whether :meth:`shorter` and :meth:`with_steps` may be used at all."""
        return False

    def shorter(self, environment: ReplayEnvironment, *, keep: str = "auto") -> Shorter:
        """The fewest steps that still show the same, found by replaying.

        ``keep`` is a word of the family for what stays the same. Raises ``BadCommand`` where there is
        nothing to keep, or where steps are never left out.
        """
        raise _never_shorter()

    def with_steps(self, steps: Sequence[int]) -> Fixture:
        """A copy with these steps only, under the same name. Raises ``BadCommand``."""
        raise _never_shorter()

    def timeline(self) -> pandas.DataFrame:
        """The steps as a table: ``step, kind, script, who, what, detail, tags``."""
        import pandas

        rows = [
            {
                "step": step.index,
                "kind": step.kind,
                "script": step.lane,
                "who": step.who,
                "what": step.what,
                "detail": step.detail,
                "tags": ", ".join(step.tags),
            }
            for step in self.steps()
        ]
        columns = ["step", "kind", "script", "who", "what", "detail", "tags"]
        return pandas.DataFrame(rows, columns=columns)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.digest[:12]}, {len(self.steps())} steps>"


def _never_shorter() -> BadCommand:
    return BadCommand(
        "Steps of this fixture are never left out",
        means="Only plays can be made shorter and still be replayed",
    )


@dataclass(frozen=True, slots=True)
class Recognition:
    """Whether a family knows a unit's content, and why not, in words without captured values."""

    matches: bool
    reason: str


class Family(Protocol):
    """One family of fixtures. Registered under the entry-point group ``workbench.families``."""

    name: str  # "session_logs"
    title: str  # "session log"
    step_noun: str  # "call", "submission", "exchange"
    steps_key: str  # the list in an outcome that has one entry a step
    issuers: str  # who may issue an id, for "names an id that … issued": "no earlier response"

    def candidates(self, names: Sequence[str]) -> tuple[str, ...]:
        """Which entries of a folder may be a fixture of this family; ``"."`` is the folder itself."""
        ...

    def recognise(self, unit: Unit) -> Recognition:
        """Cheaply, by content and not only by name. Never raises for bad content."""
        ...

    def read(self, unit: Unit) -> Fixture:
        """The fixture. Raises ``Refused`` with the reason; the files are never changed."""
        ...


@cache
def families() -> tuple[Family, ...]:
    """The registered families, by name."""
    found = sorted(entry_points(group=ENTRY_POINT_GROUP), key=lambda entry: entry.name)
    return tuple(entry.load() for entry in found)


def family(name: str) -> Family:
    """The family of that name. Raises ``KeyError`` for an unknown one."""
    return {member.name: member for member in families()}[name]


def open_fixture(path: str | Path) -> Fixture:
    """Load the fixture at ``path``, recognising its family by content.

    Raises ``UnknownFamily`` with each family's reason, ``Refused`` (or a subclass) where the family
    is clear but the content is not acceptable. Nothing is written.
    """
    return open_unit(Unit.at(Path(path)))


@runtime_checkable
class ShowsBeginnings(Protocol):
    """A family that can show the first steps of a capture before it has read all of it."""

    def beginning(self, unit: Unit) -> Fixture | None:
        """The fixture as far as the first megabytes go; ``None`` where they tell nothing."""
        ...


def beginning_of(path: str | Path) -> Fixture | None:
    """The first steps of the capture at ``path``, to be shown while the rest is read.

    Nothing may be decided or concluded from it. ``None`` where its family shows no beginnings, or
    where what was read so far does not load.
    """
    unit = Unit.at(Path(path))
    found: object = next((each for each in families() if each.recognise(unit).matches), None)
    return found.beginning(unit) if isinstance(found, ShowsBeginnings) else None


def open_unit(unit: Unit) -> Fixture:
    """Load the fixture of a unit, which may be on no disk. Raises as :func:`open_fixture` does."""
    reasons: list[tuple[str, str]] = []
    for candidate in families():
        recognition = candidate.recognise(unit)
        if recognition.matches:
            with collector_paused():
                return candidate.read(unit)
        reasons.append((candidate.title, recognition.reason))
    tried = "; ".join(f"{title}: {reason}" for title, reason in reasons)
    raise UnknownFamily(
        "No family recognises this file",
        means=f"Tried {tried}",
        cure="Check that the file is a capture and is complete",
        details={"families": dict(reasons)},
    )
