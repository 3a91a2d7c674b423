"""A loaded capture with what was worked out about it, and what the review knows besides."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from workbench.findings import KnownIdentities, NameRemark
from workbench.review.loading import Loaded
from workbench.review.placing import Placed, place
from workbench.review.proposals import facts
from workbench.review.secret import tag
from workbench.review.shapes import ExportPlan, Recording
from workbench.review.stand_ins import Cure
from workbench.review.state import Shortened


@dataclass
class Held:
    """A loaded capture and what was worked out about it. Dropped as a whole."""

    loaded: Loaded = field(repr=False)
    placed: Placed = field(repr=False)
    content: str  # keyed digest of the content
    cures: dict[str, Cure] = field(default_factory=dict, repr=False)
    remarks: dict[tuple[object, ...], tuple[NameRemark, ...]] = field(
        default_factory=dict, repr=False
    )
    recordings: dict[str, Recording] = field(default_factory=dict, repr=False)
    plans: dict[str, ExportPlan] = field(default_factory=dict, repr=False)
    shorter: dict[Shortened, Held] = field(default_factory=dict, repr=False)
    whole: str = ""  # of a shorter one: the keyed digest of the whole content

    @cached_property
    def facts(self) -> tuple[str, ...]:
        """Phrases that are safe in a name."""
        fixture, replay = self.loaded.fixture, self.loaded.replay
        return facts(fixture, replay) if fixture is not None and replay is not None else ()

    @property
    def size(self) -> int:
        """Unpacked bytes of the capture's files."""
        return self.loaded.size

    @classmethod
    def of(cls, loaded: Loaded, secret: bytes) -> Held:
        """What was loaded, with its findings sorted by gate."""
        placed = Placed()
        if loaded.fixture is not None and loaded.scan is not None:
            placed = place(loaded.fixture, loaded.scan)
        content = ""
        if loaded.fixture is not None and not loaded.partial:
            content = tag(secret, "content", loaded.fixture.digest)
        return cls(loaded, placed, content)


@dataclass(frozen=True)
class Ground:
    """What every view needs from the review. ``known`` are the machine's own identities too;
    ``given`` is whether anybody told who is in the capture."""

    known: KnownIdentities = field(repr=False)
    secret: bytes = field(repr=False)
    taken: tuple[str, ...] = field(default=(), repr=False)
    given: bool = False
