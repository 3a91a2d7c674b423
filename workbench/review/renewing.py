"""Golden outcomes of promoted fixtures, held against what the fixtures do today, and recorded anew.

Source: ``spec/review-ux.md`` §§5.4, 11, 13: replay all, look only at what changed in meaning, approve
each by the digest of what was shown. The change is an entry in the audit record; the fixture's own
files are never touched.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from workbench.core.canonical import digest_bytes
from workbench.core.errors import BadCommand, GateClosed, Refused, Unreadable
from workbench.core.files import folder_bytes, write_file
from workbench.core.fixture import ReplayEnvironment, ReplayStatus, family
from workbench.core.outcome import Change, Meaning, compare
from workbench.review.audit import AUDIT, OUTCOME
from workbench.review.record import Reason, Record, read_record, renewed
from workbench.review.replay_worker import replay_held
from workbench.review.shapes import Recording
from workbench.review.verifying import Problem, problems
from workbench.review.workers import record


@dataclass(frozen=True, slots=True)
class Standing:
    """How a promoted fixture stands today.

    ``problems`` say what is not as it was reviewed, and then nothing was replayed. ``recording`` holds
    the new golden where the outcome changed: two replays in fresh processes, equal to the byte.
    """

    folder: Path = field(repr=False)
    problems: tuple[Problem, ...] = ()
    change: Change | None = None
    sentence: str = ""
    recording: Recording | None = None

    @property
    def name(self) -> str:
        """The promoted fixture's name."""
        return self.folder.name

    @property
    def digest(self) -> str:
        """What an approval of the new golden must name; ``""`` where there is none to approve."""
        return self.recording.digest if self.recording is not None and self.recording.agree else ""

    @property
    def needs_person(self) -> bool:
        """Whether something is not as it was reviewed, or the outcome means something else."""
        return bool(self.problems) or (self.change is not None and self.change.meaning.needs_person)


def promoted_folders(paths: Sequence[Path]) -> tuple[Path, ...]:
    """The folders of promoted fixtures at and below ``paths``, in order. Links are not followed.

    Raises ``Unreadable`` where there is none.
    """
    found = {
        Path(folder)
        for path in paths
        for folder, _, names in os.walk(path)
        if Path(folder).resolve().name + AUDIT in names
    }
    if not found:
        raise Unreadable(
            "No promoted fixture is in the folders given",
            means="Nothing was replayed",
            cure="Name the folder that exports go to",
            code="nothing_found",
        )
    return tuple(sorted(found))


def standings(folders: Sequence[Path], *, environment: ReplayEnvironment) -> Iterator[Standing]:
    """Each folder as it stands, one after the other; the caller may stop at any of them."""
    for folder in folders:
        yield standing(folder, environment=environment)


def standing(folder: Path, *, environment: ReplayEnvironment) -> Standing:
    """How one promoted fixture stands: verified, replayed, and recorded anew where it changed."""
    files, name = folder_bytes(folder), folder.resolve().name
    wrong = tuple(problems(name, files))
    audit = read_record(files.get(name + AUDIT, b""))
    if audit is None or any(not _unfinished(problem, audit, name, files) for problem in wrong):
        return Standing(folder, wrong, sentence=wrong[0].sentence if wrong else "")
    fixture = _fixture_files(name, files)
    try:
        replay = replay_held(audit.kind, fixture, environment=environment)
    except Refused as error:
        return Standing(folder, change=Change(Meaning.NO_LONGER_REPLAYS), sentence=error.what)
    if replay.status is ReplayStatus.UNRUNNABLE:
        return Standing(folder, change=Change(Meaning.UNRUNNABLE), sentence=replay.sentence)
    steps_key = family(audit.kind).steps_key
    change = compare(files[name + OUTCOME], replay.outcome, steps_key=steps_key)
    if change.meaning in (Meaning.SAME, Meaning.NO_LONGER_REPLAYS):
        return Standing(folder, change=change, sentence=replay.sentence)
    recording = record(audit.kind, fixture, environment=environment, steps_key=steps_key)
    return Standing(folder, change=change, sentence=recording.sentence, recording=recording)


def _unfinished(problem: Problem, audit: Record, name: str, files: Mapping[str, bytes]) -> bool:
    """Whether the golden is the one before the last entry: a renewal was stopped half way."""
    earlier = [audit.outcome.digest, *(entry.outcome for entry in audit.history)]
    return (
        problem.code == "changed_outcome"
        and len(earlier) > 1
        and digest_bytes(files[name + OUTCOME]) == earlier[-2]
    )


def _fixture_files(name: str, files: Mapping[str, bytes]) -> dict[str, bytes]:
    companions = (name + AUDIT, name + OUTCOME)
    return {file: data for file, data in files.items() if file not in companions}


def renew(stood: Standing, *, approved: str, reason: Reason) -> None:
    """Write the golden whose digest a person ``approved``, and the entry that says so.

    Raises ``BadCommand`` where another digest than the shown one is named or there is nothing to
    approve, ``GateClosed`` where the folder changed since it was replayed, and ``NotWritten``.
    """
    if not stood.digest or stood.recording is None or stood.recording.data is None:
        raise BadCommand(
            "There is no new golden to approve here",
            means="The outcome is the same, or two replays did not agree",
            cure="Look at how the fixture stands",
        )
    if approved != stood.digest:
        raise BadCommand(
            "The digest is not that of the outcome that was shown",
            means="Something else would be written than what was approved",
            cure="Replay again and approve the digest shown",
        )
    audit = _record_to_write(stood, reason)
    # The record first: killed in between, the golden is the earlier one, which is told and mended.
    if audit is not None:
        write_file(stood.folder / f"{_own(stood)}{AUDIT}", audit)
    write_file(stood.folder / f"{_own(stood)}{OUTCOME}", stood.recording.data)


def _own(stood: Standing) -> str:
    return stood.folder.resolve().name


def _record_to_write(stood: Standing, reason: Reason) -> bytes | None:
    """The record with its new entry; ``None`` where a stopped renewal wrote it already."""
    assert stood.change is not None
    assert stood.recording is not None
    name, files = _own(stood), folder_bytes(stood.folder)
    data = files.get(name + AUDIT, b"")
    audit = read_record(data)
    wrong = list(problems(name, files))
    if audit is None or any(not _unfinished(problem, audit, name, files) for problem in wrong):
        raise GateClosed(
            "The promoted fixture changed since it was replayed",
            means="Nothing was written",
            cure="Replay again",
        )
    if audit.golden == stood.recording.digest:
        return None
    return renewed(
        data,
        reason=reason,
        meaning=stood.change.meaning,
        outcome=stood.recording.digest,
        engine=stood.recording.engine,
    )
