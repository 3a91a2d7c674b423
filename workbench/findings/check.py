"""What a check is: one class with an id that reads one text at a time.

To add a check, write one class in one module of ``workbench.findings.checks`` and name it in
``workbench.findings.registry``. Nothing else changes.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from workbench.core.places import Role, Text
from workbench.findings.fields import Field
from workbench.findings.finding import Certainty, Kind


@dataclass(frozen=True, slots=True)
class Hit:
    """Characters ``start`` to ``end`` (exclusive) of the text that was read.

    ``why`` is one sentence that never holds the value. ``kind`` and ``stand_in`` override those of
    the check. ``benign`` gives the reason why a look-alike is harmless: it is counted, not shown.
    ``spreads`` says that the value identifies: it is then looked for in the whole fixture.
    """

    start: int
    end: int
    why: str = ""
    certainty: Certainty = Certainty.STRONG
    kind: Kind | None = None
    stand_in: str | None = None
    what: str = ""
    benign: str = ""
    refuses: bool = False
    safe_list: bool = False
    spreads: bool = False
    holds: Kind | None = None


@dataclass(frozen=True, slots=True)
class Trigger:
    """When a text is worth reading. Any of these is enough; an empty trigger reads every text.

    ``cues`` are lower-case ASCII literals; ``shape`` is a google-re2 pattern over the lower-cased
    text; ``fields`` are classes of the nearest key or header name; ``roles`` roles of the text.
    """

    cues: tuple[str, ...] = ()
    shape: str = ""
    fields: frozenset[Field] = frozenset()
    roles: frozenset[Role] = frozenset()

    @property
    def always(self) -> bool:
        return not (self.cues or self.shape or self.fields or self.roles)


class Triggered(Protocol):
    """Anything that reads only the texts its trigger asks for."""

    @property
    def trigger(self) -> Trigger: ...


class Check(Triggered, Protocol):
    """One thing that is looked for. ``title`` completes "Looks like …"; stand-in ``""``: none."""

    @property
    def id(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def kind(self) -> Kind: ...
    @property
    def stand_in(self) -> str: ...

    def find(self, text: Text) -> Iterable[Hit]:
        """The hits in one text, in any order. May raise: the scan then reports a crash."""
        ...
