"""The before / after reading: ids and state before a step, what replay made of it after."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from workbench.core.canonical import pretty_bytes
from workbench.core.fixture import Evidence, IdUse, ReplayEnvironment, Step, family
from workbench.notebook.views import View
from workbench.notebook.views.reader import Reader, proof_words, surroundings, tone
from workbench.notebook.views.text import code_parts, plain_runs


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


def before_after_blocks(reader: Reader, step: Step, evidence: Sequence[Evidence]) -> list[View]:
    replay = reader.item.replay
    blocks: list[View] = _traced_blocks(reader, step)
    uses = [use for use in replay.ids if use.place.step == step.index] if replay else []
    if uses:
        blocks.append(_ids_block(uses))
    if evidence:
        proved = [{"tone": tone(proof), "words": proof_words(proof)} for proof in evidence]
        blocks.append(
            {"kind": "sentences", "id": "proof", "label": "What replay made of it", "items": proved}
        )
    entry = _outcome_entry(reader, step)
    if entry is not None:
        text = pretty_bytes(entry).decode()  # type: ignore[arg-type]
        blocks.append(
            {
                "kind": "code",
                "id": "entry",
                "label": "After: what the outcome records",
                "name": "outcome entry",
                "parts": code_parts(text.rstrip(), []),
            }
        )
    return blocks or [
        {"kind": "line", "id": "none", "words": ["Not replayed, so there is nothing to compare."]}
    ]


def _traced_blocks(reader: Reader, step: Step) -> list[View]:
    """What a family can tell of the state before and after: labelled lines, shown as text."""
    if not isinstance(reader.fixture, Traced):
        return []
    told = reader.fixture.before_after(step.index, surroundings(reader.item))
    halves = (("before", "Before", told.before), ("after", "After", told.after))
    return [_lines_block(id, label, lines) for id, label, lines in halves if lines]


def _lines_block(block: str, label: str, lines: Sequence[Line]) -> View:
    rows = [
        {
            "tone": "fault" if "gated" in line.label and "picked" in line.label else "",
            "cells": [{"words": [line.label]}, {"c": plain_runs(line.text[:600])}],
        }
        for line in lines[:80]
    ]
    return {
        "kind": "table",
        "id": block,
        "label": label,
        "name": label,
        "shape": "pairs",
        "rows": rows,
    }


def _ids_block(uses: Sequence[IdUse]) -> View:
    rows = []
    for use in uses:
        issuer = use.issued_by
        word = (
            "nobody"
            if issuer is None
            else issuer.what + (f", step {issuer.step}" if issuer.step is not None else "")
        )
        cells: list[View] = [
            {"words": [use.kind]},
            {"c": plain_runs(use.value)},
            {"mark": {"tone": "fail" if issuer is None else "pass", "word": word}},
        ]
        rows.append({"tone": "fault" if issuer is None else "", "cells": cells})
    return {
        "kind": "table",
        "id": "ids",
        "label": "Before: ids it uses, and who issued them",
        "name": "Ids used by this step",
        "head": ["Id", "Value", "Issued by"],
        "rows": rows,
    }


def _outcome_entry(reader: Reader, step: Step) -> object:
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
