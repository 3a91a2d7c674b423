"""What CI holds against an audit record: every byte is still the one that was reviewed.

Source: ``spec/review-ux.md`` §§13, 16. Reads files only, and names what does not match.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from workbench.core.canonical import digest_bytes
from workbench.core.errors import Unreadable
from workbench.core.files import folder_bytes
from workbench.review.audit import AUDIT, OUTCOME, files_digest
from workbench.review.gates import GateName
from workbench.review.record import Record, read_record

#: What else than "pass" a gate may say. Some kinds use no ids or hold no strings that cannot change;
#: without known identities the name was chosen by a person, and the record says "not run".
_FINE = {
    GateName.ISSUED: ("pass", "none"),
    GateName.SEED: ("pass", "none", "idle"),
    GateName.NAME: ("pass", "idle"),
}


@dataclass(frozen=True, slots=True)
class Problem:
    """Something that does not match in a promoted fixture. ``code`` is a stable word.

    Codes: ``missing_audit``, ``bad_audit``, ``missing_outcome``, ``changed_fixture``,
    ``changed_outcome``, ``missing_file``, ``gate_not_passed``, ``unexpected_file``.
    """

    code: str
    sentence: str


def verify_promoted(folder: str | Path) -> tuple[Problem, ...]:
    """What does not match between a promoted folder's files and its audit record; empty when all is
    well. Reads files only: replaying is the caller's part. Raises ``Unreadable`` for no folder."""
    place = Path(folder)
    if not place.is_dir():
        raise Unreadable("This is not a promoted folder", cure="Check the path")
    return tuple(problems(place.name, folder_bytes(place)))


def problems(name: str, files: Mapping[str, bytes]) -> Iterator[Problem]:
    """The problems of the files of the promoted fixture ``name``."""
    if name + AUDIT not in files:
        yield Problem(
            "missing_audit", "The audit record is missing, so nothing is known of a review."
        )
        return
    record = read_record(files[name + AUDIT])
    if record is None:
        yield Problem("bad_audit", "The audit record cannot be read, or was edited.")
        return
    yield from _gate_problems(record)
    yield from _outcome_problems(record, files.get(name + OUTCOME))
    companions = {name + AUDIT, name + OUTCOME}
    fixture = {file: data for file, data in files.items() if file not in companions}
    yield from _file_problems(record, fixture)


def _gate_problems(record: Record) -> Iterator[Problem]:
    results = {row.gate: row.result for row in record.gates}
    for gate in GateName:
        if results.get(gate.value) not in _FINE.get(gate, ("pass",)):
            yield Problem("gate_not_passed", f"The audit record does not say that {gate} passed.")


def _outcome_problems(record: Record, outcome: bytes | None) -> Iterator[Problem]:
    if outcome is None:
        yield Problem("missing_outcome", "The golden outcome is missing.")
        return
    if record.golden != digest_bytes(outcome):
        yield Problem("changed_outcome", "The golden outcome is not the one that was approved.")


def _file_problems(record: Record, files: Mapping[str, bytes]) -> Iterator[Problem]:
    digests = record.promoted.files
    if not digests:
        yield Problem("missing_file", "The audit record names no file, so nothing was compared.")
    for number, name in enumerate(sorted(digests), start=1):
        if name not in files:
            yield Problem("missing_file", f"File {number} of the record is missing.")
        elif digests[name] != digest_bytes(files[name]):
            yield Problem(
                "changed_fixture", f"File {number} of the record changed since the review."
            )
    extra = len(set(files) - set(digests))
    if extra:
        yield Problem("unexpected_file", f"{extra} of the files are not in the audit record.")
    if set(files) == set(digests) and record.promoted.digest != files_digest(files):
        yield Problem("changed_fixture", "The digest of the whole fixture does not match.")
