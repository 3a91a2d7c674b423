"""Where the findings of one item stand: by step, by text and by bytes. Built once for each scan."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from workbench.core.fixture import Fixture
from workbench.core.places import Place, Span, Text, characters_at
from workbench.findings import Finding
from workbench.notebook.views.text import Mark
from workbench.review import Item
from workbench.review.variants import Variant, variants
from workbench.review.verdicts import is_judged

#: A text's identity among the texts of a fixture: a key and its value share one pointer.
Home = tuple[str, str, tuple[str, ...]]
#: Start and end in the text, number of the finding, and the bytes it stands in.
Found = tuple[int, int, int, tuple[Span, ...]]


def home(of: Text | Place) -> Home:
    """The file, pointer and chain of a text, or of the text a place stands in."""
    return (of.file, of.pointer, of.chain)


def is_inside(place: Place, text: Text) -> bool:
    """Whether a place stands deeper than ``text``: in what a decoder read out of it."""
    return (
        place.file == text.file
        and len(place.chain) > len(text.chain)
        and place.chain[: len(text.chain)] == text.chain
        and (place.pointer == text.pointer or place.pointer.startswith(f"{text.pointer}/"))
    )


@dataclass(frozen=True)
class FindingIndex:
    """The findings of one item, numbered from 1 in the order of harm."""

    findings: tuple[Finding, ...] = field(repr=False)
    by_step: dict[int, tuple[int, ...]] = field(repr=False)  # step → numbers
    by_home: dict[Home, tuple[Found, ...]] = field(repr=False)
    encoded: dict[int, tuple[tuple[Place, int], ...]] = field(repr=False)  # step → deeper places
    alike: dict[str, tuple[Variant, ...]] = field(default_factory=dict, repr=False)

    @classmethod
    def of(cls, findings: Sequence[Finding]) -> FindingIndex:
        """Index every place of every finding."""
        steps: dict[int, dict[int, None]] = defaultdict(dict)
        homes: dict[Home, list[Found]] = defaultdict(list)
        encoded: dict[int, list[tuple[Place, int]]] = defaultdict(list)
        for number, finding in enumerate(findings, start=1):
            for place in finding.places:
                if place.step is not None:
                    steps[place.step][number] = None
                    if place.chain:
                        encoded[place.step].append((place, number))
                homes[home(place)].append((place.start, place.end, number, place.spans))
        return cls(
            tuple(findings),
            {step: tuple(numbers) for step, numbers in steps.items()},
            {key: tuple(sorted(spans)) for key, spans in homes.items()},
            {step: tuple(places) for step, places in encoded.items()},
        )

    def variants(self, finding: Finding) -> tuple[Variant, ...]:
        """Other ways to write a finding, looked for once: every finding is compared with it."""
        if finding.key not in self.alike:
            self.alike[finding.key] = variants(finding, self.findings)
        return self.alike[finding.key]

    def number(self, key: str) -> int:
        """The number of a finding, 0 if it is not here."""
        return next((n for n, finding in enumerate(self.findings, 1) if finding.key == key), 0)

    def at(self, number: int) -> Finding:
        """The finding of that number."""
        return self.findings[number - 1]

    def within(self, text: Text) -> list[tuple[int, int, int]]:
        """Start, end and number of the findings that stand in a text, by its bytes."""
        plain = [
            (start, end, number)
            for start, end, number, spans in self.by_home.get(home(text), ())
            if end <= len(text.value) and text.raw.spans(start, end) == spans
        ]
        deeper = (
            (characters_at(text, place.spans), number)
            for place, number in self.encoded.get(-1 if text.step is None else text.step, ())
            if is_inside(place, text)
        )
        return plain + [(*range_, number) for range_, number in deeper if range_ is not None]

    def marks(self, item: Item, text: Text, *, first: int = 0) -> list[Mark]:
        """The marks of one text; those of finding ``first`` are put before the others."""
        made = [
            Mark(start, end, self.tone(item, number), number)
            for start, end, number in self.within(text)
        ]
        return sorted(made, key=lambda mark: (mark.number != first, mark.start))

    def tone(self, item: Item, number: int) -> str:
        """Whether a finding is "open" or "judged"."""
        return "judged" if is_judged(item.verdict(self.at(number))) else "open"

    def tally(self, item: Item, step: int) -> tuple[int, int]:
        """How many findings of a step are open, and how many judged."""
        tones = [self.tone(item, number) for number in self.by_step.get(step, ())]
        return tones.count("open"), tones.count("judged")

    def steps_by_tone(self, item: Item) -> tuple[list[int], list[int]]:
        """The steps that hold an open finding, and those that hold only judged ones."""
        opened: list[int] = []
        judged: list[int] = []
        for step in sorted(self.by_step):
            (opened if self.tally(item, step)[0] else judged).append(step)
        return opened, judged


def text_of(fixture: Fixture, place: Place) -> Text | None:
    """The text a place stands in, if the fixture still gives it out."""
    wanted = home(place)
    return next(
        (
            text
            for text in _candidates(fixture, place)
            if home(text) == wanted and text.raw.spans(place.start, place.end) == place.spans
        ),
        None,
    )


def outer_text_of(fixture: Fixture, place: Place) -> tuple[Text, int, int] | None:
    """The fixture's own text that holds a deeper place, and the range of it that does."""
    for text in _candidates(fixture, place):
        if is_inside(place, text) and (found := characters_at(text, place.spans)) is not None:
            return (text, *found)
    return None


def _candidates(fixture: Fixture, place: Place) -> Iterator[Text]:
    if place.step is not None:
        yield from fixture.step_texts(place.step)
    elif place.file == "":
        yield from fixture.label_texts()
    else:
        yield from fixture.fixed_texts()
        yield from fixture.texts()
