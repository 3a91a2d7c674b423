"""A pattern of the project's own, from ``workbench.toml``."""

from __future__ import annotations

from collections.abc import Iterable

from workbench.core.places import Text
from workbench.findings.check import Hit, Trigger
from workbench.findings.finding import Kind
from workbench.findings.held import EVERYTHING, Held
from workbench.findings.policy import OwnPattern


class OwnPatterns:
    """One pattern of a project's policy; the project says why it matters."""

    title = "what the project looks for"
    stand_in = "id"

    def __init__(self, own: OwnPattern) -> None:
        self._own = own
        self.id = f"project-{own.id}"
        self.kind: Kind = own.kind
        self.trigger = Trigger(patterns=(own.pattern,))

    def find(self, text: Text, held: Held = EVERYTHING) -> Iterable[Hit]:
        for match in held.matches(self._own.pattern, text.value):
            yield Hit(*match.span(), why=self._own.why, certainty=self._own.certainty)
