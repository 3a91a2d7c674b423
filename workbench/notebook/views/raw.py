"""The raw reading: the exact bytes of a step, escaped, with findings mapped back to them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, pairwise

from workbench.core.fixture import Evidence, Step
from workbench.core.places import Span
from workbench.notebook.views import View
from workbench.notebook.views.reader import Reader, bounded, matches
from workbench.notebook.views.text import Mark, code_parts, plain_runs


def raw_blocks(reader: Reader, step: Step, evidence: Sequence[Evidence]) -> list[View]:
    """One block for each range of bytes."""
    files = {file.name: file.data for file in reader.fixture.files}
    blocks: list[View] = []
    for number, span in enumerate(reader.fixture.step_spans(step.index)):
        data = files.get(span.file, b"")[span.start : span.end]
        text, places = _raw_text(data, _raw_cuts(reader, step, span))
        block = f"raw-{number}"
        label: list[object] = [
            f"Bytes {span.start:,}–{span.end:,} of ",
            {"c": plain_runs(span.file)},
        ]
        opened = reader.opened.folds.get(block, ())
        parts = code_parts(text, [*places, *matches(text, reader.search)], opened)
        blocks.append(
            {"kind": "code", "id": block, "label": label, "name": "raw bytes", "parts": parts}
        )
    return bounded(reader, blocks) or [
        {"kind": "line", "id": "none", "words": ["No bytes of a file stand for this step."]}
    ]


def _raw_cuts(reader: Reader, step: Step, span: Span) -> list[tuple[int, int, str, int]]:
    """Byte ranges of findings inside a span, relative to it."""
    cuts = []
    for number in reader.index.by_step.get(step.index, ()):
        mark_tone = reader.index.tone(reader.item, number)
        for place in reader.index.at(number).places:
            for raw in place.spans:
                if raw.file == span.file and raw.start < span.end and raw.end > span.start:
                    first, last = max(raw.start, span.start), min(raw.end, span.end)
                    cuts.append((first - span.start, last - span.start, mark_tone, number))
    return sorted(set(cuts))


def _raw_text(data: bytes, cuts: Sequence[tuple[int, int, str, int]]) -> tuple[str, list[Mark]]:
    """Bytes as text, invalid ones as escapes, with byte ranges turned into character ranges."""
    edges = sorted({0, len(data), *(edge for cut in cuts for edge in cut[:2])})
    pieces = [data[a:b].decode("utf-8", "backslashreplace") for a, b in pairwise(edges)]
    where = dict(zip(edges, accumulate(map(len, pieces), initial=0), strict=True))
    marks = [Mark(where[first], where[last], tone, number) for first, last, tone, number in cuts]
    return "".join(pieces), marks
