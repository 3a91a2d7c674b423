"""The outcome card and the door's plan of one item."""

from __future__ import annotations

from pathlib import Path

from workbench.core.errors import Refused
from workbench.core.files import MAX_FILE
from workbench.core.outcome import Change, Meaning, compare
from workbench.findings import Scan
from workbench.review import words
from workbench.review.audit import OUTCOME, Evidence
from workbench.review.promotion import plan
from workbench.review.shapes import ExportPlan, OutcomeCard, Recording
from workbench.review.viewing import View
from workbench.review.workers import record

#: The name an export has while no name is chosen; no outcome depends on it.
NAMELESS = "not-named-yet"


def recording_of(view: View) -> Recording:
    """Two replays of what would be exported, made once for each content and set of stand-ins."""
    kept = view.held.recordings.get(view.shown)
    if kept is None:
        loaded, fixture = view.held.loaded, view.cure.fixture if view.cure else None
        assert fixture is not None
        kept = record(
            fixture.family,
            fixture.export(view.item.item_state.renamed_to or NAMELESS),
            environment=loaded.environment,
            steps_key=loaded.steps_key,
        )
        view.held.recordings[view.shown] = kept
    return kept


def outcome_card(view: View, promoted: Path) -> OutcomeCard:
    """What the outcome card shows. The item must have been loaded."""
    recording = recording_of(view)
    replay = view.cure.replay if view.cure else None
    previous = earlier_golden(view, promoted)
    change = _change(view, previous)
    details = [recording.sentence] if recording.agree else []
    if change is not None:
        details.append(words.sentence(change.sentence))
        details += [words.sentence(difference.sentence) for difference in change.differences]
    first = words.sentence(replay.sentence) if replay else ""
    return OutcomeCard(
        sentence=first if recording.agree and first else recording.sentence,
        sentences=tuple(details),
        change=change,
        digest=recording.digest,
        bytes=recording.data,
        agree=recording.agree,
        engine=recording.engine,
        approved=view.item.gate("Outcome").status.holds,
        previous=previous,
    )


def _change(view: View, previous: bytes | None) -> Change | None:
    if previous is None:
        return None
    outcome = view.cure.replay.outcome if view.cure else None
    try:
        return compare(previous, outcome, steps_key=view.held.loaded.steps_key)
    except Refused:
        return Change(Meaning.NEW)  # what lies there is no outcome, so there is none to compare


def earlier_golden(view: View, promoted: Path) -> bytes | None:
    """An earlier golden: of the promoted fixture of the new name, or beside the capture."""
    name, path = view.item.item_state.renamed_to, view.item.path
    beside = path if path.is_dir() else path.parent
    candidates = [beside / f"{view.item.label}{OUTCOME}"]
    if name:
        candidates.insert(0, promoted / name / f"{name}{OUTCOME}")
    for candidate in candidates:
        try:
            if candidate.is_file() and candidate.stat().st_size <= MAX_FILE:
                return candidate.read_bytes()
        except OSError:
            continue
    return None


def export_plan(view: View) -> ExportPlan:
    """What an export writes, made once for each state of the item."""
    kept = view.held.plans.get(view.stage)
    if kept is None:
        kept = plan(view.item.item_state.renamed_to, _evidence(view), to_go=view.to_go)
        view.held.plans[view.stage] = kept
    return kept


def _evidence(view: View) -> Evidence:
    cure, golden = view.cure, view.golden
    assert cure is not None
    assert golden is not None
    return Evidence(
        family=cure.fixture.family,
        files=cure.fixture.export(view.item.item_state.renamed_to),
        outcome=golden,
        engine=cure.replay.engine,
        gates=view.item.gates,
        scan=view.item.scan or Scan((), 0),
        state=view.item.item_state,
        stand_ins=cure.report.kinds,
    )
