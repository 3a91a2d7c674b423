"""People whom a language model sees in prose, where the project asks for it (extra ``ner``)."""

from __future__ import annotations

from collections.abc import Iterable

from workbench.core.places import Role, Text
from workbench.findings.check import Hit, Trigger
from workbench.findings.encodings import words_of
from workbench.findings.finding import Certainty, Kind
from workbench.findings.folding import fold
from workbench.findings.held import EVERYTHING, Held
from workbench.findings.name_lists import has_listed_name
from workbench.findings.name_model import FindNames
from workbench.findings.person_names import is_full_name, is_name_like
from workbench.findings.placeholders import impersonal
from workbench.findings.vocabulary import is_common_word

_PART = 20_000  # characters that the model reads at once


class NamesInProse:
    """What a model calls a person: strong when a list or its shape agrees, otherwise a weak sign."""

    id = "name-in-prose"
    title = "a person's name"
    kind = Kind.PERSON
    stand_in = "person"
    trigger = Trigger(roles=frozenset({Role.PROSE}))

    def __init__(self, names: FindNames) -> None:
        self._names = names

    def find(self, text: Text, held: Held = EVERYTHING) -> Iterable[Hit]:
        for first, part in _parts(text.value):
            for start, end in self._names(part):
                name = part[start:end].strip()
                if name and is_name_like(name) and not _is_ordinary(name):
                    yield _hit(name, first + part.index(name, start))

    def __repr__(self) -> str:
        return f"<{type(self).__name__}>"


def _parts(value: str) -> Iterable[tuple[int, str]]:
    """Parts that end at a line or a word, with where each begins."""
    first = 0
    while first < len(value):
        last = first + _PART
        if last < len(value):
            last = max(value.rfind("\n", first, last), value.rfind(" ", first, last), first) + 1
            last = first + _PART if last <= first + 1 else last
        yield first, value[first:last]
        first = last


def _is_ordinary(name: str) -> bool:
    return all(is_common_word(fold(word)) for word in words_of(name))


def _hit(name: str, start: int) -> Hit:
    sure = is_full_name(name) or has_listed_name(name)
    return Hit(
        start,
        start + len(name),
        why="A language model reads it as a person's name.",
        certainty=Certainty.STRONG if sure else Certainty.WEAK,
        benign=impersonal(name),
        spreads=sure and " " in name,
    )
