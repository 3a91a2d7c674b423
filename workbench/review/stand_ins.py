"""Stand-ins for what identifies: built in memory, applied, and kept only if replay agrees.

Source: ``spec/review-ux.md`` §10. The same thing has the same stand-in; the table is never written
down; a replacement that changes what replays is withdrawn. Plays take none.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from workbench.core.canonical import JSON, digest
from workbench.core.errors import WorkbenchError
from workbench.core.fixture import Fixture, Replay, ReplayEnvironment, ReplayStatus
from workbench.core.outcome import golden_bytes
from workbench.core.places import Role
from workbench.core.stand_ins import StandIns as Table
from workbench.core.stand_ins import stand_in
from workbench.findings import Finding, StandInTable, stand_in_name
from workbench.review.loading import replayed
from workbench.review.shapes import StandIns
from workbench.review.state import ItemState
from workbench.review.verdicts import root_of
from workbench.review.words import count, joined

#: Members of an outcome that hold digests of content, which a stand-in changes by its nature.
_DIGESTS = ("sha256", "digest")
#: Some reserved ranges are short, so a free number may not exist; replay then decides.
_TRIES = 300


@dataclass(frozen=True)
class Cure:
    """A fixture with its stand-ins, and what replay says of it. ``fixture`` is the one to export.

    ``cured`` are the keys of the findings whose value is replaced. ``pairs`` are secret: in memory
    only.
    """

    fixture: Fixture = field(repr=False)
    replay: Replay = field(repr=False)
    report: StandIns
    cured: frozenset[str] = frozenset()
    pairs: Mapping[str, str] = field(default_factory=dict, repr=False)

    @cached_property
    def golden(self) -> bytes | None:
        """The golden bytes of the replay, written once; ``None`` where it has no outcome."""
        if self.replay.status is not ReplayStatus.REPLAYED:
            return None
        return golden_bytes(self.replay.outcome)


def cure(
    fixture: Fixture,
    before: Replay,
    *,
    going: Sequence[Finding],
    state: ItemState,
    environment: ReplayEnvironment,
) -> Cure:
    """Replace the values of the findings ``going`` where the family takes stand-ins.

    Withdrawn, with a sentence, when the replay with stand-ins differs.
    """
    curable = [finding for finding in going if finding.stand_in and finding.value]
    if not curable or not fixture.accepts_stand_ins:
        return Cure(fixture, before, StandIns())
    pairs = numbered(curable, fixture, state=state)
    table = StandInTable(pairs)
    try:
        changed = fixture.with_stand_ins(table)
    except WorkbenchError as error:
        return Cure(fixture, before, StandIns(agrees=False, sentence=error.what))
    unwritten = _unwritten(fixture, changed, table)
    if unwritten:
        words = f"{count(unwritten, 'string')} can be read here and not written anew"
        words += ", so no stand-in is made: reject the capture, or record it again."
        return Cure(fixture, before, StandIns(agrees=False, sentence=words))
    after = replayed(changed, environment)
    kinds = Counter(finding.stand_in for finding in curable)
    report = StandIns(len(set(pairs.values())), tuple(sorted(kinds.items())))
    difference = disagreement(before, after, table=table)
    if difference:
        words = f"With {count(report.count, 'stand-in')} the replay differs: {difference}. "
        words += "They are withdrawn, so the capture cannot be promoted."
        return Cure(fixture, before, replace(report, agrees=False, sentence=words))
    words = f"{joined(_kinds(kinds)).capitalize()}, and the replay is equal."
    cured = frozenset(finding.key for finding in curable)
    return Cure(changed, after, replace(report, sentence=words), cured, pairs)


def _unwritten(before: Fixture, after: Fixture, table: Table) -> int:
    """How many strings still hold what was to go: the family reads more than it can write back.

    A fixture's own name is a label, which goes when the fixture is renamed.
    """
    read = {text.value for text in before.texts()}
    return sum(
        text.value in read and bool(table.edits(text.value))
        for text in after.texts()
        if text.role is not Role.LABEL
    )


def _kinds(kinds: Counter[str]) -> list[str]:
    return [count(number, f"stand-in of class {kind}") for kind, number in sorted(kinds.items())]


def numbered(findings: Sequence[Finding], fixture: Fixture, *, state: ItemState) -> dict[str, str]:
    """Value → stand-in, one number a person or thing, counted in order of appearance."""
    present = "\n".join(text.value for text in fixture.texts())
    order = {file.name: index for index, file in enumerate(fixture.files)}
    numbers: dict[str, int] = {}
    pairs: dict[str, str] = {}
    last = 0
    for finding in sorted(findings, key=lambda finding: _appearance(finding, order)):
        # Findings a person joined are one thing; so are spellings that differ in case only.
        groups = (root_of(state, finding.key), finding.value.casefold())
        number = next((numbers[group] for group in groups if group in numbers), 0)
        if not number:
            number = last = _free(finding, present, last)
        numbers.update(dict.fromkeys(groups, number))
        pairs.setdefault(finding.value, _made(finding, number))
    return pairs


def _free(finding: Finding, present: str, last: int) -> int:
    """The next number whose stand-in does not stand in the capture already, for someone else."""
    numbers = range(last + 1, last + 1 + _TRIES)
    return next((number for number in numbers if _made(finding, number) not in present), last + 1)


def _made(finding: Finding, number: int) -> str:
    return stand_in_name(finding.stand_in, number, like=finding.value)


def _appearance(finding: Finding, order: Mapping[str, int]) -> tuple[object, ...]:
    def position(place_index: int) -> tuple[int, int, int]:
        place = finding.places[place_index]
        start = place.spans[0].start if place.spans else (place.line or 0)
        return (order.get(place.file, len(order)), start, place.start)

    first = min(map(position, range(len(finding.places))), default=(len(order), 0, 0))
    return (first, -len(finding.value), finding.check, finding.value)


def disagreement(before: Replay, after: Replay, *, table: Table) -> str:
    """What differs between two replays beside the replaced values; ``""`` if nothing does.

    The rule knows no family: status, consumption, acceptance of every step and who issued each id
    are equal, and so is the outcome once the stand-ins are made in it and digests are blanked.
    """
    if before.status is not after.status:
        return f"it ends as {after.status.value}"
    if before.consumption != after.consumption:
        return "not the same is used"
    for one, other in zip(before.evidence, after.evidence, strict=False):
        if (one.step, one.ok, one.reason) != (other.step, other.ok, other.reason):
            return f"step {one.step} is decided differently"
    if len(before.evidence) != len(after.evidence):
        return "the number of steps changes"
    if list(_issuers(before)) != list(_issuers(after)):
        return "ids are issued differently"
    if before.status is ReplayStatus.REPLAYED:
        expected = blanked(before.outcome, table=table)
        if digest(expected) != digest(blanked(after.outcome, table=None)):
            return "the outcome changes"
    return ""


def _issuers(replay: Replay) -> Iterator[tuple[object, ...]]:
    return ((use.kind, use.issued_by, use.place.step) for use in replay.ids)


def blanked(outcome: JSON, *, table: Table | None) -> JSON:
    """``outcome`` with digests blanked and, where there is a ``table``, its stand-ins made."""
    if isinstance(outcome, str):
        return outcome if table is None else stand_in(outcome, table)
    if isinstance(outcome, Mapping):
        return {
            (key if table is None else stand_in(key, table)): (
                "" if key.lower().endswith(_DIGESTS) else blanked(value, table=table)
            )
            for key, value in outcome.items()
        }
    if isinstance(outcome, (list, tuple)):
        return [blanked(item, table=table) for item in outcome]
    return outcome
