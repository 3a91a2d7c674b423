"""Checking a name that a person chose, and proposing names that pass (``spec/review-ux.md`` §9).

Remarks hold no captured value: they give character ranges of the new name.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal

from workbench.findings.encodings import words_of
from workbench.findings.folding import fold
from workbench.findings.known import COMMON_ACCOUNTS, KnownIdentities
from workbench.findings.label_shapes import opaque_parts
from workbench.findings.name_forms import Taken, taken_from
from workbench.findings.vocabulary import (
    ambiguous_words,
    given_names,
    personal_words,
    places,
    project_words,
)

Level = Literal["refuse", "ask", "note"]
_GRAMMAR = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)+|[a-z0-9]+(?:_[a-z0-9]+)+")
SHORTEST, LONGEST, COMFORTABLE = 3, 64, 40
NOT_RUN = "Derived-from checks were not run: no identities of this capture are known."


@dataclass(frozen=True, slots=True)
class NameRemark:
    """One remark about characters ``start`` to ``end`` (exclusive, from 0) of the new name."""

    level: Level
    code: str
    sentence: str
    start: int = 0
    end: int = 0


@dataclass(frozen=True, slots=True)
class _Name:
    value: str
    old: str = field(repr=False)
    known: KnownIdentities
    fixture_values: tuple[str, ...] = field(repr=False)
    taken: tuple[str, ...] = field(repr=False)
    vocabulary: frozenset[str] = field(repr=False)


def check_name(
    name: str,
    *,
    old_name: str = "",
    known: KnownIdentities | None = None,
    fixture_values: Iterable[str] = (),
    taken: Iterable[str] = (),
    vocabulary: Iterable[str] = (),
) -> tuple[NameRemark, ...]:
    """Remarks about a new name, refusals first, then asks, then notes.

    ``old_name`` is the capture's own; ``fixture_values`` are values its findings identified;
    ``taken`` are names other fixtures have; ``vocabulary`` rescues further words. Without ``known``
    identities a note says that the derived-from checks were not run.
    """
    known = known or KnownIdentities()
    words = frozenset(project_words() | {fold(word) for word in vocabulary})
    subject = _Name(name, old_name, known, tuple(fixture_values), tuple(taken), words)
    remarks = [*_grammar(subject), *_refusals(subject)]
    if not any(remark.code == "grammar" for remark in remarks):
        remarks += [*_asks(subject, words), *_notes(subject)]
    if not known.given:
        remarks.append(NameRemark("note", "not_run", NOT_RUN, 0, len(name)))
    order = {"refuse": 0, "ask": 1, "note": 2}
    return tuple(sorted(_once(remarks), key=lambda remark: order[remark.level]))


def _grammar(name: _Name) -> Iterator[NameRemark]:
    value, size = name.value, len(name.value)

    def refuse(sentence: str) -> NameRemark:
        return NameRemark("refuse", "grammar", sentence, 0, size)

    if not SHORTEST <= size <= LONGEST:
        yield refuse(f"A name has {SHORTEST} to {LONGEST} characters; this one has {size}.")
    elif not _GRAMMAR.fullmatch(value):
        yield refuse(
            "A name is at least two lower-case ASCII words joined by single hyphens, or by single"
            " underscores."
        )
    else:
        parts = re.split("[-_]", value)
        if parts[0].isdigit() or parts[-1].isdigit():
            yield refuse("The first and the last word of a name are not only digits.")
        others = [other for other in name.taken if "-" in other or "_" in other]
        separator = "_" if "_" in value else "-"
        if others and not any(separator in other for other in others):
            yield refuse("The names in this folder join words in another style.")
    if value in name.taken:
        yield NameRemark("refuse", "taken", "Another fixture has this name.", 0, size)


def _refusals(name: _Name) -> Iterator[NameRemark]:
    for part in opaque_parts(name.value):
        yield NameRemark(
            "refuse",
            part.code,
            f"{_characters(part.start, part.end)} look like {part.what}. Choose words that describe"
            " the bug.",
            part.start,
            part.end,
        )
    for source in _sources(name):
        for start, end, how in source.inside(name.value):
            manner = f", {how}" if how else ""
            yield NameRemark(
                "refuse",
                "derived",
                f"{_characters(start, end)} contain {source.noun}{manner}. Choose a name that"
                " describes the bug.",
                start,
                end,
            )


def _sources(name: _Name) -> Iterator[Taken]:
    known = name.known
    yield from taken_from(
        [name.old], "the old name or part of it", is_name=True, free=name.vocabulary
    )
    yield from taken_from(known.names, "part of a known name")
    yield from taken_from(known.users, "part of a known user name")
    yield from taken_from(known.emails, "part of a known e-mail address")
    yield from taken_from(known.ids, "part of an account id of the capture")
    yield from taken_from(known.hosts, "part of a known host name")
    yield from taken_from(known.others, "part of a known identity")
    values = [value for value in name.fixture_values if fold(value) not in COMMON_ACCOUNTS]
    yield from taken_from(values, "part of a value that was found in the capture")


def _asks(name: _Name, vocabulary: Iterable[str]) -> Iterator[NameRemark]:
    words = set(vocabulary)
    elsewhere = {word for other in name.taken for word in words_of(other.lower())}
    for match in re.finditer(r"[a-z]+", name.value):
        word = match.group()
        if word in personal_words():
            yield _ask(match, "describes_person", "describe a person or an evening, not the bug")
        elif word in words or any(stem in words for stem in _stems(word)):
            continue
        elif word in given_names():
            yield _ask(match, "personal_name", "are also a personal name")
        elif word in places():
            yield _ask(match, "place", "are also the name of a place")
        elif word not in elsewhere and word not in ambiguous_words() and len(word) > 2:
            yield _ask(match, "unusual_word", "are a word that no other name uses")


def _stems(word: str) -> Iterator[str]:
    """The word without the endings of English verbs and plurals: rescues, so it may be generous."""
    for ending, instead in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            stem = word[: -len(ending)]
            yield stem + instead
            if len(stem) > 3 and stem[-1:] == stem[-2:-1]:
                yield stem[:-1]


_ENDINGS = (
    ("s", ""),
    ("es", ""),
    ("ed", ""),
    ("d", ""),
    ("ing", ""),
    ("ing", "e"),
    ("ly", ""),
    ("ies", "y"),
    ("ied", "y"),
    ("ion", "e"),
    ("ion", ""),
    ("er", ""),
    ("s", "ion"),
    ("ts", "tion"),
)


def _ask(match: re.Match[str], code: str, what: str) -> NameRemark:
    start, end = match.span()
    return NameRemark("ask", code, f"{_characters(start, end)} {what}.", start, end)


def _notes(name: _Name) -> Iterator[NameRemark]:
    size = len(name.value)
    if size > COMFORTABLE:
        yield NameRemark(
            "note", "long", f"The name is longer than {COMFORTABLE} characters.", 0, size
        )
    if any(_one_edit(name.value, other) for other in name.taken if other != name.value):
        yield NameRemark("note", "near", "The name is very near another fixture's name.", 0, size)


def _one_edit(left: str, right: str) -> bool:
    """Whether one insertion, deletion, replacement or swap of neighbours turns one into the other."""
    if abs(len(left) - len(right)) > 1 or left == right:
        return False
    start = next(
        (at for at, (a, b) in enumerate(zip(left, right, strict=False)) if a != b),
        min(len(left), len(right)),
    )
    tails = (
        (left[start + 1 :], right[start + 1 :]),
        (left[start + 1 :], right[start:]),
        (left[start:], right[start + 1 :]),
    )
    swapped = left[start : start + 2] == right[start : start + 2][::-1]
    return any(a == b for a, b in tails) or (swapped and left[start + 2 :] == right[start + 2 :])


def propose_names(
    facts: Sequence[str],
    *,
    taken: Iterable[str] = (),
    known: KnownIdentities | None = None,
    old_name: str = "",
    fixture_values: Iterable[str] = (),
    vocabulary: Iterable[str] = (),
) -> tuple[str, ...]:
    """Up to three names made of ``facts``, each already checked: no refusal, nothing random.

    ``facts`` are phrases that are safe by construction (campaign or scenario vocabulary, the step
    where the outcome turned, the effect), most telling first; ``vocabulary`` are the project's words.
    """
    others, rescued = (
        tuple(taken),
        [*vocabulary, *(word for fact in facts for word in words_of(fact))],
    )
    found: dict[str, None] = {}
    for candidate in _candidates(facts):
        remarks = check_name(
            candidate,
            old_name=old_name,
            known=known,
            fixture_values=fixture_values,
            taken=others,
            vocabulary=rescued,
        )
        if all(remark.level == "note" for remark in remarks):
            found.setdefault(candidate)
        if len(found) == 3:
            break
    return tuple(found)


def _candidates(facts: Sequence[str]) -> Iterator[str]:
    slugs = ["-".join(re.findall("[a-z0-9]+", fold(fact))) for fact in facts]
    slugs = [slug for slug in dict.fromkeys(slugs) if slug]
    for size in (3, 2, len(slugs), 1):
        for start in range(len(slugs)):
            words = "-".join(slugs[start : start + size]).split("-")
            yield _fitted(list(dict.fromkeys(words)))
    for slug in slugs:
        for effect in ("after-replay", "is-kept", "case"):
            yield _fitted(f"{slug}-{effect}".split("-"))
    for first, second in zip(slugs, reversed(slugs), strict=True):
        yield _fitted(list(dict.fromkeys(f"{second}-{first}".split("-"))))


def _fitted(words: list[str]) -> str:
    while len("-".join(words)) > COMFORTABLE:
        words = words[:-1]
    return "-".join(words)


def _characters(start: int, end: int) -> str:
    return f"Characters {start + 1}–{end}" if end - start > 1 else f"Character {end}"


def _once(remarks: Iterable[NameRemark]) -> list[NameRemark]:
    """One remark for each level, code and range: several sources may say the same."""
    return list({(r.level, r.code, r.start, r.end): r for r in reversed(list(remarks))}.values())[
        ::-1
    ]
