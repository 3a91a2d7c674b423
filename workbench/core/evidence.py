"""What replaying a fixture once gives: the outcome, and what was proved on the way.

Each shape is immutable. Whoever reads fixtures takes them from :mod:`workbench.core.fixture`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from workbench.core.canonical import JSON
from workbench.core.places import Place


@dataclass(frozen=True, slots=True)
class IssuedBy:
    """What minted an id: in words, with the step if it was one."""

    what: str  # "tool call", "campaign content", "response"
    step: int | None = None


@dataclass(frozen=True, slots=True)
class IdUse:
    """An id used as input, and who issued it. ``issued_by`` is ``None`` for an unissued id."""

    value: str = field(repr=False)
    kind: str  # "choice id", "tool call id", "previous_response_id"
    place: Place
    issued_by: IssuedBy | None


@dataclass(frozen=True, slots=True)
class Evidence:
    """What replay proved of one step, as a sentence without captured values."""

    step: int
    ok: bool
    sentence: str
    reason: str = ""  # the reason code where one was given


@dataclass(frozen=True, slots=True)
class Consumption:
    """Whether everything recorded was used. ``unused`` are value-free sentences."""

    total: int
    used: int
    unused: tuple[str, ...] = ()

    @property
    def complete(self) -> bool:
        return not self.unused and self.used == self.total


class ReplayStatus(StrEnum):
    """``REPLAYED`` gives an outcome; the other two say why there is none."""

    REPLAYED = "replayed"
    UNRUNNABLE = "unrunnable"  # something needed is not here; never a failure of the fixture
    FAULT = "fault"  # the engine failed at a step


@dataclass(frozen=True, slots=True)
class Replay:
    """The result of replaying a fixture once.

    ``outcome`` is ``None`` unless ``status`` is ``REPLAYED``. ``reason`` is a code,
    ``sentence`` says the result in words without captured values.
    """

    status: ReplayStatus
    engine: str  # "story-graph 0.10.0 (built in)", "cassette replayer 1"
    outcome: JSON = field(default=None, repr=False)
    sentence: str = ""
    reason: str = ""
    fault_at: int | None = None
    evidence: tuple[Evidence, ...] = ()
    consumption: Consumption = Consumption(0, 0)
    ids: tuple[IdUse, ...] = field(default=(), repr=False)

    @property
    def unissued(self) -> tuple[IdUse, ...]:
        return tuple(use for use in self.ids if use.issued_by is None)


@dataclass(frozen=True, slots=True)
class ReplayEnvironment:
    """What replay may use from outside the fixture. Empty is legal: then it is said what is missing.

    ``campaigns`` are folders of campaign documents; ``engines`` maps an engine version to the
    command of an external engine. ``golden`` is the outcome that stands beside the fixture: replay
    never looks at it, panels hold the replay against it.
    """

    campaigns: tuple[Path, ...] = ()
    engines: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    golden: JSON = field(default=None, repr=False)
