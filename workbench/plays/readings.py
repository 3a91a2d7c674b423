"""The *before / after* reading of a step, as labelled lines.

Labels are the workbench's words; texts are captured or content, and shown as text.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from workbench.core.canonical import JSON, canonical_text
from workbench.plays.engine.kind import Pick
from workbench.plays.trace import ChoiceSeen, SceneSeen, StepTrace, ValueChange


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a reading: what it is, and what stands there."""

    label: str
    text: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class BeforeAfter:
    """Both halves of the reading."""

    before: tuple[Line, ...]
    after: tuple[Line, ...]


def before_after(step: StepTrace) -> BeforeAfter:
    """The reading of one step."""
    return BeforeAfter(tuple(_before(step)), tuple(_after(step)))


def not_replayed(sentence: str) -> BeforeAfter:
    """The reading of a step that cannot be replayed here: why."""
    return BeforeAfter((Line("not replayed", sentence),), ())


def _before(step: StepTrace) -> Iterator[Line]:
    yield from _scene(step.before)
    if step.choices is None:
        yield Line("choices", "The engine could not list the choices here")
        return
    yield from map(_choice, step.choices)


def _after(step: StepTrace) -> Iterator[Line]:
    yield Line("decision", step.sentence)
    yield from map(_changed, step.visible)
    yield from map(_changed, step.hidden)
    yield from (Line("unlocked", each) for each in step.unlocked)
    yield from map(_pick, step.picks)
    if step.versions[0] != step.versions[1]:
        yield Line("content", f"{step.versions[0]} → {step.versions[1]}")
    for change in step.content:
        for label in ("added", "removed", "changed"):
            yield from (
                Line(f"content {label}", f"{change.part}: {each}")
                for each in getattr(change, label)
            )
    yield from _scene(step.after)


def _scene(scene: SceneSeen) -> Iterator[Line]:
    if scene.status:
        yield Line("status", scene.status)
    if scene.place:
        yield Line("place", scene.place)
    if scene.failed:
        yield Line("scene", "The engine could not draw the scene here")
    elif scene.text_key:
        yield Line(f"scene · {scene.text_key}", scene.text)


def _choice(choice: ChoiceSeen) -> Line:
    mark = "picked, " if choice.picked else ""
    if choice.available:
        return Line(f"choice, {mark}available", f"{choice.id} · {choice.label}")
    return Line(f"choice, {mark}gated", f"{choice.id} · {choice.label} · {choice.reason}")


def _changed(change: ValueChange) -> Line:
    label = "changed" if change.visible else "changed, hidden from the player"
    return Line(label, f"{change.path}: {_shown(change.before)} → {_shown(change.after)}")


def _pick(pick: Pick) -> Line:
    odds = f"{pick.weights[pick.chosen]} of {sum(pick.weights)}"
    return Line("random pick", f"{pick.place} → {pick.to} ({odds})")


def _shown(value: JSON) -> str:
    return "nothing" if value is None else canonical_text(value)
