"""Whether a name is derived from a value: equal, contained, cut, rewritten, hashed or one edit away.

Source: ``spec/review-ux.md`` §9.1. Comparison is over folded text without separators.
"""

from __future__ import annotations

import codecs
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field

from workbench.findings.encodings import encodings_of, hashes, words_of
from workbench.findings.folding import fold
from workbench.findings.known_forms import name_parts
from workbench.findings.vocabulary import is_common_word

SHORTEST_CUT = 4  # characters of a value that still count as derived from it
SHORTEST_HASH = 6
_LEET = str.maketrans("431057", "aeiost")


@dataclass(frozen=True, slots=True)
class Taken:
    """One value that a name may not hold, in folded forms without separators."""

    noun: str
    value: str = field(repr=False)
    forms: tuple[tuple[str, str], ...] = field(repr=False)
    hashes: tuple[str, ...] = field(repr=False)
    words: tuple[str, ...] = field(repr=False)
    is_name: bool = False

    def inside(self, name: str) -> Iterator[tuple[int, int, str]]:
        """Ranges of ``name`` that hold the value or something derived from it, and how."""
        bare, at = without_separators(name)
        for how, form in self.forms:
            start = bare.find(form)
            if start >= 0 and self._is_whole(form, name, at[start], at[start + len(form) - 1] + 1):
                yield at[start], at[start + len(form) - 1] + 1, how
                return
        yield from self._words_inside(name)
        for start, end in _hash_ranges(name, self.hashes):
            yield start, end, "hashed"
            return

    def _is_whole(self, form: str, name: str, start: int, end: int) -> bool:
        """Short forms count as whole words only."""
        if len(form) >= 6:
            return True
        before, after = name[start - 1 : start], name[end : end + 1]
        return not (before.isalpha() or after.isalpha())

    def _words_inside(self, name: str) -> Iterator[tuple[int, int, str]]:
        position = 0
        for word in words_of(name):
            start = name.index(word, position)
            position = start + len(word)
            how = self._derived(fold(word))
            if how is not None:
                yield start, position, how
                return

    def _derived(self, word: str) -> str | None:
        """How one word of the name comes from one word of the value; ``None`` if it does not."""
        rewritten = (word[::-1], codecs.encode(word, "rot13"))
        if len(word) >= 5 and any(form in self.words for form in rewritten):
            return "rewritten"
        for text in dict.fromkeys((word, word.translate(_LEET))):
            if len(text) < SHORTEST_CUT or (is_common_word(text) and text not in self.words):
                continue
            for part in self.words:
                if text == part:
                    return ""
                if len(part) > len(text) and part.startswith(text):
                    return "cut"
                if len(text) >= 5 and _near(text, part):
                    return "with one character changed"
        return None


def taken_from(
    values: Iterable[str],
    noun: str,
    *,
    is_name: bool = False,
    words_only: bool = False,
    free: Collection[str] = (),
) -> Iterator[Taken]:
    """What each of ``values`` forbids. Ordinary words of an old name are free to be used again.

    So are the words ``free``: the vocabulary of the project and of the campaign.

    ``words_only`` leaves out encoded and hashed forms, where something else looks for them.
    """
    for value in values:
        bare = _bare(value)
        if len(bare) < 3:
            continue
        words = [fold(word) for word in words_of(value.partition("@")[0])]
        if is_name:
            words = [
                word
                for word in words
                if not (is_common_word(word) or word.isdigit() or word in free)
            ]
        kept = tuple(word for word in words if len(word) >= SHORTEST_CUT and not _ordinary(word))
        yield Taken(
            noun=noun,
            value=value,
            forms=() if words_only else tuple(_forms(value, least=3 if is_name else 4)),
            hashes=()
            if words_only
            else tuple(
                dict.fromkeys(digest for name, digest in hashes(value) if "cut" not in name)
            ),
            words=kept,
            is_name=is_name,
        )


def _ordinary(word: str) -> bool:
    return is_common_word(word) or word in ("mail", "yahoo", "outlook", "proton", "icloud")


def _forms(value: str, *, least: int) -> Iterator[tuple[str, str]]:
    """Forms of ``least`` characters or more: the old name itself counts however short it is."""
    seen: set[str] = set()
    hows = [*encodings_of(value), *name_parts(value)]
    login = value.partition("@")[0]
    if login != value:
        hows.append(("the part before the at sign", login))
    for how, form in hows:
        bare = _bare(form)
        if (
            len(bare) >= least
            and bare not in seen
            and "cut" not in how
            and not is_common_word(bare)
        ):
            seen.add(bare)
            yield "" if how == "plain" else how, bare


def _bare(value: str) -> str:
    return "".join(filter(str.isalnum, fold(value)))


def without_separators(name: str) -> tuple[str, list[int]]:
    """The folded letters and digits of a name, and where each stands."""
    kept = [
        (character, at)
        for at, original in enumerate(name)
        for character in fold(original)
        if character.isalnum()
    ]
    return "".join(character for character, _ in kept), [at for _, at in kept]


def _hash_ranges(name: str, digests: Iterable[str]) -> Iterator[tuple[int, int]]:
    position = 0
    for word in words_of(name.lower()):
        start = name.lower().index(word, position)
        position = start + len(word)
        if len(word) >= SHORTEST_HASH and any(digest.startswith(word) for digest in digests):
            yield start, position


def _near(left: str, right: str) -> bool:
    """Whether two words differ by one edit."""
    if left == right or abs(len(left) - len(right)) > 1:
        return False
    start = 0
    while start < min(len(left), len(right)) and left[start] == right[start]:
        start += 1
    return (
        left[start + 1 :] == right[start + 1 :]
        or left[start + 1 :] == right[start:]
        or left[start:] == right[start + 1 :]
    )
