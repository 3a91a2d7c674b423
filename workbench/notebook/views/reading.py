"""The readings of a step: plain, decoded, raw, before / after, and the overview it stands in."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from workbench.core.fixture import Evidence, Step
from workbench.core.places import Role, Text
from workbench.notebook.index import home
from workbench.notebook.views import View
from workbench.notebook.views.before_after import before_after_blocks
from workbench.notebook.views.panels import overview_blocks
from workbench.notebook.views.raw import raw_blocks
from workbench.notebook.views.reader import Reader, bounded, evidence_of, proof_words, tone
from workbench.notebook.views.text import code_parts, plain_runs, presentable, runs
from workbench.review.words import count

SHORT = 100  # characters: a text that fits into a row of a table
KIND_LABELS = {
    "plain": "plain",
    "decoded": "decoded",
    "raw": "raw",
    "before_after": "before / after",
    "overview": "overview",
}


def reading(reader: Reader, step: Step, kind: str, *, base: int) -> View:
    """One reading of one step, as the front end draws it."""
    evidence = evidence_of(reader.item, step.index)
    sentences = reader.fixture.plain(step.index)
    blocks = {
        "plain": _plain_blocks,
        "decoded": _decoded_blocks,
        "raw": raw_blocks,
        "before_after": before_after_blocks,
        "overview": _overview_blocks,
    }[kind](reader, step, evidence)
    return {
        "step": step.index - base,
        "kind": kind,
        "kinds": [{"id": id, "label": label} for id, label in KIND_LABELS.items()],
        "title": [f"{reader.item.step_noun.capitalize()} {step.index}", {"i": f" · {step.who}"}],
        "plain": list(sentences[:1]) if kind == "decoded" else [],
        "blocks": blocks,
    }


def _plain_blocks(reader: Reader, step: Step, evidence: Sequence[Evidence]) -> list[View]:
    said = [{"words": [sentence]} for sentence in reader.fixture.plain(step.index)]
    blocks: list[View] = [{"kind": "sentences", "id": "said", "items": said}]
    if evidence:
        proved = [{"tone": tone(proof), "words": proof_words(proof)} for proof in evidence]
        blocks.append(
            {"kind": "sentences", "id": "proof", "label": "Proved by replay", "items": proved}
        )
    opened, judged = reader.index.tally(reader.item, step.index)
    if opened or judged:
        words = f"{count(opened, 'finding')} open, {judged} judged in this step."
        blocks.append(
            {"kind": "line", "id": "findings", "icon": "finding", "tone": "ask", "words": [words]}
        )
    return blocks


def _overview_blocks(reader: Reader, step: Step, evidence: Sequence[Evidence]) -> list[View]:
    return overview_blocks(reader, reader.fixture.steps()[0].index)


def _decoded_blocks(reader: Reader, step: Step, evidence: Sequence[Evidence]) -> list[View]:
    texts = [text for text in reader.fixture.step_texts(step.index) if _is_shown(reader, text)]
    blocks: list[View] = []
    for number, group in enumerate(_grouped(texts)):
        make = _table_block if _is_short(group[0]) else _code_block
        blocks.append(make(reader, group, f"text-{number}"))
    blocks += _inner_blocks(reader, step, texts)
    if not blocks:
        return [{"kind": "line", "id": "none", "words": ["This step holds no text."]}]
    return bounded(reader, blocks)


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
    return [
        {
            "kind": "table",
            "id": "inner",
            "label": name,
            "name": name,
            "shape": "pairs",
            "rows": rows,
        }
    ]
