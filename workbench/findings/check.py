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
from workbench.findings.held import EVERYTHING, Held
from workbench.findings.patterns import Pattern


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

    ``patterns`` are those that the check reads with: a text that holds none of them is passed over.
    ``cues`` are lower-case ASCII literals, for checks that know values; ``fields`` are classes of the
    nearest key or header name; ``roles`` roles of the text.
    """

    cues: tuple[str, ...] = ()
    patterns: tuple[Pattern, ...] = ()
    fields: frozenset[Field] = frozenset()
    roles: frozenset[Role] = frozenset()

    @property
    def always(self) -> bool:
        return not (self.cues or self.patterns or self.fields or self.roles)


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

    def find(self, text: Text, held: Held = EVERYTHING) -> Iterable[Hit]:
        """The hits in one text, in any order. May raise: the scan then reports a crash.

        ``held`` gives the matches of the trigger's patterns: it knows which of them are not there.
        """
        ...
