"""People whom no cue introduces: a listed given name beside a family name, in prose.

Two signs have to meet (``spec/detection.md`` §3, "two gazetteer hits"): a given name that is nothing
else and a capitalised word that is no ordinary one, or a courtesy title and a name.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from workbench.core.places import Role, Text
from workbench.findings.check import Hit, Trigger
from workbench.findings.finding import Kind
from workbench.findings.folding import fold
from workbench.findings.held import EVERYTHING, Held
from workbench.findings.name_lists import listed_family_names, listed_given_names
from workbench.findings.patterns import Match, Pattern
from workbench.findings.person_names import FULL, WORD, is_not_a_name
from workbench.findings.placeholders import impersonal
from workbench.findings.vocabulary import is_common_word, places

_FULL = Pattern(rf"(?:^|[^\p{{L}}_.\-/])({FULL})")
_TITLED = Pattern(rf"(?:^|[^\p{{L}}])(?:Mr|Mrs|Ms|Dr|Prof)\.?[ \t]({WORD})")
_ALONE = Pattern(
    rf"(?:^|[^\p{{L}}])(?:[Hh]i|[Hh]ello|[Hh]ey|[Dd]ear|[Tt]hanks,?|[Cc]heers,?|[Nn]amed|[Nn]amed him|[Nn]amed her|"
    rf"[Tt]ell|[Aa]sk|[Mm]eet|[Ww]hy is|[Ww]here is|[Ww]ho is|[Hh]ere's)[ \t]({WORD})"
)
_ACTING = Pattern(
    rf"(?:^|[.!?\n][ \t]?|[\"“][ \t]?)({WORD})(?:'s|’s)?[ \t](?:said|says|lives|wrote|asked|told|began|had given|has been|is a|was a|and I)\b"
)
_CALLED = Pattern(rf"(?:^|\n|[\"“])({WORD}),[ \t](?:can|could|please|I|you|we|thanks)\b")
_SINGLE = (_ALONE, _ACTING, _CALLED)
_READ = frozenset({Role.PROSE, Role.TOOL_OUTPUT, Role.OTHER})
_POSSESSIVE = ("'s", "’s", "'", "’")


class FullNames:
    """A given name of the list with a family name, and one name after a title or a greeting."""

    id = "full-name"
    title = "a person's name"
    kind = Kind.PERSON
    stand_in = "person"
    trigger = Trigger(patterns=(_FULL, _TITLED, *_SINGLE))

    def find(self, text: Text, held: Held = EVERYTHING) -> Iterable[Hit]:
        if text.role not in _READ:
            return
        strict = text.role is not Role.PROSE
        for match in held.matches(_FULL, text.value):
            yield from _pairs(match, strict=strict)
        if strict:
            return
        for match in held.matches(_TITLED, text.value):
            name = _bare(match.group(1))
            if len(name) > 2 and not is_not_a_name(fold(name)):
                yield _hit(name, match.start(1), "A courtesy title stands before it.")
        for pattern in _SINGLE:
            for match in held.matches(pattern, text.value):
                name = _bare(match.group(1))
                if fold(name) in listed_given_names():
                    yield _hit(name, match.start(1), "A given name where people are addressed.")


def _pairs(match: Match, *, strict: bool) -> Iterator[Hit]:
    """The person in a run of capitalised words, which may begin with other words.

    Outside of prose both names have to be listed ones, and the run is nothing else.
    """
    words = match.group(1).split(" ")
    if len(words) > 8:
        return
    start = match.start(1)
    if strict and (len(words) > 3 or fold(_bare(words[-1])) not in listed_family_names()):
        return
    for at in range(1 if strict else len(words) - 1):
        if _is_given(words[at]) and _is_family(_bare(words[-1]), words[at + 1 :]):
            name = _bare(" ".join(words[at:]))
            yield _hit(
                name,
                start + len(" ".join(words[:at])) + (at > 0),
                "A given name and a family name.",
            )
            return


def _is_given(word: str) -> bool:
    return all(fold(part) in listed_given_names() for part in word.split("-"))


def _is_family(last: str, rest: list[str]) -> bool:
    """Whether what follows a given name may be family names: none is an ordinary word."""
    folded = fold(last)
    if len(folded) < 2 or len(rest) > 4 or last.isupper():
        return False
    if folded in listed_family_names():
        return not is_not_a_name(folded)
    words = [fold(_bare(word)) for word in rest]
    return not any(
        is_common_word(word) or is_not_a_name(word) or word in places() for word in words
    )


def _bare(name: str) -> str:
    for ending in _POSSESSIVE:
        name = name.removesuffix(ending)
    return name.rstrip(".,")


def _hit(name: str, start: int, why: str) -> Hit:
    return Hit(start, start + len(name), why=why, benign=impersonal(name), spreads=" " in name)
