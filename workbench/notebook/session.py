"""One reviewer at one review: where they are, and what of the review is held ready to be shown.

It asks the review and never decides. Everything captured that it holds is forgotten by :meth:`close`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

from workbench.core.canonical import JSON
from workbench.core.errors import BadCommand
from workbench.core.fixture import Fixture
from workbench.findings import Finding, Scan
from workbench.notebook import position as places
from workbench.notebook.index import FindingIndex
from workbench.notebook.position import Position
from workbench.notebook.views import View
from workbench.notebook.views.item import Sequenced
from workbench.notebook.views.judge import Judging
from workbench.notebook.views.queue import chosen
from workbench.notebook.views.reader import MOST_BLOCKS, Opened, Reader
from workbench.review import Done, Item, QueueRow, Review
from workbench.review.attention import Streak
from workbench.review.filtering import Values, item_values
from workbench.review.queueing import counts as tally
from workbench.review.queueing import row_of


@dataclass(frozen=True, slots=True)
class LastVerdict:
    """What "repeat" does again: on the same check and class only."""

    check: str
    kind: str
    verdict: str
    reason: str


@dataclass
class Session:
    """The state of one app. ``position`` is all of it that outlives the kernel."""

    review: Review
    folder: Path | None = None  # where the position is kept
    position: Position = field(default_factory=Position)
    find: str = field(default="", repr=False)
    search: str | None = field(default=None, repr=False)
    matches: tuple[int, ...] = ()  # positions of steps that hold a match
    match: int = -1
    place: int = 0  # which place of the finding on the card is on the screen
    opened: Opened = field(default_factory=Opened)
    side: str = "raw"
    overlay: str = ""  # "blocked" or "exported": a message in front of the item
    overlay_words: str = ""
    plan_shown: str = ""  # the digest of the export that the door showed
    last: LastVerdict | None = None
    streak: Streak = field(default_factory=Streak)
    decided: str = ""  # what was decided last, as a sentence
    asked: str = ""  # the undo that was asked about
    revision: int = 0
    say: Callable[[str], None] = lambda words: None  # progress, in words
    checked: Callable[[str], None] = lambda key: None  # called when an item's checks are done
    _news: str = ""  # that an item changed on disk, not told yet
    _told: tuple[str, str] = ("", "")  # the item and its news that were told last
    _rows: tuple[QueueRow, ...] | None = field(default=None, repr=False)
    _item: Item | None = field(default=None, repr=False)
    _sequence: Sequenced | None = field(default=None, repr=False)
    _fields: tuple[Fixture | None, Scan | None, Values] | None = field(default=None, repr=False)

    # --- what is there ---------------------------------------------------------------------------

    def rows(self) -> tuple[QueueRow, ...]:
        """Every capture of the queue."""
        if self._rows is None:
            self._rows = self.review.queue()
        return self._rows

    def counts(self) -> dict[str, int]:
        """How many captures are in each state, from the rows at hand."""
        return tally(self.rows())

    def shown(self) -> list[QueueRow]:
        """The captures that the filter and the search leave."""
        return chosen(self.rows(), self.position.filter, self.find)

    def row(self, key: str) -> QueueRow | None:
        """The row of one capture, if it is still in the queue."""
        return next((row for row in self.rows() if row.key == key), None)

    def current_row(self) -> tuple[int, QueueRow | None]:
        """The selected row among those shown."""
        shown = self.shown()
        at = next((n for n, row in enumerate(shown) if row.key == self.position.item), 0)
        return at, shown[at] if shown else None

    def item(self) -> Item:
        """The item of the position. Raises ``BadCommand`` when there is none."""
        if not self.position.item:
            raise BadCommand("No item is open", cure="Open one from the queue")
        kept = self._item
        if kept is not None and kept.key == self.position.item and not kept.pending:
            return kept
        self._item = item = self.review.glance(self.position.item, then=self.checked)
        self._listen(item)
        return item

    def fixture(self) -> Fixture:
        """The loaded fixture of the item. Raises ``BadCommand`` for a refused one."""
        fixture = self.item().fixture
        if fixture is None:
            raise BadCommand("This item does not load", cure="Look at the reason, or go to another")
        return fixture

    def sequence(self) -> Sequenced:
        """The steps of the item, with the findings indexed once for each scan."""
        item, kept = self.item(), self._sequence
        same = kept is not None and kept.item.key == item.key and kept.fixture is item.fixture
        if kept is not None and same and kept.item.scan is item.scan:
            if kept.item is not item:
                self._sequence = kept = kept.fresh(item)
            return kept
        self.fixture()
        self._sequence = Sequenced.of(item, FindingIndex.of(item.findings))
        return self._sequence

    def index(self) -> FindingIndex:
        """The findings of the item by step and text."""
        return self.sequence().index

    def findings_in_range(self) -> list[Finding]:
        """The findings that stand in the range of steps; all of them where none is set."""
        kept, base = self.position.range, self.sequence().base
        findings = self.index().findings
        if kept is None:
            return list(findings)
        inside = range(kept[0] + base, kept[1] + base + 1)
        return [each for each in findings if any(place.step in inside for place in each.places)]

    def finding(self) -> Finding | None:
        """The finding on the card."""
        return self.item().finding(self.position.finding)

    def news(self) -> str:
        """What changed on disk about an item since it was opened, told once."""
        news, self._news = self._news, ""
        return news

    def _listen(self, item: Item) -> None:
        if item.notice and (item.key, item.notice) != self._told:
            self._told, self._news = (item.key, item.notice), item.notice

    def judging(self) -> Judging:
        """What a card is made from."""
        return Judging(self.item(), self.fixture(), self.index(), self.place)

    def fields(self) -> Values:
        """What a filter of the item can ask for, looked up once for each scan."""
        item = self.item()
        if (
            self._fields is None
            or self._fields[0] is not item.fixture
            or self._fields[1] is not item.scan
        ):
            self._fields = item.fixture, item.scan, item_values(item)
        return self._fields[2]

    def reader(self) -> Reader:
        """What a reading is made from."""
        number = self.index().number(self.position.finding)
        return Reader(
            self.item(), self.fixture(), self.index(), self.opened, number, self.search or ""
        )

    # --- change ----------------------------------------------------------------------------------

    def do(self, act: str, **payload: JSON) -> Done:
        """One command of the review on the current item; what was held ready is asked for again."""
        needs_item = act not in ("undo", "redo")
        if needs_item:
            # A command is about the file as it is now, and afterwards nothing of it is new any more.
            self._item = None
            self.item()  # shown before it is checked, where it is large
        done = self.review.do(act, item=self.position.item if needs_item else None, **payload)
        self._told = ("", "")
        self._renew(done.item)
        if act not in ("seen", "open"):
            self.decided = done.sentence
        return done

    def _renew(self, key: str) -> None:
        """Ask again for the one item that changed; the rest of the queue stays as it was read."""
        self._item = None
        if self._rows is None or not key:
            self._rows = None
            return
        row = row_of(self.review.glance(key, then=self.checked))
        self._rows = tuple(row if old.key == key else old for old in self._rows)

    def forget(self) -> None:
        """Ask the review again for everything."""
        self._rows, self._item = None, None

    def move(self, **changes: object) -> None:
        """Go somewhere else in the review, and keep where."""
        before = self.position
        self.position = replace(before, **changes)  # type: ignore[arg-type]
        if self.position.item != before.item:
            self._item, self._sequence = None, None
            self.search, self.matches, self.match = None, (), -1
            self.overlay = ""
        if (self.position.item, self.position.at) != (before.item, before.at):
            self.opened = Opened()
        if self.folder is not None:
            places.save(self.folder, self.position)

    def unfold(self, block: str, start: int) -> None:
        """Open one fold of the reading, or more of its blocks."""
        if block == "blocks":
            self.opened = replace(self.opened, blocks=self.opened.blocks + MOST_BLOCKS)
            return
        folds = dict(self.opened.folds)
        folds[block] = (*folds.get(block, ()), start)
        self.opened = replace(self.opened, folds=folds)

    def close(self) -> None:
        """Forget every captured value and close the review."""
        self.forget()
        self._sequence, self._fields = None, None
        self.find, self.search, self.overlay_words = "", None, ""
        self.review.close()


def summary_view(session: Session) -> View:
    """Counts and positions only: what may be synced and printed."""
    rows, at = session.rows(), session.row(session.position.item)
    passed = sum(status.value == "pass" for status in at.gates) if at else 0
    return {"total": len(rows), "number": at.number if at else 0, "passed": passed}
