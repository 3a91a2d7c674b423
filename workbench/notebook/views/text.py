"""Captured text as runs, lines and folds: what ``captured.js`` turns into text nodes.

A run is ``[text, tone, number]``; the tone is "", "open", "judged" or "match", and the number keeps
marks that touch apart. Long text is folded, never dropped, and every fold says how many findings it
holds (``spec/review-ux.md`` §6).
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from workbench.notebook.views import View
from workbench.review.words import count

HEAD = 2_400  # characters shown of a long text
AROUND = 240  # characters shown on both sides of a finding
UNFOLD = 20_000  # characters that one press opens
SMALLEST = 200  # a fold of fewer characters would hide less than it says
MOST_MARKS = 200  # findings of one text that keep their surroundings open
CONTEXT = 70  # characters of context on a card, on both sides


@dataclass(frozen=True, slots=True)
class Mark:
    """Characters ``start`` to ``end`` (exclusive) are a value."""

    start: int
    end: int
    tone: str  # "open" | "judged" | "match"
    number: int = 0


@dataclass(frozen=True, slots=True)
class Part:
    """A shown range of a text, or a folded one."""

    start: int
    end: int
    shown: bool


def presentable(text: str) -> str:
    """``text`` without lone surrogates, which no message can carry: each becomes U+FFFD."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def plain_runs(text: str, tone: str = "") -> list[list[object]]:
    """The whole text as one run."""
    return [[presentable(text), tone]]


def runs(
    text: str, marks: Sequence[Mark], start: int = 0, end: int | None = None
) -> list[list[object]]:
    """Runs of ``text[start:end]``. Where marks overlap, the one that begins first is drawn."""
    stop = len(text) if end is None else end
    made: list[list[object]] = []
    at = start
    for mark in sorted(marks, key=lambda mark: (mark.start, -mark.end)):
        first, last = max(mark.start, at), min(mark.end, stop)
        if first >= last:
            continue
        if first > at:
            made.append([presentable(text[at:first]), ""])
        made.append([presentable(text[first:last]), mark.tone, mark.number])
        at = last
    if at < stop:
        made.append([presentable(text[at:stop]), ""])
    return made


def parts(length: int, marks: Sequence[Mark], opened: Iterable[int] = ()) -> list[Part]:
    """Which ranges of a text are shown: its head, what surrounds findings, and what was opened."""
    wanted = [(0, min(length, HEAD))]
    wanted += [(mark.start - AROUND, mark.end + AROUND) for mark in marks[:MOST_MARKS]]
    wanted += [(start, start + UNFOLD) for start in opened]
    shown: list[list[int]] = []
    for first, last in sorted((max(0, first), min(length, last)) for first, last in wanted):
        if shown and first - shown[-1][1] < SMALLEST:
            shown[-1][1] = max(shown[-1][1], last)
        else:
            shown.append([first, last])
    if shown and length - shown[-1][1] < SMALLEST:
        shown[-1][1] = length
    return _with_folds(length, shown)


def _with_folds(length: int, shown: Sequence[Sequence[int]]) -> list[Part]:
    made: list[Part] = []
    at = 0
    for first, last in shown:
        if first > at:
            made.append(Part(at, first, shown=False))
        made.append(Part(first, last, shown=True))
        at = last
    if at < length:
        made.append(Part(at, length, shown=False))
    return made


def code_parts(
    text: str, marks: Sequence[Mark], opened: Iterable[int] = (), *, noun: str = "more character"
) -> list[View]:
    """A text as numbered lines and folds, for a block of kind ``code``."""
    ordered = sorted(marks, key=lambda mark: mark.start)
    starts = _line_starts(text)
    made: list[View] = []
    for part in parts(len(text), ordered, opened):
        inside = _inside(ordered, part.start, part.end)
        if part.shown:
            made.append({"lines": _lines(text, inside, starts, part)})
        else:
            made.append(
                {"fold": {"words": fold_words(part, inside, noun=noun), "from": part.start}}
            )
    return made


def fold_words(part: Part, inside: Sequence[Mark], *, noun: str = "more character") -> str:
    """ "4,112 more characters, 0 findings inside"."""
    findings = len({mark.number for mark in inside if mark.start >= part.start})
    return f"{count(part.end - part.start, noun)}, {count(findings, 'finding')} inside"


def _lines(text: str, marks: Sequence[Mark], starts: Sequence[int], part: Part) -> list[View]:
    first = bisect_right(starts, part.start) - 1
    made: list[View] = []
    for number in range(first, len(starts)):
        begin = max(part.start, starts[number])
        limit = starts[number + 1] - 1 if number + 1 < len(starts) else len(text)
        end = min(part.end, limit)
        if begin > part.end or (begin == part.end and part.end != len(text)):
            break
        here = _inside(marks, begin, end)
        made.append({"n": number + 1, "runs": runs(text, here, begin, end)})
    return made


def _line_starts(text: str) -> list[int]:
    starts, at = [0], text.find("\n")
    while at >= 0:
        starts.append(at + 1)
        at = text.find("\n", at + 1)
    return starts


def _inside(marks: Sequence[Mark], start: int, end: int) -> list[Mark]:
    return [mark for mark in marks if mark.start < end and mark.end > start]


def context(text: str, mark: Mark, others: Sequence[Mark] = ()) -> list[list[list[object]]]:
    """Up to three lines around a value, cut with "…"; the value itself is never cut away."""
    start, end = _around(text, mark)
    whole = runs(text, [mark, *[other for other in others if other.start >= mark.end]], start, end)
    lines: list[list[list[object]]] = [[]]
    for text_run, *rest in whole:
        for index, piece in enumerate(str(text_run).split("\n")):
            if index:
                lines.append([])
            if piece:
                lines[-1].append([piece, *rest])
    if start > 0 and text[start - 1] != "\n":
        lines[0].insert(0, ["…", ""])
    if end < len(text) and text[end] != "\n":
        lines[-1].append(["…", ""])
    return lines


def _around(text: str, mark: Mark) -> tuple[int, int]:
    """The value's own lines and one on each side, cut where they are long."""
    line = text.rfind("\n", 0, mark.start) + 1
    above = text.rfind("\n", 0, max(0, line - 1)) + 1
    ends = text.find("\n", mark.end)
    below = text.find("\n", ends + 1) if ends >= 0 else -1
    last = len(text) if ends < 0 else (below if below >= 0 else len(text))
    if not text[ends + 1 : last].strip():
        last = ends if ends >= 0 else last
    return max(above, mark.start - CONTEXT), min(last, mark.end + CONTEXT)
