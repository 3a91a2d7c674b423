"""The four readings of a step: plain, decoded, raw, before / after."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Protocol, runtime_checkable

from workbench.core.canonical import pretty_bytes
from workbench.core.discovery import campaign_folders
from workbench.core.fixture import Evidence, Fixture, IdUse, ReplayEnvironment, Step
from workbench.core.places import Role, Span, Text
from workbench.notebook.index import FindingIndex, home
from workbench.notebook.views import View
from workbench.notebook.views.text import Mark, code_parts, plain_runs, presentable, runs
from workbench.review import Item
from workbench.review.words import count

class Line(Protocol):
    """One labelled line: the label is ours, the text captured."""

    @property
    def label(self) -> str: ...
    @property
    def text(self) -> str: ...


class Told(Protocol):
    """Both halves of a reading."""

    @property
    def before(self) -> Sequence[Line]: ...
    @property
    def after(self) -> Sequence[Line]: ...


@runtime_checkable
class Traced(Protocol):
    """A fixture that can tell the state before and after a step (plays can)."""

    def before_after(self, index: int, environment: ReplayEnvironment) -> Told: ...


SHORT = 100  # characters: a text that fits into a row of a table
MOST_BLOCKS = 60
KIND_LABELS = {
    "plain": "plain",
    "decoded": "decoded",
    "raw": "raw",
    "before_after": "before / after",
}


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


def reading(reader: Reader, step: Step, kind: str, *, base: int) -> View:
    """One reading of one step, as the front end draws it."""
    evidence = evidence_of(reader.item, step.index)
    sentences = reader.fixture.plain(step.index)
    blocks = {
        "plain": _plain_blocks,
        "decoded": _decoded_blocks,
        "raw": _raw_blocks,
        "before_after": _before_after_blocks,
    }[kind](reader, step, evidence)
    return {
        "step": step.index - base,
        "kind": kind,
        "kinds": [{"id": id, "label": label} for id, label in KIND_LABELS.items()],
        "title": [f"{reader.item.step_noun.capitalize()} {step.index}", {"i": f" · {step.who}"}],
        "plain": list(sentences[:1]) if kind == "decoded" else [],
        "blocks": blocks,
    }


def evidence_of(item: Item, step: int) -> list[Evidence]:
    """What replay proved of a step."""
    replay = item.replay
    return [proof for proof in replay.evidence if proof.step == step] if replay else []


# --- plain -------------------------------------------------------------------------------------


def _plain_blocks(reader: Reader, step: Step, evidence: Sequence[Evidence]) -> list[View]:
    said = [{"words": [sentence]} for sentence in reader.fixture.plain(step.index)]
    blocks: list[View] = [{"kind": "sentences", "id": "said", "items": said}]
    if evidence:
        proved = [{"tone": tone(proof), "words": _proof_words(proof)} for proof in evidence]
        blocks.append({"kind": "sentences", "id": "proof", "label": "Proved by replay", "items": proved})
    opened, judged = reader.index.tally(reader.item, step.index)
    if opened or judged:
        words = f"{count(opened, 'finding')} open, {judged} judged in this step."
        blocks.append({"kind": "line", "id": "findings", "icon": "finding", "tone": "ask", "words": [words]})
    return blocks


def tone(proof: Evidence) -> str:
    """The tone of a proof: passed or failed."""
    return "pass" if proof.ok else "fail"


def _proof_words(proof: Evidence) -> list[object]:
    return [proof.sentence, *([{"i": f" · {proof.reason}"}] if proof.reason else [])]


# --- decoded -----------------------------------------------------------------------------------


def _decoded_blocks(reader: Reader, step: Step, evidence: Sequence[Evidence]) -> list[View]:
    texts = [text for text in reader.fixture.step_texts(step.index) if _is_shown(reader, text)]
    blocks: list[View] = []
    for number, group in enumerate(_grouped(texts)):
        make = _table_block if _is_short(group[0]) else _code_block
        blocks.append(make(reader, group, f"text-{number}"))
    blocks += _inner_blocks(reader, step, texts)
    if not blocks:
        return [{"kind": "line", "id": "none", "words": ["This step holds no text."]}]
    return _bounded(reader, blocks)


def _is_shown(reader: Reader, text: Text) -> bool:
    """Keys say nothing by themselves; they are shown where something was found in them."""
    return text.role is not Role.KEY or bool(reader.marks(text))


def _is_short(text: Text) -> bool:
    return len(text.value) <= SHORT and "\n" not in text.value


def _grouped(texts: Iterable[Text]) -> list[list[Text]]:
    """Short texts of one heading share a table; a long one stands alone."""
    groups: list[list[Text]] = []
    for text in texts:
        last = groups[-1][-1] if groups else None
        if last and _is_short(last) and _is_short(text) and last.heading == text.heading:
            groups[-1].append(text)
        else:
            groups.append([text])
    return groups


def _code_block(reader: Reader, group: Sequence[Text], block: str) -> View:
    text = group[0]
    return {
        "kind": "code",
        "id": block,
        "label": _label(text),
        "name": text.heading or "captured text",
        "parts": code_parts(text.value, reader.marks(text), reader.opened.folds.get(block, ())),
    }


def _label(text: Text) -> list[object]:
    label: list[object] = [_heading(text)]
    if text.key and text.key != text.heading:
        label += [" ", {"c": plain_runs(text.key)}]
    if text.chain:
        label.append({"i": f" · {', '.join(text.chain)}"})
    return label


def _heading(text: Text) -> str:
    heading = text.heading or text.role.value
    return heading[:1].upper() + heading[1:]


def _table_block(reader: Reader, group: Sequence[Text], block: str) -> View:
    cells = [[_key_cell(text), {"c": runs(text.value, reader.marks(text))}] for text in group]
    return {
        "kind": "table",
        "id": block,
        "label": _heading(group[0]),
        "name": _heading(group[0]),
        "shape": "pairs",
        "rows": [{"cells": pair} for pair in cells],
    }


def _key_cell(text: Text) -> View:
    return {"key": plain_runs(text.key)} if text.key else {"words": [text.role.value]}


def _inner_blocks(reader: Reader, step: Step, texts: Sequence[Text]) -> list[View]:
    """Values found deeper than the step's own texts: inside base64, JSON in JSON and the like."""
    homes = {home(text) for text in texts}
    rows = []
    for number in reader.index.by_step.get(step.index, ()):
        finding = reader.index.at(number)
        inner = [p for p in finding.places if p.step == step.index and home(p) not in homes]
        for place in inner[:3]:
            chain = ", ".join(place.chain) or "the same step"
            value = [[presentable(finding.value), reader.index.tone(reader.item, number), number]]
            rows.append({"cells": [{"words": [f"inside {chain}"]}, {"c": value}]})
    if not rows:
        return []
    name = "Found inside encoded text"
    return [{"kind": "table", "id": "inner", "label": name, "name": name, "shape": "pairs", "rows": rows}]


def _bounded(reader: Reader, blocks: list[View]) -> list[View]:
    limit = reader.opened.blocks
    if len(blocks) <= limit:
        return blocks
    words = f"{count(len(blocks) - limit, 'more part')} of this step"
    return [*blocks[:limit], {"kind": "more", "id": "blocks", "words": words}]


# --- raw ---------------------------------------------------------------------------------------


def _raw_blocks(reader: Reader, step: Step, evidence: Sequence[Evidence]) -> list[View]:
    files = {file.name: file.data for file in reader.fixture.files}
    blocks: list[View] = []
    for number, span in enumerate(reader.fixture.step_spans(step.index)):
        data = files.get(span.file, b"")[span.start : span.end]
        text, places = _raw_text(data, _raw_cuts(reader, step, span))
        block = f"raw-{number}"
        label: list[object] = [f"Bytes {span.start:,}–{span.end:,} of ", {"c": plain_runs(span.file)}]
        opened = reader.opened.folds.get(block, ())
        parts = code_parts(text, [*places, *matches(text, reader.search)], opened)
        blocks.append({"kind": "code", "id": block, "label": label, "name": "raw bytes", "parts": parts})
    return _bounded(reader, blocks) or [{"kind": "line", "id": "none", "words": ["No bytes of a file stand for this step."]}]


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
    pieces = [data[a:b].decode("utf-8", "backslashreplace") for a, b in zip(edges, edges[1:], strict=False)]
    where = {0: 0}
    for edge, piece in zip(edges[1:], pieces, strict=False):
        where[edge] = where[max(known for known in where if known < edge)] + len(piece)
    marks = [Mark(where[first], where[last], tone, number) for first, last, tone, number in cuts]
    return "".join(pieces), marks


# --- before / after ----------------------------------------------------------------------------


def _before_after_blocks(reader: Reader, step: Step, evidence: Sequence[Evidence]) -> list[View]:
    replay = reader.item.replay
    blocks: list[View] = _traced_blocks(reader, step)
    uses = [use for use in replay.ids if use.place.step == step.index] if replay else []
    if uses:
        blocks.append(_ids_block(uses))
    if evidence:
        proved = [{"tone": tone(proof), "words": _proof_words(proof)} for proof in evidence]
        blocks.append({"kind": "sentences", "id": "proof", "label": "What replay made of it", "items": proved})
    entry = _outcome_entry(reader, step)
    if entry is not None:
        text = pretty_bytes(entry).decode()  # type: ignore[arg-type]
        blocks.append({"kind": "code", "id": "entry", "label": "After: what the outcome records", "name": "outcome entry", "parts": code_parts(text.rstrip(), [])})
    return blocks or [{"kind": "line", "id": "none", "words": ["Not replayed, so there is nothing to compare."]}]


def _traced_blocks(reader: Reader, step: Step) -> list[View]:
    """What a family can tell of the state before and after: labelled lines, shown as text."""
    if not isinstance(reader.fixture, Traced):
        return []
    told = reader.fixture.before_after(step.index, surroundings(reader.item))
    halves = (("before", "Before", told.before), ("after", "After", told.after))
    return [_lines_block(id, label, lines) for id, label, lines in halves if lines]


def _lines_block(block: str, label: str, lines: Sequence[Line]) -> View:
    rows = [
        {"tone": "fault" if "gated" in line.label and "picked" in line.label else "", "cells": [{"words": [line.label]}, {"c": plain_runs(line.text[:600])}]}
        for line in lines[:80]
    ]
    return {"kind": "table", "id": block, "label": label, "name": label, "shape": "pairs", "rows": rows}


def surroundings(item: Item) -> ReplayEnvironment:
    """What replay finds beside a capture."""
    return ReplayEnvironment(campaigns=campaign_folders(item.path.parent))


def _ids_block(uses: Sequence[IdUse]) -> View:
    rows = []
    for use in uses:
        issuer = use.issued_by
        word = "nobody" if issuer is None else issuer.what + (f", step {issuer.step}" if issuer.step is not None else "")
        cells: list[View] = [{"words": [use.kind]}, {"c": plain_runs(use.value)}, {"mark": {"tone": "fail" if issuer is None else "pass", "word": word}}]
        rows.append({"tone": "fault" if issuer is None else "", "cells": cells})
    return {"kind": "table", "id": "ids", "label": "Before: ids it uses, and who issued them", "name": "Ids used by this step", "head": ["Id", "Value", "Issued by"], "rows": rows}


def _outcome_entry(reader: Reader, step: Step) -> object:
    from workbench.core.fixture import family

    replay = reader.item.replay
    outcome = replay.outcome if replay else None
    if not isinstance(outcome, dict):
        return None
    entries = outcome.get(family(reader.fixture.family).steps_key)
    steps = reader.fixture.steps()
    at = step.index - (steps[0].index if len(steps) else 0)
    if isinstance(entries, list) and len(entries) == len(steps) and 0 <= at < len(entries):
        return entries[at]
    return None
