"""The before / after reading: what the family shows of a step, and what replay made of it."""

from __future__ import annotations

from collections.abc import Sequence

from workbench.core.canonical import pretty_bytes
from workbench.core.fixture import Evidence, IdUse, Step, family
from workbench.notebook.views import View
from workbench.notebook.views.panels import step_blocks
from workbench.notebook.views.reader import Reader, proof_words, tone
from workbench.notebook.views.text import code_parts, plain_runs


def before_after_blocks(reader: Reader, step: Step, evidence: Sequence[Evidence]) -> list[View]:
    """The family's own panels; for a family without any, the ids that the step uses."""
    replay, steps = reader.item.replay, reader.fixture.steps()
    blocks = step_blocks(reader, step, steps[0].index)
    uses = [use for use in replay.ids if use.place.step == step.index] if replay else []
    if uses and not blocks:
        blocks.append(_ids_block(uses))
    told = {panel["sentence"].rstrip(".") for block in blocks if (panel := block.get("panel"))}
    if evidence and not all(proof.sentence in told for proof in evidence):
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
