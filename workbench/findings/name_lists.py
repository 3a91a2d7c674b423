"""Common given and family names, for people whom no cue introduces.

The lists come from Faker's locales (their heads say so). A name of a list proves nothing alone: many are
ordinary words as well, so callers ask for a second sign (``spec/detection.md`` §1).
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from workbench.findings.encodings import words_of
from workbench.findings.folding import fold
from workbench.findings.vocabulary import given_names, is_common_word, places


@cache
def listed_given_names() -> frozenset[str]:
    """Given names that are no ordinary words, towns or products, folded."""
    return frozenset(name for name in _listed("given_names.txt") if _means_only_a_name(name)) | (
        given_names()
    )


@cache
def listed_family_names() -> frozenset[str]:
    """Family names, folded; many are words or towns as well."""
    return _listed("family_names.txt")


def has_listed_name(value: str) -> bool:
    """Whether a word of ``value`` is a given or family name of the lists."""
    words = [fold(word) for word in words_of(value)]
    return any(word in listed_given_names() or word in listed_family_names() for word in words)


def _means_only_a_name(name: str) -> bool:
    return not is_common_word(name) and name not in places() and len(name) > 2


@cache
def _listed(name: str) -> frozenset[str]:
    text = files("workbench.findings").joinpath("data", name).read_text("utf-8")
    lines = (line for line in text.splitlines() if not line.startswith("#"))
    return frozenset(word for line in lines for word in line.split())
