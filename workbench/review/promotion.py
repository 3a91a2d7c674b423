"""The door: planned, staged, read back, reloaded, replayed, searched, then moved in one step.

Source: ``spec/review-ux.md`` §§9.4, 12. Nothing is written outside a hidden staging folder until the
last step; the capture is never touched; doing it again gives the same bytes and does nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from workbench.core.canonical import digest, digest_bytes
from workbench.core.errors import GateClosed, NotWritten
from workbench.core.files import folder_bytes, place_folder, staged_folder, sweep_staging
from workbench.core.fixture import ReplayEnvironment, open_fixture
from workbench.findings import Residue, left_in, residue
from workbench.findings.folding import fold
from workbench.findings.vocabulary import is_common_word
from workbench.review.audit import AUDIT, OUTCOME, Evidence, audit_bytes
from workbench.review.gates import Gate, GateName, GateStatus
from workbench.review.replay_worker import unit_name
from workbench.review.shapes import ExportPlan, PlannedFile
from workbench.review.verifying import problems
from workbench.review.words import count, joined
from workbench.review.workers import record

STEPS = (
    "written to a staging folder",
    "read back, equal",
    "reloaded",
    "replayed twice, equal to the approved outcome",
    "searched for everything that was to go",
    "moved into place in one step",
)
#: A name this short, or of one word, stands anywhere by chance.
_DISTINCTIVE = 8
_SHORTEST = 3  # characters of an old name that are looked for in names
_ABANDONED = 3_600  # seconds after which nothing writes to a staging folder any more


@dataclass(frozen=True, slots=True)
class ToGo:
    """Values that may be nowhere in an export: in memory only.

    ``values`` are searched everywhere; ``old_name`` where the workbench itself writes words (file
    names, the audit record), since a capture may use the same words for what it is about.
    """

    values: tuple[str, ...] = field(default=(), repr=False)
    old_name: str = field(default="", repr=False)


def plan(name: str, evidence: Evidence, *, to_go: ToGo) -> ExportPlan:
    """Everything an export under ``name`` would write, with the sweep of it."""
    files = {**evidence.files, name + OUTCOME: evidence.outcome}
    first = sweep(files, to_go=to_go, ours=())
    finished = replace(
        evidence,
        gates=tuple(
            _passed(gate) if gate.name is GateName.RESIDUE else gate for gate in evidence.gates
        ),
        places_searched=first.places_searched,
    )
    data = {**files, name + AUDIT: audit_bytes(finished)}
    found = sweep(data, to_go=to_go, ours=(name + AUDIT,))
    kinds = {name + OUTCOME: "golden outcome", name + AUDIT: "audit record"}
    planned = tuple(
        PlannedFile(f"{name}/{file}", kinds.get(file, "fixture"), len(held), digest_bytes(held))
        for file, held in data.items()
    )
    return ExportPlan(
        name=name,
        files=planned,
        audit_text=data[name + AUDIT].decode("utf-8"),
        sentence=f"Export {count(len(data), 'file')}.",
        steps=STEPS,
        places_searched=found.places_searched,
        residue=found.count + len(found.not_searched),
        residue_sentence=residue_sentence(found),
        digest=digest({file: digest_bytes(held) for file, held in data.items()}),
        data=data,
    )


def _passed(gate: Gate) -> Gate:
    return replace(gate, status=GateStatus.PASS, judged_by="proof")


def sweep(files: Mapping[str, bytes], *, to_go: ToGo, ours: Iterable[str]) -> Residue:
    """Search names and contents for what was to go; the old name in names and in ``ours``.

    A short or ordinary old name stands in our own record by chance; in names nothing does.
    """
    whole = residue(files, to_go.values)
    if not names_somebody(to_go.old_name):
        return whole
    written = set(ours) if distinctive(to_go.old_name) else set()
    named = {file: data if file in written else b"" for file, data in files.items()}
    more = residue(named, (to_go.old_name,))
    # Two sweeps may see one place: a name or a record is told once.
    known = {(place.file_number, place.in_name) for place in whole.found}
    found = [place for place in more.found if (place.file_number, place.in_name) not in known]
    return replace(whole, found=(*whole.found, *found))


def distinctive(name: str) -> bool:
    """Whether a name could not stand somewhere by chance: of several words, and not short."""
    return len(name) >= _DISTINCTIVE and any(not character.isalpha() for character in name)


def names_somebody(name: str) -> bool:
    """Whether a name is more than an ordinary word, which a new name may use again (§9.1)."""
    return len(name) >= _SHORTEST and not is_common_word(fold(name))


def residue_sentence(found: Residue) -> str:
    """Where something remains, by the kind of file and never by what it is."""
    if found.clean:
        return f"Nothing that was to go remains; {found.places_searched:,} places were searched."
    if not found.found:
        return f"{count(len(found.not_searched), 'file')} could not be unpacked to be searched."
    counts: dict[str, int] = {}
    for place in found.found:
        where = "a file name" if place.in_name else _file_words(place.file)
        counts[where] = counts.get(where, 0) + place.count
    parts = [f"in {where} ({count(number, 'place')})" for where, number in counts.items()]
    return f"Something that was to go is still {joined(parts)}."


def _file_words(file: str) -> str:
    if file.endswith(OUTCOME):
        return "the outcome file"
    return "the audit record" if file.endswith(AUDIT) else "the fixture"


@dataclass(frozen=True, slots=True)
class Ground:
    """What an export is checked against: how to read and replay it, and the approved outcome."""

    family: str
    steps_key: str
    environment: ReplayEnvironment = field(repr=False)
    approved: str  # digest of the golden bytes
    to_go: ToGo = field(default_factory=ToGo, repr=False)


def write(planned: ExportPlan, promoted: Path, *, ground: Ground) -> bool:
    """Stage, check and place an export. False when exactly these bytes were there already.

    Raises ``GateClosed`` where a check fails and ``NotWritten`` where writing does; in both cases
    nothing is in place.
    """
    sweep_abandoned(promoted)
    with staged_folder(promoted, planned.data) as staged:
        held = folder_bytes(staged)
        if held != dict(planned.data):
            raise NotWritten(
                "What was read back is not what was written",
                means="Nothing was moved into place",
                cure="Check the disk and export again",
            )
        _check(planned, held, staged, ground=ground)
        return place_folder(staged, promoted, planned.name)


def _check(planned: ExportPlan, held: Mapping[str, bytes], staged: Path, *, ground: Ground) -> None:
    companions = (planned.name + OUTCOME, planned.name + AUDIT)
    fixture = {name: data for name, data in held.items() if name not in companions}
    unit = unit_name(ground.family, tuple(sorted(fixture)))
    reloaded = open_fixture(staged if unit == "." else staged / unit)
    if reloaded.family != ground.family:
        raise _closed(GateName.LOADS, "The staged files load as another kind of fixture.")
    found = sweep(held, to_go=ground.to_go, ours=(planned.name + AUDIT,))
    if not found.clean:
        raise _closed(GateName.RESIDUE, residue_sentence(found))
    left = left_in(list(reloaded.texts()), ground.to_go.values)
    if left:
        words = f"Something that was to go is still in the fixture ({count(left, 'place')})."
        raise _closed(GateName.RESIDUE, words)
    wrong = list(problems(planned.name, held))
    if wrong:
        raise _closed(GateName.RESIDUE, wrong[0].sentence)
    recording = record(
        ground.family, fixture, environment=ground.environment, steps_key=ground.steps_key
    )
    if not recording.agree or recording.digest != ground.approved:
        said = recording.sentence if not recording.agree else ""
        words = said or "The staged files replay to another outcome than the one approved."
        raise _closed(GateName.OUTCOME, words)


def _closed(gate: GateName, words: str) -> GateClosed:
    return GateClosed(
        f"Blocked: {words[:1].lower()}{words[1:]}".rstrip("."),
        where=f"gate {gate}",
        means="Nothing was exported",
        cure="Look at the gate again",
    )


def sweep_abandoned(promoted: Path) -> None:
    """Remove staging folders that killed processes left; never one that may still be written."""
    sweep_staging(promoted, older_than=_ABANDONED)


def taken_names(promoted: Path) -> Sequence[str]:
    """The names of the promoted fixtures that are there."""
    try:
        return sorted(
            path.name
            for path in promoted.iterdir()
            if path.is_dir() and not path.name.startswith(".")
        )
    except OSError:
        return []
