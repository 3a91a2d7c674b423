"""What the terminal review has in front of it: an item, a finding, a step, and where the keys go."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from workbench.cli.keys import Keys
from workbench.core.errors import BadCommand
from workbench.core.fixture import Fixture
from workbench.findings.finding import Finding
from workbench.review import Item, Review
from workbench.review.attention import Streak
from workbench.review.commands import JUDGE, NAME, OUTCOME, QUEUE, STEPS
from workbench.review.keymap import Keymap


@dataclass
class Desk:
    """The state of one terminal session. Decisions are in the review, never here.

    ``say`` writes one line; it is given text that is already safe to print.
    """

    review: Review
    keys: Keys
    say: Callable[[str], None]
    place: str = QUEUE
    key: str = ""  # of the item
    row: int = 0  # in the queue, from 0
    finding: int = 0
    step: int = 0
    reading: str = "plain"
    shown_outcome: str = ""  # the digest on the screen
    plan_shown: str = ""  # the digest of the export on the screen
    typed_name: str = field(default="", repr=False)
    last_verdict: tuple[str, str, str, str] | None = None  # check, kind, verdict, reason
    matches: tuple[int, ...] = ()
    streak: Streak = field(default_factory=Streak)
    failures: int = 0
    open: bool = True

    @property
    def keymap(self) -> Keymap:
        """The keys as this reviewer has them."""
        return self.review.keymap

    def said(self, id: str) -> str:
        """The key of a command, or how it is typed where it has none."""
        return self.keymap.said(id) or f": {id}"

    @property
    def item(self) -> Item:
        """The item as it is now. Raises ``BadCommand`` where none is open."""
        if not self.key:
            raise BadCommand(
                "No item is open",
                cure=f"Open one with {self.said('item.open')} in the queue ({self.said('go.queue')})",
            )
        return self.review.item(self.key)

    @property
    def fixture(self) -> Fixture:
        """The fixture of the item. Raises the refusal of one that does not load."""
        item = self.item
        if item.fixture is None:
            raise item.refusal or BadCommand("This item does not load")
        return item.fixture

    @property
    def current(self) -> Finding:
        """The finding under judgement. Raises ``BadCommand`` where there is none."""
        findings = self.item.findings
        if not findings:
            raise BadCommand("This item has no findings")
        return findings[self.finding % len(findings)]

    def seen(self, *regions: str) -> None:
        """Tell the review what was on the screen."""
        if self.item.refusal is None:
            self.review.do("seen", item=self.key, regions=list(regions))


def next_place(item: Item) -> str:
    """Where a person is needed next: a finding, the name, the outcome; else the steps."""
    if item.refusal is not None:
        return STEPS
    if item.open_findings or any(region.startswith("finding:") for region in item.unseen):
        return JUDGE
    if not item.gate("Name").holds:
        return NAME
    if not item.gate("Outcome").holds:
        return OUTCOME
    return STEPS


def next_finding(item: Item, *, after: int) -> int | None:
    """The index of the next finding that is open or was not shown, wrapping; ``None`` for none."""
    waiting = {finding.key for finding in item.open_findings}
    waiting |= {region.removeprefix("finding:") for region in item.unseen}
    total = len(item.findings)
    order = [*range(after + 1, total), *range(min(after + 1, total))]
    return next((index for index in order if item.findings[index].key in waiting), None)
