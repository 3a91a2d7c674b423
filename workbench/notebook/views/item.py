"""The three panes of an item: structure, numbered steps, and what frames them."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace

from workbench.core.fixture import Evidence, Fixture, IdUse, Step
from workbench.notebook.index import FindingIndex
from workbench.notebook.views import View
from workbench.notebook.views.text import plain_runs
from workbench.review import Item
from workbench.review.words import count

WINDOW = 40  # rows sent with an item
TRACED = 2_000  # steps up to which each row says where the player stood
WORDS = "numbered order; no clock"


@dataclass(frozen=True)
class Sequenced:
    """The steps of an item with what replay says of each, looked up by step index."""

    item: Item = field(repr=False)
    fixture: Fixture = field(repr=False)
    steps: Sequence[Step] = field(repr=False)
    index: FindingIndex = field(repr=False)
    evidence: dict[int, Evidence] = field(repr=False)
    ids: dict[int, IdUse] = field(repr=False)
    lanes: bytes = field(repr=False)  # one lane number a step
    epochs: tuple[int, ...] = ()  # positions of content adoptions

    @classmethod
    def of(cls, item: Item, index: FindingIndex) -> Sequenced:
        """Look everything up once; the steps themselves stay lazy."""
        fixture = item.fixture
        assert fixture is not None  # unreachable: a refused item is shown as a message
        replay, steps = item.replay, fixture.steps()
        evidence = {proof.step: proof for proof in replay.evidence} if replay else {}
        ids: dict[int, IdUse] = {}
        for use in replay.ids if replay else ():
            if use.place.step is not None and (use.issued_by is None or use.place.step not in ids):
                ids[use.place.step] = use
        lanes = bytes(min(lane, 255) for lane in fixture.lanes())
        return cls(item, fixture, steps, index, evidence, ids, lanes, _epochs(fixture))

    @property
    def base(self) -> int:
        """The index of the first step, as the fixture counts."""
        return self.steps[0].index if len(self.steps) else 0

    def fresh(self, item: Item) -> Sequenced:
        """The same sequence under later decisions."""
        return replace(self, item=item)

    def marks(self) -> View:
        """Positions for the picture: open and judged findings, rejected steps, epochs."""
        opened, judged = self.index.steps_by_tone(self.item)
        # Only a picture of few steps draws single rejections; a canvas has no room for them.
        few = len(self.steps) <= TRACED
        rejected = [
            step - self.base for step, proof in self.evidence.items() if few and not proof.ok
        ]
        base = self.base
        return {
            "open": [step - base for step in opened],
            "judged": [step - base for step in judged],
            "rejected": rejected,
            "epochs": list(self.epochs),
        }

    def rows(self, start: int, stop: int) -> list[View]:
        """The rows of a window of positions."""
        last = min(stop, len(self.steps))
        return [self.row(self.steps[at]) for at in range(max(0, start), last)]

    def node(self, step: Step) -> list[list[object]] | None:
        """Where the player stood, for families that can tell; only where looking is cheap."""
        trace = getattr(self.fixture, "trace", None)
        if trace is None or len(self.steps) > TRACED:
            return None
        with suppress(Exception):  # a step that cannot be traced has no place to show
            return plain_runs(str(trace(self.item.environment)[step.index].before.place)[:80])
        return None

    def row(self, step: Step) -> View:
        """One row. Words are ours; ``detail`` is captured."""
        opened, judged = self.index.tally(self.item, step.index)
        proof, use = self.evidence.get(step.index), self.ids.get(step.index)
        return {
            "n": step.index,
            "lane": step.lane,
            "who": step.who,
            "what": step.what,
            "detail": plain_runs(step.detail[:200]) if step.detail else None,
            "tags": list(step.tags[:3]),
            "open": opened,
            "judged": judged,
            "epoch": step.kind == "adoption",
            "decision": _decision(proof),
            "reason": proof.reason if proof else "",
            "issuer": _issuer(use),
            "node": self.node(step),
        }


def _epochs(fixture: Fixture) -> tuple[int, ...]:
    """Where a play adopts new content; the steps of no other family are drawn to know it."""
    if fixture.family != "plays":
        return ()
    return tuple(at for at, step in enumerate(fixture.steps()) if step.kind == "adoption")


def _decision(proof: Evidence | None) -> View | None:
    if proof is None:
        return None
    return (
        {"tone": "pass", "word": "accepted"} if proof.ok else {"tone": "fail", "word": "rejected"}
    )


def _issuer(use: IdUse | None) -> View | None:
    if use is None:
        return None
    if use.issued_by is None:
        return {"tone": "fail", "word": "nobody"}
    at = "" if use.issued_by.step is None else f" {use.issued_by.step}"
    return {"tone": "pass", "word": f"{use.issued_by.what}{at}"}


def detail(item: Item) -> str:
    """ "session log · 3 scripts, 19 calls"."""
    fixture = item.fixture
    if fixture is None:
        return item.family or "not loaded"
    steps = count(len(fixture.steps()), item.step_noun)
    scripts = len(fixture.scripts())
    words = f"{count(scripts, 'script')}, {steps}" if fixture.family == "session_logs" else steps
    return f"{item.family} · {words}"


def size(fixture: Fixture) -> str:
    """The stored size of all files, in words."""
    total = sum(file.stored_size for file in fixture.files)
    return f"{total:,} bytes" if total < 10_000 else f"{total / 1024:,.0f} KB"


def steps_view(sequence: Sequenced, *, at: int) -> View:
    """The list's head and the rows round the current step."""
    start = max(0, at - WINDOW // 2)
    plays = sequence.fixture.family == "plays"
    return {
        "title": "Submissions" if plays else "Steps",
        "noun": "step",
        "base": sequence.base,
        "total": len(sequence.steps),
        "at": at,
        "start": start,
        "rows": sequence.rows(start, start + WINDOW),
        "words": WORDS,
    }
