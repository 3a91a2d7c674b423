"""What every reading of a step is made from, and the small parts they share."""

from __future__ import annotations

from dataclasses import dataclass, field

from workbench.core.fixture import Evidence, Fixture
from workbench.core.places import Text
from workbench.notebook.index import FindingIndex
from workbench.notebook.views import View
from workbench.notebook.views.text import Mark
from workbench.review import Item
from workbench.review.words import count

MOST_BLOCKS = 60


@dataclass(frozen=True)
class Opened:
    """What a reader opened: folds by block, and how many blocks are shown."""

    folds: dict[str, tuple[int, ...]] = field(default_factory=dict)
    blocks: int = MOST_BLOCKS


@dataclass(frozen=True)
class Reader:
    """Everything a reading is made from."""

    item: Item = field(repr=False)
    fixture: Fixture = field(repr=False)
    index: FindingIndex = field(repr=False)
    opened: Opened = Opened()
    finding: int = 0  # number of the finding on the card
    search: str = field(default="", repr=False)

    def marks(self, text: Text) -> list[Mark]:
        """Findings and search matches in a text; the finding on the card first."""
        found = self.index.marks(self.item, text, first=self.finding)
        return found + matches(text.value, self.search)


def matches(text: str, wanted: str) -> list[Mark]:
    """Every occurrence of a search, whatever its case."""
    if not wanted:
        return []
    folded, needle = text.lower(), wanted.lower()
    if len(folded) != len(text):  # lowering changed lengths, so positions would not fit
        folded, needle = text, wanted
    made: list[Mark] = []
    at = folded.find(needle)
    while at >= 0 and len(made) < 500:
        made.append(Mark(at, at + len(needle), "match", -len(made) - 1))
        at = folded.find(needle, at + len(needle))
    return made


def evidence_of(item: Item, step: int) -> list[Evidence]:
    """What replay proved of a step."""
    replay = item.replay
    return [proof for proof in replay.evidence if proof.step == step] if replay else []


def tone(proof: Evidence) -> str:
    """The tone of a proof: passed or failed."""
    return "pass" if proof.ok else "fail"


def proof_words(proof: Evidence) -> list[object]:
    """A proof as a sentence, with its reason code."""
    return [proof.sentence, *([{"i": f" · {proof.reason}"}] if proof.reason else [])]


def bounded(reader: Reader, blocks: list[View]) -> list[View]:
    """As many blocks as are shown at once, and a fold over the rest."""
    limit = reader.opened.blocks
    if len(blocks) <= limit:
        return blocks
    words = f"{count(len(blocks) - limit, 'more part')} of this step"
    return [*blocks[:limit], {"kind": "more", "id": "blocks", "words": words}]
