"""Parts of a name that are ids, dates or numbers of cases, whoever they belong to.

Source: ``spec/review-ux.md`` §9.1, "contains an opaque id".
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from workbench.findings.patterns import Pattern
from workbench.findings.randomness import looks_random
from workbench.findings.vocabulary import is_common_word


@dataclass(frozen=True, slots=True)
class Part:
    """Characters ``start`` to ``end`` and what they look like. ``identifies``: also in a seed."""

    start: int
    end: int
    what: str
    code: str
    identifies: bool = True


_SHAPES: tuple[tuple[str, str, Pattern, bool], ...] = tuple(
    (what, code, Pattern(source), identifies)
    for what, code, source, identifies in (
        (
            "a UUID",
            "uuid",
            r"(?i)[0-9a-f]{8}[-_]?[0-9a-f]{4}[-_]?[1-8][0-9a-f]{3}[-_]?[89ab][0-9a-f]{3}[-_]?"
            r"[0-9a-f]{12}",
            True,
        ),
        ("a ULID", "ulid", r"\b[0-7][0-9A-HJKMNP-TV-Z]{25}\b", True),
        ("an id with a prefix", "prefixed_id",
         r"\b[a-zA-Z]{1,8}[_-](?:[0-9a-f]{12,}|[A-Za-z0-9]{14,})\b", True),
        ("a date or time", "date",
         r"(?:19|20)[0-9]{2}[-_.]?(?:0[1-9]|1[0-2])[-_.]?(?:0[1-9]|[12][0-9]|3[01])"
         r"(?:[T_ -]?[0-9]{2}[-_:.]?[0-9]{2}(?:[-_:.]?[0-9]{2})?)?", True),
        ("a moment in seconds", "timestamp", r"\b1[0-9]{9}(?:[0-9]{3})?\b", False),
        ("a ticket key", "ticket", r"\b[A-Z]{2,10}-[0-9]{1,6}\b", False),
        ("a number of a person or case", "case_number",
         r"(?i)\b(?:player|user|person|patient|customer|client|account|profile|member|employee|"
         r"student|participant|subject)[-_]?[0-9]{1,9}\b", False),
        ("a long hexadecimal number", "hex", r"(?i)\b[0-9a-f]*[0-9][0-9a-f]*\b", True),
    )
)  # fmt: skip
_TOKEN = Pattern(r"[A-Za-z0-9]{10,}")
_SHORTEST_HEX = 8
_EDGE = str.maketrans("_", "-")


def opaque_parts(name: str) -> Iterator[Part]:
    """The opaque parts of a name, without overlaps, in the order of the rules."""
    taken: list[tuple[int, int]] = []
    # An underscore is a letter to a word boundary; to a reader of names it is a gap.
    flattened = name.translate(_EDGE)
    for what, code, pattern, identifies in _SHAPES:
        for match in pattern.finditer(flattened):
            start, end = match.span()
            if code == "hex" and not _is_hex_id(match.group()):
                continue
            if not _overlaps(taken, start, end):
                taken.append((start, end))
                yield Part(start, end, what, code, identifies)
    for match in _TOKEN.finditer(flattened):
        start, end = match.span()
        if not _overlaps(taken, start, end) and _is_random_word(match.group()):
            yield Part(start, end, "a random word", "random")


def _is_hex_id(word: str) -> bool:
    letters = sum(map(str.isalpha, word))
    if len(word) < _SHORTEST_HEX:
        return False
    return letters > 0 or len(word) >= 9


def _is_random_word(word: str) -> bool:
    return any(map(str.isdigit, word)) and looks_random(word) and not is_common_word(word.lower())


def _overlaps(taken: list[tuple[int, int]], start: int, end: int) -> bool:
    return any(start < stop and begin < end for begin, stop in taken)
