"""Golden outcomes: how they are written, read, and compared by meaning.

Source: DESIGN §4 *Golden outcomes* and ``spec/review-ux.md`` §11. Bytes may differ where nothing
changed, and one byte may change a decision; a person should look only at the second kind.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from workbench.core.canonical import JSON, canonical_text, digest, pretty_bytes
from workbench.core.errors import Refused
from workbench.core.json_text import NotJson, parse
from workbench.core.places import pointer

_ABSENT = object()


class Meaning(StrEnum):
    """How a new outcome differs from an earlier one, mildest first."""

    NEW = "new"
    SAME = "same"
    FORMAT_ONLY = "format only"
    ADDED_DETAIL = "added detail"
    DIFFERENT_DECISION = "different decision"
    DIFFERENT_ENDING = "different ending"
    NO_LONGER_REPLAYS = "no longer replays"
    UNRUNNABLE = "not run here"  # what it needs is not here; never a failure of the fixture

    @property
    def needs_person(self) -> bool:
        """Whether a person has to judge the change (``spec/review-ux.md`` §11)."""
        return self in _NEEDS_PERSON


_NEEDS_PERSON = frozenset(
    {
        Meaning.NEW,
        Meaning.DIFFERENT_DECISION,
        Meaning.DIFFERENT_ENDING,
        Meaning.NO_LONGER_REPLAYS,
    }
)


@dataclass(frozen=True, slots=True)
class Difference:
    """One changed value. ``sentence`` holds no value; ``was`` and ``now`` may be captured text.

    ``kind`` is ``"added"``, ``"removed"`` or ``"changed"``; ``step`` the index of the entry it stands
    in, or ``None`` for the ending.
    """

    pointer: str
    kind: str
    step: int | None
    sentence: str
    was: JSON = field(repr=False, default=None)
    now: JSON = field(repr=False, default=None)


@dataclass(frozen=True, slots=True)
class Change:
    """The result of comparing two outcomes. ``at`` is the first step that decides differently."""

    meaning: Meaning
    differences: tuple[Difference, ...] = ()
    at: int | None = None

    @property
    def sentence(self) -> str:
        """The change in one sentence, without values."""
        if self.meaning is Meaning.DIFFERENT_DECISION:
            return f"A different decision at step {self.at}"
        return _SENTENCES[self.meaning]


_SENTENCES = {
    Meaning.NEW: "There is no earlier outcome to compare with",
    Meaning.SAME: "The outcome is the same, byte for byte",
    Meaning.FORMAT_ONLY: "Only the writing changed; every value is the same",
    Meaning.ADDED_DETAIL: "Every earlier value is the same; details were added",
    Meaning.DIFFERENT_ENDING: "Every step decides the same, and the ending differs",
    Meaning.NO_LONGER_REPLAYS: "The fixture no longer replays to an outcome",
    Meaning.UNRUNNABLE: "The fixture was not replayed, since what it needs is not here",
}


def golden_bytes(outcome: JSON) -> bytes:
    """The bytes of a golden file: canonical order and numbers, two spaces, a final newline."""
    return pretty_bytes(outcome)


def read_golden(data: bytes) -> JSON:
    """The outcome in a golden file. Raises ``Refused`` if it is not one JSON object."""
    try:
        value = parse(data, javascript_numbers=True)
    except NotJson as error:
        raise Refused(
            "The golden outcome is not valid JSON",
            where=error.where,
            means="What the fixture should do is not known",
            cure="Restore the file from version control",
            code="bad_golden",
        ) from None
    if not isinstance(value, dict):
        raise Refused("The golden outcome is not a JSON object", code="bad_golden")
    return value


def compare(previous: bytes | JSON, current: JSON, *, steps_key: str) -> Change:
    """How ``current`` differs from ``previous`` by meaning.

    ``previous`` is ``None`` where there is no golden yet, or the golden's bytes or value; ``current``
    is ``None`` where the fixture no longer replays. ``steps_key`` names the list that has one entry a
    step (``Family.steps_key``).
    """
    if previous is None:
        return Change(Meaning.NEW)
    if current is None:
        return Change(Meaning.NO_LONGER_REPLAYS)
    if isinstance(previous, bytes):
        if previous == golden_bytes(current):
            return Change(Meaning.SAME)
        earlier = read_golden(previous)
        if digest(earlier) == digest(current):
            return Change(Meaning.FORMAT_ONLY)
    else:
        earlier = previous
        if digest(earlier) == digest(current):
            return Change(Meaning.SAME)
    differences = tuple(_differences(earlier, current, steps_key))
    return _classified(differences)


def _classified(differences: tuple[Difference, ...]) -> Change:
    deciding = [difference for difference in differences if difference.kind != "added"]
    steps = [difference.step for difference in deciding if difference.step is not None]
    if steps:
        return Change(Meaning.DIFFERENT_DECISION, differences, min(steps))
    if deciding:
        return Change(Meaning.DIFFERENT_ENDING, differences)
    return Change(Meaning.ADDED_DETAIL, differences)


def _differences(was: JSON, now: JSON, steps_key: str) -> Iterator[Difference]:
    if not (isinstance(was, Mapping) and isinstance(now, Mapping)):
        yield _difference("", was, now, None)
        return
    yield from _step_differences(was.get(steps_key), now.get(steps_key), steps_key)
    for key in _members(was, now):
        if key != steps_key:
            yield from _walk(pointer(key), was.get(key, _ABSENT), now.get(key, _ABSENT), None)


def _step_differences(was: JSON, now: JSON, steps_key: str) -> Iterator[Difference]:
    before = was if isinstance(was, list) else []
    after = now if isinstance(now, list) else []
    for index in range(max(len(before), len(after))):
        old = before[index] if index < len(before) else _ABSENT
        new = after[index] if index < len(after) else _ABSENT
        place = pointer(steps_key, index)
        if old is _ABSENT or new is _ABSENT:
            # A step more or less is a decision, not a detail.
            sentence = f"Step {index} is {'new' if old is _ABSENT else 'gone'}"
            kind = "changed" if old is _ABSENT else "removed"
            yield Difference(place, kind, index, sentence, _json(old), _json(new))
        else:
            yield from _walk(place, old, new, index)


def _walk(place: str, was: object, now: object, step: int | None) -> Iterator[Difference]:
    if isinstance(was, Mapping) and isinstance(now, Mapping):
        for key in _members(was, now):
            below = place + pointer(key)
            yield from _walk(below, was.get(key, _ABSENT), now.get(key, _ABSENT), step)
    elif isinstance(was, list) and isinstance(now, list) and len(was) == len(now):
        for index, (old, new) in enumerate(zip(was, now, strict=True)):
            yield from _walk(place + pointer(index), old, new, step)
    elif (
        was is _ABSENT or now is _ABSENT or canonical_text(_json(was)) != canonical_text(_json(now))
    ):
        yield _difference(place, was, now, step)


def _difference(place: str, was: object, now: object, step: int | None) -> Difference:
    kind = "added" if was is _ABSENT else "removed" if now is _ABSENT else "changed"
    field_name = place.rsplit("/", 1)[-1] or "the outcome"
    where = f"Step {step}" if step is not None else "Ending"
    return Difference(place, kind, step, f"{where}: {field_name} {kind}", _json(was), _json(now))


def _members(was: Mapping[str, JSON], now: Mapping[str, JSON]) -> Sequence[str]:
    return list(dict.fromkeys([*was, *now]))


def _json(value: object) -> JSON:
    return None if value is _ABSENT else value  # type: ignore[return-value]
